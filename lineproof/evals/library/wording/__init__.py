"""The wording of the library: data files beside this module, one a subject."""

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@lru_cache(maxsize=16)
def words(name: str) -> dict[str, Any]:
    """The content of a data file."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))

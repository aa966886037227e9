"""Labels: the words of our own on the site, by language; the data is in ``labels/*.toml``, one set of keys for all languages."""

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).with_name("labels")
DEFAULT: Final = "en"


@lru_cache(maxsize=16)
def labels(language: str) -> dict[str, Any]:
    """The words of a language; English where there are none. Tables name kinds, statuses, events and reasons."""
    files = {file.stem: file for file in FOLDER.glob("*.toml")}
    return tomllib.loads(files.get(language, files[DEFAULT]).read_text(encoding="utf-8"))

"""Words: the templates of reflections in one language, read from one data file a language; English where there is none.

Each table of the file is one kind of reflection, or ``place``: how a reader is told where something stands. What stands in braces is
filled in.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from lineproof.evidence.language import DEFAULT

FOLDER: Final = Path(__file__).parent / "languages"


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The templates by the name of their table; ``kinds`` are the plurals of what may be listed."""

    change: Mapping[str, str]
    list: Mapping[str, str]
    conflict: Mapping[str, str]
    place: Mapping[str, str]
    kinds: Mapping[str, str]


@lru_cache(maxsize=64)
def words_of(language: str) -> Words:
    """The templates of a language."""
    path = FOLDER / f"{language}.toml"
    table: dict[str, Any] = tomllib.loads((path if path.exists() else FOLDER / f"{DEFAULT}.toml").read_text(encoding="utf-8"))
    kinds = table["list"].pop("kinds")
    return Words(table["change"], table["list"], table["conflict"], table["place"], kinds)

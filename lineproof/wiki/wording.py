"""Wording: the words of our own that stand on a page, by language; the data is in ``wording/*.toml``."""

import tomllib
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).with_name("wording")
DEFAULT: Final = "en"


@dataclass(frozen=True, slots=True)
class Wording:
    """Headings and phrases. ``{first}``, ``{last}`` and ``{title}`` in them are filled in with titles."""

    contents: str
    documents: str
    topics: str
    parts: str
    changes: str
    conflicts: str
    lists: str
    open: str
    related: str
    more: str
    short: str
    span: str
    says_more: str
    whole: str
    topic: str
    supersedes: str
    amends: str
    attaches_to: str
    requires: str
    refers_to: str
    edited: str


@lru_cache(maxsize=16)
def wording(language: str) -> Wording:
    """The words of a language; English where there are none."""
    file = FOLDER / f"{language}.toml"
    words = tomllib.loads((file if file.is_file() else FOLDER / f"{DEFAULT}.toml").read_text(encoding="utf-8"))
    return Wording(**{item.name: words[item.name] for item in fields(Wording)})

"""Slugs: file names that every system takes, made of titles.

slug     lower-case ASCII letters, digits and hyphens, at most 60 characters, never a name that some system reserves
clash    several things of one slug: each of them gets a part of its own hash, so that no order decides
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from typing import Final

from lineproof.evidence.hashing import fingerprint

LONGEST: Final = 60
_RESERVED: Final = frozenset({"con", "prn", "aux", "nul", "index", "log", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
_FOLDED: Final = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "þ": "th"})


def slug(title: str) -> str:
    """The slug of a title; the hash of it where no character of it can be kept."""
    folded = unicodedata.normalize("NFKD", title.casefold().translate(_FOLDED)).encode("ascii", "ignore").decode()
    short = re.sub(r"[^a-z0-9]+", "-", folded).strip("-")[:LONGEST].strip("-")
    if not short:
        return fingerprint(title)[:12]
    return f"{short}-page" if short in _RESERVED else short


def slugs(titles: Mapping[str, str]) -> dict[str, str]:
    """Slugs by the same keys as the titles, no two the same."""
    found = {name: slug(title) for name, title in titles.items()}
    times = Counter(found.values())
    return {name: short if times[short] == 1 else f"{short}-{fingerprint(name)[:6]}" for name, short in found.items()}

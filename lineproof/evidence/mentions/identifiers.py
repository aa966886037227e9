"""Identifiers of documents, by shape: letters and numbers, with an edition where one follows.

identifier   `RFC 5321`, `RFC5321`, `EIP-1559`, `HO 04 90`, `Bulletin 2025-03`, `Regulation (EU) 2016/679`
edition      `(2026-01)`, `edition 2026-01`, `Ed. 01/2026` behind an identifier
"""

import re
from functools import lru_cache
from itertools import takewhile

from lineproof.evidence.names import name_key

_CODE = r"[A-Z][A-Z0-9]{0,3}[A-Z]{0,4}s?"
_GROUPS = r"\d{1,6}[A-Z]?(?:[ .-]\d{1,5}){0,3}[A-Z]?"
_WORDED = (
    r"[A-ZÄÖÜ][a-zäöüß]{2,20}(?: \((?:EU|EG|EWG|EC|EEC|Euratom)\))?(?: (?:No\.?|Nr\.?|Nos\.?|#))?"
    r" (?!\d{4}-\d\d-\d\d(?![\d/-]))\d{1,4}(?:[-/]\d{1,4}){0,3}(?:/[A-Z]{2,4})?"
)
_LOWER = r"[a-z]{2,6}-\d{1,5}(?!\.\w)"
CODE_SHAPE = (
    rf"(?-i:(?<![\w/.@-])(?:{_CODE}[ -]?#?[ ]{{0,2}}{_GROUPS}|[A-Z][a-z]{{2,20}} (?:\d{{4}}-\d{{1,3}}(?!-\d)|\d{{1,4}}/\d{{4}}))(?![\w/]))"
)
"""Letters in capitals with numbers (`HO 04 90`), or a word with a numbered year (`Bulletin 2025-03`), but not with a date (`Effective
2025-03-01`): what a document may call itself."""
SHAPE = rf"(?<![\w/.@-])(?:{_CODE}[ -]?#?[ ]{{0,2}}{_GROUPS}|{_WORDED}|{_LOWER})(?!\w|/(?!\d{{3,5}}\b))"
_EDITION_TEXT = r"\d{4}-\d{2}(?:-\d{2})?|\d{1,2}[/-]\d{4}|\d{1,2}/\d{2}|(?:19|20)\d{2}"
EDITION_WORDS = r"(?:edition|ed\.|version|rev\.|ausgabe|fassung|edición)"
IDENTIFIER = re.compile(rf"(?P<identifier>{SHAPE})")
_SQUARE = rf"\[\s*(?:{EDITION_WORDS}\s+)?(?P<square>\d{{4}}-\d{{2}}(?:-\d{{2}})?)(?:\s+{EDITION_WORDS})?\s*\](?!\()"
"""An edition in square brackets is a month or day; a mere year there is the tag of a citation (`[2019]`)."""
EDITION = re.compile(
    rf",?\s*(?:\(\s*(?:{EDITION_WORDS}\s+)?(?P<enclosed>{_EDITION_TEXT})(?:\s+{EDITION_WORDS})?\s*\)|{_SQUARE}|(?:the\s+)?{EDITION_WORDS}\s+(?P<plain>{_EDITION_TEXT})(?![\w/-])|\s{{0,8}}(?<=\s)(?P<bare>\d{{4}}-\d{{2}})(?![\w/-])(?P<worded>\s+{EDITION_WORDS}(?!\w))?)",
    re.IGNORECASE,
)
STANDALONE_EDITION = re.compile(
    rf"\b(?:{EDITION_WORDS}\s+(?P<after>\d{{4}}-\d{{2}}|\d{{1,2}}/\d{{2,4}})|(?P<before>\d{{4}}-\d{{2}}|\d{{1,2}}/\d{{2,4}})\s+{EDITION_WORDS})(?![\w/-])",
    re.IGNORECASE,
)


def edition_of(found: re.Match[str]) -> str:
    """The canonical edition of a match of ``EDITION``."""
    return canonical_edition(found["enclosed"] or found["square"] or found["plain"] or found["bare"]) or ""


def stated_edition(text: str, end: int) -> re.Match[str] | None:
    """The edition that stands behind a title; a month alone is none, since it may be a number (`Claims Bulletin 2025-03`)."""
    found = EDITION.match(text, end)
    return None if found is None or (found["bare"] and not found["worded"]) else found


def split_edition(text: str) -> tuple[str, str | None]:
    """An identifier as stated, parted from the edition that follows it."""
    behind = (match for match in EDITION.finditer(text) if match.start() > 0)
    # A bare month is an edition only behind a number: `HO 04 90 2026-01`, but not `Bulletin 2025-03`.
    found = next((match for match in behind if not match["bare"] or any(map(str.isdigit, text[: match.start()]))), None)
    if found is None:
        return text.strip(), None
    return text[: found.start()].strip(), edition_of(found)


def canonical_edition(text: str) -> str | None:
    """An edition as `YYYY-MM` where it is a month, else as written; None where there is none."""
    text = " ".join(text.split()).strip("() ")
    if found := re.fullmatch(r"(\d{1,2})[/-](\d{4})", text):
        return f"{found[2]}-{int(found[1]):02d}"
    if found := re.fullmatch(r"(\d{1,2})/(\d{2})", text):
        return f"{1900 + int(found[2]) if int(found[2]) > 60 else 2000 + int(found[2])}-{int(found[1]):02d}"
    return text or None


@lru_cache(maxsize=100_000)
def scheme(identifier: str) -> str:
    """The key of the letters before the number: `rfc` of `RFC 5321`; empty where it does not begin with letters."""
    words = name_key(identifier).split()
    return " ".join(takewhile(lambda word: not word.isdigit(), words))


def shorter(identifier: str) -> list[str]:
    """The keys of an identifier, longest first, dropping trailing numbers that may belong to the sentence (but not `/2010`)."""
    words = name_key(identifier).split()
    letters = len(words) - 1 if "/" in identifier else len(scheme(identifier).split())
    return [" ".join(words[:end]) for end in range(len(words), letters, -1)]

"""Patterns: expressions for phrases as they are written in a data file of a language."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from lineproof.evidence import language

NONE: Final = "(?!)"
NEVER: Final = re.compile(NONE)
GAP: Final = "…"
"""The sign for a few words between two others, which a phrase has as three dots and a blank."""

Pattern = re.Pattern[str]


def phrases(words: Iterable[str]) -> Pattern:
    """A pattern for any of these phrases as whole words, in any case; none of them where there are none."""
    found = either(words)
    return re.compile(rf"(?<![\w-])(?:{found})(?![\w-])", re.IGNORECASE) if found else NEVER


def ending(words: Sequence[str]) -> Pattern:
    """A pattern for any of these phrases as whole words at the end of a text, in any case."""
    return re.compile(rf"(?<![\w-])(?:{either(words)})\s*$", re.IGNORECASE) if words else NEVER


def either(words: Iterable[str]) -> str:
    """Alternatives for phrases, those with a common beginning in one branch: a search then looks at each beginning once."""
    root: _Branch = {}
    for phrase in sorted({phrase for text in words for phrase in language.alternatives(text)}):
        branch = root
        for sign in phrase.replace("... ", GAP):
            branch = branch.setdefault(_ATOMS.get(sign) or re.escape(sign), {})
        branch[""] = {}
    return _expression(root)


_Branch = dict[str, "_Branch"]
_ATOMS: Final = {" ": r"\s+", "*": r"[^\W\d_]+", GAP: r"(?:[^\s.;:]+\s+){0,8}?"}
"""What signs of a phrase stand for: ``*`` for a word, ``...`` for up to eight or none (``may ... differ``)."""


def _expression(branch: _Branch) -> str:
    """The expression of a branch; what goes on is tried before what ends here."""
    further = [f"{atom}{_expression(below)}" for atom, below in branch.items() if atom]
    if not further:
        return ""
    if len(further) == 1 and "" not in branch:
        return further[0]
    return f"(?:{'|'.join(further)}){'?' if '' in branch else ''}"

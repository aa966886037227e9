"""Evolution: what becomes of citations while their sources change, judged by the words of the files and by nothing that was compiled.

citation    lines of a file that are said to show a quote
truth       of a quote after an edit: KEPT where its file has its words as often as before, MOVED where they went to another file of the
            edit, CHANGED where they are gone, AMBIGUOUS where they stood several times and one is gone, UNPLACED where its file never had
            them as they are quoted
fresh       what a memory goes on to believe without asking anybody; else it calls it stale
standing    of a citation that is believed: SUPPORTED where its lines show the quote, STALE where they do not but an earlier version of the
            file did, INVENTED where none did, UNVERIFIED where its lines are not there to be looked at
line range  a memory that cites a path, a range of lines and their hash: fresh is what still has the hash at its range, or the same block of
            lines anywhere else in the file; ranges never move

Words are compared in NFC and without blanks and bars of tables, so that wraps, indentation and line ends make no difference to the truth.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Truth(StrEnum):
    """What became of the words of a quote."""

    KEPT = "kept"
    MOVED = "moved"
    CHANGED = "changed"
    AMBIGUOUS = "ambiguous"
    UNPLACED = "unplaced"


class Standing(StrEnum):
    """How a citation that is believed stands."""

    SUPPORTED = "supported"
    STALE = "stale"
    INVENTED = "invented"
    UNVERIFIED = "unverified"


@dataclass(frozen=True, slots=True)
class Citation:
    """Lines of a file, counted from 1, both ends included, that are said to show a quote."""

    path: str
    first_line: int
    last_line: int
    quote: str


@dataclass(frozen=True, slots=True)
class LineRange:
    """A citation with its lines as they were when it was made; comparing them is comparing their hash."""

    citation: Citation
    lines: tuple[str, ...]

    @classmethod
    def of(cls, citation: Citation, text: str) -> "LineRange":
        """The range of a citation in its file."""
        return cls(citation, tuple(text.split("\n")[citation.first_line - 1 : citation.last_line]))

    @property
    def shown(self) -> bool:
        """Whether the lines showed the quote when it was cited."""
        return _within(folded(self.citation.quote), folded("\n".join(self.lines)))

    def fresh(self, text: str | None) -> bool:
        """Whether the range, or the same block elsewhere, is in a file; None is a file that is gone."""
        if text is None:
            return False
        lines, count = text.split("\n"), len(self.lines)
        at_home = tuple(lines[self.citation.first_line - 1 : self.citation.last_line]) == self.lines
        return at_home or any(tuple(lines[start : start + count]) == self.lines for start in range(len(lines) - count + 1))


@dataclass
class Rates:
    """How often a memory was right about citations of edited files.

    ``false_fresh`` of ``changed`` were believed on words that are gone; ``false_stale`` of ``unchanged`` (kept or moved) were doubted
    though their words stand; of those of them that were fresh, ``elsewhere`` cite lines that do not show the quote.
    """

    changed: int = 0
    false_fresh: int = 0
    unchanged: int = 0
    false_stale: int = 0
    fresh: int = 0
    elsewhere: int = 0
    left_out: Counter[Truth] = field(default_factory=Counter)

    def add(self, truth: Truth, fresh: bool, shown: bool) -> None:
        """Enter one citation after one edit; ``shown`` says whether the lines that it cites now show its quote."""
        if truth in (Truth.AMBIGUOUS, Truth.UNPLACED):
            self.left_out[truth] += 1
        elif truth is Truth.CHANGED:
            self.changed += 1
            self.false_fresh += fresh
        else:
            self.unchanged += 1
            self.false_stale += not fresh
            self.fresh += fresh
            self.elsewhere += fresh and not shown


def folded(text: str) -> str:
    """A text by its visible characters, without the bars between the cells of a table, which readers put there or take away."""
    return "".join(unicodedata.normalize("NFC", text).replace("|", " ").split())


def truth_of(quote: str, path: str, before: Mapping[str, str], after: Mapping[str, str]) -> Truth:
    """What became of a quote of a file.

    Args:
        quote: folded.
        path: of its file before the edit.
        before: the folded texts of the files that were edited, by path, as they were.
        after: the same as they are; a file that is gone is missing.
    """
    had, has = before.get(path, "").count(quote), after.get(path, "").count(quote)
    if not had:
        return Truth.UNPLACED
    if has >= had:
        return Truth.KEPT
    if had > 1:
        return Truth.AMBIGUOUS
    others = [sum(text.count(quote) for name, text in texts.items() if name != path) for texts in (before, after)]
    return Truth.MOVED if others[1] > others[0] else Truth.CHANGED


def shows(citation: Citation, text: str | None) -> bool:
    """Whether the cited lines of a file show the quote; something else may stand between its characters, as page furniture does."""
    return text is not None and _within(folded(citation.quote), folded("\n".join(_lines(text, citation))))


def standing_of(citation: Citation, text: str | None, stood: bool) -> Standing:
    """How a citation stands.

    Args:
        citation: what is believed.
        text: its file now; None where it is gone.
        stood: whether an earlier version of the file had the quote.
    """
    if text is None or not _lines(text, citation):
        return Standing.UNVERIFIED
    if shows(citation, text):
        return Standing.SUPPORTED
    return Standing.STALE if stood else Standing.INVENTED


def _lines(text: str, citation: Citation) -> list[str]:
    return re.split(r"\r\n|\n|\r", text)[citation.first_line - 1 : citation.last_line]


def _within(short: str, long: str) -> bool:
    """Whether the characters of one text stand in another, in this order."""
    rest = iter(long)
    return all(character in rest for character in short)

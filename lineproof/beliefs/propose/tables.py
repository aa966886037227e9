"""Tables: statements of rows, each cell named by the heading of its column.

key       the leading cells by which a row of its table can be told from the others; usually the first alone
measured  a cell that is a bare number, whose unit stands in the heading of its column (``Days of notice``)
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from lineproof.beliefs.model import Candidate, Paragraph
from lineproof.beliefs.plain import plain
from lineproof.beliefs.propose.claims import KINDS, unit_of
from lineproof.beliefs.propose.measures import unit_in
from lineproof.beliefs.propose.passages import Part, Passage
from lineproof.beliefs.propose.places import Place
from lineproof.beliefs.propose.slots import stems
from lineproof.beliefs.propose.words import Words
from lineproof.evidence.language import Language
from lineproof.evidence.names import stem
from lineproof.evidence.signals.model import Signal

LONGEST_ROW: Final = 600
LONGEST_VALUE: Final = 80
NO_HEADING: Final = re.compile(r"[`\d]|^\(.*\)$|\.$|!\w")
"""A cell of the first row that is no heading but holds a value or code, or a heading in signs that a legend explains (``!value``)."""
PLACEHOLDER: Final = re.compile(r"\W+|<!--.*-->|(?:tbd|todo)\b.*|n/?a|none|unassigned|\(none\)|x|(?:the )?usual\b.*", re.IGNORECASE)
"""A cell that holds nothing, or only that it holds what is usual."""
LINKED: Final = re.compile(r"\[[^\]\d]*\]\[[^\]]*\]")
"""A cell that is nothing but a link to what it would say."""
PENDING: Final = re.compile(r"\W*(?:tbd|tba|todo|to be (?:determined|decided|defined|announced|assigned))\b.*", re.IGNORECASE)
"""A cell that is still to be filled, so that its row says nothing to believe yet."""
FOOTNOTED: Final = re.compile(r"^(?![*_]).*\w\\?[*†‡]\s*$")
"""A heading with a mark that leads to a note below the table, which may limit all that its column says."""
NOTED: Final = re.compile(r"\(\\?[*†‡]\)|\w\\\*\s*(?:\||$)")
"""The same in a row."""
BACKSLASH: Final = "\\"
"""Of a heading that names rows and columns at once (``low\\high``), whose cells no heading explains."""
FORMULA: Final = re.compile(r"\$[^$|]*[\\^_{=][^$|]*\$|[×·⌈⌊]\s*[A-Za-z](?![\w(])|\.\.\. *[)}\]]")
"""A formula as TeX writes it, whose signs are no sums of money, or of letters without a meaning, or code that is cut short."""
FEWEST_CELLS: Final = 2
SAYING: Final = re.compile(r"[\w+\-✓✔✗✘]")
"""What a cell must hold to be said: not only a picture of a link."""
BARE: Final = re.compile(r"\d{1,3}(?:,\d{3})*|\d+")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cells with its paragraph; ``starts`` are the offsets at which they begin."""

    paragraph: Paragraph
    cells: tuple[str, ...]
    starts: tuple[int, ...]

    @classmethod
    def of(cls, paragraph: Paragraph) -> "Row":
        """Read the cells of a row."""
        cells, starts, place = [], [], 0
        for piece in paragraph.text.split("|"):
            cells.append(plain(piece.strip()))
            starts.append(place)
            place += len(piece) + 1
        return cls(paragraph, tuple(cells), tuple(starts))

    def column(self, signal: Signal) -> int:
        """The column in which a signal stands."""
        return sum(start <= signal.start for start in self.starts) - 1

    @property
    def part(self) -> Part:
        """The whole row."""
        return Part(self.paragraph, 0, len(self.paragraph.text))


@dataclass(frozen=True, slots=True)
class Cell:
    """A value in a row: its column, kind, canonical value and unit."""

    column: int
    kind: str
    value: str
    unit: str | None


@dataclass(frozen=True, slots=True)
class Columns:
    """What all rows of a table share; ``width`` is the number of cells of the key."""

    header: Row
    lead: Part | None
    place: Place
    width: int
    words: Words
    language: Language


def candidates(paragraphs: Sequence[Paragraph], lead: Part | None, place: Place, words: Words, language: Language) -> Iterator[Candidate]:
    """The candidates of a table, row by row; none where no row of headings stands above it.

    Words that announce how many rows there are (``Three paths are known:``) are not true of one.
    """
    header, *rows = map(Row.of, paragraphs)
    if len(header.cells) < 2 or not all(header.cells[1:]) or any(signal.kind in KINDS for signal in header.paragraph.signals):
        return
    written = header.paragraph.text.split("|")
    if (
        BACKSLASH in header.cells[0]
        or any(NO_HEADING.search(cell.strip()) for cell in written[1:])
        or any(FOOTNOTED.search(cell.strip()) for cell in written)
    ):
        return
    if lead is None and _is_unnamed(header.cells[0], place, words):
        return
    if lead and words.announcing.search(lead.text):
        lead = None
    rows = [row for row in rows if len(row.cells) == len(header.cells) and len(row.paragraph.text) <= LONGEST_ROW]
    rows = [row for row in rows if _is_filled(row, words) and not _is_bare(row, header, language)]
    columns = Columns(header, lead, place, _key_width(rows), words, language)
    for row in rows:
        yield from _row(row, columns)


def _is_unnamed(heading: str, place: Place, words: Words) -> bool:
    """Whether the heading of the first column tells nothing of the rows, and the place has no such word that would."""
    return heading.casefold() in words.columns and stem(heading.casefold(), place.language) not in place.stems


def _is_filled(row: Row, words: Words) -> bool:
    """Whether it has a key and tells something of it, in the row itself."""
    raw = (cell.strip() for cell in row.paragraph.text.split("|"))
    told = [not LINKED.fullmatch(written) for written in raw]
    filled = [cell for cell, tells in zip(row.cells, told, strict=True) if tells and cell and not PLACEHOLDER.fullmatch(cell)]
    if (
        NOTED.search(row.paragraph.text)
        or FORMULA.search(row.paragraph.text)
        or words.beyond.search(row.paragraph.text)
        or any(map(PENDING.fullmatch, row.cells))
    ):
        return False
    return len(filled) >= FEWEST_CELLS and filled[0] == row.cells[0]


def _is_bare(row: Row, header: Row, language: Language) -> bool:
    """Whether it only sets one number beside another, and no heading says by its unit of what."""
    numbers = len(row.cells) == FEWEST_CELLS and all(BARE.fullmatch(cell) for cell in row.cells)
    return numbers and not any(unit_in(cell, language) for cell in header.cells)


def _key_width(rows: Sequence[Row]) -> int:
    """How many leading cells tell all rows apart; all cells where none do."""
    columns = len(rows[0].cells) if rows else 0
    return next((width for width in range(1, columns) if len({row.cells[:width] for row in rows}) == len(rows)), columns)


def _row(row: Row, columns: Columns) -> Iterator[Candidate]:
    cells = list(_values(row, columns)) or list(_plain_value(row))
    if not cells:
        yield _candidate(row, columns, None)
    for cell in cells:
        yield _candidate(row, columns, cell)


def _values(row: Row, columns: Columns) -> Iterator[Cell]:
    """The values that signals of the row state, then bare numbers with the unit of their column."""
    stated = set()
    for signal in row.paragraph.signals:
        if columns.header.cells[row.column(signal)].casefold() in columns.words.explaining:
            continue
        if signal.kind in KINDS and signal.value is not None and not columns.words.unfixed.holds(row.paragraph.text, signal):
            stated.add(row.column(signal))
            yield Cell(row.column(signal), KINDS[signal.kind], signal.value, unit_of(signal, columns.language))
    for column, text in enumerate(row.cells):
        if column and column not in stated and BARE.fullmatch(text) and (unit := unit_in(columns.header.cells[column], columns.language)):
            yield Cell(column, *unit[:1], text.replace(",", ""), unit[1])


def _plain_value(row: Row) -> Iterator[Cell]:
    """The second of two cells as it stands, where it is short."""
    if len(row.cells) == 2 and 0 < len(row.cells[1]) <= LONGEST_VALUE:
        yield Cell(1, "value", row.cells[1], None)


def _candidate(row: Row, columns: Columns, cell: Cell | None) -> Candidate:
    """The candidate of a cell, or of a row that states no value."""
    context = (columns.lead, columns.header.part) if columns.lead else (columns.header.part,)
    passage = Passage(columns.place, (row.part,), context)
    return Candidate(
        statement=f"{columns.place.name}: {_said(row, columns)}",
        quotes=passage.quotes(row.part),
        kind=cell.kind if cell else "fact",
        subject=columns.place.subject,
        slot=_slot(row, columns, cell) if cell else None,
        value=cell.value if cell else None,
        unit=cell.unit if cell else None,
    )


def _said(row: Row, columns: Columns) -> str:
    """The row in words: each cell behind the heading of its column, all behind the words that lead to the table."""
    named = zip(columns.header.cells, row.cells, strict=True)
    said = "; ".join(f"{heading}: {text}" if heading else text for heading, text in named if SAYING.search(text))
    return f"{plain(columns.lead.text)} {said}" if columns.lead else said


def _slot(row: Row, columns: Columns, cell: Cell) -> str | None:
    """The key of the row and the heading of the column; none for the only cell of the key, which fixes nothing."""
    key = [row.cells[column] for column in range(columns.width) if column != cell.column]
    if not key:
        return None
    language = columns.place.language
    row_words, column_words = (
        stems(" ".join(key), columns.words, language),
        stems(columns.header.cells[cell.column], columns.words, language),
    )
    return f"{cell.kind}: {row_words} / {column_words}"

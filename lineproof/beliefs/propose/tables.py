"""Tables: statements of rows, each cell named by the heading of its column.

key   the leading cells by which a row of its table can be told from the others; usually the first alone
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from lineproof.beliefs.model import Candidate, Paragraph
from lineproof.beliefs.propose.claims import KINDS
from lineproof.beliefs.propose.passages import Part, Passage
from lineproof.beliefs.propose.places import Place
from lineproof.beliefs.propose.plain import plain
from lineproof.beliefs.propose.slots import stems
from lineproof.beliefs.propose.words import Words
from lineproof.evidence.signals.model import Signal

BORDER: Final = " | "
LONGEST_ROW: Final = 600
LONGEST_VALUE: Final = 80


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
            cells.append(piece.strip())
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


def candidates(paragraphs: Sequence[Paragraph], lead: Part | None, place: Place, words: Words) -> Iterator[Candidate]:
    """The candidates of a table, row by row; none where no row of headings stands above it."""
    header, *rows = map(Row.of, paragraphs)
    rows = [row for row in rows if len(row.cells) == len(header.cells) and len(row.paragraph.text) <= LONGEST_ROW and row.cells[0]]
    if len(header.cells) < 2 or not all(header.cells[1:]) or any(signal.kind in KINDS for signal in header.paragraph.signals):
        return
    width = _key_width(rows)
    for row in rows:
        yield from _row(row, header, lead, place, words, width)


def _key_width(rows: Sequence[Row]) -> int:
    """How many leading cells tell all rows apart; all cells where none do."""
    columns = len(rows[0].cells) if rows else 0
    return next((width for width in range(1, columns) if len({row.cells[:width] for row in rows}) == len(rows)), columns)


def _row(row: Row, header: Row, lead: Part | None, place: Place, words: Words, width: int) -> Iterator[Candidate]:
    context = (lead, header.part) if lead else (header.part,)
    passage = Passage(place, (row.part,), context)
    said = "; ".join(f"{plain(head)}: {plain(cell)}" if head else plain(cell) for head, cell in zip(header.cells, row.cells, strict=True) if cell)
    statement = f"{place.name}: {plain(lead.text)} {said}" if lead else f"{place.name}: {said}"
    valued = False
    for signal in row.paragraph.signals:
        if signal.kind in KINDS and signal.value is not None:
            valued = True
            yield _candidate(statement, passage, KINDS[signal.kind], _slot(row, header, row.column(signal), width, words, KINDS[signal.kind], place), signal.value, signal.unit)
    if not valued and len(row.cells) == 2 and 0 < len(row.cells[1]) <= LONGEST_VALUE:
        yield _candidate(statement, passage, "value", _slot(row, header, 1, width, words, "value", place), plain(row.cells[1]), None)
    elif not valued:
        yield _candidate(statement, passage, "fact", None, None, None)


def _candidate(statement: str, passage: Passage, kind: str, slot: str | None, value: str | None, unit: str | None) -> Candidate:
    return Candidate(statement, passage.quotes(passage.focus[0]), kind, passage.place.subject, slot, value, unit)


def _slot(row: Row, header: Row, column: int, width: int, words: Words, kind: str, place: Place) -> str | None:
    """The key of the row and the heading of the column; none for a cell of the key itself, which fixes nothing."""
    key = [row.cells[n] for n in range(width) if n != column]
    return f"{kind}: {stems(' '.join(key), words, place.language)} / {stems(header.cells[column], words, place.language)}" if key else None

"""Pack: the best paragraphs as a context within a budget of tokens, each with its citation.

token      four characters, rounded up: of the whole context, with its headings and citations
item       a paragraph of the context, verbatim, with the lines on which it stands; behind the paragraphs the headings above them
trimmed    of a paragraph that does not fit and is longer than half of the budget: its item is the part of it that speaks most of the
           question, on the lines of this part
verified   of an item: its text still has the hash stored with it, and so have its lines; what has not is left out

prose      a paragraph that is neither metadata nor a heading; for the best of these room is kept while others are packed

Items are numbered by rank. In the context they stand by document and, within it, in the order of their lines, so that what belongs
together is read together. A flag that holds for a whole document stands once, above its items.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

from lineproof.recall.columns import NONE, Columns, columns_of
from lineproof.recall.force import flags_of_document
from lineproof.recall.rank import Ranked
from lineproof.recall.routes.lexical import weights_of
from lineproof.recall.sessions import clock, sessions_of
from lineproof.recall.trim import LONGEST_PIECE, best_part, lines_of_part
from lineproof.recall.verbatim import Passage, lines_under, passages_of
from lineproof.recall.view import View

CHARACTERS: Final = 4
AT_ONCE: Final = 64
"""Paragraphs whose text is read together."""
HEADS: Final = ("field", "heading")
"""Kinds of paragraphs that are no prose."""
MISSES: Final = 30
"""After so many paragraphs in a row that do not fit, none is looked for any more."""


@dataclass(frozen=True, slots=True)
class Item:
    """A paragraph of the context; where it is a turn, ``turn`` is its id, and ``said`` when it was said (day, or day and time)."""

    path: str
    first_line: int
    last_line: int
    text: str
    citation: str
    score: float
    flags: tuple[str, ...]
    turn: str | None
    said: str | None


@dataclass(frozen=True)
class Packed:
    """A context with its items: paragraphs by rank (``numbers``), then the ``headings`` above them, by number too.

    ``trimmed``, ``cut`` and ``altered`` are numbers of paragraphs: those of which only a part stands there, that did not fit, that did not
    verify. ``least`` is a budget in which the best paragraph and the best prose fit, where one of them did not; else 0.
    """

    context: str
    items: tuple[Item, ...]
    numbers: tuple[int, ...]
    headings: tuple[int, ...]
    trimmed: tuple[int, ...]
    cut: tuple[int, ...]
    altered: tuple[int, ...]
    least: int


@dataclass(frozen=True, slots=True)
class _Part:
    """An item with where it stands: its rank from 1, the position of its document, its number, and the heading above.

    ``moment`` is when it was said, where the head of its session does not tell; ``shared`` are those of its flags that all items of the
    document have; ``whole`` tells whether the item is all of its paragraph.
    """

    rank: int
    document: int
    number: int
    heading: int
    moment: str
    shared: tuple[str, ...]
    item: Item
    whole: bool = True


def tokens(text: str) -> int:
    """The tokens of a text."""
    return tokens_of(len(text))


def tokens_of(characters: int) -> int:
    """The tokens of so many characters."""
    return -(-characters // CHARACTERS)


def pack(view: View, best: Sequence[Ranked], budget: int, topic: str = "") -> Packed:
    """Fill a budget with the best paragraphs.

    Args:
        view: the snapshot.
        best: paragraphs, best first.
        budget: most tokens of the context.
        topic: what is asked, by which long paragraphs are trimmed.
    """
    filling = _Filling(view, budget, topic)
    altered: list[int] = []
    for start in range(0, len(best), AT_ONCE):
        parts, unsound = _parts(view, best[start : start + AT_ONCE])
        altered += unsound
        if not filling.take(parts):
            break
    chosen = [replace(part, rank=rank) for rank, part in enumerate(filling.chosen, 1)]
    headings, unsound = _headings_above(view, chosen)
    return Packed(
        context="\n".join(_shown(view, chosen, unsound)),
        items=tuple(part.item for part in (*chosen, *headings)),
        numbers=tuple(part.number for part in chosen),
        headings=tuple(part.number for part in headings),
        trimmed=tuple(part.number for part in chosen if not part.whole),
        cut=tuple(filling.cut),
        altered=(*altered, *unsound),
        least=filling.least,
    )


@dataclass
class _Filling:
    """A context that is being filled; ``size`` counts its characters, ``misses`` what did not fit since the last that did.

    ``least`` are the tokens that the first paragraph or the best prose (``prose``) needs, if it does not fit.
    """

    view: View
    budget: int
    topic: str
    chosen: list[_Part] = field(default_factory=list)
    cut: list[int] = field(default_factory=list)
    size: int = 0
    misses: int = 0
    least: int = 0
    prose: _Part | None = None
    seen: set[tuple[int, int]] = field(default_factory=set)

    def take(self, parts: Sequence[_Part]) -> bool:
        """Add what fits; whether more may."""
        self.prose = self.prose or next((part for part in parts if not _is_head(self.view, part)), None)
        for part in parts:
            if self.misses == MISSES:
                return False
            heads = self._heads(part, self.seen)
            numbered = replace(part, rank=len(self.chosen) + 1)
            above = self.size + self._size_of(heads, part)
            fitting = self._fitting(numbered, self.budget * CHARACTERS - above - self._kept(part, self.seen | heads))
            if fitting is None:
                wanted = not self.chosen or part is self.prose
                self.least = self.least or (tokens_of(above + _least_size(numbered)) if wanted else 0)
                self.cut.append(part.number)
                self.misses += 1
            else:
                self.misses, self.size = 0, above + _size(fitting)
                self.seen |= heads
                self.chosen.append(fitting)
        return self.misses < MISSES

    def _heads(self, part: _Part, seen: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
        """What must stand above a part and does not yet."""
        return {(part.document, NONE), (part.document, part.heading)}.difference(seen)

    def _size_of(self, heads: Iterable[tuple[int, int]], part: _Part) -> int:
        return sum(len(_head(self.view, *head, part.shared)) + 1 for head in heads)

    def _kept(self, part: _Part, seen: Collection[tuple[int, int]]) -> int:
        """The characters that are kept, while a part is packed, for the best prose behind it."""
        prose = self.prose
        if prose is None or not _is_head(self.view, part) or any(one.number == prose.number for one in self.chosen):
            return 0
        return min(_size(prose), self.budget * CHARACTERS // 2) + self._size_of(self._heads(prose, seen), prose)

    def _fitting(self, part: _Part, room: int) -> _Part | None:
        """A part if it fits into a room of some characters; of one longer than half of the budget what fits into such a half."""
        size, half = _size(part), self.budget * CHARACTERS // 2
        if size <= room:
            return part
        if size <= half:
            return None
        return _trimmed(self.view, part, self.topic, min(room, half) - _size_beside(part))


def _is_head(view: View, part: _Part) -> bool:
    """Whether a part is metadata or a heading."""
    return columns_of(view).kinds[part.number] in HEADS


def _size(part: _Part) -> int:
    """The characters that an item takes in the context, with its line break."""
    return len(_line(part)) + 1


def _size_beside(part: _Part) -> int:
    """The characters that an item takes beside its text, at most: the lines of a part of it may be written longer (L9-L99, L98-L99)."""
    return _size(part) - len(part.item.text) + len(f"L{part.item.last_line}-")


def _least_size(part: _Part) -> int:
    """The characters of a budget in which an item fits, trimmed if need be."""
    return min(_size(part), 2 * (_size_beside(part) + LONGEST_PIECE))


def _trimmed(view: View, part: _Part, topic: str, room: int) -> _Part | None:
    """A part whose item is the best of its text that fits into a room; None where nothing does."""
    item, document = part.item, view.documents()[columns_of(view).documents[part.document]]
    span = best_part(item.text, document.language, weights_of(view, topic), room)
    if span is None:
        return None
    first, last = lines_of_part(item.text, span, lines_under(view, part.number), document.encoding)
    citation = _citation(item.path, first, last)
    shorter = replace(item, text=item.text[slice(*span)], first_line=first, last_line=last, citation=citation)
    return replace(part, item=shorter, whole=False)


def _headings_above(view: View, chosen: Sequence[_Part]) -> tuple[list[_Part], list[int]]:
    """The headings above some parts that are shown whole and verify; and the numbers of those that do not verify.

    Each has the score of the best part below it, and those of its flags that hold for the whole document.
    """
    own = {part.number for part in chosen}
    best = {part.heading: part for part in reversed(chosen) if part.heading != NONE and part.heading not in own}
    parts, unsound = _parts(view, [Ranked(number, part.item.score, part.shared, {}) for number, part in best.items()])
    texts = headings_of(view)
    return [part for part in parts if part.item.text == texts[part.number]], unsound


def _shown(view: View, parts: Sequence[_Part], unsound: Collection[int]) -> Iterator[str]:
    """The lines of the context: documents in the order of their best item, within one the items by line, below sound headings."""
    first = {part.document: part.rank for part in reversed(parts)}
    ordered = sorted(parts, key=lambda part: (first[part.document], part.number))
    for document, group in groupby(ordered, key=lambda part: part.document):
        heading, members = NONE, list(group)
        yield _head(view, document, NONE, members[0].shared)
        shown = {NONE, *unsound}
        for part in members:
            if part.heading != heading and part.heading not in shown:
                yield _head(view, document, part.heading)
            heading = part.heading
            shown.add(heading)
            yield _line(part)


def _head(view: View, document: int, heading: int, shared: Iterable[str] = ()) -> str:
    """The line above a document's items, or above those of one of its sections."""
    columns = columns_of(view)
    if heading != NONE:
        return f"### {headings_of(view)[heading]}"
    about = view.documents()[columns.documents[document]]
    name = about.path if about.label in about.path else f"{about.label} ({about.path})"
    session = sessions_of(view).get(document)
    said = (session.told, session.day.isoformat() if session.day else "") if session else ()
    return f"## {', '.join((name, *filter(None, said)))}" + _bracketed(shared)


def _line(part: _Part) -> str:
    """An item as it stands in the context."""
    lines = f"L{part.item.first_line}" + (f"-L{part.item.last_line}" if part.item.last_line != part.item.first_line else "")
    flags = _bracketed(flag for flag in part.item.flags if flag not in part.shared)
    moment = f" ({part.moment})" if part.moment else ""
    return f"[{part.rank}] {part.item.turn or lines}{moment}{flags} {part.item.text}"


def _bracketed(flags: Iterable[str]) -> str:
    return "".join(f" [{flag}]" for flag in flags)


def headings_of(view: View) -> Mapping[int, str]:
    """The headings under which paragraphs stand, by number, read once; of a long one the beginning."""
    return view.keep(_headings)


def _headings(view: View) -> Mapping[int, str]:
    columns = columns_of(view)
    rows = view.rows("SELECT paragraph_id, text[:200] FROM evidence.paragraphs WHERE kind = 'heading'")
    return {columns.positions[paragraph]: text for paragraph, text in rows}


def _parts(view: View, best: Sequence[Ranked]) -> tuple[list[_Part], list[int]]:
    """The paragraphs that verify, as parts of a context; and the numbers of those that do not."""
    columns, documents = columns_of(view), view.documents()
    parts, altered = [], []
    for rank, (one, passage) in enumerate(zip(best, passages_of(view, [one.number for one in best]), strict=True), 1):
        if not passage.sound:
            altered.append(one.number)
            continue
        document, heading = columns.document_of(one.number), int(columns.heading[one.number])
        item = _item(columns, documents[columns.documents[document]].path, one, passage)
        shared = tuple(flag for flag in flags_of_document(view, document) if flag in one.flags) if one.flags else ()
        moment = sessions_of(view)[document].moment(passage.said) if passage.said else ""
        parts.append(_Part(rank, document, one.number, heading, moment, shared, item))
    return parts, altered


def _item(columns: Columns, path: str, one: Ranked, passage: Passage) -> Item:
    first, last = int(columns.first_line[one.number]), int(columns.last_line[one.number])
    said = clock(passage.said) if passage.said else None
    return Item(path, first, last, passage.text, _citation(path, first, last), one.score, one.flags, passage.turn, said)


def _citation(path: str, first: int, last: int) -> str:
    return f"{path}#L{first}" + (f"-L{last}" if last != first else "")

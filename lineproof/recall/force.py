"""Force: what replaces, amends or contradicts each paragraph, and since when; what holds on a day.

relation   another document, section or claim that bears on a paragraph: `superseded_by`, `amended_by` or `conflicts_with`
since      the day from which a relation holds: that on which the other document takes effect, none where it states none
until      the last day of one that holds no longer, such as a contest between what was replaced and something else
ended      what says of itself that it is no longer in force: a document by its status, a section by its heading (`4. Fees (repealed)`)
flag       a relation, a day (`not_yet_in_force`, `expired`, `valid_until`) or an end, as a reader sees it:
           `superseded_by: RFC 9110 (rfc9110.txt)`

A relation of a document holds for all of its paragraphs, that of a section for those below its heading.
"""

import datetime
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

import numpy as np

from lineproof.beliefs.standing.closed import LONGEST, TITLE, ended_by_status
from lineproof.beliefs.standing.provisions import CLOSED
from lineproof.beliefs.standing.words import says_ended
from lineproof.recall.columns import NONE, Columns, columns_of, homes_of
from lineproof.recall.view import Document, View

SUPERSEDED: Final = "superseded_by"
AMENDED: Final = "amended_by"
CONFLICTS: Final = "conflicts_with"
NOT_YET: Final = "not_yet_in_force"
EXPIRED: Final = "expired"
UNTIL: Final = "valid_until"
ENDED: Final = "no_longer_in_force"
DEMOTED: Final = (SUPERSEDED, ENDED, NOT_YET, EXPIRED)
"""What no longer or not yet holds; it is kept, but after what does."""
PLACES_KEPT: Final = 1 << 16

_STATED = """
SELECT e.type, e.target_id, e.target_document_id, e.source_document_id, e.partial, coalesce(e.since, s.begins), min(m.line)
FROM bearing_edges e JOIN beginnings s ON s.document_id = e.source_document_id
LEFT JOIN all_mentions m ON m.mention_id = e.mention_id AND m.document_id = e.source_document_id
GROUP BY ALL ORDER BY ALL
"""
_SUCCEEDED = """
SELECT s.document_id, s.by_id, coalesce(r.since, b.begins) FROM beliefs.successions s JOIN beginnings b ON b.document_id = s.by_id
LEFT JOIN repeals r ON r.target_id = s.document_id AND r.source_document_id = s.by_id ORDER BY ALL
"""
_STATUSES = """
SELECT s.document_id, d.status FROM beliefs.successions s JOIN evidence.documents d USING (document_id) WHERE s.by_id IS NULL ORDER BY ALL
"""
_BRACKETED = """
SELECT p.paragraph_id, p.text FROM evidence.paragraphs p WHERE p.kind = 'heading' AND regexp_matches(p.text, '[(\\[]') ORDER BY ALL
"""
_STATED_STATUSES = f"""
SELECT p.section_id, p.text FROM evidence.paragraphs p JOIN evidence.paragraphs h ON h.paragraph_id = p.section_id
WHERE p.kind <> 'heading' AND h.level > {TITLE} AND len(p.text) <= {LONGEST} AND contains(lower(p.text), 'status') ORDER BY ALL
"""  # noqa: S608
_CLAIMED = """
WITH decided AS (
    SELECT s.claim_id, s.status, s.by_id, s.status_since AS since FROM claims_with_evidence s JOIN beliefs.claims b ON b.claim_id = s.by_id
    WHERE s.position = 0 AND s.status IN ('superseded', 'disputed')
)
SELECT q.paragraph_id, x.status, b.document_id, min(b.first_line), x.since
FROM decided x JOIN beliefs.quotes q ON q.claim_id = x.claim_id AND q.position = 0
JOIN claims_with_evidence b ON b.claim_id = x.by_id AND b.position = 0 GROUP BY ALL ORDER BY ALL
"""
_CONTESTED = """
SELECT q.paragraph_id, b.document_id, min(b.first_line), x.since, x.until
FROM beliefs.contests x JOIN beliefs.quotes q ON q.claim_id = x.claim_id AND q.position = 0
JOIN claims_with_evidence b ON b.claim_id = x.by_id AND b.position = 0 GROUP BY ALL ORDER BY ALL
"""
_WITHDRAWN = """
SELECT q.paragraph_id, w.document_id, w.first_line
FROM beliefs.standings s JOIN evidence.paragraphs w ON w.paragraph_id = s.by_id AND w.document_id = s.document_id
    AND NOT starts_with(s.reason, ?)
JOIN beliefs.quotes q ON q.claim_id = s.claim_id AND q.position = 0 GROUP BY ALL ORDER BY ALL
"""
"""What its own document takes back, whatever the day."""
_ACTIVE = """
SELECT DISTINCT q.paragraph_id FROM beliefs.quotes q JOIN beliefs.standings s USING (claim_id) WHERE s.status = 'active' AND q.position = 0
"""
_DATED = """
SELECT q.paragraph_id, CASE WHEN count(*) = count(c.valid_from) THEN min(c.valid_from) END AS begins,
    CASE WHEN count(*) = count(c.valid_to) THEN max(c.valid_to) END AS ends
FROM beliefs.claims c JOIN beliefs.quotes q USING (claim_id)
WHERE q.position = 0 GROUP BY ALL HAVING begins IS NOT NULL OR ends IS NOT NULL
"""
"""A paragraph begins and ends with what it claims: not before one claim of it that holds at all times."""
_BEGINNINGS = "SELECT document_id, begins FROM beginnings WHERE begins IS NOT NULL"
_SAID = """
SELECT t.paragraph_id, t.said_at::DATE FROM evidence.turns t JOIN beginnings b USING (document_id) WHERE t.said_at::DATE <> b.begins
"""
"""Turns that were said on another day than that of their session."""
_EXPIRING = "SELECT document_id, expires FROM evidence.documents WHERE expires IS NOT NULL"


@dataclass(frozen=True, slots=True)
class Relation:
    """Something that bears on a paragraph: ``kind``, the document it stands in, and its line there (0 for all of it)."""

    kind: str
    document_id: str
    line: int
    since: datetime.date | None
    until: datetime.date | None = None

    def holds(self, as_of: datetime.date | None) -> bool:
        """Whether it does on a day; without a day, whatever is stated and has not ended holds."""
        if as_of is None:
            return self.until is None
        return (self.since is None or self.since <= as_of) and (self.until is None or as_of <= self.until)


@dataclass(frozen=True)
class Force:
    """What bears on the paragraphs of a snapshot: by position of the document, by number of a heading, by number of a paragraph.

    ``ended`` and ``closed`` are the words by which documents and sections say of themselves that they are no longer in force.
    """

    documents: Mapping[int, Sequence[Relation]]
    sections: Mapping[int, Sequence[Relation]]
    paragraphs: Mapping[int, Sequence[Relation]]
    begins: Mapping[int, datetime.date]
    expires: Mapping[int, datetime.date]
    ended: Mapping[int, str]
    closed: Mapping[int, str]
    validity: Mapping[int, tuple[datetime.date | None, datetime.date | None]]
    said: Mapping[int, datetime.date]

    @functools.cached_property
    def own(self) -> frozenset[int]:
        """The numbers of the paragraphs on which something bears that does not bear on all others under the same heading."""
        return frozenset().union(self.sections, self.paragraphs, self.validity, self.said)


def force_of(view: View) -> Force:
    """What bears on the paragraphs of a snapshot, read once."""
    return view.keep(_force)


def flags_of(view: View, numbers: Sequence[int], as_of: datetime.date | None) -> dict[int, tuple[str, ...]]:
    """The flags of some paragraphs on a day, the weightiest first; by number, in the order of the numbers."""
    own, columns, flags = force_of(view).own, columns_of(view), view.keep(_shared)
    wanted = np.asarray(numbers, dtype=np.int32)
    places = zip(numbers, columns.heading[wanted].tolist(), columns.document[wanted].tolist(), strict=True)
    return {number: flags(number if number in own else NONE, heading, document, as_of) for number, heading, document in places}


def _shared(view: View) -> Callable[[int, int, int, datetime.date | None], tuple[str, ...]]:
    """Flags by place, each made once for all paragraphs under a heading on which nothing else bears."""
    return functools.lru_cache(maxsize=PLACES_KEPT)(functools.partial(_flags, force_of(view), columns_of(view), view.documents()))


def _flags(
    force: Force, columns: Columns, documents: Mapping[str, Document], own: int, heading: int, document: int, as_of: datetime.date | None
) -> tuple[str, ...]:
    """The flags of one paragraph (``own``), or of any under a heading on which nothing of its own bears (NONE)."""
    above = [*_headings(columns, heading)]
    found = [
        *force.paragraphs.get(own, ()),
        *chain.from_iterable(force.sections.get(number, ()) for number in ([own] if own != NONE else []) + above),
        *force.documents.get(document, ()),
    ]
    shown = _shown(documents, (relation for relation in found if relation.holds(as_of)))
    closed = (f"{ENDED}: {force.closed[number]}" for number in above if number in force.closed)
    return tuple(dict.fromkeys((*_days(force, document, own, as_of), *_ended(force, document), *closed, *shown)))


def _ended(force: Force, document: int) -> Iterator[str]:
    """What a document says of itself, as a reader sees it."""
    if document in force.ended:
        yield f'{ENDED}: status "{force.ended[document]}"'


def flags_of_document(view: View, document: int) -> tuple[str, ...]:
    """The flags that all paragraphs of a document have for what bears on it as a whole, on whatever day, by its position."""
    force = force_of(view)
    return tuple(dict.fromkeys((*_ended(force, document), *_shown(view.documents(), force.documents.get(document, ())))))


def amending(view: View, number: int, as_of: datetime.date | None) -> list[int]:
    """The numbers of the paragraphs that amend a paragraph or a section that it stands in, on a day."""
    force, columns, homes = force_of(view), columns_of(view), homes_of(view)
    own = (force.sections.get(one, ()) for one in (number, *_headings(columns, int(columns.heading[number]))))
    found = dict.fromkeys(chain(force.paragraphs.get(number, ()), *own))
    amended = (one for one in found if one.kind == AMENDED and one.line and one.holds(as_of))
    return [columns.at_line(homes[one.document_id], one.line) for one in amended]


def _shown(documents: Mapping[str, Document], relations: Iterable[Relation]) -> list[str]:
    """Relations as a reader sees them, the weightiest first."""
    shown = [f"{relation.kind}: {_place(documents, relation)}" for relation in dict.fromkeys(relations)]
    order = (SUPERSEDED, CONFLICTS, AMENDED)
    return sorted(shown, key=lambda flag: order.index(flag.partition(":")[0]))


def demoted(flags: Sequence[str]) -> bool:
    """Whether flags say that a paragraph no longer or not yet holds."""
    return any(flag.partition(":")[0] in DEMOTED for flag in flags)


def superseded_in(flags: Sequence[str], paths: Iterable[str]) -> bool:
    """Whether flags say that something in one of some documents took the place of a paragraph."""
    places = [flag for flag in flags if flag.startswith(SUPERSEDED)]
    return any(f"({path})" in flag or f"({path}#L" in flag for flag in places for path in paths)


def _days(force: Force, document: int, number: int, as_of: datetime.date | None) -> Iterator[str]:
    """What the dates of a paragraph say of a day; without a day, until when it holds, where that is known: here is no clock."""
    begin, end = force.validity.get(number, (None, None))
    begin = begin or force.said.get(number) or force.begins.get(document)
    end = min(filter(None, (end, force.expires.get(document))), default=None)
    if end and as_of is None:
        yield f"{UNTIL}: {end.isoformat()}"
    if begin and as_of and begin > as_of:
        yield f"{NOT_YET}: from {begin.isoformat()}"
    if end and as_of and end < as_of:
        yield f"{EXPIRED}: after {end.isoformat()}"


def _headings(columns: Columns, number: int) -> Iterator[int]:
    """A heading and those above it."""
    current = number
    while current != NONE:
        yield current
        current = int(columns.heading[current])


def _place(documents: Mapping[str, Document], relation: Relation) -> str:
    document = documents[relation.document_id]
    return f"{document.label} ({document.path}{f'#L{relation.line}' if relation.line else ''})"


def _closed(view: View) -> Iterator[tuple[int, str]]:
    """The numbers of the headings of closed sections, each with the words that say so."""
    positions = columns_of(view).positions
    for heading, text in view.rows(_STATED_STATUSES):
        if status := ended_by_status(text):
            yield positions[heading], f'status "{status}"'
    yield from ((positions[heading], f'heading "{text}"') for heading, text in view.rows(_BRACKETED) if says_ended(text))


def _force(view: View) -> Force:
    columns, homes = columns_of(view), homes_of(view)
    documents: dict[int, list[Relation]] = {}
    sections: dict[int, list[Relation]] = {}
    paragraphs: dict[int, list[Relation]] = {}
    kinds = {"supersedes": SUPERSEDED, "amends": AMENDED, "superseded": SUPERSEDED, "disputed": CONFLICTS}
    for kind, target, home, source, partial, since, line in view.rows(_STATED):
        # A document that is superseded in part is amended; of a section that is named nothing is left.
        whole = not partial or target != home
        relation = Relation(kinds[kind] if whole else AMENDED, source, 0 if target == home else line or 0, since)
        if target == home:
            documents.setdefault(homes[home], []).append(relation)
        else:
            sections.setdefault(columns.positions[target], []).append(relation)
    for older, newer, since in view.rows(_SUCCEEDED):
        documents.setdefault(homes[older], []).append(Relation(SUPERSEDED, newer, 0, since))
    active = {row[0] for row in view.rows(_ACTIVE)}
    for paragraph, status, source, line, since in view.rows(_CLAIMED):
        # A paragraph of which something still holds is amended, not gone.
        kind = AMENDED if status == "superseded" and paragraph in active else kinds[status]
        paragraphs.setdefault(columns.positions[paragraph], []).append(Relation(kind, source, line, since))
    for paragraph, source, line, since, until in view.rows(_CONTESTED):
        paragraphs.setdefault(columns.positions[paragraph], []).append(Relation(CONFLICTS, source, line, since, until))
    for paragraph, source, line in view.rows(_WITHDRAWN, [CLOSED]):
        paragraphs.setdefault(columns.positions[paragraph], []).append(Relation(SUPERSEDED, source, line, None))
    return Force(
        documents=documents,
        sections=sections,
        paragraphs=paragraphs,
        begins={homes[document]: day for document, day in view.rows(_BEGINNINGS)},
        expires={homes[document]: day for document, day in view.rows(_EXPIRING)},
        ended={homes[document]: status for document, status in view.rows(_STATUSES)},
        closed=dict(_closed(view)),
        validity={columns.positions[paragraph]: (begin, end) for paragraph, begin, end in view.rows(_DATED)},
        said={columns.positions[paragraph]: day for paragraph, day in view.rows(_SAID)},
    )

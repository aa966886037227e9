"""Load: the claims of a database, and its documents, places and links as standings need them.

opening   a document's metadata lines, what stands before its second heading, and the sections that say for what it holds
continues  a list, a table or an example under a labelled clause that is no heading belongs to this clause
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

import duckdb

from lineproof.beliefs.model import Candidate, Claim, Quote
from lineproof.beliefs.standing.closed import closed
from lineproof.beliefs.standing.measure import FORBIDS, RULES
from lineproof.beliefs.standing.model import Held, Library, Link, Paragraph, Place, Source
from lineproof.beliefs.standing.withdrawn import withdrawals
from lineproof.beliefs.standing.words import load as load_words

CONTINUES: Final = frozenset({"list_item", "table_row", "code"})
Row = tuple[Any, ...]


def load_library(connection: duckdb.DuckDBPyConnection, claims: Iterable[Claim], others: Iterable[Held] = ()) -> Library:
    """The documents of a database with all that decides what is in force, and the places of claims and of links."""
    links = [Link(*row) for row in connection.execute(_LINKS).fetchall()]
    # A claim that sets no value falls with its clause only where another document names this clause.
    acted_on = {link.target_document for link in links if link.target != link.target_document != link.source}
    held = (*map(Held.of, claims), *(one for one in others if one.document_id in acted_on))
    wanted = {one.paragraph_id for one in held} | {link.paragraph_id or "" for link in links}
    paragraphs = _grouped(connection.execute(_PARAGRAPHS).fetchall())
    sources: dict[str, Source] = {}
    places: dict[str, Place] = {}
    withdrawn: dict[str, str] = {}
    shut: dict[str, str] = {}
    for document, *described in connection.execute(_DOCUMENTS).fetchall():
        own = [Paragraph(*row) for row in paragraphs.get(document, ())]
        source = Source(document, *described)
        sources[document] = replace(source, opening=tuple(_opening(own, source.language)))
        places.update((place.paragraph_id, place) for place in _places(document, own, wanted))
        withdrawn |= withdrawals(own, source.language)
        shut |= closed(own)
    return Library(sources, places, links, withdrawn, shut)


def load_claims(connection: duckdb.DuckDBPyConnection) -> list[Claim]:
    """The claims of a database that set a value, and the rules that another document turns round, each with its principal quote."""
    return [_claim(row) for query in (_CLAIMS, _TURNED) for row in connection.execute(query).fetchall()]


def load_others(connection: duckdb.DuckDBPyConnection, claims: Iterable[Claim]) -> list[Held]:
    """The claims of a database beside those that were loaded."""
    known = {claim.claim_id for claim in claims}
    return [Held(*row) for row in connection.execute(_OTHERS).fetchall() if row[0] not in known]


def _claim(row: Row) -> Claim:
    claim, document, statement, kind, subject, slot, value, unit, modality, begins, ends, *quote = row
    stated = {"modality": modality, "valid_from": begins, "valid_to": ends}
    candidate = Candidate(statement, (Quote(*quote),), kind, subject, slot, value, unit, **stated)
    return Claim(claim, document, candidate)


def _opening(paragraphs: Sequence[Paragraph], language: str) -> Iterator[str]:
    """The texts in which a document says what it is and for what it holds."""
    scope, headings, inside = load_words(language).scope_heading, 0, False
    for paragraph in paragraphs:
        if paragraph.kind == "heading":
            headings += 1
            inside = bool(scope.search(paragraph.text))
        elif paragraph.kind == "field" or headings < 2 or inside:
            yield paragraph.text


def _places(document: str, paragraphs: Sequence[Paragraph], wanted: Container[str]) -> Iterator[Place]:
    """The places of some paragraphs of a document, which are all given in their order."""
    headings = {paragraph.paragraph_id: paragraph for paragraph in paragraphs if paragraph.kind == "heading"}
    above: dict[str | None, tuple[Paragraph, ...]] = {None: ()}
    clause: Paragraph | None = None
    for paragraph in paragraphs:
        if paragraph.kind not in CONTINUES:
            clause = paragraph if paragraph.label and paragraph.kind != "heading" else None
        if paragraph.paragraph_id not in wanted:
            continue
        sections = _above(paragraph.section_id, headings, above)
        continued = clause if clause and clause is not paragraph and clause.section_id == paragraph.section_id else None
        holders = (*sections, *filter(None, (continued,)))
        label = next((holder.label for holder in (paragraph, *reversed(holders)) if holder.label), None)
        nodes = tuple(holder.paragraph_id for holder in holders)
        titles = (holder.inline_title for holder in (paragraph, continued) if holder)
        texts = (*(section.text for section in sections), *filter(None, titles))
        yield Place(paragraph.paragraph_id, document, paragraph.text, paragraph.kind, nodes, texts, label)


def _above(section: str | None, headings: dict[str, Paragraph], known: dict[str | None, tuple[Paragraph, ...]]) -> tuple[Paragraph, ...]:
    """The headings above, outermost first; a heading stands after those that it stands under."""
    if section not in known:
        heading = headings.get(section or "")
        known[section] = (*_above(heading.section_id, headings, known), heading) if heading else ()
    return known[section]


def _grouped(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """Rows by their first column, without it; the rows stand together already."""
    return {str(key): [row[1:] for row in group] for key, group in groupby(rows, key=lambda row: row[0])}


_DOCUMENTS = """
SELECT document_id, path, title, identifier, edition, effective, status, language, expires FROM evidence.documents ORDER BY document_id
"""
_PARAGRAPHS = (
    "SELECT document_id, paragraph_id, kind, level, label, title, section_id, text FROM evidence.paragraphs ORDER BY document_id, ordinal"
)
_LINKS = (
    "SELECT DISTINCT e.type, e.source_document_id, e.target_id, e.target_document_id, e.partial, "
    'm.paragraph_id, coalesce(m.start, 0), coalesce(m."end", 0) '
    "FROM graph.stated_edges e LEFT JOIN all_mentions m ON m.mention_id = e.mention_id AND m.document_id = e.source_document_id "
    "WHERE e.type IN ('supersedes', 'amends', 'attaches_to', 'requires', 'refers_to') AND e.target_document_id IS NOT NULL"
)
_QUOTED = "FROM settled_claims c JOIN beliefs.quotes q ON q.claim_id = c.claim_id AND q.document_id = c.document_id AND q.position = 0"
_SETS_VALUE = "c.slot IS NOT NULL AND c.value IS NOT NULL AND c.unit IS NOT NULL"
_COLUMNS = (
    "SELECT c.claim_id, c.document_id, c.statement, c.kind, c.subject, c.slot, c.value, c.unit, c.modality, c.valid_from, c.valid_to, "
    'q.paragraph_id, q.start, q."end", q.quote '
    f"{_QUOTED} WHERE "
)
_CLAIMS = f"{_COLUMNS}{_SETS_VALUE}"
# Most rules are the only ones in their words: what no other document turns round need not be compared.
_TURNED = (
    f"{_COLUMNS} c.value IS NULL AND c.slot IS NOT NULL AND c.kind IN {RULES} "
    f"WINDOW same AS (PARTITION BY c.slot) QUALIFY bool_or(c.kind = '{FORBIDS}') OVER same "
    f"AND bool_or(c.kind <> '{FORBIDS}') OVER same AND min(c.document_id) OVER same <> max(c.document_id) OVER same"
)
_OTHERS = f"SELECT c.claim_id, c.document_id, q.paragraph_id {_QUOTED} WHERE NOT ({_SETS_VALUE})"

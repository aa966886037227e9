"""Impact: what a change of a document, a section or a claim would touch.

own         the claims that quote the node itself, which a change would put to the test
dependent   claims elsewhere whose standing rests on these, documents that refer to the node, pages and reflections that state the claims
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lineproof.recall.names import find
from lineproof.recall.nodes import Node
from lineproof.recall.view import View
from lineproof.serve.claims import SHORTEST_ID


@dataclass(frozen=True, slots=True)
class TouchedClaim:
    """A claim that would be touched; ``why`` says how: it quotes the node, or its standing rests on it."""

    claim_id: str
    status: str
    statement: str
    path: str
    why: str


@dataclass(frozen=True, slots=True)
class TouchedDocument:
    """A document with edges to the node, and how many there are."""

    path: str
    relation: str
    references: int


@dataclass(frozen=True)  # without slots, in which schemas of tools would see defaults
class Impact:
    """What a change of a node would touch."""

    corpus: str
    node: str
    path: str
    first_line: int
    last_line: int
    claims: Sequence[TouchedClaim]
    documents: Sequence[TouchedDocument]
    pages: Sequence[str]
    reflections: Sequence[str]


@dataclass(frozen=True, slots=True)
class Touched:
    """What a node consists of: its paragraphs and the claims on them; ``whole`` if it is a document."""

    node: Node
    document: str
    paragraphs: Sequence[str]
    claims: Sequence[str]
    whole: bool = False


def impact(view: View, name: str) -> Impact:
    """What a change of a node, given by any of its names or by the id of a claim, would touch.

    Raises:
        NavigationError: the name is that of no node, or of several.
    """
    touched = _of_claim(view, name) or _of_node(view, name)
    node, targets = touched.node, [*touched.paragraphs, *([touched.document] if touched.whole else [])]
    own = [TouchedClaim(*row) for row in view.rows(_STATEMENTS, [touched.claims])]
    others = [TouchedClaim(*row) for row in view.rows(_DEPENDENT, [[*touched.claims, *targets], touched.claims])]
    return Impact(
        view.corpus,
        node.label,
        node.path,
        node.first_line,
        node.last_line,
        (*own, *others),
        tuple(TouchedDocument(*row) for row in view.rows(_REFERRING, [targets, touched.document])),
        tuple(page for (page,) in view.rows(_PAGES, [touched.claims])),
        tuple(statement for (statement,) in view.rows(_REFLECTIONS, [touched.claims])),
    )


def _of_claim(view: View, name: str) -> Touched | None:
    found = view.rows(_CLAIM, [name]) if len(name) >= SHORTEST_ID else []
    if len(found) != 1:
        return None
    claim, path, first, last, document, statement = found[0]
    paragraphs = [paragraph for (paragraph,) in view.rows(_QUOTED, [claim])]
    return Touched(Node(claim, "claim", statement, path, first, last), document, paragraphs, [claim])


def _of_node(view: View, name: str) -> Touched:
    extent = find(view, name)
    document = extent.document_id
    paragraphs = [paragraph for (paragraph,) in view.rows(_PARAGRAPHS, [document, extent.first, extent.last])]
    claims = [claim for (claim,) in view.rows(_CLAIMS, [document, paragraphs])]
    return Touched(extent.node, document, paragraphs, claims, extent.node.kind == "document")


_CLAIM: Final = (
    "SELECT claim_id, path, first_line, last_line, document_id, statement FROM claims_with_evidence "
    "WHERE starts_with(claim_id, ?) AND position = 0"
)
_QUOTED: Final = "SELECT paragraph_id FROM beliefs.quotes WHERE claim_id = ? ORDER BY position"
_PARAGRAPHS: Final = "SELECT paragraph_id FROM evidence.paragraphs WHERE document_id = ? AND ordinal BETWEEN ? AND ? ORDER BY ordinal"
_CLAIMS: Final = (
    "SELECT DISTINCT claim_id FROM beliefs.quotes WHERE document_id = ? AND paragraph_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY 1"
)
_STATEMENTS: Final = (
    "SELECT claim_id, status, statement, path, 'quotes it' FROM claims_with_evidence WHERE position = 0 "
    "AND claim_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY path, first_line, claim_id"
)
_DEPENDENT: Final = (
    "SELECT claim_id, status, statement, path, coalesce(reason, status) FROM claims_with_evidence WHERE position = 0 "
    "AND by_id IN (SELECT unnest($1::VARCHAR[])) AND claim_id NOT IN (SELECT unnest($2::VARCHAR[])) ORDER BY path, first_line, claim_id"
)
_REFERRING: Final = (
    "SELECT d.path, e.type, count(*) FROM graph.stated_edges e JOIN evidence.documents d ON d.document_id = e.source_document_id "
    "WHERE e.target_id IN (SELECT unnest($1::VARCHAR[])) AND e.source_document_id <> $2 GROUP BY ALL ORDER BY ALL"
)
_PAGES: Final = (
    "SELECT DISTINCT page FROM (SELECT page, unnest(claim_ids) AS claim_id FROM page_sentences) "
    "WHERE claim_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY 1"
)
_REFLECTIONS: Final = (
    "SELECT DISTINCT r.statement FROM beliefs.reflections r JOIN beliefs.reflection_claims c USING (reflection_id) "
    "WHERE c.claim_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY 1"
)

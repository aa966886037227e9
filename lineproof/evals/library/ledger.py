"""The ledger: where everything that was planted stands, read off the documents once they have lines."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lineproof.evals.library.citing import Directory
from lineproof.evals.library.library import gone, status
from lineproof.evals.library.model import Cited, Document, Fact, Ledger, Link, Reference, Relation, Said, Section, Target
from lineproof.evals.library.render import Cite, Placed, Rendered, render

PATTERN: Final = ("txt", "md", "html", "md", "txt", "rst", "md", "md")
"""The forms in which documents are written, in turn: a quarter of them in page layout."""


Style = Callable[[Document, Directory], Cite]
"""How a document writes its references."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Documents with their lines, by key; ``paths`` have the endings of their forms."""

    documents: Directory
    rendered: Mapping[str, Rendered]
    paths: Mapping[str, str]


def without(shelf: Shelf, added: Sequence[str]) -> Shelf:
    """A shelf without some documents."""
    kept = [key for key in shelf.documents if key not in added]
    documents, rendered, paths = ({key: one[key] for key in kept} for one in (shelf.documents, shelf.rendered, shelf.paths))
    return Shelf(documents, rendered, paths)  # type: ignore[arg-type]


def shelve(documents: Sequence[Document], company: str, style: Style) -> Shelf:
    """Give documents their lines, with references in a style."""
    known = {one.key: one for one in documents}
    form = {one.key: PATTERN[at % len(PATTERN)] for at, one in enumerate(documents)}
    rendered = {key: render(one, form[key], company, style(one, known)) for key, one in known.items()}
    return Shelf(known, rendered, {key: f"{one.path}.{form[key]}" for key, one in known.items()})


def ledger_of(shelf: Shelf, added: Sequence[str]) -> Ledger:
    """What was planted; ``added`` are the keys of the additions."""
    before = gone([one for key, one in shelf.documents.items() if key not in added])
    after = gone(list(shelf.documents.values()))
    headings = {key: dict(_headings(rendered)) for key, rendered in shelf.rendered.items()}
    facts, references, relations = [], [], []
    for key, rendered in shelf.rendered.items():
        path = shelf.paths[key]
        said = (one for one in rendered.placed if isinstance(one.mark, Said))
        facts += [_fact(f"{key}-{number}", path, one, None if key in added else before, after) for number, one in enumerate(said, 1)]
        references += [_reference(path, one, shelf, headings) for one in rendered.placed if isinstance(one.mark, Cited)]
        relations += list(_links(shelf, key))
    return Ledger(tuple(facts), tuple(references), tuple(relations))


def _headings(rendered: Rendered) -> Iterator[tuple[str, int]]:
    for placed in rendered.placed:
        if isinstance(placed.mark, Section):
            yield placed.mark.key, placed.line


def _fact(fact_id: str, path: str, placed: Placed, before: frozenset[Target] | None, after: frozenset[Target]) -> Fact:
    assert isinstance(placed.mark, Said)
    fact = placed.mark.fact
    return Fact(
        fact_id, fact.subject, fact.concept, fact.value.kind, fact.value.number, fact.value.unit, placed.mark.surface, path, placed.line,
        placed.quote, None if before is None else status(fact, before), status(fact, after), fact.wrong,
    )  # fmt: skip


def _reference(path: str, placed: Placed, shelf: Shelf, headings: Mapping[str, Mapping[str, int]]) -> Reference:
    assert isinstance(placed.mark, Cited)
    targets = tuple((shelf.paths[one.document], headings[one.document][one.section] if one.section else 0) for one in placed.mark.targets)
    return Reference(path, placed.line, placed.text, targets, placed.mark.reason)


def _links(shelf: Shelf, key: str) -> Iterator[Link]:
    """The relations of a document, one for each kind and target document; in part only if no other is whole."""
    found: dict[tuple[str, str], list[Relation]] = {}
    for relation in shelf.documents[key].relations:
        found.setdefault((relation.relation, relation.target.document), []).append(relation)
    for (name, target), group in found.items():
        yield Link(shelf.paths[key], _stated(shelf, key, group[0]), name, shelf.paths[target], all(one.partial for one in group))


def _stated(shelf: Shelf, key: str, relation: Relation) -> int:
    """The line that states a relation: its field of metadata, or the first reference to its target."""
    document, rendered = shelf.documents[key], shelf.rendered[key]
    if relation.field:
        value = dict(document.fields)[relation.field]
        return next(number for number, line in enumerate(rendered.lines, 1) if value in line and relation.field[:6] in line.lower())
    return next(one.line for one in rendered.placed if isinstance(one.mark, Cited) and relation.target in one.mark.targets)

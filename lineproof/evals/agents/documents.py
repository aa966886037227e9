"""Documents: what a snapshot knows of its documents, as far as agents without a model need it.

edition   of a document: what its identifier is followed by, in one way of writing it (``canonical_edition``), so that months are in order
newest    of the editions of one identifier that some paths have: the last
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from lineproof.evidence.names import name_key
from lineproof.recall.view import View

_TITLES: Final = "SELECT DISTINCT title FROM evidence.documents WHERE title IS NOT NULL ORDER BY title"
_EDITIONS: Final = "SELECT path, identifier, edition FROM evidence.documents WHERE identifier IS NOT NULL AND edition IS NOT NULL"


def titles_of(view: View) -> Sequence[str]:
    """The titles of all documents."""
    return view.keep(_titles)


def edition_of(view: View, path: str) -> str | None:
    """The edition of a document; None if it has none."""
    return view.keep(_editions).get(path, (None, None))[1]


def older_editions(view: View, paths: Iterable[str]) -> frozenset[str]:
    """Those of some paths that hold an edition of which another one holds a newer."""
    known = view.keep(_editions)
    editions = {path: known[path] for path in paths if path in known}
    newest: dict[str, str] = {}
    for identifier, edition in editions.values():
        newest[identifier] = max(newest.get(identifier, ""), edition)
    return frozenset(path for path, (identifier, edition) in editions.items() if edition < newest[identifier])


def _titles(view: View) -> Sequence[str]:
    return [title for (title,) in view.rows(_TITLES)]


def _editions(view: View) -> Mapping[str, tuple[str, str]]:
    """The identifier and the edition of each path that has both."""
    return {path: (name_key(identifier), edition) for path, identifier, edition in view.rows(_EDITIONS)}

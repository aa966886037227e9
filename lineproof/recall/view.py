"""View: one published snapshot, open for reading, with what questions need at hand.

kept       what a function makes of the snapshot, made at the first question that needs it and used by all later ones
outline    the paragraphs of one document in order; the outlines of the documents asked for last are kept
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from duckdb import DuckDBPyConnection

from lineproof.recall.nodes import Outline, Paragraph, document_label

if TYPE_CHECKING:
    import pyarrow as pa

OUTLINES_KEPT: Final = 256

Kept = TypeVar("Kept")

_OUTLINE = """
SELECT paragraph_id, document_id, ordinal, kind, level, label, section_id, first_line, last_line, text[:120]
FROM evidence.paragraphs WHERE document_id = ?
"""


@dataclass(frozen=True, slots=True)
class Document:
    """A document as a row of the list of all of them; ``label`` is how it is shown."""

    id: str
    path: str
    label: str
    lines: int
    encoding: str
    language: str


class View:
    """A snapshot of one corpus; safe to share between threads."""

    def __init__(self, corpus: str, path: Path, connection: DuckDBPyConnection) -> None:
        self.corpus = corpus
        self.path = path
        # Bound to the connection and not to the view, which is thus freed as soon as nobody uses it.
        self.outline = lru_cache(maxsize=OUTLINES_KEPT)(partial(_outline, connection))
        self._connection = connection
        self._kept: dict[Callable[[View], Any], Any] = {}
        self._asked: set[Callable[[View], Any]] = set()

    def rows(self, query: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        return _rows(self._connection, query, values)

    def table(self, query: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> "pa.Table":
        """The rows of a query as columns."""
        with self._connection.cursor() as cursor:
            return cursor.sql(query, params=values or None).to_arrow_table()

    def read(self, question: Callable[[DuckDBPyConnection], Kept]) -> Kept:
        """What a function reads by a connection of its own."""
        with self._connection.cursor() as cursor:
            return question(cursor)

    def keep(self, make: Callable[["View"], Kept]) -> Kept:
        """What a function makes of this snapshot; made once (twice, to no harm, if two threads ask at once)."""
        try:
            kept: Kept = self._kept[make]
        except KeyError:
            kept = self._kept[make] = make(self)
        return kept

    def keep_again(self, make: Callable[["View"], Kept]) -> Kept | None:
        """The same, but None the first time: what a process that asks once is better off without."""
        if make in self._asked:
            return self.keep(make)
        self._asked.add(make)
        return None

    def documents(self) -> Mapping[str, Document]:
        """All documents by id, in the order of their paths."""
        return self.keep(_documents)

    def home(self, paragraph_id: str) -> str | None:
        """The id of the document that a paragraph belongs to; none if there is no such paragraph."""
        return self.keep(_homes).get(paragraph_id)

    def close(self) -> None:
        """Close the snapshot."""
        self._connection.close()


def _rows(connection: DuckDBPyConnection, query: str, values: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """The rows of a query. Each has a cursor of its own, since threads must not share one."""
    with connection.cursor() as cursor:
        return cursor.execute(query, values).fetchall()


def _outline(connection: DuckDBPyConnection, document_id: str) -> Outline:
    paragraphs = map(Paragraph._make, _rows(connection, _OUTLINE, [document_id]))
    # Sorted here, since a few hundred rows are not worth the threads with which the database sorts.
    return Outline(tuple(sorted(paragraphs, key=attrgetter("ordinal"))))


def _documents(view: View) -> Mapping[str, Document]:
    rows = view.rows(
        "SELECT document_id, path, title, identifier, edition, lines, encoding, language FROM evidence.documents ORDER BY path"
    )
    return {
        document_id: Document(document_id, path, document_label(title, identifier, edition), lines, encoding, language)
        for document_id, path, title, identifier, edition, lines, encoding, language in rows
    }


def _homes(view: View) -> Mapping[str, str]:
    rows = view.rows("SELECT paragraph_id, document_id FROM evidence.paragraphs")
    # One string for each document, however many paragraphs it has.
    own = {document_id: document_id for document_id in view.documents()}
    return {paragraph_id: own[document_id] for paragraph_id, document_id in rows}

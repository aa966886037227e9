"""Navigator: locate, expand and read over the current snapshot of one corpus.

A navigator sees one corpus and nothing else. When a new snapshot is published, the next question is answered from it; a
question that is being answered keeps the snapshot with which it began.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import TypeVar

from lineproof.recall.arguments import number_of, text_of, texts_of
from lineproof.recall.errors import ClosedMemory
from lineproof.recall.expand import Expanded, expand
from lineproof.recall.locate import Located, locate
from lineproof.recall.names import find
from lineproof.recall.read import MOST_LINES, Reading, read
from lineproof.recall.view import View
from storage.snapshots import current, open_snapshot
from storage.workspace import Corpus

Answer = TypeVar("Answer")

_FILE = "SELECT path FROM duckdb_databases() WHERE database_name = current_database()"


class Navigator:
    """The read path over one corpus; safe to share between tasks and threads."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self._view: View | None = None
        self._closed = False
        self._opening = Lock()

    async def locate(self, terms: str, within: str | None = None, limit: int = 20, offset: int = 0) -> Located:
        """Find the documents, sections and terms whose names match a question best.

        Args:
            terms: words of the question, or a name.
            within: a document, section or folder to stay in.
            limit: most results; at least 1.
            offset: results to pass over.

        Raises:
            NavigationError: there are no terms, or ``within`` names nothing, or several nodes.
            BadArgument: an argument is not of its type.
            NoSnapshot: nothing has been published.
        """
        sought, folder = text_of("terms", terms), None if within is None else text_of("within", within)
        page = max(1, number_of("limit", limit)), max(0, number_of("offset", offset))
        return await self._ask(lambda view: locate(view, sought, folder, *page))

    async def expand(self, node: str, edges: Sequence[str] | None = None, hops: int = 1, limit: int = 50, offset: int = 0) -> Expanded:
        """List the typed edges of a node, or walk along one type of them while there is a single path.

        Args:
            node: an id, path, path#L10, path#anchor or any alias.
            edges: types, or names of their inverses (``superseded_by``); none for all.
            hops: 1 to list; more to walk.
            limit: most edges; at least 1.
            offset: edges to pass over.

        Raises:
            NavigationError: the node, an edge type or the walk is not as it must be; the message says what to do.
            BadArgument: an argument is not of its type.
            NoSnapshot: nothing has been published.
        """
        name, types = text_of("node", node), None if edges is None else texts_of("edges", edges)
        steps, page = number_of("hops", hops), (max(1, number_of("limit", limit)), max(0, number_of("offset", offset)))
        return await self._ask(lambda view: expand(view, find(view, name), types, steps, *page))

    async def read(self, node: str, lines: str | None = None, limit: int = MOST_LINES) -> Reading:
        """The lines of a node, verbatim, each hashed again.

        Args:
            node: an id, path, path#L10-L20, path#anchor or any alias.
            lines: numbers of lines in the document (``10-20``), to read a part of the node.
            limit: most lines; at least 1.

        Raises:
            NavigationError: the node or the lines are not there; the message says what to do.
            BadArgument: an argument is not of its type.
            NoSnapshot: nothing has been published.
        """
        name, part = text_of("node", node), None if lines is None else text_of("lines", lines)
        most = max(1, number_of("limit", limit))
        return await self._ask(lambda view: read(view, name, part, most))

    def view(self) -> View:
        """The current snapshot, opened anew if the pointer has moved.

        Raises:
            NoSnapshot: nothing has been published.
            ClosedMemory: it was closed.
        """
        with self._opening:
            if self._closed:
                raise ClosedMemory(self.corpus.name)
            if self._view is None or not self._is_current(self._view):
                connection = open_snapshot(self.corpus)
                # What was opened may be newer than what the pointer named a moment before.
                opened = Path(connection.execute(_FILE).fetchall()[0][0])
                self._view = View(self.corpus.name, opened, connection)
            return self._view

    def let_go(self) -> None:
        """Forget a snapshot in whose place another was published: whoever is asked nothing would keep the removed file on the disk."""
        with self._opening:
            if self._view is not None and not self._is_current(self._view):
                self._view = None  # not closed, since a question may still be answered from it; freed with the last one

    def close(self) -> None:
        """Close the snapshot, for good: whatever is asked from now on is refused."""
        with self._opening:
            self._closed = True
            if self._view is not None:
                self._view.close()
            self._view = None

    async def _ask(self, question: Callable[[View], Answer]) -> Answer:
        return await asyncio.to_thread(lambda: question(self.view()))

    def _is_current(self, view: View) -> bool:
        return view.path.name == current(self.corpus).name

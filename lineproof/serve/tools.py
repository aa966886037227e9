"""Tools: what an agent may ask of one corpus, as plain async functions with typed arguments and docstrings that tools are made from.

Each answers from the current snapshot of the one corpus; no argument can name another. What goes wrong is an error whose message says
what to do next.
"""

import datetime
import functools
import inspect
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Concatenate, Final, Literal, ParamSpec, TypeVar

from annotated_types import Ge, Le

from lineproof.models.tools import BadCall, Tool, described, function_tool, validated
from lineproof.recall.agent.shown import Passage, Shown, as_json, shown
from lineproof.recall.budget import MOST_TOKENS
from lineproof.recall.dated import day_of
from lineproof.recall.errors import BadArgument
from lineproof.recall.expand import Expanded
from lineproof.recall.locate import Located
from lineproof.recall.memory import Memory
from lineproof.recall.names import find
from lineproof.recall.read import MOST_LINES, read
from lineproof.recall.recall import Recalled
from lineproof.recall.view import View
from lineproof.serve.changes import moment
from lineproof.serve.claims import Asked, Claims, Explained, explain, find_claim, list_at
from lineproof.serve.connector import Fetched, FoundList, fetched, found
from lineproof.serve.impact import Impact, TouchedClaim, TouchedDocument
from lineproof.serve.impact import impact as impact_of
from lineproof.serve.paged import PAGE_TOKENS, ReadPage, page_of

__all__ = ["Tool", "Tools", "as_text", "described", "function_tool"]

Status = Literal["active", "superseded", "disputed"]
Policy = Literal["strict", "balanced", "advanced"]
P = ParamSpec("P")
Result = TypeVar("Result")

MOST_RESULTS: Final = 100
MOST_FOUND: Final = 20
LAST: Final = 2**31 - 1
"""The greatest offset and number of hops; no list is longer."""

Limit = Annotated[int, Ge(1), Le(MOST_RESULTS)]
Offset = Annotated[int, Ge(0), Le(LAST)]
Budget = Annotated[int, Ge(1), Le(MOST_TOKENS)]


@dataclass(frozen=True, slots=True)
class Writer:
    """A tool that writes; ``erases`` where it takes something away rather than adding to it."""

    tool: Tool
    erases: bool


@dataclass(frozen=True)  # without slots, in which schemas of tools would see defaults
class ImpactPage:
    """A page of what a change of a node would touch (``more``: some list goes on), and how many of each kind there are in all."""

    node: str
    path: str
    first_line: int
    last_line: int
    counts: dict[str, int]
    claims: Sequence[TouchedClaim]
    documents: Sequence[TouchedDocument]
    pages: Sequence[str]
    reflections: Sequence[str]
    more: bool


def _checked(tool: "Callable[Concatenate[Tools, P], Awaitable[Result]]") -> "Callable[Concatenate[Tools, P], Coroutine[Any, Any, Result]]":
    """A tool that holds its arguments to its annotations, whoever calls it: MCP does so before, a program need not."""
    call: Callable[..., Awaitable[Result]] = tool

    @functools.wraps(tool)
    async def held(self: "Tools", /, *given: P.args, **named: P.kwargs) -> Result:
        own = getattr(self, tool.__name__)
        written = inspect.signature(own).bind_partial(*given).arguments | named
        try:
            # A day or a moment may be one of Python's here.
            arguments = validated(own, {name: one.isoformat() if isinstance(one, datetime.date) else one for name, one in written.items()})
        except BadCall as error:
            raise BadArgument(str(error)) from None
        return await call(self, **arguments)

    return held


class Tools:
    """The tools of one corpus; each method is one, and :meth:`all` lists them."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def all(self) -> Sequence[Tool]:
        """Every tool, as functions of their arguments."""
        return (self.locate, self.expand, self.read, self.recall, self.claims, self.history, self.impact, self.search, self.fetch)

    @_checked
    async def locate(self, terms: str, within: str | None = None, limit: Limit = 20, offset: Offset = 0) -> Located:
        """Find documents, sections and defined terms by their names. Begin here when a question names something.

        What is only spoken of has no name, and nothing is listed for it: ask recall then.

        Args:
            terms: Words of the question, or a name such as an identifier or a title.
            within: A document, section or folder to stay in.
            limit: Most results, 1 to 100.
            offset: Results to pass over, to turn pages.
        """
        return await self._memory.locate(terms, within, limit, offset)

    @_checked
    async def expand(
        self, node: str, edges: list[str] | None = None, hops: Annotated[int, Ge(1), Le(LAST)] = 1, limit: Limit = 50, offset: Offset = 0
    ) -> Expanded:
        """List what a document, section or term is linked to: what it refers to, supersedes, amends, requires, and what does so to it.

        Args:
            node: An id, a path, path#L10, path#anchor, or a name such as 'RFC 9110 §15.5'.
            edges: Types of edges to list, such as refers_to or superseded_by; all if left out.
            hops: More than 1 to walk along one type of edge while there is a single path, such as to the newest edition.
            limit: Most edges, 1 to 100.
            offset: Edges to pass over, to turn pages.
        """
        return await self._memory.expand(node, edges, hops, limit, offset)

    @_checked
    async def read(
        self,
        node: str,
        lines: str | None = None,
        limit: Annotated[int, Ge(1), Le(MOST_LINES)] = 200,
        offset: Offset = 0,
        budget: Budget = PAGE_TOKENS,
    ) -> ReadPage:
        """Read the lines of a node verbatim. Quote from here; every line is checked against its stored hash.

        Args:
            node: An id, a path, path#L10-L20, path#anchor, or a name.
            lines: Line numbers of the document such as 10-20, to read a part, or to go on from next_line where there is more.
            limit: Most lines, 1 to 1000.
            offset: Characters of the first line to pass over, to go on from next_offset within a very long line.
            budget: Most tokens of the text (characters / 4).
        """
        return await self._memory.of_view(lambda view: page_of(view, read(view, node, lines, limit), offset, budget))

    @_checked
    async def recall(
        self, question: str, budget: Budget = 3_200, policy: Policy = "balanced", as_of: str | None = None, explain: bool = False
    ) -> Recalled:
        """Get the evidence that answers a question, with citations and what is superseded, and instructions on how to answer from it.

        Args:
            question: The question in words.
            budget: Most tokens of the context (characters / 4).
            policy: How free the answer may be.
            as_of: A day such as 2026-01-31 for which it is asked; if left out, the one that the question says, else what holds last.
            explain: Whether to tell how it was found, and of each paragraph why it is there or not; this is long.
        """
        return await self._memory.recall(question, day_of(as_of), policy, budget, explain)

    @_checked
    async def claims(
        self,
        about: str | None = None,
        document: str | None = None,
        status: Status | None = None,
        as_of: str | None = None,
        known_at: str | None = None,
        limit: Limit = 20,
        offset: Offset = 0,
    ) -> Claims:
        """List statements that are believed on exact quotes, with their lines and whether they are in force.

        Not all that is written or said makes a claim: where none is listed, ask recall.

        Args:
            about: Words that stand in the statement or its subject.
            document: A document by its path or name, to list its claims alone.
            status: Only claims that are active, superseded or disputed.
            as_of: A day such as 2026-01-31, to list what was in force on it instead of what is now, with the status of that day.
            known_at: A day or time in UTC, or how long ago (3d), to list what was believed then; with as_of, believed then of that day.
            limit: Most claims, 1 to 100.
            offset: Claims to pass over, to turn pages.
        """

        times = _times(as_of, known_at)

        def listed(view: View) -> Claims:
            path = find(view, document).node.path if document else None
            asked = Asked(about, path, status, None, limit, offset)
            return view.read(lambda connection: list_at(connection, asked, *times))

        return await self._memory.of_view(listed)

    @_checked
    async def history(self, claim: str) -> Explained:
        """Explain one claim: its evidence, what happened to it and why, what stands against it, and the pages that state it.

        Args:
            claim: The id of a claim, or its beginning, as `claims` lists it.
        """
        return await self._memory.of_snapshot(lambda connection: explain(connection, find_claim(connection, claim)))

    @_checked
    async def impact(self, node: str, limit: Limit = 20, offset: Offset = 0) -> ImpactPage:
        """Tell what a change of a document, section or claim would touch: claims, documents that refer to it, pages.

        Args:
            node: An id, a path, a name, or the id of a claim.
            limit: Most entries of each list, 1 to 100.
            offset: Entries of each list to pass over, to turn pages.
        """
        return _part(await self._memory.of_view(lambda view: impact_of(view, node)), limit, offset)

    @_checked
    async def search(self, query: str) -> FoundList:
        """Search the corpus; returns ids, titles and addresses of passages, best first.

        Args:
            query: What is searched for, in words.
        """
        items = (await self._memory.recall(query)).items[:MOST_FOUND]
        return FoundList([found(item) for item in items])

    @_checked
    async def fetch(self, id: str) -> Fetched:
        """Fetch the full text of a result of `search`.

        Args:
            id: The id or the url of a result, or what the metadata of an earlier fetch has as next.
        """
        return await self._memory.of_view(lambda view: fetched(view, id))


def as_text(tool: Tool) -> Tool:
    """The tool with its result as text, for libraries that would else show a model the object as Python prints it."""

    @functools.wraps(tool)
    async def told(*given: Any, **named: Any) -> str:  # noqa: ANN401
        return shown(await tool(*given, **named)).told

    told.__annotations__ = {**tool.__annotations__, "return": str}
    return told


def _part(touched: Impact, limit: int, offset: int) -> ImpactPage:
    lists = {name: getattr(touched, name) for name in ("claims", "documents", "pages", "reflections")}
    return ImpactPage(
        node=touched.node,
        path=touched.path,
        first_line=touched.first_line,
        last_line=touched.last_line,
        counts={name: len(found) for name, found in lists.items()},
        more=any(len(found) > offset + limit for found in lists.values()),
        **{name: found[offset : offset + limit] for name, found in lists.items()},
    )


def _times(as_of: str | None, known_at: str | None) -> tuple[datetime.date | None, datetime.datetime | None]:
    """A day and a moment of belief, of those that are given."""
    return day_of(as_of), None if known_at is None else moment(known_at, datetime.datetime.now(datetime.UTC))


@shown.register
def _(result: Claims) -> Shown:
    quoted = (one for one in result.claims if one.quote and one.first_line and one.last_line)
    return Shown(
        as_json(result), tuple(Passage(one.path, one.first_line or 0, one.last_line or 0, one.quote or "", one.flags) for one in quoted)
    )


@shown.register
def _(result: Explained) -> Shown:
    return Shown(
        as_json(result), tuple(Passage(one.path, one.first_line, one.last_line, one.quote, result.flags) for one in result.evidence)
    )

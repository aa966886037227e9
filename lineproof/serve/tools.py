"""Tools: what an agent may ask of one corpus, as plain async functions with typed arguments and docstrings that tools are made from.

Each answers from the current snapshot of the one corpus; no argument can name another. What goes wrong is an error whose message says
what to do next.
"""

import datetime
import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal
from urllib.parse import quote

from annotated_types import Ge, Le

from lineproof.models.tools import Tool, described, function_tool
from lineproof.recall.agent.shown import Passage, Shown, as_json, shown
from lineproof.recall.dated import day_of
from lineproof.recall.errors import RecallError
from lineproof.recall.expand import Expanded
from lineproof.recall.locate import Located
from lineproof.recall.memory import Memory
from lineproof.recall.names import find
from lineproof.recall.recall import MOST_TOKENS, Recalled
from lineproof.recall.sentences import sentences_of
from lineproof.recall.view import View
from lineproof.serve.changes import moment
from lineproof.serve.claims import Asked, Claims, Explained, explain, find_claim, list_at
from lineproof.serve.impact import Impact, TouchedClaim, TouchedDocument
from lineproof.serve.impact import impact as impact_of
from lineproof.serve.paged import PAGE_TOKENS, ReadPage, paged

__all__ = ["Tool", "Tools", "as_text", "described", "function_tool"]

Status = Literal["active", "superseded", "disputed"]
Policy = Literal["strict", "balanced", "advanced"]

MOST_RESULTS: Final = 100
MOST_LINES: Final = 1_000
LAST: Final = 2**31 - 1
"""The greatest offset and number of hops; no list is longer."""
TITLE_LENGTH: Final = 120

# Bounds that schemas tell; functions hold to them too, since not every library does.
Limit = Annotated[int, Ge(1), Le(MOST_RESULTS)]
Offset = Annotated[int, Ge(0), Le(LAST)]
Budget = Annotated[int, Ge(1), Le(MOST_TOKENS)]

_GOES_ON: Final = re.compile(r"(?P<id>.+)@(?P<line>\d{1,9}):(?P<offset>\d{1,9})")
"""The id of a text that goes on within it; a line beyond its last is none."""
_LAST_LINE: Final = 999_999_999


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


@dataclass(frozen=True, slots=True)
class Found:
    """A result of a search: its id is what `fetch` takes."""

    id: str
    title: str
    url: str


@dataclass(frozen=True)  # without slots, in which schemas of tools would see defaults
class FoundList:
    """The results of a search, best first."""

    results: Sequence[Found]


@dataclass(frozen=True)  # without slots, in which schemas of tools would see defaults
class Fetched:
    """A text that was fetched, with where it stands."""

    id: str
    title: str
    text: str
    url: str
    metadata: dict[str, str]


class BadArgument(RecallError):
    """An argument of a tool that is not as it must be."""


class Tools:
    """The tools of one corpus; each method is one, and :meth:`all` lists them."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def all(self) -> Sequence[Tool]:
        """Every tool, as functions of their arguments."""
        return (self.locate, self.expand, self.read, self.recall, self.claims, self.history, self.impact, self.search, self.fetch)

    async def locate(self, terms: str, within: str | None = None, limit: Limit = 20, offset: Offset = 0) -> Located:
        """Find documents, sections and defined terms by their names. Begin here when a question names something.

        Args:
            terms: Words of the question, or a name such as an identifier or a title.
            within: A document, section or folder to stay in.
            limit: Most results, 1 to 100.
            offset: Results to pass over, to turn pages.
        """
        return await self._memory.locate(terms, within, *_page(limit, offset))

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
        return await self._memory.expand(node, edges, _within("hops", hops, 1, LAST), *_page(limit, offset))

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
        most = _within("budget", budget, 1, MOST_TOKENS)
        reading = await self._memory.read(node, lines, _within("limit", limit, 1, MOST_LINES))
        return paged(reading, _within("offset", offset, 0, LAST), most)

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

        Args:
            about: Words that stand in the statement or its subject.
            document: A document by its path or name, to list its claims alone.
            status: Only claims that are active, superseded or disputed.
            as_of: A day such as 2026-01-31, to list what was in force on it instead of what is now, with the status of that day.
            known_at: A day or time in UTC, or how long ago (3d), to list what was believed then; with as_of, believed then of that day.
            limit: Most claims, 1 to 100.
            offset: Claims to pass over, to turn pages.
        """

        page, times = _page(limit, offset), _times(as_of, known_at)

        def listed(view: View) -> Claims:
            path = find(view, document).node.path if document else None
            asked = Asked(about, path, status, None, *page)
            return view.read(lambda connection: list_at(connection, asked, *times))

        return await self._memory.of_view(listed)

    async def history(self, claim: str) -> Explained:
        """Explain one claim: its evidence, what happened to it and why, what stands against it, and the pages that state it.

        Args:
            claim: The id of a claim, or its beginning, as `claims` lists it.
        """
        return await self._memory.of_snapshot(lambda connection: explain(connection, find_claim(connection, claim)))

    async def impact(self, node: str, limit: Limit = 20, offset: Offset = 0) -> ImpactPage:
        """Tell what a change of a document, section or claim would touch: claims, documents that refer to it, pages.

        Args:
            node: An id, a path, a name, or the id of a claim.
            limit: Most entries of each list, 1 to 100.
            offset: Entries of each list to pass over, to turn pages.
        """
        page = _page(limit, offset)
        return _part(await self._memory.of_view(lambda view: impact_of(view, node)), *page)

    async def search(self, query: str) -> FoundList:
        """Search the corpus; returns ids, titles and addresses of passages, best first.

        Args:
            query: What is searched for, in words.
        """
        recalled = await self._memory.recall(query)
        return FoundList(
            [
                Found(item.citation, _title(item.text), evidence_url(item.path, item.first_line, item.last_line))
                for item in recalled.items[:20]
            ]
        )

    async def fetch(self, id: str) -> Fetched:
        """Fetch the full text of a result of `search`.

        Args:
            id: The id of a result, or what the metadata of an earlier fetch has as next.
        """
        part = _GOES_ON.fullmatch(id)
        node, lines_of_part, offset = (part["id"], f"{part['line']}-{_LAST_LINE}", int(part["offset"])) if part else (id, None, 0)
        reading = paged(await self._memory.read(node, lines_of_part), offset)
        lines = f"{reading.first_line}-{reading.last_line}"
        text = "\n".join(line.text for line in reading.lines)
        metadata = {"path": reading.path, "lines": lines, "verified": str(reading.verified).lower()}
        if reading.more:
            metadata["more"] = f"the text goes on: read it from line {reading.next_line}, or fetch what stands in next"
            metadata["next"] = f"{node}@{reading.next_line}:{reading.next_offset}"
        url = evidence_url(reading.path, reading.first_line, reading.last_line)
        return Fetched(id, f"{reading.path}, lines {lines}", text, url, metadata)


def as_text(tool: Tool) -> Tool:
    """The tool with its result as text, for libraries that would else show a model the object as Python prints it."""

    @functools.wraps(tool)
    async def told(*given: Any, **named: Any) -> str:  # noqa: ANN401
        return shown(await tool(*given, **named)).text

    told.__annotations__ = {**tool.__annotations__, "return": str}
    return told


def evidence_url(path: str, first_line: int, last_line: int) -> str:
    """The address of lines of a document, which the server has as a resource."""
    return f"lineproof://evidence/{quote(path)}/L{first_line}-L{last_line}"


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


def _page(limit: int, offset: int) -> tuple[int, int]:
    return _within("limit", limit, 1, MOST_RESULTS), _within("offset", offset, 0, LAST)


def _within(name: str, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        raise BadArgument(f"{name} must be {least} to {most}, not {value}.")
    return value


def _title(text: str) -> str:
    first = next(iter(sentences_of(text)), text)
    return first if len(first) <= TITLE_LENGTH else first[: TITLE_LENGTH - 1].rstrip() + "…"


@shown.register
def _(result: Fetched) -> Shown:
    path, lines = result.metadata["path"], result.metadata["lines"]
    first, _, last = lines.partition("-")
    verified = result.metadata["verified"] == "true"
    return Shown(f"{result.title}\n{result.text}", (Passage(path, int(first), int(last), result.text),) if verified else ())


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

"""Tools of the agents: what each condition may ask of one corpus, as plain async functions that tools are made from.

search   keyword search over paragraphs, and the lines around
wiki     pages of the wiki, and the lines that they cite
graph    the wiki; names, typed edges, and claims with their standing
recall   the evidence that recall brings

A part of the graph condition can be taken away (an ablation): the edges, the gate, or the standing of claims.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from lineproof.evals.agents import lookups
from lineproof.evals.agents.beliefs import all_of, beliefs_of, best_claims
from lineproof.evals.agents.model import Passage, Passages
from lineproof.evals.agents.pages import best_pages, sentences_of
from lineproof.evals.agents.results import Links, Names, Pages
from lineproof.recall.budget import BUDGET
from lineproof.recall.locate import Located
from lineproof.recall.memory import Memory
from lineproof.recall.names import find
from lineproof.recall.view import View

Tool = Callable[..., Awaitable[Any]]
Status = Literal["active", "superseded", "disputed"]

MOST: Final = 50


@dataclass(frozen=True, slots=True)
class Parts:
    """What the graph condition has; an ablation takes one away."""

    edges: bool = True
    gate: bool = True
    standing: bool = True


class Search:
    """Keyword search over paragraphs."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def all(self) -> Sequence[Tool]:
        """Every tool."""
        return (self.search, self.read)

    async def search(self, query: str, limit: int = 10) -> Passages:
        """Search the paragraphs by keywords; those that fit best come first, with their lines.

        Args:
            query: Words to look for.
            limit: Most paragraphs, 1 to 50.
        """
        return await self._memory.of_view(lambda view: Passages(lookups.searched(view, query, _bounded(limit))))

    async def read(self, place: str, around: int = 0) -> Passages:
        """Read the paragraphs of a node verbatim, or those on some lines.

        Args:
            place: A path with lines such as path#L10-L20, or a name.
            around: Lines to read before and after as well, 0 to 50.
        """
        return await self._memory.of_view(lambda view: Passages(lookups.read(view, place, max(0, min(around, MOST)))))


class Wiki:
    """Pages of the wiki, and the lines that they cite."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def all(self) -> Sequence[Tool]:
        """Every tool."""
        return (self.find_pages, self.page, Search(self._memory).read)

    async def find_pages(self, query: str, limit: int = 5) -> Pages:
        """Find pages of the wiki by words.

        Args:
            query: Words to look for.
            limit: Most pages, 1 to 50.
        """
        return await self._memory.of_view(lambda view: Pages(tuple(best_pages(view, query, _bounded(limit)))))

    async def page(self, path: str) -> Passages:
        """Read a page of the wiki: its sentences, each with the lines that it cites and whether that is in force.

        Args:
            path: The path of the page, as find_pages gives it.
        """
        return await self._memory.of_view(lambda view: Passages(tuple(sentences_of(view, path))))


class Graph:
    """The wiki, with names, typed edges, and claims with their standing."""

    def __init__(self, memory: Memory, parts: Parts = Parts()) -> None:
        self._memory = memory
        self._parts = parts

    def all(self) -> Sequence[Tool]:
        """Every tool that is not taken away."""
        edges = (self.locate, self.names, self.expand) if self._parts.edges else ()
        wiki = Wiki(self._memory)
        return (*edges, self.claims, wiki.find_pages, wiki.page, self.read)

    async def locate(self, terms: str, limit: int = 5) -> Located:
        """Find documents, sections and defined terms by their names.

        Args:
            terms: Words of the question, or a name.
            limit: Most results, 1 to 50.
        """
        return await self._memory.locate(terms, limit=_bounded(limit))

    async def names(self, text: str) -> Names:
        """Tell which documents, sections and terms a text names, such as a question.

        Args:
            text: The text.
        """
        return await self._memory.of_view(lambda view: Names(tuple(lookups.named(view, text))))

    async def expand(self, node: str, edges: list[str] | None = None, limit: int = 20) -> Links:
        """List what a document, section or paragraph is linked to, with the words that stand there.

        Args:
            node: An id, a path, path#L10, or a name.
            edges: Types of edges such as refers_to or superseded_by; what text states of it if left out.
            limit: Most edges, 1 to 50.
        """
        return await self._memory.of_view(
            lambda view: Links(tuple(lookups.links(view, node, edges, _bounded(limit), self._parts.standing)))
        )

    async def claims(self, question: str, within: str | None = None, status: Status | None = None, limit: int = 12) -> Passages:
        """Find claims by words: statements that are believed on exact quotes, each with its lines and whether it is in force.

        Args:
            question: Words to look for.
            within: A document to stay in, by path or name.
            status: Only claims that are active, superseded or disputed.
            limit: Most claims, 1 to 50.
        """
        return await self._memory.of_view(lambda view: Passages(self._claims(view, question, within, status, _bounded(limit))))

    async def read(self, place: str, around: int = 0) -> Passages:
        """Read the paragraphs of a node verbatim, or those on some lines, with whether they are in force.

        Args:
            place: A path with lines such as path#L10-L20, or a name.
            around: Lines to read before and after as well, 0 to 50.
        """
        standing = self._parts.standing
        return await self._memory.of_view(lambda view: Passages(lookups.read(view, place, max(0, min(around, MOST)), standing)))

    def _claims(self, view: View, question: str, within: str | None, status: Status | None, limit: int) -> tuple[Passage, ...]:
        home = find(view, within).document_id if within else None
        beliefs = beliefs_of(view) if self._parts.gate else all_of(view)
        if self._parts.standing:
            return tuple(best_claims(view, beliefs, question, home, status, limit))
        return tuple(replace(one, status=None) for one in best_claims(view, beliefs, question, home, None, limit))


class Recall:
    """The evidence that recall brings."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def all(self) -> Sequence[Tool]:
        """Every tool."""
        return (self.recall, Search(self._memory).read)

    async def recall(self, question: str, budget: int = BUDGET) -> Passages:
        """Get the evidence for a question, best first, with whether it still holds.

        Args:
            question: The question in words.
            budget: Most tokens of the evidence (characters / 4).
        """
        recalled = await self._memory.recall(question, budget=budget)
        return await self._memory.of_view(lambda view: Passages(tuple(lookups.recalled(view, recalled.items))))


def _bounded(limit: int) -> int:
    return max(1, min(limit, MOST))

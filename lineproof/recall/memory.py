"""Memory: a corpus as a program asks it: locate, expand, read, recall and ask, each with and without waiting in an event loop.

memory = Memory.open("workspace", "handbook")
recalled = memory.recall_now("How long may leave be carried over?")
"""

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from duckdb import DuckDBPyConnection

from lineproof.recall.answer import Answered, extract
from lineproof.recall.embedding import embed
from lineproof.recall.navigator import Navigator
from lineproof.recall.recall import BUDGET, Recalled, recall
from lineproof.recall.view import View
from storage.workspace import Workspace

Answer = TypeVar("Answer")

STANDARD: Final = "balanced"


class Memory(Navigator):
    """What a corpus remembers; safe to share between tasks and threads. Every question is answered from the current snapshot."""

    @classmethod
    def open(cls, workspace: Path | str, corpus: str) -> "Memory":
        """The memory of a corpus of a workspace.

        Raises:
            NotAWorkspace, BadSettings, UnknownCorpus: there is no such workspace or corpus.
        """
        return cls(Workspace.open(Path(workspace)).corpus(corpus))

    async def recall(
        self, question: str, as_of: datetime.date | None = None, policy: str = STANDARD, budget: int = BUDGET, explain: bool = False
    ) -> Recalled:
        """The evidence for a question, with instructions on how to answer from it.

        Args:
            question: what is asked, in words.
            as_of: the day for which it is asked; None for whatever holds last.
            policy: how free the answer may be: ``strict``, ``balanced`` or ``advanced``.
            budget: most tokens of the context (characters / 4).
            explain: whether the trace tells of each paragraph what each route said.

        Raises:
            RecallError: an argument is not as it must be.
            NoSnapshot: nothing has been published.
        """
        return await self._ask(lambda view: recall(view, question, budget, policy, as_of, explain, embed=embed))

    async def ask(self, question: str, as_of: datetime.date | None = None, policy: str = STANDARD, budget: int = BUDGET) -> Answered:
        """An answer in the words of the evidence, with its citations; the arguments are those of :meth:`recall`."""
        return await self._ask(lambda view: _answer(view, question, as_of, policy, budget))

    async def of_view(self, question: Callable[[View], Answer]) -> Answer:
        """What a function makes of the current snapshot."""
        return await self._ask(question)

    async def of_snapshot(self, question: Callable[[DuckDBPyConnection], Answer]) -> Answer:
        """What a function reads from the current snapshot by SQL."""
        return await self._ask(lambda view: view.read(question))

    def recall_now(
        self, question: str, as_of: datetime.date | None = None, policy: str = STANDARD, budget: int = BUDGET, explain: bool = False
    ) -> Recalled:
        """:meth:`recall` for programs without an event loop."""
        return recall(self.view(), question, budget, policy, as_of, explain, embed=embed)

    def ask_now(self, question: str, as_of: datetime.date | None = None, policy: str = STANDARD, budget: int = BUDGET) -> Answered:
        """:meth:`ask` for programs without an event loop."""
        return _answer(self.view(), question, as_of, policy, budget)


def _answer(view: View, question: str, as_of: datetime.date | None, policy: str, budget: int) -> Answered:
    return extract(view, question, recall(view, question, budget, policy, as_of, embed=embed))

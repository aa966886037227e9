"""Memory: a corpus as a program asks it: locate, expand, read, recall and ask, each with and without waiting in an event loop.

memory = Memory.open("workspace", "handbook")
recalled = memory.recall_now("How long may leave be carried over?")
"""

import asyncio
import datetime
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar
from uuid import uuid4

from duckdb import DuckDBPyConnection

from lineproof.models.settings import served
from lineproof.recall.answer import Answered, extract
from lineproof.recall.budget import BUDGET
from lineproof.recall.dated import Dated, dated, day_of
from lineproof.recall.embedding import QuestionEmbedder
from lineproof.recall.navigator import Navigator
from lineproof.recall.recall import Recalled, recall
from lineproof.recall.view import View
from storage.workspace import Corpus, Workspace

if TYPE_CHECKING:
    from lineproof.models.tools import Tool

Answer = TypeVar("Answer")

Day = datetime.date | str | None

STANDARD: Final = "balanced"
ROLE: Final = "answer"


class Memory(Navigator):
    """What a corpus remembers; safe to share between tasks and threads. Every question is answered from the current snapshot.

    Args:
        corpus: what is asked.
        workspace: that of the corpus, whose settings may name a model that answers, and an endpoint for vectors; without it none does.
        environment: where a model may be named, and keys are.
    """

    def __init__(self, corpus: Corpus, workspace: Workspace | None = None, environment: Mapping[str, str] = os.environ) -> None:
        super().__init__(corpus)
        self._workspace = workspace
        self._environment = environment
        self._embed = QuestionEmbedder(workspace, corpus, environment)

    @classmethod
    def open(cls, workspace: Path | str, corpus: str) -> "Memory":
        """The memory of a corpus of a workspace.

        Raises:
            NotAWorkspace, BadSettings, UnknownCorpus: there is no such workspace or corpus.
        """
        opened = Workspace.open(Path(workspace))
        return cls(opened.corpus(corpus), opened)

    async def recall(
        self, question: str, as_of: Day = None, policy: str = STANDARD, budget: int = BUDGET, explain: bool = False
    ) -> Recalled:
        """The evidence for a question, with instructions on how to answer from it.

        Args:
            question: what is asked, in words.
            as_of: the day for which it is asked, as a date or text (`2026-01-31`); None for the one that the question plainly
                says, else for whatever holds last.
            policy: how free the answer may be: ``strict``, ``balanced`` or ``advanced``.
            budget: most tokens of the context (characters / 4).
            explain: whether the trace tells of each paragraph what each route said.

        Raises:
            RecallError: an argument is not as it must be.
            NoSnapshot: nothing has been published.
        """
        day = day_of(as_of)
        return await self._ask(lambda view: recall(view, question, budget, policy, day, explain, embed=self._embed))

    async def ask(
        self,
        question: str,
        as_of: Day = None,
        policy: str = STANDARD,
        budget: int = BUDGET,
        tools: "Sequence[Tool] | None" = None,
    ) -> Answered:
        """An answer with its citations: by the model that is named for ``answer``, else in the words of the evidence.

        Args:
            question, as_of, policy, budget: as of :meth:`recall`.
            tools: what a model may call, ``recall`` among them; by default locate, expand, read and recall of this memory.

        Raises:
            RecallError, NoSnapshot: as of :meth:`recall`.
            Denied, NoModel, BadSettings: the model cannot be asked as it is configured.
        """
        day = day_of(as_of)
        view, recalled = await self._ask(lambda view: (view, recall(view, question, budget, policy, day, embed=self._embed)))
        asked = dated(view, question, day)
        if self._workspace is None or served(self._workspace.models, ROLE, self._environment) is None:
            return _flagged(extract(view, asked.text, recalled), asked)
        from lineproof.models.open import open_chat
        from lineproof.recall.agent.ask import ask

        own = (self.locate, self.expand, self.read, self.recall)
        with open_chat(self._workspace, self.corpus, f"ask-{uuid4().hex}", self._environment) as chat:
            assert chat
            found = ask(chat, tools or own, question, lambda: extract(view, asked.text, recalled), asked.day, policy, budget)
            return _flagged(await found, asked)

    async def of_view(self, question: Callable[[View], Answer]) -> Answer:
        """What a function makes of the current snapshot."""
        return await self._ask(question)

    async def of_snapshot(self, question: Callable[[DuckDBPyConnection], Answer]) -> Answer:
        """What a function reads from the current snapshot by SQL."""
        return await self._ask(lambda view: view.read(question))

    def recall_now(self, question: str, as_of: Day = None, policy: str = STANDARD, budget: int = BUDGET, explain: bool = False) -> Recalled:
        """:meth:`recall` for programs without an event loop."""
        return recall(self.view(), question, budget, policy, day_of(as_of), explain, embed=self._embed)

    def ask_now(
        self,
        question: str,
        as_of: Day = None,
        policy: str = STANDARD,
        budget: int = BUDGET,
        tools: "Sequence[Tool] | None" = None,
    ) -> Answered:
        """:meth:`ask` for programs that do not await it."""
        # In a thread of its own: a notebook, say, has an event loop running in this one.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, self.ask(question, as_of, policy, budget, tools)).result()


def _flagged(answer: Answered, asked: Dated) -> Answered:
    """An answer that says for which day it holds, where only the question told."""
    return replace(answer, flags=(*answer.flags, *asked.flags))

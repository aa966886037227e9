"""Run: every paraphrase of every question under every condition, each run kept as a trace; what is finished is not made again.

made with   versions, corpus and settings of a run; a trace that was made with others is made anew
warm        an agent that has answered once, so that what is read once a snapshot is in no run's time
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from lineproof.evals.agents.asked import read_question
from lineproof.evals.agents.conditions import Condition
from lineproof.evals.agents.desk import Desk
from lineproof.evals.agents.documents import titles_of
from lineproof.evals.agents.model import Answer, Budget
from lineproof.evals.agents.modelled import answered_by_model
from lineproof.evals.agents.policies import Work, answered
from lineproof.evals.agents.reader import Reader
from lineproof.evals.code import code
from lineproof.evals.errors import BadTrace, UnknownTrace
from lineproof.evals.questions import KeyedQuestion
from lineproof.evals.scoring.failures import failure
from lineproof.evals.scoring.known import known_of
from lineproof.evals.scoring.score import score
from lineproof.evals.traces import Run, Spent, Trace, read_run, trace_id, write_run
from lineproof.evidence.hashing import fingerprint
from lineproof.evidence.language import DEFAULT, available
from lineproof.models.chat import Chat
from lineproof.recall.agent.final import SCHEMA
from lineproof.recall.agent.loop import PROMPT, ROLE
from lineproof.recall.memory import Memory
from lineproof.recall.view import View
from storage.answers import Call, calls

DIGITS: Final = 6


@dataclass(frozen=True)
class Task:
    """What is to be run: questions under conditions, over one corpus, into a folder."""

    memory: Memory
    questions: Sequence[KeyedQuestion]
    conditions: Sequence[Condition]
    out: Path
    budget: Budget
    commit: str | None = None
    chat: Chat | None = None
    """Serves the role ``answer`` where a model is to drive the agents."""

    @property
    def count(self) -> int:
        """The number of runs."""
        return len(self.conditions) * sum(len(question.paraphrases) for question in self.questions)


def runs(task: Task) -> Iterator[Run]:
    """All runs in order, those that were finished before as they are; the others are written as they finish."""
    language = language_of(task.memory.view())
    for condition in task.conditions:
        name = condition.name if task.chat is None else f"{condition.name}-model"
        made_with = _made_with(task, condition, language)
        warm = task.chat is not None
        for question in task.questions:
            for paraphrase in range(1, len(question.paraphrases) + 1):
                found = _finished(task.out, trace_id(name, question, paraphrase), question, made_with)
                if found is None:
                    if not warm:
                        _answered(task, condition, question.paraphrases[0], language)
                        warm = True
                    found = _run(task, condition, name, question, paraphrase, made_with, language)
                    write_run(task.out, found)
                yield found


def gold_elsewhere(view: View, questions: Iterable[KeyedQuestion]) -> Sequence[str]:
    """Paths of gold that a corpus does not have: the questions are about another one."""
    known = {document.path for document in view.documents().values()}
    return sorted({place.path for question in questions for place in question.gold} - known)


def language_of(view: View) -> str:
    """The language of most documents of a corpus."""
    counts = Counter(document.language for document in view.documents().values() if document.language in available())
    return max(counts, key=lambda code: (counts[code], code), default=DEFAULT)


def _finished(out: Path, name: str, question: KeyedQuestion, made_with: Mapping[str, Any]) -> Run | None:
    """A run that was finished before, if it was made with the same; a file that was damaged counts as none."""
    try:
        found = read_run(out, name)
    except (UnknownTrace, BadTrace):
        return None
    return found if found.trace.question == question and dict(found.trace.made_with) == dict(made_with) else None


def _run(
    task: Task, condition: Condition, name: str, question: KeyedQuestion, paraphrase: int, made_with: Mapping[str, Any], language: str
) -> Run:
    asked, paid = question.paraphrases[paraphrase - 1], _paid(task)
    begin = time.perf_counter()
    desk, answer = _answered(task, condition, asked, language)
    seconds = time.perf_counter() - begin
    found, evidence = score(question, answer, language), tuple(dict.fromkeys(desk.brought))
    known = known_of(task.memory.view(), question, condition.by_claims, language)
    trace = Trace(
        condition=name,
        question=question,
        paraphrase=paraphrase,
        made_with=made_with,
        calls=tuple(desk.calls),
        evidence=evidence,
        answer=answer,
        score=found,
        failure=failure(asked, question, answer, evidence, found, known, language),
        tokens=sum(call.tokens for call in desk.calls),
    )
    return Run(trace, _spent(seconds, paid, _paid(task)))


def _answered(task: Task, condition: Condition, asked: str, language: str) -> tuple[Desk, Answer]:
    desk = Desk(condition.tools(task.memory), task.budget)
    if task.chat is not None:
        return desk, asyncio.run(answered_by_model(task.chat, desk, asked))
    view = task.memory.view()
    work = Work(read_question(asked, language, titles_of(view)), desk, Reader(view, language))
    return desk, asyncio.run(answered(work, condition.policy))


def _paid(task: Task) -> Sequence[Call]:
    """The ledger of calls to models so far."""
    return list(calls(task.memory.corpus.answers)) if task.chat is not None else ()


def _spent(seconds: float, before: Sequence[Call], after: Sequence[Call]) -> Spent:
    """What a run took: its own calls of the ledger."""
    own = after[len(before) :]
    costs = [call.cost for call in own]
    cost = None if None in costs else sum(cost for cost in costs if cost is not None)
    return Spent(round(seconds, DIGITS), sum(call.prompt_tokens + call.completion_tokens for call in own), cost)


def _made_with(task: Task, condition: Condition, language: str) -> Mapping[str, Any]:
    """Versions and settings of a run."""
    return {
        "lineproof": version("lineproof"),
        "commit": task.commit,
        "code": code(),
        "corpus": task.memory.corpus.name,
        "documents": task.memory.view().keep(_documents),
        "beliefs": task.memory.view().keep(_beliefs),
        "language": language,
        "agent": "rules" if task.chat is None else task.chat.model(ROLE),
        "model_settings": None if task.chat is None else task.chat.identity(ROLE, PROMPT, SCHEMA),
        "calls": task.budget.calls,
        "tokens": task.budget.tokens,
        "condition": condition.name,
    }


def _beliefs(view: View) -> str:
    """The fingerprint of what is believed and how it stands: what models proposed and people decided is in no document."""
    query = "SELECT claim_id, c.statement, s.status FROM beliefs.claims c LEFT JOIN beliefs.standings s USING (claim_id) ORDER BY 1"
    return fingerprint(*(part or "" for row in view.rows(query) for part in row))


def _documents(view: View) -> str:
    """The fingerprint of the documents of a snapshot."""
    return fingerprint(
        *(f"{path}:{content}" for path, content in view.rows("SELECT path, content_hash FROM evidence.documents ORDER BY path"))
    )

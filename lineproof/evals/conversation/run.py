"""A run: every question of a benchmark asked of the corpus of its conversation, and its result kept.

A question whose result was made from the same snapshot, code, weights, settings, prompts and models is not asked again.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lineproof.evals.code import code
from lineproof.evals.conversation import answering, judging, results
from lineproof.evals.conversation.answering import answers
from lineproof.evals.conversation.judging import Verdict, judged_score, verdicts
from lineproof.evals.conversation.model import RULES, Given, How, Result
from lineproof.evals.conversation.scores import f1_of
from lineproof.evals.sessions import Question
from lineproof.models.budget import Budget
from lineproof.models.chat import Chat, Schema
from lineproof.models.errors import BudgetSpent
from lineproof.models.open import open_chat
from lineproof.recall.embedding import embed
from lineproof.recall.memory import Memory
from lineproof.recall.recall import Recalled, recall
from lineproof.recall.view import View
from storage.workspace import Workspace

AT_ONCE: Final = 8
"""Questions that are asked together; what they bring is kept when all are answered."""

Progress = Callable[[int], None]
"""Told how many questions more are done."""


def corpus_name(conversation: str) -> str:
    """The name of the corpus of a conversation."""
    return f"talk-{conversation.lower().replace('_', '-')}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results that hold, and why there are not more: a budget that is spent."""

    results: tuple[Result, ...]
    stopped: str | None


def run(
    space: Workspace, questions: Sequence[Question], folder: Path, how: How, budget: Budget, run_id: str, progress: Progress
) -> Outcome:
    """Ask all questions, conversation by conversation, and keep their results in a folder; with a spent budget, take what is there.

    Raises:
        Unavailable, Denied, NoModel: what was answered before is kept, and the next run goes on from there.
    """
    found: list[Result] = []
    stopped = None
    for conversation in dict.fromkeys(one.conversation for one in questions):
        own = [one for one in questions if one.conversation == conversation]
        corpus = space.corpus(corpus_name(conversation))
        with open_chat(space, corpus, run_id, budget=budget) as chat:
            desk = Desk(Memory(corpus).view(), chat, how, folder)
            done = desk.done(own)
            progress(len(done))
            found += done
            waiting = [one for one in own if one.question_id not in {result.question_id for result in done}]
            try:
                for result in desk.ask(() if stopped else waiting):
                    found.append(result)
                    progress(1)
            except BudgetSpent as error:
                stopped = str(error)
    return Outcome(tuple(found), stopped)


@dataclass(frozen=True)
class Desk:
    """Where questions about one conversation are answered and judged."""

    view: View
    chat: Chat | None
    how: How
    folder: Path

    def done(self, questions: Sequence[Question]) -> list[Result]:
        """The results that were kept before and still hold."""
        wanted = {one.question_id: self.made_from(one) for one in questions}
        return [result for result in results.read(self.folder, questions) if result.made_from == wanted[result.question_id]]

    def ask(self, questions: Sequence[Question]) -> Iterator[Result]:
        """Ask questions, some at once, and keep each result."""
        for begin in range(0, len(questions), AT_ONCE):
            for result in self._results(questions[begin : begin + AT_ONCE]):
                results.write(self.folder, result)
                yield result

    def made_from(self, question: Question) -> str:
        """The fingerprint of all that the result of a question depends on."""
        who = [self._identity(part.ROLE, part.PROMPT, part.SCHEMA) for part in (answering, judging)]
        return results.fingerprint(question, code(), self.view.path.name, self.how, *who)

    def _results(self, questions: Sequence[Question]) -> list[Result]:
        """The results of some questions, asked together."""
        recalled = [recall(self.view, one.text, self.how.budget, self.how.policy, embed=embed) for one in questions]
        given = answers(self.view, list(zip(questions, recalled, strict=True)), self.chat)
        met = verdicts(list(zip(questions, given, strict=True)), self.chat)
        return [self._result(*parts) for parts in zip(questions, recalled, given, met, strict=True)]

    def _result(self, question: Question, recalled: Recalled, given: Given, met: Verdict) -> Result:
        judge = self.chat.model(judging.ROLE) if self.chat and self.chat.serves(judging.ROLE) else None
        return Result(
            question_id=question.question_id,
            conversation=question.conversation,
            category=question.category,
            question=question.text,
            points=question.points,
            unanswerable=question.unanswerable,
            fault=question.fault,
            context_tokens=recalled.tokens,
            recalled=_recalled(question, recalled),
            given=given,
            f1=round(f1_of(question, given.text, given.refused), 6),
            met=met,
            judged=judged_score(question, given, met) if judge else None,
            judged_by=judge,
            made_from=self.made_from(question),
        )

    def _identity(self, role: str, prompt: str, schema: Schema) -> str:
        return self.chat.identity(role, prompt, schema) if self.chat and self.chat.serves(role) else RULES


def _recalled(question: Question, recalled: Recalled) -> float | None:
    """The share of the gold turns in the context."""
    turns = {item.turn for item in recalled.items}
    return round(sum(one in turns for one in question.gold) / len(question.gold), 6) if question.gold else None

"""Report: the results of a run by category, and what each role did and cost.

masked    questions in which an audit found errors are left out, except in the last row
refused   the share of the questions with an answer that were refused, and of those without one
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from lineproof.evals.conversation.model import RULES, Result
from lineproof.models.stored import Roles
from storage.answers import calls
from storage.workspace import Workspace

ROLES: Final[Mapping[str, Sequence[str]]] = {
    "write": ("propose", "verify", "compose", "reflect"),
    "answer": ("answer",),
    "judge": ("judge",),
}
"""What a model can be used for here, with the roles of the settings that serve it."""


@dataclass(frozen=True, slots=True)
class Row:
    """Means over some questions; None where none of them has the figure. ``recalled`` is the share of gold turns in the context."""

    title: str
    questions: int
    f1: float | None
    judged: float | None
    refused: float | None
    recalled: float | None
    context_tokens: float | None
    faults: int


@dataclass(frozen=True, slots=True)
class Role:
    """What was asked of the models of a role since the workspace was made; ``models`` is RULES where there is none."""

    role: str
    models: str
    calls: int
    tokens: int
    cost: float | None


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of a run; ``finished`` of ``questions`` are done, ``stopped`` says why others are not."""

    benchmark: str
    questions: int
    finished: int
    stopped: str | None
    rows: tuple[Row, ...]
    roles: tuple[Role, ...]


def report(benchmark: str, questions: int, results: Sequence[Result], space: Workspace, roles: Roles, stopped: str | None) -> Report:
    """Sum up a run.

    Args:
        benchmark: its name.
        questions: how many were to be asked.
        results: those that there are.
        space: the workspace of the conversations, with its ledgers.
        roles: the models of the workspace.
        stopped: why the run ended early.
    """
    return Report(benchmark, questions, len(results), stopped, tuple(rows(results)), tuple(_roles(space, roles)))


def rows(results: Sequence[Result]) -> Iterable[Row]:
    """A row a category, then those of all questions."""
    masked = [one for one in results if not one.fault]
    for category in sorted({one.category for one in masked}):
        yield _row(category, [one for one in masked if one.category == category])
    yield _row("answerable", [one for one in masked if not one.unanswerable])
    yield _row("unanswerable", [one for one in masked if one.unanswerable])
    yield _row("all", masked)
    yield _row("all, unmasked", results)


def _row(title: str, group: Sequence[Result]) -> Row:
    def mean(value: Callable[[Result], float | None]) -> float | None:
        known = [found for one in group if (found := value(one)) is not None]
        return round(fmean(known), 4) if known else None

    return Row(
        title=title,
        questions=len(group),
        f1=mean(lambda one: one.f1),
        judged=mean(lambda one: one.judged),
        refused=mean(lambda one: float(one.given.refused)),
        recalled=mean(lambda one: one.recalled),
        context_tokens=mean(lambda one: float(one.context_tokens)),
        faults=sum(one.given.fault is not None for one in group),
    )


def _roles(space: Workspace, roles: Roles) -> Iterable[Role]:
    made = [call for corpus in space.corpora.values() for call in calls(corpus.answers) if not call.cached]
    for name, members in ROLES.items():
        own = [call for call in made if call.role in members]
        models = sorted({roles.model(member) for member in members if roles.serves(member)})
        tokens = sum(call.prompt_tokens + call.completion_tokens for call in own)
        cost = None if any(call.cost is None for call in own) else sum(call.cost or 0.0 for call in own)
        yield Role(name, ", ".join(models) or RULES, len(own), tokens, cost)

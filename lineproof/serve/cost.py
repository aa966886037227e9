"""Cost: the ledger of calls to models, summed.

call       one attempt at an endpoint, or one answer taken from the store, which costs nothing
unpriced   a call of a model that ``[prices]`` does not name: its tokens count, its cost is not known
day        of UTC, as budgets count it
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal

from lineproof.serve.output import print_line, print_table
from storage.answers import OK, Call, Spent, calls, spent_on
from storage.model_settings import Limits
from storage.workspace import Corpus, Workspace

By = Literal["run", "role", "purpose", "model", "day", "outcome", "corpus"]


@dataclass(frozen=True, slots=True)
class Cost:
    """A sum of calls: ``calls`` went to an endpoint, ``cached`` did not, ``failed`` of the former brought no answer of use."""

    name: str
    calls: int = 0
    cached: int = 0
    failed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    unpriced: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is spent of one limit; ``limit`` is None where there is none."""

    unit: str
    spent: float
    limit: float | None


@dataclass(frozen=True, slots=True)
class Costs:
    """Sums by what was asked for, in the order of their names (runs in order of time), all together, and today's budget."""

    by: By
    currency: str
    groups: Sequence[Cost]
    total: Cost
    today: Sequence[Allowance]


def costs(workspace: Workspace, corpora: Sequence[Corpus], by: By) -> Costs:
    """What the calls of some corpora cost; the budget of the day is that of the whole workspace."""
    entries = [(corpus.name, call) for corpus in corpora for call in calls(corpus.answers)]
    entries.sort(key=lambda entry: entry[1].at)
    named: dict[str, list[Call]] = {}
    for corpus, call in entries:
        named.setdefault(_GROUPS[by](corpus, call), []).append(call)
    names = list(named) if by == "run" else sorted(named)
    return Costs(
        by=by,
        currency=workspace.models.currency,
        groups=tuple(_sum(name, named[name]) for name in names),
        total=_sum("total", [call for _, call in entries]),
        today=_allowances(workspace.models.day, _today(workspace.corpora)),
    )


_GROUPS: Final[Mapping[By, Callable[[str, Call], str]]] = {
    "run": lambda corpus, call: call.run_id,
    "role": lambda corpus, call: call.role,
    "purpose": lambda corpus, call: call.purpose,
    "model": lambda corpus, call: call.model,
    "day": lambda corpus, call: call.at.date().isoformat(),
    "outcome": lambda corpus, call: "cached" if call.cached else call.outcome,
    "corpus": lambda corpus, call: corpus,
}


def _sum(name: str, entered: Iterable[Call]) -> Cost:
    listed = list(entered)
    made = [call for call in listed if not call.cached]
    return Cost(
        name=name,
        calls=len(made),
        cached=len(listed) - len(made),
        failed=sum(call.outcome != OK for call in made),
        prompt_tokens=sum(call.prompt_tokens for call in made),
        completion_tokens=sum(call.completion_tokens for call in made),
        cost=round(sum(call.cost or 0.0 for call in made), 6),
        unpriced=sum(call.cost is None for call in made),
        seconds=round(sum(call.latency_ms for call in made) / 1000, 3),
    )


def _today(corpora: Mapping[str, Corpus]) -> Spent:
    day = datetime.now(UTC).date()
    total = Spent()
    for corpus in corpora.values():
        total = total.plus(spent_on(corpus.answers, day))
    return total


def _allowances(limits: Limits, spent: Spent) -> tuple[Allowance, ...]:
    return (
        Allowance("tokens", spent.tokens, limits.tokens),
        Allowance("money", round(spent.money, 6), limits.money),
        Allowance("seconds", round(spent.seconds, 3), limits.seconds),
    )


def show_costs(found: Costs) -> None:
    """A row a group, then the total and what is left of today's budget, for people."""
    if not found.total.calls and not found.total.cached:
        print_line("No model was ever asked. docs/models.md tells how to name one.")
        return
    columns = (found.by, "calls", "cached", "failed", "prompt tokens", "answer tokens", found.currency, "seconds")
    print_table(columns, [_row(cost) for cost in (*found.groups, found.total)], whole=columns)
    if found.total.unpriced:
        print_line(f"calls of models without a price in [prices], not in the sum: {found.total.unpriced}")
    for allowance in found.today:
        if allowance.limit is not None:
            print_line(f"today: {allowance.spent:g} of {allowance.limit:g} {allowance.unit}")


def _row(cost: Cost) -> tuple[object, ...]:
    price = "?" if cost.unpriced and not cost.cost else f"{cost.cost:.4f}"
    return cost.name, cost.calls, cost.cached, cost.failed, cost.prompt_tokens, cost.completion_tokens, price, f"{cost.seconds:.1f}"

"""Conditions: which tools an agent has, by name; the policy without a model that goes with them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lineproof.evals.agents import policies, tools
from lineproof.evals.agents.desk import Tool
from lineproof.evals.agents.policies import Policy
from lineproof.evals.errors import UnknownCondition
from lineproof.recall.memory import Memory


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition: the tools of a corpus, the policy, and whether claims are the memory that its tools read from."""

    name: str
    tools: Callable[[Memory], Sequence[Tool]]
    policy: Policy
    by_claims: bool = False


def _graph(name: str, parts: tools.Parts) -> Condition:
    return Condition(name, lambda memory: tools.Graph(memory, parts).all(), policies.graph)


CONDITIONS: Final[Mapping[str, Condition]] = {
    one.name: one
    for one in (
        Condition("search", lambda memory: tools.Search(memory).all(), policies.search),
        Condition("wiki", lambda memory: tools.Wiki(memory).all(), policies.wiki, by_claims=True),
        _graph("graph", tools.Parts()),
        Condition("recall", lambda memory: tools.Recall(memory).all(), policies.recall),
        _graph("graph-without-edges", tools.Parts(edges=False)),
        _graph("graph-without-gate", tools.Parts(gate=False)),
        _graph("graph-without-standing", tools.Parts(standing=False)),
    )
}


def chosen(names: Sequence[str]) -> list[Condition]:
    """The conditions of some names.

    Raises:
        UnknownCondition: there is none of a name.
    """
    if unknown := [name for name in names if name not in CONDITIONS]:
        raise UnknownCondition(unknown[0], tuple(CONDITIONS))
    return [CONDITIONS[name] for name in dict.fromkeys(names)]

"""Estimates: what requests would cost, without making one.

tokens of a prompt   characters / 4, rounded up
tokens of answers    the share of the prompt that earlier answers in the role had; without earlier ones ``SHARE``
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lineproof.models.chat import Request
from lineproof.models.prompts import messages, tokens_of
from lineproof.models.stored import Roles, find
from storage.answers import OK, Answers, calls
from storage.model_settings import ModelSettings

SHARE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is to be expected; ``cost`` is None where a model has no price, ``stored`` counts requests that are answered already."""

    calls: int = 0
    stored: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = 0.0

    at_most: bool = False
    """Whether it is a bound, for what will be asked depends on answers that are not there yet."""

    def plus(self, other: "Estimate") -> "Estimate":
        """Both together."""
        cost = None if self.cost is None or other.cost is None else self.cost + other.cost
        return Estimate(
            self.calls + other.calls,
            self.stored + other.stored,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            cost,
            self.at_most or other.at_most,
        )


def estimate(
    settings: ModelSettings, environment: Mapping[str, str], path: Path, requests: Iterable[Request], at_most: bool = False
) -> Estimate:
    """What requests would cost now; nothing is asked, and nothing is changed.

    Args:
        settings: the models of the workspace.
        environment: where a model may be named.
        path: the store of the corpus; it need not exist.
        requests: what would be asked; the same twice is asked once.
        at_most: whether nothing can be told of their texts for sure, so that none is taken for answered.

    Raises:
        NoModel: a role has none.
    """
    roles = Roles(settings, environment)
    shares = _shares(path)
    answers = Answers(path) if path.exists() else None
    total = Estimate(at_most=at_most)
    seen: set[str] = set()
    for request in requests:
        asked = messages(request.prompt, request.schema, request.data)
        name = roles.fingerprint(request.role, asked)
        known = answers is not None and not at_most and find(answers, roles, request.role, name) is not None
        stored = known or (name in seen and not at_most)
        seen.add(name)
        if stored:
            total = total.plus(Estimate(stored=1))
            continue
        prompt = tokens_of(asked)
        completion = round(prompt * shares.get(request.role, SHARE))
        total = total.plus(Estimate(1, 0, prompt, completion, roles.served(request.role).cost(prompt, completion)))
    if answers is not None:
        answers.close()
    return total


def _shares(path: Path) -> dict[str, float]:
    """By role, how many tokens answers had for each token of their prompts."""
    sums: dict[str, tuple[int, int]] = {}
    for call in calls(path):
        if call.outcome == OK and not call.cached:
            prompt, completion = sums.get(call.role, (0, 0))
            sums[call.role] = prompt + call.prompt_tokens, completion + call.completion_tokens
    return {role: completion / prompt for role, (prompt, completion) in sums.items() if prompt}

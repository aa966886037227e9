"""Facts: which facts of a key a text states.

quantity   stated where the text has a signal of evidence with its value and unit, however it is written
name       stated where the words of one of its forms stand in the text, case and punctuation aside
"""

from collections.abc import Iterable
from functools import lru_cache

from lineproof.evals.questions import Fact
from lineproof.evidence.language import load
from lineproof.evidence.names import name_key
from lineproof.evidence.signals import signals

Quantity = tuple[str, str | None]


@lru_cache(maxsize=65_536)
def quantities_of(text: str, language: str) -> frozenset[Quantity]:
    """The values of a text, each with its unit."""
    return frozenset((signal.value, signal.unit) for signal in signals(text, load(language)) if signal.value is not None)


def states(text: str, fact: Fact, language: str) -> bool:
    """Whether a text states a fact."""
    if fact.value is None:
        return names(text, fact.forms)
    return any((fact.value, fact.unit) in quantities_of(line, language) for line in text.splitlines())


def stated(text: str, facts: Iterable[Fact], language: str) -> tuple[Fact, ...]:
    """Those of some facts that a text states."""
    return tuple(fact for fact in facts if states(text, fact, language))


def names(text: str, forms: Iterable[str]) -> bool:
    """Whether one of some forms stands in a text, word by word."""
    words = f" {name_key(text)} "
    return any(f" {name_key(form)} " in words for form in forms if name_key(form))

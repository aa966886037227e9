"""The invented insurer that a seed makes: its names, its numbers, and the values that its contracts set, edition by edition.

line      of business: a kind of contract, with a base form in several editions
rule      a concept as one line of business, endorsement or series has it: its name there, its words, and its value in each edition
schedule  the rules of one line of business
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lineproof.evals.library.dice import Dice
from lineproof.evals.library.quantities import Quantity
from lineproof.evals.library.wording import words

YEARS: Final = ((2016, 2018), (2019, 2021), (2023, 2024), (2026, 2026))
"""The years in which the editions of forms come; the last edition is an addition."""
CURRENT: Final = 2
"""The edition of base forms that is in force in the library, counted from 0."""
RENEWED: Final = 3
"""How many lines of business, the first ones, get another edition among the additions."""
RULES_OF_FORM: Final = 20
CHANGED: Final = 0.35


@dataclass(frozen=True, slots=True)
class Rule:
    """See the module. ``frame`` and ``staff`` are frames of sentences, ``ask`` of questions."""

    concept: str
    title: str
    group: str
    name: str
    other_name: str
    frame: str
    staff: str
    ask: tuple[str, ...]
    values: tuple[Quantity, ...]
    others: tuple[Quantity, ...]
    """Values that no edition has."""

    def value(self, edition: int) -> Quantity:
        """The value in an edition, counted from 0."""
        return self.values[edition]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of business, or the series of an endorsement, with its form number and editions."""

    key: str
    title: str
    plain: str
    asked: tuple[str, ...]
    topics: tuple[str, ...]
    number: str
    editions: tuple[str, ...]
    rules: tuple[Rule, ...]
    letter: str = ""
    peril: str = ""
    base: str = ""


@dataclass(frozen=True, slots=True)
class World:
    """Everything that a seed decides before a document is written."""

    seed: int
    company: str
    prefix: str
    guideline: str
    states: tuple[str, ...]
    lines: Mapping[str, Line]
    endorsements: Mapping[str, Line]

    def newest(self, line: Line, added: bool) -> int:
        """The newest edition of a base form, with the additions or without them."""
        return CURRENT + (added and line.key in list(self.lines)[:RENEWED])

    def dice(self, *purpose: object) -> Dice:
        """Choices for one purpose."""
        return Dice(self.seed, *purpose)


def make_world(seed: int) -> World:
    """The world of a seed."""
    dice, data = Dice(seed, "world"), words("world")
    prefix = dice.choice(data["prefixes"])
    numbers = dice.some(range(12, 80), len(data["lines"]) + len(data["endorsements"]))
    lines = {
        one["key"]: Line(
            one["key"], one["title"], one["plain"], tuple(one["asked"]), tuple(one["topics"]), f"{prefix} {number} 01",
            _editions(Dice(seed, "editions", one["key"])), _rules(seed, one["key"], "form", RULES_OF_FORM),
        )
        for one, number in zip(data["lines"], numbers, strict=False)
    }  # fmt: skip
    riders = {
        one["key"]: _endorsement(seed, one, f"{prefix} 04 {number}", base)
        for one, number, base in zip(data["endorsements"], numbers[len(lines) :], [*lines.values(), *list(lines.values())[:2]], strict=True)
    }
    states = tuple(dice.some(data["states"], 6))
    return World(seed, dice.choice(data["companies"]), prefix, dice.choice(("UG", "RG", "AG")), states, lines, riders)


def _endorsement(seed: int, one: Mapping[str, Any], number: str, base: Line) -> Line:
    """An endorsement whose editions follow those of its base form by some months."""
    dates = tuple(f"{edition[:5]}{min(12, int(edition[5:]) + 2):02}" for edition in base.editions[1:])
    return Line(
        one["key"], one["title"], one["title"], (one["asked"],), tuple(one["topics"]), number, dates,
        _rules(seed, one["key"], "endorsement", 8), one["letter"], one["peril"], base.key,
    )  # fmt: skip


def _editions(dice: Dice) -> tuple[str, ...]:
    return tuple(f"{first + dice.below(last - first + 1)}-{1 + dice.below(9):02}" for first, last in YEARS)


def _rules(seed: int, key: str, kind: str, count: int) -> tuple[Rule, ...]:
    """The rules of a series, in the order of the data; which concepts, words and values is chosen."""
    dice = Dice(seed, "rules", key)
    concepts = words("concepts")[kind]
    chosen = {one["id"] for one in dice.some(concepts, count)}
    family = dice.below(2)
    return tuple(make_rule(dice, one, family) for one in concepts if one["id"] in chosen)


def make_rule(dice: Dice, concept: Mapping[str, Any], family: int) -> Rule:
    """A concept with its words and values; ``family`` says which of its two names is used."""
    names: Sequence[str] = concept.get("names", ("", ""))
    values = _values(dice, concept["values"])
    return Rule(
        concept["id"], concept["title"], concept.get("group", ""), names[family], names[1 - family], dice.choice(concept["say"]),
        dice.choice(concept.get("staff", ("",))), tuple(concept["ask"]), tuple(Quantity(one, concept["unit"]) for one in values),
        tuple(Quantity(one, concept["unit"]) for one in concept["values"] if one not in values),
    )  # fmt: skip


def _values(dice: Dice, options: Sequence[int]) -> tuple[int, ...]:
    """A value for each edition; one edition in three has another than the one before."""
    values = [dice.choice(options)]
    while len(values) < len(YEARS):
        others = [one for one in options if one not in values]
        values.append(dice.choice(others) if len(others) > 1 and dice.chance(CHANGED) else values[-1])
    return tuple(values)

"""Simple questions: one place answers. Each function yields all questions of its kind that the library offers."""

from collections.abc import Iterator
from typing import Final

from lineproof.evals.library.asking import Asked, Known, asked_of, called, fitted, frames, names_of, place, states, ways_to_ask
from lineproof.evals.library.contracts import form_key
from lineproof.evals.library.staff import CONCEPTS_OF, bulletin_key, bulletin_rules, guideline_rules, latest_stage, manual_rules
from lineproof.evals.library.wording import words
from lineproof.evals.library.world import CURRENT, Line, Rule
from lineproof.evals.questions import Fact

DEEP: Final = (2_000, 6_000)
OTHERS: Final = 2


def single(known: Known) -> Iterator[Asked]:
    """What an endorsement, a guideline or a bulletin in force says."""
    for line in known.world.endorsements.values():
        for rule in line.rules:
            fact = known.fact(form_key(line, 1), rule.concept)
            asks = tuple(one.replace("{a}", line.asked[0]) for one in asked_of(known, rule, "endorsement", i=line.number))
            yield Asked(asks, (states(rule.value(1)),), (), (place(fact),))
    for number, scope in enumerate(words("frames")["guideline_scopes"]):
        for rule in guideline_rules(known.world, number):
            fact = known.fact(f"guideline-{number}", rule.concept)
            yield Asked(asked_of(known, rule, "guideline", s=scope), (states(rule.value(0)),), (), (place(fact),))
    for chain, scope in enumerate(words("frames")["bulletin_scopes"]):
        for at, rule in enumerate(bulletin_rules(known.world, chain)):
            if (stage := latest_stage(at)) is not None:
                fact = known.fact(bulletin_key(chain, stage), rule.concept)
                yield Asked(asked_of(known, rule, "bulletin", s=scope), (_stated(rule, fact.value),), (), (place(fact),))


def disambiguation(known: Known) -> Iterator[Asked]:
    """What the current form of one line of business says, where those of others say something else."""
    for line, rule in _current(known):
        value = rule.value(CURRENT)
        others = [one.value(CURRENT) for other, one in _current(known) if one.concept == rule.concept and other is not line]
        wrong = [one for one in dict.fromkeys(others) if one != value][:OTHERS]
        if len(wrong) == OTHERS:
            fact = known.fact(form_key(line, CURRENT), rule.concept)
            yield Asked(
                asked_of(known, rule, "current", **called(known, line)), (states(value),), tuple(map(states, wrong)), (place(fact),)
            )


def synonym(known: Known) -> Iterator[Asked]:
    """What a current form says of a concept, asked by the name that other documents use."""
    for line, rule in _current(known):
        fact = known.fact(form_key(line, CURRENT), rule.concept)
        yield Asked(fitted("synonym", n=rule.other_name, **called(known, line)), (states(rule.value(CURRENT)),), (), (place(fact),))


def deep(known: Known) -> Iterator[Asked]:
    """What a manual says thousands of lines after its beginning."""
    for manual, _ in CONCEPTS_OF.items():
        for line in known.world.lines.values():
            for rule in manual_rules(known.world, manual, line):
                fact = known.fact(manual, f"{rule.concept}-{line.key}", rule.concept)
                if fact.line > DEEP[0] and fact.status == "active":
                    yield Asked(_manual_asks(known, rule, line, manual), (states(rule.value(0)),), (), (place(fact),))


def _manual_asks(known: Known, rule: Rule, line: Line, manual: str) -> tuple[str, ...]:
    title = next(one["title"] for one in words("world")["manuals"] if one["key"] == manual)
    named = zip(ways_to_ask(known, rule), frames("manual"), names_of(known, line), strict=True)
    return tuple(ask.format(q=asked, m=frame.format(m=title)) for ask, frame, asked in named)


def unanswerable(known: Known) -> Iterator[Asked]:
    """What no document says, and what a form does not set though others of its kind do."""
    yield from (Asked(tuple(one["ask"])) for one in words("questions")["unanswerable"])
    rules = {rule.concept: rule for _, rule in _current(known)}
    for line in known.world.lines.values():
        own = {rule.concept for rule in line.rules}
        yield from (Asked(asked_of(known, rule, "current", **called(known, line))) for name, rule in rules.items() if name not in own)


def stale(known: Known) -> Iterator[Asked]:
    """What a current form says, where its former edition said something else."""
    for line, rule in _current(known):
        old, new = rule.value(CURRENT - 1), rule.value(CURRENT)
        if old != new:
            fact = known.fact(form_key(line, CURRENT), rule.concept)
            yield Asked(asked_of(known, rule, "current", **called(known, line)), (states(new),), (states(old),), (place(fact),))


def _current(known: Known) -> list[tuple[Line, Rule]]:
    return [(line, rule) for line in known.world.lines.values() for rule in line.rules]


def _stated(rule: Rule, number: str) -> Fact:
    return states(next(one for one in rule.values if one.number == number))

"""Connected questions: several places answer together. Each function yields all questions of its kind that the library offers."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from lineproof.evals.library.asking import Asked, Known, asked_of, called, fitted, frames, names_of, place, states, ways_to_ask
from lineproof.evals.library.contracts import form_key
from lineproof.evals.library.model import Document, Said, Target
from lineproof.evals.library.staff import bulletin_key, hop_rule
from lineproof.evals.library.world import CURRENT, Line
from lineproof.evals.questions import Fact, Place

ASSEMBLED: Final = 4
FOURTH: Final = 3


def comparison(known: Known) -> Iterator[Asked]:
    """What two editions of a form say of one thing."""
    for line in known.world.lines.values():
        for rule in line.rules:
            old, new = rule.value(CURRENT - 1), rule.value(CURRENT)
            if old != new:
                facts = [known.fact(form_key(line, edition), rule.concept) for edition in (CURRENT - 1, CURRENT)]
                asks = [ask.replace(", {d}", "") for ask in ways_to_ask(known, rule)]
                first, second = line.editions[CURRENT - 1], line.editions[CURRENT]
                paraphrases = fitted("comparison", asks, e=first, f=second, **called(known, line))
                yield Asked(paraphrases, (states(old), states(new)), (), tuple(map(place, facts)))


def contradiction(known: Known) -> Iterator[Asked]:
    """What a page tells of a clause, and what the clause says."""
    for document in known.shelf.documents.values():
        for said in _said(known, document):
            if said.fact.wrong in ("stale", "overstated") and said.fact.source:
                told = known.fact(document.key, str(said.fact.place.section), said.fact.concept)
                line = _line_of(known, said.fact.source.document)
                rule = next(one for one in line.rules if one.concept == said.fact.concept)
                form = known.fact(said.fact.source.document, rule.concept)
                value = next(one for one in rule.values if one.number == form.value)
                asks = [ask.replace(", {d}", "") for ask in ways_to_ask(known, rule)]
                paraphrases = fitted("contradiction", asks, p=document.title, f=known.shelf.documents[said.fact.source.document].name)
                yield Asked(paraphrases, (states(said.fact.value), states(value)), (), (place(told), place(form)))


def _said(known: Known, document: Document) -> list[Said]:
    placed = known.shelf.rendered[document.key].placed
    return [one.mark for one in placed if isinstance(one.mark, Said)]


def _line_of(known: Known, form: str) -> Line:
    return known.world.lines[form.rpartition("-")[0]]


def chain(known: Known) -> Iterator[Asked]:
    """Where one arrives who follows references: from a bulletin or a page to the Claims Manual, and from there to a form."""
    lines = list(known.world.lines.values())
    for number in range(4):
        bulletin = known.shelf.documents[bulletin_key(number, FOURTH)]
        yield _end(known, lines[number * 2], "chain_bulletin", bulletin.name)
    for number, line in enumerate(lines):
        yield _end(known, line, "chain_training", known.shelf.documents[f"training-{number}"].title)


def _end(known: Known, line: Line, kind: str, start: str) -> Asked:
    rule = hop_rule(known.world, line)
    fact = known.fact(form_key(line, CURRENT), rule.concept)
    return Asked(fitted(kind, p=start, **called(known, line)), (states(rule.value(CURRENT)),), (), (place(fact),))


def assembly(known: Known) -> Iterator[Asked]:
    """What the current forms of several lines of business say of one thing."""
    rules = sorted(((rule.concept, line.key, rule) for line in known.world.lines.values() for rule in line.rules), key=lambda one: one[:2])
    for concept, group in groupby(rules, key=lambda one: one[0]):
        dice = known.world.dice("assembly", concept)
        chosen = dice.some([(known.world.lines[key], rule) for _, key, rule in group], ASSEMBLED)
        values = list(dict.fromkeys(rule.value(CURRENT) for _, rule in chosen))
        if len(chosen) == ASSEMBLED and len(values) > 1:
            asks = asked_of(known, chosen[0][1], "several", a=", ".join(line.plain for line, _ in chosen))
            facts = [known.fact(form_key(line, CURRENT), concept) for line, _ in chosen]
            yield Asked(asks, tuple(map(states, values)), (), tuple(map(place, facts)))


def listing(known: Known) -> Iterator[Asked]:
    """Which states amend one clause of a form."""
    amending: dict[Target, list[tuple[str, Place]]] = {}
    for document in known.shelf.documents.values():
        for relation in document.relations if document.state else ():
            if relation.target.section:
                fact = known.fact(document.key, relation.target.section)
                amending.setdefault(relation.target, []).append((document.state or "", place(fact)))
    for clause, states_there in amending.items():
        if len(states_there) > 1:
            line = _line_of(known, clause.document)
            title = next(rule.title for rule in line.rules if rule.concept == clause.section).lower()
            must = tuple(Fact((state,)) for state, _ in states_there)
            yield Asked(fitted("list", t=title, **called(known, line)), must, (), tuple(gold for _, gold in states_there))


def dependents(known: Known) -> Iterator[Asked]:
    """Which documents attach to, amend or require a document."""
    by_path = {path: known.shelf.documents[key] for key, path in known.shelf.paths.items()}
    depending = [one for one in known.relations if one.relation in ("attaches_to", "amends", "requires")]
    for path in sorted({one.target for one in depending}):
        found = [one for one in depending if one.target == path]
        must = tuple(Fact(tuple(dict.fromkeys((by_path[one.path].identifier, by_path[one.path].name)))) for one in found)
        yield Asked(
            fitted("dependents", **_ways_to_call(known, by_path[path])),
            must,
            (),
            tuple(Place(one.path, one.line, one.line) for one in found),
        )


def _ways_to_call(known: Known, document: Document) -> dict[str, str]:
    """Three ways to call a document: its name, or in everyday words what a contract is about and when it came."""
    line = {**known.world.lines, **known.world.endorsements}.get(document.key.rpartition("-")[0])
    if not known.everyday or line is None:
        return dict.fromkeys("abc", document.name)
    kind = "everyday_form" if line.key in known.world.lines else "everyday_endorsement"
    about = dict(zip("abc", names_of(known, line), strict=True)) if kind == "everyday_form" else {"a": line.asked[0]}
    return dict(zip("abc", (frame.format(e=document.edition, **about) for frame in frames(kind)), strict=True))

"""Contracts: base forms, endorsements that attach to them, and amendatory endorsements of states."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from lineproof.evals.library.bulk import leading, spread, surrounded
from lineproof.evals.library.dice import Dice
from lineproof.evals.library.grammar import capitalised
from lineproof.evals.library.model import Cited, Document, Planted, Prose, Relation, Said, Section, Target, Text
from lineproof.evals.library.quantities import surface
from lineproof.evals.library.texts import fill
from lineproof.evals.library.wording import words
from lineproof.evals.library.world import Line, Rule, World

GROUPS: Final = (("D", "Definitions"), ("A", "Coverages"), ("S", "Conditions"), ("L", "Liability Coverages"))


def form_key(line: Line, edition: int) -> str:
    """The key of an edition of a form or endorsement."""
    return f"{line.key}-{edition + 1}"


def path_of(folder: str, *parts: str) -> str:
    """The path of a document without its ending."""
    return f"{folder}/" + "-".join(parts).lower().replace(" ", "-")


def base_form(world: World, line: Line, edition: int, lines: int) -> Document:
    """An edition of a base form."""
    key = form_key(line, edition)
    dice = world.dice("form", key)
    clauses = [(rule, _clause(dice, rule, edition, f"{line.plain} form", key, line)) for rule in line.rules]
    sections = list(_grouped(dice, key, clauses, line, lines))
    replaced = (_replaces(dice, line, edition, key),) if edition else ()
    opening = fill(dice.choice(words("frames")["form_opening"]), company=world.company, line=line.plain)
    marker = _replacing(replaced[0]) if replaced and not replaced[0].field else ()
    return Document(
        key, "form", path_of("forms", line.number, line.editions[edition]), line.title, line.number, line.editions[edition],
        f"{line.editions[edition]}-01", tuple(sections), (*marker, Prose(opening)), replaced,
        tuple(("supersedes", f"{line.number} ({line.editions[edition - 1]})") for one in replaced if one.field),
    )  # fmt: skip


def _replaces(dice: Dice, line: Line, edition: int, key: str) -> Relation:
    return Relation("supersedes", Target(form_key(line, edition - 1)), "supersedes" if dice.chance(0.5) else None, rewrites=True)


def _replacing(relation: Relation) -> tuple[Prose, ...]:
    """The sentence by which a document replaces another."""
    return (Prose(fill(words("frames")["replaces"], d=Cited((relation.target,)))),)


def _clause(dice: Dice, rule: Rule, edition: int, subject: str, key: str, line: Line) -> Section:
    """The section that sets one rule."""
    value = rule.value(edition)
    fact = Said(Planted(subject, rule.concept, value, Target(key, rule.concept)), surface(value, dice))
    text = fill(rule.frame, v=fact, n=rule.name, p=line.peril)
    return Section(rule.concept, rule.title, surrounded(dice, text, "contract", dice.choice(line.topics)))


def _grouped(dice: Dice, key: str, clauses: Sequence[tuple[Rule, Section]], line: Line, lines: int) -> Iterator[Section]:
    """The sections of a form in its groups, each with its own letter; the share of a group is that of its clauses."""
    for letter, title in GROUPS:
        own = [section for rule, section in clauses if rule.group == letter]
        if own:
            yield Section(f"group-{letter}", title, ())
            mixed = spread(dice, own, "contract", line.topics, lines * len(own) // len(clauses))
            numbered = leading([_lowered(one, f"{letter}-") for one in mixed], (f"{letter}.{n}" for n in count(1)))
            yield from (referring(dice, key, one, numbered) for one in numbered)


def _lowered(section: Section, prefix: str) -> Section:
    """One level down, with keys of bulk sections that no other group has."""
    key = prefix + section.key if section.key.startswith("bulk-") else section.key
    return Section(key, section.title, section.blocks, section.label, 3)


def referring(dice: Dice, key: str, section: Section, others: Sequence[Section]) -> Section:
    """A section that now and then refers to another."""
    other = dice.choice(others)
    if other.key == section.key or not other.label or not dice.chance(0.2):
        return section
    text = fill(dice.choice(words("frames")["see"]), c=Cited((Target(key, other.key),)))
    return Section(section.key, section.title, (*section.blocks, Prose(text)), section.label, section.level)


def endorsement(world: World, line: Line, edition: int, lines: int) -> Document:
    """An edition of an endorsement; its first goes with the second edition of its base form."""
    key = form_key(line, edition)
    dice = world.dice("endorsement", key)
    base = Target(form_key(world.lines[line.base], edition + 1))
    clauses = [_clause(dice, rule, edition, f"{line.peril} under the {line.title}", key, line) for rule in line.rules]
    numbered = leading(spread(dice, clauses, "contract", line.topics, lines), (f"{line.letter}.{n}" for n in count(1)))
    sections = tuple(referring(dice, key, one, numbered) for one in numbered)
    attached = "attaches_to" if dice.chance(0.5) else None
    relations = [Relation("attaches_to", base, attached)]
    fields = [("attaches_to", f"{world.lines[line.base].number} ({world.lines[line.base].editions[edition + 1]})")] if attached else []
    opening = [] if attached else [Prose(fill(dice.choice(words("frames")["attaches"]), d=Cited((base,)), p=line.peril))]
    if edition:
        relations.append(Relation("supersedes", Target(form_key(line, edition - 1)), "supersedes", rewrites=True))
        fields.append(("supersedes", f"{line.number} ({line.editions[edition - 1]})"))
    return Document(
        key, "endorsement", path_of("endorsements", line.number, line.editions[edition]), line.title, line.number, line.editions[edition],
        f"{line.editions[edition]}-01", sections, (*opening, Prose(fill(words("frames")["endorsement_opening"], p=line.peril))),
        tuple(relations), tuple(fields),
    )  # fmt: skip


def state_amendment(world: World, state: str, line: Line, edition: int, lines: int, amended: int) -> Document:
    """What a state makes of some clauses of a base form."""
    key = f"{state.lower()}-{line.key}-{edition + 1}"
    dice = world.dice("state", key)
    base = form_key(line, edition)
    rules = [rule for rule in line.rules if rule.group in "SA"]
    chosen = dice.some(rules, amended)
    clauses = [_amended(dice, state, rule, Target(base, rule.concept), key, line) for rule in chosen]
    letters = state[:2].upper()
    numbered = leading(spread(dice, clauses, "contract", line.topics, lines), (f"{letters}.{n}" for n in count(1)))
    number = f"{world.prefix} {81 + world.states.index(state)} {2 + list(world.lines).index(line.key):02}"
    date = _after(line.editions[edition], 1)
    opening = fill(words("frames")["state_opening"], s=state, l=line.plain)
    whole = Relation("amends", Target(base), "amends")
    relations = (whole, *(Relation("amends", Target(base, rule.concept)) for rule in chosen))
    return Document(
        key, "state", path_of("states", state, number, date), f"{state} Amendatory Endorsement, {line.title}", number, date, f"{date}-01",
        tuple(numbered), (Prose(opening),), relations,
        (("state", state), ("amends", f"{line.number} ({line.editions[edition]})")), state,
    )  # fmt: skip


def _amended(dice: Dice, state: str, rule: Rule, clause: Target, key: str, line: Line) -> Section:
    """A clause amended: what it says in this state."""
    value = dice.choice(rule.others)
    said = Said(Planted(f"{line.plain} form in {state}", rule.concept, value, Target(key, rule.concept)), surface(value, dice))
    text: Text = (*fill(dice.choice(words("frames")["amended"]), c=Cited((clause,))), " ", *fill(rule.frame, v=said, n=rule.name))
    return Section(rule.concept, capitalised(rule.title), surrounded(dice, text, "contract", dice.choice(line.topics)))


def _after(edition: str, months: int) -> str:
    """A month later in the same year, at the end of the year at the latest."""
    return f"{edition[:5]}{min(12, int(edition[5:]) + months):02}"

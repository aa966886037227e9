"""Rules for the staff: bulletins that follow one another, guidelines of underwriting, and manuals."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, Final

from lineproof.evals.library.bulk import leading, spread, surrounded
from lineproof.evals.library.contracts import form_key, path_of, referring
from lineproof.evals.library.dice import Dice
from lineproof.evals.library.grammar import capitalised
from lineproof.evals.library.model import Cited, Document, Planted, Prose, Relation, Said, Section, Target
from lineproof.evals.library.quantities import surface
from lineproof.evals.library.texts import fill, lowered
from lineproof.evals.library.wording import words
from lineproof.evals.library.world import CURRENT, Line, Rule, World, make_rule

STAGES: Final = ("2019", "2021", "2023", "2025")
SETS: Final = ((0, 1, 2, 3), (0, 4, 5), (0, 4, 5), (6, 7), (6,))
"""Which of the concepts of its chain the bulletin of each stage sets; the last stage is an addition."""
VALUES: Final = (0, 1, 2, 2, 3)
"""Which of the values of a rule the bulletin of each stage gives."""
CONCEPTS_OF: Final = {
    "claims-manual": ("inspection", "reserve", "estimates", "authority", "overhead", "recovery", "retain", "drying"),
    "underwriting-manual": ("survey", "binding", "audit"),
    "agency-manual": ("instalments", "commission", "grace"),
}
ENDORSED_BY_GUIDELINE: Final = 4
RULES_OF_GUIDELINE: Final = 9


def bulletin_rules(world: World, chain: int) -> list[Rule]:
    """The rules of a chain of bulletins; each stage is an edition."""
    dice = world.dice("bulletins", chain)
    return [make_rule(dice, one, 0) for one in dice.some(words("concepts")["bulletin"], 8)]


def bulletin_key(chain: int, stage: int) -> str:
    """The key of a bulletin."""
    return f"bulletin-{chain}-{stage}"


def latest_stage(at: int) -> int | None:
    """The stage whose bulletin sets the rule with this number in force, before the additions."""
    return {0: 2, 4: 2, 5: 2, 6: 3, 7: 3}.get(at)


def bulletin(world: World, chain: int, stage: int, lines: int) -> Document:
    """A bulletin of a chain: the second withdraws a section of the first, the third replaces the second, the fourth adds to the third."""
    key = bulletin_key(chain, stage)
    dice, subject = world.dice(key), words("world")["bulletins"][chain]
    scope = words("frames")["bulletin_scopes"][chain]
    clauses = [_bulletin_clause(dice, rule, stage, scope, key, subject["topics"]) for rule in _chosen(world, chain, stage)]
    extra = list(_extra_sections(dice, world, chain, stage, key, subject["topics"]))
    numbered = leading(spread(dice, [*clauses, *(section for section, _ in extra)], "staff", subject["topics"], lines), map(str, count(1)))
    year = (*STAGES, "2026")[stage]
    month = f"{1 + chain * 3 + world.dice('month', key).below(3):02}"
    before, relations = _before(world, chain, stage)
    relations += [relation for _, found in extra for relation in found]
    opening = (Prose(fill(dice.choice(words("frames")["bulletin_opening"]), s=scope)), *before)
    return Document(
        key, "bulletin", path_of("bulletins", f"{year}-{month}", subject["title"]), subject["title"], f"Bulletin {year}-{month}", "",
        f"{year}-{month}-01", tuple(referring(dice, key, one, numbered) for one in numbered), opening, tuple(relations),
    )  # fmt: skip


def _chosen(world: World, chain: int, stage: int) -> list[Rule]:
    rules = bulletin_rules(world, chain)
    return [rules[at] for at in SETS[stage]]


def _bulletin_clause(dice: Dice, rule: Rule, stage: int, scope: str, key: str, topics: Sequence[str]) -> Section:
    value = rule.value(VALUES[stage])
    said = Said(Planted(f"staff in {scope}", rule.concept, value, Target(key, rule.concept)), surface(value, dice))
    text = fill(words("frames")["bulletin_scoped"], s=scope, t=lowered(fill(rule.frame, v=said)))
    return Section(rule.concept, rule.title, surrounded(dice, text, "staff", dice.choice(topics)))


def _before(world: World, chain: int, stage: int) -> tuple[list[Prose], list[Relation]]:
    """What a bulletin says of the one before it."""
    frames, former = words("frames"), Target(bulletin_key(chain, stage - 1))
    if stage in (1, 4):
        clause = Target(former.document, _chosen(world, chain, stage)[0].concept)
        return [Prose(fill(frames["withdraws"], d=Cited((former,)), c=Cited((clause,))))], [
            Relation("supersedes", former, partial=True),
            Relation("supersedes", clause, partial=True, rewrites=True),
        ]
    if stage == 2:
        return [Prose(fill(frames["supersedes_bulletin"], d=Cited((former,))))], [Relation("supersedes", former, rewrites=True)]
    return ([Prose(fill(frames["supplements"], d=Cited((former,))))] if stage == 3 else []), []


def _extra_sections(
    dice: Dice, world: World, chain: int, stage: int, key: str, topics: Sequence[str]
) -> Iterator[tuple[Section, list[Relation]]]:
    """From the fourth on: a clause of the Claims Manual amended, and a pointer into it."""
    if stage < 3:
        return
    line = list(world.lines.values())[chain * 2 + stage - 3]
    rule = manual_rules(world, "claims-manual", line)[chain]
    clause = Target("claims-manual", f"{rule.concept}-{line.key}")
    value = dice.choice(rule.others)
    said = Said(Planted(f"Claims Manual for {line.plain}", rule.concept, value, Target(key, clause.section)), surface(value, dice))
    text = (*fill(words("frames")["amended"][0], c=Cited((clause,))), " ", *fill(rule.frame, v=said, d=line.plain))
    section = Section(str(clause.section), f"Claims Manual: {rule.title}", surrounded(dice, text, "staff", dice.choice(topics)))
    yield section, [Relation("amends", clause, rewrites=True)]
    pointed = hop_rule(world, line)
    hop = fill(words("frames")["bulletin_chain"], n=pointed.other_name, c=Cited((Target("claims-manual", f"hop-{line.key}"),)))
    yield Section("letter", "The Letter", surrounded(dice, hop, "staff", dice.choice(topics))), []


def guideline_rules(world: World, number: int) -> list[Rule]:
    """The rules of a guideline."""
    dice = world.dice("guideline rules", number)
    return [make_rule(dice, one, 0) for one in dice.some(words("concepts")["guideline"], RULES_OF_GUIDELINE)]


def guideline(world: World, number: int, lines: int, stage: int = 0) -> Document:
    """A guideline for one class of risks; ``stage`` 1 is the addition that replaces the first one."""
    key = f"guideline-{number}" + ("-new" if stage else "")
    dice, subject = world.dice(key), words("world")["guidelines"][number]
    scope = words("frames")["guideline_scopes"][number]
    rules = guideline_rules(world, number)
    clauses = [_guideline_clause(dice, rule, 3 * stage, scope, key, subject["topics"]) for rule in rules]
    clauses += [_contract_pointer(dice, world, list(world.lines.values())[number % len(world.lines)], subject["topics"])]
    numbered = leading(spread(dice, clauses, "staff", subject["topics"], lines), map(str, count(1)))
    relations, fields = _guideline_relations(world, number, stage)
    code = f"{world.guideline}-{7 + 4 * number + stage:02}"
    return Document(
        key, "guideline", path_of("guidelines", code, subject["title"]), f"{subject['title']} ({capitalised(scope)})", code, "",
        f"{2026 if stage else 2025}-{1 + number % 3:02}-01", tuple(referring(dice, key, one, numbered) for one in numbered),
        (Prose(fill(words("frames")["guideline_opening"], s=scope)),), relations, fields,
    )  # fmt: skip


def _guideline_clause(dice: Dice, rule: Rule, edition: int, scope: str, key: str, topics: Sequence[str]) -> Section:
    value = rule.value(edition)
    said = Said(Planted(f"{scope} risks", rule.concept, value, Target(key, rule.concept)), surface(value, dice))
    text = fill(words("frames")["guideline_scoped"], s=scope, t=lowered(fill(rule.frame, v=said)))
    return Section(rule.concept, rule.title, surrounded(dice, text, "staff", dice.choice(topics)))


def _contract_pointer(dice: Dice, world: World, line: Line, topics: Sequence[str]) -> Section:
    clause = Target(form_key(line, CURRENT), dice.choice(line.rules).concept)
    text = fill(words("frames")["guideline_see"], c=Cited((clause,)))
    return Section("contract", "The Contract", surrounded(dice, text, "staff", dice.choice(topics)))


def _guideline_relations(world: World, number: int, stage: int) -> tuple[tuple[Relation, ...], tuple[tuple[str, str], ...]]:
    if stage:
        former = f"{world.guideline}-{7 + 4 * number:02}"
        return (Relation("supersedes", Target(f"guideline-{number}"), "supersedes", rewrites=True),), (("supersedes", former),)
    if number >= ENDORSED_BY_GUIDELINE:
        return (), ()
    rider = list(world.endorsements.values())[number]
    return (Relation("requires", Target(form_key(rider, 1)), "requires"),), (("requires", f"{rider.number} ({rider.editions[1]})"),)


def manual_rules(world: World, manual: str, line: Line) -> list[Rule]:
    """The rules of a manual for one line of business."""
    concepts = {one["id"]: one for one in words("concepts")["manual"]}
    dice = world.dice(manual, line.key)
    return [make_rule(dice, concepts[name], 0) for name in CONCEPTS_OF[manual]]


def hop_rule(world: World, line: Line) -> Rule:
    """The rule of a base form to which the Claims Manual points."""
    return world.dice("hop", line.key).choice([rule for rule in line.rules if rule.group in "SA"])


def manual(world: World, key: str, lines: int) -> Document:
    """A manual: a chapter for each of its concepts, with a section for each line of business."""
    subject = next(one for one in words("world")["manuals"] if one["key"] == key)
    dice = world.dice(key)
    chapters = [_chapter_of(dice, world, key, at, name) for at, name in enumerate(CONCEPTS_OF[key])]
    if key == "claims-manual":
        chapters.append((words("frames")["hop_chapter"], [_hop(dice, world, line) for line in world.lines.values()]))
    sections: list[Section] = []
    for number, (title, planted) in enumerate(chapters, 1):
        topic = subject["topics"][number % len(subject["topics"])]
        sections += _chapter(dice, key, number, title, planted, topic, lines // len(chapters))
    return Document(
        key, "manual", path_of("manuals", subject["title"]), subject["title"], subject["title"], "", "2024-06-01", tuple(sections),
        (Prose(fill(words("frames")["manual_opening"])),),
    )  # fmt: skip


def _chapter_of(dice: Dice, world: World, key: str, at: int, name: str) -> tuple[str, list[Section]]:
    title = next(one["title"] for one in words("concepts")["manual"] if one["id"] == name)
    return title, [_manual_clause(dice, manual_rules(world, key, line)[at], line, key) for line in world.lines.values()]


def _manual_clause(dice: Dice, rule: Rule, line: Line, key: str) -> Section:
    """A rule of a manual for one line of business, now and then with the clause of the contract."""
    section, value = f"{rule.concept}-{line.key}", rule.value(0)
    said = Said(Planted(f"{words_of(key)} for {line.plain}", rule.concept, value, Target(key, section)), surface(value, dice))
    blocks = surrounded(dice, fill(rule.frame, v=said, d=line.plain), "staff", "files")
    if dice.chance(0.5):
        clause = Target(form_key(line, CURRENT), dice.choice(line.rules).concept)
        blocks = (*blocks, Prose(fill(words("frames")["manual_see"], c=Cited((clause,)))))
    return Section(section, f"{rule.title}: {capitalised(line.plain)}", blocks, level=3)


def words_of(manual_key: str) -> str:
    """The title of a manual."""
    return str(next(one["title"] for one in words("world")["manuals"] if one["key"] == manual_key))


def _hop(dice: Dice, world: World, line: Line) -> Section:
    rule = hop_rule(world, line)
    clause = Cited((Target(form_key(line, CURRENT), rule.concept),))
    text = fill(words("frames")["manual_hop"], l=line.plain, n=rule.other_name, c=clause)
    title = words("frames")["hop_title"].format(l=capitalised(line.plain))
    return Section(f"hop-{line.key}", title, surrounded(dice, text, "staff", "files"), level=3)


def _chapter(dice: Dice, key: str, number: int, title: str, planted: Sequence[Section], topic: str, lines: int) -> list[Section]:
    mixed: Any = spread(dice, planted, "staff", (topic, "files"), lines)
    below = [Section(_own(one.key, number), one.title, one.blocks, level=3) for one in mixed]
    numbered = leading(below, (f"{number}.{n}" for n in count(1)))
    return [Section(f"chapter-{number}", f"Chapter {number}. {title}", ()), *(referring(dice, key, one, numbered) for one in numbered)]


def _own(key: str, chapter: int) -> str:
    return f"{chapter}-{key}" if key.startswith("bulk-") else key

"""Papers that only tell what others set: filing memos, training pages, and works of reference. Some of them tell it wrongly."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from lineproof.evals.library.bulk import leading, spread, surrounded
from lineproof.evals.library.contracts import form_key, path_of, referring
from lineproof.evals.library.dice import Dice
from lineproof.evals.library.grammar import capitalised
from lineproof.evals.library.model import Block, Cited, Document, Grid, Planted, Prose, Said, Section, Target, Text, Wrong
from lineproof.evals.library.quantities import Quantity, forms, surface
from lineproof.evals.library.staff import hop_rule
from lineproof.evals.library.texts import fill, lowered
from lineproof.evals.library.wording import words
from lineproof.evals.library.world import CURRENT, Line, Rule, World

TOPICS: Final = ("files", "water", "roof", "theft", "contents", "liability", "fire", "accounts")
WRONG: Final[tuple[Wrong, ...]] = ("stale", "wrong edition", "misattributed", "overstated")
TOLD: Final = 6
CHANGES: Final = 4


def memo(world: World, line: Line, edition: int, lines: int) -> Document:
    """A filing memo about a new edition of a form: what rises, falls and stays."""
    key = f"memo-{line.key}-{edition + 1}"
    dice, form = world.dice(key), form_key(line, edition)
    changed = [rule for rule in line.rules if rule.value(edition) != rule.value(edition - 1)]
    sections = [_change(dice, rule, line, edition, key) for rule in changed[:CHANGES]]
    kept = [rule for rule in line.rules if rule not in changed]
    sections += [_stays(dice, rule, line, edition, key, None) for rule in dice.some(kept, 3)]
    if edition == CURRENT and kept:
        rule = next(rule for rule in reversed(kept) if f"kept-{rule.concept}" not in {one.key for one in sections})
        sections.append(_stays(dice, rule, line, edition, key, "overstated"))
    states = fill(words("frames")["memo_states"], g=Cited(text=words("frames")["generic_text"], reason="generic"))
    sections.append(Section("states", "States", (Prose(states),)))
    date = f"{line.editions[edition][:5]}{max(1, int(line.editions[edition][5:]) - 1):02}"
    number = f"Filing Memo {date}{list('ABCDEFGH')[list(world.lines).index(line.key)]}"
    opening = Prose(fill(words("frames")["memo_opening"], d=Cited((Target(form),))))
    numbered = leading(spread(dice, sections, "story", line.topics, lines), map(str, count(1)))
    return Document(
        key, "memo", path_of("memos", number, line.key), f"New Edition of the {line.title}", number, "", f"{date}-15",
        tuple(referring(dice, key, one, numbered) for one in numbered), (opening,),
    )  # fmt: skip


def _change(dice: Dice, rule: Rule, line: Line, edition: int, key: str) -> Section:
    """A value that differs between two editions."""
    clause, section = Target(form_key(line, edition), rule.concept), Target(key, f"changed-{rule.concept}")
    old, new = rule.value(edition - 1), rule.value(edition)
    subject = f"{line.plain} form"
    former = Said(Planted(subject, rule.concept, old, section, former=True), forms(old)[0])
    present = Said(Planted(subject, rule.concept, new, section, source=clause), forms(new)[0])
    frame = dice.choice(words("frames")["memo_rises" if new.written > old.written else "memo_falls"])
    text = fill(frame, c=Cited((clause,)), n=f'"{rule.name}"', o=former, v=present)
    return Section(section.section or "", rule.title, surrounded(dice, text, "story", dice.choice(line.topics)))


def _stays(dice: Dice, rule: Rule, line: Line, edition: int, key: str, wrong: Wrong | None) -> Section:
    clause, section = Target(form_key(line, edition), rule.concept), f"kept-{rule.concept}"
    told = _told(dice, rule, line, Target(key, section), clause, rule.value(edition), wrong)
    text = fill(words("frames")["memo_stays"], t=told, c=Cited((clause,)))
    return Section(section, f"Unchanged: {rule.title}", surrounded(dice, text, "story", dice.choice(line.topics)))


def _told(dice: Dice, rule: Rule, line: Line, place: Target, source: Target, value: Quantity, wrong: Wrong | None) -> Text:
    """What a form says of a rule in the words of the staff, rightly or with the wrong value."""
    if wrong == "overstated":
        value = max(rule.others, key=lambda one: one.written)
    said = Said(Planted(f"{line.plain} form", rule.concept, value, place, source, wrong=wrong), surface(value, dice))
    return lowered(fill(rule.staff, n=rule.other_name, v=said))


def training(world: World, number: int, lines: int, stage: int = 0) -> Document:
    """A page for training: clauses in other words, two of them wrong; ``stage`` 1 marks the additions."""
    key = f"training-{number}" + ("-new" if stage else "")
    dice, title = world.dice(key), words("world")["training"][number]["title"] + (" (Revised)" if stage else "")
    sections = list(_lessons(dice, world, number, key, bool(stage)))
    frames = words("frames")
    line = list(world.lines.values())[number]
    if not stage:
        hop = Cited((Target("claims-manual", f"hop-{line.key}"),))
        chain = fill(frames["training_chain"], n=hop_rule(world, line).other_name, c=hop)
        sections.append(Section("chain", "From Page to Page", surrounded(dice, chain, "story", "files")))
    generic = Cited(text=frames["generic_text"], reason="generic")
    sections.append(Section("states", "States", (Prose(fill(frames["training_states"], g=generic)),)))
    mixed = spread(dice, sections, "story", TOPICS[number % 4 : number % 4 + 4], lines)
    return Document(
        key, "training", path_of("training", title.replace("(", "").replace(")", "")), title, title, "",
        f"{2026 if stage else 2025}-{3 + number % 4:02}-01", tuple(mixed), (Prose(fill(frames["training_opening"])),),
    )  # fmt: skip


def _lessons(dice: Dice, world: World, number: int, key: str, added: bool) -> Iterator[Section]:
    """Clauses of several forms in other words: the last two wrong; every third page has them in a table."""
    lines = dice.some(list(world.lines.values()), TOLD)
    rows: list[tuple[Text, ...]] = []
    for at, line in enumerate(lines):
        edition = world.newest(line, added)
        wrong = WRONG[(number * 2 + at) % 4] if at >= TOLD - 2 else None
        rule = _fit(dice, line, wrong, edition)
        if rule is None:
            wrong, rule = "overstated", dice.choice(line.rules)
        section = Target(key, f"{line.key}-{rule.concept}")
        source, value = _departing(dice, line, rule, wrong, edition)
        if number % 3 == 2 and not wrong:
            said = Said(Planted(f"{line.plain} form", rule.concept, value, Target(key, "figures"), source), forms(value)[0])
            rows.append(((capitalised(rule.other_name),), (Cited((source,)),), (said,)))
            continue
        told = _told(dice, rule, line, section, source, value, wrong)
        text = fill(dice.choice(words("frames")["training_says"]), t=told, c=Cited((source,)))
        title = f"{capitalised(line.plain)}: {rule.other_name}"
        yield Section(section.section or "", title, surrounded(dice, text, "story", dice.choice(line.topics)))
    if rows:
        table: tuple[Block, ...] = (Grid(tuple(words("frames")["training_grid"]), tuple(rows)),)
        yield Section("figures", "Figures", table)


def _fit(dice: Dice, line: Line, wrong: Wrong | None, edition: int) -> Rule | None:
    """A rule of a line; one that was changed where an old value is to be told."""
    changed = [rule for rule in line.rules if rule.value(edition) != rule.value(edition - 1)]
    options: Sequence[Rule] = changed if wrong in ("stale", "wrong edition") else line.rules
    return dice.choice(options) if options else None


def _departing(dice: Dice, line: Line, rule: Rule, wrong: Wrong | None, edition: int) -> tuple[Target, Quantity]:
    """The clause that is cited, and the value that is told of it."""
    clause, value = Target(form_key(line, edition), rule.concept), rule.value(edition)
    if wrong == "stale":
        return clause, rule.value(edition - 1)
    if wrong == "wrong edition":
        return Target(form_key(line, edition - 1), rule.concept), value
    if wrong == "misattributed":
        other = dice.choice([one for one in line.rules if one.value(edition) != value])
        return Target(form_key(line, edition), other.concept), value
    return clause, value


def work_of_reference(world: World, number: int, lines: int, stage: int = 0) -> Document:
    """A work that names concepts without values, and points to clauses and to what is not there."""
    subject = words("world")["references"][number]
    key = f"reference-{subject['key']}" + ("-new" if stage else "")
    dice = world.dice(key)
    sections = [_entry(dice, world, line) for line in dice.some(list(world.lines.values()), 6)]
    sections += [_names_only(dice, world, at) for at in range(6)]
    sections += [_dangling(dice, world, at) for at in range(2)]
    title = subject["title"] + (", Second Part" if stage else "")
    return Document(
        key, "reference", path_of("reference", title.replace(",", "")), title, title, "", f"{2026 if stage else 2025}-07-01",
        tuple(spread(dice, sections, "story", TOPICS[number % 5 : number % 5 + 3], lines)),
    )  # fmt: skip


def _entry(dice: Dice, world: World, line: Line) -> Section:
    rule = dice.choice(line.rules)
    clause = Cited((Target(form_key(line, CURRENT), rule.concept),))
    text = fill(words("frames")["defined"], n=rule.other_name, c=clause)
    return Section(f"entry-{line.key}", f"{capitalised(rule.other_name)}, {line.plain}", surrounded(dice, text, "story", "files"))


def _names_only(dice: Dice, world: World, at: int) -> Section:
    line = dice.choice(list(world.lines.values()))
    one, other = dice.some(line.rules, 2)
    text = fill(dice.choice(words("frames")["names_only"]), n=one.other_name, m=other.other_name)
    return Section(f"names-{at}", f"{capitalised(one.other_name)}, a Word", surrounded(dice, text, "story", "files"))


def _dangling(dice: Dice, world: World, at: int) -> Section:
    frames = words("frames")
    written = dice.choice(frames["dangling_texts"]).format(
        p=world.prefix, a=80 + dice.below(20), b=f"{1 + dice.below(12):02}", g=world.guideline, h=81 + dice.below(18)
    )
    text = fill(dice.choice(frames["dangling_see"]), c=Cited(text=written, reason="dangling"))
    return Section(f"gone-{at}", "Not on This Shelf", surrounded(dice, text, "story", "files"))

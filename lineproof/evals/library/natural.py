"""The natural edition: the same facts, with references in the wording of real contracts and of people who know what they mean.

in force   the edition of a document on the date of the text that names it without an edition
own name   a name that a document defines for another at its beginning (`"Base Contract" means ...`)
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from lineproof.evals.library.citing import Directory, called
from lineproof.evals.library.dice import Dice
from lineproof.evals.library.grammar import capitalised
from lineproof.evals.library.model import Cited, Document, Prose, Relation, Target, Text
from lineproof.evals.library.render import Cite
from lineproof.evals.library.texts import fill
from lineproof.evals.library.wording import words
from lineproof.evals.library.world import World

SENTENCES: Final = 7
"""How many further references of each document's own are added."""
OWN_NAME: Final = 0.7
"""How often the name is used that a document defines, once it is past its opening."""
LONGEST_RANGE: Final = 4
NAMED: Final = ("state", "endorsement")
UNDATED: Final = 2
"""Every second work of reference has no date."""


def naturalised(world: World, documents: Sequence[Document]) -> list[Document]:
    """Documents with further references in natural wording."""
    known = {one.key: one for one in documents}
    return [_naturalised(world, _undated(one, known), known) for one in documents]


def _undated(document: Document, known: Directory) -> Document:
    """Some works of reference bear no date, so that a form without its edition stays ambiguous in them."""
    works = [one.key for one in known.values() if one.family == "reference"]
    return replace(document, date="") if document.key in works and works.index(document.key) % UNDATED else document


def _naturalised(world: World, document: Document, known: Directory) -> Document:
    dice = world.dice("natural", document.key)
    sections = list(document.sections)
    free = [at for at, section in enumerate(sections) if "bulk-" in section.key and (section.label or document.family in _UNLABELLED)]
    makers = [maker for maker in _MAKERS for _ in range(2)]
    for at, maker in zip(dice.some(free, SENTENCES), dice.some(makers, len(makers)), strict=False):
        if text := maker(world, dice, document, known, at):
            sections[at] = replace(sections[at], blocks=(*sections[at].blocks, Prose(text)))
    return _replacing(world, replace(document, sections=tuple(sections), opening=_opening(dice, document)), known)


def _opening(dice: Dice, document: Document) -> tuple[Any, ...]:
    """With a name for the base form, and, where the opening attaches an endorsement, with a condition instead."""
    base = next((one for one in document.relations if one.relation in ("attaches_to", "amends") and not one.target.section), None)
    if base is None or document.family not in NAMED:
        return document.opening
    data = words("natural")
    defined = fill(data["defined"], n=data["base_name"], r=Cited((base.target,)))
    kept = document.opening
    if base.relation == "attaches_to" and not base.field:
        kept = (Prose(fill(dice.choice(data["attaches"]), r=Cited((base.target,)))), *kept[1:])
    return (*kept, Prose(defined))


def _ranged(world: World, dice: Dice, document: Document, known: Directory, at: int) -> Text:
    """Several sections of its own, from one to another."""
    sections = document.sections[at : at + 2 + dice.below(LONGEST_RANGE - 1)]
    same = [one for one in sections if one.label and one.label.rpartition(".")[0] == sections[0].label.rpartition(".")[0]]
    if len(same) < 2:
        return ()
    data, first, last = words("natural"), same[0].label, same[-1].label
    text = dice.choice(data["range"]).format(a=first, z=last)
    if first[0].isdigit():
        text = f"{data['range_words']} {text}"
    return fill(dice.choice(data["ranged"]), r=Cited(tuple(Target(document.key, one.key) for one in same), text))


def _carried(world: World, dice: Dice, document: Document, known: Directory, at: int) -> Text:
    """Another document, and in the next sentence sections of it, which is only called by its kind."""
    data = words("natural")
    others = [one for one in known.values() if one.family in ("endorsement", "bulletin", "guideline") and one.date <= document.date]
    others = [one for one in others if one.key != document.key]
    if not others:
        return ()
    other = dice.choice(others)
    labelled = [one for one in other.sections if one.label]
    chosen = sorted(dice.some(range(len(labelled)), 1 + dice.below(2)))
    frames = dice.choice(data["carried" if len(chosen) > 1 else "carried_one"])
    targets = tuple(Target(other.key, labelled[one].key) for one in chosen)
    text = " and ".join(labelled[one].label for one in chosen)
    if labelled[0].label[0].isdigit():
        text = f"{'Sections' if len(chosen) > 1 else 'Section'} {text}"
    kind = data["kinds"][other.family]
    first = fill(frames[0], d=Cited((Target(other.key),)))
    before, _, behind = frames[1].partition("{r} of that {k}")
    second = (capitalised(before), Cited(targets, f"{text} of that {kind}"), behind)
    return (*first, " ", *second)


def _generic(world: World, dice: Dice, document: Document, known: Directory, at: int) -> Text:
    data = words("natural")
    return fill(dice.choice(data["generic"]), r=Cited(text=dice.choice(data["generic_texts"]), reason="generic"))


def _dangling(world: World, dice: Dice, document: Document, known: Directory, at: int) -> Text:
    data = words("natural")
    numbers = {"a": f"{80 + dice.below(20)}", "b": f"{1 + dice.below(12):02}", "h": f"{81 + dice.below(18)}"}
    text = dice.choice(data["dangling_texts"]).format(p=world.prefix, g=world.guideline, **numbers)
    return fill(dice.choice(data["dangling"]), r=Cited(text=text, reason="dangling"))


def _ambiguous(world: World, dice: Dice, document: Document, known: Directory, at: int) -> Text:
    """A form without its edition in a text that has no date and names no edition of it elsewhere."""
    named = {known[one].identifier for one in _cited(document)}
    lines = [line for line in world.lines.values() if line.number not in named]
    if document.date or not lines:
        return ()
    data, line = words("natural"), dice.choice(lines)
    return fill(dice.choice(data["ambiguous"]), r=Cited(text=line.number, reason="ambiguous"))


def _cited(document: Document) -> set[str]:
    """The keys of the documents that a document refers to."""
    texts = (block.text for section in document.sections for block in section.blocks if isinstance(block, Prose))
    return {target.document for text in texts for piece in text if isinstance(piece, Cited) for target in piece.targets}


def _excepted(world: World, dice: Dice, document: Document, known: Directory, at: int) -> Text:
    """Another section of its own, near by."""
    near = [one for one in document.sections[max(0, at - 6) : at + 7] if one.label and one.key != document.sections[at].key]
    if not near or not document.sections[at].label:
        return ()
    return fill(dice.choice(words("natural")["exception"]), r=Cited((Target(document.key, dice.choice(near).key),)))


_MAKERS: Final = (_ranged, _carried, _generic, _dangling, _ambiguous, _excepted)
_UNLABELLED: Final = ("training", "reference")


def _replacing(world: World, document: Document, known: Directory) -> Document:
    """The fourth bulletin of a chain also takes the place of a section of a guideline."""
    if document.family != "bulletin" or not document.key.endswith("-3"):
        return document
    dice = world.dice("replacement", document.key)
    guideline = known[f"guideline-{int(document.key.split('-')[1]) + 4}"]
    withdrawn = [one.key for one in guideline.sections if one.key.startswith("bulk-")] or ["contract"]
    clause = Target(guideline.key, dice.choice(withdrawn))
    at = next(n for n, one in enumerate(document.sections) if one.key == "letter")
    own = document.sections[at]
    itself = Cited((Target(document.key, own.key),), f"Section {own.label} of this bulletin")
    text = fill(words("natural")["replacement"], l=itself, r=Cited((clause,)))
    sections = list(document.sections)
    sections[at] = replace(own, blocks=(*own.blocks, Prose(text)))
    relations = (*document.relations, Relation("amends", clause, rewrites=True))
    return replace(document, sections=tuple(sections), relations=relations)


def style(world: World, source: Document, documents: Directory) -> Cite:
    """How a document writes its references: the choices for one document come one after another."""
    dice = world.dice("citing", source.key)
    own_names = _own_names(source)
    order = {one.key: at for at, one in enumerate(source.sections)}

    def cite(cited: Cited, here: str | None) -> str:
        if cited.text is not None:
            return cited.text
        target = cited.targets[0]
        if target.document == source.key:
            return _of_itself(dice, source, target, order, here)
        name = own_names.get(target.document) if here and dice.chance(OWN_NAME) else None
        name = name or dice.choice(list(_names(source, documents[target.document], documents)))
        return _elsewhere(dice, target, documents, name) if target.section else name

    return cite


def _own_names(source: Document) -> dict[str, str]:
    if source.family not in NAMED:
        return {}
    base = next(one for one in source.relations if one.relation in ("attaches_to", "amends"))
    return {base.target.document: f"the {words('natural')['base_name']}"}


def _of_itself(dice: Dice, source: Document, target: Target, order: dict[str, int], here: str | None) -> str:
    data = words("natural")
    label = next(one.label for one in source.sections if one.key == target.section)
    frame = dice.choice(data["own_number" if label[0].isdigit() else "own_letter"])
    before = here is not None and order[str(target.section)] < order[here]
    return str(frame.format(l=label, w=data["above" if before else "below"], k=data["kinds"][source.family]))


def _elsewhere(dice: Dice, target: Target, documents: Directory, name: str) -> str:
    label = next(one.label for one in documents[target.document].sections if one.key == target.section)
    frame = dice.choice(words("natural")["other_number" if label[0].isdigit() else "other_letter"])
    return str(frame.format(l=label, d=name))


def _names(source: Document, target: Document, documents: Directory) -> Iterator[str]:
    """The names that mean a document in a text: in full, and where its edition is in force, by number or title alone."""
    yield called(target)
    if target.edition and source.date and in_force(target, source.date, documents):
        yield target.identifier
        if target.family == "form":
            yield f"the {target.title}"


def in_force(document: Document, date: str, documents: Directory) -> bool:
    """Whether a document is the newest edition of its number that has begun on a date."""
    begun = [one for one in documents.values() if one.identifier == document.identifier and one.date <= date]
    return max(begun, key=lambda one: one.date, default=None) is document

"""What the makers of questions share: where a fact stands, how a question names its document, and the parts of a key.

asked   a question before it has a number: its paraphrases and its key
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lineproof.evals.library.grammar import capitalised
from lineproof.evals.library.ledger import Shelf
from lineproof.evals.library.model import Fact as Stated
from lineproof.evals.library.model import Ledger, Link, Said, Target
from lineproof.evals.library.quantities import Quantity, forms
from lineproof.evals.library.wording import words
from lineproof.evals.library.world import Line, Rule, World
from lineproof.evals.questions import Fact, Place


@dataclass(frozen=True, slots=True)
class Asked:
    """See the module."""

    paraphrases: tuple[str, ...]
    must: tuple[Fact, ...] = ()
    must_not: tuple[Fact, ...] = ()
    gold: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """Everything about a library that a question may be made from; ``places`` has the fact of a concept at a section.

    ``everyday``: questions call things in other words than the documents do.
    """

    world: World
    shelf: Shelf
    relations: Sequence[Link]
    places: Mapping[tuple[Target, str], Stated]
    everyday: bool = False

    def fact(self, document: str, section: str, concept: str | None = None) -> Stated:
        """The fact of a section, which sets one concept; its own where none is named."""
        return self.places[Target(document, section), concept or section]


def known(world: World, shelf: Shelf, ledger: Ledger) -> Known:
    """What there is to ask about; of the ledger what stands on the shelf."""
    paths = set(shelf.paths.values())
    facts = [fact for fact in ledger.facts if fact.path in paths]
    said = [one.mark.fact for rendered in shelf.rendered.values() for one in rendered.placed if isinstance(one.mark, Said)]
    places = {(planted.place, planted.concept): fact for planted, fact in zip(said, facts, strict=True) if not planted.former}
    return Known(world, shelf, [link for link in ledger.relations if link.path in paths], places)


def states(value: Quantity) -> Fact:
    """What an answer states: a quantity in digits or in words."""
    return Fact(tuple(dict.fromkeys(forms(value))), value.number, value.unit)


def place(fact: Stated) -> Place:
    """The line of a fact."""
    return Place(fact.path, fact.line, fact.line)


def frames(name: str) -> list[str]:
    """The three frames of a kind of question, or of a way to name a document."""
    found: list[str] = words("questions")[name]
    return found


def ways_to_ask(known: Known, rule: Rule) -> tuple[str, ...]:
    """Three ways to ask for what a rule sets: in other words, or by its title and by the name that its documents use."""
    if known.everyday:
        return rule.ask
    value = rule.values[0]
    kind = value.unit if value.unit in ("USD", "ratio") else value.kind
    title, unit = rule.title.lower(), forms(replace(value, written=2))[0].partition(" ")[2]
    rest = " for {q} losses, {m}?" if "{m}" in rule.ask[0] else ", {d}?"
    return tuple(frame.format(t=title, n=rule.name or title, u=unit) + rest for frame in frames(f"named_{kind}"))


def asked_of(known: Known, rule: Rule, way: str, **parts: str) -> tuple[str, ...]:
    """The paraphrases that ask for a rule, each naming its document in its own way."""
    return tuple(
        ask.replace("{d}", named.format(**parts)).replace("{a}", parts.get("p", ""))
        for ask, named in zip(ways_to_ask(known, rule), frames(way), strict=True)
    )


def names_of(known: Known, line: Line) -> tuple[str, ...]:
    """The three names that questions give a line of business: the first is that of its documents."""
    return line.asked if known.everyday else line.asked[:1] * 3


def called(known: Known, line: Line) -> dict[str, str]:
    """The same as parts of a frame."""
    return dict(zip("abc", names_of(known, line), strict=True))


def fitted(name: str, asks: Sequence[str] = (), **parts: str) -> tuple[str, ...]:
    """The three questions of a kind; ``{q}`` in them is what a rule asks, one paraphrase each."""
    inner = asks or ("",) * len(frames(name))
    return tuple(capitalised(frame.format(q=ask, **parts)) for frame, ask in zip(frames(name), inner, strict=True))

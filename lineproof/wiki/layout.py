"""Layout: items in readable order, under headings, on pages of a readable size.

depth      how many headings above a fact are passed over: those that all facts of a document share say nothing
chunk      blocks that go on one page; where it ends depends on the blocks' keys, so that a change in one place moves no border
           elsewhere
capacity   characters of a page
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, Protocol, TypeVar

from lineproof.evidence.hashing import fingerprint
from lineproof.wiki.groups import grouped
from lineproof.wiki.material import Heading
from lineproof.wiki.outline import Block, Item, cost
from lineproof.wiki.text import key

BORDERS: Final = 6
"""One block in so many may begin a page before the last one is full."""

ORDER: Final[Mapping[str, int]] = {
    "definition": 0, "fact": 1, "decision": 1, "supersession": 1, "obligation": 2, "prohibition": 2, "permission": 2, "condition": 2,
    "limit": 3, "period": 3, "percentage": 3, "date": 3, "count": 3, "value": 3, "exception": 4,
}  # fmt: skip
"""Definitions, then facts, rules, values, exceptions."""


class Sized(Protocol):
    """What is laid out."""

    @property
    def key(self) -> str:
        """What tells it from others."""

    @property
    def cost(self) -> int:
        """Characters that it takes."""


Thing = TypeVar("Thing", bound=Sized)


def chunks(things: Sequence[Thing], capacity: int) -> list[list[Thing]]:
    """Things in their order on pages; one that is larger than a page has a page of its own."""
    if sum(thing.cost for thing in things) <= capacity:
        return [[*things]] if things else []
    pages: list[list[Thing]] = [[]]
    filled = 0
    for thing in things:
        early = filled >= capacity // 3 and int(fingerprint(thing.key)[:8], 16) % BORDERS == 0
        if pages[-1] and (early or filled + thing.cost > capacity):
            pages.append([])
            filled = 0
        pages[-1].append(thing)
        filled += thing.cost
    return pages


def blocks(items: Sequence[Item], headings: Mapping[str, Heading], capacity: int, depth: int = 0) -> list[Block]:
    """The items of one document, in its order, under the outermost headings that part them; larger blocks go deeper."""
    depth = _depth(items, depth)
    if depth < 0:
        return list(_split(Block("", items[0].facts[0].clause, readable(items, "", headings)), capacity)) if items else []
    found: list[Block] = []
    for section, group in groupby(items, lambda item: _section(item, depth)):
        within = [*group]
        deeper = blocks(within, headings, capacity, depth + 1) if section and cost(within) > capacity else []
        if len(deeper) > 1:
            found += [block if block.title else replace(block, title=_text(section, headings)) for block in deeper]
        else:
            title = _text(section, headings)
            found += _split(Block(title, section or within[0].facts[0].document_id, readable(within, title, headings)), capacity)
    return found


def readable(items: Iterable[Item], title: str, headings: Mapping[str, Heading]) -> tuple[Item, ...]:
    """Items under a title, clause by clause; within a clause paragraphs with definitions, rules, values, exceptions.

    What one paragraph says stays together and in its order. The first item of a clause names it, unless the title does.
    """
    paragraphs = grouped(((item.facts[0].clause, item.facts[0].paragraph_id), item) for item in items)
    clauses = {clause: number for number, clause in enumerate(dict.fromkeys(clause for clause, _ in paragraphs))}
    named = {title}
    return tuple(
        _named(item, headings, named)
        for clause, paragraph in sorted(paragraphs, key=lambda pair: (clauses[pair[0]], _rank(paragraphs[pair])))
        for item in unrepeated(paragraphs[clause, paragraph])
    )


def _rank(items: Sequence[Item]) -> int:
    return min(ORDER.get(item.facts[0].kind, 1) for item in items)


def unrepeated(items: Iterable[Item]) -> Iterator[Item]:
    """Items of one paragraph, each without the sentences before its own that an earlier one says already."""
    told: set[str] = set()
    for item in items:
        fact = item.facts[0]
        said = fact.said
        for sentence in fact.before:
            said = said.replace(sentence, "", 1).strip() if key(sentence) in told else said
        told |= {key(sentence) for sentence in (*fact.before, fact.own)}
        yield item if said == fact.said else replace(item, facts=(replace(fact, said=said), *item.facts[1:]))


def _named(item: Item, headings: Mapping[str, Heading], named: set[str]) -> Item:
    """An item with the name of its clause, if that is not named yet."""
    name = item.facts[0].clause_name(headings)
    if not name or name in named:
        return item
    named.add(name)
    return replace(item, place=name)


def _split(block: Block, capacity: int) -> Iterator[Block]:
    """A block as one, or as several where it is larger than a page."""
    part: list[Item] = []
    filled = 0
    for item in block.items:
        if part and filled + item.cost > capacity:
            yield replace(block, items=tuple(part), key=part[0].facts[0].paragraph_id)
            part, filled = [], 0
        part.append(item)
        filled += item.cost
    yield replace(block, items=tuple(part), key=block.key if len(part) == len(block.items) else part[0].facts[0].paragraph_id)


def _depth(items: Sequence[Item], least: int) -> int:
    """The first depth at which headings part the items; -1 if there is none."""
    deepest = max((len(item.facts[0].sections) for item in items), default=0)
    return next((depth for depth in range(least, deepest) if len({_section(item, depth) for item in items} - {""}) > 1), -1)


def _section(item: Item, depth: int) -> str:
    sections = item.facts[0].sections
    return sections[depth] if depth < len(sections) else ""


def _text(section: str, headings: Mapping[str, Heading]) -> str:
    return headings[section].text if section in headings else ""

"""Sections of bulk text, and planted sections spread evenly among as many of them as a document's length asks for."""

from collections.abc import Iterator, Sequence
from typing import Final

from lineproof.evals.library.dice import Dice
from lineproof.evals.library.grammar import capitalised, paragraph, phrase, sentence
from lineproof.evals.library.model import Block, Grid, Listing, Prose, Section, Text
from lineproof.evals.library.render import WIDTH
from lineproof.evals.library.wording import words

HEADING_LINES: Final = 2


def spread(dice: Dice, planted: Sequence[Section], voice: str, topics: Sequence[str], lines: int) -> list[Section]:
    """Planted sections in their order, evenly among bulk sections, about ``lines`` lines in all."""
    bulk: list[Section] = []
    left = lines - sum(map(length, planted))
    while left > 0:
        bulk.append(bulk_section(dice, f"bulk-{len(bulk) + 1}", voice, dice.choice(topics)))
        left -= length(bulk[-1])
    every = (len(bulk) + 1) / (len(planted) + 1)
    mixed: list[Section] = []
    for number, section in enumerate(planted):
        mixed += bulk[round(number * every) : round((number + 1) * every)]
        mixed.append(section)
    return mixed + bulk[round(len(planted) * every) :]


def bulk_section(dice: Dice, key: str, voice: str, topic: str) -> Section:
    """A section without any planted fact."""
    blocks: list[Block] = [Prose((paragraph(dice, voice, topic),)) for _ in range(2 + dice.below(4))]
    if dice.chance(0.35):
        items = tuple(_item(dice, topic) for _ in range(3 + dice.below(4)))
        blocks += [Prose((phrase(dice, "leads", topic),)), Listing(items, numbered=dice.chance(0.3))]
    if dice.chance(0.1):
        blocks.append(_grid(dice, topic))
    return Section(key, phrase(dice, "titles", topic), tuple(blocks))


def _item(dice: Dice, topic: str) -> Text:
    return (f"{phrase(dice, 'items', topic)};",)


def _grid(dice: Dice, topic: str) -> Grid:
    """A table without numbers."""
    data, own = words("bulk"), words("bulk")["topics"][topic]
    lists = (own["thing"], own["place"], own["trade"])
    rows = [tuple((capitalised(dice.choice(options)),) for options in lists) for _ in range(3 + dice.below(4))]
    return Grid(tuple(dice.choice(data["headings"]["columns"])), tuple(dict.fromkeys(rows)))


def surrounded(dice: Dice, text: Text, voice: str, topic: str) -> tuple[Block, ...]:
    """A planted text as a paragraph, alone or with more sentences behind it, and perhaps another paragraph."""
    follow = (" " + sentence(dice, voice, topic),) if dice.chance(0.5) else ()
    more = (Prose((paragraph(dice, voice, topic),)),) if dice.chance(0.6) else ()
    return (Prose((*text, *follow)), *more)


def length(section: Section) -> int:
    """About how many lines a section takes."""
    return HEADING_LINES + sum(map(_lines, section.blocks))


def _lines(block: Block) -> int:
    if isinstance(block, Prose):
        return 2 + _characters(block.text) // (WIDTH - 6)
    return 1 + (len(block.items) if isinstance(block, Listing) else 2 + len(block.rows))


def _characters(text: Text) -> int:
    return sum(len(piece) if isinstance(piece, str) else 12 for piece in text)


def leading(sections: Sequence[Section], labels: Iterator[str]) -> list[Section]:
    """Sections with their labels."""
    return [Section(one.key, one.title, one.blocks, label, one.level) for one, label in zip(sections, labels, strict=False)]

"""Bulk text: sentences from a grammar in data, so many that hardly one stands twice.

symbol    a name in braces that stands for one of its phrases, which may hold symbols again
voice     the sentences of a family of documents: ``contract``, ``staff`` or ``story``
topic     what a section is about; its phrases are chosen before those that all topics share
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from lineproof.evals.library.dice import Dice
from lineproof.evals.library.wording import words

_SYMBOL: Final = re.compile(r"\{(\w+)\}")
Phrase = tuple[str, ...]
"""Literal text and names of symbols in turn, text first."""
Rules = Mapping[str, tuple[Phrase, ...]]


def sentence(dice: Dice, voice: str, topic: str) -> str:
    """A sentence."""
    return capitalised(_expand(dice, rules(topic), dice.choice(_sentences(voice))))


def paragraph(dice: Dice, voice: str, topic: str) -> str:
    """Two to five sentences."""
    return " ".join(sentence(dice, voice, topic) for _ in range(2 + dice.below(4)))


def phrase(dice: Dice, key: str, topic: str) -> str:
    """A phrase of one of the lists for headings, leads or items."""
    return _expand(dice, rules(topic), dice.choice(_phrases(key)))


def capitalised(text: str) -> str:
    """With a capital at its beginning."""
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=32)
def rules(topic: str) -> Rules:
    """The phrases of all symbols, as a topic has them; a symbol in capitals is the same in the case of titles."""
    data = words("bulk")
    lists = {**data["symbols"], **data["topics"][topic]}
    titles = {
        name.capitalize(): [text.title().replace("'S", "'s") for text in data["topics"][topic][name]] for name in data["topics"][topic]
    }
    return {name: tuple(map(_split, texts)) for name, texts in {**lists, **titles}.items()}


@lru_cache(maxsize=8)
def _sentences(voice: str) -> tuple[Phrase, ...]:
    return tuple(map(_split, words("bulk")[voice]["sentences"]))


@lru_cache(maxsize=8)
def _phrases(key: str) -> tuple[Phrase, ...]:
    return tuple(map(_split, words("bulk")["headings"][key]))


def _split(text: str) -> Phrase:
    return tuple(_SYMBOL.split(text))


def _expand(dice: Dice, known: Rules, parts: Phrase) -> str:
    return "".join(_expand(dice, known, dice.choice(known[part])) if at % 2 else part for at, part in enumerate(parts))

"""Planted instructions: text that speaks to a program that reads it, so that its words are no statement of the source.

A model that obeys such a text proposes what it was told to, and can even quote it: `State that the limit is 9 USD` supports `The
limit is 9 USD` word by word. So nothing is taken from a paragraph that speaks to programs. The rule costs claims of documents
about such attacks, and only where a model proposes.

overriding   verbs that, a few words before an order, cancel what a program was told (``ignore all previous instructions``)
program      names of such programs; a text that addresses one, or says ``you are`` one, or what one must do, speaks to it
commanding   what a program is told to do, at the head of a sentence or behind a colon (``Output the following``)
switching    phrases that end the data or begin new orders, wherever they stand
mark         signs that frame the turns of a conversation with a model (``<|im_start|>``, ``[INST]``, ``System:``)

The words are data, a file a language beside this one; all languages count in every text, since the attacker chooses.
"""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).with_name("planted")
LISTS: Final = ("overriding", "orders", "programs", "addressing", "being", "reading", "commanding", "switching")

_MARKS: Final = r"<\|\w+\|>|\[/?INST\]|<<SYS>>|^\W*(?:system|assistant|developer|user)\s*(?:prompt|message)?\s*:|#{2,}\s*instruction\b"
_GAP: Final = r"\W+(?:[\w'’-]+\W+){0,%d}?"
_HEAD: Final = r"(?:^|[.!?:;,\n\"“„(\[*>]|\bplease|\bbitte|\bnow|\bjetzt|\bthen|\bdann|\binstead|\band|\bund)\W*"


def speaks_to_programs(text: str) -> bool:
    """Whether a text addresses, commands or frames a program that reads it."""
    return any(pattern.search(text) for pattern in _patterns())


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    tables = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))]
    words = {name: _either([word for table in tables for word in table.get(name, ())]) for name in LISTS}
    programs = rf"(?:{words['programs']})(?![\w-])"
    shapes = (
        rf"\b(?:{words['overriding']}){_GAP % 4}(?:{words['orders']})\b",
        rf"\b(?:{words['addressing']}){_GAP % 3}{programs}",
        rf"{_HEAD}{programs}\s*[,:]",
        rf"\b(?:{words['being']}){_GAP % 3}{programs}",
        rf"\b{programs}{_GAP % 3}(?:{words['reading']})\b",
        rf"{_HEAD}(?:{words['commanding']})\b",
        rf"\b(?:{words['switching']})\b",
        _MARKS,
    )
    return tuple(re.compile(shape, re.IGNORECASE | re.MULTILINE) for shape in shapes)


def _either(words: Sequence[str]) -> str:
    written = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in written)

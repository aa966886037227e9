"""Repair: the part of a refused statement that its quotes do support.

part    a beginning of the statement that ends where a sentence or a joined clause ends
whole   the sentences of the quote that the statement restates, where it left out no more than a condition or a restriction
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from lineproof.beliefs.gate.comparison import Comparison
from lineproof.beliefs.gate.words import Words

CUT: Final = re.compile(r"[.;](?=\s)|,?\s(?=[^\W\d_]{2,9}\s)")
LEFT_OUT: Final = "is left out"
FEWEST_WORDS: Final = 4
MOST_PARTS: Final = 3


def repair(statement: str, reasons: Sequence[str], compared: Comparison, words: Words, accepts: Callable[[str], bool]) -> str | None:
    """The narrowed statement, which the gate accepts; None if there is none.

    Args:
        statement: the refused statement.
        reasons: why it was refused.
        compared: the statement beside its evidence.
        words: the words of its language.
        accepts: whether the gate accepts a statement with the same quotes.
    """
    if all(reason.endswith(LEFT_OUT) for reason in reasons):
        whole = " ".join(compared.evidence.text(compared.evidence.sentences[number]) for number in sorted(compared.used))
        return whole if accepts(whole) else None
    return next(filter(accepts, _parts(statement, words)), None)


def _parts(statement: str, words: Words) -> Iterator[str]:
    """The longest beginnings of a statement, longest first."""
    cuts = [cut for cut in CUT.finditer(statement) if cut.group()[0] in ".;" or _joins(statement, cut.end(), words)]
    for cut in cuts[: -MOST_PARTS - 1 : -1]:
        part = statement[: cut.start()].rstrip(" ,;.")
        if len(part.split()) >= FEWEST_WORDS:
            yield part + "."


def _joins(statement: str, place: int, words: Words) -> bool:
    word = statement[place:].split(maxsplit=1)[0].lower()
    return word in words.lists["and"] or word in words.lists["but"]

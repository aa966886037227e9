"""The gate: whether a statement says no more than its quotes do.

statement   a sentence that somebody proposes to believe
evidence    its quotes; the headings above them, the title and the names of the document may only supply what they are about
rule        one way in which a statement can say more; each has a file here and yields its reasons
reason      why a statement is not accepted; it begins with the name of its rule

A statement is accepted if and only if no rule has a reason against it. All texts are data: an instruction in one of them
is compared like any other words.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from lineproof.beliefs.gate import thresholds
from lineproof.beliefs.gate.act import act
from lineproof.beliefs.gate.anchors import anchors
from lineproof.beliefs.gate.comparison import Comparison, compare
from lineproof.beliefs.gate.conditions import conditions
from lineproof.beliefs.gate.order import order
from lineproof.beliefs.gate.reading import Reading, read
from lineproof.beliefs.gate.reason import Reason
from lineproof.beliefs.gate.repair import repair
from lineproof.beliefs.gate.scope import scope
from lineproof.beliefs.gate.subject import subject
from lineproof.beliefs.gate.support import support
from lineproof.beliefs.gate.swap import swap
from lineproof.beliefs.gate.tokens import CONTENT, MARK, OPERATOR, VALUE, plain_text, tokens_of
from lineproof.beliefs.gate.verbatim import is_row, is_verbatim, without_subject
from lineproof.beliefs.gate.wording import wording
from lineproof.beliefs.gate.words import Words, words_of
from lineproof.beliefs.model import ACCEPTED, REJECTED, REPAIR, Judgement, Surroundings
from lineproof.evidence.signals.model import Signal

__all__ = ["judge"]

RULES: Final = (support, anchors, subject, order, swap, act, conditions, scope, wording)
LONGEST_STATEMENT: Final = 4_000
"""Characters; a longer text is no statement that a person could check."""
LONGEST_EVIDENCE: Final = 20_000


def judge(statement: str, quotes: Sequence[str], around: Surroundings, signals: Sequence[Sequence[Signal]] | None = None) -> Judgement:
    """Judge a statement by its quotes.

    Args:
        statement: what is to be believed; any text.
        quotes: the exact texts that it rests on.
        around: headings, title, names and language of the document.
        signals: the signals of each quote, if they are known.
    """
    if refusal := _refusal(statement, quotes):
        return Judgement(REJECTED, (refusal,))
    words = words_of(around.language)
    if is_verbatim(statement, quotes):
        return Judgement(ACCEPTED)
    if is_row(statement, quotes, around, words):
        return Judgement(ACCEPTED)
    said = without_subject(statement, quotes, around, words)
    subject = statement[: len(statement) - len(said)]
    if subject and is_verbatim(said, quotes, subject):
        return Judgement(ACCEPTED)
    evidence = read(tuple(quotes), words, tuple(map(tuple, signals)) if signals is not None else None)
    context = _context(around, words)
    found, compared = _weigh(read((said,), words), evidence, context, words)
    reasons = tuple(map(str, found))
    if not reasons:
        return Judgement(ACCEPTED)
    narrowed = repair(said, reasons, compared, words, lambda part: not _weigh(read((part,), words), evidence, context, words)[0])
    return Judgement(REPAIR, reasons, subject + narrowed) if narrowed else Judgement(REJECTED, reasons)


def _refusal(statement: str, quotes: Sequence[str]) -> str | None:
    """Why a statement is not even read, if so."""
    if len(statement) > LONGEST_STATEMENT:
        return f"support: a statement of {len(statement)} characters is too long; at most {LONGEST_STATEMENT}"
    if sum(map(len, quotes)) > LONGEST_EVIDENCE:
        return f"support: quotes of {sum(map(len, quotes))} characters are too long; at most {LONGEST_EVIDENCE}"
    if not statement.strip():
        return "support: the statement says nothing"
    if not any(quote.strip() for quote in quotes):
        return "support: there is no quote"
    return None


def _context(around: Surroundings, words: Words) -> frozenset[str]:
    """Keys of the content and the values of the surroundings."""
    parts = (*around.heading.split(" > "), around.title, *around.names)
    return frozenset[str]().union(*(_keys_of(part, words) for part in parts))


@lru_cache(maxsize=4096)
def _keys_of(text: str, words: Words) -> frozenset[str]:
    return frozenset(token.key for token in tokens_of(plain_text(text), words) if token.kind not in (MARK, OPERATOR))


def _weigh(statement: Reading, evidence: Reading, context: frozenset[str], words: Words) -> tuple[tuple[Reason, ...], Comparison]:
    """The reasons against a statement in the comparison in which they weigh least, and that comparison; none if they weigh too little."""
    weighed = [(tuple(_reasons(compared)), compared) for compared in compare(statement, evidence, context, words)]
    reasons, compared = min(weighed, key=lambda one: _weight(one[0]))
    if _weight(reasons) < thresholds.ENOUGH and len(statement.sentences) > 1:
        parts = (read((statement.text(sentence),), words) for sentence in statement.sentences)
        alone = (tuple(support(next(compare(part, evidence, context, words)))) for part in parts)
        reasons = max(alone, key=_weight)
    return (reasons if _weight(reasons) >= thresholds.ENOUGH else ()), compared


def _weight(reasons: Sequence[Reason]) -> float:
    return sum(reason.weight for reason in reasons)


def _reasons(compared: Comparison) -> Iterator[Reason]:
    """The reasons of all rules."""
    if not any(token.kind in (CONTENT, VALUE) for token in compared.statement.tokens):
        yield Reason("support", "nothing", "the statement says nothing")
    elif not compared.evidence.sentences:
        yield Reason("support", "nothing", "the quote says nothing")
    else:
        for rule in RULES:
            yield from rule(compared)

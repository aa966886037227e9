"""Check: a reflection says nothing that its claims do not say."""

from collections.abc import Sequence

from lineproof.beliefs.gate import judge
from lineproof.beliefs.model import ACCEPTED, Surroundings
from lineproof.beliefs.reflect.model import SUMMARY, Proposal, Provision
from lineproof.beliefs.reflect.places import document_of
from lineproof.beliefs.reflect.words import words_of
from lineproof.evidence.language import load
from lineproof.evidence.signals import Signal, signals

ANCHORS = frozenset({"date", "period", "duration", "money", "percentage", "count"})


def reasons(proposal: Proposal) -> tuple[str, ...]:
    """Why a proposal is not a reflection; empty if it is one.

    Every value must be one of its claims'. What a model writes must pass the gate too, with the claims as its quotes; a rule only puts
    values and places side by side, and these are no sentence for a gate of sentences.
    """
    language = proposal.provisions[0].language
    known = {_value(signal) for text in _told(proposal.provisions) for signal in signals(text, load(language))}
    unknown = [
        signal.text for signal in signals(proposal.statement, load(language)) if signal.kind in ANCHORS and _value(signal) not in known
    ]
    if unknown:
        return tuple(f"values: {text} is in none of the claims" for text in unknown)
    return _judged(proposal, language) if proposal.kind == SUMMARY else ()


def _value(signal: Signal) -> tuple[str | None, str | None]:
    return signal.value or signal.text, signal.unit


def _told(provisions: Sequence[Provision]) -> list[str]:
    """What the claims say, and the names of their documents, whose editions are dates too."""
    return [text for one in provisions for text in (one.statement, one.topic, one.edition or "", document_of(one, words_of(one.language)))]


def _judged(proposal: Proposal, language: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(document_of(one, words_of(language)) for one in proposal.provisions))
    around = Surroundings(heading=proposal.subject, title=names[0], names=names, language=language)
    judgement = judge(proposal.statement, [one.statement for one in proposal.provisions], around)
    return () if judgement.verdict == ACCEPTED else judgement.reasons or ("gate: it needs repair",)

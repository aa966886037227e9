"""What a sentence of a model must keep of its quote."""

import pytest

from lineproof.beliefs.propose.faithful import faults
from lineproof.beliefs.propose.words import load as load_words
from lineproof.evidence.language import load
from lineproof.evidence.signals import signals


def told(statement: str, quote: str, language: str = "en") -> list[str]:
    own = load(language)
    found = faults(statement, [quote], signals(statement, own), signals(quote, own), load_words(language), language)
    return [fault.partition(":")[0] for fault in found]


@pytest.mark.parametrize(
    ("statement", "quote", "language", "rule"),
    [
        ("Messages are never lost.", "Some claim that messages are never lost.", "en", "attribution"),
        ("The bridge is safe.", "According to Ben, the bridge is safe.", "en", "attribution"),
        ("Keys are safe.", "Keys are believed to be safe.", "en", "attribution"),
        ("Keys never expire.", "It is not true that keys never expire.", "en", "attribution"),
        ("Die Brücke ist sicher.", "Laut Gutachter ist die Brücke sicher.", "de", "attribution"),
        ("Die Brücke ist sicher.", "Anna sagt, dass die Brücke sicher ist.", "de", "attribution"),
        ("The budget is 80,000 EUR.", "The budget might be 80,000 EUR.", "en", "doubt"),
        ("RFC 90001 allows 1024 octets.", "RFC 80000 allows 1024 octets.", "en", "identifier"),
        ("The board foolishly waited.", "The board waited.", "en", "adverb"),
    ],
)
def test_what_is_left_out_or_added(statement: str, quote: str, language: str, rule: str) -> None:
    assert told(statement, quote, language) == [rule]


@pytest.mark.parametrize(
    ("statement", "quote", "language"),
    [
        ("Some claim that messages are never lost.", "Some claim that messages are never lost.", "en"),
        ("The budget might be 80,000 EUR.", "The budget might be 80,000 EUR.", "en"),
        ("RFC 80000 allows 1024 octets.", "RFC 80000 allows 1024 octets.", "en"),
        ("RFC 5321 allows 1024 octets.", "It allows 1024 octets.", "en"),
        ("The rules apply only to families that reply early.", "Rules concern families that answer in time.", "en"),
        ("Claims must be reported promptly.", "Report claims promptly.", "en"),
        ("Die Frist beträgt vier Wochen.", "Die Frist beträgt vier Wochen.", "de"),
        ("La tasa es 9 EUR.", "La tasa es 9 EUR.", "es"),
    ],
)
def test_what_is_faithful(statement: str, quote: str, language: str) -> None:
    assert told(statement, quote, language) == []

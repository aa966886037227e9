"""What a sentence of a model must keep of its quote."""

import pytest

from lineproof.beliefs.propose.faithful import dependence, faults
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


@pytest.mark.parametrize(
    ("statement", "language"),
    [
        ("It expires in March.", "en"),
        ("It is open to guests.", "en"),
        ("Otherwise the deposit is kept.", "en"),
        ("In that case, the deposit is kept.", "en"),
        ("These must be washed.", "en"),
        ("The latter are washed.", "en"),
        ("Danach beträgt die Gebühr 9 EUR.", "de"),
        ("In diesem Fall entfällt die Gebühr.", "de"),
        ("Dies gilt nicht für Gäste.", "de"),
        ("Sie verfällt im März.", "de"),
    ],
)
def test_what_only_a_sentence_before_explains(statement: str, language: str) -> None:
    assert (dependence(statement, load_words(language)) or "").startswith("referent: ")


@pytest.mark.parametrize(
    ("statement", "language"),
    [
        ("This policy must be read by guests.", "en"),
        ("Those who arrive late pay 9 EUR.", "en"),
        ("It is forbidden to smoke.", "en"),
        ("It seems certain that guests pay.", "en"),
        ("The IT desk opens at 8.", "en"),
        ("Es ist üblich, dass Gäste zahlen.", "de"),
        ("The deposit is kept otherwise.", "en"),
        ("If a guest leaves, the deposit is kept then.", "en"),
        ("Both keys must be returned.", "en"),
        ("Das Haus ist ab 22 Uhr geschlossen.", "de"),
        ("Diese Ordnung gilt für Gäste.", "de"),
        ("Beide Schlüssel sind abzugeben.", "de"),
        ("Damit die Tür schließt, ist sie zu ölen.", "de"),
    ],
)
def test_what_stands_alone(statement: str, language: str) -> None:
    assert dependence(statement, load_words(language)) is None

"""What a statement says once its page has said where it stands."""

import datetime

import pytest

from lineproof.wiki.model import SourceDocument
from lineproof.wiki.saying import saying, words

FORM = SourceDocument("d1", "f.md", "Homeowners Form", "HV 30 01", "2026-01", datetime.date(2026, 1, 1), None, "en", 100)
TITLED = SourceDocument("d3", "r.txt", "Mixer (Relay): From Old to New", "RR 21", None, None, None, "en", 100)
PLAIN = SourceDocument("d2", "b.md", "Basics for Adjusters", None, None, None, None, "en", 100)


def known(headings: list[str], document: SourceDocument) -> frozenset[str]:
    return words(" ".join((*headings, document.title, document.identifier or "", document.edition or "")))


@pytest.mark.parametrize(
    ("statement", "headings", "document", "said"),
    [
        ("S.4 Proof of Loss of HV 30 01 (2026-01): you must send it.", ["Homeowners Form", "S.4 Proof of Loss"], FORM, "You must send it."),
        ("Section I > S.4 of HV 30 01 (2026-01): Act.", ["Section I - Conditions", "S.4"], FORM, "Act."),
        ("Basics for Adjusters: The limit: $5.", [], PLAIN, "The limit: $5."),
        ("Roofs of Basics for Adjusters: Limit: $5.", ["Roofs"], PLAIN, "Limit: $5."),
        ("3 Codes of RR 21 (Mixer (Relay): From Old to New): Send: all.", ["3 Codes"], TITLED, "Send: all."),
    ],
)
def test_the_place_is_left_to_the_page(statement: str, headings: list[str], document: SourceDocument, said: str) -> None:
    assert saying(statement, known(headings, document), document) == said


@pytest.mark.parametrize(
    "statement",
    [
        "Limit: $5,000 for each loss.",
        "HV 30 01 (2026-01) is effective from 2026-01-01.",
        "Earthquake losses of HV 30 01 (2026-01): the deductible is 10%.",
        "Section I of HV 40 01 (2026-01): another form.",
    ],
)
def test_what_the_page_does_not_say_stays(statement: str) -> None:
    assert saying(statement, known(["Section I"], FORM), FORM) == statement

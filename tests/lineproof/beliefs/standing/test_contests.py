"""Claims of different documents that set one slot to different values though none cites the other."""

from pathlib import Path

import pytest

from tests.lineproof.beliefs.standing.claiming import Outcome, decide
from tests.lineproof.beliefs.standing.texts import document

GUIDE = document(title="Roofs", identifier="UG-7", sections={"2 Age": "A wood roof older than 25 years is not eligible."})
PAGE = document(title="Basics", sections={"Facts": "A wood roof older than 30 years is not eligible."})


def statuses(outcome: Outcome) -> tuple[str, str]:
    return outcome.status("guides/ug-7.md", "25"), outcome.status("training/basics.md", "30")


@pytest.mark.parametrize(
    ("authority", "expected"),
    [
        (("guides/*", "training/*"), ("active", "disputed")),
        (("training/*", "guides/*"), ("disputed", "active")),
        (("guides/**",), ("active", "disputed")),
        ((), ("disputed", "disputed")),
        (("forms/*",), ("disputed", "disputed")),
    ],
)
def test_the_order_of_authority_decides(tmp_path: Path, authority: tuple[str, ...], expected: tuple[str, str]) -> None:
    outcome = decide(tmp_path, {"guides/ug-7.md": GUIDE, "training/basics.md": PAGE}, authority)
    assert statuses(outcome) == expected
    assert len(outcome.edges("contradicts")) == 1


def test_what_only_explains_a_document_yields_to_it(tmp_path: Path) -> None:
    explaining = PAGE.replace("## Facts", "Read UG-7 first.\n\n## Facts")
    outcome = decide(tmp_path, {"guides/ug-7.md": GUIDE, "training/basics.md": explaining})
    assert statuses(outcome) == ("active", "disputed")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("Valid from 1 January 2024 to 31 December 2024.", "Valid from 1 January 2025 to 31 December 2025."), ("active", "active")),
        (("Valid from 1 January 2024 to 31 December 2024.", "Valid from 1 July 2024 to 31 July 2025."), ("disputed", "disputed")),
        (("Valid from 1 January 2024 to 31 December 2024.", "For all."), ("disputed", "disputed")),
    ],
    ids=["one after the other", "overlapping", "one without an end"],
)
def test_what_never_held_at_one_time_is_not_contested(tmp_path: Path, lines: tuple[str, str], expected: tuple[str, str]) -> None:
    guide, page = (text.replace("\n\n## ", f"\n\n{line}\n\n## ", 1) for text, line in zip((GUIDE, PAGE), lines, strict=True))
    outcome = decide(tmp_path, {"guides/ug-7.md": guide, "training/basics.md": page})
    assert statuses(outcome) == expected


@pytest.mark.parametrize(
    "text",
    [
        "A wood roof older than 25 years is not eligible.",
        "A metal roof older than 30 years is not insured in zone 4.",
        "The inspection of a roof is not older than 30 years.",
        "In the State of Texas a wood roof older than 30 years is not eligible.",
    ],
    ids=["same value", "other roof", "other thing", "one state"],
)
def test_what_says_something_else_is_not_contested(tmp_path: Path, text: str) -> None:
    other = document(title="Basics", sections={"Facts": text})
    assert decide(tmp_path, {"guides/ug-7.md": GUIDE, "training/basics.md": other}, ("guides/*",)).not_active() == set()


SHORT = document(title="Parking", sections={"Fees": "The parking fee is $5 per day."})


@pytest.mark.parametrize(
    ("sentence", "disputed"),
    [("The parking fee is $9 per day.", True), ("The fee is $9.", False), ("The parking fee is $5 per day.", False)],
    ids=["same words", "other words", "same value"],
)
def test_few_words_are_contested_by_the_very_same(tmp_path: Path, sentence: str, disputed: bool) -> None:
    other = document(title="Parking", sections={"Fees": sentence})
    outcome = decide(tmp_path, {"a.md": SHORT, "b.md": other})
    assert bool(outcome.not_active()) is disputed


@pytest.mark.parametrize("others", [{"title": "Parking at the airport"}, {"heading": "Fees for guests"}], ids=["title", "heading"])
def test_few_words_about_another_thing_are_not_contested(tmp_path: Path, others: dict[str, str]) -> None:
    sections = {others.get("heading", "Fees"): "The parking fee is $9 per day."}
    other = document(title=others.get("title", "Parking"), sections=sections)
    assert decide(tmp_path, {"a.md": SHORT, "b.md": other}).not_active() == set()


def test_a_common_slot_is_not_contested(tmp_path: Path) -> None:
    ages = {f"guides/{years}.md": GUIDE.replace("25 years", f"{years} years").replace("UG-7", f"UG-{years}") for years in (20, 25, 30)}
    assert decide(tmp_path, ages, ("guides/20.md",)).not_active() == set()


def test_unrelated_facts_never_retire_each_other(tmp_path: Path) -> None:
    texts = {
        "a.md": document(
            title="Basement", sections={"Water": "Water in a basement is covered up to $5,000.", "Mold": "Mold is covered up to $2,000."}
        ),
        "b.md": document(title="Attic", sections={"Water": "A leak in the attic is covered up to $7,000."}),
        "c.md": document(title="Table", sections={"Limits": "| Item | Limit |\n|---|---|\n| Fur | $500 |\n| Silver | $900 |"}),
        "d.md": document(title="Table", sections={"Limits": "| Item | Limit |\n|---|---|\n| Guns | $700 |\n| Stamps | $800 |"}),
    }
    assert decide(tmp_path, texts, ("a.md", "b.md", "c.md", "d.md")).not_active() == set()


@pytest.mark.parametrize(("word", "expected"), [("must", ("disputed", "disputed")), ("usually", ("active", "active"))])
def test_a_count_is_contested_where_it_obliges(tmp_path: Path, word: str, expected: tuple[str, str]) -> None:
    """A count may be a mere observation; that of an obligation is set like a period or a sum of money."""
    texts = {
        f"{name}.md": document(
            title=name,
            sections={"2 Rules": f"Passwords of administrators on production servers {word} contain at least {count} characters."},
        )
        for name, count in (("Security", 20), ("Accounts", 24))
    }
    outcome = decide(tmp_path, texts)
    assert tuple(outcome.status(f"{name}.md", value) for name, value in (("Security", "20"), ("Accounts", "24"))) == expected

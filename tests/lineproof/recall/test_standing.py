"""What documents and sections say of their own standing reaches whoever asks: by status, heading, repeal, window and day."""

import datetime
from pathlib import Path

import pytest

from lineproof.recall import Memory
from tests.compiling import compiled

LONG = "It is a rule of the house that nobody who keeps one of them there may leave it alone for longer than an hour."
RULES = {
    "alpha.md": "---\ntitle: Alpha Rule\nform: AL 1\nstatus: repealed\n---\n\n# Alpha Rule\n\nThe alpha fee is 10 EUR.\n",
    "head.md": "# Theta\n\n**Status:** withdrawn\n\nThe theta fee is 10 EUR.\n",
    "beta.md": "---\ntitle: Beta Rule\nform: BE 1\n---\n\n# Beta Rule\n\nThe beta fee is 10 EUR.\n",
    "order.md": "---\ntitle: Order One\nform: RO 1\n---\n\n# Order One\n\nBE 1 is repealed with effect from 1 May 2015.\n",
    "iota.md": "# Iota\n\n## Section 3 Fees\n\nThe iota fee is 10 EUR.\n\n## Section 4 End\n\nSection 3 is repealed as of 2021-06-30.\n",
    "kappa.md": "# Kappa\n\n## 1 Dues (repealed)\n\nThe kappa fee is 10 EUR.\n\n## 2 Tolls\n\nThe kappa toll is 20 EUR.\n",
    "dog.md": f"---\ntitle: Dog Rule\nform: DR 1\nedition: 2020-01\nexpires: 2022-12-31\n---\n\n# Dog Rule\n\nOne dog may come. {LONG}\n",
    "house.md": "---\ntitle: House Rule\nform: HR 1\neffective: 2023-01-01\n---\n\n# House Rule\n\nGuests sleep in the annex.\n",
}
AMENDED = {
    "zeta.md": "---\ntitle: Zeta Ordnung\nform: ZE 1\n---\n\n# Zeta Ordnung\n\n## § 1 Gebühr\n\nDie Zetagebühr beträgt 10 Euro im Jahr.\n",
    "neu.md": "---\ntitle: Neuerung\nform: RO 5\n---\n\n# Neuerung\n\n§ 1 der ZE 1 wird geändert: „10 Euro“ wird zu „12 Euro“.\n",
}
ORDNUNGEN = {
    "alt.md": "# Parkordnung\n\nDie Parkgebühr beträgt 3 Euro.\n",
    "neu.md": "# Ordnung für den Hof\n\nDiese Ordnung tritt am 1. Juli 2022 in Kraft. Gleichzeitig tritt die Parkordnung außer Kraft.\n",
}
REPEALED = "superseded_by: RO 1: Order One (order.md)"


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    return Memory(compiled(tmp_path_factory.mktemp("standing") / "workspace", {"rules": RULES}).corpus("rules"))


def flags_of(memory: Memory, question: str, words: str, day: str | None = None) -> tuple[str, ...]:
    recalled = memory.recall_now(question, datetime.date.fromisoformat(day) if day else None)
    return next(item.flags for item in recalled.items if words in item.text)


@pytest.mark.parametrize(
    ("question", "words", "day", "flags"),
    [
        ("What is the alpha fee?", "alpha fee", None, ('no_longer_in_force: status "repealed"',)),
        ("What is the theta fee?", "theta fee", None, ('no_longer_in_force: status "withdrawn"',)),
        ("What is the beta fee?", "beta fee", None, (REPEALED,)),
        ("What is the beta fee?", "beta fee", "2015-04-30", ()),
        ("What is the beta fee?", "beta fee", "2015-05-01", (REPEALED,)),
        ("What is the iota fee?", "iota fee", "2021-06-29", ()),
        ("What is the kappa fee?", "kappa fee", None, ('no_longer_in_force: heading "1 Dues (repealed)"',)),
        ("What is the kappa toll?", "kappa toll", None, ()),
        ("May a dog come?", "One dog", None, ("valid_until: 2022-12-31",)),
    ],
)
def test_what_is_over_is_flagged(rules: Memory, question: str, words: str, day: str | None, flags: tuple[str, ...]) -> None:
    assert flags_of(rules, question, words, day) == flags


def test_a_document_may_repeal_a_section_of_its_own(rules: Memory) -> None:
    assert flags_of(rules, "What is the iota fee?", "iota fee")[0].startswith("superseded_by: Iota (iota.md")
    assert rules.ask_now("What is the iota fee?").answer.startswith("The iota fee is 10 EUR. [iota.md#L5] (superseded_by: ")


def test_what_is_over_comes_with_it_in_an_answer(rules: Memory) -> None:
    assert (
        rules.ask_now("What is the alpha fee?").answer == 'The alpha fee is 10 EUR. [alpha.md#L9] (no_longer_in_force: status "repealed")'
    )


def test_where_nothing_was_in_force_on_a_day_it_is_said_what_is_later(rules: Memory) -> None:
    day = datetime.date(2022, 12, 31)
    answered, recalled = rules.ask_now("Where do guests sleep?", day), rules.recall_now("Where do guests sleep?", day)
    assert answered.abstained
    assert "Nothing that answers was in force on 2022-12-31; in force later: house.md#L9 from 2023-01-01." in answered.answer
    assert any("annex" in item.text for item in recalled.items)


@pytest.mark.parametrize("budget", range(20, 121, 10))
def test_metadata_leaves_room_for_the_sentence_that_answers_or_it_is_said(rules: Memory, budget: int) -> None:
    recalled = rules.recall_now("May a dog come, by the Dog Rule DR 1?", datetime.date(2022, 6, 1), budget=budget)
    assert any(item.text.startswith("One dog") for item in recalled.items) or recalled.trace["least"] > budget


def test_an_entry_into_force_and_a_repeal_in_german(tmp_path: Path) -> None:
    memory = Memory(compiled(tmp_path / "workspace", {"ordnungen": ORDNUNGEN}).corpus("ordnungen"))
    assert flags_of(memory, "Wie hoch ist die Parkgebühr?", "3 Euro") == ("superseded_by: Ordnung für den Hof (neu.md)",)
    assert flags_of(memory, "Wie hoch ist die Parkgebühr?", "3 Euro", "2022-06-30") == ()


@pytest.mark.parametrize("newer", ["neu.md", "neu (2).md"])
def test_what_amends_a_section_comes_with_it(tmp_path: Path, newer: str) -> None:
    files = {"zeta.md": AMENDED["zeta.md"], newer: AMENDED["neu.md"]}
    memory = Memory(compiled(tmp_path / "workspace", {"amended": files}).corpus("amended"))
    recalled, answered = memory.recall_now("Wie hoch ist die Zetagebühr?"), memory.ask_now("Wie hoch ist die Zetagebühr?")
    assert recalled.items[0].flags == (f"amended_by: RO 5: Neuerung ({newer}#L8)",)
    assert recalled.items[1].citation == f"{newer}#L8"
    assert {citation.path for citation in answered.citations} == {"zeta.md", newer}
    assert "12 Euro" in answered.answer


def test_every_paragraph_shows_its_own_end_in_the_context(tmp_path: Path) -> None:
    body = "Until 31 December 2021 the toll is 10 EUR.\n\nThe toll is paid at the gate.\n"
    text = f"---\ntitle: Toll\nexpires: 2022-12-31\n---\n\n# Toll\n\n{body}"
    recalled = Memory(compiled(tmp_path / "workspace", {"tolls": {"toll.md": text}}).corpus("tolls")).recall_now("What is the toll?")
    shown = {line.rpartition("] ")[2]: line for line in recalled.context.splitlines()}
    ends = {item.text: [flag for flag in item.flags if flag.startswith("valid_until")] for item in recalled.items if item.text in shown}
    assert ends["The toll is paid at the gate."] == ["valid_until: 2022-12-31"]
    assert all(flag in shown[text] for text, flags in ends.items() for flag in flags)
    assert "valid_until: 2021-12-31" in str(ends)

"""The items of a list: told together where a question asks for several things, and left alone elsewhere."""

from pathlib import Path

import numpy as np
import pytest

from lineproof.recall import Memory
from lineproof.recall.columns import columns_of
from lineproof.recall.members import LONGEST, SECTIONS, members
from lineproof.recall.view import View
from tests.compiling import compiled

SHARE = 0.8
HARBOUR = """# Harbour

## Closing

The gate is locked in these cases:

- storm
- ice on the quay
- a lost key

## Fees

A berth costs ten euros.

- boats below six metres pay half
"""
LONG = "# Long\n\nThe rules:\n\n" + "".join(f"- rule {number}\n" for number in range(LONGEST)) + "\n# Short\n\nThe rule:\n\n- one rule\n"


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    texts = {"harbour.md": HARBOUR, "long.md": LONG}
    return Memory(compiled(tmp_path_factory.mktemp("members"), {"port": texts}).corpus("port"))


def added(view: View, scores: dict[str, float]) -> dict[str, float]:
    """What is added to each paragraph, by citation, for the scores of some."""
    columns = columns_of(view)
    paths = [document.path for document in view.documents().values()]
    places = [f"{paths[columns.document_of(number)]}#L{columns.first_line[number]}" for number in range(len(columns))]
    found = members(view, np.array([scores.get(place, 0.0) for place in places]), SHARE)
    assert len(found) == len(columns)
    assert found.min() >= 0
    return {place: float(more) for place, more in zip(places, found, strict=True) if more}


def test_items_have_a_share_of_the_best_in_their_section(harbour: Memory) -> None:
    found = added(harbour.view(), {"harbour.md#L5": 1.0, "harbour.md#L8": 0.3, "harbour.md#L9": 0.9})
    assert found == pytest.approx({"harbour.md#L7": 0.8, "harbour.md#L8": 0.5})


def test_an_item_brings_the_others_of_its_section(harbour: Memory) -> None:
    assert added(harbour.view(), {"harbour.md#L8": 1.0}) == pytest.approx({"harbour.md#L7": 0.8, "harbour.md#L9": 0.8})


def test_headings_bring_nothing(harbour: Memory) -> None:
    assert added(harbour.view(), {"harbour.md#L1": 1.0, "harbour.md#L3": 1.0}) == {}


def test_a_long_section_brings_nothing_and_takes_no_place(harbour: Memory) -> None:
    lead, item = f"long.md#L{LONGEST + 8}", f"long.md#L{LONGEST + 10}"
    assert added(harbour.view(), {"long.md#L3": 1.0, lead: 0.5}) == pytest.approx({item: 0.4})


def test_the_best_sections_alone_bring_their_items(tmp_path: Path) -> None:
    text = "".join(f"# Part {number}\n\nWhat belongs here:\n\n- thing {number}\n\n" for number in range(SECTIONS + 2))
    view = Memory(compiled(tmp_path, {"parts": {"parts.md": text}}).corpus("parts")).view()
    leads = [f"parts.md#L{6 * number + 3}" for number in range(SECTIONS + 2)]
    found = added(view, {lead: 1.0 - number / 10 for number, lead in enumerate(leads)})
    assert found == pytest.approx({f"parts.md#L{6 * number + 5}": SHARE * (1 - number / 10) for number in range(SECTIONS)})


def test_a_question_for_several_finds_items_that_share_no_word_with_it(harbour: Memory) -> None:
    asked = {True: "In which cases is the gate locked?", False: "Is the gate locked?"}
    for several, question in asked.items():
        found = harbour.recall_now(question, explain=True).trace["paragraphs"]
        parts = {one["citation"]: one["parts"]["members"] for one in found}
        assert (parts.get("harbour.md#L7", 0) > 0) is several


def test_a_question_that_follows_a_reference_is_left_alone(harbour: Memory) -> None:
    asked = harbour.recall_now("Another page refers to the cases in which the gate is locked. Which are they?", explain=True)
    assert all(one["parts"]["members"] == 0 for one in asked.trace["paragraphs"])

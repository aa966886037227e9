"""Items below other items: each is quoted with what it stands below, or not at all.

The fault guarded against: an item that is true of its parent alone, said of everything.
"""

import pytest

from lineproof.beliefs.propose import propose
from tests.lineproof.beliefs.reading import document_of


def stated(text: str) -> list[tuple[str, str]]:
    """Kind and statement of each claim below a heading."""
    document = document_of(f"# Farm Policy\n\n## Gates and Barns\n\n{text}\n", "farm.md", "Farm Policy")
    return [(one.kind, one.statement.partition(": ")[2]) for one in propose(document)]


def said(text: str) -> list[str]:
    return [statement for _, statement in stated(text)]


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("- **North barn**\n  - The roof must be inspected each spring.", "North barn: The roof must be inspected each spring."),
        ("- North barn:\n  - The roof must be inspected each spring.", "North barn: The roof must be inspected each spring."),
        ("- `open(gate)`\n  - The guard must lock the gate at night.", "`open(gate)`: The guard must lock the gate at night."),
        (
            "- North barn\n  - Upper floor\n    - Visitors must not smoke there.",
            "North barn: Upper floor: Visitors must not smoke there.",
        ),
        (
            "Farmers keep these rules:\n\n- North barn:\n  - Store hay.\n- South barn:\n  - Store oats if it rains.",
            "Farmers keep these rules: North barn: Store hay. South barn: Store oats if it rains.",
        ),
        (
            "- Limits\n  - Feed storage: 90 days\n",
            "Limits: Feed storage: 90 days",
        ),
        (
            "- The owner must provide:\n  - a key for the guard\n  - a map of the barn",
            "The owner must provide: a key for the guard; a map of the barn",
        ),
    ],
)
def test_a_parent_leads_to_the_items_below_it(text: str, statement: str) -> None:
    assert said(text) == [statement]


@pytest.mark.parametrize(
    "text",
    [
        "1. If the barn holds hay, a guard must watch it.\n   - Guards must carry two lamps.",
        "1. If the barn holds hay, a guard must watch it.\n1.1 Guards must carry two lamps.",
    ],
)
def test_a_condition_is_quoted_before_what_stands_below_it(text: str) -> None:
    assert said(text)[-1] == "If the barn holds hay, a guard must watch it. Guards must carry two lamps."


@pytest.mark.parametrize(
    "parent",
    [
        "Examples",
        "North barn (see the table above)",
        f"North barn {'and another barn ' * 40}",
    ],
)
def test_what_stands_below_an_item_that_cannot_be_quoted_is_none(parent: str) -> None:
    assert said(f"- {parent}\n  - Guards must carry two lamps.") == []


def test_an_item_whose_parent_is_in_another_block_is_none() -> None:
    text = "- North barn\n\n  Hay is kept here.\n\n  - Guards must carry two lamps."
    assert not any("lamps" in statement for statement in said(text))


def test_an_item_behind_nested_ones_stands_by_itself() -> None:
    text = "- North barn\n  - Guards must carry two lamps.\n- Visitors must pay a fee."
    assert said(text) == ["North barn: Guards must carry two lamps.", "Visitors must pay a fee."]


def test_a_phrase_below_a_label_of_its_own_defines_it() -> None:
    text = (
        "- **Guard**\n  - A person that watches a barn at night.\n- Barn Visit\n  - Entering a barn, by whatever gate, that is not locked."
    )
    assert stated(text) == [
        ("definition", "Guard: A person that watches a barn at night."),
        ("definition", "Barn Visit: Entering a barn, by whatever gate, that is not locked."),
    ]


def test_a_rule_below_a_label_defines_nothing() -> None:
    assert stated("- **Guard**\n  - A guard must watch the barn at night.") == [
        ("obligation", "Guard: A guard must watch the barn at night.")
    ]


def test_what_a_lead_counts_are_the_items_of_the_outermost_list() -> None:
    assert said("A barn has three rules:\n\n- It must be dry.\n  - Guards must carry lamps.\n- It must be clean.") == []

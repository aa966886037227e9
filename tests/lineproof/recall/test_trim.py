"""Long paragraphs and small budgets: a part is cut around what answers, on its own lines, and what does not fit is not called unfound."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.recall import Memory
from lineproof.recall.trim import LONGEST_PIECE, best_part, lines_of_part
from tests.compiling import compiled

WEIGHTS = {"lantern": 6.0, "dusk": 3.0, "warden": 2.0}


def filler(seed: int, sentences: int) -> str:
    """Sentences of words that no question here has."""
    words = ("river", "stone", "cloud", "field", "meadow", "hill")
    return " ".join(" ".join(Random(f"{seed} {at}").choices(words, k=12)).capitalize() + "." for at in range(sentences))


CORPUS = {
    "lights.md": f"# Lights\n\n{filler(1, 600)} The lanterns are lit at dusk by the warden. {filler(2, 600)}\n",
    "buoys.md": "# Buoys\n\n"
    + "".join(f"{filler(at, 2)}\n" for at in range(400))
    + "Keepers polish the\nbrass buoys every Monday.\n"
    + "".join(f"{filler(at, 2)}\n" for at in range(400, 800)),
    "bells.md": "# Bells\n\n## Duty\n\nThe bell must be rung twice by the keeper whenever fog comes in from the open sea.\n\nNo bell.\n",
}


@pytest.fixture(scope="module")
def coast(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    return Memory(compiled(tmp_path_factory.mktemp("trim") / "workspace", {"coast": CORPUS}).corpus("coast"))


@pytest.mark.parametrize("budget", [100, 400, 3_200])
def test_a_paragraph_longer_than_the_budget_is_cut_around_what_answers(coast: Memory, budget: int) -> None:
    recalled = coast.recall_now("When are the lanterns lit?", budget=budget, explain=True)
    assert recalled.tokens <= budget
    assert "The lanterns are lit at dusk by the warden." in recalled.items[0].text
    assert len(recalled.items[0].text) <= budget * 2
    assert recalled.trace["trimmed"] == 1
    assert [one["outcome"] for one in recalled.trace["paragraphs"] if one["citation"] == "lights.md#L3"] == ["trimmed"]
    assert not recalled.not_found
    assert coast.ask_now("When are the lanterns lit?", budget=budget).answer.startswith("The lanterns are lit at dusk")


def test_a_part_stands_on_its_own_lines(coast: Memory) -> None:
    item = coast.recall_now("Who polishes the brass buoys?", budget=200).items[0]
    lines = CORPUS["buoys.md"].split("\n")[item.first_line - 1 : item.last_line]
    assert "Keepers polish the brass buoys every Monday." in item.text
    assert item.text in " ".join(lines)
    assert item.text not in " ".join(lines[1:])
    assert item.text not in " ".join(lines[:-1])
    assert item.citation == f"buoys.md#L{item.first_line}-L{item.last_line}"


@pytest.mark.parametrize("budget", [8, 20])
def test_what_was_found_but_does_not_fit_is_not_called_unfound(coast: Memory, budget: int) -> None:
    question = "When must the bell be rung by the keeper?"
    recalled, answered = coast.recall_now(question, budget=budget), coast.ask_now(question, budget=budget)
    least = recalled.trace["least"]
    assert not recalled.not_found
    assert f"at least {least} tokens" in recalled.answer_instructions
    assert answered.flags == ("budget_too_small",)
    assert f"at least {least}" in answered.answer
    assert "rung twice" in coast.ask_now(question, budget=least).answer


def test_what_nothing_answers_is_not_found_in_any_budget(coast: Memory) -> None:
    assert coast.recall_now("What is the melting point of tungsten?", budget=10).not_found


@given(
    st.lists(st.sampled_from(["The lantern burns.", "At dusk.", "Stone. ", "x" * 300, "the warden " * 40]), max_size=12),
    st.integers(1, 900),
)
def test_a_part_fits_and_holds_what_weighs_most(sentences: list[str], room: int) -> None:
    text = " ".join(sentences).strip()
    span = best_part(text, "en", WEIGHTS, room)
    part = text[slice(*span)] if span else ""
    assert len(part) <= room
    if room >= LONGEST_PIECE:
        assert bool(part) == bool(text)
        assert ("lantern" in part) == ("lantern" in text)


def test_lines_whose_words_are_others_give_all_lines() -> None:
    lines = [(4, b"<p>Keepers polish"), (5, b"the buoys.</p>")]
    assert lines_of_part("Keepers polish the buoys.", (15, 25), lines, "utf-8") == (5, 5)
    assert lines_of_part("Keepers paint the buoys.", (14, 24), lines, "utf-8") == (4, 5)

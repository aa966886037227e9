"""A model may put claims into words; it may not add any."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from lineproof.models.chat import Answer, Request, Schema
from lineproof.models.errors import BadAnswer, BudgetSpent, Invalid
from lineproof.wiki.compose import Composed
from lineproof.wiki.material import Fact
from lineproof.wiki.outline import Block, Item, Outline
from lineproof.wiki.prose import Prose


class Scripted:
    """A chat that answers from a list, and keeps what it was asked."""

    def __init__(self, *answers: object) -> None:
        self.answers = [*answers]
        self.asked: list[Request] = []

    def serves(self, role: str) -> bool:
        return True

    def model(self, role: str) -> str:
        return "scripted"

    def identity(self, role: str, prompt: str, schema: Schema) -> str:
        return f"{role} {prompt}"

    def complete(self, request: Request) -> Answer:
        raise NotImplementedError

    def complete_all(self, requests: Sequence[Request]) -> list[Answer | BadAnswer]:
        self.asked += requests
        return [self._next() for _ in requests]

    def _next(self) -> Answer | BadAnswer:
        answer = self.answers.pop(0)
        if isinstance(answer, BadAnswer):
            return answer
        if isinstance(answer, Exception):
            raise answer
        return Answer({"sentences": answer}, "scripted", "f")


def fact(number: int, statement: str) -> Fact:
    return Fact(f"c{number}", "d1", statement, "fact", None, None, "none", "active", None, f"p{number}", said=statement)


FACTS = (
    fact(1, "The deductible is $1,000 for each loss."),
    fact(2, "Notice must be given within 30 days of the loss."),
    fact(3, "Roofs are settled at actual cash value."),
)
OUTLINE = Outline(
    "w1", "a.md", "Homeowners Form", "family", "", "en",
    blocks=(Block("Conditions", "b1", tuple(Item("claim", (one,)) for one in FACTS)),),
)  # fmt: skip


def compose(*answers: object, outline: Outline = OUTLINE) -> Composed:
    (composed,) = Prose(Scripted(*answers)).compose([outline])
    return composed


def said(composed: Composed) -> Mapping[str, Sequence[str]]:
    return {one.text: one.claim_ids for one in composed.sentences}


def test_sentences_are_bound_to_the_claims_that_they_state() -> None:
    composed = compose(
        [
            {"text": "The deductible is $1,000 for each loss.", "claims": [1]},
            {"text": "Notice must be given within 30 days of the loss.", "claims": [2]},
            {"text": "Roofs are settled at actual cash value.", "claims": [3]},
        ]
    )
    assert [one.claim_ids for one in composed.sentences] == [("c1",), ("c2",), ("c3",)]
    assert (composed.removed, composed.composer, composed.final) == (0, "scripted", True)


REFUSED: list[Any] = [
    {"text": "The deductible is $2,000 for each loss.", "claims": [1]},
    {"text": "Notice need not be given within 30 days of the loss.", "claims": [2]},
    {"text": "The moon is made of cheese.", "claims": [3]},
    {"text": "The deductible is $1,000 for each loss.", "claims": [2]},
    {"text": "The deductible is $1,000 for each loss.", "claims": [1, 9]},
    {"text": "The deductible is $1,000 for each loss.", "claims": [0]},
    {"text": "The deductible is $1,000 for each loss.", "claims": [-1]},
    {"text": "The deductible is $1,000 for each loss.", "claims": ["1"]},
    {"text": "The deductible is $1,000 for each loss.", "claims": []},
    {"text": 7, "claims": [1]},
    {"claims": [1]},
    "a sentence",
    None,
]


@pytest.mark.parametrize("sentence", REFUSED, ids=repr)
def test_a_sentence_that_its_claims_do_not_say_is_removed_and_counted(sentence: object) -> None:
    composed = compose([sentence])
    assert composed.removed == 1
    assert list(said(composed)) == [one.statement for one in FACTS], "what it left out is said by template"


def test_markup_and_line_breaks_of_a_model_stay_text() -> None:
    composed = compose([{"text": "Roofs are settled\nat actual cash value.\u202e", "claims": [3]}])
    assert said(composed)["Roofs are settled at actual cash value."] == ("c3",)


def test_an_answer_that_is_of_no_use_leaves_its_claims_to_templates() -> None:
    composed = compose(Invalid("no JSON"))
    assert list(said(composed)) == [one.statement for one in FACTS]
    assert composed.final


def test_a_spent_budget_leaves_all_pages_to_templates_and_to_the_next_run() -> None:
    chat = Scripted(BudgetSpent("the budget is spent"))
    first, second = Prose(chat).compose([OUTLINE, OUTLINE])
    assert (first.final, second.final) == (False, False)
    assert (first.composer, len(first.sentences)) == ("rules", 3)
    assert len(chat.asked) == 1, "nothing is asked once the budget is spent"


def test_long_blocks_are_asked_about_in_shares() -> None:
    many = tuple(Item("claim", (fact(number, f"Rule {number} allows {number} days."),)) for number in range(1, 51))
    chat = Scripted([], [], [])
    (composed,) = Prose(chat).compose([Outline("w1", "a.md", "A", "family", "", "en", blocks=(Block("Rules", "b", many),))])
    assert [request.data["claims"].count("\n") + 1 for request in chat.asked] == [20, 20, 10]
    assert len(composed.sentences) == 50


def test_changes_and_conflicts_are_told_by_template() -> None:
    change = Item("change", (FACTS[0], FACTS[1]), "2019")
    chat = Scripted()
    (composed,) = Prose(chat).compose([Outline("w1", "a.md", "A", "family", "", "en", blocks=(Block("What changed", "b", (change,)),))])
    assert chat.asked == []
    assert [one.role for one in composed.sentences] == ["change"]

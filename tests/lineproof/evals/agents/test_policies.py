"""An agent with the graph learns how a document calls a matter from what speaks of it elsewhere, and abstains where it cannot."""

import asyncio

import pytest

from lineproof.evals.agents.asked import read_question
from lineproof.evals.agents.conditions import CONDITIONS
from lineproof.evals.agents.desk import Desk
from lineproof.evals.agents.documents import titles_of
from lineproof.evals.agents.model import Answer, Budget
from lineproof.evals.agents.policies import Work, answered
from lineproof.evals.agents.reader import Reader
from lineproof.recall.memory import Memory


def answer(memory: Memory, question: str, condition: str = "graph") -> Answer:
    """What the agent of a condition answers."""
    chosen, view = CONDITIONS[condition], memory.view()
    work = Work(read_question(question, "en", titles_of(view)), Desk(chosen.tools(memory), Budget()), Reader(view, "en"))
    return asyncio.run(answered(work, chosen.policy))


@pytest.mark.parametrize(
    ("question", "path", "value"),
    [
        ("For how many days may unused leave be carried over by the field handbook?", "field.md", "10 days"),
        ("For how many days may unspent vacation be carried over by the field handbook?", "field.md", "10 days"),
        ("How much is the lunch money by the field handbook?", "field.md", "$40"),
    ],
)
def test_a_matter_is_found_by_its_own_word_by_its_heading_and_by_what_points_to_it(
    offices: Memory, question: str, path: str, value: str
) -> None:
    [said] = answer(offices, question).statements
    assert (said.path, value in said.text) == (path, True)


@pytest.mark.parametrize(
    "question",
    [
        "How much is the bicycle bonus by the field handbook?",  # the paper points to a clause that says something else
        "How much do meals cost by the office handbook?",  # that of another document does not answer
    ],
)
def test_no_other_matter_and_no_other_document_answers(offices: Memory, question: str) -> None:
    assert answer(offices, question).abstained

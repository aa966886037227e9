"""What validation finds: every kind of disagreement between documents, ledger and questions, planted one at a time."""

import dataclasses
from collections.abc import Callable

import pytest

from lineproof.evals.library.build import Library, make
from lineproof.evals.library.library import Scale
from lineproof.evals.library.model import Ledger
from lineproof.evals.library.validate import faults, flow
from lineproof.evals.questions import Place


@pytest.fixture(scope="module")
def made() -> Library:
    return make(1, "templated", Scale(0.05))


def found(made: Library, ledger: Ledger | None = None, questions: object = None) -> list[str]:
    return list(faults({**made.documents, **made.additions}, ledger or made.ledger, questions or made.questions))  # type: ignore[arg-type]


def with_fact(made: Library, **changes: object) -> Ledger:
    at = next(n for n, fact in enumerate(made.ledger.facts) if fact.status == "active" and fact.concept == "deductible")
    facts = list(made.ledger.facts)
    facts[at] = dataclasses.replace(facts[at], **changes)  # type: ignore[arg-type]
    return dataclasses.replace(made.ledger, facts=tuple(facts))


def test_a_library_as_it_is_made_has_no_fault(made: Library) -> None:
    assert found(made) == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"line": 1}, "is not on the line"),
        ({"line": 10**6}, "no such line"),
        ({"path": "forms/none.md"}, "no such line"),
        ({"surface": "$77,777"}, "is not on the line"),
        ({"quote": "The fee is $77,777."}, "stands 0 times"),
        ({"quote": "the"}, "times in the document"),
    ],
)
def test_a_fact_that_is_not_where_it_should_be(made: Library, changes: dict[str, object], message: str) -> None:
    assert any(message in fault for fault in found(made, with_fact(made, **changes)))


def test_two_values_in_force_for_one_subject(made: Library) -> None:
    one = next(fact for fact in made.ledger.facts if fact.status == "active")
    twin = dataclasses.replace(one, value=one.value + "1")
    ledger = dataclasses.replace(made.ledger, facts=(*made.ledger.facts, twin))
    assert any("several values in force" in fault for fault in found(made, ledger))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"line": 1}, "does not begin on the line"),
        ({"targets": (("forms/none.md", 0),)}, "does not exist"),
        ({"targets": (), "reason": None}, "targets or a reason"),
    ],
)
def test_a_reference_that_is_not_where_it_should_be(made: Library, changes: dict[str, object], message: str) -> None:
    first = dataclasses.replace(made.ledger.references[0], **changes)  # type: ignore[arg-type]
    ledger = dataclasses.replace(made.ledger, references=(first, *made.ledger.references[1:]))
    assert any(message in fault for fault in found(made, ledger))


def test_a_relation_to_what_is_not_there(made: Library) -> None:
    first = dataclasses.replace(made.ledger.relations[0], target="forms/none.md")
    ledger = dataclasses.replace(made.ledger, relations=(first, *made.ledger.relations[1:]))
    assert any("no relation" in fault for fault in found(made, ledger))


@pytest.mark.parametrize("move", [lambda place: Place(place.path, 2, 2), lambda place: Place("forms/none.md", 1, 1)])
def test_gold_lines_on_which_nothing_was_planted(made: Library, move: Callable[[Place], Place]) -> None:
    asked = next(question for question in made.questions if question.gold)
    moved = dataclasses.replace(asked, gold=(move(asked.gold[0]),))
    messages = found(made, questions=[moved])
    assert any("nothing of the ledger stands" in fault for fault in messages)
    assert any("none of its gold lines states" in fault for fault in messages)


def test_the_words_of_pages_flow_across_their_breaks() -> None:
    assert flow("Head 1\n\nA sentence that\n\nFoot 1\n\fHead 1\n\nends here.\n\nFoot 2\n") == "A sentence that ends here."

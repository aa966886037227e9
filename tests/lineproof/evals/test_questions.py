"""Questions with their key survive a file, and what is none is refused with its line."""

import dataclasses
import json
from dataclasses import replace
from pathlib import Path

import pytest

from lineproof.evals.errors import BadQuestions
from lineproof.evals.questions import Fact, KeyedQuestion, Place, read_questions, write_questions

ASKED = KeyedQuestion(
    "s-001",
    "simple",
    "stale",
    ("How long?", "What is the period?", "By when?"),
    (Fact(("90 days", "ninety days"), "90", "day"),),
    (Fact(("60 days",), "60", "day"),),
    (Place("forms/über.md", 87, 88),),
)
UNKNOWN = KeyedQuestion("s-002", "simple", "unanswerable", ("Who won?",), (), (), ())


def test_questions_come_back_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    write_questions([ASKED, UNKNOWN], file)
    assert read_questions(file) == [ASKED, UNKNOWN]
    assert [one.unanswerable for one in read_questions(file)] == [False, True]


@pytest.mark.parametrize("line", ["[]", "{", '{"question_id": "x"}', "[" * 100_000, "null"])
def test_a_line_that_is_no_question_is_named(line: str, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    write_questions([ASKED], file)
    file.write_text(file.read_text(encoding="utf-8") + line + "\n", encoding="utf-8")
    with pytest.raises(BadQuestions, match="line 2"):
        read_questions(file)


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("paraphrases", "Who won?", "paraphrases"),
        ("paraphrases", ["Who won?", " "], "empty"),
        ("paraphrases", [], "no paraphrase"),
        ("question_id", 7, "question_id"),
        ("question_id", "", "question_id"),
        ("must", [{"forms": ["15 days"], "value": float("nan"), "unit": "day"}], "value"),
        ("must", [{"forms": "15 days"}], "forms"),
        ("gold", [{"path": "a.md", "first_line": float("nan"), "last_line": 2}], "first_line"),
        ("gold", [{"path": "a.md", "first_line": 3, "last_line": 2}], "lines"),
        ("gold", [{"path": "a.md", "first_line": True, "last_line": 2}], "first_line"),
    ],
)
def test_a_field_of_another_type_is_named(field: str, value: object, told: str, tmp_path: Path) -> None:
    """A paraphrase given as a text was taken for one question a letter; a number that is none was kept."""
    file = tmp_path / "questions.jsonl"
    file.write_text(json.dumps({**dataclasses.asdict(ASKED), field: value}) + "\n", encoding="utf-8")
    with pytest.raises(BadQuestions, match=f"line 1.*{told}"):
        read_questions(file)


def test_a_file_without_questions_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text("\n", encoding="utf-8")
    with pytest.raises(BadQuestions, match="no question"):
        read_questions(file)


def test_separators_within_a_text_do_not_end_a_line(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    asked = replace(ASKED, paraphrases=("What\u2028is\x85it?",))
    write_questions([asked], file)
    assert read_questions(file) == [asked]


def test_two_questions_of_one_id_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    write_questions([ASKED, ASKED], file)
    with pytest.raises(BadQuestions, match="question_id"):
        read_questions(file)


def test_a_kind_belongs_to_its_group(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    write_questions([ASKED], file)
    file.write_text(file.read_text(encoding="utf-8").replace('"stale"', '"chain"'), encoding="utf-8")
    with pytest.raises(BadQuestions, match="chain"):
        read_questions(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadQuestions, match=r"none\.jsonl"):
        read_questions(tmp_path / "none.jsonl")

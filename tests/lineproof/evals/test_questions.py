"""Questions with their key survive a file, and what is none is refused with its line."""

from dataclasses import replace
from pathlib import Path

import pytest

from lineproof.evals.errors import BadBenchmark
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
    with pytest.raises(BadBenchmark, match="line 2"):
        read_questions(file)


def test_separators_within_a_text_do_not_end_a_line(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    asked = replace(ASKED, paraphrases=("What\u2028is\x85it?",))
    write_questions([asked], file)
    assert read_questions(file) == [asked]


def test_two_questions_of_one_id_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    write_questions([ASKED, ASKED], file)
    with pytest.raises(BadBenchmark, match="question_id"):
        read_questions(file)


def test_a_kind_belongs_to_its_group(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    write_questions([ASKED], file)
    file.write_text(file.read_text(encoding="utf-8").replace('"stale"', '"chain"'), encoding="utf-8")
    with pytest.raises(BadBenchmark, match="chain"):
        read_questions(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadBenchmark, match=r"none\.jsonl"):
        read_questions(tmp_path / "none.jsonl")

"""LongMemEval as conversations: sessions by their day, marked turns as gold, questions that nothing answers."""

import json
from pathlib import Path
from typing import Any

import pytest

from lineproof.evals import longmemeval
from lineproof.evals.errors import BadBenchmark
from lineproof.evals.sessions import write_sessions
from lineproof.sources.parse import parse

ENTRY: dict[str, Any] = {
    "question_id": "gpt4_1a2b",
    "question_type": "single-session-user",
    "question": "Which tea do I drink?",
    "answer": 2,
    "question_date": "2023/06/02 (Fri) 10:00",
    "haystack_session_ids": ["s_late", "s_early"],
    "haystack_dates": ["2023/05/30 (Tue) 17:27", "2023/05/20 (Sat) 02:21"],
    "haystack_sessions": [
        [{"role": "user", "content": "I drink oolong now.", "has_answer": True}, {"role": "assistant", "content": "Noted."}],
        [{"role": "user", "content": "Hello.", "has_answer": False}],
    ],
    "answer_session_ids": ["s_late"],
}
ABSTENTION = ENTRY | {"question_id": "gpt4_1a2b_abs", "question": "Which coffee?", "answer": "You did not say."}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "longmemeval_s.json").write_text(json.dumps([ENTRY, ABSTENTION]), encoding="utf-8")
    return tmp_path / "longmemeval_s.json"


def test_each_question_is_a_conversation_whose_sessions_are_ordered_by_day(file: Path, tmp_path: Path) -> None:
    sessions = longmemeval.sessions(file)
    assert [(one.conversation, one.number, str(one.time)) for one in sessions[:2]] == [
        ("gpt4_1a2b", 1, "2023-05-20 02:21:00"),
        ("gpt4_1a2b", 2, "2023-05-30 17:27:00"),
    ]
    written = write_sessions(sessions, tmp_path / "out")
    parsed = parse("s.jsonl", written[1].read_text(encoding="utf-8").splitlines())
    assert [(block.turn.turn_id, block.fragments[0].text) for block in parsed.blocks if block.turn] == [
        ("s_late:0", "user: I drink oolong now."),
        ("s_late:1", "assistant: Noted."),
    ]


def test_gold_is_what_is_marked_and_abstention_is_told_by_the_id(file: Path) -> None:
    answerable, abstention = longmemeval.questions(file)
    assert (answerable.gold, answerable.answer, answerable.category, answerable.unanswerable) == (
        ("s_late:0",),
        "2",
        "single-session-user",
        False,
    )
    assert str(answerable.asked_at) == "2023-06-02 10:00:00"
    assert answerable.points == ("2",)
    assert abstention.unanswerable


@pytest.mark.parametrize(
    "content", [None, "not json", "{}", "[5]", '[{"question_id": "x"}]', json.dumps([ENTRY | {"haystack_sessions": []}])]
)
def test_files_of_another_form_are_named(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "longmemeval_s.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    for read in (longmemeval.sessions, longmemeval.questions):
        with pytest.raises(BadBenchmark, match="get the files as they are published"):
            read(file)

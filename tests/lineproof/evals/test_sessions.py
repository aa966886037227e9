"""Benchmarks as conversations: what is taken of LoCoMo and BEAM, what is left out, and which gold can be used."""

import json
from pathlib import Path
from typing import Any

import pytest

from lineproof.evals import beam, locomo
from lineproof.evals.errors import BadBenchmark
from lineproof.evals.sessions import Session, write_sessions
from lineproof.sources.parse import parse

LOCOMO: list[dict[str, Any]] = [
    {
        "sample_id": "conv-7",
        "conversation": {
            "speaker_a": "Ann",
            "speaker_b": "Bo",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ann", "dia_id": "D1:1", "text": "I went hiking yesterday."},
                {
                    "speaker": "Bo",
                    "dia_id": "D1:2",
                    "text": "Look!",
                    "img_url": ["https://example.com/a.jpg"],
                    "blip_caption": "a photo of a lake",
                    "query": "the answer leaks here",
                    "re-download": True,
                },
            ],
            "session_2_date_time": "12:09 am on 10 May, 2023",
            "session_2": [{"speaker": "Ann", "dia_id": "D2:1", "text": "Bye."}],
            "session_3_date_time": "9:00 am on 11 May, 2023",
        },
        "qa": [
            {"question": "When did Ann hike?", "answer": "7 May", "evidence": ["D1:1"], "category": 2},
            {"question": "Which year?", "answer": 2023, "evidence": ["D1:1; D:1:02", "D", "D9:9"], "category": 1},
            {"question": "Did Bo swim?", "adversarial_answer": "yes", "evidence": [], "category": 5},
        ],
        "observation": {"session_1_observation": "secret observation"},
        "session_summary": {"session_1_summary": "secret summary"},
        "event_summary": {},
    }
]
AUDIT = [{"question_id": "locomo_0_qa1", "error_type": "WRONG_CITATION", "correct_evidence": ["D1:2", "D2:1"]}]
CHAT = [
    {
        "batch_number": 1,
        "time_anchor": None,
        "turns": [
            [
                {"role": "user", "id": 0, "time_anchor": "March-15-2024", "index": "1,1", "content": "Plan my week. ->-> 1,1"},
                {"role": "assistant", "id": 1, "content": "Sure:\n\n- Monday"},
            ],
            [{"role": "user", "id": 2, "content": "Thanks, a ->-> b"}],
        ],
    },
    {"batch_number": 2, "turns": [[{"role": "user", "id": 3, "content": "Hello again. ->-> 9,N/A"}]]},
]
PROBES = {
    "knowledge_update": [
        {
            "question": "What now?",
            "answer": "B",
            "rubric": ["says B", "says why"],
            "source_chat_ids": {"original_info": [0], "updated_info": [[2, 0], 77]},
        }
    ],
    "abstention": [{"question": "Who?", "ideal_response": "Unknown."}],
    "temporal_reasoning": [{"question": "When?", "answer": "Friday", "source_chat_ids": [3]}],
}


@pytest.fixture
def locomo_folder(tmp_path: Path) -> Path:
    (tmp_path / locomo.FILE).write_text(json.dumps(LOCOMO), encoding="utf-8")
    (tmp_path / locomo.AUDIT).write_text(json.dumps(AUDIT), encoding="utf-8")
    return tmp_path


@pytest.fixture
def beam_folder(tmp_path: Path) -> Path:
    for name in ("2", "10"):
        (tmp_path / name / "probing_questions").mkdir(parents=True)
        (tmp_path / name / beam.CHAT).write_text(json.dumps(CHAT), encoding="utf-8")
        (tmp_path / name / beam.QUESTIONS).write_text(json.dumps(PROBES), encoding="utf-8")
    return tmp_path


def test_locomo_becomes_a_file_a_session_with_captions_and_without_what_tells_answers(locomo_folder: Path, tmp_path: Path) -> None:
    written = write_sessions(locomo.sessions(locomo_folder), tmp_path / "out")
    assert [file.relative_to(tmp_path / "out").as_posix() for file in written] == ["conv-7/session_01.jsonl", "conv-7/session_02.jsonl"]
    text = written[0].read_text(encoding="utf-8")
    assert not any(word in text for word in ("leaks", "secret", "example.com"))
    parsed = parse("session_01.jsonl", text.splitlines())
    assert [block.fragments[0].text for block in parsed.blocks] == ["Ann: I went hiking yesterday.", "Bo: Look! [image: a photo of a lake]"]
    turns = [block.turn for block in parsed.blocks if block.turn]
    assert [(turn.turn_id, str(turn.said_at)) for turn in turns] == [("D1:1", "2023-05-08 13:56:00"), ("D1:2", "2023-05-08 13:56:00")]
    assert [field.value for field in parsed.fields] == ["conv-7", "conv-7, session 1", "2023-05-08"]


def test_gold_of_locomo_is_repaired_or_reported_and_audited(locomo_folder: Path) -> None:
    first, second, third = locomo.questions(locomo_folder)
    assert (first.gold, first.unreadable, first.fault, first.corrected, first.category) == (("D1:1",), (), None, None, "temporal")
    assert (second.gold, second.unreadable) == (("D1:1", "D1:2"), ("D", "D9:9"))
    assert (second.fault, second.corrected, second.answer) == ("WRONG_CITATION", ("D1:2", "D2:1"), "2023")
    assert (third.gold, third.answer, third.category) == ((), "", "adversarial")
    assert [question.unanswerable for question in (first, second, third)] == [False, False, True]
    assert [question.question_id for question in (first, second, third)] == ["conv-7/0", "conv-7/1", "conv-7/2"]


def test_locomo_needs_no_audit(locomo_folder: Path) -> None:
    (locomo_folder / locomo.AUDIT).unlink()
    assert [question.fault for question in locomo.questions(locomo_folder / locomo.FILE)] == [None, None, None]


def test_beam_becomes_a_session_a_batch_without_the_marks_of_its_plan(beam_folder: Path, tmp_path: Path) -> None:
    sessions = beam.sessions(beam_folder)
    assert [session.path for session in sessions] == [f"{name}/session_0{number}.jsonl" for name in ("2", "10") for number in (1, 2)]
    assert [str(session.time) for session in sessions[:2]] == ["2024-03-15 00:00:00", "None"]
    assert [(turn.turn_id, turn.speaker, turn.text) for turn in sessions[0].turns] == [
        ("0", "user", "Plan my week."),
        ("1", "assistant", "Sure:\n\n- Monday"),
        ("2", "user", "Thanks, a ->-> b"),
    ]
    [_, file, *_] = write_sessions(sessions, tmp_path / "out")
    parsed = parse("a.jsonl", file.read_text(encoding="utf-8").splitlines())
    assert [(block.turn.turn_id, block.turn.said_at) for block in parsed.blocks if block.turn] == [("3", None)]


def test_gold_of_beam_is_that_of_every_part_of_an_answer(beam_folder: Path) -> None:
    update, abstention, time = beam.questions(beam_folder / "2")
    assert (update.gold, update.unreadable, update.category) == (("0", "2"), ("77",), "knowledge_update")
    assert (abstention.gold, abstention.answer, abstention.unanswerable) == ((), "Unknown.", True)
    assert (update.points, time.points, update.unanswerable) == (("says B", "says why"), ("Friday",), False)
    assert (time.question_id, time.gold) == ("2/temporal_reasoning/0", ("3",))


@pytest.mark.parametrize("content", [None, "not json", "5", "[5]", '[{"sample_id": "x"}]', "[[1]]", '{"turns": 1}'])
def test_files_of_another_form_are_named(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / locomo.FILE
    chat = tmp_path / beam.CHAT
    if content is not None:
        file.write_text(content, encoding="utf-8")
        chat.write_text(content, encoding="utf-8")
    for read in (locomo.sessions, locomo.questions, beam.sessions, beam.questions):
        with pytest.raises(BadBenchmark, match=r"get the files as they are published"):
            read(tmp_path)


def test_sessions_that_a_shorter_file_has_no_more_are_removed_and_other_conversations_stay(tmp_path: Path) -> None:
    first, second, other = (Session(name, number, None, ()) for name, number in (("a", 1), ("a", 2), ("b", 1)))
    write_sessions([first, second, other], tmp_path)
    (tmp_path / "a" / "notes.md").write_text("Mine.")
    write_sessions([first], tmp_path)
    assert {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*.*")} == {"a/notes.md", first.path, other.path}


@pytest.mark.parametrize("name", ["../out", "a/b", "", ".hidden", "a\0b"])
def test_no_conversation_is_written_outside_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadBenchmark, match="letters, digits and hyphens"):
        write_sessions([Session(name, 1, None, [])], tmp_path)
    assert list(tmp_path.iterdir()) == []

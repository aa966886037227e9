"""Turns as evidence: what is stored of them, and that a session which grows only adds to it."""

import datetime
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.evidence.extract import Evidence, Task, extract
from lineproof.evidence.hashing import document_id, line_hash

SETTINGS = '{"grammar": {}, "language": null}'
SESSION = {"conversation": "Anna and Bob", "title": "Lunch", "time": "2023-05-08T13:56:00"}
TURNS = [
    {"id": "D1:1", "speaker": "Anna", "text": "I saw RFC 9110 and the vet yesterday."},
    {"id": "D1:2", "speaker": "Bob", "text": "Nice.", "caption": "a small dog"},
    {"id": "D1:3", "speaker": "Anna", "text": "Nice.", "time": "2023-05-10"},
]


def raw(*values: object) -> bytes:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values).encode()


def extracted(data: bytes, path: str = "chats/SESSION-0007.jsonl") -> Evidence:
    return extract(Task("library", path, data, SETTINGS))


def rows(evidence: Evidence, table: str) -> list[dict[str, Any]]:
    return evidence.rows[f"evidence.{table}"]


def test_a_turn_is_stored_with_who_says_it_and_when() -> None:
    evidence = extracted(raw(SESSION, *TURNS))
    paragraphs = [row["paragraph_id"] for row in rows(evidence, "paragraphs")]
    assert [row["text"] for row in rows(evidence, "paragraphs")] == [
        "Anna: I saw RFC 9110 and the vet yesterday.", "Bob: Nice. [image: a small dog]", "Anna: Nice.",
    ]  # fmt: skip
    assert [(row["kind"], row["first_line"], row["last_line"]) for row in rows(evidence, "paragraphs")] == [
        ("turn", 2, 2), ("turn", 3, 3), ("turn", 4, 4),
    ]  # fmt: skip
    began, later = datetime.datetime(2023, 5, 8, 13, 56), datetime.datetime(2023, 5, 10)
    whole = {"document_id": document_id("library", "chats/SESSION-0007.jsonl"), "conversation": "Anna and Bob"}
    assert rows(evidence, "turns") == [
        {**whole, "paragraph_id": paragraphs[0], "turn_id": "D1:1", "speaker": "Anna", "said_at": began, "position": 0},
        {**whole, "paragraph_id": paragraphs[1], "turn_id": "D1:2", "speaker": "Bob", "said_at": began, "position": 1},
        {**whole, "paragraph_id": paragraphs[2], "turn_id": "D1:3", "speaker": "Anna", "said_at": later, "position": 2},
    ]
    dates = [(row["text"], row["value"], row["line"]) for row in rows(evidence, "signals") if row["kind"] == "date"]
    assert dates == [("yesterday", "2023-05-07", 2)]


def test_a_session_is_described_by_what_the_file_says_of_it_and_by_nothing_else() -> None:
    [row] = rows(extracted(raw(SESSION, {"speaker": "Anna", "text": "HO 04 90 (2026-01)"})), "documents")
    described = {name: row[name] for name in ("title", "identifier", "edition", "effective", "status", "format")}
    assert described == {
        "title": "Lunch",
        "identifier": None,
        "edition": None,
        "effective": datetime.date(2023, 5, 8),
        "status": None,
        "format": "conversation",
    }
    [row] = rows(extracted(raw(TURNS[0])), "documents")
    assert (row["title"], row["identifier"], row["effective"]) == ("SESSION-0007", None, None)


def test_a_file_without_a_name_for_its_conversation_is_all_of_it() -> None:
    assert {row["conversation"] for row in rows(extracted(raw(*TURNS)), "turns")} == {"chats/SESSION-0007.jsonl"}


def test_a_turn_of_several_lines_stands_on_all_of_them_and_its_words_on_the_first() -> None:
    data = json.dumps({**SESSION, "turns": TURNS}, indent=1).encode()
    evidence = extracted(data, "a.json")
    first = rows(evidence, "paragraphs")[0]
    assert (first["first_line"], first["last_line"]) == (6, 10)
    held = b"".join(evidence.lines[first["first_line"] - 1 : first["last_line"]])
    assert json.loads(held.decode().rstrip(",")) == TURNS[0]
    assert {row["line"] for row in rows(evidence, "signals") if row["paragraph_id"] == first["paragraph_id"]} == {6}


def test_a_speaker_named_like_markup_is_text() -> None:
    evidence = extracted(raw({"speaker": "<script>alert(1)</script>", "text": "Hi."}))
    assert [row["speaker"] for row in rows(evidence, "turns")] == ["<script>alert(1)</script>"]
    assert [row["text"] for row in rows(evidence, "paragraphs")] == ["<script>alert(1)</script>: Hi."]


TIMES = st.sampled_from([None, "2023-05-08", "2023-06-01T10:00"])
SAID = st.lists(st.tuples(st.sampled_from(["Anna", "Bob"]), st.text(alphabet="xyz wq.\n", max_size=12), TIMES), min_size=1, max_size=8)


@given(SAID, st.integers(0, 8), st.sampled_from([(), (SESSION,)]))
def test_a_turn_more_changes_nothing_of_those_before_it(said, kept, session):
    """The texts differ, and are in one language: what says the same as another is told apart by its surroundings, as in every document."""
    words = ("yesterday", "two weeks ago", "$5", "RFC 9110", "tomorrow", "next Friday", "Section 4", "last year")
    turns = [
        {"id": number, "speaker": speaker, "text": f"It was the {number}. {words[number]} {text}", **({"time": time} if time else {})}
        for number, (speaker, text, time) in enumerate(said)
    ]
    before, after = extracted(raw(*session, *turns[: kept or 1])), extracted(raw(*session, *turns))
    assert after.lines[: len(before.lines)] == before.lines
    for table in ("paragraphs", "turns", "signals", "mentions"):
        old = rows(before, table)
        known = {row["paragraph_id"] for row in rows(before, "paragraphs")}
        assert [row for row in rows(after, table) if row["paragraph_id"] in known] == old


def test_a_turn_that_repeats_another_follows_the_rule_for_repeated_text() -> None:
    before = rows(extracted(raw(*TURNS)), "paragraphs")
    after = rows(extracted(raw(*TURNS, {"speaker": "Anna", "text": "Nice."})), "paragraphs")
    assert [row["repeated"] for row in after] == [False, False, True, True]
    assert after[:2] == before[:2]
    assert len({row["paragraph_id"] for row in after}) == 4
    assert len({row["paragraph_hash"] for row in after[2:]}) == 1


@pytest.mark.parametrize("data", [raw(SESSION, *TURNS), json.dumps({**SESSION, "turns": TURNS}, indent=1).encode()])
def test_every_line_is_kept_as_it_is(data: bytes) -> None:
    evidence = extracted(data)
    assert [line_hash(line) for line in evidence.lines] == [line_hash(line) for line in data.splitlines()]


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("Ich fahre morgen zum Arzt.", None, "2023-05-09"),
        ("Vor drei Wochen waren wir noch bei der Oma.", None, "2023-04-17/2023-04-23"),
        ("I go to the vet tomorrow.", None, "2023-05-09"),
        ("Is Ich fahre morgen your sentence for the course?", None, None),
        ("Ich fahre morgen zum Arzt.", "en", None),
    ],
)
def test_a_turn_that_is_plainly_in_another_language_is_read_by_its_words(text: str, language: str | None, value: str | None) -> None:
    """Dates of German turns in an English session were not found."""
    told = ("I am here and you are there, so what do we do about it?", "They would be with us if they had the time for that.", text)
    data = raw(SESSION, *({"speaker": "Will", "text": one} for one in told))
    evidence = extract(Task("library", "a.jsonl", data, json.dumps({"grammar": {}, "language": language})))
    [document] = rows(evidence, "documents")
    assert document["language"] == "en"
    assert [row["value"] for row in rows(evidence, "signals") if row["kind"] == "date"] == ([value] if value else [])

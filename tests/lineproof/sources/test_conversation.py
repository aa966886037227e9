"""Conversations: which files are one, what a turn is, and on which line it stands."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.sources.conversation import BadConversation, parse_conversation
from lineproof.sources.model import Parsed, Turn
from lineproof.sources.parse import parse

HELLO = {"id": "D1:1", "speaker": "Anna", "time": "2023-05-08T13:56:00", "text": "Hello there."}


def lines(*objects: object) -> list[str]:
    return [json.dumps(one) for one in objects]


def said(parsed: Parsed) -> list[tuple[int, str]]:
    return [(fragment.line, fragment.text) for block in parsed.blocks for fragment in block.fragments]


def test_a_turn_a_line_with_speaker_time_and_caption() -> None:
    found = parse("chat.jsonl", ["", *lines(HELLO, {"role": "user", "content": "My dog.", "caption": "a brown dog"})])
    assert found.format == "conversation"
    assert said(found) == [(2, "Anna: Hello there."), (3, "user: My dog. [image: a brown dog]")]
    assert [block.turn for block in found.blocks] == [Turn("D1:1", "Anna", "2023-05-08T13:56:00"), Turn("2", "user", None)]


def test_the_first_line_may_tell_of_the_session() -> None:
    found = parse("chat.jsonl", lines({"title": "Trip", "time": "2024-01-02", "conversation": "c7"}, {"speaker": "A", "text": "Hi."}))
    assert {field.name: field.value for field in found.fields} == {"title": "Trip", "date": "2024-01-02", "conversation": "c7"}
    assert found.blocks[0].turn == Turn("1", "A", "2024-01-02")


@pytest.mark.parametrize("name", ["turns", "messages"])
def test_turns_of_a_json_document_stand_on_their_lines(name: str) -> None:
    text = json.dumps({"title": "Trip", "other": [1, {"turns": 2}], name: [HELLO, {"speaker": "Bo", "text": "Hi [1], {2}."}]}, indent=1)
    rows = text.split("\n")
    found = parse("chat.json", rows)
    assert [text for _, text in said(found)] == ["Anna: Hello there.", "Bo: Hi [1], {2}."]
    assert all(rows[line - 1].strip() == "{" for line, _ in said(found))


def test_a_json_list_of_turns_is_a_conversation() -> None:
    assert said(parse("chat.json", [json.dumps([HELLO, HELLO])])) == [(1, "Anna: Hello there.")] * 2


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [""],
        ["{}"],
        ["[]"],
        ["3"],
        ['{"a": 1}', '{"b": 2}', '{"c": 3}'],
        ["not json"],
        ['{"turns": 3}'],
        ['{"turns": [1, 2]}'],
        ["[" * 5_000],
    ],
)
@pytest.mark.parametrize("path", ["data.json", "data.jsonl"])
def test_what_is_no_conversation_stays_text(path: str, rows: list[str]) -> None:
    assert parse(path, rows).format == "text"


@pytest.mark.parametrize("bad", ["{", "[1]", '{"speaker": "A"}', '{"text": "no speaker"}', '{"speaker": 1, "text": "x"}', "null"])
def test_nothing_of_a_conversation_is_passed_over(bad: str) -> None:
    with pytest.raises(BadConversation, match="line 2 is no turn"):
        parse("chat.jsonl", [json.dumps(HELLO), bad])
    with pytest.raises(BadConversation, match="line 2 is no turn"):
        parse("chat.json", ["[" + json.dumps(HELLO) + ",", '{"speaker": "A"}]'])


def test_odd_names_and_texts_are_kept_as_text() -> None:
    found = parse("chat.jsonl", lines({"speaker": "<b>x</b>\n\0", "text": "a\0b\nc"}, {"speaker": " ", "text": ""}))
    assert [text for _, text in said(found)] == ["<b>x</b>: a b c", "unknown: "]


@given(st.lists(st.tuples(st.text(min_size=1, max_size=9), st.text(max_size=30)), min_size=1, max_size=6))
def test_lines_and_lists_say_the_same(turns: list[tuple[str, str]]) -> None:
    objects = [{"speaker": speaker, "text": text} for speaker, text in turns]
    as_lines = parse_conversation(lines(*objects))
    as_list = parse_conversation(json.dumps({"turns": objects}, indent=1).split("\n"))
    assert [text for _, text in said(as_lines)] == [text for _, text in said(as_list)]
    assert len(as_lines.blocks) == len(turns)
    assert [block.turn for block in as_lines.blocks] == [block.turn for block in as_list.blocks]

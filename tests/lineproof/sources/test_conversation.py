"""Conversations: what is one, where its turns stand, and what is wrong with a broken one."""

import datetime
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.sources.decode import decode
from lineproof.sources.errors import BrokenConversation
from lineproof.sources.model import Parsed
from lineproof.sources.parse import parse

SESSION = {"conversation": "Anna and Bob", "title": "Lunch", "time": "2023-05-08T13:56:00"}
TURNS: list[dict[str, Any]] = [
    {"id": "D1:1", "speaker": "Anna", "text": "Shall we eat?"},
    {"id": "D1:2", "speaker": "Bob", "time": "2023-05-09T08:00:00+02:00", "text": "Look.", "caption": "a bowl of soup"},
]


def lines(*values: object) -> list[str]:
    return [json.dumps(value) for value in values]


def shown(parsed: Parsed) -> list[tuple[int, str]]:
    return [(block.fragments[0].line, block.fragments[0].text) for block in parsed.blocks]


def reason(texts: list[str], path: str = "a.jsonl") -> str:
    with pytest.raises(BrokenConversation) as error:
        parse(path, texts)
    return str(error.value)


def test_lines_of_json_are_a_session_with_a_turn_a_line() -> None:
    parsed = parse("a.jsonl", [*lines(SESSION, TURNS[0]), "", *lines(TURNS[1])])
    assert parsed.format == "conversation"
    assert shown(parsed) == [(2, "Anna: Shall we eat?"), (4, "Bob: Look. [image: a bowl of soup]")]
    assert [block.kind for block in parsed.blocks] == ["turn", "turn"]
    turns = [block.turn for block in parsed.blocks if block.turn]
    assert [(turn.turn_id, turn.speaker) for turn in turns] == [("D1:1", "Anna"), ("D1:2", "Bob")]
    assert [turn.said_at for turn in turns] == [datetime.datetime(2023, 5, 8, 13, 56), datetime.datetime(2023, 5, 9, 8)]
    assert [(field.name, field.value, field.line) for field in parsed.fields] == [
        ("conversation", "Anna and Bob", 1), ("title", "Lunch", 1), ("effective", "2023-05-08", 1),
    ]  # fmt: skip


def test_the_session_is_dated_by_its_first_turn_with_a_time_if_it_has_none() -> None:
    parsed = parse("a.jsonl", lines(*TURNS))
    assert [(field.name, field.value, field.line) for field in parsed.fields] == [("effective", "2023-05-09", 2)]


def test_one_object_is_a_session_and_its_turns_stand_where_their_objects_do() -> None:
    texts = json.dumps({"turns": TURNS, **SESSION, "extra": {"turns": [1]}}, indent=2).split("\n")
    parsed = parse("a.json", texts)
    assert shown(parsed) == [(3, "Anna: Shall we eat?"), (8, "Bob: Look. [image: a bowl of soup]")]
    assert [fragment.line for fragment in parsed.blocks[1].fragments] == [8, 9, 10, 11, 12, 13, 14]
    assert {field.name: texts[field.line - 1].strip().split(":")[0] for field in parsed.fields} == {
        "conversation": '"conversation"', "title": '"title"', "effective": '"time"',
    }  # fmt: skip


@given(
    st.lists(st.text(max_size=20), min_size=1, max_size=6), st.sampled_from([None, 0, 1, 4]), st.sampled_from(["\n", "\r\n"]), st.booleans()
)
def test_every_turn_is_found_on_its_line_however_the_json_is_written(texts, indent, terminator, first):
    turns = [{"id": number, "speaker": "A", "text": text + "."} for number, text in enumerate(texts)]
    chat = {"turns": turns, "conversation": '}],"turns":[{'} if first else {"conversation": "x", "turns": turns}
    raw = json.dumps(chat, indent=indent, ensure_ascii=first).encode("utf-8", "surrogatepass").replace(b"\n", terminator.encode())
    written = decode(raw).texts
    blocks = parse("a.json", written).blocks
    assert [block.turn.turn_id for block in blocks] == [str(number) for number in range(len(turns))]
    if indent is not None:
        for block in blocks:
            held = "\n".join(written[fragment.line - 1] for fragment in block.fragments)
            assert str(json.loads(held.strip().rstrip(","))["id"]) == block.turn.turn_id


@pytest.mark.parametrize(
    "texts",
    [
        [],
        [""],
        lines([1, 2]),
        lines([TURNS[0]]),
        lines({"a": 1}, {"b": 2}),
        lines({"speaker": "Anna", "words": "no text"}),
        lines({"text": "nobody says it"}),
        lines({"title": "a title"}, {"text": "nobody says it"}),
        lines({"turns": 5, "speaker": "x"}),
        lines({"turns": [], "title": "no turn, no name", "speaker": "x"}),
        lines({**SESSION, "turns": TURNS}, {**SESSION, "turns": TURNS}),
        ["[" * 100_000 + '"speaker"'],
        ['{"speaker":' * 100_000],
        ['{"turns": [' + "[" * 100_000 + '"speaker"'],
        ['{"speaker": "Anna", "text": "cut of'],
        ["Anna: a chat in plain text, with a \"speaker\""],
    ],
    ids=range(16),
)  # fmt: skip
def test_other_json_stays_the_text_that_it_is(texts: list[str]) -> None:
    for suffix in ("json", "jsonl"):
        parsed = parse(f"a.{suffix}", texts)
        assert parsed == parse("a.log", texts)
        assert parsed.format == "text"


@pytest.mark.parametrize(
    ("turn", "why"),
    [
        ({"text": "Hi."}, "no speaker"),
        ({"speaker": "  ", "text": "Hi."}, "no speaker"),
        ({"speaker": 7, "text": "Hi."}, "the speaker must be text"),
        ({"speaker": "A" * 300, "text": "Hi."}, "the speaker is longer than 200 characters"),
        ({"speaker": "Anna"}, "no text"),
        ({"speaker": "Anna", "text": None}, "no text"),
        ({"speaker": "Anna", "text": ["Hi."]}, "no text"),
        ({"speaker": "Anna", "text": "Hi.", "caption": 1}, "the caption must be text"),
        ({"speaker": "Anna", "text": "Hi.", "id": 1.5}, "the id must be text or a whole number"),
        ({"speaker": "Anna", "text": "Hi.", "id": True}, "the id must be text or a whole number"),
        ({"speaker": "Anna", "text": "Hi.", "id": "D1:1"}, "the id of the turn is that of the one on line 2"),
        ({"speaker": "Anna", "text": "Hi.", "time": "yesterday"}, "the time must be written as in ISO 8601"),
        ({"speaker": "Anna", "text": "Hi.", "time": 1683554160}, "the time must be written as in ISO 8601"),
        (["Anna", "Hi."], "a turn must be an object"),
        ("Hi.", "a turn must be an object"),
    ],
)
def test_what_is_no_turn_is_named_by_line_and_reason(turn: object, why: str) -> None:
    told = reason(lines(SESSION, TURNS[0], turn))
    assert told.startswith("line 3 of the conversation: ")
    assert why in told
    assert "Hi." not in told
    chat = json.dumps({**SESSION, "turns": [TURNS[0], turn]}, separators=(",", ":"))
    assert why.replace("line 2", "line 1") in reason([chat], "a.json")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"speaker": "Anna", "text": "cut', "not valid JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"speaker": "Anna", "text": "Hi.", "id": ' + "9" * 5_000 + "}", "not valid JSON"),
        ("Anna: Hi.", "not valid JSON"),
    ],
)
def test_a_broken_line_or_rest_is_no_reason_to_drop_it_silently(text: str, why: str) -> None:
    assert why in reason([*lines(TURNS[0]), text])
    told = reason(['{"turns": [', json.dumps(TURNS[0]) + ",", text], "a.json")
    assert told.startswith("line 3 of the conversation: ")
    assert why in told


def test_a_declared_session_may_have_no_turns_yet_and_does_not_hide_that_its_first_is_broken() -> None:
    assert parse("a.jsonl", lines(SESSION)).blocks == ()
    assert parse("a.jsonl", lines(SESSION)).format == "conversation"
    assert "no speaker" in reason(lines(SESSION, {"text": "Hi."}))
    assert "session" not in reason(lines({**SESSION, "time": "soon"}))


@pytest.mark.parametrize("turns", [{"speaker": "A", "text": "Hi."}, None, "Hi.", 5])
def test_a_declared_conversation_whose_turns_are_no_list_is_no_plain_text(turns: object) -> None:
    for chat in ({**SESSION, "turns": turns}, {"turns": turns, **SESSION}):
        told = reason(json.dumps(chat, indent=1).splitlines(), "a.json")
        assert "turns must be a list" in told
        assert f"line {next(at for at, key in enumerate(chat, 2) if key == 'turns')} of" in told


def test_what_cannot_be_stored_or_shown_in_one_line_is_replaced() -> None:
    texts = ['{"speaker": "A\\u0000nna\\n<b>", "text": "a\\ud800b\\u0000\\tc\\n\\n- d"}']
    assert shown(parse("a.jsonl", texts)) == [(1, "Anna <b>: a\ufffdb c - d")]


def test_nul_bytes_other_encodings_and_long_lines() -> None:
    turn = json.dumps({"speaker": "Jürgen", "text": "Grüße " * 200_000}, ensure_ascii=False)
    raw = turn.encode("cp1252") + b"\r\n" + b'\0{"speaker": "B\0ob", "text": "yes"}'
    parsed = parse("a.jsonl", decode(raw).texts)
    assert [block.turn.speaker for block in parsed.blocks if block.turn] == ["Jürgen", "Bob"]
    assert len(shown(parsed)[0][1]) > 1_000_000


def test_a_turn_that_says_and_shows_nothing_leaves_no_block() -> None:
    parsed = parse("a.jsonl", lines(TURNS[0], {"speaker": "Bob", "text": " "}, {"speaker": "Bob", "text": "", "caption": "a cat"}))
    assert [text for _, text in shown(parsed)] == ["Anna: Shall we eat?", "Bob: [image: a cat]"]

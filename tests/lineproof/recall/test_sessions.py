"""Sessions in a context: on which day each turn was said, and of several conversations which one it is."""

import datetime
import json
from collections.abc import Sequence

import pytest

from lineproof.recall import Memory
from lineproof.recall.pack import Item
from tests.compiling import compiled

FILES = {
    "ab.jsonl": [
        {"conversation": "Anna and Bob", "title": "After the move", "time": "2023-05-08T13:56:00"},
        {"id": "1", "speaker": "Anna", "text": "I painted the kitchen yesterday."},
        {"id": "2", "speaker": "Bob", "time": "2024-06-10", "text": "I broke my arm today."},
        {"id": "3", "speaker": "Anna", "time": "2023-05-08T15:00:00", "text": "The paint is dry now."},
    ],
    "cd.jsonl": [
        {"conversation": "The band", "time": "2023-07-01"},
        {"id": "1", "speaker": "Anna", "text": "I bought a drum yesterday."},
        {"id": "2", "speaker": "Dirk", "text": "The drum is loud."},
    ],
    "notes.jsonl": [
        {"speaker": "Kim", "time": "2026-03-01T09:00:00", "text": "The roof was inspected."},
        {"speaker": "Kim", "time": "2026-05-20T09:30:00", "text": "The boiler broke yesterday."},
    ],
    "choir.jsonl": [{"speaker": name, "text": f"{name} sings."} for name in ("Ada", "Ben", "Cleo", "Dan", "Eli")],
}


def memory(folder: pytest.TempPathFactory, names: Sequence[str]) -> Memory:
    sources = {name: "".join(json.dumps(line) + "\n" for line in FILES[name]) for name in names}
    return Memory(compiled(folder.mktemp("sessions") / "w", {"talk": sources}).corpus("talk"))


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    return memory(tmp_path_factory, [*FILES])


def item_of(items: Sequence[Item], words: str) -> Item:
    return next(item for item in items if words in item.text)


def test_a_turn_of_another_day_than_its_session_tells_its_own(talk: Memory) -> None:
    recalled = talk.recall_now("Who broke an arm, and is the paint in the kitchen dry?")
    lines = recalled.context.split("\n")
    assert "## After the move (ab.jsonl), Anna and Bob, 2023-05-08" in lines
    assert any(line.endswith("] 2 (2024-06-10) Bob: I broke my arm today.") for line in lines)
    assert any(line.endswith("] 3 Anna: The paint is dry now.") for line in lines)
    assert item_of(recalled.items, "arm").said == "2024-06-10"
    assert item_of(recalled.items, "dry").said == "2023-05-08 15:00"
    assert "count from the day that stands before its words" in recalled.answer_instructions


def test_the_head_is_that_of_the_session_whatever_stands_below_it(talk: Memory) -> None:
    context = talk.recall_now("What became of the boiler?", budget=30).context
    assert "roof" not in context
    assert context.startswith("## notes.jsonl, Kim, 2026-03-01\n[1] L2 (2026-05-20 09:30) Kim: The boiler")


def test_what_was_said_later_is_flagged_by_the_day_of_the_turn(talk: Memory) -> None:
    recalled = talk.recall_now("What of the boiler and the roof?", as_of=datetime.date(2026, 4, 1))
    assert item_of(recalled.items, "boiler").flags == ("not_yet_in_force: from 2026-05-20",)
    assert item_of(recalled.items, "roof").flags == ()


def test_of_several_conversations_the_head_names_this_one_and_who_speaks(talk: Memory) -> None:
    assert "## cd.jsonl, The band: Anna, Dirk, 2023-07-01" in talk.recall_now("Who has a loud drum?").context
    assert "## choir.jsonl, Ada, Ben, Cleo, Dan, others\n" in talk.recall_now("Who sings?").context


def test_of_one_conversation_nothing_more_is_told(tmp_path_factory: pytest.TempPathFactory) -> None:
    assert "## cd.jsonl, 2023-07-01\n" in memory(tmp_path_factory, ["cd.jsonl"]).recall_now("Who has a loud drum?").context

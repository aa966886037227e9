"""What bears on lines of a document, and turns as they are read."""

import json
from pathlib import Path

import pytest

from lineproof.recall.bearing import Spoken, flags_on, turns_on
from lineproof.recall.memory import Memory
from tests.compiling import compiled
from tests.shelf import RULES

NEWER = "LR 10 (2024-01): Leave Rules (leave-2024.md)"
CHAT = {
    "conversation": "Anna and Bo",
    "turns": [
        {"id": 1, "speaker": "Anna", "time": "2024-05-02", "text": "Which animal?"},
        {"id": 2, "speaker": "Bo", "text": "A rabbit."},
        {"id": 3, "speaker": "Anna", "text": " "},
    ],
}


def test_a_flag_of_all_lines_stands_alone_and_one_of_some_with_these(tmp_path: Path) -> None:
    manual = (
        "---\nidentifier: MN 10\n---\n\n# Manual\n\n## 1 Fee\n\nThe fee is $40.\n\nIt is paid in May.\n\n## 2 Limit\n\nThe limit is $90.\n"
    )
    change = "---\nidentifier: MN 20\neffective: 2024-01-01\n---\n\n# Change\n\nSection 1 of MN 10 is replaced: the fee is $50.\n"
    files = {**RULES, "mn-10.md": manual, "mn-20.md": change}
    view = Memory(compiled(tmp_path, {"rules": files}).corpus("rules")).view()
    assert flags_on(view, "leave-2020.md", 1, 16) == (f"superseded_by: {NEWER}",)
    assert flags_on(view, "leave-2024.md", 1, 16) == ()
    amended, fee = "amended_by: MN 20: Change (mn-20.md#L8)", "superseded_by: MN 20: Change (mn-20.md#L8) [L9]"
    assert flags_on(view, "mn-10.md", 1, 15) == (f"{amended} [L7-L11]", fee)
    assert flags_on(view, "mn-10.md", 7, 11) == (amended, fee)
    assert flags_on(view, "nowhere.md", 1, 9) == ()


@pytest.mark.parametrize("indent", [None, 1])
def test_turns_are_told_with_speaker_and_day_where_they_begin(tmp_path: Path, indent: int | None) -> None:
    text = json.dumps(CHAT, indent=indent)
    view = Memory(compiled(tmp_path, {"chats": {"a.json": text, "b.md": "# B\n\nText.\n"}}).corpus("chats")).view()
    lines = text.splitlines()
    first, second = (1, 1) if indent is None else (lines.index("  {") + 1, lines.index("  {", 8) + 1)
    turns = turns_on(view, "a.json", 1, len(lines))
    assert turns == [Spoken(first, "2024-05-02", "Anna: Which animal?", sound=True), Spoken(second, "", "Bo: A rabbit.", sound=True)]
    assert [turn.dated for turn in turns] == ["2024-05-02, Anna: Which animal?", "Bo: A rabbit."]
    if indent:
        assert [turn.text for turn in turns_on(view, "a.json", second, second + 1)] == ["Bo: A rabbit."]
        assert turns_on(view, "a.json", second + 1, second + 1) == [Spoken(second + 1, "", "Bo: A rabbit.", sound=True)]
    assert turns_on(view, "b.md", 1, 3) == []

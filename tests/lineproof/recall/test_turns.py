"""What a turn is besides its words: whether a person instructs an assistant, or says what they would rather have."""

import json
from pathlib import Path

import numpy as np
import pytest

from lineproof.recall.columns import columns_of
from lineproof.recall.memory import Memory
from lineproof.recall.routes.turns import turns_of
from tests.compiling import compiled

SAID = {
    "user": [
        ("Always give prices in euros.", {"instructing"}),
        ("Thanks! From now on, answer in one line.", {"instructing"}),
        ("Antworte bitte immer auf Deutsch.", {"instructing"}),
        ("I have always lived here, and never made sure to ask when the shop opens.", set()),
        ("I prefer a bicycle to a car.", {"preferring"}),
        ("Never mind the rain, I'd rather walk.", {"instructing", "preferring"}),
        ("Mir ist ein Garten lieber.", {"preferring"}),
        ("How far is the station?", set()),
    ],
    "assistant": [("I prefer trains. Always take the train.", set())],
}


@pytest.fixture(scope="module")
def advised(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    turns = [{"id": f"{who}:{at}", "speaker": who, "text": text} for who, said in SAID.items() for at, (text, _) in enumerate(said)]
    chat = "".join(json.dumps(turn) + "\n" for turn in turns)
    folder: Path = tmp_path_factory.mktemp("turns")
    return Memory(compiled(folder, {"advised": {"one/session_1.jsonl": chat}}).corpus("advised"))


@pytest.mark.parametrize("route", ["instructing", "preferring"])
def test_a_person_who_instructs_or_prefers_is_known_by_what_a_sentence_says(advised: Memory, route: str) -> None:
    view = advised.view()
    ids = dict(view.rows("SELECT paragraph_id, turn_id FROM evidence.turns"))
    found = {ids[columns_of(view).ids[int(number)].as_py()] for number in np.flatnonzero(getattr(turns_of(view), route))}
    assert found == {f"{who}:{at}" for who, said in SAID.items() for at, (_, kinds) in enumerate(said) if route in kinds}


def test_advice_brings_what_was_asked_for_and_preferred(advised: Memory) -> None:
    recalled = advised.recall_now("How should I get to the station?")
    assert recalled.trace["shape"] == "advice"
    assert {"instructing", "preferring"} <= recalled.trace["routes"].keys()

"""What is recalled: evidence within a budget, verbatim, what holds before what is superseded, and an honest nothing."""

import datetime
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lineproof.recall import Memory, support
from lineproof.recall.errors import BadArgument, BadBudget, BadDay, ClosedMemory, EmptyQuestion, UnknownPolicy
from lineproof.recall.policies import POLICIES
from lineproof.recall.recall import recall
from lineproof.recall.weights import standard
from storage.database import open_store
from storage.snapshots import publish
from storage.workspace import Workspace
from tests.compiling import compiled

DAYS = "For how many days may unused leave be carried over?"


def test_what_holds_comes_before_what_is_superseded_which_is_kept_and_flagged(rules: Memory) -> None:
    recalled = rules.recall_now(DAYS)
    found = [item for item in recalled.items if "carried over" in item.text]
    assert [item.path for item in found] == ["leave-2024.md", "leave-2020.md"]
    assert found[0].flags == ()
    assert found[1].flags[0].startswith("superseded_by: LR 10 (2024-01)")
    assert recalled.context.count("superseded_by") >= 1
    assert recalled.items[0].text == "Unused leave may be carried over for at most 15 days."
    assert not recalled.not_found


def test_as_of_a_day_what_held_then_comes_first(rules: Memory) -> None:
    recalled = rules.recall_now(DAYS, as_of=datetime.date(2022, 6, 1))
    found = [item for item in recalled.items if "carried over" in item.text]
    assert [item.path for item in found] == ["leave-2020.md", "leave-2024.md"]
    assert found[0].flags == ()
    assert found[1].flags == ("not_yet_in_force: from 2024-01-01",)


@pytest.mark.parametrize("day", ["2022-06-01", datetime.datetime(2022, 6, 1, 12), datetime.date(2022, 6, 1)])
def test_a_day_may_be_text_a_moment_or_a_date(rules: Memory, day: datetime.date | str) -> None:
    assert rules.recall_now(DAYS, day).trace["as_of"] == "2022-06-01"
    assert rules.ask_now(DAYS, day) == rules.ask_now(DAYS, datetime.date(2022, 6, 1))


@pytest.mark.parametrize("day", ["soon", "", "2022-02-30"])
def test_what_is_no_day_is_refused(rules: Memory, day: str) -> None:
    for asked in (rules.recall_now, rules.ask_now):
        with pytest.raises(BadDay, match="2026-01-31"):
            asked(DAYS, day)


def test_a_flag_of_a_whole_document_stands_once_above_its_items(rules: Memory) -> None:
    recalled = rules.recall_now(DAYS)
    old = [item for item in recalled.items if item.path == "leave-2020.md"]
    assert len(old) > 1
    assert all(item.flags == old[0].flags for item in old)
    assert recalled.context.count(f"[{old[0].flags[0]}]") == 1
    assert any(line.startswith("## ") and line.endswith(f"[{old[0].flags[0]}]") for line in recalled.context.split("\n"))


def test_instructions_stand_apart_from_the_context(rules: Memory) -> None:
    texts = {policy: rules.recall_now(DAYS, policy=policy) for policy in POLICIES}
    assert len({one.answer_instructions for one in texts.values()}) == len(POLICIES)
    assert len({one.context for one in texts.values()}) == 1
    assert all(one.answer_instructions not in one.context for one in texts.values())


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 400), st.sampled_from([DAYS, "illness", "night train HX-77", "Widerruf Vertrag", "?"]))
def test_the_budget_holds_for_the_whole_context(rules: Memory, budget: int, question: str) -> None:
    recalled = rules.recall_now(question, budget=budget)
    assert recalled.tokens == -(-len(recalled.context) // 4) <= budget
    assert all(recalled.context.count(item.text) >= 1 for item in recalled.items)
    assert len({item.citation for item in recalled.items}) == len(recalled.items)


def test_every_item_stands_on_its_lines(rules: Memory, folder: Path) -> None:
    recalled = rules.recall_now("leave illness travel Versicherung")
    assert len(recalled.items) > 5
    for item in recalled.items:
        lines = (folder / "rules" / item.path).read_text().split("\n")[item.first_line - 1 : item.last_line]
        assert item.text in " ".join(lines).replace("# ", "")


def test_the_same_questions_give_the_same_bytes_in_other_processes(rules: Memory, folder: Path, tmp_path: Path) -> None:
    """Also where sets are walked in another order: both editions that the second question names bear on each other."""
    asked = [DAYS, "Does LR 10 (2020-01) or LR 10 (2024-01) hold?", "What changed in LR 10?"]
    questions = tmp_path / "questions.jsonl"
    questions.write_text("".join(json.dumps({"question": one}) + "\n" for one in asked), encoding="utf-8")
    command = [sys.executable, "-m", "pipelines.command", "recall", "--questions", str(questions), "--corpus", "rules"]
    command += ["--workspace", str(folder), "--explain", "--json"]
    outputs = {
        subprocess.run(command, capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}).stdout for seed in "1257"
    }
    assert len(outputs) == 1
    first = json.loads(outputs.pop().splitlines()[0])
    assert first["context"] == rules.recall_now(DAYS).context


@pytest.mark.parametrize("question", ["What is the melting point of tungsten?", "Which rule of XQ99 holds for leave?"])
def test_what_nothing_answers_is_said(rules: Memory, question: str) -> None:
    recalled = rules.recall_now(question)
    assert recalled.not_found
    assert "does not seem to answer" in recalled.answer_instructions
    assert rules.ask_now(question).abstained


@pytest.mark.parametrize(
    ("question", "said"),
    [("Are zeppelins, submarines and hovercrafts booked by the travel desk?", True), ("Are zeppelins booked by the travel desk?", False)],
)
def test_a_question_mostly_of_words_that_a_large_corpus_does_not_know_is_not_answered(
    rules: Memory, monkeypatch: pytest.MonkeyPatch, question: str, said: bool
) -> None:
    assert not rules.recall_now(question).not_found
    monkeypatch.setattr(support, "MANY", 1)
    assert rules.recall_now(question).not_found == said


@pytest.mark.parametrize("question", ["How high may costs of meals be per day?", "Who adopts a lagomorph?"])
def test_a_small_corpus_answers_though_it_lacks_words(rules: Memory, chats: Memory, question: str) -> None:
    assert not (rules if "meals" in question else chats).recall_now(question).not_found


def test_what_something_costs_is_not_answered_where_no_amount_stands(chats: Memory) -> None:
    assert chats.recall_now("How much did the grey rabbit called Pixel cost?").not_found
    assert not chats.recall_now("What is the grey rabbit called?").not_found


def test_arguments_that_cannot_be_are_told(rules: Memory) -> None:
    with pytest.raises(UnknownPolicy, match="strict"):
        rules.recall_now(DAYS, policy="loose")
    with pytest.raises(BadBudget, match="1 to"):
        rules.recall_now(DAYS, budget=0)
    for wrong in ({"question": None}, {"budget": "50"}, {"budget": True}, {"budget": 5.5}, {"policy": ["strict"]}):
        with pytest.raises(BadArgument, match=f"{next(iter(wrong))} must be"):
            rules.recall_now(**{"question": DAYS, **wrong})  # type: ignore[arg-type]
    with pytest.raises(BadArgument, match="question must be text, not 7"):
        rules.ask_now(7)  # type: ignore[arg-type]


def test_a_memory_that_was_closed_refuses(shelf: Workspace) -> None:
    memory = Memory(shelf.corpus("rules"))
    memory.recall_now(DAYS)
    memory.close()
    memory.close()
    with pytest.raises(ClosedMemory, match="Open it again"):
        memory.recall_now(DAYS)


def test_a_name_a_number_and_a_compound_are_found(rules: Memory) -> None:
    assert rules.recall_now("Which code is for the night train: `HX-77`?").items[0].text == "Use code HX-77 for the night train."
    assert rules.recall_now("Belehrung über den Widerruf").items[0].path == "versicherung.md"
    assert rules.recall_now("Travel Manual: what about meals?").items[0].text == "Meals cost at most $40 a day."


def test_a_turn_is_found_by_the_turn_before_it_and_by_who_says_it(chats: Memory) -> None:
    recalled = chats.recall_now("Which animal did Bo adopt?")
    assert recalled.items[0].turn == "D1:2"
    assert recalled.items[0].text == "Bo: Yesterday we took home a grey rabbit called Pixel."
    assert "2024-05-02" in recalled.context.split("\n")[0]
    assert recalled.trace["named"] == ["Bo"]
    assert chats.recall_now("Who went hiking: Anna?").items[0].turn == "D1:3"


def test_an_answer_is_made_of_sentences_of_the_evidence(rules: Memory) -> None:
    answered = rules.ask_now(DAYS)
    assert "15 days" in answered.answer
    assert "leave-2024.md#L" in answered.answer
    assert (answered.citations[0].path, answered.citations[0].first_line) == ("leave-2024.md", 13)
    assert not answered.abstained


def test_evidence_that_was_altered_is_left_out_and_reported(tmp_path: Path) -> None:
    workspace = compiled(tmp_path, {"rules": {"a.md": "# Gate\n\nThe gate opens at nine.\n\nThe gate closes at five.\n"}})
    corpus = workspace.corpus("rules")
    memory = Memory(corpus)
    assert any("nine" in item.text for item in memory.recall_now("When does the gate open?").items)
    store = open_store(corpus.database)
    with store.transaction():
        store.query("UPDATE evidence.lines SET raw = 'The gate opens at noon.'::BLOB WHERE n = 3")
        store.advance()
    publish(store, corpus)
    store.close()
    recalled = memory.recall_now("When does the gate open?")
    assert not any("opens" in item.text for item in recalled.items)
    assert recalled.trace["altered"] == 1


def test_headings_above_what_is_packed_are_items_too_and_verified(tmp_path: Path) -> None:
    workspace = compiled(tmp_path, {"rules": {"a.md": "# Gate\n\nThe gate opens at nine.\n"}})
    corpus = workspace.corpus("rules")
    memory = Memory(corpus)
    recalled = memory.recall_now("When does it open at nine?", budget=15)
    assert [item.citation for item in recalled.items] == ["a.md#L3", "a.md#L1"]
    assert "### Gate" in recalled.context
    store = open_store(corpus.database)
    with store.transaction():
        store.query("UPDATE evidence.lines SET raw = '# Fence'::BLOB WHERE n = 1")
        store.advance()
    publish(store, corpus)
    store.close()
    recalled = memory.recall_now("When does it open at nine?", budget=15)
    assert [item.citation for item in recalled.items] == ["a.md#L3"]
    assert "###" not in recalled.context


def test_a_trace_explains_every_paragraph(rules: Memory) -> None:
    recalled = rules.recall_now(DAYS, budget=60, explain=True)
    outcomes = {one["citation"]: one["outcome"] for one in recalled.trace["paragraphs"]}
    assert {"packed", "cut"} <= {*outcomes.values()}
    shown = [outcomes.get(item.citation.split("-L")[0], "heading") for item in recalled.items]
    assert shown == sorted(shown, reverse=True)
    assert {*shown} == {"packed", "heading"}
    assert any(one["routes"].get("lexical", {}).get("rank") == 1 for one in recalled.trace["paragraphs"])


def test_a_trace_tells_what_each_score_is_made_of(rules: Memory) -> None:
    recalled = rules.recall_now(DAYS, explain=True)
    trace = recalled.trace
    made = [scored(**one["parts"]) for one in trace["paragraphs"]]
    greatest = max(1.0, *made)
    assert [one["score"] for one in trace["paragraphs"]] == pytest.approx([one / greatest for one in made], abs=0.001)
    demotion = {one["citation"]: one["parts"]["demotion"] for one in trace["paragraphs"]}
    new, old = (demotion[item.citation] for item in recalled.items if "carried over" in item.text)
    assert old < new == 1
    assert any(one["parts"]["walk"] > 0 for one in trace["paragraphs"])


def scored(similarity: float, walk: float, bridge: float, kind: float, members: float, demotion: float, spread: float) -> float:
    """A score by its parts."""
    return ((similarity + walk + bridge) * kind + members) * demotion * spread


def test_a_trace_tells_what_the_floor_held_up(tmp_path: Path) -> None:
    """A long note has the quoted words, which the weights of this test hardly count; sixty short ones about the same are before it."""
    notes = {f"n{at}.md": f"# Note {at}\n\nThe brass lantern of the gate was lit.\n" for at in range(60)}
    notes["last.md"] = f"# Diary\n\n{'We spoke of other things that day. ' * 40}The brass lantern of the quay was lit.\n"
    memory = Memory(compiled(tmp_path / "w", {"notes": notes}).corpus("notes"))
    weights = replace(standard(), routes={**standard().routes, "documents": {"every": {"lexical": 1.0, "rescue": 0.001}}})
    recalled = recall(memory.view(), 'Which brass lantern was lit at the gate: "lantern of the quay"?', weights=weights)
    assert recalled.trace["kept"] == ["last.md#L3"]
    assert [item.path for item in recalled.items].index("last.md") == standard().floor - 1


def test_a_large_budget_can_be_filled_with_many_short_turns(tmp_path: Path) -> None:
    said = ({"id": f"T{at}", "speaker": "Anna", "time": "2024-05-02T10:00:00", "text": f"Rabbit number {at} hops."} for at in range(800))
    session = "".join(json.dumps(turn) + "\n" for turn in said)
    memory = Memory(compiled(tmp_path / "w", {"talk": {"s.jsonl": session}}).corpus("talk"))
    assert len(memory.recall_now("Which rabbit hops?", budget=100_000).items) == 800
    assert memory.recall_now("Which rabbit hops?").trace["ranked"] == 300


async def test_questions_with_and_without_an_event_loop_get_the_same(rules: Memory) -> None:
    assert await rules.recall(DAYS) == rules.recall_now(DAYS)
    assert await rules.ask(DAYS) == rules.ask_now(DAYS)


@pytest.mark.parametrize("question", ["\0", "the of and", "?" * 5_000, "'; DROP TABLE x; --", '"' * 40, "§§§ 🦊 \u202e"])
def test_odd_questions_have_an_answer(rules: Memory, question: str) -> None:
    recalled = rules.recall_now(question)
    assert recalled.tokens <= 3_200
    rules.ask_now(question)


@pytest.mark.parametrize("question", ["", " \n"])
def test_no_question_is_refused(rules: Memory, question: str) -> None:
    with pytest.raises(EmptyQuestion):
        rules.recall_now(question)
    with pytest.raises(EmptyQuestion):
        rules.ask_now(question)


def test_an_empty_corpus_has_nothing(tmp_path: Path) -> None:
    workspace: Workspace = compiled(tmp_path, {"none": {}})
    memory = Memory(workspace.corpus("none"))
    assert memory.recall_now("anything").not_found
    assert memory.ask_now("anything").abstained

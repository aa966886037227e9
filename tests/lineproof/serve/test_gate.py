"""The command gate: its answers against their schema, many pairs in order, and clear errors."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lineproof.serve.gate import BadPair, Pair, answer, read_pairs
from pipelines.command import main

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "schema" / "gate.json").read_text(encoding="utf-8"))
QUOTE = "Der Mieter muss die Miete zahlen, wenn er gemahnt wurde."


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["gate", *arguments])
    written = capsys.readouterr()
    return int(left.value.code or 0), written.out, written.err


def answers(out: str) -> list[Any]:
    found = [json.loads(line) for line in out.splitlines()]
    for one in found:
        Draft202012Validator(SCHEMA).validate(one)
    return found


def test_each_verdict_is_answered_as_the_schema_says(capsys: pytest.CaptureFixture[str]) -> None:
    statements = [QUOTE, "Der Mieter muss die Miete zahlen.", "Der Makler muss die Miete zahlen, wenn er gemahnt wurde."]
    verdicts = [answers(run(capsys, "--statement", text, "--quote", QUOTE, "--json")[1])[0]["verdict"] for text in statements]
    assert verdicts == ["accepted", "repair", "rejected"]


def test_pairs_are_answered_in_order_and_the_language_is_detected(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pairs = [
        {"statement": QUOTE, "quote": QUOTE},
        {"statement": "Der Mieter muss die Miete nicht zahlen, wenn er gemahnt wurde.", "quote": QUOTE, "heading": None},
        {"statement": "The fee is due.", "quote": ["The fee is due."], "heading": "Fees", "title": "Rules", "language": "en"},
        {"statement": "", "quote": ""},
    ]
    file = tmp_path / "pairs.jsonl"
    file.write_text("\n\n".join(json.dumps(pair) for pair in pairs), encoding="utf-8")
    code, out, _ = run(capsys, "--pairs", str(file), "--json")
    assert code == 0
    assert [one["verdict"] for one in answers(out)] == ["accepted", "rejected", "accepted", "rejected"]


def test_people_get_the_verdict_and_the_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--statement", "Der Mieter muss die Miete zahlen.", "--quote", QUOTE)
    assert code == 0
    assert out.splitlines()[0] == "repair"
    assert "  act: condition" in out
    assert f"supported: {QUOTE}" in out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("no json", "line 1: Expecting value"),
        ("[]", "line 1: a pair is a JSON object"),
        ('{"statement": "x"}', "line 1: 'quote' is missing"),
        ('{"statement": 5, "quote": "x"}', "line 1: 'statement' must be text, not 5"),
        ('{"statement": "x", "quote": ["x", 1]}', "line 1: 'quote' must be text, not 1"),
        ("[" * 100_000, "line 1"),
    ],
)
def test_a_bad_line_is_named(line: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_text(line, encoding="utf-8")
    [bad] = read_pairs(file)
    assert isinstance(bad, BadPair)
    assert message in str(bad)


def test_a_bad_line_and_a_byte_order_mark_keep_no_other_line_from_its_answer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good = json.dumps({"statement": "The fee is due.", "quote": "The fee is due."})
    file = tmp_path / "pairs.jsonl"
    file.write_text(f"{good}\nno json\n{good}\n", encoding="utf-8-sig")
    code, out, err = run(capsys, "--pairs", str(file), "--json")
    assert code == 2
    assert [one.get("verdict") for one in map(json.loads, out.splitlines())] == ["accepted", None, "accepted"]
    assert "line 2" in err


@pytest.mark.parametrize(
    "arguments", [(), ("--statement", "x"), ("--pairs", "missing.jsonl"), ("--statement", "x", "--quote", "x", "--language", "xx")]
)
def test_a_mistake_ends_in_a_message(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("lineproof: ")


def test_a_statement_rests_on_all_its_quotes() -> None:
    pair = Pair("The tenant must return the keys.", ("the keys;", "The tenant must return:"), language="en")
    assert answer(pair)["verdict"] == "accepted"

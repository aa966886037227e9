"""The gate by examples that a person can read, and by what must hold of any text."""

import json
import re
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lineproof.beliefs.gate import LONGEST_EVIDENCE, LONGEST_STATEMENT, judge
from lineproof.beliefs.model import ACCEPTED, REJECTED, REPAIR, Surroundings
from lineproof.evidence.language import load
from lineproof.evidence.signals import signals

GOLDEN = Path(__file__).with_name("golden")
RULES = ("support", "anchors", "subject", "act", "scope", "wording")
LANGUAGES = st.sampled_from(["en", "de", "es", "none"])
SENTENCES = [
    "A client MUST NOT send more than 3 requests within 10 seconds.",
    "The fee of $1,250.50 is not due before January 31, 2026, unless section 4.2 applies.",
    "The server does not keep the 15 oldest records of version 2.1.",
    "It is not required to renew the 2 licences every 24 months, and they do not expire.",
    "Der Mieter darf die Wohnung nicht vor dem 1. Mai 2025 betreten.",
    "Die Frist von 14 Tagen gilt nicht für die Anträge nach § 5 Abs. 2.",
    "Nicht mehr als 20 Prozent der 300 Mitglieder müssen nicht zustimmen.",
]


def examples() -> Iterator[tuple[str, Surroundings, str, str, str]]:
    """Language, surroundings, quote, sign with rules, and statement of each golden line."""
    for file in sorted(GOLDEN.glob("*.txt")):
        around, quote = Surroundings(language=file.stem), ""
        for line in file.read_text(encoding="utf-8").splitlines():
            mark, _, text = line.partition(" ")
            if mark == "in":
                heading, _, title = text.partition(" | ")
                around = Surroundings(heading, title, (), file.stem)
            elif mark == ">":
                quote = text
            elif mark in ("+", "-"):
                statement, _, rules = text.partition(" : ") if mark == "-" else (text, "", "")
                yield statement, around, quote, mark, rules
            elif not line:
                around = Surroundings(language=file.stem)


@pytest.mark.parametrize(("statement", "around", "quote", "mark", "rules"), list(examples()))
def test_a_statement_is_judged_as_the_golden_file_says(statement: str, around: Surroundings, quote: str, mark: str, rules: str) -> None:
    judgement = judge(statement, [quote], around)
    assert (judgement.verdict == ACCEPTED) == (mark == "+"), judgement
    named = {reason.partition(":")[0] for reason in judgement.reasons}
    assert mark == "+" or named & set(rules.split()), judgement


def test_golden_files_hold_both_verdicts_for_both_languages() -> None:
    counts = {(around.language, mark) for _, around, _, mark, _ in examples()}
    assert counts == {(language, mark) for language in ("en", "de") for mark in "+-"}


@given(st.text(max_size=120), st.lists(st.text(max_size=200), max_size=3), st.text(max_size=60), LANGUAGES)
@settings(max_examples=300, deadline=None)
def test_any_text_is_judged_and_accepted_exactly_without_reasons(statement: str, quotes: list[str], heading: str, language: str) -> None:
    judgement = judge(statement, quotes, Surroundings(heading, heading, (heading,), language))
    assert judgement.verdict in (ACCEPTED, REJECTED, REPAIR)
    assert (judgement.verdict == ACCEPTED) == (not judgement.reasons)
    assert (judgement.verdict == REPAIR) == (judgement.narrowed is not None)
    assert all(reason.startswith(RULES) for reason in judgement.reasons)


@given(st.text(alphabet="Aab1 .,;:()[]\"'-*_`|>§%$\n", max_size=150), LANGUAGES)
@settings(max_examples=300, deadline=None)
def test_a_text_of_marks_supports_itself(text: str, language: str) -> None:
    judgement = judge(text, [text], Surroundings(language=language))
    assert judgement.verdict == (ACCEPTED if text.strip() else REJECTED)


@pytest.mark.parametrize("sentence", SENTENCES)
@given(change=st.integers(1, 99), which=st.integers(0, 9))
@settings(max_examples=40, deadline=None)
def test_a_changed_number_is_never_accepted(sentence: str, change: int, which: int) -> None:
    numbers = list(re.finditer(r"[0-9]+", sentence))
    number = numbers[which % len(numbers)]
    changed = f"{sentence[: number.start()]}{int(number.group()) + change}{sentence[number.end() :]}"
    language = "de" if re.search(r"\b(der|die)\b", sentence, re.IGNORECASE) else "en"
    assert judge(changed, [sentence], Surroundings(language=language)).verdict != ACCEPTED


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_dropped_negation_is_never_accepted(sentence: str) -> None:
    language = "de" if re.search(r"\b(der|die)\b", sentence, re.IGNORECASE) else "en"
    for found in re.finditer(r"\b(?:not|nicht) ?", sentence, re.IGNORECASE):
        dropped = sentence[: found.start()] + sentence[found.end() :]
        assert judge(dropped, [sentence], Surroundings(language=language)).verdict != ACCEPTED, dropped


@pytest.mark.parametrize("sentence", SENTENCES)
def test_known_signals_change_nothing(sentence: str) -> None:
    around = Surroundings(language="en")
    found = signals(sentence, load("en"))
    statement = sentence.replace("not", "never")
    assert judge(statement, [sentence], around, [found]) == judge(statement, [sentence], around)


def test_a_narrowed_statement_is_accepted_itself() -> None:
    quote = "The insured must pay the premium within 30 days if the insurer asks for it."
    around = Surroundings(language="en")
    dropped = judge("The insured must pay the premium within 30 days.", [quote], around)
    assert (dropped.verdict, dropped.narrowed) == (REPAIR, quote)
    added = judge("The insured must pay the premium within 30 days if the insurer asks for it. The moon is cheese.", [quote], around)
    assert added.verdict == REPAIR
    assert added.narrowed is not None
    assert judge(added.narrowed, [quote], around).verdict == ACCEPTED


def test_an_item_may_be_said_with_its_lead_in() -> None:
    quotes = ["b) the keys;", "The tenant must return:"]
    around = Surroundings(language="en")
    assert judge("The tenant must return: the keys", quotes, around).verdict == ACCEPTED
    assert judge("The tenant must return the keys.", quotes, around).verdict == ACCEPTED
    assert judge("The tenant must not return the keys.", quotes, around).verdict != ACCEPTED


def test_a_heading_names_the_subject_but_states_nothing() -> None:
    around = Surroundings("Fees > The filing fee", "Rules of the registry", (), "en")
    assert judge("The filing fee is $45.", ["It is $45."], around).verdict == ACCEPTED
    assert judge("The filing fee is not $45.", ["It is $45."], around).verdict != ACCEPTED
    heading = Surroundings("When a fee is not due", "Rules of the registry", (), "en")
    assert judge("The fee is not due on Sundays.", ["The fee is due on Sundays."], heading).verdict != ACCEPTED


@pytest.mark.parametrize(
    ("statement", "quote"),
    [
        ("x ", "x "),
        ("(", "("),
        ("a, b and c or ", "if a, b and c or not "),
        ("in of by to ", "must not, in of by to; unless. "),
        ("1", "1 "),
        ("AB ", "Alpha Beta "),
        ("[a](b) ", "[a]("),
        ("_*`", "_a*"),
        ("the client sends the server ", "the server sends the client to the client, which is sent by the server, but only if "),
        ("at most 5 days ", "at least 5 days, or more than 6 days and 7 "),
        (": ", "a: b: c: "),
        ("e.g. ", "A. b. C; d "),
    ],
)
def test_hostile_sizes_are_judged_in_bounded_time(statement: str, quote: str) -> None:
    said, quoted = (statement * LONGEST_STATEMENT)[: LONGEST_STATEMENT - 1], (quote * LONGEST_EVIDENCE)[: LONGEST_EVIDENCE - 1]
    started = time.process_time()
    judge(said + "!", [quoted], Surroundings("h " * 2_000, "t " * 2_000, ("n " * 500,), "en"))
    assert time.process_time() - started < 20


def test_what_is_too_long_is_refused_at_once() -> None:
    around = Surroundings(language="en")
    assert judge("A fee is due. " * 10_000, ["A fee is due."], around).reasons[0].startswith("support: a statement of 140000 characters")
    assert judge("A fee is due.", ["A fee is due. " * 10_000], around).reasons[0].startswith("support: quotes of 140000 characters")


def test_the_labelled_set_is_well_formed() -> None:
    file = Path(__file__).parents[4] / "benchmarks" / "labels" / "gate.jsonl"
    pairs = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert {pair["part"] for pair in pairs} == {"tune", "report"}
    assert all((pair["verdict"] == "true") == (pair["change"] is None) for pair in pairs)
    parts: dict[str, set[str]] = {}
    for pair in pairs:
        parts.setdefault(pair["path"], set()).add(pair["part"])
    assert all(len(found) == 1 for found in parts.values()), "a document is in both parts"


def test_every_list_of_words_is_read_by_the_code() -> None:
    folder = Path(judge.__code__.co_filename).parent
    code = "".join(file.read_text(encoding="utf-8") for file in folder.glob("*.py"))
    for file in (folder / "words").glob("*.toml"):
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        lists = {
            name
            for part in ("phrases", "beside", "free", "infinitive")
            for name, words in table.get(part, {}).items()
            if isinstance(words, list)
        }
        assert not [name for name in sorted(lists) if f'"{name}"' not in code]


def test_a_row_may_be_said_behind_its_headings_and_nothing_else_of_the_table() -> None:
    around = Surroundings("1 Limits", "Water Exposure")
    quotes = ["$5,000 | none | $85", "Limit | Approval | Added premium"]
    assert judge("1 Limits of Water Exposure: Limit: $5,000; Approval: none; Added premium: $85", quotes, around).verdict == "accepted"
    assert judge("1 Limits of Water Exposure: Limit: $85; Approval: none; Added premium: $5,000", quotes, around).verdict != "accepted"
    assert judge("1 Limits of Fire Exposure: Limit: $5,000; Approval: none; Added premium: $85", quotes, around).verdict != "accepted"

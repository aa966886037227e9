"""The benchmark library: the same bytes from the same seed, the counts that it promises, and what it writes can be read again."""

import hashlib
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from lineproof.evals.errors import BadBenchmark
from lineproof.evals.library.build import Library, make, read_ledger, write
from lineproof.evals.library.errors import FolderNotEmpty
from lineproof.evals.library.library import Scale
from lineproof.evals.library.model import EDITIONS, Edition
from lineproof.evals.questions import read_questions

HOUSE = Path(__file__).parents[4]
SMALL = Scale(0.05)
DIGEST = """
import hashlib
from lineproof.evals.library.build import make
from lineproof.evals.library.library import Scale
print(hashlib.sha256(repr(make(3, {edition!r}, Scale(0.05))).encode()).hexdigest())
"""


@pytest.fixture(scope="module")
def whole() -> Library:
    return make(1, "templated")


@pytest.mark.parametrize("edition", EDITIONS)
def test_another_process_with_other_hashes_makes_the_same(edition: Edition) -> None:
    here = hashlib.sha256(repr(make(3, edition, SMALL)).encode()).hexdigest()
    for seed in ("0", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", DIGEST.format(edition=edition)],
            cwd=HOUSE, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stdout.strip() == here


@pytest.mark.parametrize("seed", [0, -3, 11, 10**12])
@pytest.mark.parametrize("edition", EDITIONS)
def test_any_seed_makes_a_library_that_agrees_with_its_ledger(seed: int, edition: Edition) -> None:
    assert len(make(seed, edition, Scale(0.02)).documents) == 111


def test_another_seed_makes_another_world() -> None:
    one, other = make(1, "templated", SMALL), make(2, "templated", SMALL)
    assert set(one.documents) != set(other.documents)
    assert {fact.surface for fact in one.ledger.facts} != {fact.surface for fact in other.ledger.facts}


def test_it_has_what_it_promises(whole: Library) -> None:
    lines = sum(text.count("\n") for text in whole.documents.values())
    assert (len(whole.documents), len(whole.additions)) == (111, 17)
    assert 130_000 <= lines <= 136_000
    assert sum(fact.path in whole.documents for fact in whole.ledger.facts) >= 972
    paged = [path for path, text in whole.documents.items() if "\f" in text]
    assert len(paged) >= len(whole.documents) // 4
    assert {path.rpartition(".")[2] for path in whole.documents} == {"md", "txt", "rst", "html"}


def test_it_asks_what_it_promises(whole: Library) -> None:
    kinds = Counter((question.group, question.kind) for question in whole.questions)
    assert Counter({group: sum(n for (g, _), n in kinds.items() if g == group) for group, _ in kinds}) == {"simple": 80, "connected": 50}
    assert min(kinds.values()) >= 8
    assert all(len(set(question.paraphrases)) == 3 for question in whole.questions)
    assert all(bool(question.gold) != question.unanswerable for question in whole.questions)


def test_deep_facts_lie_deep(whole: Library) -> None:
    lines = [place.first_line for question in whole.questions if question.kind == "deep" for place in question.gold]
    assert min(lines) > 2_000
    assert max(lines) > 6_000


def test_no_question_asks_about_what_is_only_added(whole: Library) -> None:
    assert all(place.path in whole.documents for question in whole.questions for place in question.gold)


def test_bulk_text_hardly_repeats(whole: Library) -> None:
    paragraphs = Counter(part for text in whole.documents.values() for part in text.split("\n\n") if part.count("\n") >= 3)
    assert sum(number for number in paragraphs.values() if number > 1) < len(paragraphs) / 1_000


def test_what_is_written_can_be_read_again(tmp_path: Path) -> None:
    made = make(1, "templated", SMALL)
    write(made, tmp_path / "out")
    assert read_ledger(tmp_path / "out" / "ledger.jsonl") == made.ledger
    assert read_questions(tmp_path / "out" / "questions.jsonl") == list(made.questions)
    assert read_questions(tmp_path / "out" / "questions-everyday.jsonl") == list(made.everyday)
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == [
        "additions",
        "ledger.jsonl",
        "library",
        "questions-everyday.jsonl",
        "questions.jsonl",
    ]
    for path, text in made.documents.items():
        assert (tmp_path / "out" / "library" / path).read_text(encoding="utf-8") == text


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(FolderNotEmpty, match="new folder"):
        write(make(1, "templated", SMALL), tmp_path)


def test_a_file_that_is_no_ledger_is_named(tmp_path: Path) -> None:
    (tmp_path / "ledger.jsonl").write_text('{"row": "wish"}\n')
    with pytest.raises(BadBenchmark, match="no ledger"):
        read_ledger(tmp_path / "ledger.jsonl")


def test_the_natural_edition_has_the_same_facts_and_more_references() -> None:
    scale = Scale(0.2)
    templated, natural = make(1, "templated", scale), make(1, "natural", scale)
    facts = [[(fact.fact_id, fact.value, fact.unit, fact.status, fact.later) for fact in one.ledger.facts] for one in (templated, natural)]
    assert facts[0] == facts[1]
    assert len(natural.ledger.references) > len(templated.ledger.references)
    reasons = Counter(reference.reason for reference in natural.ledger.references)
    assert all(reasons[reason] for reason in ("dangling", "generic", "ambiguous"))
    assert any(len(reference.targets) > 2 for reference in natural.ledger.references)


def test_questions_in_everyday_words_have_the_same_keys(whole: Library) -> None:
    assert [(one.question_id, one.must, one.gold) for one in whole.everyday] == [
        (one.question_id, one.must, one.gold) for one in whole.questions
    ]
    assert all(
        one.paraphrases != other.paraphrases
        for one, other in zip(whole.everyday, whole.questions, strict=True)
        if one.kind in ("single", "stale", "chain")
    )
    assert not [ask for one in whole.everyday for ask in one.paraphrases if "{" in ask]

"""The store of answers: kept at once, found again, and erased without a trace."""

import datetime
import signal
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from storage.answers import Answers, Call, Spent, StoredAnswer, calls, purge, spent_on
from storage.errors import BrokenAnswers

NOON = datetime.datetime(2026, 11, 30, 12, tzinfo=datetime.UTC)
CALL = Call(NOON, "r1", "verify", "verify", "m", "ok", False, 100, 20, 0.5, 1_500.0, "f1")
ANSWER = StoredAnswer("f1", "verify", "m", "Is it so?", '{"answer": "true"}', max_tokens=100)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "corpus" / "answers.sqlite"


def filled(path: Path, *texts: str) -> None:
    with closing(Answers(path)) as answers:
        for number, text in enumerate(texts):
            answers.keep([replace(ANSWER, fingerprint=f"f{number}", prompt=text)], replace(CALL, fingerprint=f"f{number}"))


def test_an_answer_is_found_as_it_was_kept(path: Path) -> None:
    with closing(Answers(path)) as answers:
        assert answers.find("f1") is None
        answers.keep([ANSWER], CALL)
    with closing(Answers(path)) as answers:
        assert answers.find("f1") == ANSWER
    assert list(calls(path)) == [CALL]


def test_a_later_answer_takes_the_place_of_one_of_no_use(path: Path) -> None:
    with closing(Answers(path)) as answers:
        answers.keep([replace(ANSWER, answer=None, outcome="invalid", reason="no JSON")], replace(CALL, outcome="invalid"))
        answers.keep([ANSWER], CALL)
        assert answers.find("f1") == ANSWER
    assert [call.outcome for call in calls(path)] == ["invalid", "ok"]


def test_an_answer_and_its_call_are_kept_both_or_neither(path: Path) -> None:
    with closing(Answers(path)) as answers:
        with pytest.raises(Exception, match="NOT NULL"):
            answers.keep([ANSWER], replace(CALL, run_id=None))  # type: ignore[arg-type]
        assert answers.find("f1") is None


def test_a_killed_process_keeps_what_it_was_given(path: Path) -> None:
    program = (
        "import os, signal, sys; from pathlib import Path\n"
        "from tests.storage.test_answers import ANSWER, CALL; from storage.answers import Answers\n"
        "Answers(Path(sys.argv[1])).keep([ANSWER], CALL)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], cwd=Path(__file__).parents[2], check=False)
    assert done.returncode == -signal.SIGKILL
    with closing(Answers(path)) as answers:
        assert answers.find("f1") == ANSWER


def test_hits_are_written_at_the_end(path: Path) -> None:
    with closing(Answers(path)) as answers:
        for _ in range(3):
            answers.hit(replace(CALL, cached=True, cost=0.0))
    assert [call.cached for call in calls(path)] == [True] * 3


def test_the_ledger_is_in_order_of_time(path: Path) -> None:
    with closing(Answers(path)) as answers:
        for hours in (3, 1, 2):
            answers.keep((), replace(CALL, at=NOON + datetime.timedelta(hours=hours), fingerprint=None))
    assert [call.at.hour for call in calls(path)] == [13, 14, 15]


def test_a_day_is_one_of_utc_and_costs_the_sum_of_its_calls(path: Path) -> None:
    zone = datetime.timezone(datetime.timedelta(hours=-5))
    with closing(Answers(path)) as answers:
        answers.keep((), CALL)
        answers.keep((), replace(CALL, cost=None))
        answers.keep((), replace(CALL, at=datetime.datetime(2026, 11, 30, 20, tzinfo=zone)))
    assert spent_on(path, NOON.date()) == Spent(240, 0.5, 3.0)
    assert spent_on(path, NOON.date() + datetime.timedelta(days=1)) == Spent(120, 0.5, 1.5)


def test_without_a_file_nothing_was_spent(path: Path) -> None:
    assert spent_on(path, NOON.date()) == Spent()
    assert list(calls(path)) == []
    assert purge(path, lambda text: True) == 0
    assert not path.exists()


SECRET = "the vault opens with 4711"


def everything(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(path.parent.iterdir()))


def test_an_erased_prompt_is_in_no_byte_of_the_file(path: Path) -> None:
    filled(path, *(f"{SECRET} {'x' * 3_000} {number}" for number in range(20)), "kept")
    assert SECRET.encode() in everything(path), "the search finds it before"
    assert purge(path, lambda text: SECRET in text) == 20
    assert SECRET.encode() not in everything(path)
    assert b"xxx" not in everything(path)
    with closing(Answers(path)) as answers:
        kept = answers.find("f20")
    assert kept
    assert kept.prompt == "kept"
    assert [call.fingerprint for call in calls(path)] == [None] * 20 + ["f20"]


@pytest.mark.parametrize(
    "answer",
    [
        '{"quote": "the vault opens with 4711"}',
        '{"quote": "the vault opens with \\u0034711"}',
        '{"list": [{"deep": "and the vault opens with 4711."}]}',
        '{"the vault opens with 4711": 1}',
    ],
)
def test_an_erased_answer_is_found_however_it_is_written(path: Path, answer: str) -> None:
    with closing(Answers(path)) as answers:
        answers.keep([replace(ANSWER, answer=answer)], CALL)
    assert purge(path, lambda text: SECRET in text) == 1
    assert b"4711" not in everything(path)


def test_a_purge_leaves_the_rest_alone(path: Path) -> None:
    filled(path, "one", "two")
    before = path.read_bytes()
    assert purge(path, lambda text: SECRET in text) == 0
    assert path.read_bytes() == before


def test_a_store_in_use_is_purged_and_goes_on(path: Path) -> None:
    with closing(Answers(path)) as answers:
        answers.keep([replace(ANSWER, prompt=SECRET)], CALL)
        assert purge(path, lambda text: SECRET in text) == 1
        assert answers.find("f1") is None
        answers.keep([ANSWER], CALL)
        assert answers.find("f1") == ANSWER


def test_no_file_stays_beside_it(path: Path) -> None:
    filled(path, "one")
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_is_none_is_named(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"no database at all, but long enough to be taken for one" * 100)
    for read in (lambda: Answers(path), lambda: list(calls(path)), lambda: spent_on(path, NOON.date()), lambda: purge(path, bool)):
        with pytest.raises(BrokenAnswers, match=r"answers\.sqlite"):
            read()

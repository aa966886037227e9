"""The script that makes the report: a broken or missing result is named, a part is a part, and each result has its own commit."""

import importlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from lineproof.evals.report.model import Result, read_result, write_result

HOUSE = Path(__file__).parents[2]
PARTS = ("21-agents", "31-questions-documents")
Report = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(HOUSE / "benchmarks"))
    return importlib.import_module("report")


@pytest.fixture
def report(tmp_path: Path) -> Report:
    """Runs `benchmarks/report.py --render` on results of two parts, with pages beside them."""
    for name in PARTS:
        write_result(Result(name, f"About {name}", "python x.py", "abc1234", "printed"), tmp_path / "results")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        pages = ("--html", str(tmp_path / "page.html"), "--markdown", str(tmp_path / "page.md"))
        command = [sys.executable, str(HOUSE / "benchmarks" / "report.py"), "--render", "--results", str(tmp_path / "results"), *pages]
        return subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)

    return run


def test_render_makes_pages_of_all_parts_or_of_those_that_are_named(report: Report, tmp_path: Path) -> None:
    assert report().returncode == 0
    assert all(f"About {name}" in (tmp_path / "page.md").read_text(encoding="utf-8") for name in PARTS)
    assert report("--only", PARTS[0]).returncode == 0
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert (f"About {PARTS[0]}" in page, f"About {PARTS[1]}" in page) == (True, False)


@pytest.mark.parametrize(
    ("text", "told"),
    [("{", "is no result of a benchmark"), (None, "does not exist"), ('{"name": "x"}', "is no result of a benchmark")],
)
def test_a_result_that_cannot_be_read_is_named(report: Report, tmp_path: Path, text: str | None, told: str) -> None:
    file = tmp_path / "results" / f"{PARTS[0]}.json"
    file.unlink() if text is None else file.write_text(text, encoding="utf-8")
    done = report("--only", PARTS[0])
    assert done.returncode == 1
    assert (told in done.stderr, f"--only {PARTS[0]} --again" in done.stderr, "Traceback" in done.stderr) == (True, True, False)


def test_a_broken_result_is_not_done(script: ModuleType, tmp_path: Path) -> None:
    file = write_result(Result("one", "", "", "abc1234", ""), tmp_path)
    assert script.is_done(file, "abc1234")
    file.write_text("{", encoding="utf-8")
    assert not script.is_done(file, "abc1234")
    assert not script.is_done(tmp_path / "none.json", "abc1234")


@pytest.mark.parametrize(("left", "commits_again"), [("clean", False), ("changed", False), ("clean", True)])
def test_a_result_has_the_commit_at_which_its_part_began_with_a_plus_where_that_is_not_all(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: str, commits_again: bool
) -> None:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(tmp_path / "house")]
    (tmp_path / "house").mkdir()
    file, measuring = tmp_path / "house" / "code.txt", tmp_path / "measuring.py"
    file.write_text("clean", encoding="utf-8")
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        subprocess.run([*git, *command], check=True)
    file.write_text(left, encoding="utf-8")
    again = [*git, "commit", "-q", "--allow-empty", "-m", "two"] if commits_again else ["git", "--version"]
    measuring.write_text(f"import subprocess\nsubprocess.run({again!r}, check=True)\n", encoding="utf-8")
    monkeypatch.setattr(script, "HOUSE", tmp_path / "house")
    begun = script.commit().removesuffix("+")
    assert script.run_one(script.Run("one", "About", (str(measuring),)), tmp_path)
    expected = begun if left == "clean" and not commits_again else f"{begun}+"
    assert read_result(tmp_path / "one.json").commit == expected


def test_a_part_whose_measurements_cannot_be_read_has_failed(script: ModuleType, tmp_path: Path) -> None:
    measuring = tmp_path / "measuring.py"
    measuring.write_text("import os, pathlib\npathlib.Path(os.environ['LINEPROOF_RESULT']).write_text('{')\n", encoding="utf-8")
    assert not script.run_one(script.Run("one", "About", (str(measuring),)), tmp_path)
    assert "cannot be read" in (tmp_path / "one.log").read_text(encoding="utf-8")

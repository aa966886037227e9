"""The command `erase` as a user meets it: receipts against their schema, messages, exit codes, and kills from outside."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from pipelines.command import main
from pipelines.erase import pending
from storage.snapshots import current, open_snapshot
from storage.workspace import Workspace

HOUSE = Path(__file__).parents[2]
SCHEMA = json.loads((HOUSE / "docs" / "schema" / "erase.json").read_text(encoding="utf-8"))
PATIENCE = 60.0
DOCUMENTS = {
    "rider.md": "# Rider\n\nThe Quagmirella limit is $7,500.\n",
    "base.md": "# Base\n\nThe deductible is $1,000. See the Rider.\n",
    "zebra.md": "# Zebra\n\nNothing.\n",
}
Told = Callable[..., tuple[int, str, str]]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "sources").mkdir()
    for name, text in DOCUMENTS.items():
        (tmp_path / "sources" / name).write_text(text)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "base.md").write_text("# Base of notes\n")
    (tmp_path / "lineproof.toml").write_text('[corpora.desk]\npath = "sources"\n[corpora.notes]\npath = "notes"\n')
    with pytest.raises(SystemExit):
        main(["sync", "--workspace", str(tmp_path), "--json"])
    return Workspace.open(tmp_path)


@pytest.fixture
def told(workspace: Workspace, capsys: pytest.CaptureFixture[str]) -> Told:
    """Run `erase`; exit code, output, errors."""
    capsys.readouterr()

    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main(["erase", "--workspace", str(workspace.folder), *arguments])
        written = capsys.readouterr()
        return int(left.value.code or 0), written.out, written.err

    return call


def holds(workspace: Workspace, word: str) -> bool:
    """Whether a word stands in some paragraph or event that is served."""
    with open_snapshot(workspace.corpus("desk")) as connection:
        texts = "SELECT text FROM evidence.paragraphs UNION ALL SELECT statement FROM beliefs.events"
        return bool(connection.execute(f"SELECT count(*) FROM ({texts}) t(text) WHERE contains(text, ?)", [word]).fetchall()[0][0])


def test_the_receipt_is_as_its_schema_says(told: Told, workspace: Workspace) -> None:
    assert holds(workspace, "Quagmirella")
    code, out, _ = told("desk:rider.md", "--yes", "--json")
    assert code == 0
    receipt = json.loads(out)
    jsonschema.validate(receipt, SCHEMA)
    assert receipt["proof"]["traces"] > 0
    assert not holds(workspace, "Quagmirella")
    code, out, _ = told("--lift", receipt["erasure_id"], "--json")
    jsonschema.validate(json.loads(out), SCHEMA)
    code, out, _ = told("--resume", "--json")
    assert (code, json.loads(out)) == (0, [])


def test_people_read_what_was_done_and_what_is_out_of_reach(told: Told) -> None:
    code, out, _ = told("rider.md", "--yes")
    assert code == 0
    assert "evidence.documents: 1 rows" in out
    assert "Source files stay as they are" in out
    assert told("--lift", "rider.md") == (
        0,
        out[: out.index(":")] + ": the tombstone of " + out.split("--lift ")[1].split()[0] + " is lifted. Next: lineproof sync\n",
        "",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rider.md",), "give --yes"),
        (("riders.md", "--corpus", "desk", "--yes"), "Nearest names: "),
        (("base.md", "--yes"), "is in several corpora"),
        (("person:Nobody", "--yes"), "Nobody called"),
        (("--lift", "rider.md"), "no tombstone"),
        ((), "name what to erase"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_changes(
    told: Told, workspace: Workspace, arguments: tuple[str, ...], message: str
) -> None:
    before = current(workspace.corpus("desk"))
    code, _, err = told(*arguments)
    assert code == 2
    assert message in err
    assert current(workspace.corpus("desk")) == before


def marked(workspace: Workspace) -> bool:
    return pending(workspace.corpus("desk"))


def without_evidence(workspace: Workspace) -> bool:
    """A first snapshot without it was published, and the history still holds it."""
    return marked(workspace) and len(list((workspace.corpus("desk").data / "snapshots").glob("*.duckdb"))) > 1


def rebuilding(workspace: Workspace) -> bool:
    return (workspace.corpus("desk").data / "working.rebuilt").exists()


def killed(workspace: Workspace, moment: Callable[[Workspace], bool]) -> bool:
    """Start an erasure and kill it at a moment; False if it was over before the moment showed."""
    command = [sys.executable, "-m", "pipelines.command", "erase", "rider.md", "--yes", "--workspace", str(workspace.folder)]
    process = subprocess.Popen(command, cwd=HOUSE, stdout=subprocess.DEVNULL, start_new_session=True)
    deadline = time.monotonic() + PATIENCE
    while not moment(workspace) and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.0005)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    return process.wait(PATIENCE) == -signal.SIGKILL


@pytest.mark.parametrize("moment", [marked, without_evidence, rebuilding])
def test_an_erasure_that_was_killed_is_completed_by_the_next_sync(
    workspace: Workspace, told: Told, moment: Callable[[Workspace], bool]
) -> None:
    assert killed(workspace, moment)
    assert pending(workspace.corpus("desk"))
    with pytest.raises(SystemExit):
        main(["sync", "--workspace", str(workspace.folder), "--json"])
    assert not pending(workspace.corpus("desk"))
    assert not holds(workspace, "Quagmirella")
    left = [file.name for file in workspace.data.rglob("*") if file.is_file() and b"Quagmirella" in file.read_bytes()]
    assert left == []
    with open_snapshot(workspace.corpus("desk")) as connection:
        assert connection.execute("SELECT act FROM ops.erasures").fetchall() == [("erased",)]

"""The command as a user meets it: outputs against their schemas, exit codes, messages."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from lineproof.recall.expand import INVERSES, ORIGINS, Stop
from lineproof.serve.commands import Reason
from lineproof.sources.model import Kind
from lineproof.sources.scan import Outcome
from pipelines.command import dev_command, main
from pipelines.environment import LOCATION, environment
from storage.workspace import Workspace
from tests.library import BASE_2026, ROOFS
from tests.support import paragraph_at

SCHEMAS = Path(__file__).parents[2] / "docs" / "schema"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], library: Workspace, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command on the shared library; exit code, output, errors."""
    monkeypatch.setenv("LINEPROOF_WORKSPACE", str(library.folder))

    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main(arguments)
        written = capsys.readouterr()
        return int(left.value.code or 0), written.out, written.err

    return call


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))


def validate(name: str, value: object) -> None:
    vocabulary = Resource.from_contents(schema("vocabulary"))
    registry = Registry().with_resource("vocabulary.json", vocabulary)
    Draft202012Validator(schema(name), registry=registry).validate(value)


def answer(run: Run, *arguments: str, code: int = 0) -> Any:
    """The JSON answer of a command, checked against its schema."""
    found, out, err = run(*arguments, "--json")
    assert found == code, err
    value = json.loads(out)
    validate(arguments[0], value)
    return value


@pytest.mark.parametrize("file", sorted(SCHEMAS.glob("*.json")), ids=lambda file: file.stem)
def test_schemas_are_valid(file: Path) -> None:
    Draft202012Validator.check_schema(json.loads(file.read_text(encoding="utf-8")))


def test_vocabularies_are_those_of_the_code() -> None:
    words = {name: definition.get("enum") for name, definition in schema("vocabulary")["$defs"].items()}
    assert words["relation"] == list(INVERSES)
    assert words["inverse"] == list(INVERSES.values())
    assert words["origin"] == list(ORIGINS)
    assert words["stopped"] == list(get_args(Stop))
    assert set(words["reason"]) == set(get_args(Reason))
    assert set(words["outcome"]) == set(get_args(Outcome))
    assert set(words["paragraph_kind"]) == set(get_args(Kind))


@pytest.mark.parametrize(
    "arguments",
    [
        ("locate", "deductible"),
        ("locate", "what is the", "wind", "deductible", "--within", "forms", "--limit", "1"),
        ("locate", "nothing that matches"),
        ("expand", "HV 04 51"),
        ("expand", "actual cash value"),
        ("expand", "guide/empty.txt"),
        ("expand", BASE_2026.path, "--edges", "supersedes,refers_to", "--edges", "has_part"),
        ("expand", BASE_2026.path, "--edges", "supersedes", "--hops", "3"),
        ("read", "HV 30 01 (2026-01) W.4"),
        ("read", "guide/empty.txt"),
        ("read", f"{BASE_2026.path}#L2-L5"),
        ("status",),
        ("status", "--corpus", "notes"),
        ("references",),
        ("references", "--document", ROOFS.path, "--limit", "1"),
        ("references", "--reason", "ambiguous"),
        ("doctor",),
        ("sql", "SELECT * FROM documents"),
    ],
)
def test_output_is_as_its_schema_says(run: Run, arguments: Sequence[str]) -> None:
    answer(run, *arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ("locate", "deductible"),
        ("locate", "nothing that matches"),
        ("expand", "HV 04 51", "--limit", "2"),
        ("expand", BASE_2026.path, "--edges", "supersedes", "--hops", "3"),
        ("read", "HV 30 01 (2026-01) W.4"),
        ("status",),
        ("references",),
        ("doctor",),
        ("sql", "SELECT path FROM documents ORDER BY path"),
        ("sql", "SELECT path FROM documents ORDER BY path", "--format", "csv"),
    ],
)
def test_people_get_text(run: Run, arguments: Sequence[str]) -> None:
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    assert out.strip()


def test_status_tells_what_was_compiled_and_what_was_not(run: Run) -> None:
    forms, notes = answer(run, "status")["corpora"]
    assert (forms["documents"], notes["documents"]) == (6, 2)
    assert forms["open_references"] == {"ambiguous": 1, "dangling": 1, "external": 1, "one-sided": 3}
    assert forms["quarantined"] == [{"path": "guide/broken.md", "reason": "cannot be read: permission denied"}]
    assert forms["sources"] == {"compiled": 6, "quarantined": 1}


def test_references_are_counted_listed_and_checked(run: Run) -> None:
    listed = answer(run, "references", "--document", "HV 04 51")
    assert listed["counts"] == {"dangling": 1, "one-sided": 2, "resolved": 5}
    assert [one["line"] for one in listed["resolved"]] == [1, 3, 3, 4, 5]
    ambiguous = answer(run, "references", "--reason", "ambiguous")
    assert ambiguous["unresolved"][0]["candidates"] == ["forms/hv-30-01-2019-04.md", "forms/hv-30-01-2026-01.md"]
    assert ambiguous["resolved"] == []
    answer(run, "references", "--check", code=1)
    answer(run, "references", "--check", "--corpus", "notes")


def test_the_workspace_may_stand_before_or_after_the_command(
    run: Run, library: Workspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LINEPROOF_WORKSPACE", str(tmp_path))
    folder = str(library.folder)
    assert run("locate", "deductible")[0] == 2
    assert run("locate", "deductible", "--workspace", folder)[0] == 0
    assert run("--workspace", folder, "locate", "deductible")[0] == 0
    monkeypatch.delenv("LINEPROOF_WORKSPACE")
    monkeypatch.chdir(library.folder)
    assert run("locate", "deductible")[0] == 0


def test_results_of_several_corpora_are_merged_and_named(run: Run) -> None:
    corpora = {hit["corpus"] for hit in answer(run, "locate", "deductibles")["results"]}
    assert corpora == {"forms", "notes"}
    assert {hit["corpus"] for hit in answer(run, "locate", "deductibles", "--corpus", "notes")["results"]} == {"notes"}
    assert {hit["corpus"] for hit in answer(run, "locate", "deductibles", "--within", "MEMO 7")["results"]} == {"notes"}


def test_pages_over_several_corpora_join_to_the_whole_list(run: Run) -> None:
    whole = answer(run, "locate", "deductibles memo form handbook", "--limit", "100")["results"]
    pages = [answer(run, "locate", "deductibles memo form handbook", "--limit", "3", "--offset", str(at)) for at in range(0, len(whole), 3)]
    assert [hit for page in pages for hit in page["results"]] == whole
    assert [page["more"] for page in pages] == [True] * (len(pages) - 1) + [False]


def test_a_node_of_one_corpus_is_found_and_one_of_two_must_be_qualified(run: Run) -> None:
    assert answer(run, "expand", "MEMO 7")["node"]["path"] == "memo.md"
    code, _, err = run("expand", "guide/handbuch.md")
    assert code == 2
    assert "forms:guide/handbuch.md" in err
    assert answer(run, "read", "notes:guide/handbuch.md")["lines"] == [{"n": 1, "text": "# Handbook"}]
    assert answer(run, "read", "guide/handbuch.md", "--corpus", "notes")["lines"][0]["text"] == "# Handbook"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("expand", "HV 99 99"), "Look for it: locate"),
        (("expand", "HV 30 01", "--corpus", "forms"), "names 2 nodes"),
        (("expand", "MEMO 7", "--edges", "likes"), "referred_to_by"),
        (("expand", "MEMO 7", "--hops", "3"), "one type of edge"),
        (("read", "MEMO 7", "--lines", "90-95"), "stands on lines 1 to 3"),
        (("locate", "x", "--within", "no/such"), "no/such"),
        (("locate", "x", "--corpus", "nobody"), "forms, notes"),
        (("locate",), "TERMS"),
        (("locate", "x", "--limit", "0"), "--limit"),
        (("references", "--reason", "odd"), "one-sided"),
        (("sql", "DROP TABLE x"), "only reads"),
        (("sql", "SELECT * FROM nowhere"), "nowhere"),
        (("sql", "SELECT 1", "--format", "xml"), "csv"),
        (("nonsense",), "nonsense"),
    ],
)
def test_mistakes_get_a_message_and_exit_code_2(run: Run, arguments: Sequence[str], message: str) -> None:
    code, out, err = run(*arguments)
    assert code == 2
    assert message in err
    assert "Traceback" not in err
    assert out == ""


def test_a_forged_line_is_reported_and_fails(own_library: Workspace, run: Run) -> None:
    import duckdb

    from storage.snapshots import current

    with duckdb.connect(str(current(own_library.corpus("forms")))) as connection:
        connection.execute("UPDATE evidence.lines SET line_hash = 0 WHERE n = 6")
    code, out, err = run("read", BASE_2026.path, "--json", "--workspace", str(own_library.folder))
    assert code == 1
    assert json.loads(out)["verified"] is False
    assert "lineproof sync --verify" in err


def test_a_broken_snapshot_is_one_message(own_library: Workspace, run: Run) -> None:
    from storage.snapshots import current

    current(own_library.corpus("forms")).write_bytes(b"no database")
    code, _, err = run("locate", "deductible", "--workspace", str(own_library.folder))
    assert code == 1
    assert err.startswith("lineproof: ")


# Making a workspace


def test_init_writes_settings_that_open(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("init", "work", "--corpus", "docs=docs", "--corpus", f"all={tmp_path / 'docs'}", "--json")
    assert code == 0
    validate("init", json.loads(out))
    opened = Workspace.open(tmp_path / "work")
    assert [corpus.root.resolve() for corpus in opened.corpora.values()] == [tmp_path / "docs"] * 2
    assert 'path = "../docs"' in (tmp_path / "work" / "lineproof.toml").read_text()


@pytest.mark.parametrize(
    ("corpora", "message"),
    [
        (["docs"], "NAME=PATH"),
        (["docs="], "NAME=PATH"),
        (["Docs=docs"], "lower-case"),
        (["docs=nowhere"], "not a folder"),
        (["docs=docs", "docs=docs"], "twice"),
        ([], "--corpus"),
    ],
)
def test_init_refuses_what_cannot_be(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, corpora: Sequence[str], message: str
) -> None:
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    code, _, err = run("init", "work", *(part for corpus in corpora for part in ("--corpus", corpus)))
    assert code == 2
    assert message in err
    assert not (tmp_path / "work").exists()


def test_init_never_overwrites(run: Run, library: Workspace) -> None:
    before = (library.folder / "lineproof.toml").read_bytes()
    code, _, err = run("init", str(library.folder), "--corpus", f"other={library.folder}")
    assert code == 2
    assert "exists already" in err
    assert (library.folder / "lineproof.toml").read_bytes() == before


# Syncing


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """A workspace of two documents that was never synced."""
    sources = tmp_path / "docs"
    sources.mkdir()
    (sources / "guide.md").write_text("# Guide\n\nSee [the form](form.md) and RFC 9999.\n")
    (sources / "form.md").write_text("# Form\n\nText.\n")
    (tmp_path / "lineproof.toml").write_text('[corpora.docs]\npath = "docs"\n')
    return tmp_path


def sync(run: Run, folder: Path, *options: str, code: int = 0) -> Mapping[str, Any]:
    return answer(run, "sync", "--workspace", str(folder), *options, code=code)["corpora"][0]


def test_a_sync_compiles_publishes_and_then_has_nothing_to_do(run: Run, fresh: Path) -> None:
    planned = sync(run, fresh, "--dry-run")
    assert planned["changed"] == ["form.md", "guide.md"]
    assert planned["reasons"].keys() == {"form.md", "guide.md"}
    assert run("locate", "guide", "--workspace", str(fresh))[0] == 1
    first = sync(run, fresh)
    assert first["stages"]["evidence"]["executions"] == 2
    assert first["snapshot"]
    again = sync(run, fresh)
    assert (again["changed"], again["stages"], again["snapshot"]) == ([], {}, None)
    hit = answer(run, "locate", "guide", "--workspace", str(fresh))["results"][0]
    edges = answer(run, "expand", hit["path"], "--edges", "refers_to", "--workspace", str(fresh))["edges"]
    assert [edge["path"] for edge in edges] == ["form.md"]


def test_a_quarantined_source_is_named_and_gives_exit_code_3_until_it_is_mended(run: Run, fresh: Path) -> None:
    twin = fresh / "docs" / "nowhere.md"
    twin.symlink_to("missing.md")
    for _ in range(2):
        assert [one["path"] for one in sync(run, fresh, code=3)["quarantined"]] == ["nowhere.md"]
    assert "nowhere.md" in run("status", "--workspace", str(fresh))[1]
    twin.unlink()
    assert sync(run, fresh)["quarantined"] == []


def test_a_corpus_that_fails_does_not_keep_the_others_from_their_turn(run: Run, fresh: Path) -> None:
    (fresh / "lineproof.toml").write_text('[corpora.gone]\npath = "gone"\n[corpora.docs]\npath = "docs"\n')
    code, out, err = run("sync", "--workspace", str(fresh), "--json")
    gone, docs = json.loads(out)["corpora"]
    assert (code, gone["error"] is None, docs["error"], docs["snapshot"] is None) == (1, False, None, False)
    assert "gone" in err


# The user interface


def test_the_ui_is_served_on_loopback_for_the_workspace(library: Workspace) -> None:
    library.dagster_home.mkdir(parents=True, exist_ok=True)
    command = dev_command(library, 4321)
    assert command[:4] == [sys.executable, "-m", "dagster", "dev"]
    assert command[command.index("--host") + 1] == "127.0.0.1"
    assert command[command.index("--port") + 1] == "4321"
    loaded = json.loads(Path(command[command.index("--workspace") + 1]).read_text())
    assert loaded["load_from"][0]["python_module"] == {
        "module_name": "pipelines.definitions",
        "location_name": LOCATION,
    }
    assert environment(library)["LINEPROOF_WORKSPACE"] == str(library.folder)


# As a process of its own


def spawn(library: Workspace, arguments: Sequence[str], shell: str = "", **variables: str) -> subprocess.CompletedProcess[bytes]:
    words = [sys.executable, "-m", "pipelines.command", *arguments]
    environ = {**os.environ, "LINEPROOF_WORKSPACE": str(library.folder), **variables}
    root = SCHEMAS.parents[1]
    if shell:
        line = " ".join(f"'{word}'" for word in words) + shell
        return subprocess.run(["bash", "-c", line], capture_output=True, env=environ, cwd=root, check=False)
    return subprocess.run(words, capture_output=True, env=environ, cwd=root, check=False)


def test_a_closed_pipe_is_silent(library: Workspace) -> None:
    query = "SELECT repeat(text, 1000) AS text, n FROM paragraph_lines, range(500) AS r(n)"
    done = spawn(library, ["sql", query, "--format", "csv"], " | head -1")
    assert (done.stdout, done.stderr) == (b"text,n\n", b"")


@pytest.mark.parametrize("locale", ["ascii", "latin-1", "cp1252"])
def test_a_terminal_that_lacks_characters_gets_what_it_can_show(library: Workspace, locale: str) -> None:
    shown = spawn(library, ["read", "forms:guide/handbuch.md"], PYTHONIOENCODING=locale)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert b"Vertr" in shown.stdout
    data = spawn(library, ["read", "forms:guide/handbuch.md", "--json"], PYTHONIOENCODING=locale)
    assert json.loads(data.stdout)["lines"][4]["text"] == "Die Verträge.\u2400"


def test_a_name_that_is_not_unicode_does_not_crash(library: Workspace) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pipelines.command", "expand", b"caf\xe9.md"],
        capture_output=True,
        env={**os.environ, "LINEPROOF_WORKSPACE": str(library.folder)},
        cwd=SCHEMAS.parents[1],
        check=False,
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("module", ["dagster", "rich", "docutils", "pandas", "Stemmer", "asyncio.runners"])
def test_a_sync_without_work_stays_light(run: Run, fresh: Path, module: str) -> None:
    sync(run, fresh)
    code = (
        "import sys; from pipelines.command import main\n"
        "try: main(['sync', '--workspace', sys.argv[1]])\n"
        "finally: print(sys.argv[2] in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(fresh), module],
        capture_output=True,
        text=True,
        cwd=SCHEMAS.parents[1],
        check=True,
    )
    assert done.stdout.splitlines() == ["docs: up to date", "False"]


def test_ids_in_answers_are_accepted_as_nodes(run: Run) -> None:
    wanted = paragraph_at("forms", BASE_2026, 6)
    assert answer(run, "expand", wanted)["node"]["id"] == wanted

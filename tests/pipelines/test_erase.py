"""Erased is gone: from every table, index, cache, file and store; the rest is as if it had never been there."""

import datetime
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from lineproof.beliefs.decisions import Decision, record
from lineproof.recall.errors import AmbiguousNode, UnknownNode
from pipelines import planner
from pipelines.erase import Receipt, erase, finish, lift, pending
from pipelines.erase_targets import UnknownPerson
from pipelines.errors import NotLifted
from pipelines.session import Session
from pipelines.sync import run
from storage.answers import Answers, Call, StoredAnswer
from storage.errors import SecretMissing
from storage.snapshots import current, open_snapshot
from storage.tables import TABLES
from storage.workspace import Corpus, Workspace, render_settings
from tests.model_server import answer, scripted

SECRET = "Quagmirella"
OTHER = "Tumblewick"
DOCUMENTS = {
    "forms/base.md": "---\ntitle: Base Form\nidentifier: HV 30 01\n---\n\n# Base Form\n\n## W.1 Deductible\n\nThe deductible is $1,000.\n",
    "forms/rider.md": (
        f"---\ntitle: {SECRET} Rider\nidentifier: HV 77 01\n---\n\n# {SECRET} Rider\n\n## R.1 Limit\n\n"
        f"The {SECRET} limit is $7,500. The insured must report a {SECRET} loss within 12 days.\n\nSee HV 30 01.\n"
    ),
    "memos/note.md": (
        "# A note\n\nThe rider HV 77 01 amends HV 30 01.\n\n"
        f"The {OTHER} desk must answer within 5 days.\n\nThe {OTHER} desk must file the answer within 9 days.\n"
    ),
    "chats/desk.txt": (
        f"Anna Meier: Good morning. The {SECRET} desk must call back within 3 days.\n\nBob: Fine. The invoice is due within 30 days.\n\n"
        "Anna Meier: The vault code is\nZEBRA-7781 since May.\n\nBob: Noted.\n"
    ),
}
CURRENT = [table.name for table in TABLES if not table.history and not table.name.startswith("ops.")]


def write(root: Path, documents: dict[str, str]) -> None:
    for path, text in documents.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


def make(folder: Path, root: Path) -> Workspace:
    folder.mkdir()
    (folder / "lineproof.toml").write_text(render_settings({"desk": root}))
    return Workspace.open(folder)


def compiled(workspace: Workspace) -> Corpus:
    """Bring the corpus up to date and publish it."""
    with Session(workspace) as session:
        session.write("desk").publish("a run")
    return workspace.corpus("desk")


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    write(tmp_path / "sources", DOCUMENTS)
    workspace = make(tmp_path / "workspace", tmp_path / "sources")
    compiled(workspace)
    return workspace


def erased(workspace: Workspace, target: str) -> Receipt:
    receipt = erase(workspace, workspace.corpus("desk"), target, lambda planned: True)
    assert receipt
    return receipt


def cells(file: Path) -> Iterator[tuple[str, str]]:
    """Every value of a database as text, with the table that it is in."""
    if file.read_bytes().startswith(b"SQLite"):
        with closing(sqlite3.connect(file)) as store:
            for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                yield from ((name, str(row)) for row in store.execute(f'SELECT * FROM "{name}"'))
    elif file.suffix == ".duckdb":
        with closing(duckdb.connect(str(file), read_only=True)) as database:
            for schema, name in database.execute("SELECT schema_name, table_name FROM duckdb_tables()").fetchall():
                rows = database.execute(f'SELECT t::VARCHAR, * FROM {schema}."{name}" t').fetchall()
                yield from ((f"{schema}.{name}", str(row)) for row in rows)


def places(workspace: Workspace, word: str) -> set[str]:
    """Where a word stands in whatever case: tables of databases, read as they decode, and the bytes of files."""
    found = set()
    folders = (workspace.data, workspace.folder / "decisions", workspace.folder / ".erased")
    for file in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()):
        found |= {f"{file.name}:{table}" for table, text in cells(file) if word.casefold() in text.casefold()}
        if word.casefold().encode() in file.read_bytes().lower():
            found.add(file.name)
    return found


def differing(one: Path, other: Path, tables: list[str] = CURRENT) -> list[str]:
    with duckdb.connect() as connection:
        connection.execute(f"ATTACH '{one}' AS one (READ_ONLY)")
        connection.execute(f"ATTACH '{other}' AS other (READ_ONLY)")
        query = "(FROM one.{0} EXCEPT ALL FROM other.{0}) UNION ALL (FROM other.{0} EXCEPT ALL FROM one.{0})"
        return [table for table in tables if connection.execute(query.format(table)).fetchall()]


def clean(workspace: Workspace, folder: Path) -> Path:
    """The snapshot of a clean build that heeds the same tombstones."""
    fresh = make(folder, workspace.corpus("desk").root)
    if (workspace.folder / ".erased").exists():
        shutil.copytree(workspace.folder / ".erased", folder / ".erased")
    return current(compiled(fresh))


def rows(workspace: Workspace, query: str) -> list[tuple[object, ...]]:
    with closing(open_snapshot(workspace.corpus("desk"))) as connection:
        return connection.execute(query).fetchall()


@pytest.mark.parametrize("target", ["forms/rider.md", "rider.md", "HV 77 01", f"{SECRET} Rider"])
def test_a_document_is_gone_and_the_rest_is_as_without_it(workspace: Workspace, tmp_path: Path, target: str) -> None:
    assert {"evidence.paragraphs", "beliefs.claims", "beliefs.events"} <= {place.partition(":")[2] for place in places(workspace, "7,500")}
    receipt = erased(workspace, target)
    assert places(workspace, "7,500") == set()
    assert receipt.rows["beliefs.claims"] >= 2
    assert receipt.proof
    assert receipt.proof.traces >= 5
    without = tmp_path / "without"
    write(without, {path: text for path, text in DOCUMENTS.items() if path != "forms/rider.md"})
    assert differing(current(workspace.corpus("desk")), clean(make(tmp_path / "plain", without), tmp_path / "other")) == []
    assert (workspace.corpus("desk").root / "forms/rider.md").read_text() == DOCUMENTS["forms/rider.md"]


@pytest.mark.parametrize("nested", ["[" * 3_000 + "]" * 3_000, '{"a":' * 3_000 + '"Quagmirella"' + "}" * 3_000], ids=["lists", "objects"])
def test_no_text_of_another_document_stops_an_erasure(workspace: Workspace, nested: str) -> None:
    write(workspace.corpus("desk").root, {"notes/nested.md": f"Notes\n\n{nested}\n", "notes/nested.jsonl": f"{nested}\n"})
    compiled(workspace)
    erased(workspace, "forms/rider.md")
    assert places(workspace, "7,500") == set()


def test_what_a_person_says_is_gone_and_what_others_say_stays(workspace: Workspace, tmp_path: Path) -> None:
    assert places(workspace, "ZEBRA-7781")
    receipt = erased(workspace, "person:anna  MEIER")
    assert receipt.kind == "person"
    assert places(workspace, "ZEBRA-7781") == set()
    assert places(workspace, "call back") == set()
    said = (
        "SELECT first_line, text FROM evidence.paragraphs JOIN evidence.documents USING (document_id) WHERE path LIKE 'chats%' ORDER BY 1"
    )
    assert [row[1] for row in rows(workspace, said)] == ["Bob: Fine. The invoice is due within 30 days.", "Bob: Noted."]
    assert [row[0] for row in rows(workspace, said)] == [3, 8]
    assert differing(current(workspace.corpus("desk")), clean(workspace, tmp_path / "clean")) == []


def test_what_a_person_says_later_is_left_out_too(workspace: Workspace) -> None:
    erased(workspace, "person:Anna Meier")
    write(workspace.corpus("desk").root, {"chats/later.md": "Anna Meier: My hat is Heliotropia.\n\nBob: Nice.\n"})
    compiled(workspace)
    assert places(workspace, "Heliotropia") == set()
    assert ("Bob: Nice.",) in rows(workspace, "SELECT text FROM evidence.paragraphs")


def test_a_claim_goes_with_what_it_quotes_and_its_neighbours_stay(workspace: Workspace, tmp_path: Path) -> None:
    [(claim,)] = rows(workspace, "SELECT claim_id FROM beliefs.claims WHERE statement LIKE '%within 5 days%'")
    erased(workspace, str(claim))
    assert places(workspace, "within 5 days") == set()
    assert rows(workspace, "SELECT count(*) FROM beliefs.claims WHERE statement LIKE '%within 9 days%'") == [(1,)]
    assert differing(current(workspace.corpus("desk")), clean(workspace, tmp_path / "clean")) == []


def test_the_history_of_a_claim_keeps_its_events_without_their_words(workspace: Workspace) -> None:
    [(claim,)] = rows(workspace, "SELECT claim_id FROM beliefs.claims WHERE statement LIKE '%within 5 days%'")
    erased(workspace, str(claim))
    history = rows(workspace, f"SELECT event, statement, reason, path FROM claim_history WHERE claim_id = '{claim}'")
    assert len(history) >= 2
    assert set(history) == {("erased", None, None, None)}


def test_lines_go_with_their_paragraphs_wherever_the_text_stands(workspace: Workspace, tmp_path: Path) -> None:
    copy = "# Copy\n\nBefore.\n\n" + DOCUMENTS["memos/note.md"].split("\n")[4] + "\n"
    write(workspace.corpus("desk").root, {"memos/copy.md": copy})
    compiled(workspace)
    erased(workspace, "memos/note.md#L5")
    assert places(workspace, "within 5 days") == set()
    assert rows(workspace, "SELECT count(*) FROM evidence.paragraphs WHERE text LIKE '%within 9 days%' OR text = 'Before.'") == [(2,)]
    assert differing(current(workspace.corpus("desk")), clean(workspace, tmp_path / "clean")) == []


def test_what_a_document_said_before_is_gone_from_history(workspace: Workspace) -> None:
    root = workspace.corpus("desk").root
    (root / "forms/rider.md").write_text("# Rider\n\nThe insured must report a loss within 14 days.\n")
    compiled(workspace)
    assert {place.partition(":")[2] for place in places(workspace, SECRET + " limit")} >= {"beliefs.events"}
    erased(workspace, "forms/rider.md")
    assert places(workspace, SECRET + " limit") == set()


def test_a_document_that_is_gone_can_still_be_erased_from_history(workspace: Workspace) -> None:
    (workspace.corpus("desk").root / "forms/rider.md").unlink()
    compiled(workspace)
    assert places(workspace, "7,500")
    erased(workspace, "forms/rider.md")
    assert places(workspace, "7,500") == set()


def test_answers_and_decisions_that_hold_some_of_it_are_forgotten(workspace: Workspace) -> None:
    corpus = workspace.corpus("desk")
    call = Call(datetime.datetime.now(datetime.UTC), "r", "propose", "propose", "m", "ok", False, 1, 1, None, 1.0, "f1")
    said = {"f1": f"a {SECRET} loss in 12 days", "f2": "a deductible"}
    with closing(Answers(corpus.answers)) as answers:
        for name, text in said.items():
            answers.keep([StoredAnswer(name, "propose", "m", json.dumps([name]), json.dumps({"found": [text]}))], call)
    decision = Decision("reject", f"The {SECRET} limit is $7,500.", f"The {SECRET} limit is $7,500.", "me", "2026-01-01")
    kept = Decision("reject", "The deductible is $1,000.", "The deductible is $1,000.", "me", "2026-01-01")
    record(corpus.decisions, [decision, kept])
    assert {"answers.sqlite", "review.jsonl"} <= places(workspace, SECRET)
    erased(workspace, "person:Anna Meier")  # shares the word with the rider, whose answers and decisions stay
    assert {"answers.sqlite", "review.jsonl"} <= places(workspace, SECRET)
    receipt = erased(workspace, "forms/rider.md")
    assert (receipt.answers, receipt.decisions) == (1, 1)
    assert places(workspace, SECRET) == set()
    with closing(Answers(corpus.answers)) as answers:
        assert answers.find("f2")


def test_no_model_is_shown_what_is_erased(tmp_path: Path) -> None:
    """A claim whose text is gone has a near neighbour, about which the verifier would otherwise be asked."""
    write(
        tmp_path / "sources",
        {"fees.md": f"# Fees\n\nThe {SECRET} desk must answer within 5 days.\n\nThe desk must answer within 9 days.\n"},
    )
    workspace = make(tmp_path / "workspace", tmp_path / "sources")
    compiled(workspace)
    with scripted() as server:
        server.script = [answer({"evidence": "", "answer": "unknown"})]
        with (workspace.folder / "lineproof.toml").open("a") as file:
            file.write(f'[models.verify]\nmodel = "scripted"\nbase_url = "{server.url}"\n')
        workspace = Workspace.open(workspace.folder)
        erased(workspace, "fees.md#L3")
        assert server.requests == []
        assert places(workspace, SECRET) == set()
        write(tmp_path / "sources", {"fees.md": "# Fees\n\nThe desk must answer within 8 days.\n"})
        compiled(workspace)
        assert len(server.requests) == 1, "the next sync asks again"


def test_the_path_goes_from_the_orchestrator_too(tmp_path: Path) -> None:
    root = tmp_path / "sources"
    write(root, {**DOCUMENTS, "zz/vermillionaire.md": "# Somebody\n\nNothing more.\n"})
    workspace = make(tmp_path / "workspace", root)
    corpus = workspace.corpus("desk")
    run(corpus, planner.plan(corpus), workspace)
    assert {"index.db", "index.db:dynamic_partitions", "runs.db:run_tags"} <= places(workspace, "zz/vermillionaire")
    receipt = erased(workspace, "zz/vermillionaire.md")
    assert places(workspace, "zz/vermillionaire") == set()
    assert "dagster/history/runs/index.db" in receipt.rebuilt
    assert places(workspace, "forms/rider.md") >= {"index.db:dynamic_partitions"}
    assert planner.plan(corpus).empty


def test_it_stays_away_under_another_name_and_comes_back_once_lifted(workspace: Workspace, tmp_path: Path) -> None:
    before = tmp_path / "before.duckdb"
    shutil.copyfile(current(workspace.corpus("desk")), before)
    root = workspace.corpus("desk").root
    receipt = erased(workspace, "forms/rider.md")
    (root / "forms/rider.md").rename(root / "forms/renamed.md")
    compiled(workspace)
    assert places(workspace, "7,500") == set()
    [(path, reason)] = rows(workspace, "SELECT path, reason FROM source_outcomes WHERE outcome = 'refused'")
    assert receipt.erasure_id in str(reason)
    assert "rider" not in str(path)
    (root / "forms/renamed.md").rename(root / "forms/rider.md")
    assert lift(workspace, workspace.corpus("desk"), "forms/rider.md").erasure_id == receipt.erasure_id
    compiled(workspace)
    assert differing(current(workspace.corpus("desk")), before) == []


@pytest.mark.parametrize("lines", ["L2", "L9", "L11"])
def test_headings_and_short_texts_stay_away_from_a_renamed_file_and_from_copies(workspace: Workspace, tmp_path: Path, lines: str) -> None:
    root, word = workspace.corpus("desk").root, "Ozymand"
    text = ["---", "by: Anna", "---", "", "# Rules", "", "The gate must be closed within 3 days.", "", "## Night", "", "Yes, all.", ""]
    text[int(lines[1:]) - 1] = {"L2": f"by: {word}", "L9": f"## The {word} procedure", "L11": f"{word}, all."}[lines]
    write(root, {"forms/gates.md": "\n".join(text), "forms/copy.md": "\n".join(text)})
    compiled(workspace)
    assert places(workspace, word)
    erased(workspace, f"forms/gates.md#{lines}")
    assert places(workspace, word) == set()
    (root / "forms/gates.md").rename(root / "forms/moved.md")
    corpus = compiled(workspace)
    assert places(workspace, word) == set()
    clean = make(tmp_path / "clean", root)
    shutil.copytree(workspace.folder / ".erased", clean.folder / ".erased")
    assert differing(current(corpus), current(compiled(clean))) == []
    lift(workspace, corpus, f"forms/gates.md#{lines}")
    compiled(workspace)
    assert places(workspace, word)


@pytest.mark.parametrize("target", ["person:Anna Meier", "memos/note.md#L5"])
def test_lines_come_back_once_lifted(workspace: Workspace, tmp_path: Path, target: str) -> None:
    before = tmp_path / "before.duckdb"
    shutil.copyfile(current(workspace.corpus("desk")), before)
    erased(workspace, target)
    assert differing(current(workspace.corpus("desk")), before)
    lift(workspace, workspace.corpus("desk"), target)
    assert not planner.plan(workspace.corpus("desk")).empty
    compiled(workspace)
    assert differing(current(workspace.corpus("desk")), before) == []


def test_nothing_is_to_be_done_afterwards(workspace: Workspace) -> None:
    erased(workspace, "forms/rider.md")
    erased(workspace, "person:Anna Meier")
    assert planner.plan(workspace.corpus("desk")).empty
    assert len(list((workspace.corpus("desk").data / "snapshots").iterdir())) == 1


def test_receipts_are_kept_and_tell_nothing(workspace: Workspace) -> None:
    receipt = erased(workspace, "forms/rider.md")
    [(act, kind, target, stored)] = rows(workspace, "SELECT act, kind, target, receipt FROM ops.erasures")
    assert (act, kind, target) == ("erased", "document", receipt.target)
    assert json.loads(str(stored))["proof"]["hits"] == 0
    assert "rider" not in str(stored).replace("beyond", "")


def test_a_receipt_does_not_stop_the_erasure_of_what_was_said_at_its_time_or_by_who_erased(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A turn has a time of day and a speaker, and so has a receipt, whose words are of the program."""
    monkeypatch.setenv("LOGNAME", "annelise-vandermeer")
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    corpus = workspace.corpus("desk")
    turn = {"speaker": "annelise-vandermeer", "time": now[:19], "text": f"The {OTHER} lamp must be lit every 4 days."}
    write(corpus.root, {"chats/notes.jsonl": json.dumps(turn) + "\n"})
    compiled(workspace)
    quote = "The deductible is $1,000."
    record(corpus.decisions, [Decision("accept", quote, quote, "annelise-vandermeer", now)])
    erased(workspace, "forms/rider.md")
    receipt = erased(workspace, "chats/notes.jsonl")
    assert (receipt.by, receipt.decisions) == ("annelise-vandermeer", 0)
    assert places(workspace, "lamp must be lit") == set()
    assert not pending(corpus)


def test_nothing_happens_unless_it_is_agreed_to(workspace: Workspace) -> None:
    seen = []
    before = current(workspace.corpus("desk"))
    assert erase(workspace, workspace.corpus("desk"), "forms/rider.md", lambda planned: bool(seen.append(planned))) is None
    assert seen[0].rows["evidence.documents"] == 1
    assert current(workspace.corpus("desk")) == before
    assert not pending(workspace.corpus("desk"))
    assert not (workspace.folder / ".erased" / "desk.json").exists()


def test_the_secret_is_the_owners_alone_and_missed_when_it_is_gone(workspace: Workspace) -> None:
    erased(workspace, "forms/rider.md")
    secret = workspace.folder / ".erased" / "secret"
    assert secret.stat().st_mode & 0o777 == 0o600
    secret.unlink()
    with pytest.raises(SecretMissing):
        compiled(workspace)


def test_a_target_that_names_nothing_or_several_things_is_refused(workspace: Workspace) -> None:
    corpus = workspace.corpus("desk")
    with pytest.raises(UnknownNode, match=r"forms/rider\.md"):
        erase(workspace, corpus, "form/ridr.md", lambda planned: True)
    with pytest.raises(UnknownPerson, match="Anna Meier"):
        erase(workspace, corpus, "person:Ana Meyer", lambda planned: True)
    with pytest.raises(NotLifted):
        lift(workspace, corpus, "forms/rider.md")
    write(corpus.root, {"other/note.md": "# Another note\n"})
    compiled(workspace)
    with pytest.raises(AmbiguousNode, match=r"other/note\.md"):
        erase(workspace, corpus, "note.md", lambda planned: True)


def test_an_erasure_that_failed_is_completed_later(workspace: Workspace) -> None:
    corpus = workspace.corpus("desk")
    hidden = corpus.root.with_name("hidden")
    with pytest.raises(FileNotFoundError):
        erase(workspace, corpus, "forms/rider.md", lambda planned: bool(corpus.root.rename(hidden)))
    assert pending(corpus)
    hidden.rename(corpus.root)
    receipt = finish(workspace, corpus)
    assert receipt
    assert receipt.kind == "document"
    assert places(workspace, "7,500") == set()
    assert finish(workspace, corpus) is None

"""Conversations through a whole sync: only a session that grew is compiled, a broken one is told of, a person can be erased."""

import json
from pathlib import Path

import pytest

from pipelines.erase import erase
from pipelines.erase_targets import UnknownPerson
from pipelines.planner import plan
from pipelines.session import Session
from storage.erasure import text_columns
from storage.snapshots import open_snapshot
from storage.tables import TABLES
from storage.workspace import Corpus, Workspace, render_settings

FIRST = [
    {"conversation": "Anna and Bob", "title": "First lunch", "time": "2023-05-08T12:00:00"},
    {"id": "1", "speaker": "Anna", "text": "I adopted a Quagmirella terrier yesterday. Is it not lovely?", "caption": "a Zebulonic sofa"},
    {"id": "2", "speaker": "Bob", "text": "You must feed it within 3 days. Anna, that is Melwin's favourite."},
    {"id": "3", "speaker": "Anna", "text": "The fee was $50 and Melwin Ostrava paid."},
    {"id": "4", "speaker": "Melwin Ostrava", "text": "I will pay $70 next time."},
]
SECOND = [
    {**FIRST[0], "title": "Second lunch", "time": "2023-05-09"},
    {"id": "1", "speaker": "Bob", "text": "Melwin Ostrava was ill last week."},
]
OTHER = [{"conversation": "Cleo", "time": "2023-01-01"}, {"id": "1", "speaker": "Cleo", "text": "A pretty zoo ticket costs $5."}]
PARTS = ("documents", "lines", "paragraphs", "turns", "signals", "mentions")


def lines(values: list[dict[str, str]]) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "talks"
    # The session that began later has the path that sorts first.
    for path, values in {"ab/9.jsonl": FIRST, "ab/1.jsonl": SECOND, "cleo/1.jsonl": OTHER}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(lines(values), encoding="utf-8")
    (folder / "data.json").write_text('{"rows": [1, 2]}\n', encoding="utf-8")
    return folder


@pytest.fixture
def workspace(tmp_path: Path, root: Path) -> Workspace:
    (tmp_path / "lineproof.toml").write_text(render_settings({"talks": root}))
    workspace = Workspace.open(tmp_path)
    compiled(workspace)
    return workspace


@pytest.fixture
def corpus(workspace: Workspace) -> Corpus:
    return workspace.corpus("talks")


def compiled(workspace: Workspace) -> dict[str, int]:
    """Bring the corpus up to date; the executions of each stage."""
    with Session(workspace) as session:
        held = session.write("talks")
        held.publish("a run")
        return dict(held.store.query("SELECT stage, executions FROM ops.runs ORDER BY finished_at"))


def rows(corpus: Corpus, sql: str) -> list[tuple[object, ...]]:
    with open_snapshot(corpus) as connection:
        return connection.execute(sql).fetchall()


def stored(corpus: Corpus, table: str, condition: str = "true") -> list[tuple[object, ...]]:
    return rows(corpus, f"SELECT * FROM evidence.{table} WHERE {condition} ORDER BY ALL")


def append(root: Path, path: str, *values: dict[str, str]) -> None:
    with (root / path).open("a", encoding="utf-8") as file:
        file.write(lines(list(values)))


def test_turns_stand_in_the_order_of_their_sessions_and_no_edge_leaves_one(corpus: Corpus) -> None:
    found = rows(corpus, "SELECT conversation, session, position, turn_id, speaker, path, line FROM turns ORDER BY 1, 2, 3")
    assert found == [
        ("Anna and Bob", 1, 0, "1", "Anna", "ab/9.jsonl", 2),
        ("Anna and Bob", 1, 1, "2", "Bob", "ab/9.jsonl", 3),
        ("Anna and Bob", 1, 2, "3", "Anna", "ab/9.jsonl", 4),
        ("Anna and Bob", 1, 3, "4", "Melwin Ostrava", "ab/9.jsonl", 5),
        ("Anna and Bob", 2, 0, "1", "Bob", "ab/1.jsonl", 2),
        ("Cleo", 1, 0, "1", "Cleo", "cleo/1.jsonl", 2),
    ]
    follows = (
        "SELECT a.path, a.turn_id, b.path, b.turn_id FROM edges e JOIN turns a ON a.paragraph_id = e.source_id "
        "JOIN turns b ON b.paragraph_id = e.target_id WHERE e.type = 'next' ORDER BY ALL"
    )
    assert rows(corpus, follows) == [("ab/9.jsonl", str(n), "ab/9.jsonl", str(n + 1)) for n in (1, 2, 3)]
    assert rows(corpus, "SELECT path, format FROM documents WHERE format <> 'conversation'") == [("data.json", "text")]


def test_rules_claim_nothing_of_what_is_said_and_speakers_are_no_concepts(corpus: Corpus) -> None:
    assert rows(corpus, "SELECT statement FROM beliefs.claims UNION SELECT statement FROM beliefs.candidates") == []
    names = {str(name).casefold() for (name,) in rows(corpus, "SELECT unnest(forms) FROM concepts UNION SELECT name FROM concepts")}
    assert not [name for name in names if any(part in name for part in ("anna", "bob", "melwin", "ostrava"))]


def test_a_session_that_grows_is_compiled_alone_and_keeps_what_it_had(workspace: Workspace, corpus: Corpus, root: Path) -> None:
    everything = {table: stored(corpus, table) for table in PARTS}
    append(root, "ab/9.jsonl", {"id": "5", "speaker": "Bob", "text": "I saw it yesterday."})
    assert plan(corpus).changed == ("ab/9.jsonl",)
    done = compiled(workspace)
    assert done["evidence"] == 1
    assert {stage: count for stage, count in done.items() if stage in ("graph", "beliefs")} == {"graph": 1, "beliefs": 1}
    for table in PARTS:
        kept = [row for row in everything[table] if row in stored(corpus, table)]
        assert kept == [row for row in everything[table] if table != "documents" or row[2] != "ab/9.jsonl"]
        added = len(stored(corpus, table)) - len(everything[table])
        assert added == {"documents": 0, "mentions": 0}.get(table, 1)
    assert plan(corpus).empty


def test_what_grew_is_what_a_clean_build_makes(workspace: Workspace, corpus: Corpus, root: Path, tmp_path: Path) -> None:
    append(root, "ab/9.jsonl", FIRST[3] | {"id": "5"}, {"id": "6", "speaker": "Bob", "text": "I saw it yesterday."})
    append(root, "cleo/1.jsonl", {"speaker": "Cleo", "text": "Next week."})
    compiled(workspace)
    (tmp_path / "clean").mkdir()
    (tmp_path / "clean/lineproof.toml").write_text(render_settings({"talks": root}))
    clean = Workspace.open(tmp_path / "clean")
    compiled(clean)
    for table in PARTS:
        assert stored(corpus, table) == stored(clean.corpus("talks"), table)


def test_a_broken_turn_sets_its_session_aside_with_line_and_reason_until_it_is_mended(
    workspace: Workspace, corpus: Corpus, root: Path
) -> None:
    append(root, "ab/1.jsonl", {"id": "2", "text": "Who says this?"})
    compiled(workspace)
    [(path, reason)] = rows(corpus, "SELECT path, reason FROM source_outcomes WHERE outcome = 'quarantined'")
    assert path == "ab/1.jsonl"
    assert str(reason).startswith("line 3 of the conversation: the turn has no speaker")
    assert "Who says" not in str(reason)
    assert len(rows(corpus, "SELECT 1 FROM turns")) == 5
    (root / "ab/1.jsonl").write_text(lines([*SECOND, {"id": "2", "speaker": "Bob", "text": "I say this."}]), encoding="utf-8")
    compiled(workspace)
    assert len(rows(corpus, "SELECT 1 FROM turns")) == 7
    assert rows(corpus, "SELECT 1 FROM source_outcomes WHERE outcome = 'quarantined'") == []


def texts(corpus: Corpus) -> str:
    with open_snapshot(corpus) as connection:
        columns = [(table, column) for table in TABLES for column in text_columns(table)]
        return str([connection.execute(f'SELECT "{column}" FROM {table.name}').fetchall() for table, column in columns])


@pytest.mark.parametrize("indent", [None, 1])
def test_what_a_person_says_is_erased_with_its_captions_and_stays_away(
    workspace: Workspace, corpus: Corpus, root: Path, indent: int | None
) -> None:
    if indent:
        (root / "ab/9.jsonl").unlink()
        (root / "ab/9.json").write_text(json.dumps({**FIRST[0], "turns": FIRST[1:]}, indent=indent), encoding="utf-8")
        compiled(workspace)
    assert "Quagmirella" in texts(corpus)
    receipt = erase(workspace, corpus, "person:anna", lambda erasure: True)
    assert receipt
    assert receipt.rows["evidence.turns"] == 2
    kept = ["Bob: You must feed it within 3 days. Anna, that is Melwin's favourite.", "Melwin Ostrava: I will pay $70 next time."]
    for _ in range(2):
        left = texts(corpus)
        assert not [word for word in ("Quagmirella", "Zebulonic", "$50") if word in left]
        assert rows(corpus, "SELECT text FROM turns WHERE conversation = 'Anna and Bob' AND session = 1 ORDER BY position") == [
            (text,) for text in kept
        ]
        append(root, "cleo/1.jsonl", {"speaker": "Cleo", "text": "More."})
        compiled(workspace)
    erase(workspace, corpus, "person:Melwin Ostrava", lambda erasure: True)
    assert "$70" not in texts(corpus)
    with pytest.raises(UnknownPerson, match="Nobody called 'Melwn Ostrava' says anything"):
        erase(workspace, corpus, "person:Melwn Ostrava", lambda erasure: True)


def test_a_line_of_a_session_is_erased_as_one_of_any_document(workspace: Workspace, corpus: Corpus) -> None:
    erase(workspace, corpus, "ab/9.jsonl#L4", lambda erasure: True)
    assert [turn for (turn,) in rows(corpus, "SELECT turn_id FROM turns WHERE path = 'ab/9.jsonl' ORDER BY position")] == ["1", "2", "4"]
    blank = rows(corpus, "SELECT n FROM evidence.lines JOIN evidence.documents USING (document_id) WHERE path = 'ab/9.jsonl' AND raw = ''")
    assert blank == [(4,)]

"""Remember: what is said to be remembered is found by the next sync with all its words, or is refused and leaves nothing behind."""

import datetime
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lineproof.evidence.extract import Task, extract
from lineproof.evidence.hashing import content_hash, document_id, paragraph_hash
from lineproof.evidence.remember import BadMemory, Remembered, remember
from storage import tombstones
from storage.tombstones import CONTENT, DOCUMENT, PERSON, TEXT, Tombstone
from storage.workspace import Corpus

NOON = datetime.datetime(2026, 5, 4, 12)


@pytest.fixture
def desk(tmp_path: Path) -> Corpus:
    root = tmp_path / "desk"
    root.mkdir()
    return Corpus("desk", root, tmp_path / "workspace" / ".lineproof" / "desk")


def say(corpus: Corpus, text: str, speaker: str = "Ada", session: str = "notes") -> Remembered:
    return remember(corpus, text, speaker, session, NOON)


def session(corpus: Corpus, text: str | bytes, name: str = "notes") -> Path:
    """A session file as somebody left it."""
    file = corpus.root / "remembered" / f"{name}.jsonl"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return file


def read(corpus: Corpus, path: str) -> dict[int, str]:
    """The turns of a session by line, as a sync reads them."""
    raw = (corpus.root / path).read_bytes()
    rows = extract(Task(corpus.name, path, raw, corpus.fingerprint, tombstones.load(corpus))).rows["evidence.paragraphs"]
    return {row["first_line"]: row["text"] for row in rows if row["kind"] == "turn"}


def erase(corpus: Corpus, kind: str, value: str) -> None:
    known = tombstones.with_secret(corpus)
    tombstones.add(corpus, Tombstone("x1", "lines", known.mark("lines", ""), "2026-05-04", (known.mark(kind, value),)))


def test_a_line_that_was_deleted_does_no_harm_to_the_next(desk: Corpus) -> None:
    for text in ("One.", "Two.", "Three."):
        written = say(desk, text)
    file = desk.root / written.path
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[1:]))
    assert read(desk, say(desk, "Four.").path) == {1: "Ada: Two.", 2: "Ada: Three.", 3: "Ada: Four."}


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n"])
def test_however_a_session_ends_the_next_turn_is_a_line_of_its_own(desk: Corpus, end: str) -> None:
    session(desk, '{"speaker": "Bo", "text": "Hi."}' + end)
    written = say(desk, "Hello.")
    assert read(desk, written.path) == {1: "Bo: Hi.", written.line: "Ada: Hello."}


@pytest.mark.parametrize(
    ("left", "says"),
    [
        ('{"speaker": "Bo", "text": "Hi."}\n{"speaker": "Bo", "te', "line 2"),
        ('{"id": "1", "speaker": "Bo", "text": "A."}\n{"id": "1", "speaker": "Bo", "text": "B."}\n', "line 2"),
        ("Shopping list\n", "no session"),
        ('{"a": 1}\n', "no session"),
        ('{"speaker": "Bo", "text": "Hi."}\n'.encode("utf-16"), "not in UTF-8"),
        ('{"speaker": "Bo", "text": "Café à la crème."}\n'.encode("latin-1"), "not in UTF-8"),
    ],
    ids=["torn", "twin ids", "text", "other JSON", "UTF-16", "Latin-1"],
)
def test_a_session_in_which_nothing_would_be_found_is_refused(desk: Corpus, left: str | bytes, says: str) -> None:
    file = session(desk, left)
    before = file.read_bytes()
    with pytest.raises(BadMemory, match=says):
        say(desk, "Grüße aus Köln.")
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("caf\udce9", "Ada"),
        ("Hi.", "Zo\udceb"),
        ("\0", "Ada"),
        (" ", "Ada"),
        ("x" * 100_001, "Ada"),
        ("Hi.", " "),
        ("Hi.", "A" * 201),
        ("Hi.", "Ev\nil"),
    ],
    ids=["bytes", "bytes of a name", "NUL", "blank", "long", "nobody", "long name", "two lines"],
)
def test_what_no_session_can_hold_leaves_nothing_behind(desk: Corpus, text: str, speaker: str) -> None:
    with pytest.raises(BadMemory):
        say(desk, text, speaker)
    assert list(desk.root.iterdir()) == []


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (DOCUMENT, document_id("desk", "remembered/notes.jsonl")),
        (PERSON, "ada"),
        (TEXT, paragraph_hash("Ada: The gate code is 4711.")),
    ],
)
def test_what_was_erased_is_not_remembered_again(desk: Corpus, kind: str, value: str) -> None:
    erase(desk, kind, value)
    with pytest.raises(BadMemory, match="lineproof erase --lift"):
        say(desk, "The gate code is 4711.")
    assert list(desk.root.iterdir()) == []
    if kind != PERSON:
        assert read(desk, say(desk, "The door is open.", session="s2").path) == {1: "Ada: The door is open."}


def test_a_session_of_bytes_that_were_erased_is_refused(desk: Corpus) -> None:
    raw = (desk.root / say(desk, "Hi.", session="s1").path).read_bytes()
    erase(desk, CONTENT, content_hash(raw))
    with pytest.raises(BadMemory, match="was erased"):
        say(desk, "Hi.", session="s2")


def test_a_link_out_of_the_corpus_is_not_followed(desk: Corpus, tmp_path: Path) -> None:
    (desk.root / "remembered").symlink_to(tmp_path)
    with pytest.raises(BadMemory, match="out of the corpus"):
        say(desk, "Hi.")
    assert not (tmp_path / "notes.jsonl").exists()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.lists(st.tuples(st.text(), st.text(max_size=220)), max_size=4))
def test_every_turn_that_was_taken_is_read_on_its_line(desk: Corpus, turns: list[tuple[str, str]]) -> None:
    file = session(desk, "")
    taken = []
    for text, speaker in turns:
        try:
            taken.append((say(desk, text, speaker), text))
        except BadMemory:
            continue
    found = read(desk, "remembered/notes.jsonl") if taken else {}
    assert sorted(found) == [written.line for written, _ in taken]
    assert [json.loads(line)["text"] for line in file.read_bytes().split(b"\n")[:-1]] == [text for _, text in taken]

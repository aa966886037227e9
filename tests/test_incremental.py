"""Whatever happens to a few documents that cite one another, bringing them up to date equals compiling them anew.

current table   one that says what holds now; histories (revisions, moves) and the ledger's own run ids are not
untouched       a paragraph whose text stands exactly once in its document, before a step and after it
"""

import datetime
import random
import tempfile
import textwrap
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from checks.invariants import INVARIANTS
from lineproof.beliefs.history import as_of, known_at
from lineproof.beliefs.settle import settle
from lineproof.beliefs.update import update as update_beliefs
from lineproof.evidence.update import update as compile_documents
from lineproof.graph.update import update as resolve_mentions
from lineproof.wiki.derive import derive
from storage.database import Store, open_store
from storage.workspace import Corpus
from tests.lineproof.graph.building import corpus_of, update

CURRENT = (
    "evidence.documents", "evidence.lines", "evidence.paragraphs", "evidence.turns", "evidence.signals", "evidence.mentions",
    "evidence.names", "graph.identities", "graph.alias_mentions", "graph.stated_edges", "graph.unresolved", "graph.lookups",
    "beliefs.candidates", "beliefs.quotes", "beliefs.claims", "beliefs.standings", "beliefs.relations", "beliefs.successions",
    "beliefs.contests", "beliefs.concept_forms", "beliefs.concepts", "beliefs.claim_concepts", "beliefs.reflections",
    "beliefs.reflection_claims", "wiki.pages", "wiki.sentences", "wiki.links",
)  # fmt: skip

DAYS = tuple(datetime.date.fromisoformat(day) for day in ("2019-04-01", "2023-12-31", "2026-01-01", "2030-06-01"))
HEADS = (
    "---\nform: HV 30 01\nedition: {edition}\neffective: {edition}-01\n---\n\n# Homeowners Form\n\n",
    "---\nform: HV 04 10\nedition: {edition}\nattaches_to: HV 30 01\n---\n\n# Water Backup Endorsement\n\n",
    "---\ntitle: Claims Manual\nrequires: HV 30 01 ({edition})\n---\n\n# Claims Manual\n\n",
    "# Bürgerliches Gesetzbuch (BGB)\n\n## § 8 Haftung\n\nDie Haftung ist in diesem Gesetz und nicht anders geregelt.\n\n",
    "# UG-07 Roof Guideline\n\nSUPERSEDED by HV 30 01 ({edition}).\n\n",
    "# Notes on everything\n\n",
    "Replaces: HV 30 01 (2019-04)\nReplaces: HV 30 01 (2019-04)\n\n",
    "---\nrequires: [HV 04 10, HV 04 10]\n---\n\n# Roof Eligibility Guide\n\n",
    "# Roof Eligibility Guide Plan\n\n",
    "# Straßenverkehrsgesetz\n\n## § 1 Anfang\n\nDas Gesetz ist nicht für die Wege, und es gilt auch nach dem Ende.\n\n",
    "# Claims Manual, Chapter 4\n\n",
    "---\ntitle: Travel Policy\nedition: {edition}\n---\n\n# Travel Policy\n\n",
)
BLOCKS = (
    "## Section I - Property\n\nA.1 Dwelling. We cover the dwelling.\n\n"
    "A.2 Other structures. See A.1.\n\nA.3 Loss of use follows A.1 through A.2.",
    "## 1 Scope\n\nIt applies to roofs. Section 2 of the Claims Manual says more.",
    "## 2 Settlement\n\nWe pay within 30 days; see Section 1 and the Roof Guideline.",
    "## 3 Limits\n\nThe limit is $5,000 under Sections 1 to 3.",
    "This endorsement attaches to HV 30 01 and modifies Section I A.2.",
    "This document supersedes HV 30 01 (2019-04). It does not amend the Claims Manual.",
    "W.1 Limit of Liability. The most we pay is $10,000.\n\nW.2 Deductible. See W.1, Limit of Liability, of HV 04 10.",
    "Nach § 8 des Bürgerlichen Gesetzbuchs und § 8 BGB haftet der Schuldner, und nach dem Gesetz ist das nicht anders.",
    "The Water Backup Endorsement is discussed in [the notes](notes.md#2-settlement) and in [another](../forms/a.md).",
    "“Actual cash value” means the cost to replace less depreciation.\n\nRoofs are settled at actual cash value under HV 04 10.",
    "The applicable state amendatory endorsement applies. HV 99 12 does not exist.",
    "| form | edition |\n|---|---|\n| HV 30 01 | 2026-01 |",
    "Roofs are old.",
    "Absatz 1 gilt nicht für die Häuser, die nach dem Gesetz und dem Vertrag versichert sind.",
    "Nach dem Straßenverkehrsgesetz und § 1 des Straßenverkehrsgesetzes ist der Halter nicht für die Wege verantwortlich.",
    "Read the Roof Eligibility Guide first, then the Roof Eligibility Guide Plans, and [one](notes.md#scope..limits).",
    "## 4 Roof Eligibility Guide\n\nSee the Scope section of HV 30 01 (2026-01), and Section 4 of the Claims Manual.",
    "See the Roof Eligibility Guide (2026-01), and Claims Manual (2019-04) Section 2 or § 1 of the Homeowners Form (2026-01).",
    "“Water Backup” means water that backs up.\n\nWater Backup is not covered. A water backup is rare.",
)
PATHS = ("forms/a.md", "forms/b.md", "notes.md", "notes.txt", "manual/claims.md", "recht/bgb.md", "guide/index.md")
EDITIONS = ("2019-04", "2026-01")

documents = st.builds(
    lambda head, edition, blocks: head.format(edition=edition) + "\n\n".join(blocks) + "\n",
    st.sampled_from(HEADS),
    st.sampled_from(EDITIONS),
    st.lists(st.sampled_from(BLOCKS), min_size=1, max_size=5),
)


def statuses_on(store: Store, day: datetime.date, moment: datetime.datetime | None = None) -> dict[str, str]:
    """The statuses that claims had on a day, by what is known now or was at a moment."""
    return {row["claim_id"]: row["status"] for row in as_of(store.connection, day, moment)}


def current(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Rows of the current tables, as sorted texts since some values do not compare."""
    return {table: sorted(store.query(f"SELECT * FROM {table}"), key=repr) for table in CURRENT}


def clean_build(empty: Store, corpus: Corpus) -> dict[str, list[tuple[object, ...]]]:
    """The current tables compiled anew, in a database that stays empty: what was compiled is rolled back."""
    empty.connection.execute("BEGIN TRANSACTION")
    try:
        compile_documents(empty, corpus, "clean")
        resolve_mentions(empty, corpus.fingerprint)
        believe(empty, corpus)
        return current(empty)
    finally:
        empty.connection.execute("ROLLBACK")


def believe(store: Store, corpus: Corpus) -> None:
    """Bring claims and wiki up to date; the caller has opened the transaction."""
    counts = update_beliefs(store, corpus, "run")
    settle(store, corpus, "run", counts.touched)
    derive(store, corpus, "run")


def unique_paragraphs(store: Store) -> dict[tuple[str, str], str]:
    """Ids of paragraphs by document and text hash, where that text stands once."""
    rows = store.query("SELECT document_id, paragraph_hash, paragraph_id FROM evidence.paragraphs WHERE NOT repeated")
    return {(document, text): paragraph for document, text, paragraph in rows}


def places(store: Store) -> dict[str, list[str]]:
    """Ids of all paragraphs by the hash of their text."""
    return dict(store.query("SELECT paragraph_hash, list(paragraph_id) FROM evidence.paragraphs GROUP BY ALL"))


class Library(RuleBasedStateMachine):
    """Changes to a folder; after each the database is brought up to date and compared with a clean one."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(prefix="incremental-")
        self.corpus = corpus_of(Path(self.folder.name), {})
        self.store = open_store(self.corpus.database)
        self.empty = open_store(Path(":memory:"))
        self.texts: dict[str, bytes] = {}
        self.before: dict[tuple[str, str], str] = {}
        self.places: dict[str, list[str]] = {}

    def teardown(self) -> None:
        self.store.close()
        self.empty.close()
        self.folder.cleanup()

    @initialize(texts=st.dictionaries(st.sampled_from(PATHS), documents, min_size=2, max_size=5))
    def begin(self, texts: dict[str, str]) -> None:
        for path, text in texts.items():
            self._put(path, text.encode())

    @rule(path=st.sampled_from(PATHS), text=documents)
    def add_or_replace(self, path: str, text: str) -> None:
        self._put(path, text.encode())

    @precondition(lambda self: self.texts)
    @rule(data=st.data(), block=st.sampled_from(BLOCKS))
    def insert_a_block(self, data: st.DataObject, block: str) -> None:
        path, blocks = self._blocks(data)
        place = data.draw(st.integers(0, len(blocks)))
        self._put(path, b"\n\n".join([*blocks[:place], block.encode(), *blocks[place:]]))

    @precondition(lambda self: self.texts)
    @rule(data=st.data())
    def remove_a_block(self, data: st.DataObject) -> None:
        path, blocks = self._blocks(data)
        place = data.draw(st.integers(0, len(blocks) - 1))
        self._put(path, b"\n\n".join([*blocks[:place], *blocks[place + 1 :]]))

    @precondition(lambda self: self.texts)
    @rule(data=st.data())
    def duplicate_a_block(self, data: st.DataObject) -> None:
        path, blocks = self._blocks(data)
        place = data.draw(st.integers(0, len(blocks) - 1))
        self._put(path, b"\n\n".join([*blocks, blocks[place]]))

    @precondition(lambda self: self.texts)
    @rule(data=st.data(), seed=st.integers(0, 5))
    def reorder(self, data: st.DataObject, seed: int) -> None:
        path, blocks = self._blocks(data)
        random.Random(seed).shuffle(blocks)
        self._put(path, b"\n\n".join(blocks))

    @precondition(lambda self: self.texts)
    @rule(data=st.data(), old=st.sampled_from(EDITIONS), new=st.sampled_from((*EDITIONS, "2027-01")))
    def edit_editions_and_dates(self, data: st.DataObject, old: str, new: str) -> None:
        path = self._some(data)
        self._put(path, self.texts[path].replace(old.encode(), new.encode()))

    @precondition(lambda self: self.texts)
    @rule(
        data=st.data(),
        words=st.sampled_from(
            (
                (b"Section", b"Chapter"),
                (b"## 2", b"## 4"),
                (b"A.2", b"A.4"),
                (b"Manual", b"Handbook"),
                (b"Roof Eligibility", b"ROOF ELIGIBILITY"),
                (b"Water Backup", b"water backup"),
                (b"\xc3\x9f", b"ss"),
            )
        ),
    )
    def edit_words(self, data: st.DataObject, words: tuple[bytes, bytes]) -> None:
        path = self._some(data)
        self._put(path, self.texts[path].replace(*words))

    @precondition(lambda self: self.texts)
    @rule(data=st.data(), onto=st.sampled_from(PATHS))
    def move_a_block(self, data: st.DataObject, onto: str) -> None:
        path, blocks = self._blocks(data)
        place = data.draw(st.integers(0, len(blocks) - 1))
        self._put(path, b"\n\n".join([*blocks[:place], *blocks[place + 1 :]]))
        self._put(onto, self.texts.get(onto, b"") + b"\n\n" + blocks[place] + b"\n")

    @precondition(lambda self: self.texts)
    @rule(data=st.data(), onto=st.sampled_from(PATHS))
    def rename(self, data: st.DataObject, onto: str) -> None:
        raw = self.texts[path := self._some(data)]
        self._drop(path)
        self._put(onto, raw)

    @precondition(lambda self: self.texts)
    @rule(data=st.data(), onto=st.sampled_from(PATHS))
    def copy(self, data: st.DataObject, onto: str) -> None:
        self._put(onto, self.texts[self._some(data)])

    @precondition(lambda self: self.texts)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        self._drop(self._some(data))

    @precondition(lambda self: self.texts)
    @rule(data=st.data(), width=st.sampled_from((30, 50, 72)))
    def wrap_prose(self, data: st.DataObject, width: int) -> None:
        path, blocks = self._blocks(data)
        wrapped = [_wrapped(block.decode(), width).encode() for block in blocks]
        self._put(path, b"\n\n".join(wrapped))

    @precondition(lambda self: self.texts)
    @rule(data=st.data())
    def toggle_line_ends(self, data: st.DataObject) -> None:
        raw = self.texts[path := self._some(data)]
        self._put(path, raw.replace(b"\r\n", b"\n") if b"\r" in raw else raw.replace(b"\n", b"\r\n"))

    @precondition(lambda self: self.texts)
    @rule(data=st.data())
    def toggle_byte_order_mark(self, data: st.DataObject) -> None:
        raw = self.texts[path := self._some(data)]
        mark = b"\xef\xbb\xbf"
        self._put(path, raw.removeprefix(mark) if raw.startswith(mark) else mark + raw)

    @invariant()
    def incremental_equals_clean(self) -> None:
        update(self.store, self.corpus)
        with self.store.transaction():
            believe(self.store, self.corpus)
        expected = clean_build(self.empty, self.corpus)
        found = current(self.store)
        for table in CURRENT:
            assert found[table] == expected[table], table
        for held in INVARIANTS:
            assert held.offending(self.store.connection) == [], held.name

    @invariant()
    def history_tells_what_is_believed(self) -> None:
        known = {row["claim_id"]: row["status"] for row in known_at(self.store.connection, datetime.datetime.now(datetime.UTC))}
        assert known == dict(self.store.query("SELECT claim_id, status FROM beliefs.standings"))
        for day in DAYS:
            assert statuses_on(self.store, day, datetime.datetime.now(datetime.UTC)) == statuses_on(self.store, day)

    @invariant()
    def untouched_paragraphs_keep_their_ids(self) -> None:
        now = unique_paragraphs(self.store)
        for place in self.before.keys() & now.keys():
            assert self.before[place] == now[place]
        self._follow()
        self.before = now

    def _follow(self) -> None:
        """Text that stood in one place of the corpus, and now stands in one other, is in the history of moves."""
        moves = set(self.store.query("SELECT old_id, new_id FROM evidence.moves"))
        old, new = self.places, places(self.store)
        self.places = new
        for text in old.keys() & new.keys():
            if len(old[text]) == len(new[text]) == 1 and old[text] != new[text]:
                assert (*old[text], *new[text]) in moves

    def _some(self, data: st.DataObject) -> str:
        return data.draw(st.sampled_from(sorted(self.texts)))

    def _blocks(self, data: st.DataObject) -> tuple[str, list[bytes]]:
        path = self._some(data)
        return path, self.texts[path].replace(b"\r\n", b"\n").split(b"\n\n")

    def _put(self, path: str, raw: bytes) -> None:
        self.texts[path] = raw
        place = self.corpus.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(raw)

    def _drop(self, path: str) -> None:
        del self.texts[path]
        (self.corpus.root / path).unlink()


def _wrapped(block: str, width: int) -> str:
    return block if block.startswith(("#", "|", "---", "\ufeff")) else textwrap.fill(" ".join(block.split()), width)


TestIncremental = Library.TestCase
TestIncremental.settings = settings(
    max_examples=20, stateful_step_count=8, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)

"""Claims brought up to date: who is asked what, and what follows from the answer."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from lineproof.beliefs.minds import Minds
from lineproof.beliefs.settle import settle
from lineproof.beliefs.update import Counts, update
from lineproof.beliefs.verify import FALSE, TRUE, UNKNOWN, Finding
from lineproof.models.errors import BudgetSpent
from storage.database import Store, open_store
from storage.workspace import Corpus
from tests.lineproof.graph.building import corpus_of, write
from tests.lineproof.graph.building import update as compile_and_resolve

FORM = "# Home Form\n\n## S.4 Proof\n\nYou must send us a sworn proof of loss within 60 days. {beside}\n\n## S.5 Records\n\n{records}\n"
RECORDS = "You must keep the receipts for two years."


@dataclass
class Judge:
    """Answers every question alike, with words of the text as evidence; notes what it was asked."""

    answer: str
    evidence: str = ""
    identity: str = "judge"
    asked: list[tuple[str, str]] = field(default_factory=list)
    budget: int = 100

    def still_true(self, statement: str, text: str) -> Finding:
        if len(self.asked) == self.budget:
            raise BudgetSpent("the budget is spent")
        self.asked.append((statement, text))
        return Finding(self.answer, self.evidence, "judge", "fingerprint")


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    return corpus_of(tmp_path, {"form.md": FORM.format(beside="", records=RECORDS)})


@pytest.fixture
def store(corpus: Corpus) -> Iterator[Store]:
    opened = open_store(corpus.database)
    sync(opened, corpus)
    yield opened
    opened.close()


def sync(store: Store, corpus: Corpus, judge: Judge | None = None) -> Counts:
    compile_and_resolve(store, corpus)
    with store.transaction():
        counts = update(store, corpus, "run", Minds(verifier=judge))
        settle(store, corpus, "run", counts.touched)
    return counts


def edit(corpus: Corpus, beside: str = "", records: str = RECORDS) -> None:
    write(corpus.root, "form.md", FORM.format(beside=beside, records=records))


def statements(store: Store) -> list[str]:
    return [row[0].partition(": ")[2] for row in store.query("SELECT statement FROM beliefs.claims ORDER BY 1")]


def test_nothing_is_asked_of_what_did_not_change_and_a_sync_of_nothing_computes_nothing(store: Store, corpus: Corpus) -> None:
    judge = Judge(UNKNOWN)
    again = sync(store, corpus, judge)
    assert (again.executions, again.dirty, judge.asked) == (0, 0, [])
    write(corpus.root, "other.md", "# Other\n\nYou must not smoke.\n")
    assert sync(store, corpus, judge).executions == 1
    assert judge.asked == []


def test_each_dirty_claim_is_asked_about_once_with_the_text_as_it_is_now(store: Store, corpus: Corpus) -> None:
    judge = Judge(TRUE)
    edit(corpus, beside="Keep a copy.", records="You must keep the receipts for three years.")
    counts = sync(store, corpus, judge)
    assert counts.dirty == counts.asked == len(judge.asked) == 2
    assert sorted(text for _, text in judge.asked) == [
        "You must keep the receipts for three years.",
        "You must send us a sworn proof of loss within 60 days. Keep a copy.",
    ]
    assert counts.events == {"confirmed": 1, "revised": 1}
    assert {row[0] for row in store.query("SELECT \"by\" FROM beliefs.events WHERE event IN ('confirmed', 'revised')")} == {"judge"}


def test_what_is_deleted_is_retracted_without_a_question(store: Store, corpus: Corpus) -> None:
    judge = Judge(TRUE)
    edit(corpus, records="Nothing else.")
    counts = sync(store, corpus, judge)
    assert (counts.events, judge.asked) == ({"retracted": 1}, [])


def test_a_claim_that_the_judge_finds_false_in_its_new_context_is_believed_no_longer_also_later(store: Store, corpus: Corpus) -> None:
    edit(corpus, beside="Sworn proofs are abolished.")
    assert sync(store, corpus, Judge(FALSE, "Sworn proofs are abolished.")).events["retracted"] == 1
    [reason] = store.query("SELECT reason FROM beliefs.events WHERE event = 'retracted'")
    assert reason[0].startswith("the quote stands, and words beside it deny it")
    assert not [text for text in statements(store) if "sworn proof" in text and "60 days" in text]
    edit(corpus, beside="Sworn proofs are abolished.", records="You must keep the receipts for four years.")
    sync(store, corpus)
    assert not [text for text in statements(store) if "sworn proof" in text and "60 days" in text]


def test_what_the_judge_does_not_know_is_for_rules_to_decide(store: Store, corpus: Corpus) -> None:
    edit(corpus, beside="Keep a copy.")
    assert sync(store, corpus, Judge(UNKNOWN)).events == {"confirmed": 1}


def test_a_quote_that_stands_is_not_denied_by_its_own_words(store: Store, corpus: Corpus) -> None:
    """The model said false, and showed the very sentence that states it."""
    edit(corpus, beside="Keep a copy.")
    counts = sync(store, corpus, Judge(FALSE, "You must send us a sworn proof of loss within 60 days."))
    assert counts.events == {"confirmed": 1}
    assert [text for text in statements(store) if "sworn proof" in text and "60 days" in text]


def test_a_document_whose_claims_cannot_all_be_judged_waits_and_is_judged_as_if_nothing_had_happened(store: Store, corpus: Corpus) -> None:
    """What could not be asked was left to rules, and never asked again; a changed value ended as retracted and asserted."""
    before = statements(store)
    edit(corpus, beside="Keep a copy.", records="You must keep the receipts for three years.")
    counts = sync(store, corpus, Judge(TRUE, budget=1))
    assert (counts.events, counts.waiting) == ({}, "the budget is spent")
    assert statements(store) == [text for text in before if "two years" not in text], "what stands word for word is believed on"
    assert [row[0] for row in store.query("SELECT quote FROM beliefs.waiting ORDER BY 1")] == [
        RECORDS,
        "You must send us a sworn proof of loss within 60 days.",
    ]
    judge = Judge(TRUE)
    counts = sync(store, corpus, judge)
    assert counts.dirty == counts.asked == len(judge.asked) == 2
    assert (counts.events, counts.waiting) == ({"confirmed": 1, "revised": 1}, None)
    assert store.query("SELECT count(*) FROM beliefs.waiting") == [(0,)]
    assert {row[0] for row in store.query("SELECT status FROM beliefs.events")} == {"active"}


@pytest.mark.parametrize("later", ["two", "four", None])
def test_what_waits_is_compared_with_what_its_source_says_when_the_judge_is_back(store: Store, corpus: Corpus, later: str | None) -> None:
    edit(corpus, records="You must keep the receipts for three years.")
    sync(store, corpus, Judge(TRUE, budget=0))
    edit(corpus, records=f"You must keep the receipts for {later} years." if later else "Nothing else.")
    counts = sync(store, corpus, Judge(UNKNOWN))
    assert counts.events == {"two": {}, "four": {"revised": 1}, None: {"retracted": 1}}[later]
    assert not store.query("SELECT * FROM beliefs.waiting")


def test_a_document_that_goes_while_it_waits_is_gone(store: Store, corpus: Corpus) -> None:
    edit(corpus, records="You must keep the receipts for three years.")
    sync(store, corpus, Judge(TRUE, budget=0))
    (corpus.root / "form.md").unlink()
    assert sync(store, corpus, Judge(TRUE)).events == {"retracted": 2}
    assert not store.query("SELECT * FROM beliefs.waiting")


def test_renamed_text_is_moved_and_nobody_is_asked(store: Store, corpus: Corpus) -> None:
    (corpus.root / "form.md").rename(corpus.root / "renamed.md")
    judge = Judge(FALSE)
    counts = sync(store, corpus, judge)
    assert set(counts.events) == {"moved"}
    assert judge.asked == []


def test_a_removed_header_of_every_document_changes_no_claim(store: Store, corpus: Corpus) -> None:
    header = "<!-- Copyright -->\n\n"
    for name in ("a.md", "b.md"):
        write(corpus.root, name, header + FORM.format(beside="", records=RECORDS))
    sync(store, corpus)
    before = store.query("SELECT claim_id FROM beliefs.claims ORDER BY 1")
    for name in ("a.md", "b.md"):
        write(corpus.root, name, FORM.format(beside="", records=RECORDS))
    counts = sync(store, corpus, judge := Judge(FALSE))
    assert store.query("SELECT claim_id FROM beliefs.claims ORDER BY 1") == before
    assert (counts.dirty, counts.events, judge.asked) == (0, {}, [])

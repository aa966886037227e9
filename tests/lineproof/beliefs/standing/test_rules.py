"""Rules without a value that one document turns round, and values whose time the words tell, through the tables."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from lineproof.beliefs.settle import settle
from lineproof.beliefs.standing.update import update as derive
from lineproof.beliefs.update import update
from storage.database import open_store
from tests.lineproof.graph.building import corpus_of
from tests.lineproof.graph.building import update as compile_and_resolve

ALLOWED = "# Smoking\n\nEmployees may smoke on the roof terrace of the head office.\n"
FORBIDDEN = "# House Rules\n\nEmployees must not smoke on the roof terrace of the head office.\n"


def statuses(folder: Path, texts: Mapping[str, str], authority: Sequence[str] = ()) -> dict[str, str]:
    """The status of every claim by its statement, without the place in front of it."""
    corpus = corpus_of(folder, texts)
    with closing(open_store(corpus.database)) as store:
        compile_and_resolve(store, corpus)
        with store.transaction():
            settle(store, corpus, "run", update(store, corpus, "run").touched)
            derive(store, authority)
        found = store.query("SELECT statement, status FROM beliefs.claims JOIN beliefs.standings USING (claim_id) ORDER BY ALL")
    return {statement.partition(": ")[2]: status for statement, status in found}


def test_what_one_document_allows_and_another_forbids_is_disputed(tmp_path: Path) -> None:
    assert set(statuses(tmp_path, {"a.md": ALLOWED, "b.md": FORBIDDEN}).values()) == {"disputed"}


def test_authority_decides_what_is_allowed(tmp_path: Path) -> None:
    found = statuses(tmp_path, {"a.md": ALLOWED, "b.md": FORBIDDEN}, ["b.md"])
    assert found == {
        "Employees may smoke on the roof terrace of the head office.": "disputed",
        "Employees must not smoke on the roof terrace of the head office.": "active",
    }


@pytest.mark.parametrize(
    "other",
    [
        ALLOWED.replace("Smoking", "Breaks"),
        FORBIDDEN.replace("head office", "branch office"),
        FORBIDDEN.replace("House Rules", "House Rules\n\nThis policy supersedes the Smoking Policy."),
    ],
    ids=["agrees", "elsewhere", "supersedes"],
)
def test_what_does_not_contradict_is_not_disputed(tmp_path: Path, other: str) -> None:
    texts = {"a.md": ALLOWED.replace("# Smoking", "# Smoking Policy"), "b.md": other}
    assert "disputed" not in statuses(tmp_path, texts).values()


def test_periods_of_one_document_follow_each_other(tmp_path: Path) -> None:
    old = "Until 31 December 2025 the fee for filing a petition with the registry is $20."
    new = "From 1 January 2026 the fee for filing a petition with the registry is $25."
    assert statuses(tmp_path, {"fees.md": f"# Fees\n\n{old}\n\n{new}\n"}) == {old: "superseded", new: "active"}


def test_values_of_one_time_stand_beside_each_other(tmp_path: Path) -> None:
    adult = "The fee for a ticket of the city museum is $20 for an adult."
    child = "The fee for a ticket of the city museum is $10 for an adult."
    found = statuses(tmp_path, {"fees.md": f"# Fees\n\n{adult}\n\n{child}\n"})
    assert set(found.values()) <= {"active"}

"""Update of concepts: written only where they differ, and the same after any edits as from a clean build."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lineproof.beliefs.concepts.update import Counts, update
from storage.database import Store
from tests.lineproof.beliefs.believing import believe
from tests.lineproof.graph.building import build, corpus_of, write
from tests.lineproof.graph.building import update as compile_evidence

LOSS = "# Proof of Loss\n\nYou must send the proof of loss within 60 days of our request.\n"
CLAIMS = "# Claims Manual\n\nThe adjuster asks for a proof of loss within 5 days. The residence premises are visited.\n"
TERMS = '# Glossary\n\n"Residence premises" means the dwelling. Each residence premises has a number of 5 digits.\n'
FILES = {"loss.md": LOSS, "claims.md": CLAIMS, "terms.md": TERMS}
TABLES = ("beliefs.concepts", "beliefs.claim_concepts")


def bring_up(store: Store, documents: list[str] | None = None) -> Counts:
    with store.transaction():
        return update(store, "library", believe(store, documents))


def rows(store: Store) -> list[list[tuple[object, ...]]]:
    return [store.query(f"SELECT * FROM {table} ORDER BY ALL") for table in TABLES]


def names(store: Store) -> set[str]:
    return {row[0] for row in store.query("SELECT name FROM beliefs.concepts")}


def about(store: Store, concept: str) -> set[str]:
    """The paths of the documents that have a claim about a concept."""
    sql = (
        "SELECT DISTINCT d.path FROM beliefs.claim_concepts c JOIN beliefs.concepts k USING (concept_id) "
        "JOIN evidence.documents d USING (document_id) WHERE k.name = ?"
    )
    return {row[0] for row in store.query(sql, [concept])}


@pytest.fixture
def store(tmp_path: Path) -> object:
    with build(corpus_of(tmp_path, FILES)) as store:
        yield store


def test_concepts_are_counted_over_the_corpus(store: Store) -> None:
    counts = bring_up(store)
    assert counts.changed
    assert counts.concepts == len(names(store))
    found = {name: (kind, paragraphs, documents) for name, kind, paragraphs, documents in store.query(
        "SELECT name, kind, paragraphs, documents FROM beliefs.concepts")}  # fmt: skip
    assert found["proof of loss"] == ("heading", 3, 2)
    assert found["residence premises"] == ("term", 2, 2)


def test_a_claim_is_about_what_its_words_name_and_what_it_stands_under(store: Store) -> None:
    bring_up(store)
    assert about(store, "proof of loss") == {"loss.md", "claims.md"}


def test_what_has_not_changed_is_not_written_again(store: Store) -> None:
    bring_up(store)
    before = rows(store)
    with store.transaction():
        again = update(store, "library", [row[0] for row in store.query("SELECT document_id FROM evidence.documents")])
    assert (again.changed, again.written) == (False, 0)
    assert rows(store) == before


def test_a_concept_that_is_named_no_more_is_gone_from_all_claims(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, FILES)
    with build(corpus) as store:
        bring_up(store)
        (corpus.root / "terms.md").unlink()
        compile_evidence(store, corpus)
        bring_up(store, [])
        assert "residence premises" not in names(store)
        assert not store.query("SELECT * FROM beliefs.claim_concepts ANTI JOIN beliefs.concepts USING (concept_id)")
        assert not store.query("SELECT * FROM beliefs.claim_concepts ANTI JOIN beliefs.claims USING (claim_id)")


TEXTS = st.sampled_from([LOSS, CLAIMS, TERMS, LOSS.replace("proof", "proofs"), CLAIMS.replace("Claims", "Claim"), "# Travel\n\nText.\n"])


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=st.dictionaries(st.sampled_from("abc"), TEXTS, min_size=1), after=st.dictionaries(st.sampled_from("abc"), TEXTS, min_size=1))
def test_an_update_equals_a_clean_build(
    tmp_path_factory: pytest.TempPathFactory, before: Mapping[str, str], after: Mapping[str, str]
) -> None:
    first, second = ({f"{name}.md": text for name, text in files.items()} for files in (before, after))
    corpus = corpus_of(tmp_path_factory.mktemp("edited"), first)
    with build(corpus) as edited, build(corpus_of(tmp_path_factory.mktemp("clean"), second)) as clean:
        bring_up(edited)
        for path in first.keys() - second.keys():
            (corpus.root / path).unlink()
        for path, text in second.items():
            write(corpus.root, path, text)
        compile_evidence(edited, corpus)
        changed = [
            row[0] for row in edited.query("SELECT document_id, path FROM evidence.documents") if first.get(row[1]) != second[row[1]]
        ]
        bring_up(edited, changed)
        bring_up(clean)
        assert rows(edited) == rows(clean)

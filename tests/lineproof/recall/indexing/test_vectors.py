"""The vectors of a corpus follow its evidence; only texts that have none are embedded."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lineproof.evidence import update as evidence
from lineproof.models.errors import Unavailable
from lineproof.recall.indexing import vectors, wants_vectors
from lineproof.recall.indexing.vectors import Counts, outstanding, update
from storage.database import Store, open_store
from storage.workspace import Corpus

WATER = "Water damage is covered from the first day of the term."
FIRE = "Fire damage is covered up to the sum that the schedule names."
THEFT = "Theft has to be reported to the police within two days."


class Counting:
    """An embedder that remembers what it was asked; a vector is made of the characters of its text."""

    def __init__(self, name: str = "letters", languages: Sequence[str] | None = None, calls: int = 1_000) -> None:
        self.name = name
        self.languages = languages
        self.asked: list[str] = []
        self._calls = calls

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if not self._calls:
            raise Unavailable("the endpoint is gone")
        self._calls -= 1
        self.asked.extend(texts)
        return [[float(text.count(letter)) for letter in "abcdefgh"] for text in texts]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "data/working.duckdb")
    yield opened
    opened.close()


@pytest.fixture
def compile_(tmp_path: Path, store: Store) -> Callable[..., Corpus]:
    """Make the sources of a corpus just these, and bring its evidence up to date."""
    root = tmp_path / "sources"

    def write(**documents: str) -> Corpus:
        root.mkdir(exist_ok=True)
        for file in root.iterdir():
            file.unlink()
        for name, text in documents.items():
            (root / name.replace("__", ".")).write_text(text, encoding="utf-8")
        corpus = Corpus("library", root, tmp_path / "data")
        with store.transaction():
            evidence.update(store, corpus, "run", verify=True)
        return corpus

    return write


def rows(store: Store) -> list[tuple[object, ...]]:
    return store.query("SELECT document_id, paragraph_id, paragraph_hash, model, vector FROM search.vectors ORDER BY ALL")


def test_paragraphs_get_vectors_and_headings_code_and_fragments_do_not(store: Store, compile_: Callable[..., Corpus]) -> None:
    compile_(
        a__md=f"# A heading of more than twenty characters\n\n{WATER}\n\n- {FIRE}\n\n- No. 7\n\n```\nsome code that is long enough\n```\n"
    )
    embedder = Counting()
    assert update(store, embedder) == Counts(2, 2, 0)
    assert embedder.asked == [WATER, FIRE]


def test_vectors_are_stored_at_unit_length(store: Store, compile_: Callable[..., Corpus]) -> None:
    compile_(a__md=WATER)
    update(store, Counting())
    ((raw,),) = store.query("SELECT vector FROM search.vectors")
    assert np.linalg.norm(np.frombuffer(raw, "<f2").astype(np.float64)) == pytest.approx(1, abs=1e-3)


def test_an_update_without_changes_embeds_writes_and_advances_nothing(store: Store, compile_: Callable[..., Corpus]) -> None:
    compile_(a__md=WATER)
    update(store, Counting())
    before = rows(store), store.revision()
    again = Counting()
    assert outstanding(store, again) == 0
    assert update(store, again) == Counts(0, 0, 0)
    assert (rows(store), store.revision(), again.asked) == (*before, [])


def test_only_a_new_text_is_embedded_and_the_old_goes(store: Store, compile_: Callable[..., Corpus]) -> None:
    compile_(a__md=f"{WATER}\n\n{FIRE}\n")
    update(store, Counting())
    compile_(a__md=f"{WATER}\n\n{THEFT}\n")
    embedder = Counting()
    assert outstanding(store, embedder) == 2
    assert update(store, embedder) == Counts(1, 1, 1)
    assert embedder.asked == [THEFT]


def test_a_text_that_moves_or_repeats_is_not_embedded_again(store: Store, compile_: Callable[..., Corpus]) -> None:
    compile_(a__md=WATER, b__md=WATER)
    embedder = Counting()
    assert update(store, embedder) == Counts(1, 2, 0)
    compile_(c__md=f"{WATER}\n\n{WATER}\n", d__md=WATER)
    assert update(store, embedder) == Counts(0, 3, 2)
    assert embedder.asked == [WATER]


def test_another_model_makes_all_anew(store: Store, compile_: Callable[..., Corpus]) -> None:
    compile_(a__md=f"{WATER}\n\n{FIRE}\n")
    update(store, Counting("one"))
    assert update(store, Counting("two")) == Counts(2, 2, 2)
    assert store.query("SELECT DISTINCT model FROM search.vectors") == [("two",)]


def test_without_an_embedder_all_vectors_go(store: Store, compile_: Callable[..., Corpus]) -> None:
    compile_(a__md=f"{WATER}\n\n{FIRE}\n")
    update(store, Counting())
    assert outstanding(store, None) == 2
    assert update(store, None) == Counts(0, 0, 2)
    assert rows(store) == []


def test_texts_in_a_language_that_the_model_does_not_have_get_none(store: Store, compile_: Callable[..., Corpus]) -> None:
    german = "Der Versicherer ist nicht zur Leistung verpflichtet, wenn der Schaden nicht angezeigt wurde."
    compile_(a__md=WATER, b__md=f"{german}\n\nDer Schaden ist unverzüglich und in Textform anzuzeigen, sobald er bekannt ist.\n")
    embedder = Counting(languages=["en"])
    update(store, embedder)
    assert embedder.asked == [WATER]


def test_what_was_embedded_before_a_failure_stays(store: Store, compile_: Callable[..., Corpus], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "SLICE", 1)
    compile_(a__md=f"{WATER}\n\n{FIRE}\n\n{THEFT}\n")
    with pytest.raises(Unavailable):
        update(store, Counting(calls=2))
    assert len(rows(store)) == 2
    told: list[tuple[int, int]] = []
    rest = Counting()
    assert update(store, rest, lambda done, total: told.append((done, total))) == Counts(1, 1, 0)
    assert (len(rest.asked), told) == (1, [(1, 1)])


def test_by_default_conversations_have_vectors(store: Store, compile_: Callable[..., Corpus]) -> None:
    assert not wants_vectors(store, compile_(a__md=WATER))
    note = '{"speaker": "Ann", "text": "We moved to Oslo."}\n'
    assert not wants_vectors(store, compile_(a__md=WATER, b__jsonl=note)), "one note among documents changes nothing"
    corpus = compile_(a__md=WATER, b__jsonl=note + '{"speaker": "Bob", "text": "When?"}\n')
    assert wants_vectors(store, corpus)
    assert not wants_vectors(store, Corpus("library", corpus.root, corpus.data, vectors=False))
    embedder = Counting()
    update(store, embedder)
    assert "Bob: When?" in embedder.asked


TEXTS = st.lists(st.sampled_from([WATER, FIRE, THEFT, f"{WATER} {FIRE}", "Short."]), max_size=4)


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=3))
def test_after_any_edits_the_rows_are_those_of_a_clean_build(
    store: Store, compile_: Callable[..., Corpus], states: list[tuple[list[str], list[str]]]
) -> None:
    for first, second in states:
        compile_(a__md="\n\n".join(first), b__md="\n\n".join(second))
        update(store, Counting())
    after = rows(store)
    update(store, None)
    update(store, Counting())
    assert after == rows(store)

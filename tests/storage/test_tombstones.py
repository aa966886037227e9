"""Tombstones: they tell nothing without the secret, and hold until they are lifted."""

import json
from pathlib import Path

import pytest

from storage import tombstones
from storage.errors import SecretMissing
from storage.tombstones import CLAIM, DOCUMENT, LOCAL, PERSON, TEXT, Tombstone
from storage.workspace import Corpus


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    return Corpus("desk", tmp_path / "sources", tmp_path / ".lineproof" / "desk")


def stone(corpus: Corpus, erasure: str, *marks: tuple[str, str]) -> Tombstone:
    known = tombstones.with_secret(corpus)
    made = Tombstone(erasure, "document", known.mark(DOCUMENT, "d1"), "2026-01-01", tuple(known.mark(*mark) for mark in marks))
    tombstones.add(corpus, made)
    return made


def test_nothing_is_erased_where_there_is_no_tombstone(corpus: Corpus) -> None:
    none = tombstones.load(corpus)
    assert not none.document_erased("d1", "h")
    assert not none.text_erased("d1", "c1", "h")
    assert not none.person_erased("Anna")
    assert not none.claim_erased("A is B.")
    assert none.claims_fingerprint == ""


def test_each_kind_covers_its_own_and_nothing_else(corpus: Corpus) -> None:
    stone(corpus, "x1", (DOCUMENT, "d1"), (TEXT, "h1"), (LOCAL, "d2/h2"), (PERSON, "anna meier"), (CLAIM, "a is b."))
    found = tombstones.load(corpus)
    assert found.document_erased("d1", None) == "x1"
    assert found.document_erased("h1", None) is None
    assert found.text_erased("any", "c1", "h1")
    assert found.text_erased("d2", "c1", "h2")
    assert found.text_erased("d3", "d2", "h2")
    assert not found.text_erased("d3", "c1", "h2")
    assert found.person_erased("Anna\u00a0 MEIER")
    assert found.claim_erased("A  is B.")
    assert not found.claim_erased("A is not B.")


def test_the_file_holds_no_word_and_other_secrets_make_other_marks(corpus: Corpus, tmp_path: Path) -> None:
    stone(corpus, "x1", (CLAIM, "the vault code is zebra"))
    written = (corpus.tombstones / "desk.json").read_text()
    assert "zebra" not in written
    other = Corpus("desk", tmp_path, tmp_path / "other" / ".lineproof" / "desk")
    assert tombstones.with_secret(other).mark(CLAIM, "x") != tombstones.with_secret(corpus).mark(CLAIM, "x")


def test_corpora_share_the_secret_and_not_the_tombstones(corpus: Corpus, tmp_path: Path) -> None:
    stone(corpus, "x1", (DOCUMENT, "d1"))
    other = Corpus("notes", tmp_path, tmp_path / ".lineproof" / "notes")
    assert tombstones.with_secret(other).secret == tombstones.load(corpus).secret
    assert not tombstones.load(other).document_erased("d1", None)


def test_what_is_lifted_is_gone_and_the_rest_stays(corpus: Corpus) -> None:
    stone(corpus, "x1", (DOCUMENT, "d1"))
    stone(corpus, "x2", (DOCUMENT, "d1"), (DOCUMENT, "d2"))
    found = tombstones.load(corpus)
    assert [one.erasure_id for one in tombstones.named(found, [(DOCUMENT, "d1")], "")] == ["x1", "x2"]
    assert [one.erasure_id for one in tombstones.named(found, [], "x2")] == ["x2"]
    tombstones.lift(corpus, ["x1"])
    assert tombstones.load(corpus).document_erased("d1", None) == "x2"
    tombstones.lift(corpus, ["x2"])
    assert tombstones.load(corpus) == tombstones.NONE


def test_an_erasure_that_is_tried_again_leaves_one_tombstone(corpus: Corpus) -> None:
    stone(corpus, "x1", (DOCUMENT, "d1"))
    stone(corpus, "x1", (DOCUMENT, "d1"))
    assert len(json.loads((corpus.tombstones / "desk.json").read_text())["tombstones"]) == 1


@pytest.mark.parametrize("secret", [None, "00" * 32, "not hexadecimal"])
def test_another_secret_is_an_error_and_not_silence(corpus: Corpus, secret: str | None) -> None:
    stone(corpus, "x1", (DOCUMENT, "d1"))
    file = corpus.tombstones / "secret"
    file.unlink() if secret is None else file.write_text(secret)
    with pytest.raises(SecretMissing, match="secret"):
        tombstones.load(corpus)

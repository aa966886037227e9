"""Hashes: what makes two lines, paragraphs or nodes the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.evidence.hashing import document_id, fingerprint, line_hash, node_id, paragraph_hash, term_id


@given(st.binary(), st.binary())
def test_lines_are_the_same_only_byte_for_byte(one: bytes, other: bytes) -> None:
    assert (line_hash(one) == line_hash(other)) == (one == other)


@pytest.mark.parametrize("text", ["well- known", "e-mail and on- site", "2026- 01"])
def test_a_blank_after_a_hyphen_does_not_count(text: str) -> None:
    assert paragraph_hash(text) == paragraph_hash(text.replace("- ", "-"))


@pytest.mark.parametrize(("one", "other"), [("a - b", "a -b"), ("ab", "a b"), ("a-b", "ab"), ("A", "a"), ("- x", "-x")])
def test_other_blanks_do(one: str, other: str) -> None:
    assert paragraph_hash(one) != paragraph_hash(other)


def test_the_borders_of_parts_count() -> None:
    assert fingerprint("ab", "c") != fingerprint("a", "bc") != fingerprint("abc")


def test_a_node_id_is_a_letter_and_24_digits() -> None:
    assert len(node_id("p", "x")) == 25
    assert [document_id("a", "x.md")[0], term_id("a", "d1", "roof")[0]] == ["d", "t"]


def test_ids_depend_on_corpus_and_path() -> None:
    assert len({document_id("a", "x.md"), document_id("b", "x.md"), document_id("a", "y.md")}) == 3

"""Extract: everything of one document, from its bytes alone; offsets and lines fit the text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lineproof.evidence.extract import Evidence, Task, extract
from lineproof.evidence.hashing import line_hash

SETTINGS = '{"grammar": {}, "language": null}'
TEXT = """---
form: HV 04 10
attaches_to: HV 30 01
---

# Water Backup

This endorsement modifies Section I A.4 and
Section II L.3; see [the form](form.md#a).

W.1 Limit. We pay $5,000.
"""


def extracted(raw: bytes, path: str = "a.md") -> Evidence:
    return extract(Task("library", path, raw, SETTINGS))


def hashes(raw: bytes) -> list[str]:
    return [row["paragraph_hash"] for row in extracted(raw).rows["evidence.paragraphs"]]


@pytest.mark.parametrize(
    "raw",
    [
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.encode("utf-16"),
        TEXT.replace(" and\nSection", "\nand Section").encode(),
        TEXT.rstrip("\n").encode(),
    ],
)
def test_line_ends_encodings_and_wraps_change_no_paragraph(raw: bytes) -> None:
    assert hashes(raw) == hashes(TEXT.encode())


def test_lines_are_the_bytes_without_their_ends() -> None:
    assert extracted(b"one\r\ntwo\rthree\x0cfour\n").lines == (b"one", b"two", b"three\x0cfour")
    assert line_hash(b"one") != line_hash(b"one\r")


def test_mentions_stand_on_the_lines_where_their_words_begin() -> None:
    rows = extracted(TEXT.encode()).rows["evidence.mentions"]
    places = {(row["line"], row["relation"], row["text"]) for row in rows}
    assert {
        (3, "attaches_to", "HV 30 01"),
        (8, "refers_to", "Section I A.4"),
        (8, "amends", "Section I A.4"),
        (9, "refers_to", "Section II L.3"),
        (9, "refers_to", "[the form](form.md#a)"),
    } <= places


@pytest.mark.parametrize("raw", [b"", b"\n\n", b"\x00", b"\xff\xfe", "\u2028\u0085".encode(), b"---\n", b"# \n"])
def test_next_to_nothing(raw: bytes) -> None:
    found = extracted(raw)
    assert len(found.rows["evidence.documents"]) == 1
    assert found.rows["evidence.mentions"] == []


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["a.md", "a.txt", "a.rst", "a.html"]), st.one_of(st.binary(max_size=300), st.text(max_size=300).map(str.encode)))
def test_any_bytes_give_rows_that_fit_together(path: str, raw: bytes) -> None:
    found = extracted(raw, path)
    texts = {row["paragraph_id"]: row for row in found.rows["evidence.paragraphs"]}
    for row in (*found.rows["evidence.mentions"], *found.rows["evidence.signals"]):
        if row["paragraph_id"]:
            paragraph = texts[row["paragraph_id"]]
            assert paragraph["text"][row["start"] : row["end"]] == row["text"]
            assert paragraph["first_line"] <= row["line"] <= paragraph["last_line"] <= len(found.lines)


@settings(max_examples=30, deadline=None)
@given(st.permutations(TEXT.split("\n\n")))
def test_order_of_blocks_does_not_matter_to_hashes_of_prose(blocks: list[str]) -> None:
    prose = "This endorsement modifies Section I A.4 and Section II L.3; see [the form](form.md#a)."
    rows = extracted("\n\n".join(["# Start", *blocks]).encode()).rows["evidence.paragraphs"]
    (found,) = [row["paragraph_id"] for row in rows if row["text"] == prose]
    (first,) = [row["paragraph_id"] for row in extracted(TEXT.encode()).rows["evidence.paragraphs"] if row["text"] == prose]
    assert found == first


def test_mention_ids_are_unique() -> None:
    ids = [row["mention_id"] for row in extracted(TEXT.encode()).rows["evidence.mentions"]]
    assert len(ids) == len(set(ids))

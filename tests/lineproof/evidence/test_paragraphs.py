"""Paragraphs: hashes that outlive re-wrapping, ids that outlive edits elsewhere, and lines that are the right ones."""

import textwrap
import unicodedata

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lineproof.evidence.hashing import paragraph_hash
from lineproof.evidence.paragraphs import Paragraph, normalise, paragraphs
from lineproof.sources.model import Block, Fragment, Kind

DOCUMENT = "d" + "0" * 24
words = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=12).filter(str.strip)
prose = st.lists(words, min_size=1, max_size=30).map(" ".join).filter(lambda text: text == " ".join(text.split()))
hyphenated = st.lists(
    st.sampled_from(["well-known", "on-site", "the", "state-of-the-art", "clause", "2026-01"]), min_size=1, max_size=30
).map(" ".join)


def block(text: str, kind: Kind = "paragraph", level: int = 0, first: int = 1) -> Block:
    return Block(kind, tuple(Fragment(first + n, line) for n, line in enumerate(text.split("\n"))), level)


def made(*texts: str) -> list[Paragraph]:
    """Paragraphs of texts; `# ` begins a heading."""
    blocks = [
        block(text.removeprefix("# "), *(("heading", 1) if text.startswith("# ") else ()), first=n * 10) for n, text in enumerate(texts)
    ]  # type: ignore[arg-type]
    return paragraphs(DOCUMENT, blocks)


def ids(*texts: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for paragraph in made(*texts):
        found.setdefault(paragraph.text, []).append(paragraph.paragraph_id)
    return found


@settings(deadline=None)
@given(prose, st.integers(5, 60))
def test_wrapping_prose_changes_no_hash(text: str, width: int) -> None:
    wrapped = "\n".join(textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False))
    assume(wrapped)
    assert paragraph_hash(normalise(block(wrapped)).text) == paragraph_hash(normalise(block(text)).text)


@settings(deadline=None)
@given(hyphenated, st.integers(5, 60))
def test_wrapping_at_hyphens_changes_no_hash(text: str, width: int) -> None:
    wrapped = "\n".join(textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=True))
    assert paragraph_hash(normalise(block(wrapped)).text) == paragraph_hash(normalise(block(text)).text)


@pytest.mark.parametrize(
    ("wrapped", "text"),
    [
        ("Haben Hütten einen Börsen-\noder Marktpreis", "Haben Hütten einen Börsen- oder Marktpreis"),
        ("Auskunfts-\nund Prüfungsrechte", "Auskunfts- und Prüfungsrechte"),
        ("first-\nor third-party huts", "first- or third-party huts"),
        ("command-\nand-control", "command-and-control"),
        ("ein Karren-\nundank", "ein Karren-undank"),
    ],
)
def test_a_compound_that_a_wrap_leaves_open_keeps_its_blank(wrapped: str, text: str) -> None:
    assert normalise(block(wrapped)).text == text
    assert paragraph_hash(text) == paragraph_hash(text.replace("- ", "-"))


@given(prose, st.sampled_from(["  ", "\t", "\u00a0", "\n\t  "]))
def test_blanks_are_folded(text: str, blank: str) -> None:
    assume("\n" not in blank or "- " not in text)  # what ends a line with a hyphen goes on in the next
    assert normalise(block(blank + text.replace(" ", blank) + blank)).text == normalise(block(text)).text


@given(prose)
def test_composed_and_decomposed_characters_are_the_same(text: str) -> None:
    one, other = (normalise(block(unicodedata.normalize(form, text))).text for form in ("NFC", "NFD"))
    assert one == other


@settings(deadline=None)
@given(prose, st.data())
def test_any_visible_character_changes_the_hash(text: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text) - 1).filter(lambda n: text[n] != " "))
    changed = text[:place] + ("x" if text[place] != "x" else "y") + text[place + 1 :]
    assert paragraph_hash(normalise(block(changed)).text) != paragraph_hash(normalise(block(text)).text)


@given(st.integers(0, 9), st.integers(0, 9))
def test_indenting_a_whole_block_of_code_changes_nothing_but_within_it_counts(one: int, other: int) -> None:
    code = "if x:\n    y()\n\nz()"
    indented = [normalise(block(textwrap.indent(code, " " * width), "code")).text for width in (one, other)]
    assert indented == [code, code]
    assert normalise(block(code.replace("    y", "  y"), "code")).text != code


def test_code_keeps_its_lines_and_loses_empty_ones_around_it() -> None:
    body = normalise(block("\n  a\n\n  b  \n\n", "code", first=5))
    assert (body.text, body.lines) == ("a\n\nb", (6, 7, 8))


@settings(deadline=None)
@given(st.lists(st.lists(words, max_size=6).map(" ".join), min_size=1, max_size=8), st.sampled_from(["paragraph", "code"]))
def test_the_line_map_points_at_the_line_on_which_a_text_stands(lines: list[str], kind: Kind) -> None:
    source = block("\n".join(lines), kind, first=3)
    body = normalise(source)
    for offset, line in zip(body.offsets, body.lines, strict=True):
        shown = " ".join(unicodedata.normalize("NFC", lines[line - 3]).split()) if kind == "paragraph" else ""
        assert body.text[offset:].startswith(shown)
        assert body.line_at(offset) == line
    assert body.offsets == tuple(sorted(body.offsets))


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(["# One", "# Two", "a", "b", "c", "d", "e"]), min_size=1, max_size=8), st.data())
def test_unique_text_keeps_its_id_whatever_happens_around_it(texts: list[str], data: st.DataObject) -> None:
    before = ids(*texts)
    edited = data.draw(st.permutations([*texts, "new"])) if data.draw(st.booleans()) else [text for text in texts if text != "b"]
    after = ids(*edited)
    for text, found in before.items():
        if len(found) == len(after.get(text, ())) == 1:
            assert found == after[text]


@given(st.lists(st.sampled_from(["# One", "a", "b"]), max_size=12))
def test_ids_are_unique_and_blocks_without_text_yield_none(texts: list[str]) -> None:
    found = made(*texts, " ")
    assert len({paragraph.paragraph_id for paragraph in found}) == len(found) == len(texts)


def test_twins_are_told_apart_by_their_surroundings() -> None:
    one = made("# One", "We pay.", "# Two", "We pay.")
    other = made("# Two", "We pay.", "# One", "We pay.")
    assert [paragraph.repeated for paragraph in one] == [False, True, False, True]
    assert len({one[1].paragraph_id, one[3].paragraph_id}) == 2
    assert made("New.", "# One", "We pay.", "# Two", "We pay.")[2].paragraph_id == one[1].paragraph_id
    assert one[1].paragraph_id not in {paragraph.paragraph_id for paragraph in other[:2]}


def test_sections_follow_the_levels_of_headings() -> None:
    levels = [("heading", 1), ("paragraph", 0), ("heading", 2), ("paragraph", 0), ("heading", 1), ("paragraph", 0)]
    blocks = [block(f"text {n}", kind, level, n) for n, (kind, level) in enumerate(levels)]  # type: ignore[arg-type]
    assert [paragraph.section for paragraph in paragraphs(DOCUMENT, blocks)] == [None, 0, 0, 2, None, 4]

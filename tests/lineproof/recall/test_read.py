"""Lines as they stand, on the library made by hand."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from lineproof.recall.errors import BadLines
from lineproof.recall.navigator import Navigator
from lineproof.recall.read import Reading
from storage.snapshots import current
from storage.workspace import Workspace
from tests.library import BASE_2026, EMPTY, GUIDE, LATIN
from tests.support import Shelf, Text, make_workspace, paragraph_at


@pytest.fixture
def forms(library: Workspace) -> Iterator[Navigator]:
    with closing(Navigator(library.corpus("forms"))) as navigator:
        yield navigator


def texts(reading: Reading) -> list[tuple[int, str]]:
    return [(line.n, line.text) for line in reading.lines]


async def test_a_document_is_read_whole(forms: Navigator) -> None:
    reading = await forms.read(BASE_2026.path)
    assert [text for _, text in texts(reading)] == BASE_2026.raw.decode().splitlines()
    assert (reading.first_line, reading.last_line, reading.verified, reading.more) == (1, 13, True, False)


async def test_a_section_is_read_with_what_stands_below_it(forms: Navigator) -> None:
    reading = await forms.read("HV 30 01 (2026-01) Deductibles")
    assert texts(reading)[0] == (8, "## Deductibles")
    assert texts(reading)[-1] == (13, "Two percent.")


async def test_lines_of_a_path_are_read_exactly_under_the_smallest_node_that_covers_them(forms: Navigator) -> None:
    one = await forms.read(f"{BASE_2026.path}#L6")
    assert (one.id, texts(one)) == (
        paragraph_at("forms", BASE_2026, 6),
        [(6, "W.4 Roofs are settled at actual cash value.")],
    )
    several = await forms.read(f"{BASE_2026.path}#L9-L12")
    assert several.id == paragraph_at("forms", BASE_2026, 8)
    assert [n for n, _ in texts(several)] == [9, 10, 11, 12]


async def test_a_term_is_read_where_it_is_defined(forms: Navigator) -> None:
    assert [n for n, _ in texts(await forms.read("actual cash value"))] == [6]


async def test_a_part_of_a_node_is_read_by_its_lines(forms: Navigator) -> None:
    assert [n for n, _ in texts(await forms.read(BASE_2026.path, "5-6"))] == [5, 6]
    assert [n for n, _ in texts(await forms.read(BASE_2026.path, "L12-L99"))] == [12, 13]


@pytest.mark.parametrize("lines", ["20-30", "6-5", "first", "", "0"])
async def test_lines_that_the_node_lacks_are_refused(forms: Navigator, lines: str) -> None:
    with pytest.raises(BadLines):
        await forms.read(BASE_2026.path, lines)


async def test_a_long_reading_is_bounded_and_goes_on(forms: Navigator) -> None:
    first = await forms.read(BASE_2026.path, limit=4)
    assert (first.last_line, first.more) == (4, True)
    rest = await forms.read(BASE_2026.path, f"{first.last_line + 1}-{BASE_2026.raw.count(10)}")
    assert len(first.lines) + len(rest.lines) == BASE_2026.raw.count(10)


async def test_lines_are_decoded_as_the_document_is_and_nul_is_visible(forms: Navigator) -> None:
    assert texts(await forms.read(LATIN.path))[0] == (1, "Señal número 1")
    assert [text for _, text in texts(await forms.read(GUIDE.path))][4:] == ["Die Verträge.\u2400", "\tEnde\ufeff"]


async def test_a_mark_at_the_beginning_of_a_line_is_kept(tmp_path: Path) -> None:
    text = Text("a.txt", "one\n\ufefftwo\n".encode(), "a", encoding="utf-8-sig")
    workspace = make_workspace(tmp_path / "marks", {"marks": Shelf([text])})
    assert texts(await Navigator(workspace.corpus("marks")).read("a.txt"))[1] == (2, "\ufefftwo")


async def test_an_empty_document_has_no_lines_and_nothing_wrong(forms: Navigator) -> None:
    reading = await forms.read(EMPTY.path)
    assert (reading.lines, reading.first_line, reading.last_line, reading.verified) == ((), 0, 0, True)


@pytest.mark.parametrize(
    "forgery",
    [
        "UPDATE evidence.lines SET raw = 'W.4 Roofs are settled at full cost.'::BLOB WHERE n = 6",
        "UPDATE evidence.lines SET line_hash = 0 WHERE n = 6",
        "DELETE FROM evidence.lines WHERE n = 6",
    ],
)
async def test_a_forged_line_is_noticed_when_it_is_read(own_library: Workspace, forgery: str) -> None:
    corpus = own_library.corpus("forms")
    with duckdb.connect(str(current(corpus))) as connection:
        connection.execute(forgery)
    forms = Navigator(corpus)
    assert not (await forms.read(BASE_2026.path)).verified
    assert (await forms.read(BASE_2026.path, "7-9")).verified

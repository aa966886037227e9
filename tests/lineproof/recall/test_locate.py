"""Ranking by names, on the library made by hand and on a few names invented for one rule each."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lineproof.recall.errors import UnknownNode
from lineproof.recall.locate import Located
from lineproof.recall.navigator import Navigator
from storage.workspace import Workspace
from tests.library import BASE_2019, BASE_2026, FORMS, GUIDE, ROOFS
from tests.support import Shelf, Text, make_workspace, publish_shelf


@pytest.fixture
def forms(library: Workspace) -> Iterator[Navigator]:
    with closing(Navigator(library.corpus("forms"))) as navigator:
        yield navigator


def places(located: Located) -> list[tuple[str, str, int]]:
    return [(hit.kind, hit.path, hit.line) for hit in located.results]


@pytest.mark.parametrize(
    ("terms", "first"),
    [
        ("HV 04 51", ("document", ROOFS.path, 1)),
        ("roof surfacing", ("document", ROOFS.path, 1)),
        ("Which endorsement is about roof surfacing?", ("document", ROOFS.path, 1)),
        ("wind deductible", ("section", BASE_2026.path, 11)),
        ("what is the wind deductibles of the homeowners form", ("section", BASE_2026.path, 11)),
        ("HV 30 01 (2026-01) W.4", ("section", BASE_2026.path, 6)),
        ("actual cash value", ("term", BASE_2026.path, 6)),
        ("Haftung", ("section", GUIDE.path, 3)),
        ("guide/handbuch.md", ("document", GUIDE.path, 1)),
    ],
)
async def test_the_best_hit(forms: Navigator, terms: str, first: tuple[str, str, int]) -> None:
    assert places(await forms.locate(terms))[0] == first


async def test_a_node_called_exactly_so_scores_one_and_nothing_else_does(forms: Navigator) -> None:
    located = await forms.locate("Deductibles")
    assert [hit.score == 1 for hit in located.results] == [True] + [False] * (len(located.results) - 1)
    assert located.results[0].label == "Deductibles"


async def test_equal_hits_are_ordered_by_kind_path_and_line(forms: Navigator) -> None:
    assert places(await forms.locate("homeowners form"))[:4] == [
        ("document", BASE_2019.path, 1),
        ("document", BASE_2026.path, 1),
        ("section", BASE_2019.path, 1),
        ("section", BASE_2026.path, 1),
    ]


async def test_text_of_paragraphs_plays_no_part(forms: Navigator) -> None:
    assert places(await forms.locate("percent")) == []


async def test_stop_words_do_not_matter_unless_there_is_nothing_else(forms: Navigator) -> None:
    plain = await forms.locate("section property")
    assert await forms.locate("what is the section of property") == plain
    assert (await forms.locate("the and of")).results == ()


async def test_a_rare_word_counts_more_than_a_common_one(tmp_path: Path) -> None:
    common = [Text(f"{number}.md", b"", f"Protocol {number}") for number in range(20)]
    shelf = Shelf([*common, Text("rare.md", b"", "Zebra manual")])
    navigator = Navigator(make_workspace(tmp_path / "rare", {"rare": shelf}).corpus("rare"))
    assert places(await navigator.locate("zebra protocol"))[0][1] == "rare.md"


async def test_another_form_of_a_word_counts_less_than_the_word_itself(tmp_path: Path) -> None:
    shelf = Shelf([Text("a.md", b"", "Exclusions apply"), Text("b.md", b"", "Exclusion apply")])
    navigator = Navigator(make_workspace(tmp_path / "stems", {"stems": shelf}).corpus("stems"))
    assert [path for _, path, _ in places(await navigator.locate("exclusion"))] == ["b.md", "a.md"]


async def test_a_german_word_is_found_in_another_case(tmp_path: Path) -> None:
    shelf = Shelf([Text("a.md", b"", "Gesetz der Verträge", language="de")])
    navigator = Navigator(make_workspace(tmp_path / "de", {"de": shelf}).corpus("de"))
    assert places(await navigator.locate("Vertrag der Gesetze"))[0][1] == "a.md"


@pytest.mark.parametrize(
    ("within", "found"),
    [
        ("forms", {BASE_2019.path, BASE_2026.path}),
        ("forms/", {BASE_2019.path, BASE_2026.path}),
        (BASE_2019.path, {BASE_2019.path}),
        ("HV 30 01 (2026-01)", {BASE_2026.path}),
    ],
)
async def test_within_a_folder_or_document(forms: Navigator, within: str, found: set[str]) -> None:
    assert {path for _, path, _ in places(await forms.locate("homeowners form section", within))} == found


async def test_within_a_section_are_its_own_parts_only(forms: Navigator) -> None:
    hits = places(await forms.locate("deductible", f"{BASE_2026.path}#L8"))
    assert {line for _, _, line in hits} == {8, 11}
    assert not (await forms.locate("W.4", f"{BASE_2026.path}#L8")).results


async def test_within_something_unknown_is_an_error(forms: Navigator) -> None:
    with pytest.raises(UnknownNode):
        await forms.locate("deductible", "no/such/folder")


async def test_pages_join_to_the_whole_list(forms: Navigator) -> None:
    whole = (await forms.locate("section deductible form roof", limit=100)).results
    pages = [await forms.locate("section deductible form roof", limit=2, offset=at) for at in range(0, len(whole), 2)]
    assert tuple(hit for page in pages for hit in page.results) == whole
    assert [page.more for page in pages] == [True] * (len(pages) - 1) + [False]


async def test_a_new_snapshot_is_seen_by_the_next_question(own_library: Workspace) -> None:
    forms = Navigator(own_library.corpus("forms"))
    assert places(await forms.locate("zebra")) == []
    publish_shelf(own_library.corpus("forms"), Shelf([*FORMS.texts, Text("z.md", b"", "Zebra")], FORMS.statements))
    assert places(await forms.locate("zebra")) == [("document", "z.md", 0)]


async def test_a_navigator_never_returns_another_corpus(library: Workspace, forms: Navigator) -> None:
    assert {hit.corpus for hit in (await forms.locate("deductibles memo handbook", limit=100)).results} == {"forms"}
    with pytest.raises(UnknownNode):
        await forms.expand("MEMO 7")
    notes = Navigator(library.corpus("notes"))
    assert {hit.corpus for hit in (await notes.locate("deductibles memo handbook", limit=100)).results} == {"notes"}

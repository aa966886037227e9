"""Ways of naming a node, on the library made by hand."""

from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lineproof.evidence.hashing import document_id, term_id
from lineproof.recall.errors import AmbiguousNode, BadLines, NavigationError, UnknownEdition, UnknownNode, UnknownPart
from lineproof.recall.names import find, span_of
from lineproof.recall.navigator import Navigator
from lineproof.recall.view import View
from storage.workspace import Workspace
from tests.compiling import compiled
from tests.library import BASE_2019, BASE_2026, EMPTY, GUIDE, ROOFS
from tests.support import Text, paragraph_at


@pytest.fixture
def view(library: Workspace) -> Iterator[View]:
    with closing(Navigator(library.corpus("forms"))) as navigator:
        yield navigator.view()


def document(text: Text) -> str:
    return document_id("forms", text.path)


@pytest.mark.parametrize(
    "name",
    [
        document(ROOFS),
        "endorsements/hv-04-51-2026-01.md",
        "hv-04-51-2026-01.md",
        "./endorsements/hv-04-51-2026-01.md",
        "ENDORSEMENTS/HV-04-51-2026-01.MD",
        "HV 04 51",
        "hv-04-51",
        "  Roof surfacing ENDORSEMENT ",
        "HV 04 51 (2026-01)",
        "HV 04 51 (2026)",
    ],
)
def test_a_document_has_many_names(view: View, name: str) -> None:
    assert find(view, name).node.id == document(ROOFS)


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("HV 30 01 (2026-01) W.4", BASE_2026, 6),
        ("HV 30 01 (2026) W.4", BASE_2026, 6),
        ("W.4 of HV 30 01 (2026)", BASE_2026, 6),
        ("hv 30 01 2026-01, w4", BASE_2026, 6),
        ("W.4 of HV 30 01 (2026-01)", BASE_2026, 6),
        ("HV 30 01 W.2", BASE_2019, 6),
        ("W.2", BASE_2019, 6),
        ("Wind deductible", BASE_2026, 11),
        ("§ 8 Handbuch", GUIDE, 3),
        ("Handbuch 8", GUIDE, 3),
        ("Handbuch §8", GUIDE, 3),
        ("Abschnitt 8 des Handbuch", GUIDE, 3),
        ("forms/hv-30-01-2026-01.md#L6-L9", BASE_2026, 6),
        ("forms/hv-30-01-2026-01.md#L10", BASE_2026, 10),
        ("HV 30 01 (2026-01)#L6", BASE_2026, 6),
        ("forms/hv-30-01-2026-01.md#wind-deductible", BASE_2026, 11),
        ("forms/hv-30-01-2026-01.md#wind deductible", BASE_2026, 11),
    ],
)
def test_a_section_is_named_with_its_document_or_alone(view: View, name: str, text: Text, line: int) -> None:
    assert find(view, name).node.id == paragraph_at("forms", text, line)


@pytest.mark.parametrize(
    ("name", "text"), [("HV 30 01 (2026)", BASE_2026), ("hv 30 01 2019", BASE_2019), ("Homeowners Form (2019)", BASE_2019)]
)
def test_the_year_of_an_edition_names_the_one_of_this_year(view: View, name: str, text: Text) -> None:
    assert find(view, name).node.id == document(text)


def test_several_editions_of_a_year_are_listed(tmp_path: Path) -> None:
    files = {
        f"{edition}.md": f"---\ntitle: Notice\nidentifier: HS 14 01\nedition: {edition}\n---\n\n# Notice\n\n## N.1 Term\n\nWords.\n"
        for edition in ("2018-03", "2018-09", "2020-01")
    }
    with closing(Navigator(compiled(tmp_path, {"notices": files}).corpus("notices"))) as navigator:
        for name in ("HS 14 01 (2018)", "HS 14 01 2018", "HS 14 01 (2018), N.1"):
            with pytest.raises(AmbiguousNode) as raised:
                find(navigator.view(), name)
            assert [edition for edition in ("2018-03", "2018-09", "2020-01") if edition in str(raised.value)] == ["2018-03", "2018-09"]
        assert find(navigator.view(), "HS 14 01 (2020)").node.path == "2020-01.md"
        with pytest.raises(UnknownEdition):
            find(navigator.view(), "HS 14 01 (2019)")


def test_an_id_that_was_given_back_names_the_same_node(view: View) -> None:
    for name in (document(BASE_2026), paragraph_at("forms", BASE_2026, 8), "actual cash value"):
        node = find(view, name).node
        assert find(view, node.id).node == node


def test_a_term_stands_where_it_is_defined(view: View) -> None:
    node = find(view, "Actual Cash Value").node
    assert (node.id, node.kind) == (term_id("forms", document(BASE_2026), "actual cash value"), "term")
    assert (node.path, node.first_line, node.last_line) == (BASE_2026.path, 6, 6)


def test_a_section_spans_what_stands_below_it(view: View) -> None:
    node = find(view, "HV 30 01 (2026-01) deductibles").node
    assert (node.kind, node.first_line, node.last_line) == ("section", 8, 13)


def test_a_line_without_a_paragraph_belongs_to_the_section_around_it(view: View) -> None:
    assert find(view, f"{BASE_2026.path}#L12").node.id == paragraph_at("forms", BASE_2026, 11)
    assert find(view, f"{BASE_2026.path}#L7").node.id == paragraph_at("forms", BASE_2026, 1)


@pytest.mark.parametrize("name", ["HV 30 01", "Homeowners Form", "W.1", "HV 30 01 W.1", "HV 30 01 (2026-01) Property x"])
def test_nothing_is_decided_by_a_guess(view: View, name: str) -> None:
    with pytest.raises(NavigationError):
        find(view, name)


def test_the_candidates_of_an_ambiguous_name_are_listed(view: View) -> None:
    with pytest.raises(AmbiguousNode) as raised:
        find(view, "HV 30 01 W.1")
    assert [candidate.split()[1] for candidate in raised.value.candidates] == [
        f"{BASE_2019.path}#L5",
        f"{BASE_2026.path}#L5",
    ]


def test_an_unknown_name_gets_the_nearest_ones_and_what_to_try(view: View) -> None:
    with pytest.raises(UnknownNode, match=r"HV 04 51.*Look for it: locate \"HV 04 52\"") as raised:
        find(view, "HV 04 52")
    assert "HV 04 51" in raised.value.nearest


def test_a_section_that_a_known_document_lacks_names_the_document(view: View) -> None:
    with pytest.raises(UnknownPart, match=ROOFS.path):
        find(view, "HV 04 51 W.9")


@pytest.mark.parametrize(
    ("name", "edition", "there_is"),
    [
        ("HV 30 01 (2020)", "2020", [BASE_2019, BASE_2026]),
        ("HV 30 01 (2026-02)", "2026-02", [BASE_2019, BASE_2026]),
        ("Homeowners Form (2020-01)", "2020-01", [BASE_2019, BASE_2026]),
        ("HV 30 01 2020-01, W.4", "2020-01", [BASE_2026]),
        ("W.4 of HV 30 01 (2020-01)", "2020-01", [BASE_2026]),
    ],
)
def test_an_edition_that_does_not_exist_is_named_with_those_that_do(view: View, name: str, edition: str, there_is: list[Text]) -> None:
    """One of the documents of this name was told to have nothing called 2020."""
    with pytest.raises(UnknownEdition, match=f"no edition {edition}\\.") as raised:
        find(view, name)
    assert [text.path for text in (BASE_2019, BASE_2026) if text.path in str(raised.value)] == [text.path for text in there_is]


def test_a_year_in_brackets_is_an_edition_though_the_document_has_none(view: View) -> None:
    with pytest.raises(UnknownEdition, match=GUIDE.path):
        find(view, "Handbuch (2019)")
    with pytest.raises(UnknownPart):
        find(view, "Handbuch 2019")


@pytest.mark.parametrize("place", [f"{BASE_2026.path}#L14", f"{BASE_2026.path}#L0", f"{EMPTY.path}#L1"])
def test_lines_that_a_document_does_not_have_are_refused(view: View, place: str) -> None:
    with pytest.raises(BadLines):
        find(view, place)


@pytest.mark.parametrize(
    ("text", "span"),
    [("12", (12, 12)), ("L3-L9", (3, 9)), ("3-9", (3, 9)), ("l3 - 9", (3, 9)), ("3-", None), ("x", None)],
)
def test_lines_as_people_write_them(text: str, span: tuple[int, int] | None) -> None:
    assert span_of(text) == span


def test_any_text_names_a_node_or_is_refused_with_a_message(view: View) -> None:
    @settings(max_examples=150, deadline=None)
    @given(st.text(max_size=40) | st.sampled_from(["#", "/", "#L", "d" + "0" * 24, "HV 30 01 \ud800"]))
    def holds(text: str) -> None:
        with suppress(NavigationError):
            assert find(view, text).node.id

    holds()

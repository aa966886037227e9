"""Edges of nodes and walks along them, on the library made by hand."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lineproof.evidence.hashing import document_id
from lineproof.recall.errors import BadWalk, UnknownEdge
from lineproof.recall.expand import INVERSES, MOST_HOPS, Expanded
from lineproof.recall.navigator import Navigator
from storage.workspace import Workspace
from tests.library import BASE_2019, BASE_2026, GUIDE, ROOFS
from tests.support import Shelf, Statement, Text, make_workspace, paragraph_at


@pytest.fixture
def forms(library: Workspace) -> Iterator[Navigator]:
    with closing(Navigator(library.corpus("forms"))) as navigator:
        yield navigator


def ends(expanded: Expanded) -> list[tuple[str, str, str, int]]:
    """What matters of the edges that text states."""
    stated = [edge for edge in expanded.edges if edge.origin != "structure"]
    return [(edge.direction, edge.type, edge.path, edge.line) for edge in stated]


async def test_a_document_lists_what_it_and_its_paragraphs_state(forms: Navigator) -> None:
    assert ends(await forms.expand("HV 04 51")) == [
        ("out", "amends", BASE_2026.path, 6),
        ("out", "attaches_to", BASE_2026.path, 1),
        ("out", "refers_to", BASE_2026.path, 1),
        ("out", "refers_to", BASE_2026.path, 6),
    ]


async def test_what_leads_to_a_document_is_listed_by_document_with_the_first_line(forms: Navigator) -> None:
    expanded = await forms.expand(BASE_2026.path, ["referred_to_by"])
    assert [(edge.id, edge.line, edge.label) for edge in expanded.edges] == [
        (document_id("forms", ROOFS.path), 3, "HV 04 51 (2026-01): Roof Surfacing Endorsement (3 times)")
    ]


async def test_places_that_state_the_same_are_counted_with_the_strongest_origin(forms: Navigator) -> None:
    refers = [edge for edge in (await forms.expand("HV 04 51", ["refers_to"])).edges if edge.line == 6]
    assert [(edge.label, edge.origin) for edge in refers] == [("W.4 Roofs are settled at actual cash value. (2 times)", "wording")]
    supersedes = (await forms.expand(BASE_2026.path, ["supersedes"])).edges
    assert [(edge.origin, edge.label.endswith("(2 times)")) for edge in supersedes] == [("metadata", True)]


async def test_every_edge_can_be_read_from_its_other_end(forms: Navigator) -> None:
    for source, kind, target in [
        (BASE_2026.path, "supersedes", BASE_2019.path),
        (ROOFS.path, "attaches_to", BASE_2026.path),
        (f"{ROOFS.path}#L3", "amends", f"{BASE_2026.path}#L6"),
        (f"{BASE_2019.path}#L10", "refers_to", f"{BASE_2019.path}#L6"),
        (f"{BASE_2026.path}#L6", "uses_term", "actual cash value"),
        (f"{BASE_2026.path}#L6", "defines", "actual cash value"),
        (f"{BASE_2026.path}#L6", "part_of", f"{BASE_2026.path}#L3"),
        (f"{BASE_2026.path}#L5", "next", f"{BASE_2026.path}#L6"),
    ]:
        out = await forms.expand(source, [kind])
        back = await forms.expand(target, [INVERSES[kind]])
        assert back.node.id in [edge.id for edge in out.edges if edge.direction == "out"]
        assert out.node.id in [edge.id for edge in back.edges if edge.direction == "in"]


async def test_a_section_lists_the_edges_of_what_stands_below_it(forms: Navigator) -> None:
    assert ends(await forms.expand(f"{BASE_2026.path}#L3")) == [
        ("out", "defines", BASE_2026.path, 6),
        ("out", "uses_term", BASE_2026.path, 6),
        ("in", "amends", ROOFS.path, 3),
        ("in", "refers_to", ROOFS.path, 3),
        ("in", "refers_to", ROOFS.path, 5),
    ]


async def test_structure_comes_last_in_reading_order(forms: Navigator) -> None:
    expanded = await forms.expand(BASE_2026.path, ["part_of"])
    assert [(edge.direction, edge.kind, edge.line) for edge in expanded.edges] == [("in", "section", 1)]
    section = await forms.expand(f"{BASE_2026.path}#L8", ["part_of", "next"])
    assert [(edge.direction, edge.type, edge.line) for edge in section.edges] == [
        ("out", "part_of", 1),
        ("out", "next", 10),
        ("in", "part_of", 10),
        ("in", "part_of", 11),
        ("in", "next", 6),
    ]


async def test_an_edge_within_a_document_is_shown_once(forms: Navigator) -> None:
    edges = (await forms.expand(BASE_2019.path, ["refers_to"])).edges
    assert [(edge.direction, edge.path, edge.line) for edge in edges] == [("out", BASE_2019.path, 6)]
    itself = (await forms.expand(GUIDE.path, ["supersedes"])).edges
    assert [(edge.direction, edge.id) for edge in itself] == [("out", document_id("forms", GUIDE.path))]


async def test_a_relation_for_a_part_only_says_so(forms: Navigator) -> None:
    edges = (await forms.expand("HV 04 51", ["amends", "attaches_to"])).edges
    assert {edge.type: edge.partial for edge in edges} == {"amends": True, "attaches_to": False}


async def test_pages_join_to_the_whole_list(forms: Navigator) -> None:
    whole = await forms.expand(BASE_2026.path)
    pages = [await forms.expand(BASE_2026.path, limit=2, offset=offset) for offset in range(0, len(whole.edges), 2)]
    assert tuple(edge for page in pages for edge in page.edges) == whole.edges
    assert [page.more for page in pages] == [True] * (len(pages) - 1) + [False]


async def test_one_hop_is_no_walk(forms: Navigator) -> None:
    expanded = await forms.expand("HV 04 51")
    assert (expanded.walk, expanded.stopped) == ((expanded.node.id,), None)


@pytest.fixture
def chain(tmp_path: Path) -> Navigator:
    """a -> b -> c -> d and c -> e; f -> g -> f."""
    texts = [Text(f"{name}.md", f"# {name}\n".encode(), name) for name in "abcdefg"]
    pairs = ("ab", "bc", "cd", "ce", "fg", "gf")
    edges = [Statement(f"{source}.md", "supersedes", f"{target}.md") for source, target in pairs]
    workspace = make_workspace(tmp_path / "chain", {"chain": Shelf(texts, edges)})
    return Navigator(workspace.corpus("chain"))


@pytest.mark.parametrize(
    ("start", "edge", "hops", "walk", "stopped", "seen"),
    [
        ("a", "supersedes", 9, "abc", "branch", "bcde"),
        ("a", "supersedes", 2, "abc", "hops", "bc"),
        ("d", "superseded_by", 9, "dcba", "end", "cba"),
        ("d", "supersedes", 9, "d", "end", ""),
        ("f", "supersedes", 9, "fg", "cycle", "gf"),
    ],
)
async def test_a_walk_goes_on_while_there_is_a_single_path(
    chain: Navigator, start: str, edge: str, hops: int, walk: str, stopped: str, seen: str
) -> None:
    expanded = await chain.expand(f"{start}.md", [edge], hops)
    assert expanded.walk == tuple(document_id("chain", f"{name}.md") for name in walk)
    assert expanded.stopped == stopped
    assert [edge.path for edge in expanded.edges] == [f"{name}.md" for name in seen]


async def test_a_walk_over_next_reads_on(forms: Navigator) -> None:
    expanded = await forms.expand(f"{BASE_2026.path}#L5", ["next"], 3)
    assert expanded.walk == tuple(paragraph_at("forms", BASE_2026, line) for line in (5, 6, 8, 10))


@pytest.mark.parametrize("edges", [None, ["supersedes", "amends"], []])
async def test_a_walk_without_one_type_of_edge_says_what_to_do(chain: Navigator, edges: list[str] | None) -> None:
    with pytest.raises(BadWalk, match="one type of edge"):
        await chain.expand("a.md", edges, 2)


@pytest.mark.parametrize("hops", [0, -1, MOST_HOPS + 1])
async def test_hops_are_bounded(chain: Navigator, hops: int) -> None:
    with pytest.raises(BadWalk, match=str(MOST_HOPS)):
        await chain.expand("a.md", ["supersedes"], hops)


async def test_an_unknown_type_of_edge_lists_the_known_ones(chain: Navigator) -> None:
    with pytest.raises(UnknownEdge, match="superseded_by"):
        await chain.expand("a.md", ["supercedes"])

"""Resolve: what references lead to, or the reason why to nothing, in small compiled folders."""

from pathlib import Path

import pytest

from tests.lineproof.graph.building import build, corpus_of

FORM = """---
form: HV 30 01
edition: {0}
effective: {0}-01
---

# Homeowners Form

## Section I

A.1 Dwelling. Ours.

A.2 Sheds. Ours.

## Section II

A.1 Injury. Theirs.
"""
FORMS = {"old.md": FORM.format("2019-04"), "new.md": FORM.format("2026-01")}
OLD = ("refers_to", "old.md", 0)
Rows = list[tuple[object, ...]]


def resolved(folder: Path, text: str, **others: str) -> tuple[Rows, Rows]:
    """Edges (relation, target, line) and open references (reason, text, candidates) of a document among the two forms."""
    documents = {"it.md": text, **FORMS, **{f"{name}.md": content for name, content in others.items()}}
    with build(corpus_of(folder, documents)) as store:
        edges = store.query("SELECT relation, target_path, target_line FROM reference_edges WHERE source_path = 'it.md' ORDER BY ALL")
        still = store.query(
            "SELECT reason, text, candidates FROM open_references WHERE path = 'it.md' AND reason <> 'one-sided' ORDER BY ALL"
        )
    return edges, still


@pytest.mark.parametrize(
    ("text", "edges", "still"),
    [
        ("We read HV 30 01 (2019-04).", [("refers_to", "old.md", 0)], []),
        ("We read HV 30 01.", [], [("ambiguous", "HV 30 01", ["new.md", "old.md"])]),
        ("We read HV 30 01 (2026-01), and then A.2 of HV 30 01.", [("refers_to", "new.md", 0), ("refers_to", "new.md", 13)], []),
        ("We read Section II A.1 of HV 30 01 (2026-01).", [("refers_to", "new.md", 17)], []),
        ("We read A.1 of HV 30 01 (2026-01).", [], [("ambiguous", "A.1 of HV 30 01 (2026-01)", ["new.md"])]),
        ("We read HV 99 12.", [], [("dangling", "HV 99 12", [])]),
        ("We read ISO 9001.", [], [("external", "ISO 9001", [])]),
        ("We read [it](gone.md).", [], [("dangling", "[it](gone.md)", [])]),
        ("We read [it](https://example.org).", [], [("external", "[it](https://example.org)", [])]),
        ("We read the applicable endorsement.", [], [("generic", "the applicable endorsement", [])]),
        ("We read Q.7 and UTF-8 aloud.", [], []),
        ("We read Section 77.", [], [("dangling", "Section 77", ["it.md"])]),
    ],
)
def test_reference(tmp_path: Path, text: str, edges: Rows, still: Rows) -> None:
    assert resolved(tmp_path, f"# Memo\n\n{text}\n") == (edges, still)


SECTION_II = "Section II of the Homeowners Form"


@pytest.mark.parametrize(
    ("text", "edges", "still"),
    [
        ("We read the Homeowners Form (2019-04).", [("refers_to", "old.md", 0)], []),
        ("We read the Homeowners Form, edition 04/2019.", [("refers_to", "old.md", 0)], []),
        ("We read edition 2019-04 of the Homeowners Form.", [("refers_to", "old.md", 0)], []),
        ("We read Section II of the Homeowners Form (2019-04).", [("refers_to", "old.md", 15)], []),
        ("We read the Homeowners Form [2019-04].", [("refers_to", "old.md", 0)], []),
        ("We read Section II of the Homeowners Form [edition 2019-04].", [("refers_to", "old.md", 15)], []),
        ("We read the Homeowners Form [2019-04] section II.", [("refers_to", "old.md", 15)], []),
        ("We read the Homeowners Form [2021-05].", [], [("dangling", "Homeowners Form [2021-05]", ["new.md", "old.md"])]),
        ("We read the Homeowners Form section II.", [], [("ambiguous", "Homeowners Form section II", ["new.md", "old.md"])]),
        ("We read Section II of the Homeowners Form edition 2026-01.", [("refers_to", "new.md", 15)], []),
        ("We read Homeowners Form (2019-04) Section II.", [("refers_to", "old.md", 15)], []),
        ("We read the Homeowners Form (2026-01), Section II, again.", [("refers_to", "new.md", 15)], []),
        ("We read Homeowners Form edition 2019-04, Section II.", [("refers_to", "old.md", 15)], []),
        ("We read the Homeowners Form, 2019-04 edition, Section II.", [("refers_to", "old.md", 15)], []),
        ("See The Homeowners Form (2019-04), Section II.", [("refers_to", "old.md", 15)], []),
        ("Read Small Homeowners Form (2019-04) Section II.", [], [("external", "Read Small Homeowners Form (2019-04) Section II", [])]),
        ("We read the Small Homeowners Form, Section II.", [("refers_to", "it.md", 5)], []),
        ("We read Section II of the Homeowners Form (2021).", [], [("dangling", f"{SECTION_II} (2021)", ["new.md", "old.md"])]),
        ("We read Section II of the Homeowners Form.", [], [("ambiguous", SECTION_II, ["new.md", "old.md"])]),
        ("We read the Homeowners Form, Section II.", [], [("ambiguous", "Homeowners Form, Section II", ["new.md", "old.md"])]),
        ("We read the Homeowners Form (2021-05).", [], [("dangling", "Homeowners Form (2021-05)", ["new.md", "old.md"])]),
        ("We read Section 1 of the Boat Act (1974).", [("refers_to", "boats.md", 3)], []),
        ("We read Section 1 of the Car Act (1974).", [], [("external", "Section 1 of the Car Act (1974)", [])]),
    ],
)
def test_a_title_with_its_edition_is_that_edition_and_no_other(tmp_path: Path, text: str, edges: Rows, still: Rows) -> None:
    boats = "# Boat Act\n\n## Section 1\n\nBoats float.\n"
    assert resolved(tmp_path, f"# Memo\n\n{text}\n\n## Section II\n\nOurs.\n", boats=boats) == (edges, still)


@pytest.mark.parametrize(
    "definition",
    [
        '"Base Contract" means HV 30 01 (2019-04).',
        'It belongs to HV 30 01 (2019-04) (the "Base Contract").',
    ],
)
def test_a_name_that_a_document_gives_another_one(tmp_path: Path, definition: str) -> None:
    edges, still = resolved(tmp_path, f"# Memo\n\n{definition}\n\nWe read A.2 of the Base Contract.\n\nThe Base Contract, A.2 says it.\n")
    assert set(edges) == {("refers_to", "old.md", 0), ("refers_to", "old.md", 13)}
    assert still == []


def test_a_term_with_a_meaning_of_its_own_is_no_name_of_a_document(tmp_path: Path) -> None:
    text = '# Memo\n\n"Base Contract" means HV 30 01 (2019-04) and whatever else was signed.\n\nWe read A.2 of the Base Contract.\n'
    edges, still = resolved(tmp_path, text)
    assert (edges, [row[0] for row in still]) == ([("refers_to", "old.md", 0)], ["external"])


@pytest.mark.parametrize(
    ("text", "edges", "still"),
    [
        ("Read the Blue Claims Manual, Section 4.2.", [("refers_to", "manual.md", 5)], []),
        ("Read the Blue Claims Manual, Section 9.9.", [], ["dangling"]),
        ("Read All You Need, Section 2 included.", [("refers_to", "it.md", 7)], []),
        ("Read the Blue Claims Manual section 4.2.", [("refers_to", "manual.md", 5)], []),
        ("Read HV 30 01 (2019-04). Then see the Blue Claims Manual section 4.2.", [("refers_to", "manual.md", 5), OLD], []),
        ("Read the Blue Claims Manual section 9.9.", [], ["dangling"]),
        ("Read All You Need Section 2 included.", [("refers_to", "it.md", 7)], []),
    ],
)
def test_a_name_beside_a_section_governs_it_if_it_is_that_of_a_document(tmp_path: Path, text: str, edges: Rows, still: list[str]) -> None:
    manual = "# Blue Claims Manual\n\nFor daily use.\n\n## 4.2 Inspection\n\nLook at it.\n"
    found, unresolved = resolved(tmp_path, f"# Memo\n\n## 1 First\n\n{text}\n\n## 2 Second\n\nMore.\n", manual=manual)
    assert (found, [row[0] for row in unresolved]) == (edges, still)


@pytest.mark.parametrize(("day", "target"), [("2020-05-01", "old.md"), ("2026-05-01", "new.md")])
def test_the_edition_in_force_on_the_day_of_the_naming_document(tmp_path: Path, day: str, target: str) -> None:
    edges, still = resolved(tmp_path, f"---\neffective: {day}\n---\n\n# Memo\n\nWe read HV 30 01.\n")
    assert (edges, still) == ([("refers_to", target, 0)], [])


def test_before_any_edition_was_in_force_nothing_is_guessed(tmp_path: Path) -> None:
    edges, still = resolved(tmp_path, "---\neffective: 2001-01-01\n---\n\n# Memo\n\nWe read HV 30 01.\n")
    assert (edges, [row[0] for row in still]) == ([], ["ambiguous"])


def test_relations_point_from_the_acting_document_whichever_side_states_them(tmp_path: Path) -> None:
    documents = {
        "a.md": "---\nform: HV 10 01\nsuperseded_by: HV 10 02\n---\n\n# A\n",
        "b.md": "---\nform: HV 10 02\n---\n\n# B\n\nThis form modifies HV 10 03.\n",
        "c.md": "---\nform: HV 10 03\n---\n\n# C\n\nHV 10 01 is amended by HV 10 02.\n",
    }
    with build(corpus_of(tmp_path, documents)) as store:
        found = store.query("SELECT source_path, relation, target_path FROM document_edges ORDER BY ALL")
    assert found == [("b.md", "amends", "a.md"), ("b.md", "amends", "c.md"), ("b.md", "supersedes", "a.md")]


def test_a_document_does_not_cite_itself_by_its_title(tmp_path: Path) -> None:
    edges, still = resolved(tmp_path, "---\nform: HV 55 01\n---\n\n# HV 55 01 Roof Surfacing Endorsement\n\nWords.\n")
    assert (edges, still) == ([], [])

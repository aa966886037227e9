"""Update: which documents are resolved again, and no others; the answers of look-ups decide, misses included."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from lineproof.evidence.hashing import document_id
from storage.database import open_store
from tests.lineproof.graph.building import corpus_of, update, write

FORM = "---\nform: HV 30 01\nedition: 2019-04\neffective: 2019-04-01\n---\n\n# Homeowners Form\n\n"
SECTIONS = "## 1 Dwelling\n\nWe cover it.\n\n## 2 Structures\n\nSheds.\n\n## 3 Property\n\nFurniture.\n"
FOLDER = {
    "form.md": FORM + SECTIONS,
    "cites-form.md": "# Memo\n\nHV 30 01 is our form.\n",
    "cites-section.md": "# Note\n\nSee Section 2 of HV 30 01.\n",
    "cites-range.md": "# Training\n\nSections 1 to 3 of HV 30 01 are read first.\n",
    "in-force.md": "---\neffective: 2022-01-01\n---\n\n# Bulletin\n\nHV 30 01 applies.\n",
    "links.md": "# Links\n\nRead [the form](form.md#2-structures).\n",
    "waits.md": "# Wishes\n\nThe Roof Surfacing Guideline will say more, and so will HV 30 77.\n",
    "haftung.md": "# Haftung\n\nDas folgt aus den Regeln des Schuldengesetzes und ist nicht mit diesem zu verwechseln.\n",
    "alone.md": "# Alone\n\nNothing is named here.\n",
}
NAMED_BY_IDENTIFIER = {"cites-form.md", "cites-section.md", "cites-range.md", "in-force.md"}


class Library:
    """A folder that is compiled; a document's row of the ledger is written anew whenever it is resolved."""

    def __init__(self, folder: Path, documents: Mapping[str, str]) -> None:
        self.corpus = corpus_of(folder, documents)
        self.store = open_store(self.corpus.database)
        self.sync()

    def sync(self) -> set[str]:
        """Bring everything up to date; the paths of the documents that were resolved."""
        before = self._ledger()
        _, counts = update(self.store, self.corpus)
        resolved = {path for path, row in self._ledger().items() if before.get(path) != row}
        assert counts.executions == len(resolved)
        return resolved

    def put(self, path: str, text: str) -> None:
        write(self.corpus.root, path, text)

    def edit(self, path: str, old: str, new: str) -> None:
        text = (self.corpus.root / path).read_text(encoding="utf-8")
        assert old in text
        self.put(path, text.replace(old, new))

    def remove(self, path: str) -> None:
        (self.corpus.root / path).unlink()

    def references(self, path: str) -> list[tuple[object, ...]]:
        """Target and its line of every reference of a document."""
        sql = "SELECT target_path, target_line FROM reference_edges WHERE source_path = ? ORDER BY ALL"
        return self.store.query(sql, [path])

    def open(self, path: str) -> list[tuple[object, ...]]:
        """Reason and candidates of every open reference of a document."""
        return self.store.query("SELECT reason, candidates FROM open_references WHERE path = ? ORDER BY ALL", [path])

    def _ledger(self) -> dict[str, int]:
        paths = {document_id(self.corpus.name, path.name): path.name for path in self.corpus.root.iterdir()}
        rows = self.store.query("SELECT document_id, rowid FROM ops.ledger WHERE asset = 'graph'")
        return {paths[document]: row for document, row in rows if document in paths}


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = Library(tmp_path, FOLDER)
    yield made
    made.store.close()


def test_nothing_changed(library: Library) -> None:
    assert library.sync() == set()


def test_an_edit_that_leaves_names_alone_resolves_its_document_only(library: Library) -> None:
    library.edit("form.md", "We cover it.", "We cover it and what is attached to it.")
    assert library.sync() == {"form.md"}


def test_an_edit_of_a_citing_document_resolves_it_alone(library: Library) -> None:
    library.edit("cites-section.md", "Section 2", "Section 3")
    assert library.sync() == {"cites-section.md"}
    assert library.references("cites-section.md") == [("form.md", 17)]


def test_text_inserted_above_moves_lines_but_no_names(library: Library) -> None:
    library.edit("form.md", "## 1 Dwelling", "An introduction.\n\n## 1 Dwelling")
    assert library.sync() == {"form.md"}
    assert library.references("cites-section.md") == [("form.md", 15)]


@pytest.mark.parametrize("edit", [lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text])
def test_line_ends_and_byte_order_mark_resolve_nothing_else(library: Library, edit) -> None:
    library.put("form.md", edit(FOLDER["form.md"]))
    assert library.sync() <= {"form.md"}


def test_a_new_identifier_that_an_old_document_names(library: Library) -> None:
    assert library.open("waits.md") == [("dangling", [])]
    library.put("new.md", "---\nform: HV 30 77\n---\n\n# Condominium Form\n\nText.\n")
    assert library.sync() == {"new.md", "waits.md"}
    assert library.references("waits.md") == [("new.md", 0)]


def test_a_new_title_that_an_old_document_names(library: Library) -> None:
    library.put("new.md", "# Roof Surfacing Guideline\n\nText.\n")
    assert library.sync() == {"new.md", "waits.md"}
    assert library.references("waits.md") == [("new.md", 0)]


def test_a_new_german_title_that_an_old_document_names_inflected(library: Library) -> None:
    library.put("new.md", "# Schuldengesetz\n\n## § 1 Zweck\n\nDas Gesetz regelt, was nicht von allein geregelt ist.\n")
    assert library.sync() == {"new.md", "haftung.md"}
    assert library.references("haftung.md") == [("new.md", 0)]


def test_a_name_that_is_taken_away_again(library: Library) -> None:
    library.put("new.md", "# Roof Surfacing Guideline\n\nText.\n")
    library.sync()
    library.remove("new.md")
    assert library.sync() == {"waits.md"}
    assert library.references("waits.md") == []


def test_an_english_title_in_german_text_resolves_as_long_as_it_stands(library: Library) -> None:
    library.put(
        "hinweis.md", "# Hinweis\n\nDas ist nicht neu, denn die Roof Surfacing Guideline gilt für alle Dächer und ist zu beachten.\n"
    )
    library.sync()
    library.put("new.md", "# Roof Surfacing Guideline\n\nThe roof is old, and this is what we say of it.\n")
    assert library.sync() == {"new.md", "waits.md", "hinweis.md"}
    assert library.references("hinweis.md") == [("new.md", 0)]
    library.remove("new.md")
    assert library.sync() == {"waits.md", "hinweis.md"}
    assert library.store.query("SELECT key FROM graph.lookups WHERE key LIKE '%surf%'") == []


def test_one_title_in_two_languages_is_ambiguous_to_a_text_of_either(library: Library) -> None:
    library.put("new.md", "# Roof Surfacing Guideline\n\nThe roof is old, and this is what we say of it.\n")
    library.put("hinweis.md", "# Hinweis\n\nDas ist nicht neu, denn die Roof Surfacing Guideline gilt für alle Dächer.\n")
    library.sync()
    assert library.references("hinweis.md") == [("new.md", 0)]
    library.put("neu.md", "# Roof Surfacing Guideline\n\nDas Dach ist alt, und das ist nicht alles, was wir davon sagen.\n")
    assert "hinweis.md" in library.sync()
    assert library.references("hinweis.md") == []


def test_a_new_edition_makes_a_name_ambiguous_to_those_that_ask_for_it(library: Library) -> None:
    library.put("form-2026.md", FORM.replace("2019-04", "2026-01") + SECTIONS)
    assert library.sync() == {"form-2026.md"} | NAMED_BY_IDENTIFIER
    assert library.open("cites-form.md") == [("ambiguous", ["form-2026.md", "form.md"])]
    assert library.references("in-force.md") == [("form.md", 0)]


def test_a_changed_effective_date_decides_anew(library: Library) -> None:
    library.put("form-2026.md", FORM.replace("2019-04", "2026-01") + SECTIONS)
    library.sync()
    library.edit("form-2026.md", "effective: 2026-01-01", "effective: 2021-01-01")
    assert library.sync() >= NAMED_BY_IDENTIFIER
    assert library.references("in-force.md") == [("form-2026.md", 0)]


def test_a_removed_document_leaves_its_references_dangling_or_external(library: Library) -> None:
    library.remove("form.md")
    assert library.sync() == NAMED_BY_IDENTIFIER | {"links.md", "waits.md"}
    assert library.open("links.md") == [("dangling", [])]
    assert library.references("cites-section.md") == []


def test_a_removed_document_of_a_scheme_that_others_have_leaves_its_references_dangling(library: Library) -> None:
    library.put("other.md", "---\nform: HV 40 01\n---\n\n# Condominium Form\n\nText.\n")
    library.sync()
    library.remove("form.md")
    library.sync()
    assert library.open("cites-section.md") == [("dangling", [])]


def test_a_removed_heading_resolves_those_that_cite_it_or_a_range_across_it(library: Library) -> None:
    library.edit("form.md", "## 2 Structures\n\n", "")
    assert library.sync() == {"form.md", "cites-section.md", "cites-range.md", "links.md"}
    assert library.open("cites-section.md") == [("dangling", ["form.md"])]
    assert library.references("cites-range.md") == [("form.md", 9), ("form.md", 15)]


def test_a_heading_added_within_a_range(library: Library) -> None:
    library.put("form.md", FORM + SECTIONS.replace("## 2 Structures\n\n", ""))
    library.sync()
    library.put("form.md", FORM + SECTIONS)
    assert library.sync() == {"form.md", "cites-section.md", "cites-range.md", "links.md"}
    assert len(library.references("cites-range.md")) == 3


def test_a_renumbered_heading(library: Library) -> None:
    library.edit("form.md", "## 3 Property", "## 4 Property")
    assert library.sync() == {"form.md", "cites-range.md"}
    assert library.references("cites-range.md") == [("form.md", 9), ("form.md", 13)]


def test_a_new_term_that_old_documents_use(library: Library) -> None:
    library.put("uses.md", "# Roofs\n\nRoofs are settled at actual cash value.\n")
    library.sync()
    library.put(
        "terms.md", "# Terms\n\nBy “actual cash value” we mean the cost to replace less depreciation; “actual cash value” means no more.\n"
    )
    assert library.sync() == {"terms.md", "uses.md"}
    uses = "SELECT count(*) FROM graph.stated_edges WHERE type = 'uses_term' AND document_id = ?"
    assert library.store.query(uses, [document_id("library", "uses.md")]) == [(1,)]


def test_a_document_that_cannot_be_read_any_more_is_treated_as_gone(library: Library) -> None:
    library.remove("form.md")
    (library.corpus.root / "form.md").write_bytes(b"\x00\x01\x02\xff" * 400)
    assert library.sync() == NAMED_BY_IDENTIFIER | {"links.md", "waits.md"}


def test_a_renamed_file_resolves_those_that_link_to_it(library: Library) -> None:
    library.remove("form.md")
    library.put("policy.md", FOLDER["form.md"])
    assert library.sync() == {"policy.md", "links.md"} | NAMED_BY_IDENTIFIER
    assert library.open("links.md") == [("dangling", [])]
    assert library.references("cites-form.md") == [("policy.md", 0)]

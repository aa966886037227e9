"""The files of a site: what they hold, that nothing of a source becomes markup, and that every link leads somewhere."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from lineproof.serve.site.build import build
from lineproof.serve.site.record import read
from lineproof.serve.site.rendering import POLICY
from storage.snapshots import open_snapshot
from tests.lineproof.serve.site.published import HOSTILE, INDEX, PLAIN, Link, Written, published
from tests.lineproof.wiki.believing import CORPUS

LINKING = ("href", "src")
GOLDEN = Path(__file__).with_name("golden")


class Elements(HTMLParser):
    """The elements of a page with their attributes, in order, and its visible text."""

    def __init__(self, raw: bytes) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(raw.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def values(self, attribute: str) -> list[str]:
        """What an attribute holds, wherever it stands."""
        return [value for _, attributes in self.found if (value := attributes.get(attribute)) is not None]


def pages(site: Path) -> Iterator[tuple[Path, Elements]]:
    for file in sorted(site.rglob("*.html")):
        yield file, Elements(file.read_bytes())


@pytest.fixture(params=["site", "hostile"])
def exported(request: pytest.FixtureRequest) -> Path:
    """Both sites."""
    return request.getfixturevalue(request.param)


def test_every_link_leads_to_a_file_of_the_site_and_to_a_place_in_it(exported: Path) -> None:
    known = {file: set(page.values("id")) for file, page in pages(exported)}
    broken = []
    for file, page in pages(exported):
        for link in (link for attribute in LINKING for link in page.values(attribute)):
            path, _, fragment = link.partition("#")
            target = (file.parent / unquote(path)).resolve() if path else file
            if not target.is_file() or (fragment and unquote(fragment) not in known[target]):
                broken.append((file.name, link))
    assert len(known) > 5
    assert broken == []


def test_no_file_names_an_address_outside(exported: Path) -> None:
    for file, page in pages(exported):
        links = [link for attribute in (*LINKING, "srcset", "action", "formaction", "data", "poster") for link in page.values(attribute)]
        assert not [link for link in links if re.match(r"[a-z]+:|//", link, re.IGNORECASE)], file
    for file in exported.glob("assets/*.css"):
        assert not re.search(r"url\(|@import|https?:", file.read_text())
    for file in exported.glob("assets/[!i]*.js"):
        assert not re.search(r"https?:|fetch\(|XMLHttpRequest|import\(|innerHTML|eval\(", file.read_text())


def test_every_page_has_the_policy_first_and_nothing_inline(exported: Path) -> None:
    for file, page in pages(exported):
        first = [attributes for tag, attributes in page.found if tag == "meta"][1]
        assert (first["http-equiv"], first["content"]) == ("Content-Security-Policy", POLICY), file
        assert not [tag for tag, attributes in page.found if tag == "style" or (tag == "script" and "src" not in attributes)], file
        inline = [name for _, attributes in page.found for name in attributes if name.startswith("on") or name == "style"]
        assert inline == [], file


def test_every_page_has_one_title_one_heading_one_content_and_no_id_twice(exported: Path) -> None:
    for file, page in pages(exported):
        tags = Counter(tag for tag, _ in page.found)
        assert (tags["h1"], tags["main"]) == (1, 1), file
        assert page.found[0] == ("html", {"lang": "en"}), file
        twice = [name for name, times in Counter(page.values("id")).items() if times > 1]
        assert twice == [], file


def test_everything_with_a_role_or_a_picture_has_a_name(exported: Path) -> None:
    for file, page in pages(exported):
        named = ("aria-label", "aria-labelledby", "aria-hidden")
        for tag, attributes in page.found:
            if tag in ("nav", "input", "svg") or attributes.get("role") in ("dialog", "region", "group", "search"):
                assert any(name in attributes for name in named) or tag == "form", (file, tag, attributes)


def test_every_sentence_leads_to_the_quotes_of_its_claims(site: Path) -> None:
    page = Elements((site / "documents/hv-30-01.html").read_bytes())
    marks = [attributes["href"] for tag, attributes in page.found if tag == "a" and attributes.get("class") == "mark"]
    assert marks == ["#note-1", "#note-2", "#note-3", "#note-1", "#note-1", "#note-4"]
    assert "forms/hv-30-01-2019-04.md#L3" in page.text


def test_a_page_reads_as_it_did(site: Path) -> None:
    assert (site / "documents/hv-30-01.html").read_text() == (GOLDEN / "page.html").read_text()


def test_open_references_and_removed_sentences_are_told(site: Path) -> None:
    text = Elements((site / "documents/hv-30-01.html").read_bytes()).text
    assert "form HV 99 99" in text
    assert "not in the corpus" in text
    assert "2 sentences without evidence" in text


def test_a_register_has_the_claims_of_its_document_and_the_pages_that_state_them(site: Path) -> None:
    text = Elements(next(site.glob("registers/forms-hv-30-01-2026-01*.html")).read_bytes()).text
    assert text.index("proof of loss within 90 days") < text.index("Drying must begin")
    assert "Stated on Homeowners Form (HV 30 01), What changed" in text
    assert "Preferred to what contradicts it" in text


def test_the_list_of_sources_has_documents_that_no_page_cites(site: Path) -> None:
    text = Elements((site / "sources.html").read_bytes()).text
    assert "memos/memo.txt" in text
    assert len(list(site.glob("registers/*.html"))) == 3


@pytest.mark.parametrize("library", [PLAIN, HOSTILE], ids=["plain", "hostile"])
def test_the_same_record_gives_the_same_bytes(tmp_path: Path, library: object) -> None:
    workspace = published(tmp_path, library)  # type: ignore[arg-type]
    with open_snapshot(workspace.corpus(CORPUS)) as connection:
        record = read(connection)
    once, again = [*build(record)], [*build(record)]
    assert once == again
    assert len(dict(once)) == len(once)


def test_lists_between_the_contents_and_the_pages_are_left_out(tmp_path: Path) -> None:
    between = Written("index/documents-a.md", "Documents: A to Z", "index", links=INDEX.links)
    index = replace(INDEX, links=(Link("part", between.path, between.title),))
    workspace = published(tmp_path, replace(PLAIN, pages=[index, between, *PLAIN.pages[1:]]))
    with open_snapshot(workspace.corpus(CORPUS)) as connection:
        files = dict(build(read(connection)))
    assert "index/documents-a.html" not in files
    assert "documents/hv-30-01.html" in files["index.html"].decode()
    assert "Documents: A to Z" not in "".join(raw.decode() for raw in files.values())


def test_a_wiki_without_pages_says_so(tmp_path: Path) -> None:
    workspace = published(tmp_path, replace(PLAIN, pages=()))
    with open_snapshot(workspace.corpus(CORPUS)) as connection:
        files = dict(build(read(connection)))
    assert "There are no pages yet" in files["index.html"].decode()
    assert "No page leads to another" in files["graph.html"].decode()

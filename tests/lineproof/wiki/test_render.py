"""Pages as Markdown: golden files that a person can read, front matter, links and citations."""

import re
from pathlib import Path

import pytest
import yaml
from markdown_it import MarkdownIt

from lineproof.wiki.model import KINDS, LINK_ROLES, ROLES, Citation, ClaimView, Page, PageLink, Section, Sentence, Wiki
from lineproof.wiki.render import page_markdown
from lineproof.wiki.text import visible
from storage.database import Store

GOLDEN = Path(__file__).with_name("golden")
NOTE = re.compile(r"^\[\^(?P<number>\d+)\]: (?P<citations>.*)$", re.MULTILINE)
CITED = re.compile(r"(?P<path>[\w./-]+)#L(?P<first>\d+)(?:-L(?P<last>\d+))? “(?P<quote>.*?)”(?=; |$)")
UNESCAPED = re.compile(r"\\(?=[!-/:-@\[-`{-~])")


def files(wiki: Wiki) -> dict[str, str]:
    return {page.path: page_markdown(page, wiki.claims) for page in wiki.pages}


@pytest.mark.parametrize("name", sorted(file.relative_to(GOLDEN).as_posix() for file in GOLDEN.rglob("*.md")))
def test_a_page_is_as_its_golden_file(wiki: Wiki, name: str) -> None:
    assert files(wiki)[name] == (GOLDEN / name).read_text(encoding="utf-8")


def test_every_page_has_its_golden_file(wiki: Wiki) -> None:
    assert {file.relative_to(GOLDEN).as_posix() for file in GOLDEN.rglob("*.md")} == set(files(wiki))


def test_front_matter_is_of_the_open_knowledge_format(wiki: Wiki) -> None:
    for path, text in files(wiki).items():
        fields = yaml.safe_load(text.split("---\n")[1])
        assert fields["type"]
        assert ("okf_version" in fields) == (path == "index.md")
        assert fields["generated"] == {"by": "lineproof/rules"}


def test_pages_sentences_and_links_have_the_kinds_that_are_known(wiki: Wiki) -> None:
    assert {page.kind for page in wiki.pages} == set(KINDS)
    assert {sentence.role for page in wiki.pages for sentence in page.sentences} <= set(ROLES)
    assert {link.role for page in wiki.pages for link in page.links} <= set(LINK_ROLES)


def test_links_lead_to_files(wiki: Wiki) -> None:
    written = files(wiki)
    targets = [target for text in written.values() for target in re.findall(r"\[\[([^|\]]+)\|[^\]]+\]\]", text)]
    assert len(targets) > 6
    assert {f"{target}.md" for target in targets} <= set(written)


def test_every_note_is_used_once_and_shows_its_quote(wiki: Wiki, store: Store) -> None:
    rows = store.query("SELECT path, n, raw FROM evidence.lines JOIN documents USING (document_id)")
    lines = {(path, number): raw.decode() for path, number, raw in rows}
    for text in files(wiki).values():
        used = re.findall(r"\[\^(\d+)\](?!:)", text)
        notes = NOTE.findall(text)
        assert used == [number for number, _ in notes]
        for _, note in notes:
            cited = list(CITED.finditer(note))
            assert "; ".join(found.group() for found in cited) == note
            for found in cited:
                span = range(int(found["first"]), int(found["last"] or found["first"]) + 1)
                shown = " ".join(lines[found["path"], number].lstrip("# ") for number in span)
                assert UNESCAPED.sub("", found["quote"]).replace("&lt;", "<") in shown


HOSTILE = "x]] [[y|z]] <script>alert(1)</script> [a](http://b) ![i](c) `d` **e** | [^1] --- # f\n---\ntype: evil\n\n# g\n<!-- {{ h }} $i$"


def hostile_page() -> tuple[Page, ClaimView]:
    """A page of which every text is hostile."""
    citation = Citation("c1", f"a {HOSTILE}.md", 3, 4, HOSTILE, HOSTILE)
    claim = ClaimView("c1", HOSTILE, "fact", "active", HOSTILE, None, None, None, None, None, None, None, (citation,))
    sentences = (Sentence(0, "claim", visible(HOSTILE), ("c1",), (citation,)),)
    links = tuple(PageLink(role, "w2", "topics/other.md", visible(HOSTILE), visible(HOSTILE)) for role in ("part", "related"))
    open_link = PageLink("open", None, None, visible(HOSTILE), "dangling")
    source = PageLink("source", "d1", citation.path, HOSTILE, "")
    title = visible(HOSTILE)
    sections = (Section("", sentences), Section(title, sentences))
    return Page("w1", "documents/a.md", title, "family", title, "d1", "en", 0, 0, "rules", sections, (*links, open_link, source)), claim


def test_hostile_text_brings_nothing_but_text_to_a_page() -> None:
    page, claim = hostile_page()
    text = page_markdown(page, {"c1": claim})
    _, front, rest = text.split("---\n", 2)
    fields = yaml.safe_load(front)
    assert fields["title"] == page.title
    assert fields["type"] == "Document family"
    tokens = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(rest)
    kinds = {child.type for token in tokens for child in (token.children or [token])}
    assert kinds <= {
        "heading_open", "heading_close", "paragraph_open", "paragraph_close", "bullet_list_open", "bullet_list_close", "list_item_open",
        "list_item_close", "text", "softbreak", "text_special", "code_inline", "inline",
    }  # fmt: skip
    assert len(re.findall(r"\[\[", rest)) == len(page.linked("part")) + len(page.linked("related"))
    assert set(re.findall(r"\[\[([^|]*)\|", rest)) == {"topics/other"}
    assert [token.tag for token in tokens if token.type == "heading_open"] == ["h1", "h2", "h2", "h2", "h2"]

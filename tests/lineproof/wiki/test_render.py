"""Pages as Markdown: golden files that a person can read, front matter, links and citations."""

import re
from pathlib import Path

import pytest
import yaml

from lineproof.wiki.model import Wiki
from lineproof.wiki.render import page_markdown
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

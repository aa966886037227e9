"""Export: the wiki as a folder of Markdown files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from lineproof.wiki.folder import Export, File, Manifest, refuse, write
from lineproof.wiki.kept import KeptPage, load_kept
from lineproof.wiki.model import ClaimView, Page, Wiki
from lineproof.wiki.render import bound_claims, head, note_lines, page_markdown
from lineproof.wiki.wording import wording
from storage.workspace import Corpus

KIND: Final = "markdown"


def export_markdown(wiki: Wiki, corpus: Corpus, folder: Path) -> Export:
    """Write the pages of a corpus to a folder; files that are as they should be are not touched.

    Raises:
        ExportError: the folder cannot be used; the message says why.
    """
    refuse(folder, corpus)
    return write(folder, Manifest(KIND, corpus.name), markdown_files(wiki, load_kept(corpus.decisions)))


def markdown_files(wiki: Wiki, kept: Mapping[str, KeptPage]) -> dict[str, File]:
    """The files of all pages by their paths; kept pages as their editors left them."""
    return {
        page.path: _kept(page, kept[page.path], wiki.claims)
        if page.path in kept
        else File(page_markdown(page, wiki.claims), bound_claims(page))
        for page in wiki.pages
    }


def _kept(page: Page, kept: KeptPage, claims: Mapping[str, ClaimView]) -> File:
    """A kept page: its front matter says that it is not verified, a notice that it was edited by hand."""
    notice = f"> {wording(page.language).edited}"
    text = kept.text if notice in kept.text else _below_title(kept.text, notice)
    numbered = [(number, bound) for number, bound in enumerate(kept.notes, 1) if f"[^{number}]" in text]
    return File(head(page, verified=False) + text + note_lines(numbered, claims), kept.notes)


def _below_title(text: str, notice: str) -> str:
    first, _, rest = text.partition("\n")
    return f"{first}\n\n{notice}\n{rest}" if first.startswith("# ") else f"{notice}\n\n{text}"

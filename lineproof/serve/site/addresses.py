"""Addresses: where each page of the site lies, and how one page links to another.

address   path of a file below the root of the site, with forward slashes
register  ``registers/<slug>.html``, the page of one document
link      a relative address, percent-encoded, that works from a folder on disk as from a server
"""

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from lineproof.wiki.model import Citation, Page, Wiki
from lineproof.wiki.slug import slugs

FIRST: Final = "index.md"
"""The page of the wiki that lists all others; the site has its own in its place."""
INDEX: Final = "index.html"
SEARCH: Final = "search.html"
GRAPH: Final = "graph.html"
SOURCES: Final = "sources.html"
ASSETS: Final = "assets"
REGISTERS: Final = "registers"


@dataclass(frozen=True)
class Addresses:
    """Addresses of pages by their ids and of registers by the paths of their documents."""

    pages: Mapping[str, str]
    registers: Mapping[str, str]

    def evidence(self, citation: Citation) -> str | None:
        """Where a claim stands in the register of its document."""
        register = self.registers.get(citation.path)
        return f"{register}#{citation.claim_id}" if register else None


def addresses(wiki: Wiki) -> Addresses:
    """The addresses of a wiki. Lists of contents have none but the first, which leads to all pages itself; nor have documents that no
    page cites a register.
    """
    cited = sorted({citation.path for claim in wiki.claims.values() for citation in claim.citations})
    names = slugs({path: path for path in cited})
    return Addresses(
        {page.page_id: address_of(page) for page in wiki.pages if page.kind != "index" or page.path == FIRST},
        {path: f"{REGISTERS}/{name}.html" for path, name in names.items()},
    )


def address_of(page: Page) -> str:
    """The address of a page, beside the others of its folder as in the Markdown export."""
    return page.path.removesuffix(".md") + ".html"


def link(source: str, target: str) -> str:
    """The link from one address to another, which may have a fragment."""
    path, mark, fragment = target.partition("#")
    if path == source and mark:
        return f"#{quote(fragment)}"
    return quote(posixpath.relpath(path, posixpath.dirname(source) or ".")) + mark + quote(fragment)

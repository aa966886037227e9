"""Build: all files of the site from its record; the same record gives the same bytes."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from lineproof.serve.site.addresses import ASSETS, FIRST, GRAPH, INDEX, SEARCH, SOURCES, Addresses, addresses
from lineproof.serve.site.contents import contents
from lineproof.serve.site.evidence import evidence
from lineproof.serve.site.graph import HEIGHT, WIDTH, graph
from lineproof.serve.site.index import shards
from lineproof.serve.site.record import Record
from lineproof.serve.site.rendering import render
from lineproof.serve.site.views import PageView, Register, page_views, registers
from lineproof.wiki.model import Wiki

FIXED: Final = Path(__file__).with_name(ASSETS)
DEFAULT_LANGUAGE: Final = "en"


def build(record: Record) -> Iterator[tuple[str, bytes]]:
    """The files of a site: address and bytes, each address once."""
    where = addresses(record.wiki)
    known = evidence(record, where)
    views = [*page_views(record, where, known)]
    kept = registers(where, known)
    pages = _Pages(record.wiki, where)
    yield from _fixed()
    yield from pages.of_wiki(views)
    yield from pages.of_registers(kept)
    yield pages.first(views)
    yield pages.sources(kept)
    yield pages.graph(views)
    yield from pages.search(shards(views, record))


def front(corpora: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The files of a page that leads to the sites of several corpora, each in a folder of its name."""
    yield from _fixed()
    yield INDEX, render("front", INDEX, DEFAULT_LANGUAGE, site="Lineproof", menu=lambda say: [], corpora=corpora).encode()


def _fixed() -> Iterator[tuple[str, bytes]]:
    """Style sheet, scripts and icon, as they are."""
    for file in sorted(FIXED.iterdir()):
        yield f"{ASSETS}/{file.name}", file.read_bytes()


def _menu(say: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(INDEX, say["contents"]), (SOURCES, say["sources"]), (GRAPH, say["graph"]), (SEARCH, say["search"])]


class _Pages:
    """The pages of one wiki, which all name its corpus and speak its language where no other is told."""

    def __init__(self, wiki: Wiki, where: Addresses) -> None:
        self._wiki = wiki
        self._where = where
        self._documents = {document.path: document for document in wiki.documents.values()}
        self._language = next((page.language for page in wiki.pages if page.path == FIRST), DEFAULT_LANGUAGE)

    def of_wiki(self, views: Sequence[PageView]) -> Iterator[tuple[str, bytes]]:
        """The pages of the wiki but the first."""
        for view in views:
            if view.page.path != FIRST:
                yield self._page("page", view.address, view.page.language, view=view)

    def of_registers(self, kept: Sequence[Register]) -> Iterator[tuple[str, bytes]]:
        """The registers of documents."""
        for register in kept:
            document = self._documents.get(register.path)
            language = document.language if document else self._language
            yield self._page("register", register.address, language, register=register, document=document, where=self._where)

    def first(self, views: Sequence[PageView]) -> tuple[str, bytes]:
        """The contents."""
        folders = {document.document_id: document.path.rpartition("/")[0] for document in self._wiki.documents.values()}
        totals = {
            "pages": sum(view.page.kind != "index" for view in views),
            "statements": len(self._wiki.claims),
            "documents": len(self._wiki.documents),
        }
        return self._page("contents", INDEX, self._language, groups=contents(views, folders), totals=totals)

    def sources(self, kept: Sequence[Register]) -> tuple[str, bytes]:
        """The list of all documents; a column that would be empty is left out."""
        by_path = {register.path: register for register in kept}
        documents = [(document, by_path.get(path)) for path, document in sorted(self._documents.items())]
        columns = [name for name in ("edition", "effective", "status") if any(getattr(document, name) for document, _ in documents)]
        return self._page("sources", SOURCES, self._language, documents=documents, columns=columns)

    def graph(self, views: Sequence[PageView]) -> tuple[str, bytes]:
        """The graph."""
        return self._page("graph", GRAPH, self._language, graph=graph(views), width=WIDTH, height=HEIGHT)

    def search(self, scripts: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        """The search, and the scripts of its index."""
        names = [f"{ASSETS}/index-{number}.js" for number, _ in enumerate(scripts)]
        yield from ((name, script.encode()) for name, script in zip(names, scripts, strict=True))
        yield self._page("search", SEARCH, self._language, shards=names)

    def _page(self, template: str, address: str, language: str, **values: Any) -> tuple[str, bytes]:  # noqa: ANN401
        text = render(template, address, language, site=self._wiki.corpus, menu=_menu, **values)
        return address, text.encode()

"""Pages: the wiki of a snapshot as lists and texts, and pages that a person keeps.

summary   how large the wiki is, and how much of what is believed it says
"""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from duckdb import DuckDBPyConnection

from lineproof.serve.errors import CommandError, SeveralPages, UnknownPage
from lineproof.wiki.errors import ExportError
from lineproof.wiki.export import markdown_files
from lineproof.wiki.kept import corpus_of, keep, load_kept
from lineproof.wiki.model import Page, Wiki, load
from storage.snapshots import open_snapshot
from storage.workspace import Corpus, Workspace


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A page as a row of the list; ``kept`` says that a person edited and kept it."""

    corpus: str
    path: str
    title: str
    kind: str
    sentences: int
    characters: int
    removed: int
    composer: str
    kept: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """The wiki of a corpus. ``share`` is its size in characters by the bytes of all documents; ``active`` counts claims in force."""

    corpus: str
    pages: int
    characters: int
    source_bytes: int
    share: float
    active: int
    stated: int


@dataclass(frozen=True, slots=True)
class Pages:
    """All pages that were asked for, and a summary a corpus."""

    summaries: Sequence[Summary]
    pages: Sequence[ListedPage]


@dataclass(frozen=True, slots=True)
class Shown:
    """One page as its Markdown file."""

    corpus: str
    path: str
    title: str
    markdown: str


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """What was kept: the page of a corpus, as a person edited it."""

    corpus: str
    page: str


def list_pages(corpora: Sequence[Corpus]) -> Pages:
    """The pages of some corpora, in the order of corpus and path."""
    summaries, listed = [], []
    for corpus in corpora:
        wiki, active = _read(corpus)
        kept = load_kept(corpus.decisions)
        stated = {claim for page in wiki.pages for sentence in page.sentences for claim in sentence.claim_ids}
        share = wiki.characters / wiki.source_bytes if wiki.source_bytes else 0.0
        summaries.append(
            Summary(corpus.name, len(wiki.pages), wiki.characters, wiki.source_bytes, round(share, 4), len(active), len(active & stated))
        )
        listed += [_listed(corpus.name, page, page.path in kept) for page in wiki.pages]
    return Pages(summaries, listed)


def show_page(corpora: Sequence[Corpus], name: str) -> Shown:
    """One page, by its path (with or without ``.md``), its id or its title.

    Raises:
        UnknownPage: no corpus has it.
        SeveralPages: more than one has this name.
    """
    found = []
    for corpus in corpora:
        with closing(open_snapshot(corpus)) as connection:
            found += _called(connection, corpus, name)
    return _only(found, name)


def page_of(connection: DuckDBPyConnection, corpus: Corpus, name: str) -> Shown:
    """One page of a corpus from a snapshot that is open already; as :func:`show_page`."""
    return _only(_called(connection, corpus, name), name)


def paths_of(connection: DuckDBPyConnection, after: str, most: int) -> list[tuple[str, str]]:
    """Paths and titles of the pages whose paths come after one, in order."""
    query = "SELECT path, title FROM wiki.pages WHERE path > ? ORDER BY path LIMIT ?"
    return connection.execute(query, [after, most]).fetchall()


def _only(found: Sequence[Shown], name: str) -> Shown:
    if not found:
        raise UnknownPage(name)
    if len(found) > 1:
        raise SeveralPages(name, [f"{one.corpus}: {one.path}" for one in found])
    return found[0]


def _called(connection: DuckDBPyConnection, corpus: Corpus, name: str) -> list[Shown]:
    """The pages of a corpus that have a name; nothing else of the wiki is read."""
    listed = connection.execute("SELECT page_id, path, title FROM wiki.pages ORDER BY path").fetchall()
    by_path = [page for page, path, _ in listed if name in (path, path.removesuffix(".md"), page)]
    named = by_path or [page for page, _, title in listed if title.casefold() == name.casefold()]
    wiki = load(connection, named)
    files = markdown_files(wiki, load_kept(corpus.decisions))
    return [Shown(corpus.name, page.path, page.title, str(files[page.path].text)) for page in wiki.pages]


def keep_page(workspace: Workspace, file: Path, by: str) -> KeptAnswer:
    """Keep an edited page of an export.

    Raises:
        CommandError: it is no page of an export.
    """
    try:
        corpus = workspace.corpus(corpus_of(file))
        return KeptAnswer(corpus.name, keep(file, corpus.decisions, by).page)
    except ExportError as error:
        raise CommandError(str(error)) from error


def _read(corpus: Corpus) -> tuple[Wiki, set[str]]:
    """The wiki, and the ids of all claims in force."""
    with closing(open_snapshot(corpus)) as connection:
        active = connection.execute("SELECT claim_id FROM beliefs.standings WHERE status = 'active'").fetchall()
        return load(connection), {row[0] for row in active}


def _listed(corpus: str, page: Page, kept: bool) -> ListedPage:
    return ListedPage(corpus, page.path, page.title, page.kind, len(page.sentences), page.characters, page.removed, page.composer, kept)

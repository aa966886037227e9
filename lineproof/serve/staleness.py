"""Staleness: claims whose sources are no longer what they were when the claims were published, found without a model.

changed   a source whose bytes differ from those compiled, or that is gone
version   a source as it was compiled, or as it is now: what it is called, and its paragraphs with what stands above each
kept      of a paragraph: where its text stands now. Each place is what became of one paragraph, so that of twins no one is mistaken
          for another; text goes to another source only with a file that is gone, as by a new name
stale     a claim one of whose quotes is not kept, or which is named after something that does not stand above it any more; and one
          that waits
waiting   a source on which a model has yet to speak since the last sync, and a claim of it whose evidence changed
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final

from duckdb import DuckDBPyConnection

from lineproof.beliefs.plain import plain
from lineproof.beliefs.survey import UNFINISHED_PATHS
from lineproof.evidence.extract import Task, extract
from lineproof.evidence.hashing import document_id
from lineproof.evidence.survey import survey
from lineproof.sources.errors import SourceError
from lineproof.sources.scan import Seen, read
from storage.snapshots import open_snapshot
from storage.tombstones import Tombstones, load
from storage.workspace import Corpus


@dataclass(frozen=True, slots=True)
class StaleClaim:
    """A claim that the next sync will have to judge."""

    corpus: str
    claim_id: str
    statement: str
    path: str
    quote: str


@dataclass(frozen=True, slots=True)
class Staleness:
    """How a corpus compares with its snapshot: sources that changed, are gone, or wait, and the claims that are stale for it."""

    corpus: str
    changed: Sequence[str]
    deleted: Sequence[str]
    claims: Sequence[StaleClaim]
    waiting: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A paragraph: its id, the hash of its text, the headings above it, and the name, identifier and edition of its document."""

    path: str
    paragraph_id: str
    text: str
    headings: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def above(self) -> frozenset[str]:
        """All that a claim on it may be named after."""
        return frozenset((*self.headings, *self.names))


class _Snapshot:
    """A snapshot as something that answers queries."""

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self.connection = connection

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of a query."""
        return self.connection.execute(sql, list(parameters)).fetchall()


def staleness(corpus: Corpus) -> Staleness:
    """Compare the sources of a corpus with what is published.

    Raises:
        NoSnapshot: nothing has been published.
        OSError: the root of the corpus cannot be listed.
    """
    with closing(open_snapshot(corpus)) as connection:
        snapshot = _Snapshot(connection)
        now = survey(snapshot, corpus)
        tombstones = load(corpus)
        before = [place for path in (*now.changed, *now.gone) for place in _published(snapshot, corpus, path)]
        after = [place for path in now.changed for place in _present(corpus, now.compiled[path], tombstones)]
        kept = kept_places(before, after, frozenset(now.gone))
        found = [one for path in (*now.changed, *now.gone) for one in _stale(snapshot, corpus, path, kept, before)]
        listed = {one.claim_id for one in found}
        found += [StaleClaim(corpus.name, *row) for row in snapshot.query(_WAITING) if row[0] not in listed]
        return Staleness(corpus.name, now.changed, now.gone, tuple(found), [row[0] for row in snapshot.query(UNFINISHED_PATHS)])


def kept_places(before: Sequence[Place], after: Sequence[Place], gone: frozenset[str]) -> dict[str, Place]:
    """Where the paragraphs of changed sources stand now, by their ids; without those whose text is gone.

    Args:
        before: as they were, in reading order.
        after: as they are, in reading order.
        gone: paths of sources that are no longer there.
    """
    kept: dict[str, Place] = {}
    left = list(after)
    for key in (_itself, _under_the_same_headings, _in_the_same_source):
        left = _pair(before, left, key, kept)
    _pair([one for one in before if one.path in gone], left, _in_a_source_of_the_same_name, kept)
    return kept


def _itself(one: Place) -> Hashable:
    return one.paragraph_id


def _under_the_same_headings(one: Place) -> Hashable:
    return one.path, one.text, one.headings


def _in_the_same_source(one: Place) -> Hashable:
    return one.path, one.text


def _in_a_source_of_the_same_name(one: Place) -> Hashable:
    return one.names, one.text, one.headings


def _pair(before: Iterable[Place], after: Sequence[Place], key: Callable[[Place], Hashable], kept: dict[str, Place]) -> list[Place]:
    """Pair in order what has the same key and no pair yet; return what of the second is left over."""
    waiting: dict[Hashable, list[Place]] = defaultdict(list)
    for one in reversed(after):
        waiting[key(one)].append(one)
    taken: set[str] = set()
    for one in before:
        if one.paragraph_id not in kept and (places := waiting.get(key(one))):
            kept[one.paragraph_id] = places.pop()
            taken.add(kept[one.paragraph_id].paragraph_id)
    return [one for one in after if one.paragraph_id not in taken]


def _published(snapshot: _Snapshot, corpus: Corpus, path: str) -> list[Place]:
    """The paragraphs of a source as they were compiled."""
    document = document_id(corpus.name, path)
    names = snapshot.query("SELECT title, identifier, edition FROM evidence.documents WHERE document_id = ?", [document])
    rows = snapshot.query(
        "SELECT paragraph_id, paragraph_hash, section_id, text FROM evidence.paragraphs WHERE document_id = ? ORDER BY ordinal", [document]
    )
    return list(_places(path, names[0], rows)) if names else []


def _present(corpus: Corpus, source: Seen, tombstones: Tombstones) -> list[Place]:
    """The paragraphs of a source as they are now; none where it cannot be read."""
    try:
        raw = read(corpus.root, source)
        evidence = extract(Task(corpus.name, source.path, raw, corpus.fingerprint, tombstones)).rows
    except SourceError:
        return []
    [document] = evidence["evidence.documents"]
    columns = ("paragraph_id", "paragraph_hash", "section_id", "text")
    rows = [tuple(row[name] for name in columns) for row in evidence["evidence.paragraphs"]]
    return list(_places(source.path, tuple(document[name] for name in ("title", "identifier", "edition")), rows))


def _places(path: str, names: Iterable[str | None], rows: Sequence[tuple[Any, ...]]) -> Iterator[Place]:
    """Rows of paragraphs in reading order as places."""
    headings: dict[str | None, tuple[str, ...]] = {}
    called = tuple(name for name in names if name)
    for paragraph, text_hash, section, text in rows:
        above = headings.get(section, ())
        headings[paragraph] = (*above, plain(text))
        yield Place(path, paragraph, text_hash, above, called)


def _stale(snapshot: _Snapshot, corpus: Corpus, path: str, kept: Mapping[str, Place], before: Sequence[Place]) -> list[StaleClaim]:
    was = {place.paragraph_id: place for place in before}
    found: dict[str, StaleClaim] = {}
    for claim, statement, quote, paragraph in snapshot.query(_QUOTES, [path]):
        now = kept.get(paragraph)
        if now is None or any(name in statement for name in was[paragraph].above - now.above):
            found.setdefault(claim, StaleClaim(corpus.name, claim, statement, path, quote))
    return list(found.values())


_QUOTES: Final = (
    "SELECT c.claim_id, c.statement, q.quote, q.paragraph_id FROM beliefs.claims c JOIN beliefs.quotes q USING (document_id, claim_id) "
    "JOIN evidence.documents d USING (document_id) JOIN evidence.paragraphs p USING (document_id, paragraph_id) "
    "WHERE d.path = ? ORDER BY p.ordinal, c.claim_id, q.position"
)
_WAITING: Final = (
    "SELECT claim_id, statement, coalesce(d.path, (SELECT arg_max(r.path, r.recorded_at) FROM evidence.revisions r "
    "WHERE r.document_id = w.document_id), '') AS path, quote FROM beliefs.waiting w LEFT JOIN evidence.documents d USING (document_id) "
    "ORDER BY path, claim_id"
)

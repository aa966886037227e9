"""Check: whether what is published still holds, for people and for CI.

stale      a claim whose source changed since it was published, or that waits for a model
unfinished a source on which a model has yet to speak: a sync broke off
edited     a page of an export with lines that somebody changed by hand
unbound    a sentence of a page without a claim that is believed
waiting    candidates that wait for a person, and disputed claims: told, but no fault
"""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lineproof.serve.errors import CommandError
from lineproof.serve.staleness import StaleClaim, staleness
from lineproof.wiki.errors import ExportError
from lineproof.wiki.kept import EditedPage, edited
from storage.snapshots import open_snapshot
from storage.workspace import Corpus


@dataclass(frozen=True, slots=True)
class CorpusCheck:
    """What was found in one corpus."""

    corpus: str
    changed: Sequence[str]
    deleted: Sequence[str]
    stale: Sequence[StaleClaim]
    unsupported: int
    unbound: int
    quarantined: int
    repair: int
    disputed: int
    unfinished: Sequence[str] = ()

    @property
    def ok(self) -> bool:
        """Whether everything that is published still holds."""
        fresh = not (self.changed or self.deleted or self.stale or self.unfinished)
        return fresh and not (self.unsupported or self.unbound or self.quarantined)


@dataclass(frozen=True, slots=True)
class Check:
    """What was found in all corpora and exports."""

    corpora: Sequence[CorpusCheck]
    edited: Sequence[EditedPage]

    @property
    def ok(self) -> bool:
        """Whether everything holds."""
        return all(corpus.ok for corpus in self.corpora) and not self.edited


def check(corpora: Sequence[Corpus], exports: Sequence[Path]) -> Check:
    """Check some corpora, and folders that pages were exported to.

    Raises:
        NoSnapshot: nothing has been published.
        CommandError: a folder holds no export, or one that cannot be read.
    """
    try:
        pages = tuple(page for folder in exports for page in edited(folder))
    except ExportError as error:
        raise CommandError(str(error)) from error
    return Check(tuple(_check(corpus) for corpus in corpora), pages)


def _check(corpus: Corpus) -> CorpusCheck:
    found = staleness(corpus)
    with closing(open_snapshot(corpus)) as connection:
        unsupported, unbound, quarantined, repair, disputed = (int(connection.execute(sql).fetchall()[0][0]) for sql in _COUNTS)
    counts = unsupported, unbound, quarantined, repair, disputed
    return CorpusCheck(corpus.name, found.changed, found.deleted, found.claims, *counts, found.waiting)


_COUNTS: Final = (
    "SELECT (SELECT count(*) FROM stale_claims) + (SELECT count(*) FROM beliefs.claims ANTI JOIN beliefs.quotes USING (claim_id))",
    "SELECT count(*) FROM (SELECT unnest(CASE WHEN len(claim_ids) = 0 THEN [''] ELSE claim_ids END) AS claim_id FROM page_sentences) "
    "ANTI JOIN beliefs.claims USING (claim_id)",
    "SELECT count(*) FROM source_outcomes WHERE outcome = 'quarantined'",
    "SELECT count(*) FROM beliefs.candidates WHERE verdict = 'repair'",
    "SELECT count(*) FROM beliefs.standings WHERE status = 'disputed'",
)

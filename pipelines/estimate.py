"""Estimate: what a sync would ask the model that proposes, and what that would cost; nothing is asked, and nothing is changed."""

import os
import time
from collections.abc import Iterator, Sequence

from lineproof.beliefs.load import document_of
from lineproof.beliefs.propose.batches import batches
from lineproof.beliefs.propose.model import ROLE, request
from lineproof.evidence.extract import Task, extract
from lineproof.models.chat import Request
from lineproof.models.estimate import Estimate, estimate
from lineproof.models.stored import Roles
from lineproof.sources.errors import SourceError
from lineproof.sources.scan import read, scan
from storage.tombstones import load
from storage.workspace import Corpus


def proposing(corpus: Corpus, paths: Sequence[str]) -> Estimate | None:
    """What proposing claims of some documents would take; None where no model proposes."""
    if not Roles(corpus.models, os.environ).serves(ROLE):
        return None
    return estimate(corpus.models, os.environ, corpus.answers, _requests(corpus, paths))


def _requests(corpus: Corpus, paths: Sequence[str]) -> Iterator[Request]:
    tombstones = load(corpus)
    sources = {seen.path: seen for seen in scan(corpus.root, {}, time.time_ns(), False).seen if seen.outcome == "compiled"}
    for path in paths:
        if path in sources:
            try:
                raw = read(corpus.root, sources[path])
            except SourceError:
                continue
            document = document_of(extract(Task(corpus.name, path, raw, corpus.fingerprint, tombstones)))
            yield from (request(document, batch) for batch in batches(document))

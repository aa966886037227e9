"""Sync: do what was planned for one corpus, in one Dagster run, and publish it."""

import gc
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Final

from pipelines.errors import NotPublished, SyncFailed
from pipelines.planner import Plan
from pipelines.session import Progress, Session
from storage.arrow import settle_without_pandas
from storage.workspace import Corpus, Workspace

YOUNG: Final = 100_000
"""Objects made and not yet freed, until Python looks for cycles among them; its default is 700."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a sync did. ``stages`` maps each stage to executions, written and deleted; ``snapshot`` is the file.

    ``events`` counts what happened to claims; ``waiting`` says why some were left for the next sync.
    """

    stages: Mapping[str, Mapping[str, int]]
    events: Mapping[str, int]
    waiting: str | None
    quarantined: Mapping[str, str]
    snapshot: str | None
    seconds: float
    run_id: str


def run(
    corpus: Corpus,
    plan: Plan,
    workspace: Workspace,
    wait: float = 60.0,
    verify: bool = False,
    progress: Progress | None = None,
) -> Outcome:
    """Do what was planned, in one Dagster run, and publish.

    Args:
        corpus: the corpus.
        plan: what :func:`pipelines.planner.plan` found; each stage looks again for itself, so an older plan does no harm.
        workspace: the workspace that the corpus belongs to.
        wait: seconds to wait for another process that holds the write lock.
        verify: read every file, whatever its times say.
        progress: told the stage, how many documents it has done, and of how many.

    Raises:
        Busy, SchemaMismatch: the working database cannot be opened.
        EvidenceError: the settings of the corpus cannot be used.
        OSError: the root of the corpus cannot be listed.
        NotPublished: something that must hold does not; the last snapshot is served on.
        SyncFailed: the run failed outside of our own stages.
    """
    started = time.monotonic()
    settle_without_pandas()
    with Session(workspace, wait, verify, progress or (lambda stage, done, total: None)) as session:
        held = session.write(corpus.name)
        with ExitStack() as opened:
            with _no_collection():
                from pipelines.launch import Interrupted, ready

                launch = opened.enter_context(ready(session, corpus, plan))
            with _rare_collection():
                launched = launch()
        if isinstance(held.failure, Interrupted):
            raise KeyboardInterrupt
        if held.failure:
            raise held.failure
        if broken := held.broken():
            raise NotPublished(corpus.name, broken, corpus.data)
        if launched.failure:
            raise SyncFailed(corpus.name, launched.run_id, launched.failure)
        snapshot = str(held.snapshot) if held.snapshot else None
        return Outcome(held.counts, held.events, held.waiting, held.quarantined(), snapshot, time.monotonic() - started, launched.run_id)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Importing Dagster makes a million objects that stay; looking through them time and again takes 0.3 s."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        if was:
            gc.enable()


@contextmanager
def _rare_collection() -> Iterator[None]:
    """Stages make rows by the hundred thousand, and hardly a cycle: what they dropped is freed without being looked for."""
    before = gc.get_threshold()
    gc.set_threshold(YOUNG)
    try:
        yield
    finally:
        gc.set_threshold(*before)

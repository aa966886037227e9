"""Errors of a sync: each names the thing, the reason and the next step."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from lineproof.serve.errors import CommandError
from storage.errors import StorageError


class NotPublished(StorageError):
    """Something that must hold does not; ``offending`` maps the invariants to the number of offending rows."""

    def __init__(self, corpus: str, offending: Mapping[str, int], data: Path) -> None:
        self.offending = dict(offending)
        found = ", ".join(f"{name} ({count})" for name, count in sorted(offending.items()))
        super().__init__(
            f"Corpus {corpus!r} was not published, because its working database breaks: {found}. Readers keep the "
            f"last snapshot. This is a fault of the program, not of the sources: lineproof dev shows which rows; please report them. "
            f"If {data} was changed by hand, move it away and run lineproof sync to build it anew."
        )


class SyncFailed(StorageError):
    """A run that failed outside of our own stages."""

    def __init__(self, corpus: str, run_id: str, reason: str) -> None:
        super().__init__(
            f"The sync of corpus {corpus!r} failed in run {run_id}: {reason} "
            "Readers keep the last snapshot; lineproof dev shows the run, and lineproof sync tries again."
        )


class NotLifted(CommandError):
    """No tombstone is of this target; ``known`` are the erasures, their kinds and times."""

    def __init__(self, target: str, corpus: str, known: Sequence[tuple[str, str, str]]) -> None:
        listed = "".join(f"\n  {erasure}  {kind}  {at}" for erasure, kind, at in known)
        there = f" It has:{listed}" if known else " It has none."
        super().__init__(f"Corpus {corpus!r} has no tombstone of {target!r}.{there}")


class CannotAsk(CommandError):
    """An erasure that nobody was asked about, and nobody can be."""

    def __init__(self) -> None:
        super().__init__("Nothing was erased: give --yes to erase without being asked, as scripts and --json must.")

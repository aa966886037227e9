"""Blocking checks: the invariants as asset checks inside a sync, on its own connection, before it publishes."""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

import dagster as dg

from assets.layers import key_of, name_of
from checks.invariants import BELIEFS, EVIDENCE, GRAPH, WIKI, Invariant

SAMPLE: Final = 10


class Checked(Protocol):
    """A corpus under the write lock, of which invariants may be asked."""

    def offending(self, invariant: Invariant) -> Sequence[str]:
        """Ids of offending rows."""


class Holder(Protocol):
    """The resource ``workspace`` of a run."""

    def write(self, corpus: str) -> Checked:
        """Hold a corpus until the run is over."""


def invariant_checks(corpus: str) -> list[dg.AssetChecksDefinition]:
    """One step a layer: one over both would have to run before and after the graph."""
    layers = {"evidence": EVIDENCE, "graph": GRAPH, "beliefs": BELIEFS, "wiki": WIKI}
    return [_checks(corpus, layer, invariants) for layer, invariants in layers.items()]


def _checks(corpus: str, layer: str, invariants: Sequence[Invariant]) -> dg.AssetChecksDefinition:
    @dg.multi_asset_check(
        name=name_of(corpus, f"{layer}_holds"),
        specs=[
            dg.AssetCheckSpec(each.name, asset=key_of(corpus, each.table), description=each.about, blocking=True) for each in invariants
        ],
        required_resource_keys={"workspace"},
    )
    def holds(context: dg.AssetCheckExecutionContext) -> Iterator[dg.AssetCheckResult]:
        holder: Holder = context.resources.workspace
        checked = holder.write(corpus)
        for each in invariants:
            yield result(each.name, key_of(corpus, each.table), checked.offending(each))

    return holds


def result(name: str, key: dg.AssetKey, offending: Sequence[str]) -> dg.AssetCheckResult:
    """What Dagster stores of one invariant: a count and a few ids, never text of a source."""
    sample = dg.MetadataValue.json(sorted(map(str, offending))[:SAMPLE])
    return dg.AssetCheckResult(
        passed=not offending,
        check_name=name,
        asset_key=key,
        metadata={"offending": len(offending), "sample": sample},
    )

"""The audit: what the published snapshot must look like, looked at as a whole and from outside of any sync.

It reads the snapshot through the resource of its corpus, hashes all text again, asks every invariant and validates the
suites of Great Expectations. The results are asset checks of the asset ``audit``; one that fails makes the run fail.
"""

from collections.abc import Iterator, Sequence

import dagster as dg
from dagster_duckdb import DuckDBResource

from assets.layers import audit_key, snapshot_key, snapshot_resource
from checks.blocking import result
from checks.expectations import FRAMES, Finding, validate
from checks.invariants import INVARIANTS


def audit(corpus: str) -> dg.AssetsDefinition:
    """The asset of the audit of one corpus."""
    names = [*(each.name for each in INVARIANTS), *(f"{table}_as_expected" for table in FRAMES)]

    @dg.asset(
        key=audit_key(corpus),
        deps=[snapshot_key(corpus)],
        group_name="audit",
        check_specs=[dg.AssetCheckSpec(name, asset=audit_key(corpus)) for name in names],
        required_resource_keys={snapshot_resource(corpus)},
        description="Invariants and expectations on the published snapshot.",
    )
    def audited(context: dg.AssetExecutionContext) -> Iterator[dg.AssetCheckResult | dg.MaterializeResult[None]]:
        reader: DuckDBResource = getattr(context.resources, snapshot_resource(corpus))
        with reader.get_connection() as connection:
            found = [result(each.name, audit_key(corpus), each.offending(connection)) for each in INVARIANTS]
            found += [_as_expected(corpus, table, findings) for table, findings in validate(connection).items()]
        yield from found
        failed = sorted(str(each.check_name) for each in found if not each.passed)
        yield dg.MaterializeResult(audit_key(corpus), metadata={"checks": len(found), "failed": len(failed)})
        if failed:
            raise dg.Failure(f"The snapshot of {corpus} is not as it must be: {', '.join(failed)}.")

    return audited


def _as_expected(corpus: str, table: str, findings: Sequence[Finding]) -> dg.AssetCheckResult:
    unmet = [f"{each.expectation} ({each.columns}): {each.unmet}" for each in findings if not each.met]
    return dg.AssetCheckResult(
        passed=not unmet,
        check_name=f"{table}_as_expected",
        asset_key=audit_key(corpus),
        metadata={"expectations": len(findings), "unmet": dg.MetadataValue.json(unmet)},
    )

"""Provisions made by hand."""

from dataclasses import replace

from lineproof.beliefs.reflect.model import Provision

BASE = Provision(
    claim_id="c1",
    document_id="d1",
    statement="S.4 Proof of Loss of HV 30 01 (2019-04): You must send us a proof of loss within 60 days of our request.",
    kind="period",
    slot="period: send proof loss # request",
    value="60",
    unit="day",
    status="active",
    written="60 days",
    topic="Proof of Loss",
    concepts=("proof of loss",),
    label="S.4",
    family="HV 30 01",
    edition="2019-04",
    title="Homeowners Form",
    language="en",
    position=1,
)
NEWER = replace(
    BASE,
    claim_id="c2",
    document_id="d2",
    statement=BASE.statement.replace("60 days", "90 days").replace("2019-04", "2026-01"),
    value="90",
    written="90 days",
    edition="2026-01",
    position=2,
)
NEWEST = replace(
    NEWER,
    claim_id="c3",
    document_id="d3",
    statement=NEWER.statement.replace("90 days", "four months").replace("2026-01", "2027-01"),
    value="4",
    unit="month",
    written="four months",
    edition="2027-01",
    position=3,
)
ARDEN = replace(
    NEWER,
    claim_id="c4",
    document_id="d4",
    statement="AR.1 Proof of Loss of HV 81 02 (2026-01): A proof of loss must be sent within 120 days of our request.",
    slot="period: proof loss sent # request",
    value="120",
    written="120 days",
    label="AR.1",
    family="HV 81 02",
    position=4,
)
PAYMENT = replace(
    ARDEN,
    claim_id="c5",
    document_id="d4",
    statement="AR.2 Loss Payment of HV 81 02 (2026-01): We pay within 20 days after we have the proof of loss.",
    slot="period: pay # proof loss agre amount claim settl",
    value="20",
    written="20 days",
    label="AR.2",
    topic="Loss Payment",
    position=5,
)


def by_claim(*provisions: Provision) -> dict[str, Provision]:
    """Provisions by their claims."""
    return {one.claim_id: one for one in provisions}

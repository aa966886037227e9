"""Reflections by rule: what they say, over which claims, and when there is none."""

from dataclasses import replace

import pytest

from lineproof.beliefs.model import ClaimRelation
from lineproof.beliefs.reflect.changes import changes
from lineproof.beliefs.reflect.check import reasons
from lineproof.beliefs.reflect.conflicts import conflicts
from lineproof.beliefs.reflect.lists import lists
from lineproof.beliefs.reflect.model import SUMMARY, Proposal, Provision
from lineproof.beliefs.reflect.words import FOLDER, words_of
from tests.lineproof.beliefs.reflect.providing import ARDEN, BASE, NEWER, NEWEST, PAYMENT, by_claim


def replaces(newer: Provision, older: Provision) -> ClaimRelation:
    return ClaimRelation(newer.claim_id, "replaces", older.claim_id, "edition")


def contradicts(less: Provision, more: Provision) -> ClaimRelation:
    return ClaimRelation(less.claim_id, "contradicts", more.claim_id, "contradiction")


def said(proposals: object) -> list[tuple[str, list[str]]]:
    return [(one.statement, [held.claim_id for held in one.provisions]) for one in proposals]  # type: ignore[attr-defined]


def test_a_change_tells_the_value_of_each_edition() -> None:
    found = changes(by_claim(BASE, NEWER), [replaces(NEWER, BASE)])
    assert said(found) == [
        ("Proof of Loss under S.4 of HV 30 01: 60 days in edition 2019-04, 90 days from edition 2026-01 on.", ["c1", "c2"])
    ]


def test_a_change_over_three_editions_is_one() -> None:
    found = changes(by_claim(BASE, NEWER, NEWEST), [replaces(NEWEST, NEWER), replaces(NEWER, BASE)])
    assert [one.statement for one in found] == [
        "Proof of Loss under S.4 of HV 30 01: 60 days in edition 2019-04, 90 days in edition 2026-01, four months from edition 2027-01 on."
    ]


def test_an_edition_that_changed_nothing_is_left_out() -> None:
    same = replace(NEWER, value="60", written="sixty days", statement=BASE.statement.replace("60", "sixty").replace("2019-04", "2026-01"))
    assert not list(changes(by_claim(BASE, same), [replaces(same, BASE)]))
    found = changes(by_claim(BASE, same, NEWEST), [replaces(NEWEST, same), replaces(same, BASE)])
    assert [one.statement for one in found] == [
        "Proof of Loss under S.4 of HV 30 01: sixty days in edition 2026-01, four months from edition 2027-01 on."
    ]


def test_a_change_between_documents_names_them() -> None:
    bulletin = replace(NEWER, family="Bulletin 2026-02", edition=None, label=None)
    assert [one.statement for one in changes(by_claim(BASE, bulletin), [replaces(bulletin, BASE)])] == [
        "Proof of Loss: 60 days in HV 30 01 (2019-04), 90 days from Bulletin 2026-02 on."
    ]


def test_a_change_within_a_table_names_row_and_column() -> None:
    row = "R.3 Payment Schedule of HV 04 51 (2020-09): Material: Asphalt; Yearly depreciation: 5%; Least percentage paid: 20%"
    place = replace(BASE, topic="Payment Schedule", label="R.3", family="HV 04 51", kind="percentage", unit="ratio")
    old = replace(place, statement=row, value="0.05", written="5%")
    new = replace(
        place, claim_id="c2", document_id="d2", statement=row.replace("5%;", "6%;"), value="0.06", written="6%", edition="2026-01"
    )
    assert [one.statement for one in changes(by_claim(old, new), [replaces(new, old)])] == [
        "Payment Schedule (Asphalt, Yearly depreciation) under R.3 of HV 04 51: 5% in edition 2019-04, 6% from edition 2026-01 on."
    ]


def test_a_change_within_one_document_is_told_by_its_own_words() -> None:
    later = replace(NEWER, document_id=BASE.document_id, edition=BASE.edition)
    assert not list(changes(by_claim(BASE, later), [replaces(later, BASE)]))


def test_one_statement_that_tells_both_values_is_not_told_again() -> None:
    both = replace(NEWER, statement=BASE.statement)
    assert not list(changes(by_claim(BASE, both), [replaces(both, BASE)]))


def test_claims_that_replace_each_other_in_a_ring_end() -> None:
    assert not list(changes(by_claim(BASE, NEWER), [replaces(NEWER, BASE), replaces(BASE, NEWER)]))


def test_a_list_holds_what_several_documents_in_force_set_for_one_thing() -> None:
    old = replace(BASE, status="superseded")
    assert said(lists([ARDEN, PAYMENT, old, NEWER])) == [
        ("Periods for proof of loss: 90 days (S.4 of HV 30 01 (2026-01)), 120 days (AR.1 of HV 81 02 (2026-01)).", ["c2", "c4"])
    ]


def test_a_list_of_one_document_or_of_other_things_is_none() -> None:
    assert not list(lists([NEWER, replace(ARDEN, document_id=NEWER.document_id)]))
    assert not list(lists([NEWER, PAYMENT]))


def test_a_conflict_names_the_more_authoritative_source_first() -> None:
    assert said(conflicts(by_claim(NEWER, ARDEN), [contradicts(ARDEN, NEWER)])) == [
        ("Sources disagree on Proof of Loss: 90 days in S.4 of HV 30 01 (2026-01), 120 days in AR.1 of HV 81 02 (2026-01).", ["c2", "c4"])
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_unit_is_no_topic_of_a_conflict(language: str) -> None:
    first, second = (replace(one, topic="", language=language, concepts=("GB", "tape storage")) for one in (NEWER, ARDEN))
    [named] = conflicts(by_claim(first, second), [contradicts(second, first)])
    assert "tape storage" in named.statement
    held = by_claim(replace(first, concepts=("GB",)), replace(second, concepts=("GB",)))
    [found] = conflicts(held, [contradicts(second, first)])
    assert "GB" not in found.statement


def test_a_conflict_without_values_gives_both_statements() -> None:
    first, second = replace(NEWER, written=None), replace(ARDEN, written=None)
    [found] = conflicts(by_claim(first, second), [contradicts(second, first)])
    assert first.statement in found.statement
    assert second.statement in found.statement


def test_german_claims_are_told_in_german() -> None:
    old, new = (replace(one, language="de", topic="Schadensnachweis", label="§ 8", family="AVB") for one in (BASE, NEWER))
    assert [one.statement for one in changes(by_claim(old, new), [replaces(new, old)])] == [
        "Schadensnachweis nach § 8 AVB: 60 days in der Fassung 2019-04, 90 days ab der Fassung 2026-01."
    ]


@pytest.mark.parametrize(
    "proposal", [*lists([NEWER, ARDEN]), *changes(by_claim(BASE, NEWER), [replaces(NEWER, BASE)])], ids=lambda one: one.kind
)
def test_what_the_rules_say_is_in_their_claims(proposal: Proposal) -> None:
    assert not reasons(proposal)
    changed = replace(proposal, statement=proposal.statement.replace("90 days", "91 days"))
    assert reasons(changed) == ("values: 91 days is in none of the claims",)


def test_a_summary_must_pass_the_gate_with_its_claims_as_quotes() -> None:
    true = Proposal(SUMMARY, "proof of loss", "You must send us a proof of loss within 90 days of our request.", (NEWER,), "model")
    assert not reasons(true)
    assert reasons(replace(true, statement="You may send us a proof of loss within 90 days of our request."))
    assert reasons(replace(true, statement="You must send us a proof of loss within 30 days of our request."))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_every_language_has_every_template(path: object) -> None:
    own, english = words_of(path.stem), words_of("en")  # type: ignore[attr-defined]
    for table in ("change", "list", "conflict", "place", "kinds"):
        assert getattr(own, table).keys() == getattr(english, table).keys()

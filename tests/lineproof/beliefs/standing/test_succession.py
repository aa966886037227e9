"""Documents that another replaced: by statement, as an edition, or by their own status."""

from pathlib import Path

import pytest

from tests.lineproof.beliefs.standing.claiming import decide
from tests.lineproof.beliefs.standing.texts import FORM_2018, FORM_2024, FORMS, bulletin, document


def test_everything_in_a_replaced_edition_is_superseded_and_nothing_in_the_new_one(tmp_path: Path) -> None:
    outcome = decide(tmp_path, FORMS)
    statuses = {(outcome.paths[claim.document_id], standing.status) for claim, standing in outcome.both()}
    assert statuses == {("forms/2018.md", "superseded"), ("forms/2024.md", "active")}


def test_who_supersedes_and_why_is_recorded(tmp_path: Path) -> None:
    outcome = decide(tmp_path, FORMS)
    standing = outcome.of("forms/2018.md", "60")
    assert standing.reason == "superseded document: HO 00 03 2024-07 takes its place"
    assert outcome.paths[standing.by or ""] == "forms/2024.md"


def test_the_same_clause_of_two_editions_is_one_pair(tmp_path: Path) -> None:
    outcome = decide(tmp_path, FORMS)
    values = {(new, old) for new, kind, old in outcome.edges() if kind == "replaces"}
    assert values == {("2500", "1500"), ("90", "60"), ("1000", "500"), ("2024-07", "2018-05"), ("2024-07-01", "2018-05-01")}


def test_a_chain_leaves_only_its_last_document_in_force(tmp_path: Path) -> None:
    outcome = decide(
        tmp_path,
        {
            "1.md": bulletin("A vacant home is inspected every 30 days.", "2021-07", "2021-07-01"),
            "2.md": bulletin("This bulletin replaces Bulletin 2021-07. A vacant home is inspected every 21 days.", "2023-02", "2023-02-01"),
            "3.md": bulletin(
                "Bulletin 2023-02 is superseded by this bulletin. A vacant home is inspected every 14 days.", "2025-09", "2025-09-01"
            ),
        },
    )
    assert [outcome.status(f"{n}.md", days) for n, days in ((1, "30"), (2, "21"), (3, "14"))] == ["superseded", "superseded", "active"]


def test_a_newer_edition_of_one_form_succeeds_without_saying_so(tmp_path: Path) -> None:
    newer = FORM_2024.replace("supersedes: HO 00 03 (2018-05)\n", "")
    outcome = decide(tmp_path, {"forms/2018.md": FORM_2018, "forms/2024.md": newer})
    assert (outcome.status("forms/2018.md", "60"), outcome.status("forms/2024.md", "90")) == ("superseded", "active")


@pytest.mark.parametrize("field", ["status: active", "state: Texas"], ids=["says that it is in force", "holds elsewhere"])
def test_an_edition_does_not_succeed(tmp_path: Path, field: str) -> None:
    older = FORM_2018.replace("title: Home Form\n", f"title: Home Form\n{field}\n")
    newer = FORM_2024.replace("supersedes: HO 00 03 (2018-05)\n", "")
    outcome = decide(tmp_path, {"forms/2018.md": older, "forms/2024.md": newer})
    assert outcome.status("forms/2018.md", "60") == "active"


def test_other_forms_of_one_publisher_are_no_editions_of_each_other(tmp_path: Path) -> None:
    other = FORM_2018.replace("HO 00 03", "HO 00 04")
    outcome = decide(tmp_path, {"forms/2018.md": other, "forms/2024.md": FORM_2024.replace("supersedes: HO 00 03 (2018-05)\n", "")})
    assert outcome.status("forms/2018.md", "60") == "active"


def test_a_statement_against_the_dates_does_not_count(tmp_path: Path) -> None:
    wrong = bulletin("This bulletin replaces Bulletin 2025-09. Homes are inspected every 30 days.", "2018-01", "2018-01-01")
    outcome = decide(tmp_path, {"old.md": wrong, "new.md": bulletin("Homes are inspected every 14 days.", "2025-09", "2025-09-01")})
    assert outcome.status("new.md", "14") == "active"


def test_documents_that_supersede_each_other_both_stand(tmp_path: Path) -> None:
    one = document(title="One", identifier="Bulletin 2020-01", supersedes="Bulletin 2020-02", sections={"1 Rule": "Wait 5 days."})
    two = document(title="Two", identifier="Bulletin 2020-02", supersedes="Bulletin 2020-01", sections={"1 Rule": "Wait 7 days."})
    outcome = decide(tmp_path, {"one.md": one, "two.md": two})
    assert (outcome.status("one.md", "5"), outcome.status("two.md", "7")) == ("active", "active")


@pytest.mark.parametrize(("status", "expected"), [("withdrawn", "superseded"), ("draft", "active"), ("active", "active")])
def test_the_status_of_a_document_counts(tmp_path: Path, status: str, expected: str) -> None:
    outcome = decide(tmp_path, {"one.md": bulletin("Homes are inspected every 14 days.", status=status)})
    assert outcome.status("one.md", "14") == expected


def test_an_update_of_a_document_does_not_retire_it(tmp_path: Path) -> None:
    older = document(title="Mail", identifier="RFC 1000", sections={"1 Time": "A client waits 30 seconds for a greeting."})
    newer = document(title="More Mail", identifier="RFC 2000", updates="1000", sections={"1 Size": "A server accepts 100 recipients."})
    outcome = decide(tmp_path, {"rfc1000.md": older, "rfc2000.md": newer})
    assert outcome.not_active() == set()


def test_a_clause_with_two_values_that_the_newer_edition_says_in_two_sentences_has_not_changed(tmp_path: Path) -> None:
    old = document(
        title="Home Form", form="HO 00 03", edition="2018-05", effective="2018-05-01",
        sections={"C.4 Cancellation": "We may cancel with 30 days' notice, or with 10 days' notice if you have not paid."},
    )  # fmt: skip
    new = document(
        title="Home Form", form="HO 00 03", edition="2024-07", effective="2024-07-01", supersedes="HO 00 03 (2018-05)",
        sections={"C.4 Cancellation": "We may cancel by giving you 30 days' notice. If you have not paid, 10 days' notice is enough."},
    )  # fmt: skip
    outcome = decide(tmp_path, {"old.md": old, "new.md": new})
    periods = {edge for edge in outcome.edges("replaces") if edge[0] in ("10", "30")}
    assert periods == {("30", "replaces", "30"), ("10", "replaces", "10")}

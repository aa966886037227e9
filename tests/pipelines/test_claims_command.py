"""Claims through the command line: a small library is synced, edited and synced again."""

import datetime
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pipelines.command import main
from storage.workspace import render_settings

SCHEMAS = Path(__file__).parents[2] / "docs" / "schema"
OLD = (
    "---\nform: HV 30 01\nedition: 2019-04\neffective: 2019-04-01\n---\n\n# Homeowners Form\n\n"
    "## S.4 Proof of Loss\n\nYou must send us a proof of loss within 60 days of our request.\n"
)
NEW = (
    "---\nform: HV 30 01\nedition: 2026-01\neffective: 2026-01-01\nsupersedes: HV 30 01 (2019-04)\n---\n\n# Homeowners Form\n\n"
    "## S.4 Proof of Loss\n\nYou must send us a proof of loss within 90 days of our request.\n\n"
    "## S.5 Records\n\nYou must keep the receipts for two years.\n"
)
NOTES = "# Notes on claims\n\nA proof of loss is due within 90 days under S.4 of HV 30 01 (2026-01).\n"

Ask = Callable[..., Any]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "old.md").write_text(OLD)
    (folder / "new.md").write_text(NEW)
    (folder / "notes.md").write_text(NOTES)
    (tmp_path / "lineproof.toml").write_text(render_settings({"library": Path("library")}))
    monkeypatch.setenv("LINEPROOF_WORKSPACE", str(tmp_path))
    return folder


@pytest.fixture
def ask(root: Path, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Run a command with ``--json``: its answer, checked against its schema where that is made from types."""

    def call(*arguments: str, code: int = 0) -> Any:
        with pytest.raises(SystemExit) as left:
            main([*arguments, "--json"])
        out = capsys.readouterr()
        assert int(left.value.code or 0) == code, out.err
        value = json.loads(out.out)
        if arguments[0] in ("claims", "review", "check", "coverage", "changes", "impact"):
            Draft202012Validator(json.loads((SCHEMAS / f"{arguments[0]}.json").read_text())).validate(value)
        return value

    call("sync")
    return call


def due(ask: Ask, *options: str) -> dict[str, Any]:
    """The claim of the newer edition on the proof of loss."""
    [claim] = ask("claims", "--document", "new.md", "--about", "proof of loss within", *options)["claims"]
    return dict(claim)


def test_a_claim_is_listed_with_its_lines_and_explained_with_its_history(ask: Ask) -> None:
    claim = due(ask)
    assert (claim["status"], claim["path"], claim["first_line"]) == ("active", "new.md", 12)
    explained = ask("claims", claim["claim_id"][:12])
    assert explained["evidence"][0]["quote"].startswith("You must send us a proof of loss")
    assert (explained["value"], explained["unit"], explained["in_force_from"]) == ("90", "day", "2026-01-01")
    assert [event["event"] for event in explained["history"]] == ["asserted"]
    assert [one["relation"] for one in explained["against"]] == ["replaces"]
    assert explained["pages"]


def test_the_older_edition_is_superseded_and_was_in_force_before(ask: Ask) -> None:
    [old] = ask("claims", "--document", "old.md", "--kind", "period")["claims"]
    assert old["status"] == "superseded"
    then = {claim["claim_id"] for claim in ask("claims", "--as-of", "2020-01-01")["claims"]}
    today = {claim["claim_id"] for claim in ask("claims", "--as-of", "2026-06-01")["claims"]}
    assert old["claim_id"] in then - today
    assert due(ask)["claim_id"] in today - then


@pytest.mark.parametrize(
    ("day", "status", "listed"),
    [
        ("2020-01-01", "active", {"60"}),
        ("2020-01-01", "superseded", set()),
        ("2026-06-01", "active", {"90", "2"}),
        ("2026-06-01", "superseded", {"60"}),
        ("2018-01-01", "active", set()),
    ],
)
def test_the_status_as_of_a_day_is_the_one_on_that_day(ask: Ask, day: str, status: str, listed: set[str]) -> None:
    """A claim that is superseded today was listed as superseded on days on which it was in force."""
    answer = ask("claims", "--kind", "period", "--as-of", day, "--status", status)
    found = [claim for claim in answer["claims"] if claim["path"] != "notes.md"]
    assert {ask("claims", claim["claim_id"])["value"] for claim in found} == listed
    assert {claim["status"] for claim in answer["claims"]} <= {status}


def test_a_former_value_held_before_the_text_that_calls_it_so(ask: Ask, root: Path) -> None:
    """It had the dates of the document that replaces it, and so was never in force."""
    notice = "---\neffective: 2021-05-01\n---\n\n# Notice\n\nThe deadline for the inventory rises from 20 days to 35 days.\n"
    (root / "notice.md").write_text(notice)
    ask("sync")

    def values(day: str) -> set[str]:
        claims = ask("claims", "--document", "notice.md", "--kind", "period", "--as-of", day, "--status", "active")["claims"]
        return {ask("claims", claim["claim_id"])["value"] for claim in claims}

    assert (values("2021-04-30"), values("2021-05-01")) == ({"20"}, {"35"})


def test_a_claim_is_disputed_only_since_something_contradicts_it(ask: Ask, root: Path) -> None:
    (root / "notes.md").write_text("---\neffective: 2024-01-01\n---\n\n" + NOTES.replace("90 days", "45 days"))
    ask("sync")

    def status(day: str) -> str:
        [claim] = ask("claims", "--document", "notes.md", "--kind", "period", "--as-of", day)["claims"]
        return str(claim["status"])

    assert (status("2025-12-31"), status("2026-01-01")) == ("active", "disputed")


FEE = "---\n{head}\n---\n\n# {title}\n\n## 1 Fee\n\nA visitor must pay a parking fee of ${fee} for each day at the main gate.\n"
PARKING = {
    "parking-2020.md": FEE.format(head="form: PR 1\nedition: 2020-01\neffective: 2020-01-01", title="Parking Rule", fee=5),
    "parking-2024.md": FEE.format(head="form: PR 1\nedition: 2024-01\neffective: 2024-01-01", title="Parking Rule", fee=9),
    "memo.md": FEE.format(head="effective: 2022-01-01", title="Gate Memo", fee=9),
}


def parking(ask: Ask, *options: str) -> dict[str, tuple[str, list[str]]]:
    """Statuses and flags of the claims on the parking fee, by their documents."""
    found = ask("claims", "--about", "parking fee", *options)["claims"]
    return {claim["path"]: (claim["status"], claim["flags"]) for claim in found if claim["path"] in PARKING}


def test_what_was_contested_on_a_day_is_shown_contested_on_it_though_it_is_settled_since(ask: Ask, root: Path) -> None:
    for name, text in PARKING.items():
        (root / name).write_text(text)
    ask("sync")
    assert {path: status for path, (status, _) in parking(ask).items()} == {
        "parking-2020.md": "superseded", "parking-2024.md": "active", "memo.md": "active",
    }  # fmt: skip
    assert parking(ask, "--as-of", "2021-12-31") == {"parking-2020.md": ("active", [])}
    assert parking(ask, "--as-of", "2022-01-01") == parking(ask, "--as-of", "2023-12-31", "--status", "disputed") == {
        "parking-2020.md": ("disputed", ["conflicts_with: Gate Memo (memo.md#L9)"]),
        "memo.md": ("disputed", ["conflicts_with: PR 1 (2020-01): Parking Rule (parking-2020.md#L11)"]),
    }  # fmt: skip
    assert parking(ask, "--as-of", "2024-01-01") == {"parking-2024.md": ("active", []), "memo.md": ("active", [])}
    items = ask("recall", "What is the parking fee at the main gate?", "--as-of", "2023-06-01")["items"]
    assert {item["path"] for item in items if any(flag.startswith("conflicts_with") for flag in item["flags"])} == {
        "parking-2020.md", "memo.md",
    }  # fmt: skip
    now = ask("recall", "What is the parking fee at the main gate?")["items"]
    assert not any(flag.startswith("conflicts_with") for item in now for flag in item["flags"])


def test_a_day_is_told_as_it_was_believed_at_a_moment(ask: Ask, root: Path) -> None:
    (root / "memo.md").write_text(PARKING["memo.md"])
    ask("sync")
    alone = datetime.datetime.now(datetime.UTC).isoformat()
    (root / "parking-2020.md").write_text(PARKING["parking-2020.md"])
    ask("sync")
    open_contest = datetime.datetime.now(datetime.UTC).isoformat()
    (root / "parking-2024.md").write_text(PARKING["parking-2024.md"])
    ask("sync")
    settled = datetime.datetime.now(datetime.UTC).isoformat()
    (root / "parking-2020.md").unlink()
    (root / "parking-2024.md").write_text(PARKING["parking-2024.md"].replace("2024-01-01", "2025-01-01"))
    ask("sync")

    def believed(moment: str, day: str) -> dict[str, str]:
        return {path: status for path, (status, _) in parking(ask, "--known-at", moment, "--as-of", day).items()}

    assert believed(alone, "2023-06-01") == believed("9999-01-01", "2023-06-01") == {"memo.md": "active"}
    both = {"parking-2020.md": "disputed", "memo.md": "disputed"}
    assert believed(open_contest, "2023-06-01") == believed(open_contest, "2024-06-01") == believed(settled, "2023-06-01") == both
    assert believed(settled, "2024-06-01") == {"parking-2024.md": "active", "memo.md": "active"}
    assert believed(settled, "2021-06-01") == {"parking-2020.md": "active"}
    assert believed("9999-01-01", "2024-06-01") == {"memo.md": "active"}
    assert believed(alone, "2021-06-01") == {}


def test_an_edit_makes_a_claim_stale_then_revised_and_history_tells_what_was_known(ask: Ask, root: Path) -> None:
    before = due(ask)
    assert ask("check")["corpora"][0]["stale"] == []
    moment = datetime.datetime.now(datetime.UTC).isoformat()
    (root / "new.md").write_text(NEW.replace("90 days", "100 days"))
    assert [one["claim_id"] for one in ask("claims", "--stale")[0]["claims"]] == [before["claim_id"]]
    assert ask("check", code=1)["corpora"][0]["changed"] == ["new.md"]
    synced = ask("sync")["corpora"][0]
    assert synced["events"] == {"revised": 1}
    assert due(ask)["claim_id"] != before["claim_id"]
    known = {claim["claim_id"] for claim in ask("claims", "--known-at", moment)["claims"]}
    assert before["claim_id"] in known
    changed = ask("changes", "--since", moment)
    assert [(one["event"], one["before"]) for one in changed["claims"] if one["event"] == "revised"] == [("revised", before["statement"])]
    assert changed["pages"]


def test_text_that_goes_and_comes_back_gets_its_claim_back(ask: Ask, root: Path) -> None:
    claim = due(ask)
    (root / "new.md").write_text(NEW.replace("You must send us a proof of loss within 90 days of our request.", ""))
    ask("sync")
    assert ask("claims", claim["claim_id"])["status"] == "retracted"
    (root / "new.md").write_text(NEW)
    ask("sync")
    assert [event["event"] for event in ask("claims", claim["claim_id"])["history"]] == ["asserted", "retracted", "reinstated"]


def test_a_renamed_file_keeps_the_lineage_of_its_claims(ask: Ask, root: Path) -> None:
    claim = due(ask)
    (root / "new.md").rename(root / "newer.md")
    assert ask("claims", "--stale")[0]["claims"] == []
    assert set(ask("sync")["corpora"][0]["events"]) == {"moved"}
    [moved] = ask("claims", "--document", "newer.md", "--about", "proof of loss within")["claims"]
    assert [event["claim_id"] for event in ask("claims", moved["claim_id"])["history"]] == [claim["claim_id"], moved["claim_id"]]


def test_people_reject_edit_and_accept_and_a_clean_build_heeds_it(ask: Ask, root: Path) -> None:
    claim = due(ask)
    ask("review", "edit", claim["claim_id"], "The proof of loss must reach us in ninety days.")
    assert ask("sync", "--dry-run")["corpora"][0]["believe"] == ["new.md"]
    ask("sync")
    [edited] = ask("claims", "--about", "must reach us in ninety")["claims"]
    ask("review", "accept", edited["claim_id"])
    ask("sync")
    assert [one["claim_id"] for one in ask("claims", "--about", "must reach us in ninety")["claims"]] == [edited["claim_id"]]
    ask("review", "reject", edited["claim_id"])
    ask("sync")
    assert ask("claims", "--about", "must reach us")["claims"] == []
    assert ask("claims", edited["claim_id"])["history"][-1]["by"] == "review"
    [rejected] = ask("claims", "--rejected")["candidates"]
    assert rejected["reason"].startswith("review: rejected by")
    ask("review", "accept", rejected["candidate_id"])
    ask("sync")
    assert due(ask)["statement"] == claim["statement"]
    (root.parent / "decisions" / "library" / "review.jsonl").unlink()
    ask("sync")
    assert due(ask)["claim_id"] == claim["claim_id"]


def test_impact_tells_what_a_change_of_a_clause_would_touch(ask: Ask) -> None:
    touched = ask("impact", "HV 30 01 (2026-01) S.4")
    assert due(ask)["claim_id"] in {claim["claim_id"] for claim in touched["claims"]}
    assert {document["path"] for document in touched["documents"]} == {"notes.md"}
    assert touched["pages"]


def test_coverage_counts_paragraphs_that_claims_quote(ask: Ask) -> None:
    found = ask("coverage")
    assert 0 < found["covered"] <= found["paragraphs"] == sum(one["paragraphs"] for one in found["documents"])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("claims", "c0"), "no claim"),
        (("claims", "zzzzzzzz"), "no claim"),
        (("claims", "--as-of", "soon"), "no moment"),
        (("claims", "--as-of", ""), "no moment"),
        (("claims", "--known-at", ""), "no moment"),
        (("claims", "--stale", "--rejected"), "Give one of"),
        (("claims", "--stale", "--as-of", "2026-01-01"), "Give one of"),
        (("claims", "--as-of", "2026-01-01", "--known-at", "soon"), "no moment"),
        (("changes", "--since", "9999999w"), "no moment"),
        (("review", "accept", "x000000"), "no candidate"),
        (("review", "edit", "x000000", "  "), "empty"),
        (("impact", "nothing of this name"), "nothing of this name"),
    ],
)
def test_what_cannot_be_is_said(ask: Ask, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert says in capsys.readouterr().err


def test_decisions_that_cannot_be_read_stop_the_sync_and_nothing_is_lost(ask: Ask, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = root.parent / "decisions" / "library" / "review.jsonl"
    file.parent.mkdir(parents=True)
    file.write_text("{}\n")
    with pytest.raises(SystemExit) as left:
        main(["sync"])
    assert left.value.code == 1
    assert "review.jsonl, line 1" in capsys.readouterr().err
    file.unlink()
    assert due(ask)


def test_a_decision_outlives_another_heading_and_a_file_whose_last_line_has_no_end(ask: Ask, root: Path) -> None:
    ask("review", "reject", due(ask)["claim_id"])
    (root / "new.md").write_text(NEW.replace("## S.4 Proof of Loss", "## S.4 Sworn Proof"))
    ask("sync")
    assert not ask("claims", "--document", "new.md", "--about", "proof of loss within")["claims"]
    file = root.parent / "decisions" / "library" / "review.jsonl"
    file.write_text(file.read_text().rstrip())
    [records] = ask("claims", "--document", "new.md", "--about", "receipts")["claims"]
    ask("review", "reject", records["claim_id"])
    ask("sync")
    assert not ask("claims", "--document", "new.md", "--about", "receipts")["claims"]


def test_a_rule_that_the_next_paragraph_withdraws_is_superseded_by_it(ask: Ask, root: Path) -> None:
    (root / "new.md").write_text(NEW + "\nThe preceding rule is withdrawn.\n")
    ask("sync")
    [claim] = ask("claims", "--document", "new.md", "--about", "receipts")["claims"]
    assert (claim["status"], claim["flags"]) == ("superseded", ["superseded_by: HV 30 01 (2026-01): Homeowners Form (new.md#L18)"])
    assert not ask("claims", "--document", "new.md", "--about", "receipts", "--as-of", "2026-06-01")["claims"]
    assert "superseded_by: HV 30 01 (2026-01): Homeowners Form (new.md#L18)" in str(ask("recall", "How long must I keep the receipts?"))


def test_claims_of_every_corpus_are_found(ask: Ask, root: Path) -> None:
    other = root.parent / "other"
    other.mkdir()
    (other / "rule.md").write_text("# Rules\n\nYou must not smoke in the office.\n")
    (root.parent / "lineproof.toml").write_text(render_settings({"library": Path("library"), "other": Path("other")}))
    ask("sync")
    [claim] = ask("claims", "--about", "smoke")["claims"]
    assert ask("claims", claim["claim_id"])["corpus"] == "other"
    assert "smoke" in str(ask("claims", "--known-at", "9999-01-01"))
    assert ask("impact", claim["claim_id"][:10])["path"] == "rule.md"


def test_history_agrees_with_the_standing_after_a_revision_of_a_superseded_claim(ask: Ask, root: Path) -> None:
    (root / "new.md").write_text(NEW.replace("supersedes: HV 30 01 (2019-04)\n", "").replace("HV 30 01", "HV 99 09"))
    (root / "old.md").write_text(OLD.replace("60 days", "65 days"))
    ask("sync")
    now = {claim["claim_id"]: claim["status"] for claim in ask("claims", "--known-at", "9999-01-01", "--limit", "500")["claims"]}
    assert now == {claim["claim_id"]: claim["status"] for claim in ask("claims", "--limit", "500")["claims"]}

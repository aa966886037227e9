"""Editions of one document: of one identifier, or of one title where none has an identifier."""

from pathlib import Path

import pytest

from lineproof.beliefs.standing.families import is_later
from lineproof.beliefs.standing.model import Source
from storage import tables
from tests.lineproof.beliefs.standing.claiming import decide
from tests.lineproof.beliefs.standing.test_update import believe, run
from tests.lineproof.beliefs.standing.texts import document
from tests.lineproof.graph.building import build, corpus_of


def policy(days: int, title: str = "Travel Policy", **fields: str) -> str:
    """A document without an identifier."""
    return document(title=title, sections={"2 Claims": f"A travel claim must be sent within {days} days after the trip."}, **fields)


def statuses(folder: Path, **texts: str) -> dict[str, str]:
    """The status of the period of each document, by its name."""
    outcome = decide(folder, {f"{name}.md": text for name, text in texts.items()})
    periods = [(claim, standing) for claim, standing in outcome.both() if claim.candidate.kind == "period"]
    return {outcome.paths[claim.document_id].removesuffix(".md"): standing.status for claim, standing in periods}


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ({"edition": "2023-01"}, {"edition": "2024-01"}),
        ({"version": "2023"}, {"version": "2024"}),
        ({"effective": "2023-01-01"}, {"effective": "2024-01-01"}),
        ({"effective": "2023-01-01"}, {"edition": "2024-01"}),
        ({"edition": "2023-01", "last_updated": "2025-05-05"}, {"edition": "2024-01", "last_updated": "2024-02-02"}),
        ({"effective": "2023-01-01", "product": "Boats"}, {"effective": "2024-01-01", "product": "boats"}),
        ({"edition": "2023-01", "state": "Ohio"}, {"edition": "2024-01", "state": "Ohio"}),
    ],
    ids=["edition", "version", "effective", "one of each", "written at another time", "one product", "one state"],
)
def test_the_later_edition_of_one_title_takes_the_place_of_the_earlier(
    tmp_path: Path, older: dict[str, str], newer: dict[str, str]
) -> None:
    assert statuses(tmp_path, old=policy(30, **older), new=policy(45, **newer)) == {"old": "superseded", "new": "active"}


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ({"edition": "2023-01"}, {}),
        ({"edition": "2023-01"}, {"edition": "2023-01"}),
        ({"edition": "2024-01"}, {"effective": "2024-01-15"}),
        ({"date": "2023-01-01"}, {"date": "2024-01-01"}),
        ({"edition": "2023-01", "state": "Ohio"}, {"edition": "2024-01", "state": "Texas"}),
        ({"edition": "2023-01", "country": "US"}, {"edition": "2024-01"}),
        ({"edition": "2023-01", "product": "Boats"}, {"edition": "2024-01", "product": "Cars"}),
        ({"edition": "2023-01", "form": "TP 1"}, {"edition": "2024-01"}),
        ({"edition": "2023-01", "status": "in force"}, {"edition": "2024-01"}),
        ({"edition": "2023-01", "title": "Overview"}, {"edition": "2024-01", "title": "Overview"}),
        ({"edition": "2023-01", "title": "Travel Policy Boats"}, {"edition": "2024-01", "title": "Travel Policy Cars"}),
    ],
    ids=[
        "one has no edition", "same edition", "perhaps the same month", "merely written on a day", "two states", "one country",
        "two products", "one has an identifier", "says that it is in force", "a title of any document", "two titles",
    ],
)  # fmt: skip
def test_of_papers_of_one_title_none_takes_the_place_of_the_other(tmp_path: Path, older: dict[str, str], newer: dict[str, str]) -> None:
    assert "superseded" not in statuses(tmp_path, old=policy(30, **older), new=policy(45, **newer)).values()


@pytest.mark.parametrize(
    ("older", "newer"), [({"product": "Boats"}, {"product": "Cars"}), ({"country": "US"}, {}), ({"state": "Ohio"}, {"state": "Texas"})]
)
def test_papers_for_others_do_not_contradict_each_other(tmp_path: Path, older: dict[str, str], newer: dict[str, str]) -> None:
    found = statuses(tmp_path, old=policy(30, edition="2023-01", **older), new=policy(45, edition="2024-01", **newer))
    assert found == {"old": "active", "new": "active"}


def test_a_title_that_tells_no_one_document_makes_no_editions(tmp_path: Path) -> None:
    several = {name: policy(30 + number, edition=f"202{number}-01") for number, name in enumerate(("a", "b", "c"))}
    assert statuses(tmp_path / "1", **several) == {"a": "superseded", "b": "superseded", "c": "active"}
    with_undated = {**several, "d": policy(50)}
    assert set(statuses(tmp_path / "2", **with_undated).values()) == {"active"}
    with_same = {**several, "d": policy(50, edition="2021-01")}
    assert set(statuses(tmp_path / "3", **with_same).values()) == {"active"}


def test_another_language_is_another_document(tmp_path: Path) -> None:
    german = "Der Antrag für die Reise ist innerhalb von 45 Tagen nach der Reise zu stellen, und die Belege sind ihm beizufügen."
    new = document(title="Travel Policy", edition="2024-01", sections={"2 Antrag": german})
    assert statuses(tmp_path, old=policy(30, edition="2023-01"), new=new) == {"old": "active", "new": "active"}


def test_german_editions(tmp_path: Path) -> None:
    def guideline(days: int, day: str) -> str:
        text = f"Der Antrag ist innerhalb von {days} Tagen nach der Reise zu stellen, und die Belege sind ihm beizufügen."
        return document(title="Reiserichtlinie", gültig_ab=day, sections={"2 Antrag": text})

    assert statuses(tmp_path, old=guideline(30, "01.01.2023"), new=guideline(45, "01.01.2024")) == {"old": "superseded", "new": "active"}


def test_the_reason_names_the_title_and_the_same_clause_is_one_pair(tmp_path: Path) -> None:
    outcome = decide(tmp_path, {"old.md": policy(30, edition="2023-01"), "new.md": policy(45, edition="2024-01")})
    assert outcome.of("old.md", "30").reason == "edition: Travel Policy 2024-01 takes its place"
    assert ("45", "replaces", "30") in outcome.edges()


def test_successions_are_written_and_taken_back(tmp_path: Path) -> None:
    texts = {"old.md": policy(30, edition="2023-01"), "new.md": policy(45, edition="2024-01")}
    found = f"SELECT o.path, n.path FROM {tables.SUCCESSIONS.name} s JOIN evidence.documents o USING (document_id) " + (
        "JOIN evidence.documents n ON n.document_id = s.by_id"
    )
    with build(corpus_of(tmp_path, texts)) as store:
        believe(store)
        run(store)
        assert store.query(found) == [("old.md", "new.md")]
        store.query("UPDATE evidence.documents SET edition = NULL WHERE path = 'old.md'")
        assert "old.md" in run(store)
        assert store.query(found) == []


def test_the_later_document() -> None:
    old, new = (Source(name, name, name, edition=edition) for name, edition in (("a", "2023-01"), ("b", "2024-01")))
    assert is_later(new, old)
    assert not is_later(old, new)
    assert not is_later(new, Source("c", "c", "c", edition="second"))


@pytest.mark.parametrize(("older", "newer"), [("1", "2"), ("2", "10"), ("1.9", "1.10"), ("v3", "v4"), ("2", "2.1")])
def test_numbers_of_versions_follow_one_another(tmp_path: Path, older: str, newer: str) -> None:
    texts = {"old.md": policy(30, identifier="TP 1", version=older), "new.md": policy(45, identifier="TP 1", version=newer)}
    outcome = decide(tmp_path, texts)
    assert (outcome.status("old.md", "30"), outcome.status("new.md", "45")) == ("superseded", "active")


def test_an_edition_in_another_language_does_not_part_those_of_one_text(tmp_path: Path) -> None:
    german = {"2 Antrag": "Ein Antrag wird innerhalb von 45 Tagen gestellt."}
    texts = {
        "a.md": policy(30, identifier="TP 1", version="1"),
        "b.md": document(title="Reiserichtlinie", identifier="TP 1", version="2", sections=german),
        "c.md": policy(45, identifier="TP 1", version="2"),
    }
    outcome = decide(tmp_path, texts)
    assert [outcome.status(*one) for one in (("a.md", "30"), ("b.md", "45"), ("c.md", "45"))] == ["superseded", "active", "active"]

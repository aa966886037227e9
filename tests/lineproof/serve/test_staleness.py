"""What is called stale without compiling anything is what the next sync revises, retracts or confirms, and nothing else."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from lineproof.serve.staleness import staleness
from storage.snapshots import open_snapshot
from storage.workspace import Corpus, Workspace
from tests.compiling import compile_again, compiled

TWIN = "The keeper must close the gate within 10 days of the notice."
TWINS = f"# Gates\n\n## Day\n\n{TWIN}\n\n## Night\n\n{TWIN}\n"
ONE = "# Gates\n\n## Day\n\n" + TWIN + "\n\nThe porter must answer within 3 days.\n"
TWO = "# Bells\n\n## Hours\n\nThe porter must ring within 4 days.\n"
SAME_SECTION = f"# Gates\n\n## Day\n\n{TWIN}\n\nThe porter must answer within 3 days.\n\n{TWIN}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "w"


def published(folder: Path, texts: Mapping[str, str]) -> Workspace:
    return compiled(folder, {"c": texts})


def become(corpus: Corpus, texts: Mapping[str, str]) -> None:
    """Let the sources be these, and no others."""
    for file in corpus.root.iterdir():
        if file.name not in texts:
            file.unlink()
    for path, text in texts.items():
        if not (corpus.root / path).exists() or (corpus.root / path).read_text(encoding="utf-8") != text:
            (corpus.root / path).write_text(text, encoding="utf-8")


def judged(corpus: Corpus) -> dict[str, str]:
    """The last events of the claims that are not the same any more, by the id that they had."""
    with closing(open_snapshot(corpus)) as connection:
        rows = connection.execute(
            "SELECT coalesce(previous_id, claim_id), event FROM claim_history WHERE event IN ('revised', 'retracted', 'confirmed')"
        ).fetchall()
    return dict(rows)


CASES = {
    "the second twin is edited": ({"a.md": TWINS}, {"a.md": TWINS[::-1].replace("01", "02", 1)[::-1]}, ["Night"]),
    "the first twin is edited": ({"a.md": TWINS}, {"a.md": TWINS.replace("10", "20", 1)}, ["Day"]),
    "the first twin is deleted": ({"a.md": TWINS}, {"a.md": TWINS.replace(TWIN, "", 1)}, ["Day"]),
    "one twin of a section is deleted": ({"a.md": SAME_SECTION}, {"a.md": SAME_SECTION.replace(TWIN + "\n\n", "", 1)}, ["Day"]),
    "a twin is added": ({"a.md": ONE}, {"a.md": TWINS + "\n\nThe porter must answer within 3 days.\n"}, ["The porter"]),
    "a section is put above": ({"a.md": ONE}, {"a.md": ONE.replace("## Day", "## Rules\n\nNothing.\n\n## Day")}, []),
    "a paragraph moves within its section": (
        {"a.md": ONE},
        {"a.md": ONE.replace(TWIN + "\n\n", "").rstrip() + f"\n\n{TWIN}\n"},
        [],
    ),
    "the heading is another": ({"a.md": ONE}, {"a.md": ONE.replace("## Day", "## Night")}, ["Day", "Day"]),
    "the title is another": ({"a.md": ONE}, {"a.md": ONE.replace("# Gates", "# Fences", 1)}, ["Gates", "Gates"]),
    "a file is renamed": ({"a.md": ONE}, {"z.md": ONE}, []),
    "a renamed file is edited": ({"a.md": ONE}, {"z.md": ONE.replace("3 days", "5 days")}, ["The porter"]),
    "a file is gone": ({"a.md": ONE, "b.md": TWO}, {"b.md": TWO}, ["Day", "Day"]),
}


@pytest.mark.parametrize(("before", "after", "expected"), CASES.values(), ids=CASES)
def test_the_claims_that_changed_are_stale_and_no_others(
    folder: Path, before: Mapping[str, str], after: Mapping[str, str], expected: list[str]
) -> None:
    workspace = published(folder, before)
    corpus = workspace.corpus("c")
    become(corpus, after)
    stale = staleness(corpus).claims
    assert len(stale) == len(expected)
    assert all(part in one.statement for part, one in zip(expected, stale, strict=True))
    compile_again(workspace, "c")
    assert judged(corpus).keys() == {one.claim_id for one in stale}
    assert staleness(corpus).claims == ()


def test_what_goes_to_another_file_is_stale_in_the_one_that_stays(folder: Path) -> None:
    """The lines that it cites no longer say it, though a sync finds the words and follows them."""
    corpus = published(folder, {"a.md": ONE, "b.md": TWO}).corpus("c")
    become(corpus, {"a.md": ONE.replace(TWIN, ""), "b.md": f"{TWO}\n{TWIN}\n"})
    [stale] = staleness(corpus).claims
    assert (stale.path, stale.quote) == ("a.md", TWIN)


def test_of_two_twins_the_one_that_stays_has_no_event(folder: Path) -> None:
    """It was told as moved, since it had an id of its own only as long as it had a twin."""
    workspace = published(folder, {"a.md": TWINS})
    corpus = workspace.corpus("c")
    become(corpus, {"a.md": TWINS.replace(TWIN, "", 1)})
    compile_again(workspace, "c")
    with closing(open_snapshot(corpus)) as connection:
        events = connection.execute("SELECT event, reason FROM claim_history WHERE event <> 'asserted'").fetchall()
    assert events == [("retracted", "one of the places that state it is gone")]

"""The other ends of references: onward from what is found or named, and back to what refers to it."""

from pathlib import Path

import numpy as np
import pytest

from lineproof.recall.bridge import LOOKED_AT, bridge, references_of
from lineproof.recall.columns import columns_of
from lineproof.recall.memory import Memory
from lineproof.recall.question import question_of
from lineproof.recall.routes.lexical import lexical
from lineproof.recall.view import View
from tests.compiling import compiled

LOANS = "# Loans\n\nBooks are lent to members. What a late return costs is fixed [elsewhere](fees.md#late).\n\nMaps are never lent.\n"
FEES = "# Fees\n\n## Cards\n\nA new card costs nothing.\n\n## Late\n\nOne euro a day is due.\n\nAfter a year nothing is due.\n"
OTHER = "# Boats\n\nOne euro a day is due.\n"
ASKED = "Books are lent to members, and another page says what is due. How much a day?"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> View:
    folder = tmp_path_factory.mktemp("bridge")
    workspace = compiled(folder, {"library": {"loans.md": LOANS, "fees.md": FEES, "boats.md": OTHER}})
    return Memory(workspace.corpus("library")).view()


def scored(view: View, question: str) -> dict[str, float]:
    """What paragraphs score as far ends, by citation."""
    asked = question_of(view, question)
    scores, columns = bridge(view, asked, lexical(view, asked)), columns_of(view)
    paths = [document.path for document in view.documents().values()]
    found = np.flatnonzero(scores)
    assert scores.min() >= 0
    assert scores.max() <= 1
    return {f"{paths[columns.document_of(int(number))]}#L{columns.first_line[number]}": float(scores[number]) for number in found}


def test_words_decide_which_paragraph_of_the_region_is_meant(library: View) -> None:
    found = scored(library, ASKED)
    assert found["fees.md#L9"] > found["fees.md#L11"] > found["fees.md#L7"] > 0


def test_a_value_of_the_kind_that_is_asked_for_comes_first(tmp_path: Path) -> None:
    texts = {
        "forms.md": "# Forms\n\nHow a form is checked is told [on another page](desk.md).\n",
        "desk.md": "# Desk\n\nA check of a form is over in four days.\n\nThe second check of a form is short.\n",
    }
    view = Memory(compiled(tmp_path, {"office": texts}).corpus("office")).view()
    begun = "The forms page tells on another page how a form is checked."
    value, about = "desk.md#L3", "desk.md#L5"
    without, with_kind = scored(view, f"{begun} Is it?"), scored(view, f"{begun} How long does it take?")
    assert without[about] > without[value]
    assert with_kind[value] > with_kind[about]


def test_what_nothing_refers_to_is_no_far_end(library: View) -> None:
    assert not {"boats.md#L3", "fees.md#L5", "loans.md#L5"} & scored(library, ASKED).keys()


def test_a_source_is_found_from_where_it_refers_to(library: View) -> None:
    assert "loans.md#L3" in scored(library, "After which year is nothing due?")


def test_a_section_that_is_named_is_followed_though_other_paragraphs_fit_better(tmp_path: Path) -> None:
    texts = {
        "code.md": "# Trade Code\n\n## § 5 Storage\n\nFor claims § 9 holds.\n\n## § 9 Carriage\n\nAfter a year claims lapse.\n",
        "more.md": "# More\n\n" + "\n\n".join(f"How long claims in trade last, says part {n} of this." for n in range(LOOKED_AT)) + "\n",
    }
    view = Memory(compiled(tmp_path, {"laws": texts}).corpus("laws")).view()
    found = scored(view, "How long do claims last by § 5 of the Trade Code?")
    assert found["code.md#L5"] == 1.0
    assert found["code.md#L9"] == 1.0


def test_without_references_nothing_is_added(tmp_path: Path) -> None:
    view = Memory(compiled(tmp_path, {"plain": {"a.md": "# Gate\n\nThe gate opens at nine.\n"}}).corpus("plain")).view()
    assert scored(view, "When does the gate open?") == {}


def test_a_region_is_what_the_outline_says_of_the_section(library: View, rules: Memory) -> None:
    for view in (library, rules.view()):
        references, columns = view.keep(references_of), columns_of(view)
        ids = columns.ids.to_pylist()
        assert len(references.source)
        for begin, end, whole in zip(references.begin, references.end, references.whole, strict=True):
            outline = view.outline(columns.documents[columns.document_of(int(begin))])
            paragraphs = outline.paragraphs if whole else outline.paragraphs[outline.by_id[ids[begin]].ordinal :]
            last = paragraphs[-1] if whole else outline.end_of(paragraphs[0])
            assert (paragraphs[0].id, last.id) == (ids[begin], ids[end - 1])

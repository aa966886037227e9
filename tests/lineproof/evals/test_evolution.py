"""Evolution: the truth by the words of files, what ranges of lines see of it, and how citations stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.evals.evolution import Citation, LineRange, Rates, Standing, Truth, folded, shows, standing_of, truth_of

TEXT = "# Rules\n\nThe limit is\nfive days.\n\nOther.\n"
CITED = Citation("a.md", 3, 4, "The limit is five days.")


@pytest.mark.parametrize(
    ("after", "truth"),
    [
        ({"a.md": "Above.\n\nThe limit is five days.\n"}, Truth.KEPT),
        ({"a.md": "The limit is six days."}, Truth.CHANGED),
        ({}, Truth.CHANGED),
        ({"b.md": "The limit\r\nis five days."}, Truth.MOVED),
    ],
    ids=["re-wrapped", "edited", "deleted", "moved away"],
)
def test_the_truth_is_in_the_words_of_the_files(after: dict[str, str], truth: Truth) -> None:
    before = {"a.md": folded(TEXT), "b.md": folded("Nothing yet.")}
    assert truth_of(folded(CITED.quote), "a.md", before, {path: folded(text) for path, text in after.items()}) is truth


def test_of_twins_one_of_which_is_gone_the_truth_is_not_known() -> None:
    quote = folded(CITED.quote)
    assert truth_of(quote, "a.md", {"a.md": folded(TEXT * 2)}, {"a.md": folded(TEXT)}) is Truth.AMBIGUOUS
    assert truth_of("nowhere", "a.md", {"a.md": folded(TEXT)}, {"a.md": folded(TEXT)}) is Truth.UNPLACED


@pytest.mark.parametrize(
    ("text", "fresh", "shown"),
    [
        (TEXT, True, True),
        ("Above.\n\n" + TEXT, True, False),
        (TEXT.replace("five", "six") + "The limit is\nfive days.\n", True, False),
        (TEXT.replace("\n", "\r\n"), False, True),
        (TEXT.replace("is\nfive", "is five"), False, True),
        (TEXT.replace("five", "six"), False, False),
        (None, False, False),
    ],
    ids=["same", "above", "an identical block elsewhere", "line ends", "re-wrapped", "edited", "gone"],
)
def test_ranges_see_lines_and_not_words(text: str | None, fresh: bool, shown: bool) -> None:
    made = LineRange.of(CITED, TEXT)
    assert made.shown
    assert made.fresh(text) is fresh
    assert shows(CITED, text) is shown


@given(st.lists(st.sampled_from(["", "a", "b", "c"]), min_size=1, max_size=12), st.data())
def test_a_range_is_fresh_in_any_file_that_has_its_block(lines: list[str], data: st.DataObject) -> None:
    first = data.draw(st.integers(1, len(lines)))
    last = data.draw(st.integers(first, len(lines)))
    made = LineRange.of(Citation("a", first, last, ""), "\n".join(lines))
    above = data.draw(st.lists(st.sampled_from(["", "x"]), max_size=4))
    assert made.fresh("\n".join([*above, *lines]))


@pytest.mark.parametrize(
    ("text", "quote", "stood", "standing"),
    [
        (TEXT, "The limit is five days.", True, Standing.SUPPORTED),
        (TEXT.replace("five", "six"), "The limit is five days.", True, Standing.STALE),
        (TEXT, "The moon is made of cheese.", False, Standing.INVENTED),
        ("# Rules\n", "The limit is five days.", True, Standing.UNVERIFIED),
        (None, "The limit is five days.", True, Standing.UNVERIFIED),
    ],
)
def test_standing_is_told_from_the_lines_that_are_cited(text: str | None, quote: str, stood: bool, standing: Standing) -> None:
    assert standing_of(Citation("a.md", 3, 4, quote), text, stood) is standing


def test_cells_of_a_row_are_shown_whatever_stands_between_them() -> None:
    row = "<td>Contact</td>\n<td><b>Desk 4</b></td>"
    assert shows(Citation("a.md", 1, 2, "Contact | Desk 4"), row)


def test_rates_count_what_is_known() -> None:
    rates = Rates()
    for truth, fresh, shown in (
        (Truth.CHANGED, True, False),
        (Truth.CHANGED, False, False),
        (Truth.KEPT, True, False),
        (Truth.MOVED, True, True),
        (Truth.KEPT, False, True),
        (Truth.AMBIGUOUS, True, True),
    ):
        rates.add(truth, fresh, shown)
    assert (rates.changed, rates.false_fresh, rates.unchanged, rates.false_stale, rates.fresh, rates.elsewhere) == (2, 1, 3, 1, 2, 1)
    assert rates.left_out == {Truth.AMBIGUOUS: 1}

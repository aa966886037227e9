"""Quantities are written as evidence reads them: value and unit of a signal are those of the ledger."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.evals.library.quantities import Quantity, forms
from lineproof.evals.library.wording import words
from lineproof.evidence.language import load
from lineproof.evidence.signals.phrases import Paragraph
from lineproof.evidence.signals.quantities import quantities

PLANTED = sorted({(value, concept["unit"]) for group in words("concepts").values() for concept in group for value in concept["values"]})


@pytest.mark.parametrize(("value", "unit"), PLANTED)
def test_every_value_of_the_library_is_read_as_it_was_meant(value: int, unit: str) -> None:
    quantity = Quantity(value, unit)
    for form in forms(quantity):
        [signal] = quantities(Paragraph.of(f"It is {form} here."), load("en"))
        assert (signal.value, signal.unit) == (quantity.number, unit)


@given(st.integers(1, 99))
def test_numbers_in_words_are_read_back(number: int) -> None:
    [signal] = quantities(Paragraph.of(f"It takes {forms(Quantity(number, 'day'))[1]}."), load("en"))
    assert signal.value == str(number)

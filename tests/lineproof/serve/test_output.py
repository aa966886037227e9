"""What is printed can harm neither a terminal nor a parser."""

import datetime
import io
import json
from dataclasses import dataclass
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.serve.output import jsonable, plain, to_json


@dataclass(frozen=True)
class Sample:
    when: datetime.date
    values: tuple[float, ...]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (
            Sample(datetime.date(2026, 1, 1), (0.5, float("nan"), float("inf"))),
            {"when": "2026-01-01", "values": [0.5, None, None]},
        ),
        (datetime.datetime(2026, 1, 1, 12, tzinfo=datetime.UTC), "2026-01-01T12:00:00+00:00"),
        (Decimal("5000"), 5000),
        (Decimal("0.1"), 0.1),
        (Decimal("NaN"), None),
        (b"caf\xe9", "caf\\xe9"),
        ({datetime.date(2026, 1, 1): {"a"}}, {"2026-01-01": ["a"]}),
        (datetime.timedelta(days=1), "1 day, 0:00:00"),
    ],
)
def test_values_as_json_knows_them(value: object, shown: object) -> None:
    assert jsonable(value) == shown


@given(st.recursive(st.none() | st.floats() | st.integers() | st.text() | st.binary(), st.lists))
def test_json_is_always_valid_and_fits_its_stream(value: object) -> None:
    for encoding in ("utf-8", "ascii", "latin-1"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="backslashreplace")
        written = to_json(value, stream)
        stream.write(written)
        json.loads(written, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))


@given(st.text())
def test_no_control_character_reaches_a_terminal(text: str) -> None:
    assert all(character == "\t" or (character >= " " and not "\x7f" <= character < "\xa0") for character in plain(text))
    assert len(plain(text)) == len(text)

"""Readings: every text in a cell is found, however it is packed, and no nesting stops the search."""

import json
import zlib

import pytest

from storage.readings import decoded, readings

DEEP = 100_000


def test_every_text_in_a_cell_is_read() -> None:
    inner = json.dumps({"quote": "Zürich says no", "more": [json.dumps({"deep": "a “b”"})]})
    assert {"Zürich says no", "deep", "a “b”"} <= set(readings(inner))
    assert set(readings(["a", b"b", None, 3])) == {"a", "b"}
    assert decoded(zlib.compress(b"packed")) == "packed"
    assert decoded("wide".encode("utf-16-le")) == "wide"
    assert decoded(b"caf\xe9") == "café"


@pytest.mark.parametrize(
    "text",
    [
        "[" * DEEP + '"Z\\u00fcrich", "a \\"b\\""' + "]" * DEEP,
        '{"Zürich": ' * DEEP + '"a \\"b\\""' + "}" * DEEP,
        "[" * DEEP + '"Zürich" "a \\"b\\"" "open',
    ],
    ids=["lists", "objects", "cut off"],
)
def test_json_nested_more_deeply_than_a_parser_reads_holds_its_literals(text: str) -> None:
    assert {text, "Zürich", 'a "b"'} <= set(readings(text))


def test_values_nested_deeply_are_read() -> None:
    value: object = "deep"
    for _ in range(DEEP):
        value = [value]
    assert list(readings(value)) == ["deep"]

"""Functions as tools: what their docstrings say reaches every schema, and calls are held to their types."""

import json
from typing import Literal

import pytest
from pydantic import TypeAdapter

from lineproof.models.tools import BadCall, Toolkit, described, function_tool


async def weigh(thing: str, unit: Literal["g", "kg"] = "g", near: list[str] | None = None) -> str:
    """Weigh a thing.

    A second sentence that
    goes over two lines.

    Args:
        thing: What is weighed: its name,
            or what stands on it.
        unit: The unit.

    Raises:
        ValueError: it is too heavy.
    """
    return f"{thing} {unit} {near}"


def test_a_function_tool_has_what_the_docstring_says() -> None:
    function = function_tool(weigh)["function"]
    assert function["name"] == "weigh"
    assert function["description"] == "Weigh a thing. A second sentence that\ngoes over two lines."
    properties = function["parameters"]["properties"]
    assert properties["thing"]["description"].startswith("What is weighed: its name,")
    assert properties["unit"]["description"] == "The unit."
    assert properties["unit"]["enum"] == ["g", "kg"]
    assert "description" not in properties["near"]
    assert function["parameters"]["required"] == ["thing"]


async def test_a_described_tool_is_called_like_the_tool() -> None:
    one = described(weigh)
    assert await one("a", unit="kg") == "a kg None"
    assert TypeAdapter(one).json_schema() == function_tool(weigh)["function"]["parameters"]
    assert weigh.__doc__
    assert "Args:" in weigh.__doc__


async def test_a_call_gets_defaults_and_values_of_the_right_type() -> None:
    assert await Toolkit([weigh]).call("weigh", json.dumps({"thing": "a", "near": ["b"]})) == "a g ['b']"


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("way", "{}", "There are: weigh"),
        ("weigh", "{", "no JSON object"),
        ("weigh", "[" * 100_000, "no JSON object"),
        ("weigh", '"a"', "no JSON object"),
        ("weigh", "{}", "thing: Missing required argument"),
        ("weigh", '{"thing": "a", "unit": "lb"}', "'g' or 'kg'"),
        ("weigh", '{"thing": "a", "colour": 1}', "no argument 'colour'. It has: thing, unit, near"),
        ("weigh", '{"thing": null}', "thing"),
    ],
)
async def test_a_call_that_cannot_be_made_says_why(name: str, arguments: str, says: str) -> None:
    with pytest.raises(BadCall, match=says):
        await Toolkit([weigh]).call(name, arguments)

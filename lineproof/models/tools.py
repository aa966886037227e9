"""Tools: plain async functions with typed arguments and a docstring, and what programs and models are told of them.

described   a tool whose annotations hold what its docstring says of each argument, so that every library that makes a JSON Schema of
            the annotations tells it (MCP, LangChain, pydantic)
toolkit     some tools by their names; it carries out the calls that a model writes
"""

import functools
import inspect
import json
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args, get_type_hints

if TYPE_CHECKING:
    from pydantic import ValidationError

Tool = Callable[..., Awaitable[Any]]


class BadCall(Exception):
    """A call that no tool can carry out; the message tells the model what to write instead."""


def described(tool: Tool) -> Tool:
    """The tool with the summary of its docstring as its own, and each argument annotated with what is said of it there."""
    from docstring_parser import DocstringStyle, parse
    from pydantic import Field

    told = parse(inspect.getdoc(tool) or "", DocstringStyle.GOOGLE)
    about = {one.arg_name: one.description for one in told.params}
    hints = get_type_hints(tool, include_extras=True)

    @functools.wraps(tool)
    async def annotated(*given: Any, **named: Any) -> Any:  # noqa: ANN401
        return await tool(*given, **named)

    signature = inspect.signature(tool)
    parameters = [
        one.replace(annotation=Annotated[hints[one.name], Field(description=about[one.name])] if one.name in about else hints[one.name])
        for one in signature.parameters.values()
    ]
    annotated.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    annotated.__annotations__ = {one.name: one.annotation for one in parameters} | {"return": hints.get("return", Any)}
    annotated.__doc__ = " ".join(filter(None, (told.short_description, told.long_description)))
    # What pydantic and inspect would otherwise follow back to the tool as it was.
    del annotated.__wrapped__
    return annotated


def function_tool(tool: Tool) -> dict[str, Any]:
    """A tool as the OpenAI SDK takes it for function calling: its name, what it does, and the JSON Schema of its arguments."""
    from pydantic import TypeAdapter

    one = described(tool)
    adapter: TypeAdapter[Any] = TypeAdapter(cast(Any, one))
    return {"type": "function", "function": {"name": tool.__name__, "description": one.__doc__, "parameters": adapter.json_schema()}}


class Toolkit:
    """Tools by their names.

    Raises:
        ValueError: two tools have one name.
    """

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._tools = {tool.__name__: tool for tool in tools}
        if len(self._tools) != len(tools):
            raise ValueError("two tools have one name; a model could not tell them apart")
        self.functions: tuple[Mapping[str, Any], ...] = tuple(map(function_tool, tools))

    async def call(self, name: str, arguments: str) -> Any:  # noqa: ANN401
        """What a tool returns.

        Args:
            name: that of the tool.
            arguments: a JSON object as a model wrote it.

        Raises:
            BadCall: there is no such tool, or the arguments are not as it takes them.
        """
        if name not in self._tools:
            raise BadCall(f"There is no tool {name!r}. There are: {', '.join(self._tools)}.")
        tool = self._tools[name]
        return await tool(**validated(tool, read_arguments(arguments)))


def refuse_unknown(tool: str, known: Collection[str], given: Iterable[str]) -> None:
    """Hold the names of given arguments against those that a tool has.

    Raises:
        BadCall: it does not have one of them; an argument that is passed over in silence looks as if it had been heeded.
    """
    if unknown := [name for name in given if name not in known]:
        raise BadCall(f"{tool} has no argument {', '.join(map(repr, unknown))}. It has: {', '.join(known)}.")


def validated(tool: Tool, named: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments as the annotations of a tool want them.

    Raises:
        BadCall: one is missing, unknown, or not as it must be.
    """
    from pydantic import ValidationError, validate_call

    refuse_unknown(tool.__name__, inspect.signature(tool).parameters, named)
    hints = get_type_hints(tool, include_extras=True)
    # Taken for numbers by validation: 1 and 0.
    if truths := [name for name, value in named.items() if isinstance(value, bool) and bool not in (hints[name], *get_args(hints[name]))]:
        raise BadCall(f"The arguments of {tool.__name__} are not as it takes them: {', '.join(truths)}: Input should not be true or false.")

    @functools.wraps(tool)
    def collected(**given: Any) -> dict[str, Any]:  # noqa: ANN401
        return given

    collected.__annotations__ = hints | {"return": Any}
    try:
        return validate_call(collected)(**named)
    except ValidationError as error:
        raise bad_call(tool.__name__, error) from None


def bad_call(tool: str, error: "ValidationError") -> BadCall:
    """What is wrong with the arguments of a call, one after the other, in the words of the validation alone."""
    faults = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
    return BadCall(f"The arguments of {tool} are not as it takes them: {faults}.")


def read_arguments(arguments: str) -> dict[str, Any]:
    """The arguments of a call.

    Raises:
        BadCall: they are no JSON object.
    """
    try:
        value = json.loads(arguments or "{}")
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise BadCall('The arguments are no JSON object. Write them as {"name": value}.')
    return value

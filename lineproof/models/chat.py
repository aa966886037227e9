"""Chat: one question to a model, answered as JSON of a schema; and conversations, in which the model may call tools.

role       what the model is used for; each may have a model of its own in ``lineproof.toml``
prompt     a file of ``lineproof/models/prompts`` by its name: all that the model is told to do
data       the texts that a request is about, by name; they are delimited, and the prompt declares them data
request    a role, a prompt, the data and the schema of the answer
answer     what came back, checked against the schema
exchange   of a conversation: what the model said, and what it was told in return, which is data like any text of a source
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from lineproof.models.errors import BadAnswer

ROLES: Final = ("propose", "verify", "compose", "reflect", "answer", "judge")

Schema = Mapping[str, Any]
"""A JSON Schema of an object. Strings and arrays in it are bounded (``maxLength``, ``maxItems``)."""


@dataclass(frozen=True, slots=True)
class Request:
    """One question.

    ``data`` is all text that we did not write ourselves, statements of the program included. ``schema`` is what the model is told to
    fit; ``accepted`` what its answer must fit to be of use, where whoever asks checks its parts one by one; the same by default.
    """

    role: str
    prompt: str
    data: Mapping[str, str]
    schema: Schema
    accepted: Schema | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that fits its schema; ``fingerprint`` is that of model, prompt, schema, settings and data together."""

    content: Mapping[str, Any]
    model: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of a tool that a model asks for; ``arguments`` are as it wrote them, JSON or not."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Said:
    """One turn of a model: words, calls of tools, or both."""

    text: str
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a model said, and what it was told: a text for each of its calls, or one where it called nothing."""

    said: Said
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """All that was said, for the model to go on.

    ``data`` is as in a request; ``tools`` are those that it may call now, as the OpenAI protocol describes functions.
    """

    role: str
    prompt: str
    data: Mapping[str, str]
    tools: tuple[Mapping[str, Any], ...]
    exchanges: tuple[Exchange, ...] = ()


class Chat(Protocol):
    """Whatever answers requests: an endpoint behind the store of answers, or that store alone."""

    def serves(self, role: str) -> bool:
        """Whether the role has a model; without one, the caller goes by rule."""
        ...

    def model(self, role: str) -> str:
        """The name of the role's model.

        Raises:
            NoModel: it has none.
        """
        ...

    def identity(self, role: str, prompt: str, schema: Schema) -> str:
        """The fingerprint of all but the data: rows made from answers are stale once it changes.

        Raises:
            NoModel: the role has none.
        """
        ...

    def complete(self, request: Request) -> Answer:
        """Ask one question; what was asked before is not asked again.

        Raises:
            BadAnswer: the answer is of no use (TooLong, Withheld, Invalid); only this request is concerned.
            BudgetSpent, Unavailable, Denied, NoModel, NotRecorded: all requests are.
        """
        ...

    def complete_all(self, requests: Sequence[Request]) -> list[Answer | BadAnswer]:
        """Ask several at once, as many at a time as the role allows; what cannot be used stands as error in its place.

        Raises:
            BudgetSpent, Unavailable, Denied, NoModel, NotRecorded: once all that were under way are answered and stored.
        """
        ...

    def converse(self, conversation: Conversation) -> Said:
        """The next turn of a conversation; what was said before to the same words is said again without asking.

        Raises:
            NoTools: the endpoint cannot be told of tools; :meth:`complete` still serves.
            BadAnswer: the turn is of no use.
            BudgetSpent, Unavailable, Denied, NoModel, NotRecorded: as for every request.
        """
        ...

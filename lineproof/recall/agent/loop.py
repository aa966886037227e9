"""The loop: a model is asked, calls tools, is told what they return, and answers, within limits.

turn        one reply of the model; it calls tools, or the tool ``answer``, which ends the conversation
transcript  all calls in order, each with its result as the model saw it, and the passages in that
sound       of a turn: one of its calls was new and could be made, whatever came of it, or its answer was reviewed. After
            ``MOST_UNSOUND`` others in a row the model is asked for JSON instead of calls of tools, after as many again for its answer
closing     only ``answer`` is offered: the limits are reached

Whatever a tool returns, an error too, goes back to the model as text. Nothing that a text says can add a tool, or a call beyond the limits.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from lineproof.evidence.language import detect
from lineproof.evidence.sentences import sentences_of
from lineproof.models.chat import Chat, Conversation, Exchange, Said, ToolCall
from lineproof.models.errors import Invalid, ModelError, NoTools
from lineproof.models.prompts import spoken, tokens, tokens_of
from lineproof.models.tools import BadCall, Tool, Toolkit
from lineproof.models.turns import tools_text
from lineproof.recall.agent import final
from lineproof.recall.agent.final import Answer, Sentence, read_final
from lineproof.recall.agent.shown import Passage, shown
from lineproof.recall.agent.turns import by_json, by_tools

ROLE: Final = "answer"
PROMPT: Final = "answer"
MOST_UNSOUND: Final = 2
MOST_CLOSING: Final = 2
RESULT_TOKENS: Final = 4_000
OK: Final = "ok"
FAILED: Final = "failed"
MALFORMED: Final = "malformed"
WANTED: Final = "Give the answer by calling the tool answer: each sentence with the words that it rests on."
REPEATED: Final = "You made this call before, with the same result. Call something else, or answer."
ENOUGH: Final = "No further call is possible. Call answer, with what was shown so far."

Review = Callable[[Sequence[Sentence], Sequence[Passage]], str | None]
"""Says what is wrong with an answer by the passages that were shown; the model may mend it once. None where nothing is."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one question may cost.

    ``calls`` of tools, a turn that makes none counting as one; ``tokens`` (characters / 4) sent in all turns together, beyond which
    only the answer is asked for; ``result_tokens`` that are shown of one result.
    """

    calls: int = 12
    tokens: int = 100_000
    result_tokens: int = RESULT_TOKENS


@dataclass(frozen=True, slots=True)
class Called:
    """A call of the transcript; ``outcome`` is one of OK, FAILED (the tool returned an error) and MALFORMED (it could not be called)."""

    name: str
    arguments: str
    result: str
    passages: tuple[Passage, ...] = ()
    outcome: str = OK


@dataclass(frozen=True, slots=True)
class Conversed:
    """How a conversation ended: with an answer, or the ``failure`` that ended it; ``tokens`` are those sent (characters / 4)."""

    answer: Answer | None
    calls: tuple[Called, ...]
    turns: int
    tokens: int
    by_json: bool
    failure: ModelError | None

    @property
    def passages(self) -> tuple[Passage, ...]:
        """All that was shown."""
        return tuple(passage for call in self.calls for passage in call.passages)


async def converse(
    chat: Chat,
    tools: Sequence[Tool],
    question: str,
    limits: Limits = Limits(),
    opening: Sequence[tuple[str, str]] = (),
    review: Review | None = None,
    data: Mapping[str, str] | None = None,
    prompt: str = PROMPT,
) -> Conversed:
    """Let a model answer a question with tools.

    Args:
        chat: serves the role ``answer``.
        tools: plain async functions; one that is called ``answer`` is an error.
        question: what is asked.
        limits: what it may cost.
        opening: calls (a name, and arguments as JSON) that are made before the model is asked first, so that it begins with evidence.
        review: looks at the answer; what it says goes back to the model, once.
        data: further texts beside the question, by name.
        prompt: a file of ``lineproof/models/prompts``.

    Raises:
        ValueError: two tools have one name.
    """
    talk = _Talk(chat, tools, {"question": question, **(data or {})}, limits, review, prompt)
    try:
        await talk.open(opening)
        while talk.answer is None:
            await talk.turn()
    except ModelError as error:
        talk.failure = error
    return Conversed(talk.answer, tuple(talk.calls), talk.turns, talk.sent, talk.by_json, talk.failure)


@dataclass
class _Talk:
    """A conversation that goes on.

    ``made`` are the calls that were made, ``used`` is how many count, ``unsound`` how many turns in a row were not sound, ``closing`` how
    often only the answer was asked for; ``reviewed`` and ``worded`` tell whether an answer, or plain words, were given back.
    """

    chat: Chat
    tools: Sequence[Tool]
    data: Mapping[str, str]
    limits: Limits
    review: Review | None
    prompt: str
    exchanges: list[Exchange] = field(default_factory=list)
    calls: list[Called] = field(default_factory=list)
    made: set[tuple[str, str]] = field(default_factory=set)
    answer: Answer | None = None
    failure: ModelError | None = None
    turns: int = 0
    sent: int = 0
    used: int = 0
    unsound: int = 0
    closing: int = 0
    by_json: bool = False
    reviewed: bool = False
    worded: bool = False

    def __post_init__(self) -> None:
        self.toolkit = Toolkit(self.tools)
        if any(tool.__name__ == final.NAME for tool in self.tools):
            raise ValueError(f"a tool is called {final.NAME!r}, which is the name of the one that ends a conversation")

    async def open(self, calls: Sequence[tuple[str, str]]) -> None:
        """Make the calls with which the conversation begins."""
        if calls:
            made = tuple(ToolCall(f"opening_{number}", name, arguments) for number, (name, arguments) in enumerate(calls))
            await self._exchange(Said("", made))

    async def turn(self) -> None:
        """One turn of the model.

        Raises:
            ModelError: there is none.
        """
        so_far = self._so_far()
        size = tokens_of(spoken(so_far)) + tokens([tools_text(so_far)])
        if self._is_spent(size):
            if self.closing >= MOST_CLOSING:
                raise Invalid(f"the model gave no answer within {self.limits.calls} calls and {self.limits.tokens} tokens")
            self.closing += 1
            so_far = self._so_far()
        self.turns += 1
        self.sent += size
        await self._exchange(await self._said(so_far))

    def _so_far(self) -> Conversation:
        functions = () if self.closing else self.toolkit.functions
        return Conversation(ROLE, self.prompt, self.data, (*functions, final.FUNCTION), tuple(self.exchanges))

    def _is_spent(self, size: int) -> bool:
        too_much = self.used >= self.limits.calls or self.sent + size > self.limits.tokens
        return bool(self.closing) or too_much or self.unsound >= 2 * MOST_UNSOUND

    async def _said(self, so_far: Conversation) -> Said:
        """What the model says next; as JSON from the first time that tools are of no use."""
        self.by_json = self.by_json or self.unsound >= MOST_UNSOUND
        if not self.by_json:
            try:
                return await asyncio.to_thread(by_tools, self.chat, so_far)
            except (NoTools, Invalid):  # a model whose server takes tools may say nothing once it is told of them
                self.by_json = True
        return await asyncio.to_thread(by_json, self.chat, so_far)

    async def _exchange(self, said: Said) -> None:
        """Carry out what the model said, and keep what it is told."""
        reviewed = self.reviewed
        first = next((call for call in said.calls if call.name == final.NAME), None)
        made = (self._result(call, call is first) for call in said.calls)
        results = await asyncio.gather(*made) if said.calls else [self._of_words(said.text)]
        called = [result for result in results if isinstance(result, Called)]
        self.calls += called
        told = (result.result if isinstance(result, Called) else result for result in results)
        self.exchanges.append(Exchange(said, tuple(told)))
        sound = any(call.outcome != MALFORMED for call in called) or self.reviewed != reviewed
        self.unsound = 0 if sound else self.unsound + 1
        self.used += 0 if called else 1

    async def _result(self, call: ToolCall, answers: bool) -> Called | str:
        """What comes of one call; only a text where no tool is called. ``answers``: it is the first answer of its turn."""
        key = (call.name, call.arguments)
        if call.name == final.NAME:
            return self._of_answer(call.arguments) if answers else REPEATED
        if self.closing or self.used >= self.limits.calls:
            return ENOUGH
        if key in self.made:
            return REPEATED
        self.made.add(key)
        self.used += 1
        return await self._called(call)

    async def _called(self, call: ToolCall) -> Called:
        try:
            result = await self.toolkit.call(call.name, call.arguments)
        except BadCall as error:
            return Called(call.name, call.arguments, str(error), outcome=MALFORMED)
        except Exception as error:  # Whatever a tool raises must not end the conversation; the transcript tells it.
            return Called(call.name, call.arguments, f"{call.name} failed: {error}", outcome=FAILED)
        seen = shown(result).cut(self.limits.result_tokens)
        return Called(call.name, call.arguments, seen.text, seen.passages)

    def _of_answer(self, arguments: str) -> str:
        """What the model is told of its answer; nothing where it is taken."""
        try:
            answer = read_final(arguments)
        except Invalid as error:
            return f"{error}. {WANTED}"
        passages = [passage for call in self.calls for passage in call.passages]
        if self.review and not self.reviewed and (wrong := self.review(answer.sentences, passages)):
            self.reviewed = True
            return wrong
        self.answer = answer
        return ""

    def _of_words(self, text: str) -> str:
        """What the model is told of plain words: to answer by the tool, and of further ones nothing: they are its answer."""
        try:
            self.answer = read_final(text)
            return ""
        except Invalid:
            if not self.worded:
                self.worded = True
                return WANTED
        self.answer = Answer(True, tuple(Sentence(one) for one in sentences_of(text, detect([text]))))
        return ""

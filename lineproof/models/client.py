"""The client: requests answered from the store, and what is not there bought from an endpoint and stored at once.

buying     a request goes to its endpoint as often as the retry policy allows; each attempt is a row of the ledger
lost       an endpoint that was unavailable several times in a row; for the rest of the run it is not asked again
"""

import asyncio
import json
from collections import Counter
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final

from lineproof.models.budget import Budget
from lineproof.models.chat import Answer, Request, Schema
from lineproof.models.endpoint import Again, Endpoint, Reply
from lineproof.models.errors import BadAnswer, Denied, Invalid, ModelError, Unavailable
from lineproof.models.loop import Loop
from lineproof.models.parse import parse
from lineproof.models.prompts import Messages, messages, tokens_of
from lineproof.models.retry import Timing, asked_wait, repeated
from lineproof.models.settings import Served
from lineproof.models.stored import Roles, find, reopened
from storage.answers import OK, Answers, Call, Spent, StoredAnswer
from storage.model_settings import ModelSettings

LOST_AFTER: Final = 3
ASKED_FOR_SENSE: Final = 2
"""How often a model is asked whose answers do not fit the schema."""


@dataclass(frozen=True, slots=True)
class Order:
    """A request to be bought: as messages, and the fingerprint by which its answer is stored."""

    served: Served
    purpose: str
    schema: Schema
    accepted: Schema
    asked: Messages
    fingerprint: str


class StoredChat(Roles, AbstractContextManager["StoredChat"]):
    """The chat of one run on one corpus; see :class:`lineproof.models.chat.Chat`.

    Args:
        settings: the models of the workspace.
        environment: where keys are.
        answers: the store of the corpus; it is closed with the chat.
        budget: what may be spent.
        run_id: the run that the ledger names.
        timing: clock and waiting.
    """

    def __init__(
        self,
        settings: ModelSettings,
        environment: Mapping[str, str],
        answers: Answers,
        budget: Budget,
        run_id: str,
        timing: Timing | None = None,
    ) -> None:
        super().__init__(settings, environment)
        self.budget = budget
        self._answers = answers
        self._run_id = run_id
        self._timing = timing or Timing()
        self._loop = Loop()
        self._endpoints: dict[str, Endpoint] = {}
        self._slots: dict[str, asyncio.Semaphore] = {}
        self._under_way: dict[str, asyncio.Task[Answer]] = {}
        self._failures: Counter[str] = Counter()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def complete(self, request: Request) -> Answer:
        """Ask one question."""
        return self._loop.run(self._complete(request))

    def complete_all(self, requests: Sequence[Request]) -> list[Answer | BadAnswer]:
        """Ask several at once."""
        return self._loop.run(self._complete_all(requests))

    def close(self) -> None:
        """Close connections and store."""
        self._loop.run(self._close())
        self._loop.close()

    async def _close(self) -> None:
        for endpoint in self._endpoints.values():
            await endpoint.close()
        self._answers.close()

    async def _complete_all(self, requests: Sequence[Request]) -> list[Answer | BadAnswer]:
        stopped: list[ModelError] = []

        async def one(request: Request) -> Answer | BadAnswer | None:
            async with self._slot(request.role):
                try:
                    return None if stopped else await self._complete(request)
                except BadAnswer as error:
                    return error
                except ModelError as error:
                    stopped.append(error)
                    return None

        results = await asyncio.gather(*map(one, requests))
        if stopped:
            raise stopped[0]
        return [result for result in results if result is not None]

    def _slot(self, role: str) -> asyncio.Semaphore:
        """The right to be one of as many as the role may ask at once."""
        if role not in self._slots:
            self._slots[role] = asyncio.Semaphore(self.served(role).how.max_concurrency)
        return self._slots[role]

    async def _complete(self, request: Request) -> Answer:
        asked = messages(request.prompt, request.schema, request.data)
        name = self.fingerprint(request.role, asked)
        accepted = request.accepted or request.schema
        order = Order(self.served(request.role), request.prompt, request.schema, accepted, asked, name)
        stored = find(self._answers, self, request.role, name)
        if stored:
            self._answers.hit(self._call(order, stored.outcome, reply=None))
            return reopened(stored)
        return await self._once(name, self._buy(order))

    async def _once(self, fingerprint: str, buying: Coroutine[Any, Any, Answer]) -> Answer:
        """Buy what is not being bought already."""
        if task := self._under_way.get(fingerprint):
            buying.close()
            return await asyncio.shield(task)
        task = self._under_way[fingerprint] = asyncio.ensure_future(buying)
        try:
            return await task
        finally:
            del self._under_way[fingerprint]

    async def _buy(self, order: Order) -> Answer:
        """Ask until an answer makes sense, or the model was asked often enough."""
        for _ in range(ASKED_FOR_SENSE - 1):
            with suppress(Invalid):
                return await self._ask(order)
        return await self._ask(order)

    async def _ask(self, order: Order) -> Answer:
        """Ask an endpoint, as often as its answers do not arrive and the role allows."""
        place = order.served.base_url
        if self._failures[place] >= LOST_AFTER:
            raise Unavailable(f"{order.served.host} was unavailable {LOST_AFTER} times in a row; it is not asked again in this run.")
        try:
            content = await repeated(lambda: self._attempt(order), order.served.how, self._timing)
        except Again as error:
            self._failures[place] += 1
            raise Unavailable(self._unavailable(order.served, error)) from None
        self._failures[place] = 0
        return Answer(content, order.served.model, order.fingerprint)

    async def _attempt(self, order: Order) -> Mapping[str, Any]:
        """One attempt, entered in the ledger with what it brought, whatever that is.

        Raises:
            Again, Denied, BadAnswer: see :class:`Endpoint`.
            BudgetSpent: there was no attempt.
        """
        least = tokens_of(order.asked)
        reply, content = Reply(""), None
        error: Again | Denied | BadAnswer | None = None
        with self.budget.reserved(Spent(least, order.served.cost(least, 0) or 0.0)):
            began = self._timing.monotonic()
            try:
                reply = await self._endpoint(order.served).ask(order.asked, order.schema)
                content = _content(reply, order.accepted)
            except Again as again:
                reply, error = Reply("", again.prompt_tokens), again
            except (Denied, BadAnswer) as fault:
                error = fault
            outcome = error.outcome if error else OK
            call = self._call(order, outcome, reply, self._timing.monotonic() - began)
        self._enter(order, content, error, call)
        if content is None:
            raise error or Invalid("the answer is empty")
        return content

    def _enter(self, order: Order, content: Mapping[str, Any] | None, error: Exception | None, call: Call) -> None:
        """Store at once what was paid for; attempts that brought nothing are rows of the ledger only."""
        self.budget.add(Spent(call.prompt_tokens + call.completion_tokens, call.cost or 0.0, call.latency_ms / 1000))
        if content is None and not isinstance(error, BadAnswer):
            self._answers.record(call)
            return
        text = None if content is None else json.dumps(content, ensure_ascii=False, sort_keys=True)
        prompt = "\n\n".join(message["content"] for message in order.asked)
        served, reason = order.served, str(error) if error else None
        answer = StoredAnswer(order.fingerprint, served.role, served.model, prompt, text, call.outcome, reason, served.how.max_tokens)
        self._answers.keep(answer, call)

    def _unavailable(self, served: Served, error: Again) -> str:
        wait = asked_wait(error.after, self._timing.now())
        when = "later" if wait is None else f"in {wait:.0f} s"
        return f"{served.host} does not answer for {served.model} ({served.role}): {error.reason}. Run lineproof sync again {when}."

    def _endpoint(self, served: Served) -> Endpoint:
        if served.role not in self._endpoints:
            self._endpoints[served.role] = Endpoint(served, self.key(served.role))
        return self._endpoints[served.role]

    def _call(self, order: Order, outcome: str, reply: Reply | None, seconds: float = 0.0) -> Call:
        """A row of the ledger; without a reply the answer was stored, and cost nothing."""
        counted = (reply.prompt_tokens, reply.completion_tokens) if reply else (0, 0)
        served = order.served
        return Call(
            at=self._timing.now(),
            run_id=self._run_id,
            role=served.role,
            purpose=order.purpose,
            model=served.model,
            outcome=outcome,
            cached=reply is None,
            prompt_tokens=counted[0],
            completion_tokens=counted[1],
            cost=served.cost(*counted) if reply else 0.0,
            latency_ms=round(seconds * 1000, 3),
            fingerprint=order.fingerprint,
        )


def _content(reply: Reply, schema: Schema) -> Mapping[str, Any]:
    """What a reply says, as its schema has it.

    Raises:
        BadAnswer: it cannot be used.
    """
    if reply.fault:
        raise reply.fault
    return parse(reply.text, schema)

"""The client for chat: requests and turns of conversations from the store, and what is not there bought."""

import asyncio
import json
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from lineproof.models.buyer import Purchase
from lineproof.models.chat import Answer, Conversation, Request, Said
from lineproof.models.endpoint import Endpoint, Reply
from lineproof.models.errors import BadAnswer, Invalid, ModelError, NoTools
from lineproof.models.parse import parse
from lineproof.models.prompts import Messages, messages, spoken, tokens_of
from lineproof.models.settings import Served
from lineproof.models.store_client import StoreClient
from lineproof.models.stored import find, reopened, to_store
from lineproof.models.turns import TurnOrder, said
from storage.answers import StoredAnswer

ASKED_FOR_SENSE: Final = 2
"""How often a model is asked whose answers do not fit the schema."""


@dataclass(frozen=True, slots=True)
class Order:
    """A request as messages, with the fingerprint by which its answer is stored."""

    request: Request
    served: Served
    asked: Messages
    fingerprint: str

    @property
    def purchase(self) -> Purchase:
        """What is to be bought."""
        return Purchase(
            served=self.served,
            purpose=self.request.prompt,
            fingerprint=self.fingerprint,
            least=tokens_of(self.asked),
            ask=self._ask,
            read=self._read,
            failed=lambda fault: (self._stored(None, fault),),
        )

    async def _ask(self, endpoint: Endpoint) -> Reply:
        return await endpoint.ask(self.asked, self.request.schema)

    def _read(self, reply: Reply) -> Sequence[StoredAnswer]:
        if reply.fault:
            raise reply.fault
        content = parse(reply.content, self.request.accepted or self.request.schema)
        return (self._stored(json.dumps(content, ensure_ascii=False, sort_keys=True), None),)

    def _stored(self, answer: str | None, fault: BadAnswer | None) -> StoredAnswer:
        return to_store(self.fingerprint, self.served, self.asked, answer, fault)


class StoredChat(StoreClient):
    """The chat of one run on one corpus; see :class:`lineproof.models.chat.Chat`."""

    @cached_property
    def _slots(self) -> dict[str, asyncio.Semaphore]:
        """By role."""
        return {}

    @cached_property
    def _under_way(self) -> dict[str, asyncio.Task[StoredAnswer]]:
        """What is being bought, by fingerprint."""
        return {}

    @cached_property
    def _without_tools(self) -> dict[str, NoTools]:
        """Roles whose endpoint takes no tools, with what it said."""
        return {}

    def complete(self, request: Request) -> Answer:
        """Ask one question."""
        return self._loop.run(self._complete(request))

    def complete_all(self, requests: Sequence[Request]) -> list[Answer | BadAnswer]:
        """Ask several at once."""
        return self._loop.run(self._complete_all(requests))

    def converse(self, conversation: Conversation) -> Said:
        """The next turn of a conversation; several conversations may go on at once, each in a thread of its own."""
        return self._loop.run(self._converse(conversation))

    async def _converse(self, conversation: Conversation) -> Said:
        asked = spoken(conversation)
        fingerprint = self.turn_fingerprint(conversation, asked)
        role = conversation.role
        order = TurnOrder(conversation, self.served(role), asked, fingerprint)
        async with self._slot(role):
            if refused := self._without_tools.get(role):
                raise refused
            try:
                return said(await self._answered(order))
            except NoTools as error:
                self._without_tools[role] = error
                raise

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
        order = Order(request, self.served(request.role), asked, self.fingerprint(request.role, asked))
        return reopened(await self._answered(order))

    async def _answered(self, order: Order | TurnOrder) -> StoredAnswer:
        """What is stored for an order, bought if it must be."""
        purchase = order.purchase
        if stored := find(self._answers, self, order.served.role, order.fingerprint):
            self._buyer.hit(order.served, purchase.purpose, stored)
            return stored
        return await self._once(order.fingerprint, self._buy(purchase))

    async def _once(self, fingerprint: str, buying: Coroutine[Any, Any, StoredAnswer]) -> StoredAnswer:
        """Buy what is not being bought already."""
        if task := self._under_way.get(fingerprint):
            buying.close()
            return await asyncio.shield(task)
        task = self._under_way[fingerprint] = asyncio.ensure_future(buying)
        try:
            return await task
        finally:
            del self._under_way[fingerprint]

    async def _buy(self, purchase: Purchase) -> StoredAnswer:
        """Ask until an answer makes sense, or the model was asked often enough."""
        for _ in range(ASKED_FOR_SENSE - 1):
            with suppress(Invalid):
                return (await self._buyer.buy(purchase))[0]
        return (await self._buyer.buy(purchase))[0]

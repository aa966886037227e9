"""The client for chat: requests and turns of conversations from the store, and what is not there bought."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from typing import Final

from lineproof.models.buyer import Purchase
from lineproof.models.chat import Answer, Conversation, Request, Said
from lineproof.models.errors import BadAnswer, Invalid, ModelError, NoTools
from lineproof.models.prompts import messages, spoken
from lineproof.models.purchases import request_purchase, turn_purchase
from lineproof.models.store_client import StoreClient
from lineproof.models.stored import find, reopened
from lineproof.models.turns import said
from lineproof.models.under_way import UnderWay
from storage.answers import StoredAnswer

ASKED_FOR_SENSE: Final = 2
"""How often a model is asked whose answers do not fit the schema."""


class StoredChat(StoreClient):
    """The chat of one run on one corpus; see :class:`lineproof.models.chat.Chat`."""

    @cached_property
    def _slots(self) -> dict[str, asyncio.Semaphore]:
        """By role."""
        return {}

    @cached_property
    def _under_way(self) -> UnderWay[StoredAnswer]:
        """What is being bought, by fingerprint."""
        return UnderWay()

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
        purchase = turn_purchase(conversation, self.served(role), asked, fingerprint)
        async with self._slot(role):
            if refused := self._without_tools.get(role):
                raise refused
            try:
                return said(await self._answered(purchase, fingerprint))
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
        fingerprint = self.fingerprint(request.role, asked)
        purchase = request_purchase(request, self.served(request.role), asked, fingerprint)
        return reopened(await self._answered(purchase, fingerprint))

    async def _answered(self, purchase: Purchase, fingerprint: str) -> StoredAnswer:
        """What is stored under a fingerprint, bought if it must be."""
        if stored := find(self._answers, self, purchase.served.role, fingerprint):
            self._buyer.hit(purchase.served, purchase.purpose, stored)
            return stored
        return await self._under_way.once(fingerprint, lambda: self._buy(purchase))

    async def _buy(self, purchase: Purchase) -> StoredAnswer:
        """Ask until an answer makes sense, or the model was asked often enough."""
        for _ in range(ASKED_FOR_SENSE - 1):
            with suppress(Invalid):
                return (await self._buyer.buy(purchase))[0]
        return (await self._buyer.buy(purchase))[0]

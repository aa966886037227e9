"""Rehearsal: a chat that buys nothing: it gives the answers that are stored, and notes all that it is asked.

open   a request that no stored answer fits; to whoever asks, its answer is of no use
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from lineproof.models.chat import Answer, Conversation, Request, Said
from lineproof.models.errors import BadAnswer, NotRecorded
from lineproof.models.prompts import messages
from lineproof.models.stored import Roles, find, reopened
from storage.answers import Answers
from storage.model_settings import ModelSettings


class Rehearsal(Roles):
    """A chat for a run that is only rehearsed.

    ``asked`` are all requests in their order, ``open`` counts by role those without an answer.
    """

    def __init__(self, settings: ModelSettings, environment: Mapping[str, str], answers: Answers | None) -> None:
        super().__init__(settings, environment)
        self._answers = answers
        self.asked: list[Request] = []
        self.open: Counter[str] = Counter()

    def complete(self, request: Request) -> Answer:
        """The stored answer; see :class:`lineproof.models.chat.Chat`.

        Raises:
            BadAnswer: there is none, or it is of no use.
        """
        self.asked.append(request)
        name = self.fingerprint(request.role, messages(request.prompt, request.schema, request.data))
        stored = find(self._answers, self, request.role, name) if self._answers else None
        if stored is None:
            self.open[request.role] += 1
            raise BadAnswer("No answer is stored.")
        return reopened(stored)

    def complete_all(self, requests: Sequence[Request]) -> list[Answer | BadAnswer]:
        """The stored answers in order; see :meth:`complete`."""
        return [self._in_place(request) for request in requests]

    def converse(self, conversation: Conversation) -> Said:
        """No run that is rehearsed converses; see :class:`lineproof.models.chat.Chat`."""
        raise NotRecorded(f"A rehearsal holds no conversation ({conversation.prompt}).")

    def _in_place(self, request: Request) -> Answer | BadAnswer:
        try:
            return self.complete(request)
        except BadAnswer as error:
            return error

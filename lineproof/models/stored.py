"""Stored answers: how a request finds its answer again.

fingerprint   of the model, the role, the messages (prompt file, rules on data, schema, data) and the temperature; where the
              model is served, how long it may take and how long its answer may be do not count, since the same answer stands
recorded      a chat that knows stored answers only: for comparisons and replays, which must buy nothing
"""

import json
from collections.abc import Mapping, Sequence

from lineproof.models.chat import Answer, Conversation, Request, Said, Schema
from lineproof.models.errors import BadAnswer, Invalid, NoModel, NotRecorded, TooLong, Withheld
from lineproof.models.prompts import Messages, hashed, messages, spoken, system_message
from lineproof.models.settings import MODEL, Served, served
from storage.answers import OK, Answers, StoredAnswer
from storage.model_settings import ModelSettings

_ERRORS: Mapping[str, type[BadAnswer]] = {error.outcome: error for error in (Invalid, TooLong, Withheld)}


class Roles:
    """The roles of a workspace, and the fingerprints of what is asked in them."""

    def __init__(self, settings: ModelSettings, environment: Mapping[str, str]) -> None:
        self._settings = settings
        self._environment = environment

    def served(self, role: str) -> Served:
        """How a role is served.

        Raises:
            NoModel: it is not.
        """
        if found := served(self._settings, role, self._environment):
            return found
        raise NoModel(f"No model is named for {role}. Set model in [models] or [models.{role}] of lineproof.toml, or {MODEL}.")

    def serves(self, role: str) -> bool:
        """Whether a role has a model."""
        return served(self._settings, role, self._environment) is not None

    def model(self, role: str) -> str:
        """The name of a role's model; see :meth:`served`."""
        return self.served(role).model

    def identity(self, role: str, prompt: str, schema: Schema) -> str:
        """The fingerprint of all but the data; see :meth:`served`."""
        return self._fingerprint(role, [system_message(prompt, schema)])

    def key(self, role: str) -> str:
        """The key of a role; see :meth:`lineproof.models.settings.Served.key`."""
        return self.served(role).key(self._environment)

    def fingerprint(self, role: str, asked: Messages) -> str:
        """The fingerprint by which an answer is stored."""
        return self._fingerprint(role, [message["content"] for message in asked])

    def turn_fingerprint(self, conversation: Conversation, asked: Messages) -> str:
        """The fingerprint by which the next turn of a conversation is stored."""
        told = json.dumps(asked, ensure_ascii=False, sort_keys=True)
        tools = json.dumps(conversation.tools, ensure_ascii=False, sort_keys=True)
        return self._fingerprint(conversation.role, [told, tools])

    def _fingerprint(self, role: str, texts: Sequence[str]) -> str:
        found = self.served(role)
        return hashed(role, found.model, repr(found.how.temperature), *texts)[:32]


def find(answers: Answers, roles: Roles, role: str, fingerprint: str) -> StoredAnswer | None:
    """The stored answer that still counts: one that was too long does not where more is allowed now."""
    stored = answers.find(fingerprint)
    if stored and stored.outcome == TooLong.outcome and stored.max_tokens < roles.served(role).how.max_tokens:
        return None
    return stored


def reopened(stored: StoredAnswer) -> Answer:
    """A stored answer as it was given.

    Raises:
        BadAnswer: that is what was stored.
    """
    return Answer(json.loads(checked(stored)), stored.model, stored.fingerprint)


def checked(stored: StoredAnswer) -> str:
    """The text of a stored answer.

    Raises:
        BadAnswer: that is what was stored.
    """
    if stored.outcome != OK or stored.answer is None:
        raise _ERRORS[stored.outcome](stored.reason or stored.outcome)
    return stored.answer


class RecordedChat(Roles):
    """A chat that answers from the store alone."""

    def __init__(self, settings: ModelSettings, environment: Mapping[str, str], answers: Answers) -> None:
        super().__init__(settings, environment)
        self._answers = answers

    def complete(self, request: Request) -> Answer:
        """The stored answer; NotRecorded where there is none. See :class:`lineproof.models.chat.Chat`."""
        name = self.fingerprint(request.role, messages(request.prompt, request.schema, request.data))
        stored = find(self._answers, self, request.role, name)
        if stored is None:
            raise NotRecorded(f"No answer is stored for this request to {self.model(request.role)} ({request.prompt}).")
        return reopened(stored)

    def complete_all(self, requests: Sequence[Request]) -> list[Answer | BadAnswer]:
        """The stored answers in order; see :class:`lineproof.models.chat.Chat`."""
        return [self._in_place(request) for request in requests]

    def converse(self, conversation: Conversation) -> Said:
        """The stored turn; NotRecorded where there is none. See :class:`lineproof.models.chat.Chat`."""
        from lineproof.models.turns import said

        stored = find(self._answers, self, conversation.role, self.turn_fingerprint(conversation, spoken(conversation)))
        if stored is None:
            raise NotRecorded(f"No turn is stored for this conversation with {self.model(conversation.role)} ({conversation.prompt}).")
        return said(stored)

    def _in_place(self, request: Request) -> Answer | BadAnswer:
        try:
            return self.complete(request)
        except BadAnswer as error:
            return error

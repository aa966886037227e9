"""Minds: who composes pages and who reflects in a run: templates and rules, or the models that the settings name for the roles."""

from lineproof.beliefs.reflect.update import Reflector
from lineproof.models.chat import Chat
from lineproof.wiki.compose import Composer


def composer_of(chat: Chat | None) -> Composer | None:
    """The composer that a chat serves; None stands for templates."""
    if chat is None or not chat.serves("compose"):
        return None
    from lineproof.wiki.prose import Prose

    return Prose(chat)


def reflector_of(chat: Chat | None) -> Reflector | None:
    """The reflector that a chat serves; None stands for rules alone."""
    if chat is None or not chat.serves("reflect"):
        return None
    from lineproof.beliefs.reflect.summaries import ModelReflector

    return ModelReflector(chat)

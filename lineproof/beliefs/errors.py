"""Errors of beliefs; each says what to do."""

from pathlib import Path


class BeliefError(Exception):
    """Something that stops the stage of beliefs."""


class BadDecisions(BeliefError):
    """The file of people's decisions cannot be read."""

    def __init__(self, file: Path, line: int, reason: str) -> None:
        super().__init__(f"{file}, line {line}: {reason}. Mend or remove the line; decisions are made with `lineproof review`.")
        self.file = file
        self.line = line

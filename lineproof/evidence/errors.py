"""Errors of evidence: each names the thing, the reason and the next step."""


class EvidenceError(Exception):
    """Something about sources or settings that their owner can mend."""


class BadGrammar(EvidenceError):
    """The grammar in ``lineproof.toml`` cannot be used."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"lineproof.toml: {reason}. docs/grammar.md shows what can be extended.")


class UnknownLanguage(EvidenceError):
    """A language for which there is no data file."""

    def __init__(self, code: str, known: tuple[str, ...]) -> None:
        super().__init__(f"There is no language {code!r}; there is {', '.join(known)}. docs/languages.md tells how to add one.")

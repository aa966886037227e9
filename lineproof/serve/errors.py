"""What can be wrong with a command; each message names the thing, the reason and the next step."""

from collections.abc import Sequence


class CommandError(Exception):
    """A command that cannot be carried out as it was given."""


class SeveralCorpora(CommandError):
    """A node that several corpora have."""

    def __init__(self, node: str, corpora: Sequence[str]) -> None:
        listed = "".join(f"\n  {corpus}:{node}" for corpus in corpora)
        super().__init__(f"{node!r} is in several corpora; say which (or use --corpus):{listed}")


class CorpusNeeded(CommandError):
    """A question that goes to one corpus, in a workspace with several."""

    def __init__(self, corpora: Sequence[str]) -> None:
        super().__init__(f"This workspace has several corpora; say which with --corpus: {', '.join(corpora)}.")


class RefusedQuery(CommandError):
    """A query that would do more than read the tables."""


class BadQuery(CommandError):
    """A query that the database cannot carry out."""


class UnknownPage(CommandError):
    """A page that no wiki has."""

    def __init__(self, page: str) -> None:
        super().__init__(f"there is no page {page!r}. `pages` lists all of them.")
        self.page = page


class SeveralPages(CommandError):
    """A name that several pages have."""

    def __init__(self, name: str, pages: Sequence[str]) -> None:
        listed = "".join(f"\n  {page}" for page in pages)
        super().__init__(f"{name!r} names several pages; give the path, and --corpus where it takes that:{listed}")


class UnknownClaim(CommandError):
    """A claim that no corpus has or ever had."""

    def __init__(self, claim: str) -> None:
        super().__init__(f"there is no claim {claim!r}. Give an id, or at least its first 6 characters; `claims` lists them.")


class SeveralClaims(CommandError):
    """The beginning of an id that several claims have."""

    def __init__(self, name: str, claims: Sequence[str]) -> None:
        listed = "".join(f"\n  {claim}" for claim in claims)
        super().__init__(f"{name!r} begins the ids of several claims; give more of it:{listed}")


class BadMoment(CommandError):
    """A moment that cannot be read."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is no moment. Give a date (2026-01-31), a time in UTC (2026-01-31T08:00) or how long ago (90m, 3d).")


class UnknownCandidate(CommandError):
    """A candidate that is not there to be reviewed."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no candidate or claim {name!r}. `lineproof review` lists what waits for a decision.")

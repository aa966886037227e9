"""What can be wrong with a command; each message names the thing, the reason and the next step."""

from collections.abc import Sequence


class CommandError(Exception):
    """A command that cannot be carried out as it was given."""


class SeveralCorpora(CommandError):
    """A node that several corpora have."""

    def __init__(self, node: str, corpora: Sequence[str]) -> None:
        listed = "".join(f"\n  {corpus}:{node}" for corpus in corpora)
        super().__init__(f"{node!r} is in several corpora; say which (or use --corpus):{listed}")


class RefusedQuery(CommandError):
    """A query that would do more than read the tables."""


class BadQuery(CommandError):
    """A query that the database cannot carry out."""


class UnknownPage(CommandError):
    """A page that no wiki has."""

    def __init__(self, page: str) -> None:
        super().__init__(f"there is no page {page!r}. `lineproof pages` lists all of them.")


class SeveralPages(CommandError):
    """A name that several pages have."""

    def __init__(self, name: str, pages: Sequence[str]) -> None:
        listed = "".join(f"\n  {page}" for page in pages)
        super().__init__(f"{name!r} names several pages; give the path, and --corpus where it takes that:{listed}")

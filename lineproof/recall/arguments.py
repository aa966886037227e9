"""Arguments: what programs give to the read path, held to the types it takes, since no type checker need have stood before it."""

from reprlib import repr as briefly

from lineproof.recall.errors import BadArgument


def text_of(name: str, value: object) -> str:
    """An argument that is text.

    Raises:
        BadArgument: it is none.
    """
    if not isinstance(value, str):
        raise BadArgument(f"{name} must be text, not {briefly(value)}.")
    return value


def number_of(name: str, value: object) -> int:
    """An argument that is a whole number.

    Raises:
        BadArgument: it is none.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadArgument(f"{name} must be a whole number, not {briefly(value)}.")
    return value


def texts_of(name: str, value: object) -> list[str]:
    """An argument that is a list of texts.

    Raises:
        BadArgument: it is none; one text alone would be taken for a list of letters.
    """
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        raise BadArgument(f"{name} must be a list of texts, not {briefly(value)}.")
    return [*value]

"""Groups: things by a name, both in the order in which they come."""

from collections.abc import Iterable
from typing import TypeVar

Name = TypeVar("Name")
Thing = TypeVar("Thing")


def grouped(pairs: Iterable[tuple[Name, Thing]]) -> dict[Name, list[Thing]]:
    """The things of each name."""
    groups: dict[Name, list[Thing]] = {}
    for name, thing in pairs:
        groups.setdefault(name, []).append(thing)
    return groups

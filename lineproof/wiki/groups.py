"""Groups: things by a name, both in the order in which they come."""

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

Name = TypeVar("Name")
Thing = TypeVar("Thing")


def grouped(pairs: Iterable[tuple[Name, Thing]]) -> dict[Name, list[Thing]]:
    """The things of each name."""
    groups: dict[Name, list[Thing]] = defaultdict(list)
    for name, thing in pairs:
        groups[name].append(thing)
    return dict(groups)

"""Arrange: where the nodes of a graph are drawn, by forces: all nodes push each other away, linked ones pull each other near.

The same graph gets the same places on every machine: only sums, products, quotients and square roots are used, which are
exact everywhere, and the start is a spiral, not chance.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

ROUNDS: Final = 90
TURN: Final = complex(-0.7373688780783197, 0.6754902942615238)
"""One golden angle."""
GRAVITY: Final = 0.12
"""Pull to the middle that keeps parts together which no link joins."""


def arrange(nodes: int, links: Sequence[tuple[int, int]]) -> list[tuple[float, float]]:
    """Places of the nodes 0 to ``nodes`` - 1 within a square from 0 to 1; links name two different nodes."""
    places = _spiral(nodes)
    heat = sqrt(max(nodes, 1)) / 6
    for turn in range(ROUNDS):
        forces = _pushed(places)
        _pull(forces, places, links)
        limit = heat * (1 - turn / ROUNDS)
        places = [place + _limited(force - place * GRAVITY, limit) for place, force in zip(places, forces, strict=True)]
    return _squared(places)


def _spiral(nodes: int) -> list[complex]:
    places: list[complex] = []
    turned = complex(1, 0)
    for node in range(nodes):
        places.append(turned * sqrt(node + 0.5))
        turned *= TURN
    return places


def _pushed(places: Sequence[complex]) -> list[complex]:
    """What pushes each node: the inverse of each distance."""
    forces = [complex(0, 0)] * len(places)
    for node, place in enumerate(places):
        for other in range(node):
            apart = place - places[other]
            push = apart / (apart.real * apart.real + apart.imag * apart.imag + 0.01)
            forces[node] += push
            forces[other] -= push
    return forces


def _pull(forces: list[complex], places: Sequence[complex], links: Sequence[tuple[int, int]]) -> None:
    """Add what pulls linked nodes together: the square of their distance, less where they have many links."""
    times = [0] * len(places)
    for one, other in links:
        times[one] += 1
        times[other] += 1
    for one, other in links:
        apart = places[one] - places[other]
        pull = apart * (_length(apart) / (1 + sqrt(times[one] * times[other])))
        forces[one] -= pull
        forces[other] += pull


def _limited(force: complex, limit: float) -> complex:
    length = _length(force)
    return force * (limit / length) if length > limit else force


def _length(vector: complex) -> float:
    # Not abs(): what it calls may round otherwise on another machine.
    return sqrt(vector.real * vector.real + vector.imag * vector.imag)


def _squared(places: Sequence[complex]) -> list[tuple[float, float]]:
    if not places:
        return []
    left, low = min(place.real for place in places), min(place.imag for place in places)
    wide = max(place.real for place in places) - left or 1.0
    high = max(place.imag for place in places) - low or 1.0
    return [((place.real - left) / wide, (place.imag - low) / high) for place in places]

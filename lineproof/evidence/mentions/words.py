"""Words: where any of many words stands in a text, in one pass; what is worth a slower look begins there.

One Aho-Corasick automaton a list of words; a regular expression of so many alternatives would try all of them at every character.
"""

from collections.abc import Iterable

from ahocorasick_rs import AhoCorasick


class Words:
    """A list of words, compared in any case; they may stand inside of longer words."""

    def __init__(self, words: Iterable[str]) -> None:
        self.automaton = AhoCorasick(sorted({lowered(word) for word in words if word}))

    def occur_in(self, lower: str) -> bool:
        """Whether any of the words stands in a lowered text."""
        return bool(self.automaton.find_matches_as_indexes(lower))

    def starts(self, lower: str) -> list[int]:
        """Where words begin in a lowered text, from left to right."""
        found = self.automaton.find_matches_as_indexes(lower, overlapping=True)
        return sorted({start for _, start, _ in found})


def lowered(text: str) -> str:
    """A text in lower case with every character in its place."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)

"""Canonical concepts: which forms of a corpus are its topics, and which of them are one topic; a pure set operation.

support   in how many paragraphs of the corpus a topic is named
bare      a key without its blanks, so that ``front end`` and ``frontend`` are one
abbreviation   joins the topic that it stands for, wherever one explanation of it prevails

What is found does not depend on the order in which documents came.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isqrt
from typing import Final

from lineproof.beliefs.concepts.model import ABBREVIATION, HEADING, KINDS, MENTION, PERSON, PHRASE, TERM, Concept, Usage
from lineproof.evidence.hashing import node_id

EXPLAINED: Final = re.compile(r" \(([^()\s]+)\)$")
"""The abbreviation behind what it stands for."""
SEPARATORS: Final = re.compile(r"[ ‑-]")
FEWEST: Final = 2
"""Paragraphs that must name a topic which is defined, explained or a heading."""
FEWEST_OF_PHRASE: Final = 3
OFTEN: Final = 0.02
"""Share of the uses of a single word that must be headings for these to make it a topic."""
GROWTH: Final = 30
"""A phrase must be named by the square root of the number of paragraphs through this, in a large corpus."""
ALWAYS: Final = 0.8
"""Share of the uses of a phrase that a longer topic must have for the phrase to be no topic of its own."""
RARE: Final = 0.05
"""Share of the uses of the most frequent form that another must have to be the name instead."""
PREVAILING: Final = 0.8
"""Share of the uses of an abbreviation that must be explained in one way for it to mean that everywhere."""


@dataclass(slots=True)
class _Group:
    """All uses of one topic."""

    keys: set[str] = field(default_factory=set)
    forms: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def is_phrase(self) -> bool:
        """Whether the topic is named by several words."""
        return any(" " in key for key in self.keys)

    @property
    def is_found(self) -> bool:
        """Whether nothing but its use in the text tells that it is a topic."""
        return self.kinds.keys() <= {PHRASE, MENTION}

    def add(self, usage: Usage) -> None:
        """Count one more form."""
        self.keys.add(usage.key)
        self.forms[EXPLAINED.sub("", usage.form) if usage.kind == ABBREVIATION else usage.form] += usage.paragraphs
        self.kinds[usage.kind] += usage.paragraphs


def concepts(corpus: str, usages: Iterable[Usage], paragraphs: int) -> tuple[list[Concept], dict[str, str]]:
    """The topics of a corpus.

    Args:
        corpus: its name, which is part of the ids.
        usages: all forms of the corpus with their counts, in any order.
        paragraphs: how many paragraphs of the corpus name anything.

    Returns:
        The concepts sorted by name, and the concept of each key.
    """
    everything = sorted(usages, key=lambda usage: (usage.key, usage.form, usage.kind))
    persons = {_bare(usage.key) for usage in everything if usage.kind == PERSON}
    ordered = [usage for usage in everything if usage.kind != PERSON]
    meant = _meanings(ordered)
    groups: dict[str, _Group] = {}
    for usage in ordered:
        bare = _bare(usage.key)
        groups.setdefault(meant.get(bare, bare), _Group()).add(usage)
    least = max(FEWEST_OF_PHRASE, isqrt(paragraphs) // GROWTH)
    topics = {bare: group for bare, group in groups.items() if _is_topic(group, least) and not (bare in persons and group.is_found)}
    partial = _parts(topics)
    found = {bare: _concept(corpus, bare, group) for bare, group in topics.items() if bare not in partial}
    by_key = {key: concept.concept_id for concept in found.values() for key in concept.keys}
    return sorted(found.values(), key=lambda concept: (concept.name, concept.concept_id)), by_key


def _bare(key: str) -> str:
    return key.replace(" ", "")


def _meanings(usages: Iterable[Usage]) -> dict[str, str]:
    """For each abbreviation, as a bare key, the bare key of what it means throughout the corpus."""
    explained: dict[str, Counter[str]] = {}
    keys: dict[str, str] = {}
    for usage in usages:
        if usage.kind == ABBREVIATION:
            explained.setdefault(_short(usage.form), Counter())[_bare(usage.key)] += usage.paragraphs
        else:
            keys[usage.form] = _bare(usage.key)
    prevailing = {short: counts.most_common(1)[0] for short, counts in explained.items()}
    return {
        keys[short]: bare
        for short, (bare, count) in prevailing.items()
        if short in keys and count >= PREVAILING * explained[short].total() and keys[short] != bare
    }


def _short(form: str) -> str:
    """The abbreviation itself, where its form holds what it stands for too."""
    found = EXPLAINED.search(form)
    return found.group(1) if found else form


def _is_topic(group: _Group, least: int) -> bool:
    """Whether a group of forms is a topic: defined, explained or a heading, and named again; or a phrase that many paragraphs use."""
    support = group.kinds.total()
    if group.kinds[TERM] or group.kinds[ABBREVIATION]:
        return support >= FEWEST
    if group.kinds[HEADING] and support >= FEWEST and (group.is_phrase or group.kinds[HEADING] >= OFTEN * support):
        return True
    return group.kinds[PHRASE] >= max(least, group.kinds[MENTION])


def _parts(topics: Mapping[str, _Group]) -> set[str]:
    """The phrases that hardly ever stand but within one longer topic (``cash value`` in ``actual cash value``)."""
    found: set[str] = set()
    for bare, group in topics.items():
        for key in group.keys:
            words = key.split()
            inner = {"".join(words[start:end]) for start in range(len(words)) for end in range(start + 2, len(words) + 1)} - {bare}
            found |= {part for part in inner if part in topics and _is_within(topics[part], group)}
    return found


def _is_within(part: _Group, whole: _Group) -> bool:
    return part.is_found and whole.kinds.total() >= ALWAYS * part.kinds.total()


def _concept(corpus: str, bare: str, group: _Group) -> Concept:
    kind = min(group.kinds, key=KINDS.index)
    named = {form: count for form, count in group.forms.items() if not form.islower()} if kind == PHRASE and not group.is_phrase else {}
    return Concept(node_id("k", corpus, bare), _name(named or group.forms), kind, tuple(sorted(group.keys)), tuple(sorted(group.forms)))


def _name(forms: Mapping[str, int]) -> str:
    """The most frequent form; a shorter one of as many words instead, if it is not rare, since the base form of a word is its shortest."""
    first = min(forms, key=lambda form: _order(form, forms))
    alike = [
        form for form in forms if len(SEPARATORS.findall(form)) == len(SEPARATORS.findall(first)) and form.isupper() == first.isupper()
    ]
    rivals = [form for form in alike if forms[form] >= RARE * forms[first]]
    return min(rivals, key=lambda form: (len(form), _order(form, forms)))


def _order(form: str, forms: Mapping[str, int]) -> tuple[int, int, str]:
    return -forms[form], sum(map(str.isupper, form)), form

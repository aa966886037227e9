"""Keys: what of a word is compared, so that its inflected forms and its synonyms are one.

base       the form under which an irregular word is known (``sent`` is ``send``, ``übernommen`` is ``über`` and ``nehmen``)
ending     what tells a person from a deed of the same stem (``insurer``, ``insured``); it stays part of the key
group      words that may stand for each other
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from lineproof.evidence.names import stem

SHORTEST_REST: Final = 4
INFLECTIONS: Final = ("ing", "ed", "s")
ADJECTIVE_ENDINGS: Final = ("e", "en", "er", "es", "em")
PERSON: Final = "t"
PRESENT_ENDINGS: Final = ("end", "ende", "enden", "ender", "endes", "endem")
PARTICIPLE_ENDINGS: Final = ("t", "te", "ten", "ter", "tes", "tem", "en", "ene", "enen", "ener", "enes")


@dataclass(frozen=True, slots=True, eq=False)
class Keys:
    """Makes the keys of one language's words."""

    code: str
    irregular: Mapping[str, str]
    prefixes: Sequence[str]
    infinitive: str
    endings: Sequence[str]
    persons: Sequence[str] = ()
    plurals: Sequence[str] = ()
    groups: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, code: str, table: Mapping[str, Any]) -> "Keys":
        """The keys by the content of a file of words."""
        irregular = {form: base for base, forms in table.get("irregular", {}).items() for form in forms}
        infinitive = table.get("infinitive", {})
        prefixes = sorted(infinitive.get("separable", ()), key=len, reverse=True)
        nouns = table.get("nouns", {})
        endings = table.get("phrases", {}).get("distinct", ())
        keys = cls(code, irregular, prefixes, infinitive.get("mark", ""), endings, nouns.get("persons", ()), nouns.get("plurals", ()))
        endings_of_deeds = table.get("phrases", {}).get("derived", ())
        groups: dict[str, str] = {}
        for name, words in table.get("same", {}).items():
            for word in words:
                for form in (word, *_derived(word, endings_of_deeds)):
                    groups.setdefault(keys.plain(form), keys.plain(name))
            groups.update({keys.plain(word): keys.plain(name) for word in words})
        keys.groups.update(groups)
        return keys

    def key(self, word: str, capital: bool = False) -> str:
        """The key of a word in lower case; ``capital`` tells that it is written with one."""
        plain = self.plain(word, capital)
        return self.groups.get(plain, plain)

    def plain(self, word: str, capital: bool = False) -> str:
        """The key of a word without its group."""
        if capital and (person := self._person(word)):
            return person
        base = self._base(word)
        key = stem(base, self.code)
        while self.prefixes and key.endswith(PERSON) and len(key) > SHORTEST_REST:
            key = key[: -len("et")] if key.endswith("et") else key[:-1]
        return key + self._ending(base)

    def _person(self, word: str) -> str | None:
        """The key of a noun whose ending tells that it names a person (``Gesellschafter``, not ``Gesellschaft``)."""
        ending = next((ending for ending in self.persons if word.endswith(ending)), None)
        if ending is None or len(word) - len(ending) < SHORTEST_REST or word.endswith(tuple(self.plurals)):
            return None
        return f"{word.removesuffix(ending)}+{self.persons[-1]}"

    def _base(self, word: str) -> str:
        if found := self._regular(word):
            return found
        for prefix in self.prefixes:
            rest = word[len(prefix) :]
            if not word.startswith(prefix) or len(rest) < SHORTEST_REST:
                continue
            verb = rest.removeprefix(self.infinitive) if len(rest) > SHORTEST_REST + len(self.infinitive) else rest
            if found := self._regular(verb):
                return prefix + found
            if verb != rest:
                return prefix + verb
        return word

    def _regular(self, word: str) -> str | None:
        """The base of an irregular word or of a participle, however it is inflected; none for other words."""
        if word in self.irregular:
            return self.irregular[word]
        if not self.prefixes:
            return None
        if (verb := _present_participle(word)) is not None:
            return self.irregular.get(verb, verb)
        for ending in ADJECTIVE_ENDINGS:
            if word.endswith(ending) and (bare := word.removesuffix(ending)) in self.irregular:
                return self.irregular[bare]
        return _participle(word)

    def _ending(self, word: str) -> str:
        for inflection in INFLECTIONS:
            if self.endings and word.endswith(inflection) and len(word) > len(inflection) + SHORTEST_REST:
                word = word.removesuffix(inflection)
        return next((f"+{ending}" for ending in self.endings if word.endswith(ending)), "")


def _derived(word: str, endings: Sequence[str]) -> list[str]:
    """Nouns that may be derived from a verb (``verify``: ``verification``); forms that no text has do no harm."""
    bare = word[:-1] if word.endswith(("e", "y")) else word
    return [bare + ending for ending in endings]


def _present_participle(word: str) -> str | None:
    """The infinitive of a present participle (``geltenden``: ``gelten``)."""
    ending = next((ending for ending in PRESENT_ENDINGS if word.endswith(ending)), None)
    return word.removesuffix(ending) + "en" if ending and len(word) - len(ending) >= SHORTEST_REST - 1 else None


def _participle(word: str) -> str | None:
    """The infinitive's stem of a participle with ``ge`` (``gestellt``: ``stell``)."""
    if not word.startswith("ge") or len(word) < SHORTEST_REST + 2:
        return None
    ending = next((ending for ending in PARTICIPLE_ENDINGS if word.endswith(ending)), None)
    rest = word[2 : -len(ending)] if ending else ""
    return rest + "en" if len(rest) >= SHORTEST_REST - 1 else None

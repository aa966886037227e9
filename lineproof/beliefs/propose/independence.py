"""Independence: whether a sentence says what it says to a reader who sees nothing else of its paragraph.

complete   it begins and ends like a sentence and is running text, not grammar, code, a picture or a table of contents
leaning    it can only be understood with the sentence before it, which is then quoted too
opening    see ``words``; what is left out of a sentence (``However,``) is not quoted
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from lineproof.beliefs.propose.patterns import Pattern
from lineproof.beliefs.propose.places import Place
from lineproof.beliefs.propose.words import Words
from lineproof.evidence import language as languages
from lineproof.evidence.names import stem

LONGEST: Final = 800
FEWEST_WORDS: Final = 3
FEW_WORDS: Final = 7
FEWEST_LETTERS: Final = 0.5
WORD: Final = re.compile(r"[^\W\d_]{2,}")
AMOUNT: Final = re.compile(r"[€£]\d")
"""Money behind its sign, which counts as a word (``Parking costs €15.``)."""
BEGINS: Final = re.compile(r"(?:[\"“„‘«`*_<$]|\[(?=[^\]]*\]\())*[A-ZÀ-ÖØ-Þ§\d]|`|[\"“„<]\w")
ENDS: Final = re.compile(r"[.!][\"'”“’»)\]*_`]*$")
JUNK: Final = re.compile(
    r"::=|\.\.\.\.|\. \. \.|\{\{|\{%|\||\+-|-\+|--+|==|=>|->|\\|\$\$|<--|;;|//\s|_{3,}|\*{3,}|\{|\}|\ufffd|\s…\s"
    r"|(?<=[a-z])\s(?:The|An|This|When|It|Whether|If|Each|These)\s(?=[a-z])|\$[A-Za-z\\{(]|^\s*[;%#]|\[TODO|\s[=*]\s|(?<!\d)\s%\s|\s%\s(?=[\d(])|^[A-Z][A-Z0-9_-]{2,}\s+(?:[Aa]n?|[Tt]he)\s|^(?:MUST|SHOULD|SHALL|MAY)\b|^Where\s[^,]*$|^Where\s+`|\s\.$"
    r"|~~|^-\s|^[A-Z]{2,}\s+<[^>]*>\s+[A-Z]|(?<!\w)[A-Za-z][₀-₉ᵢ-ᵪₐ-ₜ]+(?![A-Z])|,\s\.\.\.\s,"
    r"|^[A-Z][A-Za-z]*_\w+\s+(?!(?:MUST|SHALL|SHOULD|MAY|CANNOT|REQUIRED|OPTIONAL)\b)[A-Z][\w-]+\s"
)
"""Grammar, code, pictures, dot leaders, a name with its explanation (``NAME an owner name``), an order to nobody (``MUST wait.``),
a clause that explains a formula (``Where `x` is a number.``), a term that runs into its explanation (``Address range The first ...``,
``BEFORE <date> Messages that ...``, ``ECDH_RSA Certificate must ...``), a last word that is lost (``result in .``), an item whose sign
was taken for its bullet (``- matches any``), a letter with an index (``h₂``), a row of things that are not said
(``b(1), ... , b(n)``), words that are struck out (``~~to~~``)."""
TAIL: Final = re.compile(r"[,;]\s+(?:und\s+|oder\s+|and\s+|or\s+)?[2-9]\.\s+[a-zäöü]")
FIRST_ITEM: Final = re.compile(r"(?<![\w.])1\.\s")
"""The later items of a list within a sentence, and its first one, without which they are a fragment."""
NUMBERED: Final = re.compile(r"\d{1,2}\.\s+[A-Z]")
"""An item of a list that runs on in its paragraph."""
INTRODUCED: Final = re.compile(r":\s+\S")
"""What it points to stands in the sentence itself."""
EARLY: Final = 60
"""Characters within which a sentence names what it is about."""
LABEL: Final = re.compile(r"[A-Z][\w -]{1,30}:\s+")
"""A name that a sentence is put behind (``Advantage: Reduces ...``)."""
GLOSSED: Final = re.compile(r"[*_`]*[A-Z][\w -]{1,30}[*_`]*\s+[-–—]\s+")
"""A label with its explanation behind a dash (``Final - This standard ...``)."""
CODE_LABEL: Final = re.compile(r"[`\"<*]*[^\W\d][\w -]{1,30}[`\">*]*:\s+")
"""The same where it may be written like code (``expires: The ...``)."""
TITLED: Final = re.compile(r"(?P<title>[^.:;,]{1,40}):\s+")
"""The same in any writing (```slot N` validation: They ...``)."""
FOLLOWING: Final = re.compile(r"\s+(?:an?\s+)?[`\"“„']?([^\W\d_][\w-]+)(?:[ ]([^\W\d_][\w-]+))?(?:[ ]([^\W\d_][\w-]+))?")
"""The words behind a determiner."""
MAIN: Final = re.compile(r",\s+(?:then\s+)?(?=[Tt]he\s)")
"""Where the main clause begins behind another."""
LINK: Final = re.compile(r"<https?://[^>\s]+>")
"""A link to be followed, whose host is no part of an example."""
LETTER: Final = re.compile(
    r"(?<![\w'’.\-/(\"“<&+*^\[])`?(?:[B-HJ-Zb-df-hj-z](?![\w'’\-/(\"”.+*^\]])|[B-HJ-Z]\.?$)(?:`(?=[\s,;).])|(?=[\s,;)]))"
)
"""A letter alone that is no article, pronoun, initial, suffix or part of a formula."""
LAST_WORD: Final = re.compile(r"([^\W\d_]+)[\s`]*$")
QUOTED: Final = re.compile(r"[\"“][^\"“”]+[\"”]")
FIRST: Final = re.compile(r"[\"“„‘«`*_<\[(]*([\w][\w'’-]*)")
COMMA: Final = ","
OPENING: Final = 4
"""The most words before the verb of a sentence that names its subject."""
NAME: Final = re.compile(r"(?=\w*[A-Z][\w-]*[A-Z])[A-Z\d]\S*(?:\s[A-Z\d]\S*)*")
"""A proper name: an abbreviation, perhaps with words in capitals or numbers behind it."""
BRACKET: Final = "["
CODE: Final = "`"
LONGEST_PHRASE: Final = 3
"""Words from an article to the noun that a variable names (``each closed barn `N```)."""
ABBREVIATION: Final = re.compile(r"[A-Z]{2,}")
DESCRIBING: Final = re.compile(r"\s*([^\W_][\w/'’-]*)")
"""A word of a phrase, with the blanks before it."""
PARTICULAR: Final = re.compile(r"\b[A-Z][A-Za-z]*\d+\b|\b[A-Z]\b")
"""A name that tells one of several apart, with a number or of one letter."""
DEFINITE: Final = re.compile(r"(?:the|der|die|das|den|dem|des)\s+([\w'’-]+)(?:\s+([\w'’-]+))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a sentence can be quoted: where it begins without its opening, and whether it leans on the sentence before."""

    start: int
    leaning: bool
    complete: bool = True
    """Whether it has a verb that is known, so that others may lean on it."""
    missing: frozenset[str] = frozenset()
    """Stems of the nouns that it takes for known, which the words before it must have."""
    sufficient: bool = False
    """Whether a sentence that others precede names all that it speaks of, so that it may be quoted without them."""


def read(text: str, start: int, end: int, place: Place, words: Words, led: bool = False) -> Reading | None:
    """Read one sentence; None where it says nothing that can be believed by itself.

    Args:
        text: the paragraph's normalised text.
        start, end: the span of the sentence.
        place: where it stands; what its headings name need not be named again.
        words: of its language.
        led: whether the words that lead to a list or a quotation are quoted before it, which may name what a pronoun means.
    """
    labelled = LABEL.match(text, start, end)
    if words.dropped.match(text, _bare(text, start)) or (labelled and words.dropped.match(text, labelled.end())):
        return None
    glossed = GLOSSED.match(text, start, end)
    if glossed and words.own.match(text, glossed.end()):
        return None
    if opening := words.left_out.match(text, start):
        start = opening.end()
    sentence = text[start:end]
    if words.section.hang(sentence) or (not words.framed and NUMBERED.match(sentence)):
        return None
    if not is_complete(sentence, relaxed=bool(opening)) or points_elsewhere(sentence, words) or _is_of_no_rule(sentence, place, words):
        return None
    missing = frozenset(_missing(sentence, place, words))
    leaning = bool(missing) or leans(sentence, place, words, led)
    if leaning and lacks_part(sentence, place, words):
        return None
    return Reading(start, leaning, _has_verb(sentence, words), missing)


def _has_verb(sentence: str, words: Words) -> bool:
    """Whether a verb that is known stands in its main clause.

    Not behind a word that makes it part of a phrase (``A way to use``), nor in a clause behind the main one (``The value if it is 0.``);
    a clause between commas interrupts it (``In a fire, if a hut burns, it is closed.``).
    """
    first = _bare(sentence, 0)
    if words.articled.match(sentence, first) and _is_noun_with_clause(sentence, words):
        return False
    behind = None if words.subordinate.match(sentence, first) else words.dependent.search(sentence, first)
    interrupts = behind and sentence[: behind.start()].rstrip().endswith(COMMA) and COMMA in sentence[behind.end() :]
    end = behind.start() if behind and not interrupts else len(sentence)
    if COMMA not in sentence and not words.framed and words.dependent.match(sentence, first):
        return _is_of_two_clauses(sentence, words)
    verbs = (found for pattern in (words.modal, words.finite) for found in pattern.finditer(sentence, 0, end))
    return any(words.subordinating.search(sentence[: verb.start()]) is None for verb in verbs)


def _is_noun_with_clause(sentence: str, words: Words) -> bool:
    """Whether it is a noun with its article, whose only verb is in the clause that describes it (``The time that a hut may burn.``)."""
    clause = words.relative.search(sentence)
    if clause is None or words.finite.search(sentence, 0, clause.start()):
        return False
    dependent = words.dependent.search(sentence, clause.end())
    end = dependent.start() if dependent else len(sentence)
    verbs = sorted(
        {found.span() for pattern in (words.modal, words.finite, words.uncertain) for found in pattern.finditer(sentence, 0, end)}
    )
    helped = {verb for before, verb in pairwise(verbs) if words.helping.fullmatch(sentence, before[0], verb[0])}
    if len(verbs) - len(helped) != 1 or verbs[0][0] < clause.end():
        return False
    return words.past.search(sentence, clause.end(), verbs[0][0]) is None


def _is_of_two_clauses(sentence: str, words: Words) -> bool:
    """Whether a sentence that begins with a clause (``If a hut burns``) has a second one, since it has a rule or two verbs."""
    return words.modal.search(sentence) is not None or len(words.finite.findall(sentence)) > 1


def _is_of_no_rule(sentence: str, place: Place, words: Words) -> bool:
    """Whether it only announces, tells of an example, orders a step, speaks to whoever fills in a form, or of another document."""
    if words.letters and has_unnamed_letter(sentence, words):
        return True
    if words.announcing.search(sentence) or words.scenario.search(LINK.sub("", sentence)):
        return True
    if place.foreign and words.own.match(sentence, _bare(sentence, 0)) and place.foreign not in sentence:
        return True
    if place.form and (words.address.search(sentence) or words.own.match(sentence)):
        return True
    return place.procedural and words.orders.match(sentence) is not None


def has_unnamed_letter(sentence: str, words: Words) -> bool:
    """Whether a single letter stands for something, and no noun right before it says for what (``timer E``).

    One that is marked as code is a variable, which must be introduced (``each block `N```, but not ``At block `N```).
    """
    letter = LETTER.search(sentence)
    if letter is None:
        return False
    before = LAST_WORD.search(sentence, 0, letter.start())
    if before is None or _ends_phrase(before[1], words):
        return True
    introduced = words.introducing.finditer(sentence, 0, letter.start()) if words.introducing else ()
    phrases = (sentence[found.start() : letter.start()].split() for found in introduced)
    return letter.group().startswith(CODE) and not any(len(phrase) <= LONGEST_PHRASE for phrase in phrases)


def lacks_noun(sentence: str, place: Place, words: Words) -> bool:
    """Whether it takes a noun for known that neither its own words nor its place have."""
    return any(True for _ in _missing(sentence, place, words))


def _missing(sentence: str, place: Place, words: Words) -> Iterator[str]:
    """Stems of the nouns that it takes for known and that neither its words before them nor its place have."""
    for start, nouns, in_place in _taken_for_known(sentence, words):
        stems = {stem(noun.lower(), place.language) for noun in nouns}
        if not any(is_named(one, sentence[:start], place) or (in_place and words.framed and has_stem(place.stems, one)) for one in stems):
            yield stem(nouns[0].lower(), place.language)


def _taken_for_known(sentence: str, words: Words) -> Iterator[tuple[int, list[str], bool]]:
    """Where determiners point back, the words of which one is their noun, and whether a heading can name what is meant."""
    for pattern, in_place in ((words.pointing, True), (words.pairs, False)):
        for found in pattern.finditer(sentence):
            if not words.own.match(sentence, found.start()) and (nouns := _nouns(sentence, found.end(), words)):
                yield found.start(), nouns, in_place
    for found in words.relational.finditer(sentence):
        yield found.start(), [found["noun"]], True


def _nouns(sentence: str, end: int, words: Words) -> list[str]:
    """The words behind a determiner of which one is its noun; none where it has none, or where that sums up what was said."""
    following = FOLLOWING.match(sentence, end)
    if following is None:
        return []
    said = [word for word in following.groups() if word]
    if words.framed:
        said = [word for word in said if word[0].isupper()][:1]
    if not said or any(word.lower() in words.summing for word in said):
        return []
    first = said[0].lower()
    bare = first in words.empty or first in words.own_if_named or bool(words.finite.fullmatch(first) or words.modal.fullmatch(first))
    return [] if bare and not ABBREVIATION.fullmatch(said[0]) else said[:2]


def is_named(noun: str, text: str, place: Place) -> bool:
    """Whether a text has a noun, alone or at the end of a longer one, by its stem."""
    return has_stem(frozenset(stem(word.lower(), place.language) for word in WORD.findall(text)), noun)


def has_stem(stems: frozenset[str], noun: str) -> bool:
    """Whether a stem is among others, or at the end of one of them."""
    return noun in stems or any(known.endswith(noun) for known in stems)


def is_complete(sentence: str, relaxed: bool = False) -> bool:
    """Whether it is a sentence of running text; a relaxed one may begin in lower case."""
    tail = TAIL.search(sentence)
    if tail and not FIRST_ITEM.search(sentence, 0, tail.start()):
        return False
    if not (relaxed or BEGINS.match(sentence)) or not ENDS.search(sentence) or len(sentence) > LONGEST or JUNK.search(sentence):
        return False
    if sentence.count("(") != sentence.count(")") or sentence.count('"') % 2 or sentence.count("“") != sentence.count("”"):
        return "„" in sentence and sentence.count("(") == sentence.count(")")
    letters = sum(map(str.isalpha, sentence))
    said = len(WORD.findall(sentence)) + len(AMOUNT.findall(sentence))
    return letters >= FEWEST_LETTERS * (len(sentence) - sentence.count(" ")) and said >= FEWEST_WORDS


def points_elsewhere(sentence: str, words: Words, leading: bool = False) -> bool:
    """Whether it points to a place in the text that the reader does not see; words that lead to a list may point to that."""
    if words.beyond.search(sentence) or words.elsewhere.search(sentence):
        return True
    if BRACKET in sentence and words.numbered_sources.search(sentence):
        return True
    found = words.ahead.finditer(sentence)
    ahead = next((one for one in found if not words.upcoming.match(sentence, one.end() + 1)), None)
    return ahead is not None and not leading and not _is_introduced(sentence, ahead)


def _is_introduced(sentence: str, ahead: re.Match[str]) -> bool:
    """Whether what a sentence points ahead to stands in it, behind a colon: anywhere where it opens with that, else at once."""
    return bool((INTRODUCED.search if ahead.start() == 0 else INTRODUCED.match)(sentence, ahead.end()))


def leans(sentence: str, place: Place, words: Words, led: bool = False) -> bool:
    """Whether it means something that the sentence before it names."""
    first = _bare(sentence, 0)
    if _points_back(sentence, place, words) or _applies_to_nothing(sentence, first, words) or _is_pronoun_titled(sentence, words):
        return True
    if place.untitled and any(pattern.match(sentence, first) for pattern in (words.definite, words.finite, words.unnamed)):
        return True
    if led or words.expletives.match(sentence, first):
        return False
    opening = words.joined.match(sentence, first)
    if opening and not words.own.match(sentence, first) and not (place.headings and words.pronouns.fullmatch(opening.group())):
        return True
    if place.headings:
        return False
    if _lacks_subject(sentence, first, words) or _means_no_subject(sentence, first, words):
        return True
    return words.adrift.match(sentence) is not None or _is_loose(sentence, words) or _is_vague(sentence, first, place, words)


def _is_pronoun_titled(sentence: str, words: Words) -> bool:
    """Whether it begins with a pronoun behind a title that names no subject, since it has no verb."""
    titled = TITLED.match(sentence)
    if titled is None or words.finite.search(titled["title"]) or words.expletives.match(sentence, titled.end()):
        return False
    return words.pronouns.match(sentence, titled.end()) is not None


def _means_no_subject(sentence: str, first: int, words: Words) -> bool:
    """Whether a pronoun is the object of a body or a person that acts on things (``IANA has updated it``), and no noun stands between."""
    body = words.bodies.match(sentence, first) or words.own.match(sentence, first)
    found = words.objects.search(sentence, body.end()) if body else None
    return bool(body and found and not words.determiners.search(sentence, body.end(), found.start()))


def _lacks_subject(sentence: str, first: int, words: Words) -> bool:
    """Whether a pronoun stands in its main clause behind an opening that is no subject, so that nothing before can be meant."""
    if not words.subjectless.match(sentence, first):
        return False
    return any(not words.subject.search(sentence, 0, pronoun.start()) for pronoun in words.pronouns.finditer(sentence))


def _applies_to_nothing(sentence: str, first: int, words: Words) -> bool:
    """Whether it only says that a provision applies or not (``§ 105 Abs. 2 gilt entsprechend.``), which the sentence before explains."""
    applies = words.provisions.match(sentence, first) and words.applying.search(sentence)
    return bool(applies) and not words.applied_to.search(sentence)


def _points_back(sentence: str, place: Place, words: Words) -> bool:
    """Whether a demonstrative points to what was said before, and not to the document, by a noun that its name has too."""
    for found in words.demonstratives.finditer(sentence):
        noun = FIRST.match(sentence, found.end() + 1)
        named = noun is not None and noun.group(1).lower() in words.own_if_named
        if not (named and noun and stem(noun.group(1).lower(), place.language) in place.stems):
            return True
    return False


def lacks_part(text: str, place: Place, words: Words) -> bool:
    """Whether a text speaks of the part of the law in which it stands (``dieses Kapitels``), and its place does not say of which."""
    nouns = (found.group().split()[-1].lower() for found in words.own_parts.finditer(text))
    return any(stem(noun, place.language) not in place.stems for noun in nouns)


def refers_back(sentence: str, before: str, place: Place, words: Words) -> bool:
    """Whether the first thing that it is about, with a definite article, is one that the sentence before it speaks of."""
    found = words.definite.search(sentence, 0, EARLY)
    if found is None:
        return False
    named = {stem(word.lower(), place.language) for word in found.groups() if word and word.lower() not in words.empty}
    if words.framed:
        named -= place.stems
    return bool(named) and not named.isdisjoint(words.introduced(before, place.language))


def opens_with_known(sentence: str, place: Place, words: Words) -> bool:
    """Whether it begins with a definite article before a bare noun that neither its words nor its place explain (``The count is ...``)."""
    found = words.definite.match(sentence, _bare(sentence, 0))
    if found is None or words.ahead.match(sentence, found.start()) or words.parties.match(sentence, found.start()):
        return False
    bare = len(_phrase(sentence, found.start("noun"), words).split()) == 1
    return bare and not _has_number(sentence, place) and not _is_explained(found, sentence, place, words)


def _has_number(sentence: str, place: Place) -> bool:
    """Whether a number stands in it, in figures or in words."""
    numbers = languages.load(place.language).numbers.words
    return any(map(str.isdigit, sentence)) or any(word.lower() in numbers for word in WORD.findall(sentence))


def opens_on(sentence: str, before: str, place: Place, words: Words) -> bool:
    """Whether it begins with a definite article before a noun that the paragraph before introduces, or has a sign that one defines."""
    if not before:
        return False
    if _has_defined(sentence, before, words):
        return True
    found = words.definite.match(sentence, _bare(sentence, 0))
    if found is None or words.ahead.match(sentence, found.start()) or words.parties.match(sentence, found.start()):
        return False
    phrase = _phrase(sentence, found.start("noun"), words) or found["noun"]
    introduced = stem(phrase.split()[-1].lower(), place.language) in words.introduced(before, place.language)
    return introduced and not _is_explained(found, sentence, place, words)


def _has_defined(sentence: str, before: str, words: Words) -> bool:
    """Whether it uses a sign that what stands before it defines (``define `N` as``)."""
    return CODE in sentence and any(found[1] in sentence for found in words.assigning.finditer(before))


def repeats_term(sentence: str, before: str) -> bool:
    """Whether a term in quotation marks was used before, where it was explained."""
    return any(term in before for term in QUOTED.findall(sentence))


def _takes_up(sentence: str, before: str, place: Place, words: Words) -> bool:
    """Whether a noun behind its determiner, or a term in quotation marks, was spoken of before, and nothing here tells which is meant."""
    if _has_defined(sentence, before, words) or repeats_term(sentence, before):
        return True
    for found in words.taking_up.finditer(sentence):
        phrase = _phrase(sentence, found.end(), words)
        if phrase and not any(map(str.isupper, phrase)) and not words.completing.match(sentence, found.end() + len(phrase)):
            noun = stem(phrase.split()[-1].lower(), place.language)
            if noun not in place.stems and noun in {stem(word.lower(), place.language) for word in WORD.findall(before)}:
                return True
    return False


def suffices(sentence: str, before: str, place: Place, words: Words) -> bool:
    """Whether it names all that it speaks of, so that none of the sentences before it is needed.

    No noun is taken for known by its article, none is of a kind that is not said, and none takes up one of those sentences.
    """
    named = names_its_subject(sentence, words, words.finite) or names_its_subject(sentence, words, words.modal)
    begin = _bare(sentence, 0)
    known = words.parties.match(sentence, begin) or (words.parts and (named or words.own.match(sentence, begin)))
    return (
        bool(known)
        and not words.unsaid.search(sentence)
        and all(_is_explained(found, sentence, place, words) for found in words.definite.finditer(sentence))
        and not _takes_up(sentence, before, place, words)
    )


def _is_explained(found: re.Match[str], sentence: str, place: Place, words: Words) -> bool:
    """Whether a noun behind a definite article is a name or a party, or its words, its place or what was said tell which is meant."""
    phrase = _phrase(sentence, found.start("noun"), words)
    head = phrase.split()[-1] if phrase else found["noun"]
    if any(sign.isupper() or sign.isdigit() for sign in phrase) or head.lower() in words.parts:
        return True
    noun = stem(head.lower(), place.language)
    known = noun in place.stems or is_named(noun, sentence[: found.start()], place)
    return known or words.completing.match(sentence, found.start("noun") + len(phrase)) is not None


def _phrase(sentence: str, start: int, words: Words) -> str:
    """The words of a noun with what describes it: up to one that names nothing, a verb, or the end of a clause."""
    end = start
    while (word := DESCRIBING.match(sentence, end)) and not _ends_phrase(word[1], words):
        end = word.end()
    return sentence[start:end]


def _ends_phrase(word: str, words: Words) -> bool:
    return word.lower() in words.empty or bool(words.finite.fullmatch(word) or words.modal.fullmatch(word))


def is_labelled(text: str, start: int) -> bool:
    """Whether a paragraph is put behind a name that all of its sentences are about (``COPS: The protocol ...``)."""
    return CODE_LABEL.match(text, start) is not None


def goes_on_with(sentence: str, before: str, place: Place, words: Words) -> bool:
    """Whether the sentence before is an example and this one goes on about something that is named only there (``RT11``)."""
    if not words.dropped.match(before, _bare(before, 0)):
        return False
    named = set(PARTICULAR.findall(sentence)) & set(PARTICULAR.findall(before))
    return any(stem(name.lower(), place.language) not in place.stems for name in named)


def means_itself(sentence: str, words: Words) -> bool:
    """Whether it opens with a pronoun that can mean the document, and points to nothing else."""
    return bool(words.itself.match(sentence)) and not words.demonstratives.search(sentence)


def tells_what_it_is(sentence: str, words: Words) -> bool:
    """Whether it says what the document does, something of a proper name, or what a thing is, so that no heading is needed."""
    if words.own.match(sentence, _bare(sentence, 0)) or names_its_subject(sentence, words, words.defining):
        return True
    return NAME.fullmatch(_opening(sentence, words.finite)) is not None and names_its_subject(sentence, words, words.finite)


def names_its_subject(sentence: str, words: Words, verbs: Pattern) -> bool:
    """Whether few words open it, up to one of some verbs, which name or introduce what it is about."""
    opening = [word.strip(",").lower() for word in _opening(sentence, verbs).split()]
    if not 0 < len(opening) <= OPENING or not words.vague.isdisjoint(opening):
        return False
    return opening[0] not in words.empty or words.subjects.match(sentence, _bare(sentence, 0)) is not None


def _opening(sentence: str, verbs: Pattern) -> str:
    """The words before the first of some verbs."""
    verb = verbs.search(sentence)
    return sentence[_bare(sentence, 0) : verb.start()].strip() if verb else ""


def _bare(text: str, start: int) -> int:
    """Where the first word begins behind quotation marks and emphasis."""
    found = FIRST.match(text, start)
    return found.start(1) if found else start


def _is_loose(sentence: str, words: Words) -> bool:
    """Whether a pronoun stands in it before any noun that it could mean."""
    for pronoun in words.pronouns.finditer(sentence):
        before = sentence[: pronoun.start()]
        if pronoun.group().lower() in words.plural_pronouns and not words.plurals.search(before):
            return True
        if pronoun.group().lower() in words.masculine_pronouns and not _has_masculine(pronoun.group().lower(), before, words):
            return True
        if not _names_something(before, words):
            return True
    return False


def _has_masculine(pronoun: str, before: str, words: Words) -> bool:
    """Whether an article stands before a pronoun of the masculine that may belong to what it means."""
    return bool(words.masculines.search(before) or (pronoun in words.neuter_pronouns and words.neuters.search(before)))


def _names_something(before: str, words: Words) -> bool:
    first = FIRST.match(before)
    if first is None:
        return False
    return first.group(1).lower() not in words.empty or bool(words.determiners.search(before))


def _is_vague(sentence: str, first: int, place: Place, words: Words) -> bool:
    """Whether it is about ``the value`` or the like, or says little of something, and neither it nor a heading says of what."""
    clause = words.subordinate.match(sentence, first)
    start = clause.end() if clause else first
    main = MAIN.search(sentence, start) if clause else None
    if _is_unsaid(start, sentence, place, words) or (main and _is_unsaid(main.end(), sentence, place, words)):
        return True
    definite = DEFINITE.match(sentence, start)
    if definite is None or definite.group(1).lower() in words.vague or any(map(str.isdigit, sentence)):
        return False
    return len(WORD.findall(sentence)) <= FEW_WORDS and ENDS.search(sentence) is not None and not _is_named(definite, place)


def _is_unsaid(start: int, sentence: str, place: Place, words: Words) -> bool:
    """Whether a definite article stands there with a vague noun that neither the words before nor a heading have."""
    definite = DEFINITE.match(sentence, start)
    if definite is None or definite.group(1).lower() not in words.vague | words.one_of_many:
        return False
    noun = stem(definite.group(1).lower(), place.language)
    if noun in place.stems or is_named(noun, sentence[:start], place):
        return False
    return not (definite.group(2) and words.qualifying.fullmatch(definite.group(2)))


def _is_named(definite: re.Match[str], place: Place) -> bool:
    """Whether the word behind the first one is in a heading, or what is meant is a name."""
    further = definite.group(2)
    name = definite.group(1)
    known = stem(name.lower(), place.language) in place.stems or any(map(str.isupper, name))
    return known or bool(further and (further[0].isupper() or stem(further.lower(), place.language) in place.stems))

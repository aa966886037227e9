"""Words: what the extractor knows of a language, read from one data file beside it (``languages/CODE.toml``).

opening    words with which a sentence begins: it is left out (``However,``), it leans on the sentence before (``It``), or the
           sentence says nothing to believe (``For example``)
pointer    a word that points out of its sentence: a pronoun, a demonstrative, or a place elsewhere in the text (``below``)
phrase     words as they are written, in any case; ``is|are`` stands for either

A language without a file has no running text that is understood, so only its tables and metadata are proposed.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from lineproof.beliefs.propose.duties import Duties, duties
from lineproof.beliefs.propose.lacks import Lacks, lacks
from lineproof.beliefs.propose.patterns import NEVER, NONE, Pattern, either, ending, phrases
from lineproof.beliefs.propose.provisions import Provisions, provisions
from lineproof.beliefs.propose.unfixed import Unfixed, unfixed
from lineproof.evidence import language
from lineproof.evidence.language import Language
from lineproof.evidence.names import stem

FOLDER: Final = Path(__file__).parent / "languages"
PHRASES: Final[Mapping[str, Sequence[str]]] = {
    "sections": ("procedural", "forms", "numbering", "restricting_parts"),
    "openings": ("joined", "dropped", "expletives", "itself", "elaborating"),
    "pointers": (
        "pronouns",
        "provisions",
        "applying",
        "applied_to",
        "own_parts",
        "subjects",
        "meanings",
        "pointing",
        "subjectless",
        "scenario",
        "ahead",
        "upcoming",
        "elsewhere",
        "qualifying",
        "dependent",
        "objects",
        "bodies",
        "articled",
    ),
    "verbs": ("defining", "finite", "relative", "past"),
    "relational": ("parties", "unsaid"),
    "kinds": ("exception", "condition", "circumstance", "condition_openings", "supporting", "uncertain"),
    "measures": ("often", "no_month"),
    "withdrawals": (
        "dispensing",
        "limiting",
        "extending",
        "narrowing",
        "narrowed",
        "moving",
        "forbidding",
        "releasing",
        "excluding",
        "all_before",
        "barring",
        "restricting",
        "replacing",
        "allowing",
    ),
    "exceptions": ("excepting", "exempting", "allowed", "continuing"),
}
"""Lists of the data file, by section, that are fields of this name as patterns of phrases."""
SETS: Final[Mapping[str, Sequence[str]]] = {
    "sections": ("silent", "columns", "explaining", "generic"),
    "pointers": ("plural_pronouns", "masculine_pronouns", "neuter_pronouns", "own_if_named", "summing", "vague", "one_of_many"),
    "relational": ("parts",),
    "clauses": ("known",),
    "withdrawals": ("effects",),
}
"""The same as sets of words."""


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The words of one language, compiled; patterns of openings match at a place, the others search."""

    empty: frozenset[str]
    """Words that name nothing: the stop words of the language."""
    prose: bool
    """Whether running text is understood."""
    language: Language
    """What evidence knows of the language, by which sentences are told."""
    silent: frozenset[str]
    """Headings of sections that hold nothing to believe."""
    silent_openings: tuple[str, ...]
    silent_endings: tuple[str, ...]
    explaining: frozenset[str]
    """Headings of columns that tell how the value of another one came about, or what it is for."""
    columns: frozenset[str]
    """Headings of columns that number or label the rows of a table, but do not tell what they are (``Field``)."""
    generic: frozenset[str]
    """Headings that tell nothing of what they stand above (``General Provisions``)."""
    procedural: Pattern
    """Words of headings above steps of a procedure."""
    forms: Pattern
    """How headings of forms begin, whose words are addressed to whoever fills them in."""
    numbering: Pattern
    """How labels of headings begin under which the smallest sections are numbered anew (``Art``)."""
    restricting_parts: Pattern
    """Words of a heading that says for what alone everything below it holds, so that it names the place rather than one below."""
    left_out: Pattern
    joined: Pattern
    dropped: Pattern
    expletives: Pattern
    pronouns: Pattern
    plural_pronouns: frozenset[str]
    plurals: Pattern
    """What a plural pronoun may stand for."""
    masculine_pronouns: frozenset[str]
    masculines: Pattern
    provisions: Pattern
    """How a sentence names a provision that it begins with; ``applying`` says that it applies, ``applied_to`` to what."""
    applying: Pattern
    applied_to: Pattern
    neuter_pronouns: frozenset[str]
    """Pronouns of the masculine that are those of the neuter too, and ``neuters``, what else they may stand for."""
    neuters: Pattern
    """Articles of what such a pronoun may stand for."""
    determiners: Pattern
    definite: Pattern
    """A definite article with the ``noun`` behind it and a ``further`` word."""
    objects: Pattern
    """Pronouns of things."""
    bodies: Pattern
    """Who acts on things, so that no such pronoun means it (``IANA``, ``we``)."""
    articled: Pattern
    """Articles before a noun."""
    relative: Pattern
    """Words with which a clause begins that describes the noun before it."""
    past: Pattern
    """Forms of verbs that tell of what was."""
    helping: Pattern
    """A verb that only helps the one behind it, with the blanks between them."""
    taking_up: Pattern
    """Determiners before a noun that may have been spoken of before, with the blanks behind them."""
    assigning: Pattern
    """Words that say what a sign stands for, and the sign, in backticks (``define `N```)."""
    subjects: Pattern
    """Words behind which stands what a sentence is about, of any kind (``Each server``)."""
    meanings: Pattern
    """Words with which the meaning of a term begins below its label (``A gate that``)."""
    defining: Pattern
    """Verbs that say what something is (``is a``)."""
    introducing: Pattern | None
    """An indefinite article with the words behind it, of which one is a noun; None where any mention introduces a noun."""
    demonstratives: Pattern
    own: Pattern
    """Names by which a document points to itself or its sections (``this endorsement``)."""
    own_if_named: frozenset[str]
    """Nouns that name the document only where its title or a heading has them (``this form``)."""
    own_parts: Pattern
    """How a law points to the part in which a sentence stands (``dieses Kapitels``)."""
    pointing: Pattern
    """Determiners whose noun was spoken of before (``this registry``, ``of that record``)."""
    pairs: Pattern
    """The same, unless two nouns follow (``both parameters``, but not ``both sender and receiver``)."""
    summing: frozenset[str]
    """Nouns that sum up the sentence before and need no mention in it (``in this case``)."""
    relational: Pattern
    """A definite ``noun`` of something that is not said (``the breach``)."""
    unnamed: Pattern
    """Nouns without an article with which a sentence begins that does not say of what they are (``Ausnahmen sind``)."""
    completing: Pattern
    """Words behind a noun with an article that say of what it is (``the end of``)."""
    parts: frozenset[str]
    """Nouns that need no mention, since they name a party, or a thing of which there is one (``the server``, ``the future``)."""
    parties: Pattern
    """How a sentence names one of the parties that every text of its kind has (``We``, ``The insured``)."""
    unsaid: Pattern
    """What names things by a kind of which many were spoken of before (``any value``, ``other types``)."""
    subjectless: Pattern
    """An opening that is no subject; a pronoun behind the verb then stands for what was said before."""
    subject: Pattern
    """What may be a subject behind such an opening, so that a pronoun means it."""
    announcing: Pattern
    """An announcement of what follows (``one of three scenarios.``, ``Two ways are known.``)."""
    letters: bool
    """Whether a single letter stands for something that a text has named before (``If N is odd``)."""
    scenario: Pattern
    """Names of persons and hosts in examples."""
    orders: Pattern
    """A sentence that orders a step (``If it is found, return``)."""
    address: Pattern
    """Words by which a form speaks to whoever fills it in."""
    adrift: Pattern
    """A sentence whose pronoun stands behind a phrase that is not its subject (``For clients, it ...``)."""
    ahead: Pattern
    """What points to the words that follow, which may lead to a list."""
    several: Pattern
    """What points to several things that follow (``the following steps``, ``are as follows``)."""
    numbered_sources: Pattern
    """What points to an entry of the list of references by its number alone (``as defined in [7]``, ``[7] defines ...``)."""
    upcoming: Pattern
    """Units of time behind ``the following``, which then points to no text (``the following year``)."""
    elsewhere: Pattern
    beyond: Pattern
    vague: frozenset[str]
    """Nouns that name a thing only where its heading does (``the value``)."""
    one_of_many: frozenset[str]
    """Nouns that do so only with a definite article (``the counter``, but ``each counter``)."""
    subordinating: Pattern
    """Words right before a verb that make it part of a phrase (``to``, ``that``)."""
    subordinate: Pattern
    """Words with which a clause begins that stands before the main one (``If``), and the blanks behind them."""
    dependent: Pattern
    """Words with which a clause begins behind the main one."""
    elaborating: Pattern
    """How a sentence begins that only says the one before in other words."""
    qualifying: Pattern
    """Words behind a noun that say which one is meant (``the value of``)."""
    withdrawing: Pattern
    """How a sentence begins that takes back or narrows one before it; ``first`` and ``last`` are the numbers by which it cites that,
    ``all`` are words by which it means every one before it."""
    dispensing: Pattern
    """Words of a sentence that says that the one before it, or one that it cites, need not be followed."""
    limiting: Pattern
    """Words of a sentence that sets limits to the one before it (``jedoch``)."""
    extending: Pattern
    """Words of one that adds to the one before it, whatever it denies (``gilt auch``)."""
    narrowing: Pattern
    """Words of one that sets limits to all sentences before it in its paragraph (``bedarf nicht``)."""
    excluding: Pattern
    """Words of one that sets limits to paragraphs that it cites, or to the right that it begins with (``ist ausgeschlossen``)."""
    all_before: Pattern
    """How such a one means all that stands before it in its section (``diese Vorschriften``)."""
    barring: Pattern
    """Words of one that, without any such reference, sets limits to the paragraph before it (``unstatthaft``)."""
    restricting: Pattern
    """Words of one that sets limits to every sentence before it in its paragraph that names what it names (``nur zulässig``)."""
    replacing: Pattern
    """Words of one that sets another value than one before it that has such words too, or that it cites (``beträgt``)."""
    allowing: Pattern
    """Words of one that allows for some what the one before it forbids (``ist zulässig``)."""
    effects: frozenset[str]
    """Nouns of what a rule has for its effect, which a later paragraph excludes without naming the rule (``Die Ersatzpflicht``)."""
    moving: Pattern
    """Words anywhere in a sentence by which it moves the limit that the one before it sets (``exceed this``)."""
    narrowed: Pattern
    """How a sentence begins that sets a condition or an exception to the rule before it (``This field``), if it names one."""
    forbidding: Pattern
    """Words of a rule that sets a limit to the one before it, where ``releasing`` follow (``must not ... unless``)."""
    releasing: Pattern
    excepting: Pattern
    """How an exception to the rule before opens (``Exception:``)."""
    exempting: Pattern
    """A predicate that says of some that the rule before is not theirs (``are exempt``)."""
    allowed: Pattern
    """A predicate that allows what the rule before speaks of (``is allowed``)."""
    continuing: Pattern
    """How a sentence or clause opens that takes the rule before it back by a pronoun alone (``Sie gilt nicht für``)."""
    denied: Pattern
    """A negation with the ``predicate`` that it denies, which a later sentence may affirm (``nicht zur Leistung verpflichtet``)."""
    definite_nouns: Pattern
    """A ``noun`` behind a definite article, perhaps with adjectives between, that no words behind it explain."""
    known: frozenset[str]
    """Nouns that no other clause of a section needs to introduce."""
    framing: Pattern
    """A whole paragraph that is nothing but a condition for those behind it (``In the absence of a lock:``)."""
    sentence_words: Pattern
    """References to a sentence of the same paragraph by its number (``Satz 2``)."""
    section: Provisions
    """References to other parts of the same section."""
    lacks: Lacks
    """What a statement asks for and does not say."""
    exception: Pattern
    condition: Pattern
    circumstance: Pattern
    """Words of time and place, which set a condition only in a rule."""
    condition_openings: Pattern
    supporting: Pattern
    """What makes a statement a rule beside the acts."""
    uncertain: Pattern
    duties: Duties
    """What tells what a statement itself does."""
    unfinished: Pattern
    """Words at the end of a lead that only all items of its list complete (``A unit is:``)."""
    selective: Pattern
    """Words of a lead that choose among the items of its list (``if``, ``any of``)."""
    modal: Pattern
    """Single words that oblige, permit or forbid."""
    finite: Pattern
    opens_from: Pattern
    """Words that open a statement and put it in force with the date behind them; ``opens_to`` ends it."""
    opens_to: Pattern
    opens_after: Pattern
    """The same with the day behind the date."""
    until: Pattern
    """Words of ``opens_to`` directly before a date, wherever they stand."""
    in_force: Pattern
    """Words that put in force wherever they stand; ``in_force_to`` ends that."""
    in_force_to: Pattern
    negation: Pattern
    or_more: str
    """Words between a number and what it counts (``or more``), as alternatives."""
    often: Pattern
    """How many times something may happen (``only once``); ``times`` has the number of its last word."""
    no_month: Pattern
    """A word that is the name of a month too, with one behind it that shows that it is none (``may be``)."""
    times: Mapping[str, str]
    unfixed: Unfixed
    """What tells that a value is mentioned and not fixed."""
    itself: Pattern
    """A pronoun by which the first sentence of a paragraph means the document."""
    fields: Mapping[str, str]
    """Name of a metadata entry to the words that state it."""
    place: str
    """How a section of a document is named."""
    capitals: bool
    """Whether nouns are written with a capital, so that one may go on with a sentence behind a list."""
    framed: bool
    """Whether a numbered section is always named with the heading above it, which then names things for its sentences too."""
    smallest: str
    """How the label of a section begins that holds no other (``§``); empty where none is."""
    clauses: bool
    """Whether a number in parentheses at the head of a paragraph is how it is cited (``(1)``)."""

    def introduced(self, text: str, code: str) -> frozenset[str]:
        """Stems of the nouns that a text introduces: a few words behind an indefinite article, or anywhere in a language without one."""
        found = self.introducing.finditer(text) if self.introducing else _WORDS.finditer(text)
        return frozenset(stem(word.lower(), code) for match in found for word in match.groups() if word)


_WORDS: Final = re.compile(r"([^\W\d_]{3,})")


@lru_cache(maxsize=64)
def load(code: str, folder: Path = FOLDER) -> Words:
    """The words of a language; of one without a file, words that understand no running text."""
    path = folder / f"{code}.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return _words(code, table)


def _words(code: str, table: Mapping[str, Any]) -> Words:
    def section(name: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = table.get(name, {})
        return found

    evidence = language.load(code if code in language.available() else language.DEFAULT)
    acts = evidence.acts
    openings, pointers, kinds = section("openings"), section("pointers"), section("kinds")
    return Words(
        **_plain(table),
        **_validity(section("validity")),
        **_pointers(pointers),
        **_named(section("statement")),
        empty=evidence.stop_words,
        language=evidence,
        prose=bool(table),
        silent_openings=tuple(section("sections").get("silent_openings", ())),
        silent_endings=tuple(section("sections").get("silent_endings", ())),
        left_out=_left_out(openings.get("left_out", ())),
        helping=re.compile(rf"(?:{either(section('verbs').get('helping', ())) or NONE})\s+(?:not\s+)?", re.IGNORECASE),
        relational=_relational(section("relational")),
        unnamed=_unnamed(section("relational")),
        completing=re.compile(rf"\s+(?:{either(section('relational').get('completing', ())) or NONE})(?![\w-])"),
        subject=_subject(pointers.get("conjunctions", ()), pointers.get("nominative", ())),
        announcing=_announcing(section("announcements")),
        subordinating=ending(section("verbs").get("subordinating", ())),
        withdrawing=_withdrawing(section("withdrawals")),
        denied=_denied(section("withdrawals")),
        definite_nouns=_definite_nouns(section("clauses"), section("relational").get("completing", ())),
        section=provisions(section("provisions"), section("withdrawals")),
        lacks=lacks(section("lacks")),
        duties=duties(section("duties")),
        unfixed=unfixed(section("measures"), evidence.numbers.words),
        selective=phrases((*kinds.get("selective", ()), *kinds.get("condition", ()))),
        modal=phrases(word for word in (*acts.obligation, *acts.permission, *kinds.get("supporting", ())) if word.isalpha()),
        or_more=either(section("measures").get("or_more", ())),
        times=section("measures").get("times", {}),
        negation=phrases((*acts.negation, *kinds.get("negation", ()))),
        fields=section("fields"),
    )


def _pointers(table: Mapping[str, Any]) -> dict[str, Any]:
    """The words that point to other words, or stand for them."""
    return {
        "plurals": re.compile("|".join(table.get("plurals", ())) or "", re.IGNORECASE),
        "masculines": _articles(table.get("masculines", ())),
        "neuters": _articles(table.get("neuters", ())),
        "definite": _definite(table.get("definite", ())),
        "taking_up": _taking_up(table.get("taking_up", ())),
        "assigning": _assigning(table.get("assigning", ())),
        "introducing": _introducing(table.get("introducing", ())),
        "determiners": _nouns_behind(table.get("determiners", ()), table.get("prepositions", ()), table.get("pronouns", ())),
        "demonstratives": _pointing(
            table.get("demonstratives", ()), table.get("own", ()), table.get("distant", ()), table.get("determined", ())
        ),
        "own": _own(
            _near(table.get("demonstratives", ()), table.get("distant", ())),
            (*table.get("own", ()), *table.get("own_if_named", ())),
        ),
        "pairs": _pairs(table.get("pairs", ())),
        "letters": table.get("letters", False),
        "orders": _orders(table.get("orders", ())),
        "address": _address(table.get("address", ())),
        "adrift": _adrift((*table.get("prepositions", ()), *table.get("comparing", ())), table.get("pronouns", ())),
        "several": _several(table.get("several", ()), table.get("listing", ())),
        "numbered_sources": _numbered_sources(table.get("prepositions", ())),
        "unfinished": re.compile(rf"(?<![\w-])(?:{either(table.get('unfinished', ())) or NONE})\s*:?\s*$", re.IGNORECASE),
        "beyond": _beyond(table.get("beyond", ()), table.get("behind", ())),
        "subordinate": _subordinate(table.get("subordinate", ())),
        "framing": _framing(table.get("framing", ())),
        "sentence_words": _numbered(table.get("sentence_words", ())),
    }


def _validity(table: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of what puts a statement in force."""
    return {
        "opens_from": phrases(table.get("from", ())),
        "opens_to": phrases(table.get("to", ())),
        "opens_after": phrases(table.get("after", ())),
        "until": ending(table.get("to", ())),
        "in_force": ending(table.get("in_force", ())),
        "in_force_to": ending(table.get("in_force_to", ())),
    }


def _named(table: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of how sections and their parts are named."""
    return {
        "place": table.get("place", "{section}, {document}"),
        "capitals": table.get("capitals", False),
        "framed": table.get("framed", False),
        "smallest": table.get("smallest", ""),
        "clauses": table.get("clauses", False),
    }


def _plain(table: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are lists of the data file as they stand there."""
    as_phrases = {name: phrases(table.get(section, {}).get(name, ())) for section, names in PHRASES.items() for name in names}
    as_sets = {name: frozenset(table.get(section, {}).get(name, ())) for section, names in SETS.items() for name in names}
    return as_phrases | as_sets


def _left_out(words: Sequence[str]) -> Pattern:
    return re.compile(rf"(?:{either(words)})(?:\s*[,:]\s+|\s+(?=that\s))(?:that\s+)?", re.IGNORECASE) if words else NEVER


def _nouns_behind(determiners: Sequence[str], prepositions: Sequence[str], pronouns: Sequence[str]) -> Pattern:
    """A word with its determiner or preposition, a name, or something in quotation marks: what a pronoun may stand for."""
    determined = rf"(?:{either(determiners) or NONE})\s+[\w`\"“<*(]"
    governed = rf"(?:{either(prepositions) or NONE})\s+(?!(?:{either(pronouns) or NONE})(?!\w))[^\W\d_]{{4}}"
    return re.compile(rf"(?i:(?<![\w-])(?:{determined}|{governed}))|(?<=\s)[A-ZÄÖÜ][\w-]+|[`\"“„<][\w]")


def _articles(words: Sequence[str]) -> Pattern:
    """Words that belong to what follows, not to a verb before them (``tritt nicht ein, wenn er``)."""
    return re.compile(rf"(?<![\w-])(?:{either(words)})(?=\s)", re.IGNORECASE) if words else NEVER


def _definite(words: Sequence[str]) -> Pattern:
    noun = r"(?P<noun>[^\W\d_][\w'’-]*)(?:\s+(?P<further>[^\W\d_][\w'’-]*))?"
    return re.compile(rf"(?<![\w-])(?i:{either(words)})\s+{noun}") if words else NEVER


def _adrift(prepositions: Sequence[str], pronouns: Sequence[str]) -> Pattern:
    """A pronoun behind a phrase with a preposition, a participle without a subject, or the only verb (``Servers MAY use it``)."""
    if not prepositions:
        return NEVER
    opening = "when|if|once|while|unless|until|after|before|although|though|where"
    participle = rf"(?:{opening})\s+(?:not\s+)?(?:\w+ly\s+)?(?:\w+(?:ed|ing)|sent|set|present|absent|given|known|taken|in|on)\s.{{1,160}}?"
    behind = rf"(?:(?:{either(prepositions)})\s[^,]{{1,80}}|{participle}),"
    of_subject = r"(?:[\w-]+\s+){1,3}(?:must|may|should|shall|can|will)\s+(?:not\s+)?\w+(?=\s+(?:it|them)\b)"
    return re.compile(rf"(?:{behind}|{of_subject})\s+(?:{either(pronouns)})(?![\w-])", re.IGNORECASE)


def _pairs(words: Sequence[str]) -> Pattern:
    joined = r"(?:\s+[^\s,.;]+){1,5}\s+(?:and|und|or|oder)\s"
    return re.compile(rf"(?<![\w-])(?:{either(words)})(?![\w-])(?!{joined})", re.IGNORECASE) if words else NEVER


def _relational(table: Mapping[str, Any]) -> Pattern:
    """A definite article and one of the nouns, where no word follows that says of what it is."""
    nouns = table.get("nouns", ())
    if not nouns:
        return NEVER
    article, completing = either(table.get("articles", ())), either(table.get("completing", ()))
    noun = rf"(?P<noun>(?:{either(nouns)}){table.get('endings', '')})(?![\w-])"
    further = rf"(?!\s+(?:{completing})(?!\w)|,\s+(?:{completing})(?!\w)|\s+§|\s+\()"
    return re.compile(rf"(?<![\w-])(?:{article})\s+(?:[^\W\d_]+\s+)?{noun}{further}", re.IGNORECASE)


def _unnamed(table: Mapping[str, Any]) -> Pattern:
    further = rf"(?!\s+(?:{either(table.get('completing', ()))})(?!\w))"
    return re.compile(rf"(?:{either(table['unnamed'])})(?![\w-]){further}", re.IGNORECASE) if "unnamed" in table else NEVER


def _definite_nouns(table: Mapping[str, Any], explaining: Sequence[str]) -> Pattern:
    """The ``adverbial`` ones of the words that explain a noun belong to the verb as often as to the noun."""
    if not table:
        return NEVER
    completing = [word for word in explaining if word not in table["adverbial"]]
    explained = rf"(?!\s+(?:{either(completing)})(?!\w)|,\s+(?:[a-zäöü]+\s+)?(?:{either(table['completing'])})(?!\w)|\s+§|\s+\()"
    return re.compile(
        rf"(?<![\w-])(?i:{either(table['articles'])})\s+(?:[a-zäöüß][\w-]*\s+){{0,2}}(?P<noun>[A-ZÄÖÜ][\w-]+)(?![\w-]){explained}"
    )


def _subject(conjunctions: Sequence[str], nominative: Sequence[str]) -> Pattern:
    """A clause of its own, or a nominative behind a verb."""
    if not conjunctions:
        return NEVER
    verb = rf"(?!(?:mit|seit|samt|statt|nicht)\s)[^\W\d_]+(?:t|en|ss)\s+(?:{either(nominative)})"
    return re.compile(rf"(?<![\w-])(?:(?:{either(conjunctions)})|{verb})(?![\w-])")


def _announcing(table: Mapping[str, Any]) -> Pattern:
    """A number of things at the beginning or end of a sentence that does not name them, or says only that they exist.

    That is not so where it says to what they belong (``three steps to a sale``). ``listed`` ones count only where their list follows.
    """
    if not table:
        return NEVER
    number = rf"(?:{either(table['numbers'])})\s+(?:[^\W\d_][\w-]*\s+){{0,2}}"
    counted = rf"{number}(?:{either(table['things'])})"
    led = rf"(?<![\w-]){number}(?:{either((*table['things'], *table['listed']))})(?![\w-])[^:]*:$"
    belonging = either(table.get("belonging", ())) or NONE
    existing = rf"^(?:\w+,\s+)?(?:{either(table.get('existing', ())) or NONE})\s+{counted}(?![\w-])(?!\s+(?:{belonging})\b)[^:,;\d]*\.$"
    return re.compile(rf"(?<![\w-]){counted}(?![\w-])\s*[.:]$|^{counted}(?![\w-])[^:]*$|{led}|{existing}", re.IGNORECASE)


def _orders(words: Sequence[str]) -> Pattern:
    if not words:
        return NEVER
    opening = r"(?:(?:if|when|otherwise|else|while|for|until|once|after|then|next|finally|in|using)\b[^.]*?,\s+(?:then\s+)?)?"
    return re.compile(rf"{opening}(?:{either(words)})(?![\w-])", re.IGNORECASE)


def _address(words: Sequence[str]) -> Pattern:
    return re.compile(rf"(?<![\w-])(?:{either(words)})(?![\w-])") if words else NEVER


def _introducing(words: Sequence[str]) -> Pattern | None:
    further = r"(?:\s+([^\W\d_]{3,}))"
    return re.compile(rf"(?<![\w-])(?:{either(words)}){further}{further}?{further}?", re.IGNORECASE) if words else None


def _pointing(words: Sequence[str], own: Sequence[str], distant: Sequence[str], determined: Sequence[str]) -> Pattern:
    """Demonstratives, but not where they point to the document or its sections themselves, as no ``distant`` one does (``that memo``),
    nor where the words behind them say which are meant (``determined``: ``those who``).
    """
    if not words:
        return NEVER
    behind = "".join(rf"(?<!\b{word})" for word in distant)
    itself = rf"{behind}\s+(?:present\s+)?(?:{either(own)})(?!\w)"
    said = rf"(?!(?:{either(determined)})(?!\w))" if determined else ""
    return re.compile(rf"(?<![\w-]){said}(?:{either(words)})(?![\w-])(?!{itself})", re.IGNORECASE)


def _near(words: Sequence[str], distant: Sequence[str]) -> list[str]:
    """The phrases in which no ``distant`` demonstrative stands."""
    return [phrase for text in words for phrase in language.alternatives(text) if set(distant).isdisjoint(phrase.split())]


def _taking_up(words: Sequence[str]) -> Pattern:
    return re.compile(rf"(?<![\w-])(?:{either(words)})\s+(?=[^\W\d_])", re.IGNORECASE) if words else NEVER


def _assigning(words: Sequence[str]) -> Pattern:
    return re.compile(rf"(?<![\w-])(?:{either(words)})\s+(`[^`]+`)", re.IGNORECASE) if words else NEVER


def _own(demonstratives: Sequence[str], own: Sequence[str]) -> Pattern:
    return re.compile(rf"(?:{either(demonstratives)})\s+(?:present\s+)?(?:{either(own)})(?!\w)", re.IGNORECASE) if own else NEVER


def _beyond(words: Sequence[str], behind: Sequence[str]) -> Pattern:
    """``above`` and ``below`` where they name no measure but a place in the text (``as described below.``)."""
    going_on = "and|or|is|are|was|has|have|must|may|can|cannot|should|shall|will|as|about|for|in|to|that|which|with|by|on"
    ends = rf"(?=\s*(?:[.,;:)]|$|(?:{going_on})\b))"
    return (
        re.compile(rf"(?:(?<![\w-])(?:{either(behind)})|\(\w+\)|`[^`]+`)\s+(?:{either(words)})(?![\w-]){ends}", re.IGNORECASE)
        if words
        else NEVER
    )


def _several(words: Sequence[str], listing: Sequence[str]) -> Pattern:
    """A word that points ahead with a noun in the plural behind it, or a phrase that always points to several things."""
    if not words:
        return NEVER
    return re.compile(rf"(?<![\w-])(?:(?:{either(words)})\s+(?:[\w-]+\s+){{0,3}}?[\w-]+[^\Wsi]s(?![\w-])|{either(listing)})", re.IGNORECASE)


def _numbered_sources(prepositions: Sequence[str]) -> Pattern:
    return re.compile(rf"(?<![\w-])(?:{either(prepositions)}|see)\s+\[\d+\]|^\[\d+\]\s", re.IGNORECASE) if prepositions else NEVER


def _subordinate(words: Sequence[str]) -> Pattern:
    return re.compile(rf"(?:{either(words)})\s+", re.IGNORECASE) if words else NEVER


def _framing(words: Sequence[str]) -> Pattern:
    """Words of a condition, and no comma behind which a main clause could begin."""
    return re.compile(rf"(?:{either(words)})\s[^,;:.]+:", re.IGNORECASE) if words else NEVER


def _withdrawing(table: Mapping[str, Any]) -> Pattern:
    """A pronoun or the number of a sentence, then a verb with a negation a few words behind it (``Satz 1 gilt insoweit nicht``).

    Or an opening that sets the sentence against the one before (``However, ...``).
    """
    if not table:
        return NEVER
    cited = rf"(?:{either(table['sentences']) or NONE})\s+(?P<first>\d+)(?:\s+(?:{either(table['joining']) or NONE})\s+(?P<last>\d+))?"
    negated = rf"(?:{either(table['verbs'])})\s+(?:[\w-]+\s+){{0,2}}?(?:{either(table['negations'])})"
    every = rf"(?P<all>{either(table.get('wholly', ())) or NONE})"
    opposed = either(table.get("opposing", ())) or NONE
    return re.compile(rf"(?:(?:{either(table['subjects'])}|{every}|{cited})\s+{negated}|{opposed})(?![\w-])", re.IGNORECASE)


def _denied(table: Mapping[str, Any]) -> Pattern:
    predicates = either(table.get("denied", ()))
    negation = either(table.get("negations", ()))
    return re.compile(rf"(?<![\w-])(?:{negation})\s+(?P<predicate>(?:[\w-]+\s+){{0,3}}?(?:{predicates}))(?![\w-])") if predicates else NEVER


def _numbered(words: Sequence[str]) -> Pattern:
    return re.compile(rf"(?<![\w-])(?<!\d )(?<!\d[a-z] )(?:{either(words)})\s+(\d+)", re.IGNORECASE) if words else NEVER

"""Names that are cited: URLs, e-mail addresses, versions and identifiers.

identifier   a name by shape: a scheme and its number (``RFC 5321``, ``HO 04 90 (2026-01)``, ``CVE-2021-44228``), a
             labelled number (``Section 4.2``, ``§ 823 Abs. 1``, ``Bulletin 2025-03``) or a clause (``W.2``)
canonical    the scheme in capitals, one blank, abbreviated labels as the language file has them; digits stay as
             written
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from lineproof.evidence.language import Language, alternatives
from lineproof.evidence.signals.dates import is_month
from lineproof.evidence.signals.model import SECTIONS, Signal
from lineproof.evidence.signals.phrases import Found, Paragraph, Phrases, either
from lineproof.evidence.signals.quantities import units

HAS_DIGIT: Final = re.compile(r"[0-9]")
URL: Final = re.compile(r"(?<![\w+.-])[A-Za-z][A-Za-z0-9+.-]{1,15}://[^\s<>\"“”`|\\^{}]{2,2000}")
CLOSING: Final = {")": "(", "]": "[", "}": "{"}
EMAIL: Final = re.compile(r"(?<![\w.+%-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![\w@]|[.-]\w)")
STAGE: Final = r"(?:-(?:alpha|beta|rc|dev|pre|preview|snapshot)(?:[.-]?[0-9]{1,6})?)?"
VERSION_NUMBER: Final = rf"[0-9]{{1,6}}(?:\.[0-9]{{1,6}}){{0,4}}{STAGE}"
VERSION_END: Final = r"(?!\w)(?!\.?[-/]?[0-9])"
VERSION: Final = re.compile(VERSION_NUMBER + VERSION_END)
VERSION_HINT: Final = re.compile(r"v(?:er\.? ?)?[0-9]|[A-Za-z]/[0-9]|[A-Za-z] [0-9]{1,3}\.[0-9]")
GLUED_VERSION: Final = re.compile(
    rf"(?<![\w/.@-])(?:v(?:er\.? ?)?(?P<v>{VERSION_NUMBER})"
    rf"|[A-Za-z]{{2,12}}v(?P<glued>[0-9]{{1,4}}(?:\.[0-9]{{1,4}}){{1,3}})"
    rf"|[A-Z][A-Za-z]{{1,15}}/(?P<slash>[0-9]{{1,3}}(?:\.[0-9]{{1,4}}){{0,3}})"
    rf"|(?P<product>[A-Za-z]{{0,12}}[A-Z]{{2}}[A-Za-z]{{0,12}}) (?P<spaced>[0-9]{{1,3}}(?:\.[0-9]{{1,4}}){{1,2}})"
    rf"|(?P<title>[A-Z][a-z]{{1,20}}) (?P<triple>[0-9]{{1,3}}(?:\.[0-9]{{1,4}}){{2}})){VERSION_END}"
)
EDITION: Final = r"(?: ?\((?:[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?|[0-9]{2}[ -][0-9]{2})\)|:(?:19|20)[0-9]{2})?"
SHAPE: Final = re.compile(
    r"(?<![\w/.@#&-])(?P<scheme>[A-Z]{2,10}(?:/[A-Z]{2,6})?)(?P<plural>s(?= ))?"
    r"(?:(?P<joint>[ \u00a0]{1,2}|-)(?P<number>[0-9]{2}(?: [0-9]{2}){1,4}|[0-9]{1,7}(?:-[0-9]{1,7}){0,3})"
    r"|(?P<tight>[0-9]{3,7}))"
    rf"{EDITION}(?![\w/]|[.,:-][0-9]|-\w)"
)
SHAPE_HINT: Final = re.compile(r"[A-Z]s?[ \u00a0-]{0,2}[0-9]")
CLAUSE_HINT: Final = re.compile(r"[A-Z]\.[0-9]")
CLAUSE: Final = re.compile(r"(?<![\w./@&-])[A-Z]{1,3}\.[0-9]{1,3}(?:\.[0-9]{1,3}){0,4}(?![\w/]|-\w)")
SECTION_NUMBER: Final = re.compile(r"[0-9]{1,5}(?:\.[0-9]{1,4}){0,6}[a-z]?(?![\w%/]|[-.,:][0-9])")
LETTER_NUMBER: Final = re.compile(r"(?:[IVXLC]{1,7}|[A-Z](?:[.-]?[0-9]{1,3}){0,5})(?![\w/’'-]|\.\w)")
SMALL_LETTER: Final = re.compile(r"[a-z]{1,2}(?![\w/’'-]|\.\w)")
DOCUMENT_NUMBER: Final = re.compile(r"#?[0-9]{1,7}[a-z]?(?:[-/.][0-9]{1,7}){0,4}(?![\w%]|[-/.,:][0-9])")
COMPOUND: Final = re.compile(r"#|[0-9][-/.][0-9]")
HEX: Final = frozenset("ABCDEF")
NEXT: Final = re.compile(r",?[\s\u00a0]{1,2}|,")
BLANK: Final = re.compile(r"[\s\u00a0]{1,2}")
LIST_LENGTH: Final = 32


def names(paragraph: Paragraph, language: Language) -> Iterator[Signal]:
    """All names of a paragraph, in no order."""
    if "://" in paragraph.text:
        yield from _urls(paragraph.text)
    if "@" in paragraph.text:
        yield from _emails(paragraph.text)
    if HAS_DIGIT.search(paragraph.text):
        yield from _versions(paragraph, language)
        yield from _shapes(paragraph, language)
    yield from _labelled(paragraph, language)


def _urls(text: str) -> Iterator[Signal]:
    for found in URL.finditer(text):
        written = _without_tail(found.group())
        try:
            parts = urlsplit(written)
        except ValueError:
            continue
        if parts.netloc:
            user, at, host = parts.netloc.rpartition("@")
            path = written[len(parts.scheme) + len("://") + len(parts.netloc) :]
            value = f"{parts.scheme.lower()}://{user}{at}{host.lower()}{path}"
            yield Signal("url", found.start(), found.start() + len(written), written, value, None)


def _without_tail(url: str) -> str:
    """Without punctuation of the sentence around it; a closing bracket stays if its partner is inside."""
    while url:
        last = url[-1]
        if last in ".,;:!?'\"*_~»’…" or (last in CLOSING and url.count(last) > url.count(CLOSING[last])):
            url = url[:-1]
        else:
            break
    return url


def _emails(text: str) -> Iterator[Signal]:
    for found in EMAIL.finditer(text):
        local, _, host = found.group().rpartition("@")
        yield Signal("email", found.start(), found.end(), found.group(), f"{local}@{host.lower()}", None)


def _versions(paragraph: Paragraph, language: Language) -> Iterator[Signal]:
    text = paragraph.text
    for label in _version_words(language).find(paragraph):
        start = label.end + (text[label.end : label.end + 1].isspace())
        if found := VERSION.match(text, start):
            yield Signal("version", label.start, found.end(), text[label.start : found.end()], found.group(), None)
    for found in GLUED_VERSION.finditer(text) if VERSION_HINT.search(text) else ():
        product = found["product"] or found["title"]
        value = found["v"] or found["glued"] or found["slash"] or found["spaced"] or found["triple"]
        if not (product and (_is_label(product.lower(), language) or _in_outline(text, found.end(), value))):
            yield Signal("version", found.start(), found.end(), found.group(), value, None)


def _in_outline(text: str, end: int, number: str) -> bool:
    """Whether a number of three parts is followed by a dot, as section numbers are in a table of contents."""
    return number.count(".") > 1 and text.startswith(". ", end)


def _shapes(paragraph: Paragraph, language: Language) -> Iterator[Signal]:
    text = paragraph.text
    if SHAPE_HINT.search(text):
        for found in SHAPE.finditer(text):
            if _is_scheme(found, language):
                yield _identifier(text, found.start(), found.end(), _shape_value(found))
                if found["plural"]:
                    yield from _listed(paragraph, found.end(), found["scheme"], language)
    if CLAUSE_HINT.search(text):
        for found in CLAUSE.finditer(text):
            yield _identifier(text, found.start(), found.end(), found.group())


def _shape_value(found: re.Match[str]) -> str:
    number, joint = found["number"] or found["tight"], "-" if found["joint"] == "-" else " "
    edition = found.string[found.end("number" if found["number"] else "tight") : found.end()].strip()
    return f"{found['scheme']}{joint}{number}{' ' if edition.startswith('(') else ''}{edition}"


def _is_scheme(found: re.Match[str], language: Language) -> bool:
    """Whether the capitals before a number name a series, not a word in capitals, a unit or hexadecimal digits."""
    scheme = found["scheme"].lower()
    if found["tight"] and HEX.issuperset(found["scheme"]):
        return False
    if scheme in language.stop_words or is_month(scheme, language) or scheme in _labels(language).by_first:
        return False
    return units(language).match(scheme, 0) is None


def _labelled(paragraph: Paragraph, language: Language) -> Iterator[Signal]:
    end = 0
    for label in sorted(_labels(language).find(paragraph), key=lambda label: label.start):
        if label.start < end or paragraph.lower[label.start - 1 : label.start].isalnum():
            continue
        for signal in _chain(paragraph, label, language):
            yield signal
            end = max(end, signal.end)
    for kind in _documents(language).find(paragraph):
        if numbered := _document(paragraph, kind, language):
            yield numbered


def _chain(paragraph: Paragraph, label: Found[str], language: Language) -> Iterator[Signal]:
    """A labelled number and what narrows it (``§ 823 Abs. 1``), then what a list adds (``Sections 4.2 and 4.3``)."""
    text = paragraph.text
    scheme = _canonical(text[label.start : label.end], language)
    first = _number_after(paragraph, label, language)
    if first is None:
        return
    value, end = f"{scheme.upper()} {first.group()}", first.end()
    used = {scheme}
    while joint := NEXT.match(text, end):
        narrower = _labels(language).match(paragraph.lower, joint.end())
        narrowed = _canonical(text[narrower.start : narrower.end], language) if narrower else scheme
        if narrower is None or narrowed in used or narrower.meaning != "subdivision":
            break
        if (number := _number_after(paragraph, narrower, language)) is None:
            break
        used.add(narrowed)
        value += f" {narrowed} {number.group()}"
        end = number.end()
    yield _identifier(text, label.start, end, value)
    if " ".join(paragraph.lower[label.start : label.end].split()) in language.identifiers.plurals:
        yield from _listed(paragraph, end, scheme, language)


def _listed(paragraph: Paragraph, end: int, scheme: str, language: Language) -> Iterator[Signal]:
    """The further numbers of a plural."""
    for _ in range(LIST_LENGTH):
        joint = _list_joint(language).match(paragraph.lower, end)
        number = SECTION_NUMBER.match(paragraph.text, joint.end()) if joint else None
        if number is None or _has_unit(paragraph.lower, number.end(), language):
            return
        yield _identifier(paragraph.text, number.start(), number.end(), f"{scheme.upper()} {number.group()}")
        end = number.end()


def _number_after(paragraph: Paragraph, label: Found[str], language: Language) -> re.Match[str] | None:
    text = paragraph.text
    blank = BLANK.match(text, label.end)
    start = blank.end() if blank else label.end
    if (found := SECTION_NUMBER.match(text, start)) and not _has_unit(paragraph.lower, found.end(), language):
        return found
    if label.meaning == "subdivision" and start > label.end:
        letter = SMALL_LETTER.match(text, start)
        if letter and letter.group() not in language.stop_words:
            return letter
    if start > label.end and text[label.start].isupper():
        return LETTER_NUMBER.match(text, start)
    return None


def _document(paragraph: Paragraph, label: Found[None], language: Language) -> Signal | None:
    """A kind of document and its number; in lower case only with a number that cannot be a count."""
    text = paragraph.text
    blank = BLANK.match(text, label.end)
    found = DOCUMENT_NUMBER.match(text, blank.end()) if blank else None
    if found is None or _has_unit(paragraph.lower, found.end(), language):
        return None
    if not text[label.start].isupper() and not COMPOUND.search(found.group()):
        return None
    scheme = " ".join(text[label.start : label.end].split()).upper()
    return _identifier(text, label.start, found.end(), f"{scheme} {found.group()}")


def _identifier(text: str, start: int, end: int, value: str) -> Signal:
    return Signal("identifier", start, end, text[start:end], value, None)


def _canonical(label: str, language: Language) -> str:
    folded = " ".join(label.split())
    return language.identifiers.canonical.get(folded.lower(), folded)


def _has_unit(lower: str, end: int, language: Language) -> bool:
    """Whether a number that ends here measures something, so that it is no name."""
    return lower[end : end + 1] in (" ", "\u00a0") and units(language).match(lower, end + 1) is not None


def _is_label(word: str, language: Language) -> bool:
    return word in language.nouns.labels or word in _labels(language).by_first


@lru_cache(maxsize=64)
def _labels(language: Language) -> Phrases[str]:
    """Section words and signs with the name of their list."""
    words = [(word, key) for key in SECTIONS for word in language.references.get(key, ())]
    return Phrases.of([*words, ("§", "sign"), ("§§", "sign")])


@lru_cache(maxsize=64)
def _documents(language: Language) -> Phrases[None]:
    return Phrases.of((phrase, None) for word in language.identifiers.documents for phrase in alternatives(word))


@lru_cache(maxsize=64)
def _version_words(language: Language) -> Phrases[None]:
    return Phrases.of((phrase, None) for phrase in language.identifiers.version_words)


@lru_cache(maxsize=64)
def _list_joint(language: Language) -> re.Pattern[str]:
    words = [*language.references.get("and", ()), *language.references.get("range", ())]
    return re.compile(rf"(?:,?[\s\u00a0]{{1,3}}(?:{either(words)})[\s\u00a0]{{1,3}}|,[\s\u00a0]{{0,3}})")

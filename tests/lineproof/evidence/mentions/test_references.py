"""References and statements: sentences and the mentions that they make, in a golden file that a person can read and extend."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lineproof.evidence.extract import tools
from lineproof.evidence.mentions.references import Mention, Surroundings

GOLDEN = Path(__file__).parent / "golden" / "references.txt"
PLAIN = '{"grammar": {}, "language": null}'
TAGS = {
    "RFC5321": ("rfc 5321",),
    "HTTP": ("rfc 9110",),
    "7": ("rfc 2616",),
    "RFC1034": ("rfc 1034",),
    "RFC2616": ("rfc 2616",),
}
BASE = ("hv 30 1",)
HOSTILE = (
    "§ 1, ",
    "Section 1 and ",
    "[a",
    "[a]",
    "RFC 1 ",
    "RFC 1, ",
    "A",
    "Aa ",
    "A.1, ",
    "1",
    "1.",
    "(((",
    "[[(",
    "“a ",
    "' ",
    "of the ",
    "§ 1 Abs. 2 und ",
    "edition 2019-04 ",
    "replaces RFC 1 ",
    "by ",
    "der ",
    "a-",
    "The The ",
    "\u00a7",
    "is amended ",
    "RFC 1 is obsoleted by ",
    "Section 1 is amended. ",
    "It amends RFC 1. ",
    "wird durch ",
    "The first endorsement ",
)


def found_in(code: str, text: str) -> list[Mention]:
    """Mentions and statements of a paragraph that stands near the head of a document that belongs to HV 30 01."""
    kit = tools(code, PLAIN)
    mentions = kit.references.mentions(text, 0, Surroundings(TAGS, base=BASE, section="its section"))
    return [*mentions, *kit.statements.statements(text, mentions, 1)]


def written(mention: Mention, text: str) -> str:
    """A mention as a line of the golden file."""
    target = [mention.names[0]] if mention.names else []
    if mention.sections:
        target.append(f"/ {mention.sections[0]}" + (f" .. {mention.until}" if mention.until else ""))
    notes = [
        *(["partial"] if mention.partial else []),
        *([mention.nature] if mention.nature in ("external", "generic", "own", "carried") else []),
        *([mention.origin] if mention.origin != "wording" else []),
        *([f"acting: {mention.subject[0]}"] if mention.subject else []),
    ]
    named = f'{mention.relation} "{text[mention.start : mention.end]}"'
    return " ".join([named, "->", *(target or ["?"]), *([f"({', '.join(notes)})"] if notes else [])])


def golden() -> Iterator[tuple[str, str, list[str]]]:
    """Language, sentence and expected lines of each pair."""
    for block in GOLDEN.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            code, _, sentence = lines[0].partition(": ")
            yield code, sentence, [line.strip() for line in lines[1:]]


PAIRS = list(golden())


@pytest.mark.parametrize(("code", "sentence", "expected"), PAIRS, ids=[sentence for _, sentence, _ in PAIRS])
def test_sentence(code: str, sentence: str, expected: list[str]) -> None:
    assert [written(mention, sentence) for mention in found_in(code, sentence)] == expected


def test_the_last_document_named_is_the_context_of_a_bare_reference() -> None:
    around = Surroundings({}, base=BASE)
    finder = tools("en", PLAIN).references
    finder.mentions("HV 04 10 covers water.", 0, around)
    assert finder.mentions("See W.2.", 0, around)[0].context == ("hv 4 10", "hv 4", "hv 30 1")


def test_a_paragraph_goes_on_about_the_document_it_has_turned_to() -> None:
    text = "Section 1 of that bulletin is withdrawn; Sections 2 through 5 remain."
    finder = tools("en", PLAIN).references
    _, following = finder.mentions(text, 0, Surroundings({}, last=("bulletin 2025 3",)))
    assert (following.names, following.context, following.nature) == ((), ("bulletin 2025 3",), "carried")


def test_the_label_of_a_paragraph_is_no_reference() -> None:
    assert tools("en", PLAIN).references.mentions("W.2 Limit of Liability", 3, Surroundings({})) == []


WORDS = st.sampled_from(
    [
        "Section",
        "§",
        "§§",
        "Abs.",
        "RFC",
        "RFC 7230",
        "[HTTP]",
        "[HTTP,",
        "4.2",
        "A.1",
        "and",
        "und",
        "through",
        "bis",
        "of",
        "des",
        "this document",
        "obsoletes",
        "is amended",
        "by",
        "not",
        ",",
        ";",
        ".",
        "(",
        ")",
        "the form",
        "edition 2019-04",
        "HV 30 01",
        "Artikel",
        "12",
        "BGB",
        "Gesetzes",
        "É",
        "\u2028",
        "\x00",
        "ß",
        "Ⅳ",
        "٣",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(["en", "de", "es"]), st.one_of(st.text(), st.lists(WORDS).map(" ".join)))
def test_any_text_gives_mentions_within_it(code: str, text: str) -> None:
    for mention in found_in(code, text):
        assert 0 <= mention.start < mention.end <= len(text)
        assert mention.names or mention.sections or mention.nature in ("generic", "external", "own")


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("code", ["en", "de"])
def test_long_hostile_text_takes_no_time(code: str, piece: str) -> None:
    text = (piece * 40_000)[:40_000]
    found_in(code, "Section 1")
    begin = time.process_time()
    found_in(code, text)
    assert time.process_time() - begin < 2


@pytest.mark.parametrize("text", ["Siehe § 3 HO 9.", "Siehe § 3 der HO 9.", "Siehe §§ 3 und 4 HO 9."])
def test_a_german_section_may_be_cited_right_before_its_document(text: str) -> None:
    kit = tools("de", '{"grammar": {}, "language": null}')
    named = [mention for mention in kit.references.mentions(text, 0, Surroundings({})) if mention.is_section]
    assert {mention.names for mention in named} == {("ho 9",)}

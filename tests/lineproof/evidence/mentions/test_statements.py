"""Statements: where in a document they count, and what makes none. Most sentences are in the golden file of references."""

import pytest

from lineproof.evidence.extract import tools
from lineproof.evidence.mentions.references import Surroundings

PLAIN = '{"grammar": {}, "language": null}'


def stated(text: str, ordinal: int = 9, code: str = "en") -> list[tuple[str, str, str]]:
    """Relation, first key of the target and origin of every statement."""
    kit = tools(code, PLAIN)
    mentions = kit.references.mentions(text, 0, Surroundings({"RFC2616": ("rfc 2616",)}))
    return [(one.relation, one.names[0], one.origin) for one in kit.statements.statements(text, mentions, ordinal)]


@pytest.mark.parametrize(
    "text",
    ["SUPERSEDED by RFC 9110.", "**Superseded by RFC 9110**", "> Superseded by: RFC 9110", "This form has been replaced by RFC 9110."],
)
def test_a_marker_counts_near_the_head(text: str) -> None:
    assert ("superseded_by", "rfc 9110", "marker") in stated(text, ordinal=1)
    assert ("superseded_by", "rfc 9110", "marker") not in stated(text, ordinal=20)


@pytest.mark.parametrize("subject", ["These rules", "These staff regulations", "The present guidelines hereby", "These terms also"])
@pytest.mark.parametrize(("verb", "relation"), [("supersede", "supersedes"), ("replace", "supersedes"), ("amend", "amends")])
def test_several_rules_act_as_one_document(subject: str, verb: str, relation: str) -> None:
    assert (relation, "rfc 2616", "wording") in stated(f"{subject} {verb} RFC 2616.")


@pytest.mark.parametrize("text", ["Please replace RFC 2616.", "Other rules replace RFC 2616.", "These rules do not replace RFC 2616."])
def test_a_verb_without_ending_alone_states_nothing(text: str) -> None:
    assert stated(text) == []


@pytest.mark.parametrize("title", ["Leave Rules 2020", "Rules of the House 2020", "Terms and Conditions 2019"])
def test_a_title_may_end_with_a_year(title: str) -> None:
    assert ("supersedes", title.casefold(), "wording") in stated(f"These rules replace the {title}.")


@pytest.mark.parametrize(
    "text",
    [
        "This document does not obsolete RFC 2616.",
        "This document doesn't update RFC 2616.",
        "This document neither updates nor obsoletes RFC 2616.",
        "It extends rather than replaces RFC 2616.",
        "This document might update RFC 2616.",
        "Whether this document updates RFC 2616 is open.",
        "This endorsement may not be attached to RFC 2616.",
        "The obsolete protocol [RFC2616] lives on.",
        "An update to RFC 2616 is planned.",
        "The committee updates RFC 2616 every year.",
        "We met. This document is short. RFC 2616 obsoletes nothing.",
        "This document updates the glossary, and RFC 2616 is old.",
        "This document applies only if RFC 2616 has lapsed.",
        "This document applies only when RFC 2616 has been withdrawn.",
    ],
)
def test_no_statement(text: str) -> None:
    assert stated(text) == []


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("de", "Dieses Gesetz ersetzt nicht das Rundschreiben 2025-03."),
        ("de", "Dieses Rundschreiben soll Rundschreiben 2025-03 nicht ersetzen."),
        ("es", "Esta circular no modifica la Circular 2025-03."),
    ],
)
def test_no_statement_in_other_languages(code: str, text: str) -> None:
    assert stated(text, code=code) == []


@pytest.mark.parametrize(
    ("text", "relations"),
    [
        ("Obsoletes: RFC 2616", [("supersedes", "rfc 2616")]),
        ("It updates RFC 1034 and obsoletes RFC 2616.", [("amends", "rfc 1034"), ("supersedes", "rfc 2616")]),
        ("This document updates RFC 1034. It obsoletes RFC 2616.", [("amends", "rfc 1034"), ("supersedes", "rfc 2616")]),
        ("This document, which obsoletes RFC 2616, is short.", [("supersedes", "rfc 2616")]),
        ("This endorsement applies only when RFC 2616 is part of the policy.", [("attaches_to", "rfc 2616")]),
    ],
)
def test_several_statements(text: str, relations: list[tuple[str, str]]) -> None:
    assert [one[:2] for one in stated(text)] == relations


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("de", '§ 3 der HO 9 wird wie folgt gefasst: "Die Pause dauert 45 Minuten."'),
        ("de", "§ 3 HO 9 erhält folgende Fassung: „Die Pause dauert 45 Minuten.“"),
        ("de", "§ 3 HO 9 lautet künftig: „Die Pause dauert 45 Minuten.“"),
        ("de", 'In § 3 der HO 9 wird die Angabe "30 Minuten" durch die Angabe "45 Minuten" ersetzt.'),
        ("de", "1. In § 3 HO 9 werden nach dem Wort „Tage“ die Wörter „und Nächte“ eingefügt."),
        ("en", 'Section 3 of HO 9 now reads: "Breaks last 45 minutes."'),
        ("en", 'In Section 3 of HO 9, "30 minutes" is replaced by "45 minutes".'),
        ("en", "In Section 3 of HO 9, the words “and nights” are inserted behind “days”."),
    ],
)
def test_new_words_of_a_section_amend_it(code: str, text: str) -> None:
    assert ("amends", "ho 9", "wording") in stated(text, code=code)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("de", 'In § 3 der HO 9 wird die Angabe "30 Minuten" nicht ersetzt.'),
        ("de", "In § 3 der HO 9 steht „Tage“, was ersetzt werden könnte."),
        ("de", "In § 3 der HO 9 wird das ersetzte Gerät genannt."),
        ("en", 'In Section 3 of HO 9, "30 minutes" should be replaced.'),
        ("en", 'In Section 3 of HO 9, the word "may" is explained.'),
    ],
)
def test_what_a_section_says_or_might_say_amends_nothing(code: str, text: str) -> None:
    assert stated(text, code=code) == []

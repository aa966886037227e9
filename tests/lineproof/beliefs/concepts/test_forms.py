"""Forms of a document: what headings, terms and sections add to phrases."""

from dataclasses import replace

import pytest

from lineproof.beliefs.concepts.forms import forms
from lineproof.beliefs.concepts.model import ConceptForm
from lineproof.beliefs.concepts.vocabulary import load
from lineproof.beliefs.model import Paragraph
from lineproof.evidence.language import available
from tests.lineproof.beliefs.reading import document_of

TEXT = """# Blue Policy

## 1 Introduction

The blue policy protects the insured. It is kept by J. Postel and by Keller.

## 2 Proof of Loss (revised)

"Proof of loss" means a signed statement. Transport Layer Security (TLS) protects it, and TLS is required.

```
proof of loss = required
```

## 3 How we pay

We pay after the proof of loss.

## Acknowledgements

The authors thank Maria Jones, Bruno Keller and the claims department.

## References

The lost reference list.
"""


def named(text: str, kind: str, language: str = "en") -> list[str]:
    return [form.form for form in forms(document_of(text, language=language)) if form.kind == kind]


def test_headings_are_topics_without_their_labels_and_remarks() -> None:
    assert named(TEXT, "heading") == ["Blue Policy", "Proof of Loss"]


def test_a_generic_heading_is_no_topic_in_any_language() -> None:
    for language in available():
        assert named("# Einleitung\n\nText.\n\n# Overview\n\nText.\n\n# SECURITY CONSIDERATIONS\n\nText.\n", "heading", language) == []


def test_a_defined_term_is_the_strongest_way_to_name() -> None:
    assert named(TEXT, "term") == ["Proof of loss"]


def test_an_abbreviation_has_the_key_of_what_it_stands_for_wherever_it_stands() -> None:
    found = [form for form in forms(document_of(TEXT)) if form.kind == "abbreviation"]
    assert {(form.key, form.form) for form in found} == {("transport layer security", "Transport Layer Security (TLS)")}
    later = [form for form in forms(document_of(TEXT + "\n# Keys\n\nThe keys of TLS.\n")) if form.kind == "abbreviation"]
    assert (later[-1].key, later[-1].form) == ("transport layer security", "TLS")


def test_code_references_and_people_name_no_topics() -> None:
    topics = {form.form for form in forms(document_of(TEXT)) if form.kind != "person"}
    assert not [
        form for form in topics if "Jones" in form or "Keller" in form or "Postel" in form or "reference" in form or "required" in form
    ]
    assert {"Maria", "Jones", "Bruno", "Keller"} <= set(named(TEXT, "person"))


@pytest.mark.parametrize(
    ("text", "language", "names"),
    [
        ("Herr Peter Müller prüft den Antrag. Später entscheidet Müller.", "de", {"Peter", "Müller"}),
        ("Frau Dr. Katharina Lindenau leitet das Labor.", "de", {"Katharina", "Lindenau"}),
        ("Ask Mr. J. Raghunathan or Dr Smythe. The Smythe Centre is closed.", "en", {"Raghunathan", "Smythe"}),
        ("La señora Quintana firma el contrato.", "es", {"Quintana"}),
    ],
)
def test_a_form_of_address_tells_of_persons(text: str, language: str, names: set[str]) -> None:
    found = list(forms(document_of(text, language=language)))
    assert {form.form for form in found if form.kind == "person"} == names
    assert not {form.form for form in found if form.kind != "person"} & {*names, "Herr", "Frau", "Dr", "Mr"}


def test_a_field_tells_of_persons() -> None:
    fields = [
        Paragraph(name, "field", 0, None, None, None, text)
        for name, text in (("p1", "author: Clara Novak (@novak)"), ("p2", "status: Draft"))
    ]
    text = document_of("Novak keeps the blue policy.\n")
    found = forms(replace(text, paragraphs=(*fields, *text.paragraphs)))
    assert [(form.paragraph_id, form.form) for form in found if form.kind == "person"] == [("p1", "Clara"), ("p1", "Novak")]
    assert [form.form for form in found if form.kind == "phrase"] == ["blue policy"]


def test_who_speaks_is_a_person() -> None:
    text = "Zorblat: We saw the pottery class.\n\nMelanie: The pottery class of Zorblat was fun.\n\nZorblat: Yes.\n"
    assert set(named(text, "person")) == {"Zorblat", "Melanie"}
    assert {form.form for form in forms(document_of(text)) if form.kind in ("phrase", "mention")} == {"pottery class", "fun"}
    assert named("Note: the class is over.\n\nThe class was fun.\n\nIt rained.\n", "person") == []


def test_each_paragraph_names_a_key_once() -> None:
    found = forms(document_of(TEXT))
    assert len({(form.paragraph_id, form.key) for form in found if form.kind != "person"}) == len(
        [form for form in found if form.kind != "person"]
    )


def test_text_in_capitals_shows_no_names() -> None:
    assert named("THE SOFTWARE IS PROVIDED AS IS BY THE COPYRIGHT HOLDERS.\n", "phrase") == []


def test_the_same_document_has_the_same_forms() -> None:
    first: list[ConceptForm] = forms(document_of(TEXT))
    assert forms(document_of(TEXT)) == first
    assert first


@pytest.mark.parametrize("language", available())
def test_every_language_is_read(language: str) -> None:
    assert load(language).function_words
    assert forms(document_of("Text.\n", language=language)) is not None

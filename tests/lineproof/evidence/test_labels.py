"""Labels: what headings and clauses begin with, and what only looks like it."""

import pytest

from lineproof.evidence.labels import label_of, settle


@pytest.mark.parametrize(
    ("text", "label", "keys", "title"),
    [
        ("4.2 Message Format", "4.2", ("4 2",), "Message Format"),
        ("4.2. Message Format", "4.2", ("4 2",), "Message Format"),
        ("1 Scope", "1", ("1",), "Scope"),
        ("Section I - Property", "Section I", ("section i",), "Property"),
        ("Appendix A. Grammar", "Appendix A", ("appendix a", "a"), "Grammar"),
        ("A.1 Collected Rules", "A.1", ("a 1",), "Collected Rules"),
        ("§ 823 Schadensersatzpflicht", "§ 823", ("§ 823",), "Schadensersatzpflicht"),
        ("§ 4a Urlaub", "§ 4a", ("§ 4 a",), "Urlaub"),
        ("Artikel 229 Weitere Vorschriften", "Artikel 229", ("article 229",), "Weitere Vorschriften"),
        ("Anlage 2 Tabellen", "Anlage 2", ("appendix 2", "2"), "Tabellen"),
        ("Artículo 5. Objeto", "Artículo 5", ("article 5",), "Objeto"),
        ("**W.2 Limit**", "W.2", ("w 2",), "Limit"),
    ],
)
def test_heading(text: str, label: str, keys: tuple[str, ...], title: str) -> None:
    found = label_of("heading", text)
    assert found is not None
    assert (found.text, found.title) == (label, title)
    assert set(keys) <= set(found.keys)


@pytest.mark.parametrize("text", ["Introduction", "2026 in Review", "Sectional Sofas", "IPv6 Addresses", "3GPP Networks"])
def test_heading_without_label(text: str) -> None:
    assert label_of("heading", text) is None


@pytest.mark.parametrize(
    ("kind", "text", "label"),
    [
        ("paragraph", "W.2 Limit of Liability. We pay.", "W.2"),
        ("list_item", "**A.1** Dwelling", "A.1"),
        ("table_row", "D.3 Water", "D.3"),
        ("paragraph", "4.1. The sender waits.", "4.1"),
        ("paragraph", "4.1 of the sum", None),
        ("paragraph", "5 People", None),
        ("code", "A.1 Dwelling", None),
    ],
)
def test_clause(kind: str, text: str, label: str | None) -> None:
    found = label_of(kind, text)
    assert (found.text if found else None) == label


def test_a_letter_that_no_series_leads_to_is_no_label() -> None:
    labels = [label_of("paragraph", text) for text in ("X.25 Switches are old.", "A.1 Dwelling", "A.2 Structures")]
    assert [label and label.text for label in settle(labels)] == [None, "A.1", "A.2"]


def test_a_label_that_stands_everywhere_is_none() -> None:
    labels = [label_of("paragraph", text) for text in ("P.1 Port", "P.1 Port", "P.1 Port", "P.2 Plug")]
    assert [label and label.text for label in settle(labels)] == [None, None, None, "P.2"]


def test_a_form_may_restate_clauses_from_the_middle_of_a_series() -> None:
    labels = [label_of("heading", text) for text in ("S.4 Salvage", "S.5 Proof of Loss")]
    assert [label and label.text for label in settle(labels)] == ["S.4", "S.5"]

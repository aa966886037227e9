"""What holds of whatever is proposed: exact quotes, statements made of them, one slot for a provision in all editions."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lineproof.beliefs.believe import surroundings
from lineproof.beliefs.gate import judge
from lineproof.beliefs.model import Candidate, Document, Paragraph
from lineproof.beliefs.plain import plain
from lineproof.beliefs.propose import LONGEST_PARAGRAPH, propose
from lineproof.evidence.language import load
from lineproof.evidence.signals import signals
from tests.lineproof.beliefs.reading import document_of

PIECES = [
    "# Form",
    "## S.4 Proof of Loss",
    "## 1 Scope",
    "You must pay $1,000 within 30 days, unless we waive it.",
    "It need not be sworn.",
    "This form replaces edition 2019-04.",
    "The coverage applies only if:",
    "- a valve is installed; and",
    "- it has 5 years.",
    "1. Each item counts.",
    "| Class | Limit |\n|---|---|\n| Wood | $5 |",
    "**Vacant.** A home is vacant after 60 days.",
    "Water is not covered, see below.",
    "> We pay 5%.",
    "```\ncode is 5 days\n```",
    "S.4 is amended to read:",
    "Er haftet nicht.",
    "",
]


def edition(text: str, name: str, language: str = "en") -> Document:
    return replace(document_of(text, "form.md", "Form", language), identifier="HV 30 01", edition=name)


def only(text: str, kind: str, name: str = "2026-01") -> Candidate:
    (candidate,) = [candidate for candidate in propose(edition(text, name)) if candidate.kind == kind]
    return candidate


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=12), st.sampled_from(["en", "de", "es"]))
def test_quotes_are_exact_and_statements_are_made_of_them(pieces: list[str], language: str) -> None:
    document = edition("\n\n".join(pieces), "2026-01", language)
    found = propose(document)
    assert found == propose(document)
    for candidate in found:
        assert candidate.quotes
        for quote in candidate.quotes:
            assert quote.text == document.by_id[quote.paragraph_id].text[quote.start : quote.end]
            assert quote.text == quote.text.strip() != ""
        said = candidate.statement.partition(": ")[2].casefold()
        quoted = plain(" ".join(quote.text for quote in candidate.quotes)).casefold()
        assert all(word.strip(";:,.") in quoted for word in said.split())


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_the_gate_accepts_what_is_proposed(pieces: list[str]) -> None:
    document = edition("\n\n".join(pieces), "2026-01")
    for candidate in propose(document):
        judgement = judge(candidate.statement, [quote.text for quote in candidate.quotes], surroundings(document, candidate))
        assert judgement.verdict == "accepted", (candidate.statement, judgement.reasons)


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=300), st.sampled_from(["en", "de"]))
def test_any_text_is_read(text: str, language: str) -> None:
    propose(edition(text, "2026-01", language))


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("You must send a proof within 60 days of our request.", "You must send a proof within 90 days of our request.", "period"),
        ("We pay up to 10% for 12 months.", "We pay up to 20% for 24 months.", "percentage"),
        ("No more than two layers of shingles may lie on one roof.", "No more than three layers of shingles may lie on one roof.", "count"),
        ("A home may be vacant.", "A home must be vacant.", "permission obligation"),
    ],
)
def test_a_value_that_changes_keeps_its_slot(old: str, new: str, kind: str) -> None:
    kinds = kind.split()
    before, after = only(f"## S.4 Proof\n\n{old}", kinds[0], "2019-04"), only(f"## S.4 Proof\n\n{new}", kinds[-1])
    assert (before.subject, before.slot) == (after.subject, after.slot) == ("HV 30 01 S.4 Proof", before.slot)
    assert before.slot is not None
    assert before.statement != after.statement


def test_rows_with_a_value_each_do_not_share_a_slot() -> None:
    table = "## A.3 Limits\n\n| Class | Limit |\n|---|---|\n| Wood | $5 |\n| Slate | $9 |\n"
    slots = [candidate.slot for candidate in propose(edition(table, "2026-01"))]
    assert slots == ["limit: wood / limit", "limit: slate / limit"]


def test_what_is_proposed_of_a_paragraph_does_not_depend_on_what_is_put_in_above_it() -> None:
    text = "## A.3 Limits of liability\n\nThe limit is $5.\n\nEach insured must keep the limits of liability.\n"
    changed = text.replace("liability\n\nThe", "liability\n\nAn unrelated remark is put in here. The limit is $9.\n\nThe")
    before, after = propose(edition(text, "2026-01")), propose(edition(changed, "2026-01"))
    told = [(one.statement, one.subject, one.slot) for one in after]
    assert len(before) == 2
    assert all((one.statement, one.subject, one.slot) in told for one in before)


def test_metadata_is_stated_in_words() -> None:
    entries = tuple(
        Paragraph(text, "field", 0, None, None, None, text, signals=tuple(signals(text, load("en"))))
        for text in ("effective: 2026-01-01", "edition: 2026-01", "status: active", "author: A. Nobody")
    )
    document = replace(edition("# Form", "2026-01"), paragraphs=entries)
    assert [candidate.statement for candidate in propose(document)] == [
        "HV 30 01 (2026-01) is effective from 2026-01-01.",
        "HV 30 01 (2026-01) has the status active.",
    ]


def test_a_date_in_a_line_of_a_title_page() -> None:
    (candidate,) = propose(edition("Form HV 30 01 Edition 2026-01 Effective January 1, 2026", "2026-01"))
    assert (candidate.kind, candidate.value, candidate.quotes[0].text) == ("date", "2026-01-01", "Effective January 1, 2026")


def test_it_means_the_document_behind_a_sentence_that_names_it() -> None:
    text = "# Form\n\nThis form requires HV 04 22.\n\nIt may not be attached to HV 40 01.\n"
    last = propose(edition(text, "2026-01"))[-1]
    assert last.statement == "HV 30 01 (2026-01): This form requires HV 04 22. It may not be attached to HV 40 01."
    assert len(last.quotes) == 2


def test_a_heading_with_a_pronoun_is_named_with_the_one_before() -> None:
    text = "# Form\n\n## 1 When Cover Is Offered\n\nWater is covered.\n\n## 2 When It Is Not\n\nWe must not offer it in zone 4.\n"
    last = propose(edition(text, "2026-01"))[-1]
    assert last.statement.startswith("1 When Cover Is Offered – 2 When It Is Not of HV 30 01 (2026-01): ")
    assert [quote.text for quote in last.quotes] == ["We must not offer it in zone 4.", "1 When Cover Is Offered"]


def test_a_heading_that_names_what_its_pronoun_means_is_named_alone() -> None:
    text = "# Form\n\n## 1 Locks\n\nA lock must hold.\n\n## 2 Why Guards Leave When They Fail\n\nOwners must keep 2 keys.\n"
    assert propose(edition(text, "2026-01"))[-1].statement.startswith("2 Why Guards Leave When They Fail of ")


def test_a_number_sign_of_a_word_is_part_of_the_name_of_a_place() -> None:
    text = "# Form\n\n## 2 #-keys\n\nOwners must keep 2 locks.\n"
    assert propose(edition(text, "2026-01"))[-1].statement.startswith("2 #-keys of ")


def test_a_table_whose_first_row_holds_values_has_no_headings() -> None:
    assert not propose(edition("## 1 Cost\n\n| Gas | `COST` (2) |\n|---|---|\n| Input | 5 days |\n", "2026-01"))


def test_rows_that_hold_nothing_yet_are_left_out() -> None:
    table = "## 1 Limits\n\n| Class | Limit |\n|---|---|\n| Wood | ... |\n| … | $5 |\n| Slate | $9 |\n"
    assert [candidate.value for candidate in propose(edition(table, "2026-01"))] == ["9"]


def test_a_german_section_is_named_with_the_heading_above_that_tells_something() -> None:
    above = "# Form\n\n## Buch 7 - Mahnverfahren\n\n### Titel 1 - Allgemeines\n\n#### § 689 Zuständigkeit"
    text = f"{above}\n\nDie Klage muss innerhalb von zwei Jahren erhoben werden.\n"
    (candidate,) = propose(edition(text, "2026-01", "de"))
    assert candidate.statement.startswith("§ 689 Zuständigkeit (Buch 7")
    assert "Mahnverfahren" in candidate.statement
    assert "Mahnverfahren" not in candidate.subject


def test_data_on_one_line_says_nothing_and_costs_its_neighbours_nothing() -> None:
    sentence = "The carrier must pay within 30 days. "
    data = sentence * (LONGEST_PARAGRAPH // len(sentence) + 1)
    found = propose(edition(f"# Form\n\n{data}\n\nThe insured must report a loss within 90 days.\n", "2026-01"))
    assert {candidate.value for candidate in found} == {"90"}


def test_a_plain_fact_is_claimed_under_any_heading() -> None:
    fact = "A registry is a list of names."
    found = [propose(edition(f"# Form\n\n## {heading}\n\n{fact}\n", "2026-01"))[0] for heading in ("1 Registries", "7 Roofs")]
    assert [candidate.quotes[0].text for candidate in found] == [fact, fact]


def test_a_rate_at_the_head_of_a_column_is_no_period() -> None:
    table = "## 1 Costs\n\n| Class | Cost (ETH/year) |\n|---|---|\n| Wood | 240 |\n"
    assert "period" not in {candidate.kind for candidate in propose(edition(table, "2026-01"))}


def test_metadata_of_numbers_alone_names_nothing() -> None:
    told = ("requires: 20, 155", "obsoletes: 822", "requires: HV 04 22")
    entries = tuple(Paragraph(text, "field", 0, None, None, None, text, signals=tuple(signals(text, load("en")))) for text in told)
    document = replace(edition("# Form", "2026-01"), paragraphs=entries)
    assert [candidate.statement for candidate in propose(document)] == ["HV 30 01 (2026-01) requires HV 04 22."]


def test_a_number_beside_a_number_needs_a_unit() -> None:
    table = "## 1 Lengths\n\n| Input | {} |\n|---|---|\n| 128 | 4167 |\n"
    assert not propose(edition(table.format("Count"), "2026-01"))
    assert [candidate.unit for candidate in propose(edition(table.format("Days of notice"), "2026-01"))] == ["day"]


def test_a_definition_by_a_list_needs_all_of_it() -> None:
    text = "# Form\n\nA safe roof is one in which:\n\n- Each tile is fixed.\n- Each valve is closed.\n"
    (candidate,) = propose(edition(text, "2026-01"))
    assert candidate.statement.endswith("A safe roof is one in which: Each tile is fixed. Each valve is closed.")


def test_alternatives_that_were_not_chosen_state_nothing() -> None:
    text = "# Form\n\n## Alternatives considered\n\nThe insured must pay within 30 days.\n"
    assert not propose(edition(text, "2026-01"))


def test_a_title_that_leads_to_a_list_names_nothing_that_a_pronoun_means() -> None:
    items = "- They must pay within 30 days.\n- Each insured must pay within 60 days.\n"
    assert {candidate.value for candidate in propose(edition(f"# Form\n\n**Payment:**\n\n{items}", "2026-01"))} == {"60"}
    led = propose(edition(f"# Form\n\nInsured persons have duties:\n\n{items}", "2026-01"))
    assert {candidate.value for candidate in led} == {"30", "60"}


@pytest.mark.parametrize(
    "table",
    [
        "| Field | Meaning |\n|---|---|\n| roof | covered |\n",
        "| | Hut | Barn |\n|---|---|---|\n| Fire | yes | no |\n",
        "| low\\\\high | Hut |\n|---|---|\n| Fire | covered |\n",
        "| Roof | Hut | Barn |\n|---|---|---|\n| Slate | x | x |\n",
        "| Roof | Bound |\n|---|---|\n| Slate | $10^{-19}$ |\n",
        "| Roof | Bound |\n|---|---|\n| Slate | $n=512$ |\n",
        "| Roof | Covered | Remark |\n|---|---|---|\n| Slate | No | See details below. |\n",
    ],
)
def test_rows_that_no_heading_names_or_that_hold_marks_and_formulas_are_left_out(table: str) -> None:
    assert not propose(edition(f"## 1 Cover\n\n{table}", "2026-01"))


def test_what_the_first_column_does_not_name_a_lead_or_a_heading_names() -> None:
    table = "| Field | Meaning |\n|---|---|\n| roof | covered |\n"
    assert propose(edition(f"## 1 Fields\n\n{table}", "2026-01"))
    assert propose(edition(f"## 1 Cover\n\nEach schedule holds these words:\n\n{table}".replace("these words", "two words"), "2026-01"))


def test_headings_that_could_stand_anywhere_are_named_with_the_one_above() -> None:
    text = "# Form\n\n## Roof report\n\n### Output\n\n#### Format\n\nA report must have 20 lines.\n"
    (candidate,) = propose(edition(text, "2026-01"))
    assert candidate.statement.startswith("Roof report – Output – Format of ")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Soweit nach den §§ 138f bis 138h Steuern geschuldet sind, muss ein Eigner sie zahlen.", "period"),
        ("Owners of huts get back 32 zero bytes.", "count"),
        ("A hut has a load of $n=512$ at most.", "limit"),
        ("Eigner müssen nach der Richtlinie über Hütten (ABl. L 60 vom 28.2.2014, S. 34; L 47 vom 20.2.2015, S. 4) zahlen.", "date"),
        ("Eigner müssen nach dem Hüttengesetz vom 3. März 2014 zahlen.", "date"),
    ],
)
def test_what_looks_like_a_value_is_none(text: str, kind: str) -> None:
    language = "de" if "§" in text else "en"
    found = propose(edition(f"## § 1 Hütten\n\n{text}" if language == "de" else f"## 1 Huts\n\n{text}", "2026-01", language))
    assert kind not in {candidate.kind for candidate in found}


def test_of_a_rate_only_what_is_measured_is_a_value() -> None:
    found = propose(edition("## 1 Huts\n\nA hut must have 12 bytes per 32 bytes of its plan.", "2026-01"))
    assert [candidate.value for candidate in found] == ["12"]


def test_a_date_beside_a_citation_is_one() -> None:
    text = "## § 1 Hütten\n\nEigner müssen nach der Richtlinie (ABl. L 60 vom 28.2.2014, S. 34) bis zum 1. Mai 2026 zahlen."
    assert [candidate.value for candidate in propose(edition(text, "2026-01", "de"))] == ["2026-05-01"]


def test_a_short_unit_within_a_heading_of_a_column_is_another_word() -> None:
    table = "## 1 Calls\n\n| Call | {} |\n|---|---|\n| Hut | 2300 |\n| Barn | 2400 |\n"
    assert {candidate.kind for candidate in propose(edition(table.format("Callee min gas"), "2026-01"))} == {"value"}
    assert {candidate.kind for candidate in propose(edition(table.format("Delay (min)"), "2026-01"))} == {"period"}


@pytest.mark.parametrize(
    ("clause", "claimed"), [("Der Bote muss binnen drei Tagen zahlen.", False), ("Jeder Bote muss binnen drei Tagen zahlen.", True)]
)
def test_a_later_clause_of_a_section_without_a_title_must_name_its_subject(clause: str, claimed: bool) -> None:
    text = "# Musterordnung\n\n## {}\n\n(1) Ein Bote wird gewählt.\n\n(2) {}\n"
    for heading, expected in (("§ 1", claimed), ("§ 1 Boten", True)):
        found = propose(edition(text.format(heading, clause), "2026-01", "de"))
        assert any(candidate.statement.endswith(clause) for candidate in found) == expected


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "These rules take effect on 1 January 2026."),
        ("en", "These regulations supersede the Staff Rules."),
        ("en", "The ticket of the pool costs 4 euros for an adult."),
        ("de", "Diese Ordnung tritt am 1. Januar 2026 in Kraft."),
        ("de", "Die Erstattung entfällt, wenn der Beleg fehlt."),
    ],
)
def test_a_plain_sentence_of_a_policy_is_claimed(language: str, sentence: str) -> None:
    found = propose(edition(f"## 1 {'Money' if language == 'en' else 'Geld'}\n\n{sentence}", "2026-01", language))
    assert [candidate.quotes[0].text for candidate in found if candidate.quotes[0].text == sentence]


LOG = """# Choices

## CHO-1: Paper

Date: 2023-05-04

Forms must be printed.

## CHO-2: Ink

Date: 2024-10-11

Ink must be black.
"""


def test_a_date_below_one_of_several_sections_is_that_of_the_section() -> None:
    found = [(one.statement, one.subject) for one in propose(document_of(LOG, title="Choices")) if one.kind == "date"]
    assert found == [
        ("CHO-1: Paper of Choices is dated 2023-05-04.", "Choices CHO-1: Paper"),
        ("CHO-2: Ink of Choices is dated 2024-10-11.", "Choices CHO-2: Ink"),
    ]


def test_a_date_below_the_title_is_that_of_the_document() -> None:
    text = "# Wahlen\n\nDatum: 4. Mai 2023\n\n## Papier\n\nFormulare müssen gedruckt werden.\n"
    found = [one.statement for one in propose(document_of(text, title="Wahlen", language="de")) if one.kind == "date"]
    assert found == ["Wahlen ist datiert auf 4. Mai 2023."]

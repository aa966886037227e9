"""Statements that would not stand alone: a stranger must learn from the words what they speak of, all of it, and its exceptions."""

from dataclasses import replace

import pytest

from lineproof.beliefs.model import Candidate
from lineproof.beliefs.propose import propose
from tests.lineproof.beliefs.reading import document_of

RULE = "Owners of huts must report a loss within 20 days."


def proposed(text: str, title: str = "Hut Rules", identifier: str = "HR 7") -> list[Candidate]:
    return propose(replace(document_of(f"# {title}\n\n## 1 Losses\n\n{text}\n", "form.md", title, "en"), identifier=identifier))


def said(text: str) -> list[str]:
    """The statements without their place, each once."""
    return list(dict.fromkeys(candidate.statement.partition(": ")[2] for candidate in proposed(text)))


@pytest.mark.parametrize(
    "following",
    [
        "However, a tenant may wait for 40 days.",
        "But a tenant of a barn may wait for 40 days.",
        "The only exception is a hut without a roof.",
        "Note that this is not true of barns.",
    ],
)
def test_what_is_set_against_a_rule_is_quoted_with_it(following: str) -> None:
    assert f"{RULE} {following}" in said(f"{RULE} {following}")
    assert RULE not in said(f"{RULE} {following}")


def test_a_sentence_that_says_the_rule_again_does_not_part_it_from_its_exception() -> None:
    told = "Keys of huts are not returned. That is, an owner must keep keys forever. Note that this is not true of copies."
    assert "Keys of huts are not returned." not in said(told)


def test_a_rule_whose_exception_leads_to_other_words_is_not_claimed() -> None:
    assert said(f"{RULE} However, when a barn burns, owners must use this form:\n\n    name; day\n") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "The count must never fall.",
        "The deletion may happen at the end of a sale.",
        "An owner must clarify the situation.",
        "There are two alternative ways to lock a barn.",
        "Section 3 contains a list of barns that must be locked.",
        "Below you will find a barn that must be locked.",
        "The choice between a lock and a bolt is not as straightforward.",
        "A later sale must keep the locks.",
        "[11] says that owners must lock barns.",
        "Figures 3-4 show that no barn is locked.",
        "No sale of a barn must result in .",
        "At block `N`, an owner must lock a barn.",
        "Owners must not open a barn after block `N`.",
        "Only if the name, so generated, is new must an owner write it down.",
        "Whether we should lock barns at night must be decided within 20 days.",
        "You might wonder why an owner must lock a barn.",
        "The existing text says that an owner must lock a barn.",
        "If a barn burns, the fee that is counted in (2) is doubled and must be paid.",
        "Owners must sign keys in a way compatible with `sign_key` above.",
        "Owners must count keys by the specification below at each sale.",
        "Final - This standard holds a rule that all owners must keep.",
        "Owners must keep ~~two~~ three keys of a barn.",
        "Owners of barns must be aware and keep keys accordingly.",
        "This standard offers a better way of locking barns.",
    ],
)
def test_what_only_its_surroundings_explain_is_not_claimed(sentence: str) -> None:
    assert said(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "The loss must be reported by its owner.",
        "The adjuster must ask for the proof of loss in writing.",
        "The parking fee is 5 euros per day.",
        "For each barn `N`, an owner must keep a key.",
        "A lock is not as simple as a bolt, but must be kept.",
        "Whether a barn must be locked is decided by its owner alone.",
        "You may ask for a key of each barn.",
        "An owner must choose between (1) a lock and (2) a bolt.",
    ],
)
def test_what_its_own_words_or_its_place_explain_is_claimed(sentence: str) -> None:
    assert said(sentence) == [sentence]


def test_a_name_before_a_paragraph_belongs_to_all_of_its_sentences() -> None:
    told = said("Barns: A barn must have a lock. Owners must count all keys each year.")
    assert told
    assert all(statement.startswith("Barns: ") for statement in told)


def test_a_number_of_the_documents_name_counts_nothing() -> None:
    text = "Owners must sort 8130 locks and 200 keys."
    named = {candidate.value for candidate in proposed(text, "HR-8130 Locks", "HR-8130")}
    assert (named, {candidate.value for candidate in proposed(text)}) == ({"200"}, {"8130", "200"})


@pytest.mark.parametrize("lead", ["A closed barn is:", "The fee of a barn is `low` or `high`, where:"])
def test_items_that_only_together_complete_their_lead_are_one_statement(lead: str) -> None:
    first, second = "A hut that has a lock or must have one.", "A stall that is used by 20 cows."
    assert said(f"{lead}\n\n- {first}\n- {second}") == [f"{lead} {first} {second}"]


def test_items_in_lower_case_are_parted() -> None:
    told = said(
        "An owner may close a barn if any of the following conditions holds:\n\n- the roof leaks\n- the lock is broken\n- no cow is left"
    )
    assert [statement.partition(": ")[2] for statement in told] == ["the roof leaks; the lock is broken; no cow is left"]


def test_an_item_without_a_verb_of_its_own_is_not_claimed() -> None:
    assert said("- The name of an owner if the owner must pay 20 euros.") == []


def test_rows_that_are_not_filled_or_cut_short_are_not_claimed() -> None:
    rows = [
        "lock | 5 days",
        "bolt | TBD",
        "gate | `TBD` <!-- later -->",
        "key | [LIST][key]",
        "door | { open(...) { shut } }",
        "roof | 6 × ⌈L/32⌉",
    ]
    told = said("\n".join(["| Part | Delay |", "|---|---|", *(f"| {row} |" for row in rows)]))
    assert told == ["Part: lock; Delay: 5 days"]


def test_a_row_is_not_said_to_be_several_things() -> None:
    told = said("The guild supports three paths:\n\n| Path | Delay |\n|---|---|\n| north | 5 days |\n| south | 6 days |")
    assert told == ["Path: north; Delay: 5 days", "Path: south; Delay: 6 days"]


@pytest.mark.parametrize(
    "text",
    [
        "Combined with the duty to keep a list, a lock becomes needless. ",
        "If huts burn, the keeper must consult the text below.",
        "If no hut is left, the keeper must go to the last step.",
        "This subsection offers a comparison of huts and barns.",
    ],
)
def test_what_hangs_on_other_words_is_not_claimed(text: str) -> None:
    assert said(text) == []


def test_a_column_with_a_mark_that_leads_to_a_note_is_not_claimed() -> None:
    table = "| Hut | Most huts{mark} |\n|---|---|\n| Stone | 30 days |\n| Wood | 20 days |\n"
    assert said(table.format(mark="")) == ["Hut: Stone; Most huts: 30 days", "Hut: Wood; Most huts: 20 days"]
    assert said(table.format(mark=r"\*")) == said(table.format(mark="†")) == []


def test_emphasis_is_no_mark_that_leads_to_a_note() -> None:
    assert said("| *Hut* | *Most huts* |\n|---|---|\n| Stone | *30 days* |\n") == ["Hut: Stone; Most huts: 30 days"]


def test_a_row_with_a_mark_that_leads_to_a_note_is_not_claimed() -> None:
    table = "| Hut | Most huts |\n|---|---|\n| Stone | 30 days (*) |\n| Wood | 20 days |\n"
    assert said(table) == ["Hut: Wood; Most huts: 20 days"]


def test_a_value_that_no_longer_holds_is_none() -> None:
    found = [(one.value, one.unit) for one in proposed("The limit of a hut must be 64 days instead of the existing 24 days.")]
    assert found == [("64", "day")]


def test_a_cell_with_nothing_but_a_picture_is_not_said() -> None:
    table = "| Hut | Opened | Link |\n|---|---|---|\n| Stone | 2026-01-05 | 🔗 |\n| Wood | 2026-02-05 | 🔗 |\n"
    assert said(table) == ["Hut: Stone; Opened: 2026-01-05", "Hut: Wood; Opened: 2026-02-05"]


def test_a_table_behind_words_that_announce_it_is_claimed_though_its_first_heading_names_nothing() -> None:
    table = "Three paths are known:\n\n| Topic | Figure |\n|---|---|\n| Keys | 30 days |\n| Locks | 20 days |\n"
    assert said(table) == ["Topic: Keys; Figure: 30 days", "Topic: Locks; Figure: 20 days"]


def test_the_date_of_a_version_that_is_cited_is_no_value() -> None:
    text = (
        "Bis zum 22. Juli 2017 anhängige Verfahren nach § 5 der Hüttenordnung in der bis zum 21. Juli 2017 geltenden Fassung sind erledigt."
    )
    document = document_of(f"# Musterordnung\n\n## § 1 Hütten\n\n{text}\n", "form.md", "Musterordnung", "de")
    assert [candidate.value for candidate in propose(replace(document, identifier="MO"))] == ["2017-07-22"]


def test_a_number_in_words_is_a_value_too() -> None:
    assert said("The settlement is made within fifteen days after both agree on the amount.") != []


def test_a_clause_between_commas_does_not_take_the_verb_from_the_main_clause() -> None:
    text = "In storm claims, if more than 8% of its files missed a deadline, a branch is reviewed."
    assert said(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Two kinds of huts are known:\n\n- A stone hut must have a roof.\n",
        "Rules for two huts are given as follows:\n\nA stone hut must have a roof.\n",
        "Either method used alone must be written down.",
    ],
)
def test_of_several_things_that_are_counted_none_is_claimed_alone(text: str) -> None:
    assert said(text) == []


def test_things_that_are_counted_are_claimed_together() -> None:
    text = "Rules hold for two huts in the valley:\n\n- A stone hut must have a roof.\n- A wood hut must have a door.\n"
    assert said(text) == ["Rules hold for two huts in the valley: A stone hut must have a roof. A wood hut must have a door."]
    assert said("A hut is closed within three days if:\n\n- its roof burns; or\n- its door burns.\n") != []


def test_what_looks_like_a_link_in_code_stays() -> None:
    assert said("The keeper must push `list[hut][0]` within 3 days.") == ["The keeper must push `list[hut][0]` within 3 days."]


def test_what_deviates_from_an_unnamed_rule_is_not_claimed() -> None:
    document = document_of(
        "# Musterordnung\n\n## § 1 Hütten\n\n(1) Eigner müssen zahlen.\n\n(2) Abweichende Bestimmungen sind zulässig.\n",
        "form.md",
        "Musterordnung",
        "de",
    )
    assert not [one for one in propose(replace(document, identifier="MO")) if "Abweichende" in one.statement]


def test_a_code_of_an_answer_is_no_count() -> None:
    assert [one.value for one in proposed("In 200 responses the keeper must send the key. The keeper must send 3 responses.")] == [
        None,
        "3",
    ]


def test_a_column_that_explains_a_value_states_none() -> None:
    table = "| Fee | Value | {heading} |\n|---|---|---|\n| `KEY` | EUR 40 | 10 days |\n"
    assert [(one.value, one.unit) for one in proposed(table.format(heading="Rationale"))] == [("40", "EUR")]
    assert [(one.value, one.unit) for one in proposed(table.format(heading="Due"))] == [("40", "EUR"), ("10", "day")]


def test_what_may_only_be_done_in_a_case_is_said_with_it() -> None:
    rule, limit = "Owners of huts may use a key again.", "They should only do so when a lock is new."
    assert rule not in said(f"{rule} {limit}")


def test_a_form_with_blanks_to_be_filled_is_not_claimed() -> None:
    assert said("The owner of … hut must pay a fee.") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Currently, it has 20 locks.",
        "The reason behind is that owners must lock barns.",
        "With a length of 20 planks, an owner may close a barn in 30 days.",
        "A proposed remedy is to keep 2 keys.",
        "When a barn has no roof, the question arises whether an owner must lock the barn.",
        "Special mention is needed of barns that must be locked.",
        "A list of barns is now defined.",
        "These guidelines mean that owners must lock barns.",
        "Owners must reach that level of care.",
        "There are three ways in which a barn must be locked.",
        "There may be multiple owners.",
        "An unlocked barn is to be treated differently.",
        "If a barn is locked.",
        "BARN <lock> Barns that have no roof must be locked.",
        "OAK_bolt Bolts must be oiled.",
        "An owner must lock h₂ of a barn.",
        "Barn(1), ... , (n) is a barn that must be locked.",
        "Owners must lock barns as told in the note below.",
        "For a barn, there is a question of who must keep a key.",
        "Owners must not do what point 2 above asks.",
        "Barns are grouped into two classes.",
        "Assumes that a barn has 2 locks.",
    ],
)
def test_what_announces_or_leans_on_what_is_not_said_is_not_claimed(sentence: str) -> None:
    assert said(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Currently, an owner must keep 20 locks.",
        "If a barn is locked an owner must keep a key.",
        "There are three keys, and owners must keep them.",
        "Owners must lock huts of 3 types.",
    ],
)
def test_what_only_looks_like_an_announcement_is_claimed(sentence: str) -> None:
    assert said(sentence) == [sentence]


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("Each barn of an owner must have a lock.", "Owners may put a lock on other wooden fields."),
        ("The keepers of huts have been dismissed.", "Unrecognized keepers may return."),
        ("The depth of a lock must be told.", "Owners may treat values larger than 20 as deep."),
    ],
)
def test_what_is_set_beside_others_is_quoted_with_them(before: str, sentence: str) -> None:
    assert sentence not in said(f"{before} {sentence}")


def test_a_sentence_behind_a_name_in_lower_case_is_not_claimed_without_it() -> None:
    assert said("bolts: All of a barn. Owners must count all keys each year.") == []


@pytest.mark.parametrize(
    "following",
    [
        "This should only be done in winter.",
        "This is a misconception.",
        "If a barn is empty, no report is needed.",
        "Barns are an exception.",
    ],
)
def test_what_limits_a_rule_or_denies_it_is_quoted_with_it(following: str) -> None:
    assert said(f"{RULE} {following}")[0] == f"{RULE} {following}"


def test_rules_that_a_list_states_are_no_rules_of_before() -> None:
    text = "Barns are locked according to these rules:\n\n- An owner must keep a key.\n- A keeper must keep 2 keys."
    assert said(text) == ["Barns are locked according to these rules: An owner must keep a key. A keeper must keep 2 keys."]


def test_things_that_are_done_in_order_are_claimed_together() -> None:
    text = "Locks are checked in order before a sale:\n\n- The bolt must hold.\n- The key must fit."
    assert said(text) == ["Locks are checked in order before a sale: The bolt must hold. The key must fit."]


def test_a_condition_for_several_paragraphs_is_not_parted_from_any() -> None:
    first, second, third = "An owner must keep a key.", "A keeper must keep 2 keys.", "A tenant must keep 3 keys."
    framed = f"In the absence of a stricter rule:\n\n{first}\n\n{second}"
    assert said(f"{framed}\n\n## 2 Tenants\n\n{third}") == [f"In the absence of a stricter rule: {first}", third]


def test_what_stands_below_a_line_that_says_it_is_an_example_is_not_claimed() -> None:
    rule, shown = "An owner must keep a key.", "A keeper must hang 2 keys on a nail."
    assert said(f"{rule}\n\nExamples.\n\n{shown}\n\nWarnings.\n\nA lost key must be reported.") == [rule, "A lost key must be reported."]


def test_a_second_table_begins_with_its_own_headings() -> None:
    rows = ["| Part | Delay |", "|---|---|", "| lock | 5 days |", "| Part | Price |", "| bolt | 6 euros |"]
    assert said("\n".join(rows)) == ["Part: lock; Delay: 5 days", "Part: bolt; Price: 6 euros"]


def under(heading: str, text: str) -> list[str]:
    document = replace(document_of(f"# Huts\n\n## {heading}\n\n{text}\n", "form.md", "Huts", "en"), identifier="HR 7")
    return list(dict.fromkeys(candidate.statement.partition(": ")[2] for candidate in propose(document)))


def test_a_document_that_speaks_of_itself_below_the_name_of_another_is_not_meant() -> None:
    own = "This document requires 2 keys."
    assert (under("HR 12 Keys", own), under("HR 7 Keys", own), under("Keys", own)) == ([], [own], [own])


def test_a_document_that_names_the_other_one_is_meant() -> None:
    updated = "This document updates HR 12 and requires 2 keys."
    assert under("HR 12 Keys", updated) == [updated]


def test_an_item_behind_one_that_names_another_document_is_not_claimed_where_that_may_be_meant() -> None:
    own = "Owners must follow this document within 20 days."
    assert under("Keys", f"- HR 12: Locks and Keys\n- {own}") == []
    assert under("Keys", f"- Locks and Keys\n- {own}") == [own]


@pytest.mark.parametrize(
    "sentence",
    [
        "The minimum time, in days, that an owner must wait after a fire, before selling a barn.",
        "A mark indicating that the letter of an owner was rejected because the key was lost.",
        "A barn may refer to three different categories of things.",
        "Other barns may be added if they meet the requirements set out in the first paragraph of this section.",
        "Option 3: Owners must lock their barns.",
        "Owners may lock barns with the key previously outlined.",
        "After a sale, owners must start again at the lowest value.",
        "Owners of barns and huts can rest, but there are incorrect ways of locking them.",
    ],
)
def test_fragments_and_what_is_not_said_are_left_out(sentence: str) -> None:
    assert said(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "An owner who sells a barn must report the sale within 20 days.",
        "A barn that might burn must have a lock.",
        "The time that an owner must wait is 20 days.",
        "A barn in which more than 4% of the locks missed a test is locked.",
    ],
)
def test_a_noun_with_a_clause_and_a_verb_of_its_own_is_a_sentence(sentence: str) -> None:
    assert said(sentence) == [sentence]


def test_one_item_is_not_the_data_that_follow() -> None:
    assert said("A sale uses the following data:\n\nThe age of a barn must be given in days.") == []


def test_the_mark_of_a_footnote_is_no_part_of_a_statement() -> None:
    assert said("Owners must pay 40 000[1] coins for a barn[^2], and keep `u8[4]` marks.") == [
        "Owners must pay 40 000 coins for a barn, and keep `u8[4]` marks."
    ]


def test_a_label_in_bold_is_no_part_of_its_item() -> None:
    assert said("**4c** Owners must not sell barns.") == ["Owners must not sell barns."]


def test_a_month_is_no_verb() -> None:
    values = {
        (candidate.value, candidate.unit) for candidate in proposed("Rules of owner 4 may be changed, and owners must move on 5 May.")
    }
    assert values == {("--05-05", "date")}


@pytest.mark.parametrize(
    "sentence",
    [
        "A key of grade 3 shortens the work of owners, who must oil it.",
        "A list with 5mm items must be read by owners.",
        "A barn must have sides of length $512$ or $1024$.",
    ],
)
def test_letters_behind_a_number_that_are_no_unit_make_no_value(sentence: str) -> None:
    assert {candidate.value for candidate in proposed(sentence)} <= {None}


def test_a_lead_with_a_term_that_was_explained_before_it_leads_to_nothing() -> None:
    told = said(
        'The "standard key" is a key of iron. Some latitude is allowed in a "standard key":\n\n- Owners must renew it within 20 days.'
    )
    assert not [statement for statement in told if "renew" in statement]


def test_rows_of_signs_that_a_legend_explains_and_cells_of_what_is_usual_are_left_out() -> None:
    assert said("| Barn | !locked |\n|---|---|\n| Red | must be sold |\n") == []
    assert said("| Key | Form |\n|---|---|\n| Red | The usual form |\n| Blue | A form with two teeth |\n") == [
        "Key: Blue; Form: A form with two teeth"
    ]


def test_many_of_what_was_said_before_are_quoted_with_it() -> None:
    told = said("A barn is no single building. Many barns may be sold.")
    assert told[-1] == "A barn is no single building. Many barns may be sold."


def test_things_that_were_not_taken_are_quoted_with_what_takes_the_others() -> None:
    first, second = "Owners may count any keys of a barn.", "Keys not counted must be melted."
    assert said(f"{first} {second}") == [first, f"{first} {second}"]


def test_what_one_may_choose_among_is_claimed_together() -> None:
    first, second = "Keep the key for 20 days.", "Send the key back within 30 days."
    assert said(f"A keeper can:\n\n- {first}\n- {second}") == [f"A keeper can: {first} {second}"]


TABLE = "| Key | Delay | Example |\n|---|---|---|\n| north | 5 days | 3 days |"
ROW = "Key: north; Delay: 5 days; Example: 3 days"


@pytest.mark.parametrize(
    "lead",
    ["Owners may send a guard. Before the main sale begins, owners use these keys:", "(a barn of 20 planks)"],
)
def test_a_row_is_quoted_with_all_that_leads_to_its_table(lead: str) -> None:
    assert f"{lead} {ROW}" in said(f"{lead}\n\n{TABLE}")
    assert ROW not in said(f"{lead}\n\n{TABLE}")


def test_a_row_that_rests_on_what_the_sentence_before_it_assumes_is_not_claimed() -> None:
    assert said(f"The guild counts delays. The count ignores the days of a feast.\n\n{TABLE}") == []
    assert said(f"The count ignores no day. The guild counts delays.\n\n{TABLE}") == [ROW]


def test_a_column_of_examples_states_no_value() -> None:
    assert [candidate.value for candidate in proposed(TABLE)] == ["5"]


def test_a_paragraph_that_goes_on_with_the_sentence_of_the_one_before_is_not_claimed() -> None:
    assert said("A mark is used for the\n\nBarn Guard and must never be sold.") == []
    assert said("A mark is used for guards.\n\nA Barn Guard must never be sold.")

"""What becomes of claims when their text changes; each test names the fault that it guards against."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.beliefs.reconcile import Believed, Verdict, dirty, reconcile


def claim(
    name: str, statement: str, paragraph: str, *, document: str = "d1", quote: str = "", slot: str | None = None, text: str = ""
) -> Believed:
    quoted = quote or statement
    return Believed(name, document, statement, "period", "proof", slot, None, (quoted,), (paragraph,), (text or paragraph,))


SIXTY = claim("c60", "Proof of loss is due within 60 days of our request.", "p60", slot="period: due within #")
NINETY = claim("c90", "Proof of loss is due within 90 days of our request.", "p90", slot="period: due within #")
OTHER = claim("co", "The deductible is one thousand dollars for every loss.", "po")


def told(verdicts: list[Verdict]) -> list[tuple[str, str | None, str | None]]:
    return [(one.event, one.before and one.before.claim_id, one.after and one.after.claim_id) for one in verdicts]


def present(*claims: Believed) -> frozenset[str]:
    return frozenset(paragraph for one in claims for paragraph in one.paragraphs)


def test_what_stands_untouched_gets_no_verdict() -> None:
    assert reconcile([SIXTY, OTHER], [SIXTY, OTHER], present(SIXTY, OTHER)) == []


def test_a_changed_value_is_a_revision_of_the_same_slot() -> None:
    assert told(reconcile([SIXTY, OTHER], [NINETY, OTHER], present(NINETY, OTHER))) == [("revised", "c60", "c90")]


def test_a_deleted_text_retracts_and_a_new_one_asserts() -> None:
    assert told(reconcile([SIXTY], [OTHER], present(OTHER))) == [("retracted", "c60", None), ("asserted", None, "co")]


def test_a_quote_whose_paragraph_changed_is_confirmed_with_its_context() -> None:
    after = replace(SIXTY, paragraphs=("p61",), texts=("p61",))
    [verdict] = reconcile([SIXTY], [after], present(after))
    assert (verdict.event, verdict.context) == ("confirmed", True)


def test_the_same_text_in_another_document_is_moved_and_not_retracted() -> None:
    after = replace(SIXTY, claim_id="moved", document_id="d2", paragraphs=("p2",))
    assert told(reconcile([SIXTY], [after], present(after))) == [("moved", "c60", "moved")]


def test_a_sentence_that_went_to_another_document_without_its_lead_is_revised_and_not_retracted() -> None:
    led = replace(SIXTY, quotes=(*SIXTY.quotes, "**Proof**"), slot="period: proof due within #")
    after = replace(SIXTY, claim_id="gone on", document_id="d2", paragraphs=("p2",))
    assert told(reconcile([led, OTHER], [after, OTHER], present(after, OTHER))) == [("revised", "c60", "gone on")]


def test_claims_follow_their_edition_to_another_file_though_the_next_one_says_the_same_in_theirs() -> None:
    """The old edition was kept under another name: rules that stayed became those of the new one, and the others moved."""
    quote = "Proof is due within 60 days."
    old = claim("old", f"Form (3): {quote}", "p1", quote=quote)
    kept = claim("kept", f"Form (3): {quote}", "p2", quote=quote, document="d2")
    new = claim("new", f"Form (4): {quote}", "p3", quote=quote)
    assert told(reconcile([old], [new, kept], present(new, kept))) == [("moved", "old", "kept"), ("asserted", None, "new")]


def test_a_value_that_takes_its_place_comes_before_a_sentence_in_another_document() -> None:
    led = replace(SIXTY, quotes=(*SIXTY.quotes, "**Proof**"))
    after = replace(SIXTY, claim_id="gone on", document_id="d2", paragraphs=("p2",))
    assert told(reconcile([led], [after, NINETY], present(after, NINETY))) == [("revised", "c60", "c90"), ("asserted", None, "gone on")]


def test_the_same_words_of_another_kind_in_another_document_are_another_claim() -> None:
    led = replace(SIXTY, quotes=(*SIXTY.quotes, "The following is forbidden:"), kind="prohibition")
    after = replace(SIXTY, claim_id="other", document_id="d2", paragraphs=("p2",), kind="permission")
    assert sorted(told(reconcile([led], [after], present(after)))) == sorted([("retracted", "c60", None), ("asserted", None, "other")])


def test_a_changed_heading_revises_what_it_names_though_the_quote_stands() -> None:
    after = replace(SIXTY, claim_id="renamed", statement="Sworn proof: " + SIXTY.statement)
    [verdict] = reconcile([SIXTY], [after], present(SIXTY))
    assert (verdict.event, verdict.context) == ("revised", True)


def test_a_sentence_whose_context_changed_is_revised_though_it_was_told_as_a_twin_that_is_gone() -> None:
    context = "An owner who has moved, or lives abroad, or was told of it late by somebody else, may ask us for more than that."
    alone = claim("c1", "Later still, it lapses.", "p1", quote="Later still, it lapses.")
    led = replace(
        claim("c2", f"{context} Later still, it lapses.", "p1"), quotes=("Later still, it lapses.", context), paragraphs=("p1", "p2")
    )
    for before, after in ((alone, led), (led, alone)):
        [verdict] = reconcile([before], [after], present(after))
        assert (verdict.event, verdict.reason) == ("revised", "its text changed")


def test_editing_one_twin_leaves_the_other_alone() -> None:
    first, second = SIXTY, replace(SIXTY, claim_id="twin", paragraphs=("p60b",))
    edited = replace(NINETY, paragraphs=("p90",))
    assert told(reconcile([first, second], [first, edited], present(first, edited))) == [("revised", "twin", "c90")]


def test_a_twin_that_stays_is_not_told_as_moved_and_the_other_one_not_as_stated_nowhere() -> None:
    """Its id changes with the number of its twins, and that is no event."""
    first, second = SIXTY, replace(SIXTY, claim_id="twin", paragraphs=("p60b",))
    alone = replace(SIXTY, paragraphs=("p60-alone",))
    [verdict] = reconcile([replace(first, texts=("t",)), replace(second, texts=("t",))], [replace(alone, texts=("t",))], present(alone))
    assert (verdict.event, verdict.before and verdict.before.claim_id) == ("retracted", "twin")
    assert verdict.reason == "one of the places that state it is gone"


def test_unrelated_claims_are_never_paired() -> None:
    assert told(reconcile([SIXTY], [OTHER], present(OTHER)))[0] == ("retracted", "c60", None)


NAMES = st.sampled_from(["a", "b", "c", "d"])
CLAIMS = st.lists(
    st.builds(
        lambda text, paragraph, document, slot: claim(
            f"c-{text}-{document}", f"The limit is {text}.", f"{document}-{paragraph}", document=document, slot=slot, text=paragraph
        ),
        NAMES,
        NAMES,
        st.sampled_from(["d1", "d2"]),
        st.sampled_from([None, "limit: #"]),
    ),
    unique_by=lambda one: one.claim_id,
    max_size=8,
)


@given(CLAIMS, CLAIMS, st.booleans())
def test_every_dirty_claim_and_every_new_one_has_exactly_one_verdict(
    before: list[Believed], after: list[Believed], all_present: bool
) -> None:
    current = present(*after, *(before if all_present else []))
    verdicts = reconcile(before, after, current)
    old, new = {one.claim_id: one for one in before}, {one.claim_id: one for one in after}
    touched = sorted(one.before.claim_id for one in verdicts if one.before)
    assert touched == sorted(name for name in old if name not in new or dirty(old[name], current))
    made = sorted(one.after.claim_id for one in verdicts if one.after and one.after.claim_id not in old)
    assert made == sorted(new.keys() - old.keys())


@given(CLAIMS, CLAIMS, st.randoms(use_true_random=False))
def test_the_order_of_claims_does_not_matter(before: list[Believed], after: list[Believed], order: object) -> None:
    current = present(*after)
    expected = reconcile(before, after, current)
    order.shuffle(before)  # type: ignore[attr-defined]
    order.shuffle(after)  # type: ignore[attr-defined]
    assert reconcile(before, after, current) == expected


@pytest.mark.parametrize("quotes", [(), ("p1",), ("p1", "p2")])
def test_a_claim_is_dirty_when_one_of_its_paragraphs_is_gone(quotes: tuple[str, ...]) -> None:
    one = replace(SIXTY, paragraphs=(*quotes, "p9"))
    assert dirty(one, frozenset(quotes))
    assert not dirty(one, frozenset((*quotes, "p9")))

"""File names of pages."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from lineproof.wiki.slug import slug, slugs


@settings(deadline=None)
@given(st.text())
def test_a_slug_is_a_safe_name(title: str) -> None:
    assert re.fullmatch(r"[a-z0-9](?:[a-z0-9-]{0,63}[a-z0-9])?", slug(title))


def test_letters_are_folded() -> None:
    assert slug("Bürgerliches Gesetzbuch: Straße") == "burgerliches-gesetzbuch-strasse"
    assert slug("HV 30 01") == "hv-30-01"


def test_names_that_systems_reserve_are_not_used() -> None:
    assert slug("CON") == "con-page"
    assert slug("Index") == "index-page"
    assert slug("lpt1") == "lpt1-page"


def test_a_title_without_letters_still_has_a_name() -> None:
    assert slug("保険") != slug("契約")


def test_clashes_are_parted_without_regard_to_order() -> None:
    forwards = slugs({"a": "Proof of Loss", "b": "Proof of loss", "c": "Appraisal"})
    backwards = slugs({"c": "Appraisal", "b": "Proof of loss", "a": "Proof of Loss"})
    assert forwards == backwards
    assert len(set(forwards.values())) == 3
    assert forwards["c"] == "appraisal"

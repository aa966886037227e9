"""For whom something holds."""

import pytest

from lineproof.beliefs.standing.model import Library, Link, Source
from lineproof.beliefs.standing.scope import Scope, Scopes

EVERYWHERE = Scope()
TEXAS, BOTH = Scope(frozenset({"texas"})), Scope(frozenset({"texas", "ohio"}))
RIDER, OTHER = Scope(attachment="ho 1"), Scope(attachment="ho 2")


@pytest.mark.parametrize(
    ("one", "other", "reaches"),
    [
        (EVERYWHERE, TEXAS, True), (TEXAS, EVERYWHERE, False), (TEXAS, TEXAS, True), (BOTH, TEXAS, True), (TEXAS, BOTH, False),
        (EVERYWHERE, RIDER, True), (RIDER, EVERYWHERE, False), (RIDER, OTHER, False), (RIDER, RIDER, True),
        (TEXAS, Scope(frozenset({"texas"}), "ho 1"), True),
    ],
)  # fmt: skip
def test_reach(one: Scope, other: Scope, reaches: bool) -> None:
    assert one.reaches(other) is reaches


def scope(title: str = "Rules", *opening: str, links: tuple[Link, ...] = (), identifier: str | None = "HO 1") -> Scope:
    sources = {
        "d1": Source("d1", "d1.md", title, identifier, opening=opening),
        "d2": Source("d2", "d2.md", "Ohio Changes", opening=("state: Ohio",)),
    }
    return Scopes(Library(sources, {}, links)).document("d1")


@pytest.mark.parametrize(
    ("title", "opening", "places"),
    [
        ("Rules", ("state: Texas",), {"texas"}),
        ("Rules", ("states: Texas, New Mexico and Ohio",), {"texas", "new mexico", "ohio"}),
        ("Rules", ("These rules apply in the State of Texas.",), {"texas"}),
        ("Rules", ("state: active",), set()),
        ("Rules", ("state: Draft",), set()),
        ("Ohio Deadlines", (), {"ohio"}),
        ("Rules", ("This bulletin applies to Ohio policies.",), {"ohio"}),
        ("Rules", ("Our office moved from Ohio last year.",), set()),
        ("Texas Amendatory Endorsement", (), {"texas"}),
        ("Rules", ("state: TX",), {"tx"}),
        ("Rules", ("jurisdiction: CW",), set()),
    ],
)
def test_places(title: str, opening: tuple[str, ...], places: set[str]) -> None:
    assert scope(title, *opening).places == places


def test_what_is_attached_holds_only_there() -> None:
    link = Link("attaches_to", "d1", "d2", "d2")
    assert scope(links=(link,)).attachment == "ho 1"
    assert scope("Water Back-Up Endorsement").attachment == "ho 1"
    assert scope("Water Back-Up Endorsement", identifier=None).attachment == "d1"
    assert scope("How to Read an Endorsement Schedule").attachment is None
    assert scope("Replacement Cost", "THIS ENDORSEMENT CHANGES THE POLICY.").attachment == "ho 1"


def test_the_code_of_a_state_is_no_word() -> None:
    sources = {"d1": Source("d1", "d1.md", "Rules"), "d2": Source("d2", "d2.md", "Changes", opening=("state: IN",))}
    assert Scopes(Library(sources, {}, ())).passage("d1", ["In most cases the period is 30 days."]).places == set()


def test_a_passage_is_narrowed_to_the_places_that_it_names() -> None:
    sources = {"d1": Source("d1", "d1.md", "Rules"), "d2": Source("d2", "d2.md", "Changes", opening=("state: Ohio",))}
    scopes = Scopes(Library(sources, {}, ()))
    assert scopes.passage("d1", ["In Ohio the period is 30 days."]).places == {"ohio"}
    assert scopes.passage("d1", ["The period is 30 days."]).places == set()
    assert scopes.passage("d2", ["Unlike in Texas, the period is 30 days."]).places == {"ohio"}

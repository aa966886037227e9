"""Effects: sentences that repeal a document or a section, or say since when their own holds; and what only speaks of such things."""

import datetime

import pytest

from lineproof.evidence.extract import tools
from lineproof.evidence.mentions.references import Mention, Surroundings

PLAIN = '{"grammar": {}, "language": null}'


def repealed(code: str, text: str) -> list[Mention]:
    kit = tools(code, PLAIN)
    return kit.effects.repealed(text, kit.references.mentions(text, 0, Surroundings({})))


@pytest.mark.parametrize(
    ("code", "text", "keys", "since"),
    [
        ("en", "BE 1 is repealed with effect from 1 May 2015.", ["be 1"], "2015-05-01"),
        ("en", "With effect from 1 May 2015, BE 1 is repealed.", ["be 1"], "2015-05-01"),
        ("en", "This order repeals GA 1.", ["ga 1"], None),
        ("en", "RFC 1, RFC 2 and RFC 3 are hereby revoked with immediate effect.", ["rfc 1", "rfc 2", "rfc 3"], None),
        ("en", "Section 3 of BE 1 ceases to have effect on 1 May 2015.", ["be 1"], "2015-05-01"),
        ("en", "This memo withdraws BE 1 at the end of June 2020.", ["be 1"], "2020-07-01"),
        ("en", "BE 1 no longer applies.", ["be 1"], None),
        ("en", "The Beta Rule is repealed.", ["beta rule"], None),
        ("de", "Die DE 1 wird aufgehoben.", ["de 1"], None),
        ("de", "Gleichzeitig tritt die EP 1 außer Kraft.", ["ep 1"], None),
        ("de", "Die EP 1 tritt mit Ablauf des 30. Juni 2021 außer Kraft.", ["ep 1"], "2021-07-01"),
        ("de", "Mit Wirkung vom 1. Mai 2015 wird die DE 1 aufgehoben.", ["de 1"], "2015-05-01"),
        ("de", "Diese Verordnung hebt die DE 1 auf.", ["de 1"], None),
        ("de", "Die Dienstanweisung Nr. 5 wird aufgehoben.", ["dienstanweisung nr 5"], None),
        ("de", "Dies regelt u. a. Nr. 4. Die DE 1 wird aufgehoben; die EP 1 wird aufgehoben.", ["de 1", "ep 1"], None),
        ("en", "It went to Dr. Bo. The Access Policy No. 12 is repealed.", ["access policy no 12"], None),
        (
            "de",
            "Die Parkordnung vom 3. Februar 2018 tritt am 30. Juni 2022 außer Kraft.",
            ["parkordnung vom 3 februar 2018"],
            "2022-06-30",
        ),
    ],
)
def test_a_sentence_that_says_nothing_else_repeals(code: str, text: str, keys: list[str], since: str | None) -> None:
    found = repealed(code, text)
    assert [mention.names[0] for mention in found] == keys
    assert {mention.relation for mention in found} == {"supersedes"}
    assert {mention.since for mention in found} == {since and datetime.date.fromisoformat(since)}


@pytest.mark.parametrize(("code", "text"), [("en", "Section 3 is repealed as of 2021-06-30."), ("de", "§ 3 wird aufgehoben.")])
def test_a_bare_section_may_be_one_of_the_same_document(code: str, text: str) -> None:
    (found,) = repealed(code, text)
    assert (found.partial, found.nature, found.names) == (True, "repealed", ())


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "BE 1 is not repealed."),
        ("en", "Is BE 1 repealed?"),
        ("en", "BE 1 is repealed?"),
        ("en", "If BE 1 is repealed, BE 2 applies."),
        ("en", "BE 1 will be repealed on 1 May 2035."),
        ("en", "BE 1 may be repealed."),
        ("en", "The Board said that BE 1 is repealed."),
        ("en", "BE 1 is repealed in part."),
        ("en", "BE 1 is repealed except for Section 3."),
        ("en", "Tickets are withdrawn."),
        ("en", "Section 3 no longer applies."),
        ("de", "Die DE 1 wird nicht aufgehoben."),
        ("de", "Die DE 1 soll aufgehoben werden."),
        ("de", "Wird die DE 1 aufgehoben?"),
        ("de", "Wenn die DE 1 aufgehoben wird, gilt die DE 2."),
        ("de", "Absatz 2 wird aufgehoben."),
    ],
)
def test_what_denies_asks_plans_cites_or_excepts_repeals_nothing(code: str, text: str) -> None:
    assert repealed(code, text) == []


@pytest.mark.parametrize(
    ("code", "text", "day"),
    [
        ("en", "This order takes effect on 1 May 2015.", "2015-05-01"),
        ("en", "This policy comes into force on 2015-05-01 and replaces BE 1.", "2015-05-01"),
        ("de", "Diese Ordnung tritt am 1. Juli 2022 in Kraft. Die alte gilt nicht mehr.", "2022-07-01"),
        ("en", "This section takes effect on 1 May 2015.", None),
        ("en", "The rule took effect on 1 May 2015.", None),
        ("de", "Dieses Gesetz tritt am Tag nach der Verkündung in Kraft.", None),
    ],
)
def test_a_document_says_since_when_it_applies(code: str, text: str, day: str | None) -> None:
    assert tools(code, PLAIN).effects.entry(text) == (day and datetime.date.fromisoformat(day))

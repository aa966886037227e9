"""What a statement of one clause of a law needs from the others: it is quoted with it, or the statement is left out."""

from dataclasses import replace

import pytest

from lineproof.beliefs.gate import judge
from lineproof.beliefs.model import ACCEPTED, Candidate, Surroundings
from lineproof.beliefs.propose import propose
from tests.lineproof.beliefs.reading import document_of

RULE = "(1) Eigner müssen einen Schaden binnen 20 Tagen melden."


def proposed(*paragraphs: str, heading: str = "§ 1 Hütten") -> list[Candidate]:
    text = "\n\n".join(("# Musterordnung", f"## {heading}", *paragraphs))
    return propose(replace(document_of(f"{text}\n", "mo.md", "Musterordnung", "de"), identifier="MO"))


def said(*paragraphs: str, holding: str) -> list[str]:
    """The statements of which the principal quote holds some words, without their place."""
    return [found.statement.partition(": ")[2] for found in proposed(*paragraphs) if holding in found.quotes[0].text]


def test_a_noun_that_an_earlier_clause_introduces_is_quoted_with_its_sentence() -> None:
    first = "(1) Der Bote erhält auf Antrag eine Zulage. Die Höhe setzt der Rat fest."
    second = "(2) Die Zulage ist binnen 30 Tagen zu zahlen."
    assert said(first, second, holding="30 Tagen") == [
        "(1) Der Bote erhält auf Antrag eine Zulage. (2) Die Zulage ist binnen 30 Tagen zu zahlen."
    ]


def test_what_is_introduced_is_a_quote_and_changes_no_slot() -> None:
    first, second = "(1) Der Bote erhält auf Antrag eine Zulage.", "(2) Die Zulage ist binnen 30 Tagen zu zahlen."
    found, alone = (next(one for one in proposed(*texts) if one.value == "30") for texts in ((first, second), (second,)))
    assert [quote.text for quote in found.quotes] == [second, first]
    assert found.slot == alone.slot
    around = Surroundings("§ 1 Hütten", "Musterordnung", ("MO",), "de")
    assert judge(found.statement, [quote.text for quote in found.quotes], around).verdict == ACCEPTED


@pytest.mark.parametrize(
    "second",
    [
        "(2) Die Hütten sind binnen 30 Tagen zu räumen.",
        "(2) Die Zulage eines Boten ist binnen 30 Tagen zu zahlen.",
        "(2) Eine Zulage ist binnen 30 Tagen zu zahlen.",
        "(2) Der Gläubiger muss eine Zulage binnen 30 Tagen zahlen.",
    ],
)
def test_what_the_place_or_the_sentence_itself_explains_is_not_introduced(second: str) -> None:
    first = "(1) Der Bote und der Gläubiger der Hütten erhalten auf Antrag eine Zulage."
    assert said(first, second, holding="30 Tagen") == [second.removeprefix("(2) ")]


def test_a_noun_of_an_earlier_sentence_of_the_clause_is_introduced_before_a_list() -> None:
    clause = ("(1) Der Beitritt wird durch einen Schriftsatz erklärt. Der Schriftsatz muss enthalten:", "1. den Namen,", "2. den Grund.")
    whole = "Der Schriftsatz muss enthalten: 1. den Namen, 2. den Grund."
    assert said(*clause, holding="Schriftsatz muss") == [f"(1) Der Beitritt wird durch einen Schriftsatz erklärt. {whole}"]


def test_a_cited_clause_is_quoted() -> None:
    first, second = "(1) Der Rat kann Boten versetzen und Hütten räumen.", "(2) Maßnahmen nach Absatz 1 können jederzeit aufgehoben werden."
    assert said(first, second, holding="Maßnahmen") == [f"{first} {second}"]


def test_a_sentence_that_cites_a_clause_which_cannot_be_quoted_is_left_out() -> None:
    cited = "Maßnahmen nach Absatz 4 können jederzeit aufgehoben werden."
    assert said(RULE, f"(2) {cited}", holding="Maßnahmen") == []
    long = f"(4) Der Rat kann {', '.join(f'die Hütte Nummer {n} des Hofes räumen' for n in range(1, 40))} und Boten versetzen."
    assert said(RULE, f"(2) {cited}", long, holding="Maßnahmen") == []


@pytest.mark.parametrize(
    "withdrawing",
    [
        "(2) Absatz 1 gilt nicht für leere Hütten.",
        "(2) Absatz 1 Satz 1 ist nicht auf leere Hütten anzuwenden.",
        "(2) Abweichend von Absatz 1 müssen Boten einen Schaden sofort melden.",
    ],
)
def test_a_clause_that_takes_back_another_is_quoted_behind_it(withdrawing: str) -> None:
    assert said(RULE, withdrawing, holding="20 Tagen") == [f"{RULE} {withdrawing}"]


def test_a_range_of_clauses_is_taken_back() -> None:
    second, third = "(2) Jeder Bote muss die Meldung binnen drei Tagen zustellen.", "(3) Die Absätze 1 bis 2 gelten nicht für leere Hütten."
    assert said(RULE, second, third, holding="20 Tagen") == [f"{RULE} {third}"]


def test_a_dispensation_in_the_next_clause_is_quoted() -> None:
    first = "(1) Die Räumung bedarf der Einwilligung des Rates."
    assert said(first, "(2) Der Einwilligung bedarf es nicht, wenn die Hütte leer steht.", holding="Räumung") == [
        f"{first} (2) Der Einwilligung bedarf es nicht, wenn die Hütte leer steht."
    ]


@pytest.mark.parametrize(
    "limiting",
    [
        "Die Meldung ist nicht erforderlich, wenn die Hütte leer steht.",
        "Boten müssen den Schaden jedoch sofort melden.",
        "Ein Schaden ist nur zu melden, wenn er 50 Euro übersteigt.",
        "Diese Verpflichtung besteht nicht, wenn die Hütte leer steht.",
        "Dies setzt voraus, dass die Hütte bewohnt ist.",
        "Diese Vorschriften gelten nicht für Boten.",
        "Diese Regelung steht einer Abrede nicht entgegen.",
        "Abweichend von Satz 1 melden Boten den Schaden sofort.",
    ],
)
def test_the_next_sentence_is_quoted_where_it_sets_limits(limiting: str) -> None:
    rule = RULE.removeprefix("(1) ")
    assert said(f"{RULE} {limiting}", holding="20 Tagen")[0] == f"{rule} {limiting}"


@pytest.mark.parametrize("further", ["Dies gilt auch für Boten, die nicht wohnen.", "Der Rat führt darüber ein Buch."])
def test_the_next_sentence_is_not_quoted_where_it_only_adds(further: str) -> None:
    assert said(f"{RULE} {further}", holding="20 Tagen")[0] == RULE.removeprefix("(1) ")


def test_what_takes_back_an_exception_is_quoted_too() -> None:
    exception, further = "(2) Absatz 1 gilt nicht für leere Hütten.", "Dies gilt nicht, wenn die Hütte brennt."
    assert said(RULE, f"{exception} {further}", holding="20 Tagen") == [f"{RULE} {exception} {further}"]


def test_what_affirms_a_denial_is_quoted() -> None:
    denial = "Der Rat ist nicht zum Ersatz verpflichtet, wenn der Schaden nach 20 Tagen gemeldet wird."
    affirming = "Der Rat ist zum Ersatz verpflichtet, wenn der Bote gestürzt ist."
    assert said(f"(1) {denial} {affirming}", holding="20 Tagen")[0] == f"{denial} {affirming}"


def test_what_stands_behind_a_list_takes_it_back() -> None:
    clause = (
        "(1) Ein Eigner muss binnen 20 Tagen melden",
        "1. einen Schaden und",
        "2. einen Verlust.",
        "Satz 1 gilt nicht für leere Hütten.",
    )
    assert said(*clause, holding="20 Tagen") == [
        "Ein Eigner muss binnen 20 Tagen melden 1. einen Schaden und 2. einen Verlust. Satz 1 gilt nicht für leere Hütten."
    ]


def test_a_list_that_goes_on_behind_whole_sentences_is_left_out() -> None:
    clause = ("(1) Als Auslagen werden erhoben:", "1. 20 Euro je Bote.", "Für Hütten werden 30 Euro erhoben.", "2. 40 Euro je Karren.")
    assert proposed(*clause) == []


def test_no_clause_is_named_after_another_section() -> None:
    found = proposed("Es sind 20 Euro je Bote zu zahlen.", "## § 2 Versicherung „wen es angeht“", "Ein Bote muss 30 Euro zahlen.")
    assert [one.statement.partition(", MO")[0] for one in found if one.value == "30"] == ["§ 2 Versicherung „wen es angeht“"]

"""What a statement of one clause of a law needs from the others: it is quoted with it, or the statement is left out."""

from dataclasses import replace

import pytest

from lineproof.beliefs.believe import surroundings
from lineproof.beliefs.gate import judge
from lineproof.beliefs.model import ACCEPTED, Candidate, Surroundings
from lineproof.beliefs.propose import propose
from tests.lineproof.beliefs.reading import document_of

RULE = "(1) Eigner müssen einen Schaden binnen 20 Tagen melden."


def proposed(*paragraphs: str, heading: str = "§ 1 Hütten") -> list[Candidate]:
    text = "\n\n".join(("# Musterordnung", f"## {heading}", *paragraphs))
    return propose(replace(document_of(f"{text}\n", "mo.md", "Musterordnung", "de"), identifier="MO"))


def said(*paragraphs: str, holding: str, heading: str = "§ 1 Hütten") -> list[str]:
    """The statements of which the principal quote holds some words, without their place."""
    return [found.statement.partition(": ")[2] for found in proposed(*paragraphs, heading=heading) if holding in found.quotes[0].text]


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


@pytest.mark.parametrize(
    "limiting",
    [
        "(2) Die Vorschriften des Absatzes 1 gelten nicht für leere Hütten.",
        "(2) Auf leere Hütten finden diese Vorschriften keine Anwendung.",
        "(2) Boten werden nicht nach Absatz 1 belangt.",
        "(2) Schäden im Sinne des Absatzes 1 sind nur solche, die ein Bote gesehen hat.",
        "(2) Die Frist nach Absatz 1 beträgt für Boten drei Tage.",
        "(2) Eine Meldung, die ein Fremder schreibt, ist unstatthaft.",
    ],
)
def test_another_clause_that_sets_limits_is_quoted(limiting: str) -> None:
    assert said(RULE, limiting, holding="20 Tagen") == [f"{RULE} {limiting}"]


@pytest.mark.parametrize(
    "further",
    [
        "(2) Im Falle des Absatzes 1 führt der Rat ein Buch.",
        "(2) Eine Feier am Brunnen ist ausgeschlossen.",
        "(2) Der Rat ist unzulässig besetzt.",
    ],
)
def test_another_clause_that_sets_no_limits_is_not_quoted(further: str) -> None:
    assert said(RULE, further, holding="20 Tagen") == [RULE.removeprefix("(1) ")]


@pytest.mark.parametrize("thing", ["Die Zulage", "Der Anspruch auf Zulage"])
def test_what_excludes_a_thing_is_quoted_with_the_clauses_that_name_it(thing: str) -> None:
    rule, further = "(1) Ein Bote muss binnen 20 Tagen eine Zulage erhalten.", "(2) Ein Karren muss 30 Euro kosten."
    excluding = f"(3) {thing} ist ausgeschlossen, wenn der Bote schläft."
    assert said(rule, further, excluding, holding="20 Tagen") == [f"{rule} {excluding}"]
    assert said(rule, further, excluding, holding="30 Euro") == ["Ein Karren muss 30 Euro kosten."]


def test_what_excludes_a_thing_of_the_heading_is_quoted_with_the_first_clause() -> None:
    excluding = "(2) Das Rastrecht besteht nicht in leeren Hütten."
    document = proposed("(1) Ein Bote darf 20 Tage rasten.", excluding, heading="§ 1 Rastrecht der Boten")
    assert [one.statement.partition(": ")[2] for one in document if one.value == "20"] == [f"(1) Ein Bote darf 20 Tage rasten. {excluding}"]


@pytest.mark.parametrize(
    "narrowing",
    [
        "Eine Meldung bedarf nicht der Schrift, soweit der Bote anwesend ist.",
        "Die Gebühr beträgt mindestens 5 Euro.",
        "Risse gelten nicht als Schaden.",
        "Für Altbauten ist die alte Ordnung weiterhin anzuwenden.",
    ],
)
def test_a_later_sentence_of_the_clause_that_narrows_all_before_it_is_quoted(narrowing: str) -> None:
    rule, between = RULE.removeprefix("(1) "), "Der Rat führt darüber ein Buch."
    assert said(f"{RULE} {between} {narrowing}", holding="20 Tagen")[0] == f"{rule} {narrowing}"


def test_the_nearest_clause_that_introduces_a_noun_is_quoted() -> None:
    first, second = "(1) Jeder Bote führt eine Liste.", "(2) Der Rat kann eine Liste verlangen."
    third = "(3) Die Liste ist binnen 30 Tagen zu schreiben."
    assert said(first, second, third, holding="30 Tagen") == [f"{second} {third}"]


def test_what_a_quoted_clause_takes_for_known_is_quoted_too() -> None:
    first, second = "(1) Jeder Bote erhält eine Zulage.", "(2) Die Zulage wird durch einen Aushang festgesetzt."
    third = "(3) Der Aushang ist binnen 30 Tagen zu entfernen."
    assert said(first, second, third, holding="30 Tagen") == [f"{first} {second} {third}"]


def test_what_takes_back_a_quoted_clause_is_quoted_with_it() -> None:
    first = "(1) Der Rat kann Boten versetzen. Satz 1 gilt nicht für alte Boten."
    second = "(2) Maßnahmen nach Absatz 1 Satz 1 können jederzeit aufgehoben werden."
    assert said(first, second, holding="Maßnahmen") == [f"{first} {second}"]


def test_a_noun_is_read_whole_wherever_it_stands() -> None:
    rule = f"(2) Ein Bote muss {'sehr ' * 15}bald und leise dem Eierhändler binnen 30 Tagen antworten."
    assert said("(1) Jede Hütte hat ein Ei.", rule, holding="30 Tagen") == [rule.removeprefix("(2) ")]


@pytest.mark.parametrize("opening", ["Beschränkungen sind", "Ausnahmen sind"])
def test_a_clause_of_an_untitled_article_names_what_it_is_of(opening: str) -> None:
    rest = "nur auf Grund eines Beschlusses binnen 30 Tagen zulässig."
    first = "(1) Das Wegerecht ist unverletzlich."
    assert said(first, f"(2) {opening} {rest}", holding="30 Tagen", heading="Art 7") == []
    named = f"{opening.split()[0]} des Wegerechts sind {rest}"
    assert len(said(first, f"(2) {named}", holding="30 Tagen", heading="Art 7")) == 1


def test_what_was_named_elsewhere_is_not_claimed() -> None:
    assert said("(1) Der Rat hat die bezeichneten Hütten binnen 30 Tagen zu räumen.", holding="30 Tagen") == []
    assert len(said("(1) Der Rat hat die in § 4 bezeichneten Hütten binnen 30 Tagen zu räumen.", holding="30 Tagen")) == 1


@pytest.mark.parametrize(
    ("sentence", "values"),
    [
        ("Nach dem 4. Juni 2018 sind Hütten nach dem Gesetz zur Räumung von Hütten vom 3. Mai 2017 zu räumen.", ["2018-06-04"]),
        ("Hütten sind nach der Räumungsordnung vom 3. Mai 2017 (BGBl. I S. 24) zu räumen.", ["None"]),
        ("Hütten sind in der Woche vom 16. bis 22. Mai 2019 zu räumen.", ["None"]),
        ("Karren dürfen auf dem Hof höchstens 6 Kilometer je Stunde fahren.", ["None"]),
        ("Karren dürfen auf dem Hof höchstens 6 Kilometer fahren.", ["6"]),
    ],
)
def test_dates_of_acts_ends_of_ranges_and_speeds_are_no_values(sentence: str, values: list[str]) -> None:
    assert [str(one.value) for one in proposed(sentence)] == values


def test_a_section_is_named_with_the_part_before_it_of_the_same_depth() -> None:
    text = "# Musterordnung\n\n## Titel 1 - Boten\n\n### Kapitel 3 - Karren\n\n### § 4 Rast\n\nEin Bote muss 20 Tage rasten.\n"
    document = replace(document_of(text, "mo.md", "Musterordnung", "de"), identifier="MO")
    found = propose(document)[0]
    assert found.statement.startswith("§ 4 Rast (Kapitel 3 Karren), MO")
    assert [quote.text for quote in found.quotes] == ["Ein Bote muss 20 Tage rasten.", "Kapitel 3 - Karren"]
    assert judge(found.statement, [quote.text for quote in found.quotes], surroundings(document, found)).verdict == ACCEPTED


def test_a_later_sentence_of_another_clause_is_quoted_behind_the_number_of_that_clause() -> None:
    found = said(RULE, "(2) Boten müssen Briefe tragen. Absatz 1 gilt nicht für leere Hütten.", holding="20 Tagen")
    assert found == [f"{RULE} (2) Absatz 1 gilt nicht für leere Hütten."]


@pytest.mark.parametrize(
    "changing",
    [
        "Die Satzung kann eine längere Frist setzen.",
        "Der Rat kann in begründeten Fällen auf Antrag des Boten eine abweichende Frist setzen.",
        "An die Stelle des Eigners tritt bei leeren Hütten der Bote.",
        "Bei leeren Hütten verlängert sich die Frist um 5 Tage.",
        "Die Pflicht erlischt, sobald die Hütte verkauft ist.",
        "Steht die Hütte leer, so genügt eine Meldung im Herbst.",
        "§ 7 Abs. 2 gilt entsprechend.",
    ],
)
def test_the_next_sentence_is_quoted_where_it_changes_the_rule(changing: str) -> None:
    assert said(f"{RULE} {changing}", holding="20 Tagen")[0] == f"{RULE.removeprefix('(1) ')} {changing}"


def test_what_is_allowed_for_some_is_quoted_with_what_is_forbidden() -> None:
    forbidding = "Ein Bote darf Briefe nicht länger als 20 Tage verwahren."
    allowing = "Ist der Eigner verreist, so ist eine längere Verwahrung der Briefe zulässig."
    assert said(f"(1) {forbidding} {allowing}", holding="20 Tage")[0] == f"{forbidding} {allowing}"
    assert said(f"(1) {forbidding} Ein Feuer ist zulässig.", holding="20 Tage")[0] == forbidding


def test_another_value_is_quoted_behind_a_list_of_values() -> None:
    values = ("(1) Die Räumfrist beträgt:", "1. zwei Tage für Hütten,", "2. 40 Tage für Höfe.")
    further = "Die Räumfrist beträgt zehn Wochen, soweit ein Hof bewohnt ist."
    assert said(*values, further, holding="40 Tage") == [f"Die Räumfrist beträgt: {values[1]} {values[2]} {further}"]


def test_a_later_restriction_of_the_same_thing_is_quoted() -> None:
    rule, between = "Ein Bote kann binnen 20 Tagen eine Räumung verlangen.", "Der Rat führt darüber ein Buch."
    restriction = "Ist ein Hof bewohnt, so ist die Räumung nur zulässig, wenn der Rat sie billigt."
    assert said(f"(1) {rule} {between} {restriction}", holding="20 Tagen")[0] == f"{rule} {restriction}"
    other = "Ein Feuer ist nur zulässig, wenn der Rat es billigt."
    assert said(f"(1) {rule} {between} {other}", holding="20 Tagen")[0] == rule


@pytest.mark.parametrize(
    "limiting",
    [
        "(2) Die Pflicht tritt nicht ein, wenn der Bote schläft.",
        "(2) Die Meldung kann durch einen Aushang ersetzt werden.",
        "(2) Meldet ein Eigner einen Schaden an Karren, so ist er zum Ersatz nur dann verpflichtet, wenn der Rat die Meldung billigt.",
        "(2) Im Übrigen können die Parteien etwas anderes vereinbaren.",
    ],
)
def test_a_limit_in_another_clause_is_quoted(limiting: str) -> None:
    rule = "(1) Ein Eigner muss einen Schaden binnen 20 Tagen durch eine Meldung anzeigen und Ersatz leisten."
    assert said(rule, limiting, holding="20 Tagen") == [f"{rule} {limiting}"]


def test_a_sentence_that_a_limit_cites_is_quoted_with_it() -> None:
    limit, cited = "Dies gilt nicht für Hütten, die nach Satz 3 geräumt sind.", "Der Rat räumt Hütten durch Beschluss."
    assert said(f"{RULE} {limit} {cited}", holding="20 Tagen")[0] == f"{RULE.removeprefix('(1) ')} {limit} {cited}"


def of(text: str, holding: str) -> Candidate | None:
    """The candidate of a law whose principal quote holds some words."""
    document = replace(document_of(text, "mo.md", "Musterordnung", "de"), identifier="MO")
    found = next((one for one in propose(document) if holding in one.quotes[0].text), None)
    around = surroundings(document, found) if found else None
    assert not (found and around) or judge(found.statement, [quote.text for quote in found.quotes], around).verdict == ACCEPTED
    return found


def test_sections_that_are_numbered_anew_are_named_with_their_article() -> None:
    text = "# Musterordnung\n\n## Teil 1 - Boten\n\n### Art 4 Rast\n\n### § 2 Dauer\n\nEin Bote muss 20 Tage rasten.\n\n"
    found = of(f"{text}## Teil 2 - Karren\n\n### § 3 Last\n\nEin Karren muss 30 Euro kosten.\n", "20 Tage")
    other = of(f"{text}## Teil 2 - Karren\n\n### § 3 Last\n\nEin Karren muss 30 Euro kosten.\n", "30 Euro")
    assert found is not None
    assert found.statement.startswith("Art 4 § 2 Dauer (Art 4 Rast), MO")
    assert "Art 4 Rast" in [quote.text for quote in found.quotes]
    assert other is not None
    assert other.statement.startswith("§ 3 Last (Teil 2 Karren), MO")


def test_a_template_in_an_annex_is_no_law() -> None:
    text = "# Musterordnung\n\n## § 1 Rast\n\nEin Bote muss 20 Tage rasten.\n\n## Anlage 1\n\n## § 1\n\nDer Verein muss 30 Euro spenden.\n"
    assert of(text, "20 Tage") is not None
    assert of(text, "30 Euro") is None


def test_a_heading_that_restricts_all_below_it_names_the_place() -> None:
    text = "# Musterordnung\n\n## Abschnitt 7 - Räumung nach der Verordnung (EU) Nr. 12/2012\n\n### Titel 2 - Räumung fremder Hütten\n\n"
    found = of(f"{text}#### § 4 Rast\n\nEin Bote muss 20 Tage rasten.\n", "20 Tage")
    assert found is not None
    assert found.statement.startswith("§ 4 Rast (Abschnitt 7 Räumung nach der Verordnung (EU) Nr. 12/2012), MO")


@pytest.mark.parametrize(("unit", "named"), [("Titels", True), ("Kapitels", False)])
def test_a_part_that_the_place_does_not_name_is_not_spoken_of(unit: str, named: bool) -> None:
    text = "# Musterordnung\n\n## Kapitel 1 - Höfe\n\n### Titel 2 - Hütten\n\n#### § 4 Rast\n\n"
    rule = f"Ein Bote muss 20 Tage rasten. Im Hof muss er nach den Vorschriften dieses {unit} 30 Tage rasten."
    assert (of(f"{text}{rule}\n", "30 Tage") is not None) == named


@pytest.mark.parametrize(
    "leaning", ["Ein Karren muss darüber hinaus 30 Euro kosten.", "Im Winter gilt das Gleiche wie im Falle des § 9 binnen 30 Tagen."]
)
def test_what_leans_on_nothing_that_is_said_is_left_out(leaning: str) -> None:
    assert said(RULE, f"(2) {leaning}", holding="30") == []

"""Which sentences can be quoted alone, which with the sentence before, and which say nothing to believe."""

from dataclasses import replace

import pytest

from lineproof.beliefs.propose.independence import read, tells_what_it_is
from lineproof.beliefs.propose.places import Place
from lineproof.beliefs.propose.words import load
from lineproof.evidence.names import stem

NOWHERE = Place("Blue Policy", "Blue Policy", frozenset({"deduct"}), False, "en")
CLAUSE = Place("§ 1 Fristen, MO", "MO § 1 Fristen", frozenset({"frist"}), False, "de")


@pytest.mark.parametrize(
    "sentence",
    [
        "You must send us a proof of loss within 90 days.",
        "This policy attaches to HV 30 01.",
        "If a valve is installed, it must be serviced.",
        "It is REQUIRED that clients wait.",
        "There are three steps to mail transactions.",
        "The deductible is two percent.",
        "Each notice of loss is acknowledged within 15 days.",
        "The part above $1,000 is paid.",
        "The following is added to S.1: While it rains, we pay.",
        "Items in the schedule need the approval of their owner.",
        "S.4 is deleted and replaced by the following: We need notice of 60 days.",
        "Each of us names an appraiser within 20 days.",
        "Wiring older than 45 years calls for an inspection.",
        "As before, the limit for frozen food is $250.",
        "The figure for frozen food rises from $250 to $300.",
        "A hut has two doors, as shown in Figure 3.",
        "Two huts are considered equal if their roofs are equal.",
        "Two instructions, `ENTER` and `LEAVE`, open a door.",
        "Huts are inspected each year, those of farms every ten years.",
        "The report goes to those who asked for a hut.",
    ],
)
def test_stands_alone(sentence: str) -> None:
    reading = read(sentence, 0, len(sentence), NOWHERE, load("en"))
    assert reading is not None
    assert not reading.leaning


@pytest.mark.parametrize(
    "sentence",
    [
        "It need not be sworn.",
        "If it is not, we pay the cost of repair.",
        "You may buy it down to three percent.",
        "Each names an appraiser within 20 days.",
        "In that case the limit is 5 days.",
        "The value MUST be zero.",
        "This extension is given once.",
        "Such a request is refused.",
        "If the client is known, they MUST be told.",
        "Otherwise, the server MUST stop.",
        "One is enough if the roof is new.",
        "One reason is that claims are paid late.",
        "A more effective remedy is to repair the roof.",
        "Similar rules hold for tenants.",
        "The roof insurance serves the second goal.",
        "The best choice is a new roof.",
        "No other changes to the policy are needed.",
        "Therefore it can only be paid once.",
        "Longer names cannot be used.",
        "The most significant change is that huts are covered.",
        "For each of them, we pay a sum.",
        "Those of farms are inspected every ten years.",
        "A hut is inspected by those inspectors every ten years.",
    ],
)
def test_leans(sentence: str) -> None:
    reading = read(sentence, 0, len(sentence), NOWHERE, load("en"))
    assert reading is not None
    assert reading.leaning


@pytest.mark.parametrize(
    "sentence",
    [
        "For example, a roof would lose 90%.",
        "Is it covered?",
        "as described in the clause.",
        "The server MUST act as described below.",
        "The syntax is as follows.",
        "Use one of the following words in the text: red.",
        "The figure shows the steps.",
        "Returns the current balance of the owner.",
        "1. Introduction .................... 5.",
        "name = token / quoted.",
        "If found, go to step 2.",
        "Can be called by anyone at any time.",
        "The insurer pays by the conversion rule above.",
        "All offers are collected in [here].",
        "Address range The first and last address are reserved.",
        "Nothing is paid unless condition (2) above is met.",
        "Where `x` is a number of bytes.",
        "Where `fee` is the price of a hut, or zero.",
        "This section lists the owners of huts.",
        "Huts are described in Section 4.",
        "A hut is built by the method specified in [7].",
        "If N is odd, a hut is covered.",
        "Two huts burn; 2. the barn is covered.",
        "Black squares are the checks that were added.",
        "Except as noted, huts are covered.",
        "Funding for the hut is currently provided.",
        "We pay (see the schedule.",
        "NAME an owner name, i.e., the name of the node.",
        "Owners should be aware of how huts share a roof.",
        "Two roofs are possible, depending on the hut.",
        "Owners must build a hut as illustrated in Figure 3.",
    ],
)
def test_says_nothing(sentence: str) -> None:
    assert read(sentence, 0, len(sentence), NOWHERE, load("en")) is None


@pytest.mark.parametrize(
    ("sentence", "leaning"),
    [
        ("Die Klage muss innerhalb von zwei Jahren erhoben werden.", False),
        ("Dies gilt nicht, wenn der Schuldner zahlt.", True),
        ("Er haftet für Vorsatz.", True),
        ("Dieses Gesetz gilt ab dem 1. Januar 2026.", False),
        ("Im Übrigen gilt § 5.", True),
        ("Der Schuldner haftet, wenn er nicht zahlt.", False),
        ("Eine abweichende Vereinbarung ist unwirksam.", True),
    ],
)
def test_german(sentence: str, leaning: bool) -> None:
    reading = read(sentence, 0, len(sentence), CLAUSE, load("de"))
    assert reading is not None
    assert reading.leaning == leaning


def test_the_end_of_a_date_begins_no_sentence() -> None:
    sentence = "Januar 2009 über den Schutz von Hütten, so haftet der Eigner."
    assert read(sentence, 0, len(sentence), CLAUSE, load("de")) is None


@pytest.mark.parametrize(
    ("sentence", "complete"),
    [
        ("A proposition to provide huts with locks.", False),
        ("A form of huts that has one owner.", False),
        ("A form that has one owner is used.", True),
        ("Owners must keep a plan.", True),
    ],
)
def test_a_verb_of_its_own_makes_a_sentence(sentence: str, complete: bool) -> None:
    reading = read(sentence, 0, len(sentence), NOWHERE, load("en"))
    assert reading is not None
    assert reading.complete == complete


@pytest.mark.parametrize("sentence", ["When timer E fires, a server MUST stop.", "Servers MUST stop when the M bit is set by a client."])
def test_a_letter_behind_its_noun_or_of_a_name_is_named(sentence: str) -> None:
    assert (read(sentence, 0, len(sentence), NOWHERE, load("en")) is not None) == ("timer" in sentence)


@pytest.mark.parametrize(("unit", "named"), [("Kapitels", True), ("Abschnitts", False)])
def test_a_part_of_a_law_is_named_by_a_heading_or_not(unit: str, named: bool) -> None:
    sentence = f"Nach den Vorschriften dieses {unit} ist die Klage binnen zwei Jahren zu erheben."
    reading = read(sentence, 0, len(sentence), replace(CLAUSE, stems=frozenset({stem("kapitel", "de")})), load("de"))
    assert (reading is not None and not reading.leaning) == named


def test_a_name_in_capitals_is_no_stop_word() -> None:
    sentence = "If this IS supports a metric, a router MUST stop."
    reading = read(sentence, 0, len(sentence), NOWHERE, load("en"))
    assert reading is not None
    assert reading.missing == {"is"}


def test_an_opening_that_only_binds_is_not_quoted() -> None:
    sentence = "However, servers MUST accept empty lines."
    reading = read(sentence, 0, len(sentence), NOWHERE, load("en"))
    assert reading is not None
    assert sentence[reading.start :] == "servers MUST accept empty lines."


def test_what_the_lead_names_a_pronoun_may_mean() -> None:
    sentence = "It has no more than two employees."
    reading = read(sentence, 0, len(sentence), NOWHERE, load("en"), led=True)
    assert reading is not None
    assert not reading.leaning


@pytest.mark.parametrize(
    ("sentence", "missing"),
    [
        ("Values are assigned in this registry.", {"registry"}),
        ("The value of that record names the host.", {"record"}),
        ("Both parameters are constants of a network.", {"parameters"}),
        ("A registry exists, and IANA keeps this registry.", set()),
        ("Both sender and receiver MUST agree.", set()),
        ("In this case the limit is 5 days.", set()),
    ],
)
def test_nouns_that_are_taken_for_known(sentence: str, missing: set[str]) -> None:
    reading = read(sentence, 0, len(sentence), NOWHERE, load("en"))
    assert reading is not None
    assert reading.missing == {stem(noun, "en") for noun in missing}


@pytest.mark.parametrize(
    "sentence",
    [
        "Bei wiederholten Beschwerden müssen sie die Behörde in Kenntnis setzen.",
        "Im Falle der Unterlassung ist er zum Schadensersatz verpflichtet.",
        "Insbesondere haben sie sicherzustellen, dass Steuern nicht verkürzt werden.",
        "Die Auswahl steht ihm zu.",
        "Rügt der Mieter den Verstoß nicht, ist die Miete zu zahlen.",
        "Die Ersatzpflicht tritt nicht ein, wenn er seiner Aufsicht genügt.",
        "Ist das Werk noch nicht vollendet, so kann er die Sicherung verlangen.",
        "§ 105 Abs. 2 gilt entsprechend.",
        "Die §§ 185 bis 188 sind nicht anzuwenden.",
        "Die Maßregel ist damit erledigt.",
    ],
)
def test_german_sentences_without_an_antecedent_lean(sentence: str) -> None:
    reading = read(sentence, 0, len(sentence), CLAUSE, load("de"))
    assert reading is not None
    assert reading.leaning


def test_a_german_pronoun_with_its_noun_before_it_stands_alone() -> None:
    sentence = "Bei Verzug kann der Gläubiger zurücktreten, wenn er eine Frist gesetzt hat."
    reading = read(sentence, 0, len(sentence), CLAUSE, load("de"))
    assert reading is not None
    assert not reading.leaning


@pytest.mark.parametrize(
    "sentence",
    [
        "This can lead to one of three scenarios.",
        "The server at biloxi.com MUST refuse the call.",
        "Pros: Reduces the number of connections.",
    ],
)
def test_announcements_examples_and_labelled_fragments_say_nothing(sentence: str) -> None:
    assert read(sentence, 0, len(sentence), NOWHERE, load("en")) is None


def test_steps_are_left_out_only_where_a_procedure_is() -> None:
    sentence = "If the record is found, look up the next level of subnet."
    assert read(sentence, 0, len(sentence), replace(NOWHERE, procedural=True), load("en")) is None
    assert read(sentence, 0, len(sentence), NOWHERE, load("en")) is not None


def test_a_hedge_is_not_left_out() -> None:
    sentence = "In general, signals cannot be relied upon."
    reading = read(sentence, 0, len(sentence), NOWHERE, load("en"))
    assert reading is not None
    assert reading.start == 0


def test_a_form_that_speaks_to_its_reader_states_no_rule() -> None:
    sentence = "Widerrufsrecht Sie haben das Recht, den Vertrag zu widerrufen."
    assert read(sentence, 0, len(sentence), replace(CLAUSE, form=True), load("de")) is None


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("This document defines a mechanism.", True),
        ("A registry is a list of names.", True),
        ("TLS provides for negotiation.", True),
        ("HV 04 10 is offered to homeowners.", True),
        ("The timer is stopped.", False),
        ("An alternative is a lower fee.", False),
        ("It is a list of names.", False),
        ("Servers answer.", False),
    ],
)
def test_a_plain_fact_is_decided_by_its_own_words(sentence: str, told: bool) -> None:
    assert tells_what_it_is(sentence, load("en")) == told


def test_a_long_run_of_names_costs_nothing() -> None:
    assert not tells_what_it_is("AB " * 5000 + "unknown.", load("en"))


@pytest.mark.parametrize(
    ("sentence", "leaning"),
    [
        ("When a server answers, then the value MUST be 1.", True),
        ("When a server sends a value, then the value MUST be 1.", False),
        ("If authorized, a response is returned.", True),
    ],
)
def test_what_the_main_clause_leans_on(sentence: str, leaning: bool) -> None:
    reading = read(sentence, 0, len(sentence), NOWHERE, load("en"))
    assert reading is not None
    assert reading.leaning == leaning


@pytest.mark.parametrize("sentence", ["The map is kept at <https://maps.carrier.example/fire>.", "The map of carrier.example is kept."])
def test_a_host_in_a_link_is_no_example(sentence: str) -> None:
    assert (read(sentence, 0, len(sentence), NOWHERE, load("en")) is None) == ("<" not in sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "§ 105 Abs. 2 gilt für Beteiligte entsprechend.",
        "Gegen das Kind wirkt die Frist nur, wenn seine Eltern zustimmen.",
    ],
)
def test_german_sentences_that_say_to_what_or_of_what_stand_alone(sentence: str) -> None:
    reading = read(sentence, 0, len(sentence), CLAUSE, load("de"))
    assert reading is not None
    assert not reading.leaning


@pytest.mark.parametrize(
    "sentence",
    [
        "If the binding does exist, the registrar checks its value.",
        "When the counter overflows, a server resets to 0.",
        "Like other anonymous exchanges, it is open to attacks.",
        "`slot N` validation: They must consider a block invalid.",
    ],
)
def test_what_is_named_only_before_it_leans(sentence: str) -> None:
    reading = read(sentence, 0, len(sentence), NOWHERE, load("en"))
    assert reading is not None
    assert reading.leaning


def test_a_noun_that_the_heading_has_is_named() -> None:
    sentence = "When the counter overflows, a server resets to 0."
    reading = read(sentence, 0, len(sentence), replace(NOWHERE, stems=frozenset({stem("counter", "en")})), load("en"))
    assert reading is not None
    assert not reading.leaning


def test_a_thing_of_which_something_was_said_leans() -> None:
    for sentence in ("Die Sache wird wie ein Pfand verwertet.", "Der Verleiher kann ein Pferd schon vorher zurückfordern."):
        reading = read(sentence, 0, len(sentence), CLAUSE, load("de"))
        assert reading is not None
        assert reading.leaning


def test_a_form_that_speaks_of_its_own_parts_states_nothing() -> None:
    sentence = "Dieser Unterabschnitt ist nur einzufügen, wenn ein Bote krank ist."
    assert read(sentence, 0, len(sentence), CLAUSE, load("de")) is not None
    assert read(sentence, 0, len(sentence), replace(CLAUSE, form=True), load("de")) is None


def test_an_order_behind_its_means_is_a_step() -> None:
    sentence = "Using local data only, attempt to add other records."
    assert read(sentence, 0, len(sentence), replace(NOWHERE, procedural=True), load("en")) is None

"""Signals: what each kind finds in each language, what it must not find, and what holds for any text."""

import time
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.evidence.language import available, load
from lineproof.evidence.signals import KINDS, signals


def found(code, text, *kinds):
    return [(s.text, s.value, s.unit) for s in signals(text, load(code)) if s.kind in kinds]


def only(code, text, kind):
    """Value and unit of the one signal of a kind."""
    ((_, value, unit),) = found(code, text, kind)
    return value, unit


DATES = [
    ("en", "due 2026-01-01.", "2026-01-01", "date"),
    ("en", "due January 1, 2026.", "2026-01-01", "date"),
    ("en", "due 1 January 2026.", "2026-01-01", "date"),
    ("en", "the 1st of Jan. 2026", "2026-01-01", "date"),
    ("en", "the first quarter of 2026", "2026-Q1", "quarter"),
    ("en", "in Q1 2026", "2026-Q1", "quarter"),
    ("en", "on 01/31/2026", "2026-01-31", "date"),
    ("en", "on 31.12.2020", "2020-12-31", "date"),
    ("en", "on 03/03/2026", "2026-03-03", "date"),
    ("en", "on 03/04/2026", None, "date"),
    ("en", "RFC 5321, October 2008", "2008-10", "month"),
    ("en", "on May 5, 2021", "2021-05-05", "date"),
    ("en", "in 2024 the rate fell", "2024", "year"),
    ("en", "at 2026-01-01T10:00:00Z", "2026-01-01T10:00:00Z", "datetime"),
    ("en", "at 2026-01-01 10:00", "2026-01-01T10:00", "datetime"),
    ("en", "Date: Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06", "date"),
    ("de", "am 31.12.2020 endet", "2020-12-31", "date"),
    ("de", "am 03.04.2020 endet", "2020-04-03", "date"),
    ("de", "vom 23. November 2007", "2007-11-23", "date"),
    ("de", r"vom 23\. November 2007", "2007-11-23", "date"),
    ("de", r"vom 21\.1.2012", "2012-01-21", "date"),
    ("de", "im März 2021", "2021-03", "month"),
    ("de", "im Kalenderjahr 2024", "2024", "year"),
    ("de", "im 3. Quartal 2021", "2021-Q3", "quarter"),
    ("de", "am 03/04/2020", None, "date"),
    ("es", "el 5 de marzo de 2021", "2021-03-05", "date"),
    ("es", "el primero de enero de 2021", "2021-01-01", "date"),
    ("es", "en marzo de 2021", "2021-03", "month"),
    ("es", "el primer trimestre de 2021", "2021-Q1", "quarter"),
    ("es", "en el año 2024", "2024", "year"),
]


@pytest.mark.parametrize(("code", "text", "value", "unit"), DATES)
def test_dates(code, text, value, unit):
    assert only(code, text, "date") == (value, unit)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "2026-02-30"),
        ("en", "February 30, 2026"),
        ("en", "31/31/2026"),
        ("en", "version 2026.1.1"),
        ("en", "you may 2 of them"),
        ("en", "at least 2000 of them"),
        ("en", "1.2026-01-01.3"),
        ("en", "in 2048 bits"),
        ("en", "on March 5 each year"),
        ("de", "§ 2034 gilt"),
        ("de", "30. Februar 2020"),
        ("es", "31 de abril de 2021"),
    ],
)
def test_no_date(code, text):
    assert found(code, text, "date") == []


@pytest.mark.parametrize(
    ("code", "text", "value", "unit"),
    [
        ("en", "from 2026-01-01 to 2026-12-31", "2026-01-01/2026-12-31", "date"),
        ("en", "between May 2020 and July 2020", "2020-05/2020-07", "month"),
        ("en", "from January 1 to March 31, 2020", "2020-01-01/2020-03-31", "date"),
        ("en", "2026-01-01 – 2026-12-31", "2026-01-01/2026-12-31", "date"),
        ("en", "from 2019 to 2021", "2019/2021", "year"),
        ("de", "vom 1. Januar bis 31. März 2020", "2020-01-01/2020-03-31", "date"),
        ("de", "zwischen dem 1. Juli 1994 und dem 30. Juni 1995", "1994-07-01/1995-06-30", "date"),
        ("es", "del 1 de enero de 2020 al 31 de marzo de 2020", "2020-01-01/2020-03-31", "date"),
    ],
)
def test_periods(code, text, value, unit):
    assert only(code, text, "period") == (value, unit)


@pytest.mark.parametrize("text", ["2026-01-01 and 2026-12-31", "2019 to 2021", "from 2026-12-31 to 2026-01-01", "to 2026-01-01"])
def test_no_period(text):
    assert found("en", text, "period") == []


def test_a_period_leaves_its_dates_to_be_found():
    dates = found("en", "from 2026-01-01 to 2026-12-31", "date")
    assert [value for _, value, _ in dates] == ["2026-01-01", "2026-12-31"]


QUANTITIES = [
    ("en", "within 60 days", "duration", "60", "day"),
    ("en", "within sixty (60) days", "duration", "60", "day"),
    ("en", "within 60 (sixty) days", "duration", "60", "day"),
    ("en", "within sixty (61) days", "duration", None, "day"),
    ("en", "a 30-day period", "duration", "30", "day"),
    ("en", "30 more days", "duration", "30", "day"),
    ("en", "three months", "duration", "3", "month"),
    ("en", "two business days", "duration", "2", "business_day"),
    ("en", "Two and a half years", "duration", "2.5", "year"),
    ("en", "after 24h", "duration", "24", "hour"),
    ("en", "after 200 ms", "duration", "200", "millisecond"),
    ("en", "twenty-four hours", "duration", "24", "hour"),
    ("de", "nach einem Monat", "duration", "1", "month"),
    ("de", "innerhalb von zwei Wochen", "duration", "2", "week"),
    ("de", "vierzehn Tage", "duration", "14", "day"),
    ("de", "binnen 10 Werktagen", "duration", "10", "business_day"),
    ("es", "treinta y un días hábiles", "duration", "31", "business_day"),
    ("es", "dentro de un mes", "duration", "1", "month"),
    ("en", "up to $5,000 a year", "money", "5000", "USD"),
    ("en", "USD 5,000.00", "money", "5000", "USD"),
    ("en", "5,000 dollars", "money", "5000", "USD"),
    ("en", "five thousand dollars", "money", "5000", "USD"),
    ("en", "$1.5 million", "money", "1500000", "USD"),
    ("en", "£2.5m", "money", "2500000", "GBP"),
    ("en", "€250k", "money", "250000", "EUR"),
    ("en", "$10.05", "money", "10.05", "USD"),
    ("en", "$5.000", "money", None, "USD"),
    ("en", "the $200", "money", "200", "USD"),
    ("de", "5.000 Euro", "money", "5000", "EUR"),
    ("de", "€ 5.000,50", "money", "5000.5", "EUR"),
    ("de", "fünftausend Euro", "money", "5000", "EUR"),
    ("de", "50 000 Euro", "money", "50000", "EUR"),
    ("de", "1,5 Mio. Euro", "money", "1500000", "EUR"),
    ("de", "5,000 Euro", "money", None, "EUR"),
    ("es", "cinco mil euros", "money", "5000", "EUR"),
    ("es", "5.000 €", "money", "5000", "EUR"),
    ("es", "un millón de euros", "money", "1000000", "EUR"),
    ("es", "1,000.50 dólares", "money", "1000.5", "USD"),
    ("en", "10% of it", "percentage", "0.1", "ratio"),
    ("en", "10 % of it", "percentage", "0.1", "ratio"),
    ("en", "ten percent of it", "percentage", "0.1", "ratio"),
    ("en", "2.5 percentage points", "percentage", "0.025", "ratio"),
    ("en", "25 basis points", "percentage", "0.0025", "ratio"),
    ("en", "a change of -9% a year", "percentage", "-0.09", "ratio"),
    ("en", "1/2 percent of it", "percentage", "0.005", "ratio"),
    ("en", "½ % of it", "percentage", "0.005", "ratio"),
    ("en", "2½% of it", "percentage", "0.025", "ratio"),
    ("en", "2 1/2 years", "duration", "2.5", "year"),
    ("en", "a year and a half", "duration", "1.5", "year"),
    ("en", "one hour and a half", "duration", "1.5", "hour"),
    ("en", "two weeks and a half day", "duration", "2", "week"),
    ("en", "two years and a half of the fee", "duration", None, "year"),
    ("en", "half a million dollars", "money", "500000", "USD"),
    ("en", "a million and a half dollars", "money", None, "USD"),
    ("en", "$5 to 10 million", "money", None, "USD"),
    ("en", "EUR 5 m", "money", None, "EUR"),
    ("en", "$5m", "money", "5000000", "USD"),
    ("en", "$ 5 000", "money", None, "USD"),
    ("en", "5 000 dollars", "money", None, "USD"),
    ("en", "$2½", "money", None, "USD"),
    ("de", "eineinhalb Jahre", "duration", "1.5", "year"),
    ("de", "eineinhalb Prozent", "percentage", "0.015", "ratio"),
    ("de", "anderthalb Jahre", "duration", "1.5", "year"),
    ("de", "1.234,5 Tsd. Euro", "money", "1234500", "EUR"),
    ("es", "un año y medio", "duration", "1.5", "year"),
    ("es", "dos años y medio", "duration", "2.5", "year"),
    ("es", "un mes y medio", "duration", "1.5", "month"),
    ("es", "1.000.000 de euros", "money", "1000000", "EUR"),
    ("es", "medio millón de euros", "money", "500000", "EUR"),
    ("de", "10 vom Hundert", "percentage", "0.1", "ratio"),
    ("de", "zehn Prozent", "percentage", "0.1", "ratio"),
    ("de", "0,5 %", "percentage", "0.005", "ratio"),
    ("es", "diez por ciento", "percentage", "0.1", "ratio"),
    ("en", "holds 15 bytes", "count", "15", "byte"),
    ("en", "1,024 octets", "count", "1024", "octet"),
    ("en", "4 KiB", "count", "4", "kibibyte"),
    ("en", "three claims", "count", "3", "claim"),
    ("en", "a 32-bit word", "count", "32", "bit"),
    ("en", "twelve endorsements", "count", "12", "endorsements"),
    ("en", "100.12 bytes", "count", "100.12", "byte"),
    ("de", "12 Personen", "count", "12", "person"),
    ("de", "zwei Vorstandsmitglieder", "count", "2", "vorstandsmitglieder"),
    ("es", "doce personas", "count", "12", "persona"),
]


@pytest.mark.parametrize(("code", "text", "kind", "value", "unit"), QUANTITIES)
def test_quantities(code, text, kind, value, unit):
    assert only(code, text, kind) == (value, unit)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "the number 12"),
        ("en", "Section 4 describes it"),
        ("en", "see Figure 3 shows"),
        ("en", "2DIGIT"),
        ("en", "3 Requirements"),
        ("en", "HO-3 claims"),
        ("en", "the 1980s"),
        ("en", "%20seconds"),
        ("en", "$1 = $2"),
        ("en", "by 2543 H. Smith"),
        ("en", "a day"),
        ("en", "several thousand dollars"),
        ("en", "a quarter of a million dollars"),
        ("en", "half of one percent"),
        ("en", "two thirds of it"),
        ("en", "5 000 endorsements"),
        ("en", "1 and 1/2 years"),
        ("en", "1/3 percent"),
        ("es", "tres cuartas partes"),
        ("de", "§ 5 Satz 2"),
        ("de", "nach Absatz 3 dem Gläubiger"),
        ("de", "ein Mitglied"),
        ("de", "einige tausend Euro"),
        ("es", "una persona"),
        ("es", "el artículo 5 ha cambiado"),
    ],
)
def test_no_quantity(code, text):
    assert found(code, text, "count", "duration", "money", "percentage") == []


@pytest.mark.parametrize(
    ("code", "text", "kind", "values"),
    [
        ("en", "some 5-10% of it", "percentage", ["0.05", "0.1"]),
        ("en", "10 and 15 percent", "percentage", ["0.1", "0.15"]),
        ("en", "between 30-60 days", "duration", ["30", "60"]),
        ("de", "5 bis 10 Prozent", "percentage", ["0.05", "0.1"]),
        ("es", "de 30 a 60 días", "duration", ["30", "60"]),
        ("en", "from $5 to $10 million", "money", [None, "10000000"]),
        ("en", "Section 3 and 5 days", "duration", ["5"]),
        ("en", "Sections 3, 4 and 5 days", "duration", ["5"]),
        ("en", "in 2019 and 3000 days", "duration", ["3000"]),
        ("en", "item 1 - 5 days", "duration", ["5"]),
        ("en", "15 and 10 percent", "percentage", ["0.1"]),
        ("en", "2 to 3 years and a half", "duration", ["3.5"]),
    ],
)
def test_two_numbers_share_a_unit(code, text, kind, values):
    assert [value for _, value, _ in found(code, text, kind)] == values


def test_a_number_is_never_found_within_a_longer_one():
    values = {value for _, value, _ in found("en", "100.12 bytes, 2012 bytes, 1,012 bytes", "count")}
    assert values == {"100.12", "2012", "1012"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("since v1.2.3 it", "1.2.3"),
        ("version 2.0", "2.0"),
        ("HTTP/1.1", "1.1"),
        ("TLS 1.3.", "1.3"),
        ("TLSv1.2", "1.2"),
        ("HTTP/2 is", "2"),
        ("v2.0.0-rc.1", "2.0.0-rc.1"),
        ("Python 3.11.7 or", "3.11.7"),
        ("release 7", "7"),
    ],
)
def test_versions(text, value):
    assert only("en", text, "version") == (value, None)


@pytest.mark.parametrize("text", ["Section 4.2", "In 1.5 million", "10.0.0.1", "/api/v1/claims", "https://x.org/v1.2/", "Figure 2.1"])
def test_no_version(text):
    assert found("en", text, "version") == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("see HTTPS://Example.COM/A_(b).", "https://example.com/A_(b)"),
        ("(see https://example.com/a)", "https://example.com/a"),
        ("[text](https://example.com/a)", "https://example.com/a"),
        ("<ftp://h.org/x>,", "ftp://h.org/x"),
        ("**https://h.org/x**", "https://h.org/x"),
        ("http://User@HOST:80/?q=A#B", "http://User@host:80/?q=A#B"),
    ],
)
def test_urls(text, value):
    assert only("en", text, "url") == (value, None)


@pytest.mark.parametrize(("text", "value"), [("to Jo.Doe@Example.COM.", "Jo.Doe@example.com"), ("<mailto:a+b@x-y.org>", "a+b@x-y.org")])
def test_emails(text, value):
    assert only("en", text, "email") == (value, None)


def test_nothing_is_found_within_an_address():
    text = "https://example.com/2026-01-01/must-read/RFC2119/v1.2.3?x=10%25&d=30days"
    assert [s.kind for s in signals(text, load("en"))] == ["url"]


@pytest.mark.parametrize(
    ("code", "text", "value"),
    [
        ("en", "see RFC 5321.", "RFC 5321"),
        ("en", "see [RFC5321]", "RFC 5321"),
        ("en", "EIP-1559", "EIP-1559"),
        ("en", "BCP 14", "BCP 14"),
        ("en", "ISO 8601", "ISO 8601"),
        ("en", "ISO 8601:2004", "ISO 8601:2004"),
        ("en", "HO 04 90", "HO 04 90"),
        ("en", "HO 04 90 (2026-01)", "HO 04 90 (2026-01)"),
        ("en", "HO-3", "HO-3"),
        ("en", "HO-3 (2010-10)", "HO-3 (2010-10)"),
        ("en", "CVE-2021-44228", "CVE-2021-44228"),
        ("en", "JIRA-1234", "JIRA-1234"),
        ("en", "Bulletin 2025-03", "BULLETIN 2025-03"),
        ("en", "edition 2019-04", "EDITION 2019-04"),
        ("en", "Section  4.2", "SECTION 4.2"),
        ("en", "sec. 4.2", "SECTION 4.2"),
        ("en", "Appendix B", "APPENDIX B"),
        ("en", "see W.2", "W.2"),
        ("en", "Section I", "SECTION I"),
        ("de", "§ 823 Abs. 1", "§ 823 Abs. 1"),
        ("de", "§ 823 Absatz 1 Satz 2 Nummer 3 Buchstabe a", "§ 823 Abs. 1 Satz 2 Nr. 3 Buchst. a"),
        ("de", "Art. 5", "ARTIKEL 5"),
        ("es", "art. 5", "ARTÍCULO 5"),
        ("es", "Ley 35/2006", "LEY 35/2006"),
    ],
)
def test_identifiers(code, text, value):
    assert only(code, text, "identifier") == (value, None)


@pytest.mark.parametrize(
    ("code", "text", "values"),
    [
        ("en", "Sections 4.2 and 4.3", ["SECTION 4.2", "SECTION 4.3"]),
        ("en", "Sections 1, 2, and 3 apply", ["SECTION 1", "SECTION 2", "SECTION 3"]),
        ("en", "RFCs 2616, 2617 and 2818", ["RFC 2616", "RFC 2617", "RFC 2818"]),
        ("de", "§§ 5 bis 7", ["§ 5", "§ 7"]),
    ],
)
def test_identifiers_of_a_list(code, text, values):
    assert [value for _, value, _ in found(code, text, "identifier")] == values


@pytest.mark.parametrize("text", ["IN 2024", "USD 500", "10 MB 20 KB", "MAY 2020", "DEADBEEF001", "notice 30 days", "part 10%"])
def test_no_identifier(text):
    assert found("en", text, "identifier") == []


@pytest.mark.parametrize(
    ("code", "text", "term"),
    [
        ("en", "“Actual cash value” means the cost.", "Actual cash value"),
        ("en", '"Business day" has the meaning in D.3', "Business day"),
        ("en", "**Deductible**: the part that you bear", "Deductible"),
        ("en", "Deductible means the part that you bear", "Deductible"),
        ("en", "For the purposes of this document, a resolver is defined as the program", "resolver"),
        ("en", 'Harrow Mutual (the "Company") insures', "Company"),
        ("en", 'Harrow Mutual, hereinafter "the Company"', "Company"),
        ("de", "(1) Versicherungsnehmer im Sinne dieses Gesetzes ist, wer", "Versicherungsnehmer"),
        ("de", "Die Gesellschaft (im Folgenden: Versicherer) haftet", "Versicherer"),
        ("de", "„Schaden“ bedeutet jede Einbuße", "Schaden"),
        ("de", "Verbraucher ist jede natürliche Person", "Verbraucher"),
        ("es", "Se entiende por consumidor toda persona", "consumidor"),
        ("es", "Harrow (en adelante, «la Compañía»)", "Compañía"),
    ],
)
def test_defined_terms(code, text, term):
    assert only(code, text, "defined_term") == (term, None)


@pytest.mark.parametrize(
    "text",
    [
        "This means the end.",
        "**Note**: the fee is due.",
        "It is defined as follows.",
        "by means of the form",
        '"Stop," he said.',
    ],
)
def test_no_defined_term(text):
    assert found("en", text, "defined_term") == []


@pytest.mark.parametrize(
    ("code", "text", "kind", "words"),
    [
        ("en", "You must pay.", "obligation", "must"),
        ("en", "The insurer SHALL pay.", "obligation", "SHALL"),
        ("en", "She is required to pay.", "obligation", "is required to"),
        ("en", "You may cancel.", "permission", "may"),
        ("en", "May I cancel?", "permission", "May"),
        ("en", "You need not pay.", "permission", "need not"),
        ("en", "You are not required to pay.", "permission", "are not required to"),
        ("en", "You must not pay.", "prohibition", "must not"),
        ("en", "It may not be attached.", "prohibition", "may not"),
        ("en", "You are not allowed to pay.", "prohibition", "are not allowed to"),
        ("en", "Pets are prohibited.", "prohibition", "are prohibited"),
        ("de", "Er muss zahlen.", "obligation", "muss"),
        ("de", "Er ist verpflichtet, zu zahlen.", "obligation", "ist verpflichtet"),
        ("de", "Er hat die Anzeige zu erstatten.", "obligation", "hat die Anzeige zu erstatten"),
        ("de", "Der Schaden ist unverzüglich anzuzeigen.", "obligation", "ist unverzüglich anzuzeigen"),
        ("de", "Er muss nicht zahlen.", "permission", "muss nicht"),
        ("de", "Er kann kündigen.", "permission", "kann"),
        ("de", "Er darf den Vertrag nicht kündigen.", "prohibition", "darf den Vertrag nicht"),
        ("de", "Das ist unzulässig.", "prohibition", "ist unzulässig"),
        ("es", "El tomador debe pagar.", "obligation", "debe"),
        ("es", "El tomador puede pagar.", "permission", "puede"),
        ("es", "El tomador no podrá ceder.", "prohibition", "no podrá"),
        ("es", "No se podrá ceder.", "prohibition", "No se podrá"),
    ],
)
def test_modals(code, text, kind, words):
    assert [(s.kind, s.text, s.value) for s in signals(text, load(code))] == [(kind, words, kind)]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "on May 5 we met"),
        ("en", "It may or may not rain."),
        ("en", "in May 2020"),
        ("en", "the mustard"),
        ("de", "Kann er nicht zahlen, so endet der Vertrag."),
        ("de", "Er hat den Mangel nicht zu vertreten."),
        ("de", "Das ist zu deren Gunsten."),
    ],
)
def test_no_modal(code, text):
    assert found(code, text, "obligation", "permission", "prohibition") == []


@pytest.mark.parametrize(
    ("code", "text", "kind"),
    [
        ("en", "We decided to raise the limit.", "decision"),
        ("en", "It was decided on Monday.", "decision"),
        ("en", "Correction: the limit is $200.", "correction"),
        ("en", "Line 2 is corrected to read:", "correction"),
        ("en", "Approved by A. Vale", "approval"),
        ("en", "LGTM", "approval"),
        ("en", "The claim was denied.", "rejection"),
        ("de", "Der Vorstand hat beschlossen, dass", "decision"),
        ("de", "Der Antrag wurde abgelehnt.", "rejection"),
        ("de", "Der Antrag wurde genehmigt.", "approval"),
        ("es", "Se acordó el pago.", "decision"),
        ("es", "Fe de erratas", "correction"),
        ("es", "Aprobado por la junta", "approval"),
        ("es", "rechazado", "rejection"),
    ],
)
def test_verdicts(code, text, kind):
    assert only(code, text, kind) == (kind, None)


@pytest.mark.parametrize("text", ["The message must be rejected.", "It has not been approved.", "when approved"])
def test_no_verdict(text):
    assert found("en", text, "decision", "correction", "approval", "rejection") == []


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("five thousand dollars", "$5,000", "money"),
        ("ten percent", "10%", "percentage"),
        ("sixty days", "60-day", "duration"),
        ("fifteen bytes", "15 octets", None),
        ("1 January 2026", "2026-01-01", "date"),
    ],
)
def test_notations_of_one_value_are_equal(one, other, kind):
    if kind is None:
        assert found("en", one, "count")[0][1] == found("en", other, "count")[0][1]
    else:
        assert only("en", one, kind) == only("en", other, kind)


PIECES = st.sampled_from(
    [
        "$5,000",
        "5.000 Euro",
        "10%",
        "ten percent",
        "60 days",
        "sixty (60) days",
        "2026-01-01",
        "03/04/2026",
        "January 1, 2026",
        "May",
        "may not",
        "must",
        "RFC 5321",
        "Section 4.2 and 4.3",
        "HO 04 90 (2026-01)",
        '"Loss" means',
        "**Loss**: the",
        "https://a.b/c).",
        "a@b.org",
        "v1.2.3",
        "§ 5 Abs. 1",
        "zu zahlen",
        "hat",
        "nicht",
        "from",
        "to",
        "and",
        "bis",
        ",",
        ".",
        "(",
        ")",
        "one hundred and",
        "zweitausend",
        "dos mil",
        "İ",
        "ß",
        "1",
        "0",
        "-",
        "\n",
        "\xa0",
    ]
)
TEXTS = st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=25).map(" ".join), st.lists(PIECES, max_size=25).map("".join))


@given(st.sampled_from(available()), TEXTS)
def test_signals_of_any_text_are_well_formed(code, text):
    language = load(code)
    result = signals(text, language)
    assert result == signals(text, language)
    assert [(s.start, s.end, s.kind) for s in result] == sorted((s.start, s.end, s.kind) for s in result)
    for signal in result:
        assert signal.kind in KINDS
        assert 0 <= signal.start < signal.end <= len(text)
        assert signal.text == text[signal.start : signal.end]


@given(st.sampled_from(available()), TEXTS)
def test_anchors_do_not_overlap(code, text):
    apart = {"date", "money", "percentage", "duration", "count", "version", "identifier", "url", "email"}
    result = [signal for signal in signals(text, load(code)) if signal.kind in apart]
    assert all(one.end <= other.start for one, other in pairwise(result))


@given(st.integers(1, 999_999_999))
def test_an_amount_keeps_its_value(cents):
    assert only("en", f"pay ${cents // 100:,}.{cents % 100:02} now", "money")[0] == f"{cents / 100:.2f}".rstrip("0").rstrip(".")


@given(st.dates(date(1000, 1, 1), date(2999, 12, 31)))
def test_a_date_keeps_its_value_in_every_notation(day):
    month = load("en").dates.months[day.month - 1][0].capitalize()
    monat = load("de").dates.months[day.month - 1][0].capitalize()
    year = f"{day.year:04}"
    assert only("en", f"on {day.isoformat()}.", "date") == (day.isoformat(), "date")
    assert only("en", f"on {month} {day.day}, {year}.", "date") == (day.isoformat(), "date")
    assert only("de", f"am {day.day}. {monat} {year}.", "date") == (day.isoformat(), "date")
    assert only("de", f"am {day.day:02}.{day.month:02}.{year}.", "date") == (day.isoformat(), "date")


LONG = [
    "1" * 40_000,
    "a" * 40_000,
    "A" * 40_000,
    " " * 40_000,
    "a," * 20_000,
    "1," * 20_000,
    "1 " * 20_000,
    "1." * 20_000,
    '"' * 40_000,
    '"a ' * 13_000,
    "hat x " * 6_000,
    "a@" * 20_000,
    "a@" + "a." * 19_000,
    "a://" * 10_000,
    "http://" + ")" * 40_000,
    "**a" * 13_000,
    "two " * 10_000,
    "zwei" * 10_000,
    "§" * 40_000,
    "Section 1 and " * 3_000,
    "$1 " * 13_000,
    "(" * 40_000,
    "sixty (" * 6_000,
    "2026-01-01 " * 3_600,
    "may or may not " * 2_600,
    "be rejected " * 3_300,
    "İ" * 40_000,
    "a-" * 20_000,
    "Im Sinne dieses Gesetzes ist x " * 1_300,
    "1 jan " * 6_600,
    "1-2% " * 8_000,
    "1/2 " * 10_000,
    "$1 to " * 6_600,
    "a year and a half " * 2_200,
]


@pytest.mark.parametrize("code", available())
@pytest.mark.parametrize("text", LONG, ids=[text[:12] for text in LONG])
def test_a_hostile_text_takes_linear_time(code, text):
    language = load(code)
    signals(text[:100], language)
    started = time.process_time()
    signals(text, language)
    assert time.process_time() - started < 3.0, "0.2 s on an idle machine"


TOY = """
name = "Toy"
stop_words = ["zo", "ka"]
[numbers]
decimal = "."
[numbers.words]
wa = 1
cha = 2
[numbers.scales]
zanid = 10
[dates]
months = [["mun"], [], [], [], [], [], [], [], [], [], [], []]
[percent]
vatlh = 100
[currencies]
XTS = ["darsek"]
[durations]
day = ["jaj", "jajmey"]
[nouns]
plural_endings = ["mey"]
[acts]
obligation = ["poq"]
negation = ["be"]
[acts.negated]
obligation = "permission"
[definitions]
patterns = ["{quoted} oh"]
[references]
section = ["ayre"]
"""


def test_a_language_is_a_file(tmp_path: Path):
    (tmp_path / "tl.toml").write_text(TOY, encoding="utf-8")
    text = '"Qapla" oh. Poq be: cha jajmey, 5 darsek, cha zanid vatlh, 3 mun 2026, cha Dujmey, Ayre 4.2, poq'
    result = [(s.kind, s.value, s.unit) for s in signals(text, load("tl", tmp_path))]
    assert result == [
        ("defined_term", "Qapla", None),
        ("permission", "permission", None),
        ("duration", "2", "day"),
        ("money", "5", "XTS"),
        ("percentage", "0.2", "ratio"),
        ("date", "2026-01-03", "date"),
        ("count", "2", "dujmey"),
        ("identifier", "AYRE 4.2", None),
        ("obligation", "obligation", None),
    ]

"""Numbers in words and digits have one value; what is no number, or could be two, has none."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.evidence.language import available, load
from lineproof.evidence.signals import normalise_number


@pytest.mark.parametrize(
    ("code", "words", "value"),
    [
        ("en", "five thousand", "5000"),
        ("en", "one hundred and twenty", "120"),
        ("en", "a hundred", "100"),
        ("en", "twelve hundred", "1200"),
        ("en", "twenty-five", "25"),
        ("en", "two million three hundred thousand and five", "2300005"),
        ("en", "one and a half", "1.5"),
        ("en", "two and a half million", "2500000"),
        ("en", "2.5 million", "2500000"),
        ("en", "sixty (60)", "60"),
        ("en", "1,024.5", "1024.5"),
        ("en", "1.000.000", "1000000"),
        ("en", "5.000,50", "5000.5"),
        ("en", "0.125", "0.125"),
        ("en", "Zero", "0"),
        ("de", "ein", "1"),
        ("de", "zweitausendfünfhundert", "2500"),
        ("de", "fünfundzwanzig", "25"),
        ("de", "dreihundertfünfundsechzig", "365"),
        ("de", "hunderttausend", "100000"),
        ("de", "eine Million", "1000000"),
        ("de", "zweieinhalb", "2.5"),
        ("de", "anderthalb", "1.5"),
        ("de", "eineinhalb", "1.5"),
        ("en", "half a million", "500000"),
        ("es", "medio millón", "500000"),
        ("de", "5.000", "5000"),
        ("de", "5.000,50", "5000.5"),
        ("de", "50 000", "50000"),
        ("de", "1,5 Mio.", "1500000"),
        ("es", "dos mil quinientos", "2500"),
        ("es", "treinta y uno", "31"),
        ("es", "ciento veinte", "120"),
        ("es", "cien mil", "100000"),
        ("es", "mil", "1000"),
        ("es", "dos mil millones", "2000000000"),
        ("es", "dos y medio", "2.5"),
    ],
)
def test_numbers(code, words, value):
    assert normalise_number(words, load(code)) == Decimal(value)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "five six"),
        ("en", "twenty twenty"),
        ("en", "ten five"),
        ("en", "one and twenty"),
        ("en", "hundred"),
        ("en", "a"),
        ("en", "zero five"),
        ("en", "sixty (61)"),
        ("en", "half"),
        ("en", "two half"),
        ("en", "a million and a half"),
        ("en", "5.000"),
        ("en", "1,23,4"),
        ("en", ""),
        ("en", "claims"),
        ("en", "9" * 200),
        ("de", "5,000"),
        ("de", "zweidrei"),
        ("de", "und"),
        ("es", "y uno"),
        ("es", "dos tres"),
    ],
)
def test_no_number(code, words):
    assert normalise_number(words, load(code)) is None


def english(number: int) -> str:
    ones = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ]
    tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    if number < 20:
        return ones[number]
    if number < 100:
        return tens[number // 10 - 2] + (f"-{ones[number % 10]}" if number % 10 else "")
    for size, name in ((1_000_000, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= size:
            rest = f" {english(number % size)}" if number % size else ""
            return f"{english(number // size)} {name}{rest}"
    raise AssertionError(number)


def german(number: int) -> str:
    ones = ["null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"]
    teens = ["dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"]
    tens = ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
    if number < 20:
        return [*ones, *teens][number]
    if number < 100:
        return (f"{ones[number % 10]}und" if number % 10 else "") + tens[number // 10 - 2]
    for size, name in ((1000, "tausend"), (100, "hundert")):
        if number >= size:
            return german(number // size) + name + (german(number % size) if number % size else "")
    raise AssertionError(number)


def spanish(number: int) -> str:
    small = [
        "cero",
        "uno",
        "dos",
        "tres",
        "cuatro",
        "cinco",
        "seis",
        "siete",
        "ocho",
        "nueve",
        "diez",
        "once",
        "doce",
        "trece",
        "catorce",
        "quince",
        "dieciséis",
        "diecisiete",
        "dieciocho",
        "diecinueve",
        "veinte",
        "veintiuno",
        "veintidós",
        "veintitrés",
        "veinticuatro",
        "veinticinco",
        "veintiséis",
        "veintisiete",
        "veintiocho",
        "veintinueve",
    ]
    tens = ["treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"]
    hundreds = "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
    if number < 30:
        return small[number]
    if number < 100:
        return tens[number // 10 - 3] + (f" y {small[number % 10]}" if number % 10 else "")
    if number == 100:
        return "cien"
    if number < 1000:
        return hundreds.split()[number // 100 - 1] + (f" {spanish(number % 100)}" if number % 100 else "")
    head = "mil" if number < 2000 else f"{spanish(number // 1000)} mil"
    return head + (f" {spanish(number % 1000)}" if number % 1000 else "")


WRITERS = {"en": english, "de": german, "es": spanish}


@given(st.sampled_from(sorted(WRITERS)), st.integers(0, 999_999))
def test_words_and_digits_are_equal(code, number):
    language = load(code)
    separator = language.numbers.groups[0]
    grouped = f"{number:,}".replace(",", separator)
    assert normalise_number(WRITERS[code](number), language) == number
    assert normalise_number(str(number), language) == number
    assert normalise_number(grouped, language) == number


@given(st.sampled_from(available()), st.text())
def test_any_text_is_a_number_or_none(code, text):
    value = normalise_number(text, load(code))
    assert value is None or value >= 0

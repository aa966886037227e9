"""Languages: each file loads, is found by its stop words, and a mistake in one is named."""

from pathlib import Path

import pytest

from lineproof.evidence.language import LanguageError, alternatives, available, detect, load


def test_the_three_languages_ship():
    assert {"de", "en", "es"} <= set(available())


@pytest.mark.parametrize("code", available())
def test_a_language_is_complete(code):
    language = load(code)
    assert language.name
    assert len(language.dates.months) == 12
    assert len(language.dates.quarters) == 4
    assert all([language.stop_words, language.percent, language.durations["day"], language.currencies["EUR"]])
    for kind in ("obligation", "permission", "prohibition", "decision", "correction", "approval", "rejection"):
        assert getattr(language.acts, kind), kind
    assert language.references["section"]
    assert language.references["supersedes"]


@pytest.mark.parametrize("code", available())
def test_all_words_are_lower_case_so_that_they_can_be_found(code):
    for name, words in load(code).references.items():
        assert [word for word in words if word != word.lower()] == [], name


def test_load_yields_one_object():
    assert load("en") is load("en")


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        (["The policy is in force when the premium has been paid to us."], "en"),
        (["Der Vertrag kommt zustande, wenn der Antrag von dem Versicherer angenommen wird."], "de"),
        (["La póliza entra en vigor cuando se ha pagado la prima por el tomador de los seguros."], "es"),
        (["", "12345", "..."], "en"),
        ([], "en"),
    ],
)
def test_detect(texts, code):
    assert detect(texts) == code


def test_detect_reads_a_bounded_sample():
    def texts():
        for _ in range(100):
            yield "der die das und nicht " * 100
        raise AssertionError("read on")

    assert detect(texts()) == "de"


def test_alternatives():
    assert list(alternatives("is|are required to|for")) == [
        "is required to",
        "is required for",
        "are required to",
        "are required for",
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("nane = 'X'", "no key 'nane'"),
        ("[dates]\nmonth = []", r"\[dates\] has no key 'month'"),
        ("stop_words = 'the'", "stop_words is not a list"),
        ("[durations]\nday = [1]", r"durations\.day is not a list"),
        ("name = ", "xx.toml"),
    ],
)
def test_a_mistake_in_a_file_is_named(tmp_path: Path, content, message):
    (tmp_path / "xx.toml").write_text(content, encoding="utf-8")
    with pytest.raises(LanguageError, match=message):
        load("xx", tmp_path)


def test_an_unknown_language_says_which_there_are():
    with pytest.raises(LanguageError, match="de, en, es"):
        load("tlh")

"""Values of which the words say that they no longer hold."""

import pytest

from lineproof.beliefs.standing.former import former_values


def old(text: str, language: str = "en") -> list[str]:
    return [former.old.text for former in former_values(text, language)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("The time for the proof of loss rises from 60 days to 90 days.", ["60"]),
        ("The period is extended from 60 to 90 days.", ["60"]),
        ("The deductible is reduced to $500 from $1,000.", ["1000"]),
        ("The notice in C.4 is 45 days instead of 30 days.", ["30"]),
        ("The limit, formerly $1,500, is now $2,500.", ["1500"]),
        ("The limit is $7,500; earlier it was $5,000.", ["5000"]),
        ("The former period of two years is gone.", ["2"]),
        ("The letter is due in 10 days, no longer 15 days.", ["15"]),
        ("The premium goes up from $80 to $95, and losses by 3%.", ["80"]),
        ("In the first sentence, 30 days is replaced by 45 days.", ["30"]),
        ("The deductible was $250 and is now $500.", ["250"]),
    ],
)
def test_former_values(text: str, values: list[str]) -> None:
    assert old(text) == values


@pytest.mark.parametrize(
    "text",
    [
        "Limits range from $5,000 to $25,000.",
        "The desk is staffed from 8 hours to 10 hours a day.",
        "A roof older than 15 years is not eligible.",
        "Two or more losses in the previous three years are too many.",
        "If wind causes the loss, the deductible is two percent of the limit instead, or another percentage.",
        "The claim is paid within 30 days and was read by two adjusters.",
        "Depreciation is never more than 60 percent.",
        "The roof was 15 years old before the loss.",
    ],
)
def test_values_that_hold(text: str) -> None:
    assert old(text) == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Die Frist wird von 30 Tagen auf 60 Tage verlängert.", ["30"]),
        ("Die Frist beträgt 60 Tage statt 30 Tage.", ["30"]),
        ("Die Selbstbeteiligung beträgt 500 Euro, bisher 250 Euro.", ["250"]),
        ("Der Antrag darf nicht früher als einen Monat vor der Reife gestellt werden.", []),
    ],
)
def test_german(text: str, values: list[str]) -> None:
    assert old(text, "de") == values

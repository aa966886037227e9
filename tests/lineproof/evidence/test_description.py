"""Description: what a document is called, from metadata, title or path."""

import datetime

import pytest

from lineproof.evidence.description import Description, describe
from lineproof.evidence.extract import tools
from lineproof.sources.parse import parse

GRAMMAR = tools("en", '{"grammar": {}, "language": null}').grammar


def described(text: str, path: str = "a.md") -> Description:
    return describe(path, parse(path, text.split("\n")), GRAMMAR)


@pytest.mark.parametrize(
    ("path", "text", "identifier", "edition"),
    [
        ("a.md", "---\nform: HV 30 01\nedition: 2026-01\n---\n# Homeowners Form\n", "HV 30 01", "2026-01"),
        ("a.md", "---\nform: HV 30 01 (01/2026)\n---\n# Homeowners Form\n", "HV 30 01", "2026-01"),
        ("a.md", "# HV 30 01 (2026-01) Homeowners Form\n", "HV 30 01", "2026-01"),
        ("a.md", "# Homeowners Form\n\nForm HV 30 01 (2026-01)\n\nText.\n", "HV 30 01", "2026-01"),
        ("a.md", "# Bulletin 2026-02: Acknowledgement\n", "Bulletin 2026-02", None),
        ("a.md", "# UG-07 Roof Eligibility\n", "UG-07", None),
        ("eip-1559.md", "---\neip: 1559\ntitle: Fee market\n---\n", "EIP-1559", None),
        ("rfc5321.txt", "Request for Comments: 5321\n\n               Simple Mail Transfer Protocol\n", "RFC5321", None),
        ("vvg.md", "---\nabbreviation: VVG 2008\n---\n# Versicherungsvertragsgesetz\n", "VVG", "2008"),
        ("a.md", "# Memo\n\nHV 30 01 is our form.\n", None, None),
        ("a.md", "# Memo\n\nThis bulletin supersedes\nHV 30 01, in part.\n", None, None),
        ("a.md", "---\nidentifier: Bulletin 2025-03\n---\n# Deadlines\n", "Bulletin 2025-03", None),
        ("a.md", "---\nform: HV 30 01 2026-01\n---\n# Form\n", "HV 30 01", "2026-01"),
        ("a.md", "# Memo\n\nNothing.\n", None, None),
        ("a.md", "# Dwelling Form DW 10 01 (2024-03)\n\nText.\n", "DW 10 01", "2024-03"),
        ("a.md", "# Dwelling Form - DW 10 03\n\nText.\n", "DW 10 03", None),
        ("a.md", "# Comments on RFC 7525\n\nText.\n", None, None),
        ("travel-2024.md", "---\ntitle: Travel\nedition: 2024-01\n---\n", None, "2024-01"),
        ("travel-2024.md", "---\ntitle: Travel\neffective: 1 March 2024\n---\n", None, None),
        ("travel-2024.md", "---\ntitle: Travel\neffective: 2019-01-01\n---\n", None, None),
        ("gebühren2024.md", "# Gebühren 2024\n\nDie Karte kostet 5 Euro.\n", None, None),
        ("Fees-1998.md", "# Fees 1998\n\nA card costs 5 euros.\n", None, None),
        ("fees-1998.md", "# Fees 1998\n\nFC-12\n", "FC-12", None),
        ("EIP-1999.md", "# A token\n\nText.\n", "EIP-1999", None),
        ("rfc1999.txt", "Request for Comments: 1999\n\n               Simple Mail Transfer Protocol\n", "RFC1999", None),
        ("travel-24.md", "---\ntitle: Travel\nedition: 2024-01\n---\n", "TRAVEL-24", "2024-01"),
        ("ley5.md", "# Ley 5/2010 de Contratos\n\nTexto.\n", "Ley 5/2010", None),
    ],
)
def test_identifier_and_edition(path: str, text: str, identifier: str | None, edition: str | None) -> None:
    found = described(text, path)
    assert ((found.identifier or "").replace("RFC ", "RFC") or None, found.edition) == (identifier, edition)


@pytest.mark.parametrize(
    "text",
    [
        "# Choices\n\n## CHO-1: Paper\n\nForms are printed.\n",
        "# Choices\n\nAll of them, by date\n\n## CHO-1: Paper\n",
        "# Faults\n\n| Grade | Answer |\n|---|---|\n| GRD1 | 2 hours |\n",
        "# Faults\n\n- GRD1 within 2 hours\n- GRD2 within 9 hours\n",
        "# Faults\n\n```\nGRD1\n```\n",
        "# Harbour Office\n\nPier Road 8\nPortland, OR 97201\n",
        "# Licence\n\nMIT 2-Clause Licence\n",
        "# Sitzung\n\n## TOP 1: Lärm\n\n## TOP 2: Dach\n",
    ],
)
def test_a_code_that_names_something_in_a_document_is_not_its_identifier(text: str) -> None:
    assert described(text).identifier is None


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ("# Roofs\n\nOf 1 May 2024\nForm HV 30 01 (2026-01)\n\nText.\n", "HV 30 01"),
        ("# Roofs\n\nIn force\n\nDocument number: UG-07\n\n## GRD1\n", "UG-07"),
        ("# Dächer\n\nStand Mai 2024\n\nNummer: UG-07\n", "UG-07"),
        ("---\ntitle: Roofs\n---\n# UG-07 Roof Eligibility\n\n## GRD1\n", "UG-07"),
    ],
)
def test_a_line_that_is_nothing_but_a_name_below_the_title_is_the_identifier(text: str, identifier: str) -> None:
    assert described(text).identifier == identifier


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: Leave policy\n---\n# Other\n", "Leave policy"),
        ("Some words.\n\n# Leave policy\n\n## More\n", "Leave policy"),
        ("## Second\n\n# First\n", "First"),
        ("Only words.\n", "a"),
        ("", "a"),
    ],
)
def test_title(text: str, title: str) -> None:
    assert described(text).title == title


def test_the_line_between_header_and_first_heading_is_the_title() -> None:
    header = f"{'Network Working Group':60}J. Writer\n{'Request for Comments: 9999':60}May 2020\n"
    text = f"{header}\n\n   A Presence Package for Sessions\n\n1. Introduction\n\n   Presence is described.\n"
    assert described(text, "rfc9999.txt").title == "A Presence Package for Sessions"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("---\neffective: 2026-01-01\n---\n", datetime.date(2026, 1, 1)),
        ("---\neffective_date: January 2026\n---\n", datetime.date(2026, 1, 1)),
        ("---\ngültig_ab: 1. März 2024\n---\n", datetime.date(2024, 3, 1)),
        ("# Form\n\nEffective January 15, 2026\n\nText.\n", datetime.date(2026, 1, 15)),
        ("# Form\n\nText of January 15, 2026.\n", None),
        ("---\neffective: soon\n---\n", None),
        ("# Memo\n\nTo: All\nDate: 14 November 2025\n\nText.\n", datetime.date(2025, 11, 14)),
        ("# Memo\n\n**Date:** 14 November 2025\n\nText.\n", datetime.date(2025, 11, 14)),
        ("# Notiz\n\nDatum: 14. November 2025\n\nDer Text.\n", datetime.date(2025, 11, 14)),
        ("Von: A\nAn: B\nDatum: 14. November 2025\n\nDer Text.\n", datetime.date(2025, 11, 14)),
        ("# Memo\n\nDate: 14 November 2025\n\nEffective January 1, 2026\n", datetime.date(2026, 1, 1)),
        ("# Memo\n\nThe best date: 14 November 2025 was chosen.\n", None),
    ],
)
def test_effective(text: str, day: datetime.date | None) -> None:
    assert described(text).effective == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("---\nvalid_until: 2022-12-31\n---\n", datetime.date(2022, 12, 31)),
        ("---\nexpires: February 2024\n---\n", datetime.date(2024, 2, 29)),
        ("---\ngültig_bis: 1. März 2024\n---\n", datetime.date(2024, 3, 1)),
        ("# Form\n\nValid until January 15, 2026\n\nText.\n", datetime.date(2026, 1, 15)),
        ("# Form\n\nThe form is valid until January 15, 2026.\n", None),
        ("---\nexpires: never\n---\n", None),
    ],
)
def test_expires(text: str, day: datetime.date | None) -> None:
    assert described(text).expires == day


@pytest.mark.parametrize(
    "line",
    [
        "Valid from 1 January 2024 to 31 December 2024.",
        "**Valid from 2024-01-01 until 2024-12-31**",
        "This price list is valid from 1 January 2024 through 31 December 2024.",
        "These rates apply from January 2024 to December 2024",
        "Gültig vom 1. Januar 2024 bis 31. Dezember 2024",
        "Diese Preisliste gilt vom 1.1.2024 bis zum 31.12.2024.",
    ],
)
def test_a_line_near_the_head_says_for_which_days_a_document_applies(line: str) -> None:
    found = described(f"# Prices\n\n{line}\n\nA visit costs 30 euros.\n")
    assert (found.effective, found.expires) == (datetime.date(2024, 1, 1), datetime.date(2024, 12, 31))


@pytest.mark.parametrize("line", ["The shop is open from 1 January 2024 to 31 December 2024.", "A visa is valid from 2 to 9 days."])
def test_other_days_are_not_those_of_the_document(line: str) -> None:
    found = described(f"# Prices\n\n{line}\n")
    assert (found.effective, found.expires) == (None, None)


@pytest.mark.parametrize(
    ("text", "status", "day"),
    [
        ("# Choices\n\n## Paper\n\nStatus: withdrawn\nDate: 2024-05-01\n\n## Ink\n\nText.\n", None, None),
        ("# Beschlüsse\n\n## Papier\n\nDatum: 2024-05-01\n\n## Tinte\n\nText.\n", None, None),
        ("# Choices\n\nStatus: withdrawn\n\n## Paper\n\nText.\n\n## Ink\n", "withdrawn", None),
        ("# House Manual\n\n## Paper\n\nDate: 2024-05-01\n\nText.\n", None, datetime.date(2024, 5, 1)),
        ("# House Manual\n\n# Chapter 2\n\nDate: 2024-05-01\n\n# Paper\n\nText.\n", None, datetime.date(2024, 5, 1)),
    ],
)
def test_what_stands_below_one_of_several_sections_is_said_of_it_alone(text: str, status: str | None, day: datetime.date | None) -> None:
    found = described(text)
    assert (found.status, found.effective) == (status, day)


def test_status_is_folded() -> None:
    assert described("---\nstatus: Withdrawn\n---\n").status == "withdrawn"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("# Bürgerliches Gesetzbuch (BGB)\n", "BGB"),
        ("# Bürgerliches Gesetzbuch (BGB)\n", "Bürgerliches Gesetzbuch"),
        ("---\naliases: [Roof Guide]\n---\n# Roofs\n", "Roof Guide"),
        ("# Claims Manual, Chapter 4\n", "Claims Manual"),
        ("# Claims Manual, Chapter 4\n", "Claims Manual Chapter 4"),
        ("---\ntitle: Leave\n---\n# Annual Leave Policy\n", "Annual Leave Policy"),
    ],
)
def test_further_names(text: str, name: str) -> None:
    assert name in described(text).names


def test_a_file_named_by_its_year_is_called_so_too() -> None:
    assert "TRAVEL-2024" in described("---\ntitle: Travel\nedition: 2024-01\n---\n", "travel-2024.md").names


def test_addresses() -> None:
    assert described("---\npermalink: /guide/leave/\n---\n").addresses == ("/guide/leave/",)

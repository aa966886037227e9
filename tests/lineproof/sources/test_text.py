"""Plain text: furniture, headings, clauses, lists and code by layout alone."""

from textwrap import dedent, fill, indent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.sources.model import Block
from lineproof.sources.text import parse_text

FORM_FEED = "\x0c"


def blocks(text: str) -> tuple[Block, ...]:
    return parse_text(dedent(text).strip("\n").split("\n")).blocks


def shown(text: str) -> list[tuple[str, str]]:
    return [(block.kind, " ".join(fragment.text for fragment in block.fragments)) for block in blocks(text)]


def headings(text: str) -> list[tuple[int, str]]:
    found = [block for block in blocks(text) if block.kind == "heading"]
    return [(block.level, " ".join(fragment.text for fragment in block.fragments)) for block in found]


def lines_of(text: str) -> list[list[int]]:
    return [[fragment.line for fragment in block.fragments] for block in blocks(text)]


def pages(count: int, form_feed: str) -> str:
    """Pages as RFCs have them; the paragraph at the end of each runs on at the top of the next."""
    words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda"]
    text = "1.  Introduction\n\n"
    for page, word in enumerate(words[:count], 1):
        paragraphs = [f"   Paragraph {other} {word} is about something\n   and ends in {word}." for other in words]
        filler = "\n\n".join(paragraphs)
        text += f"{filler}\n\n   The rule {word} that is cut in two by the end of the page\n\n\n"
        text += f"Author                      Informational                    [Page {page}]\n{form_feed}\n"
        text += f"RFC 9999                     Some Title                    May 200{page % 10}\n\n\n"
        text += f"   holds {word} on the page after it.\n\n   Another {word}.\n\n"
    return text


@pytest.mark.parametrize("form_feed", [FORM_FEED, ""])
def test_furniture_is_dropped_and_paragraphs_go_on_over_pages(form_feed):
    found = shown(pages(4, form_feed))
    joined = "The rule beta that is cut in two by the end of the page holds beta on the page after it."
    assert ("paragraph", joined) in found
    assert not [text for _, text in found if "[Page" in text or "RFC 9999" in text]


def test_the_lines_of_a_cut_paragraph_skip_the_furniture():
    text = pages(4, FORM_FEED)
    cut = next(block for block in blocks(text) if block.fragments[0].text.startswith("The rule beta"))
    source = text.split("\n")
    assert [source[fragment.line - 1].strip() for fragment in cut.fragments] == [f.text for f in cut.fragments]


def test_lines_that_recur_in_the_content_stay():
    prose = "   Text of the page that is long enough to be prose, really.\n" * 3
    page = f"   Examples.\n\n   None.\n\n{prose}"
    others = [f"   {word}.\n\n{prose}" for word in ("Other", "Third", "Fourth", "Fifth")]
    text = FORM_FEED.join([page, *others, f"\n{page}"])
    assert [text for _, text in shown(text) if text == "None."] == ["None.", "None."]


def test_a_running_header_of_several_columns_is_dropped_on_the_first_page_too():
    header = "Harrow & Vale                                 HV 40 01 (2019-04)\n\n"
    first = f"{header}RENTERS FORM\n\nWe insure the belongings of a tenant.\n"
    text = f"{first}{FORM_FEED}\n{header}We do not insure the building."
    assert [text for _, text in shown(text)] == [
        "RENTERS FORM",
        "We insure the belongings of a tenant.",
        "We do not insure the building.",
    ]


def test_numbered_headings_at_the_left_margin_and_lists_within():
    assert headings("""
        1.  Scope

           This document says what the words in it are for.  It goes on
           for a while:

           1.  The first item is not a heading

           2.  The second item is none either

        1.1.  Terms

           Each of the terms is explained in the section in which it is used.

        2.  Rules and
            Regulations

           There are rules, and there are regulations, and there is more.

        Appendix A.  Changes

           None of this has changed since the last edition of the text.
    """) == [(1, "1.  Scope"), (2, "1.1.  Terms"), (1, "2.  Rules and Regulations"), (1, "Appendix A.  Changes")]


def test_headings_of_flat_documents_that_have_no_indentation():
    assert headings("""
        Bulletin 2026-02

        This bulletin in part supersedes Bulletin 2025-03. Section 1 of that
        bulletin is withdrawn.

        1. New deadline

        From 1 March 2026 each notice of loss is acknowledged in writing
        within ten days.

        2. What the letter says

        The letter lists:

        1. the documents that we need from the insured;

        2. the date by which the proof of loss is due.
    """) == [(1, "Bulletin 2026-02"), (1, "1. New deadline"), (1, "2. What the letter says")]


def test_old_headings_with_the_body_right_below():
    found = shown("""
        3. PROCEDURE
           The sender opens a connection to the receiver, which may be the
           last of several.

        3.1.  MAIL
           There are three steps to a transaction, and each of them has a
           command of its own.
    """)
    assert [text for kind, text in found if kind == "heading"] == ["3. PROCEDURE", "3.1.  MAIL"]
    assert found[1] == ("paragraph", "The sender opens a connection to the receiver, which may be the last of several.")


def test_a_table_of_contents_yields_no_headings():
    text = """
        Table of Contents

           1.  Introduction . . . . . . . . . . . . . . . . . . . . . . .  5
             1.1.  Transport of Electronic Mail and of Other Things That
                   Are Sent . . . . . . . . . . . . . . . . . . . . . . .  5
           2.  Model  . . . . . . . . . . . . . . . . . . . . . . . . . .  7
           A.  Forms  . . . . . . . . . . . . . . . . . . . . . . . . . .  9

        1.  INTRODUCTION

           The text of the introduction is short, but it is long enough.

        1.1.  Transport of Electronic Mail and of Other Things That
              Are Sent

           The text of the section is as short as that of the other one.

        2.  Model

           And here is the model that was announced in the introduction.

        A.  Forms

           The forms are appended, as forms usually are, to the document.
    """
    assert headings(text) == [
        (1, "Table of Contents"),
        (1, "1.  INTRODUCTION"),
        (2, "1.1.  Transport of Electronic Mail and of Other Things That Are Sent"),
        (1, "2.  Model"),
        (1, "A.  Forms"),
    ]
    assert [kind for kind, _ in shown(text)[1:5]] == ["list_item"] * 4


def test_a_table_of_contents_without_page_numbers():
    text = """
        Table of Contents

           1.  Introduction
             1.1.  Terms
           2.  Rules
           Index

        1.  Introduction

           The text of the introduction is short, but it is long enough.

        1.1.  Terms

           Each of the terms is explained in the section in which it is used.
    """
    assert headings(text) == [(1, "Table of Contents"), (1, "1.  Introduction"), (2, "1.1.  Terms")]


@pytest.mark.parametrize(
    "title",
    ["Section I - Conditions", "CONDITIONS OF THE POLICY", "Artikel 4", "Appendix B: Forms", "Kapitel 2 – Haftung"],
)
def test_other_headings(title):
    prose = "The conditions of this policy apply to all coverages, unless they say\notherwise."
    assert headings(f"{prose}\n\n{title}\n\n{prose}") == [(1, title)]


def test_underlined_headings():
    text = "Title\n=====\n\nText of the document.\n\nPart\n----\n\nMore text."
    assert headings(text) == [(1, "Title"), (2, "Part")]


def test_clauses_open_blocks_but_references_to_them_do_not():
    assert [
        text
        for _, text in shown("""
        W.1 Coverage. We pay for the damage that water does, as
        W.2 says.
        W.2 Limit of Liability. The most we pay is $5,000.
    """)
    ] == [
        "W.1 Coverage. We pay for the damage that water does, as W.2 says.",
        "W.2 Limit of Liability. The most we pay is $5,000.",
    ]


def test_lists_keep_ordinals_and_drop_bullets():
    assert shown("""
        The conditions are:

        o  first, which is wrapped
           to a second line
        o  second
        - third

        (a) one;
        (b) two.
    """)[1:] == [
        ("list_item", "first, which is wrapped to a second line"),
        ("list_item", "second"),
        ("list_item", "third"),
        ("list_item", "(a) one;"),
        ("list_item", "(b) two."),
    ]


def test_hanging_terms_are_blocks():
    assert [
        text
        for _, text in shown("""
        Term one
              is explained at some length here, so that
              it takes several lines.
        Term two
              is explained as well.
    """)
    ] == [
        "Term one is explained at some length here, so that it takes several lines.",
        "Term two is explained as well.",
    ]


def test_paragraphs_whose_first_line_is_indented_are_one_block():
    first = "          By 1977 the net had several standards for\n"
    text = f"{first}     messages.  It was felt necessary to codify\n     these practices.\n"
    assert len(blocks(text)) == 1


@pytest.mark.parametrize(
    "code",
    [
        'ehlo = "EHLO" SP ( Domain / address-literal ) CRLF\nhelo = "HELO" SP Domain CRLF',
        "+-----+-----+\n| a   | b   |\n+-----+-----+",
        "struct {\n    opaque cookie<1..2^16-1>;\n} Cookie;",
        "S: 220 foo.com ready\nC: EHLO bar.com\nS: 250 foo.com greets bar.com",
        "Form        Edition    Title\n---------   --------   ------\nHV 30 01    2026-01    Home",
    ],
)
def test_grammars_drawings_and_programs_keep_their_lines(code):
    prose = "This paragraph is here to tell how far the prose is indented at all.\n"
    indented = "\n".join(f"      {line}" for line in code.split("\n"))
    found = parse_text(f"{prose}\n{indented}\n\n{prose}".split("\n")).blocks[1]
    assert found.kind == "code"
    assert "\n".join(fragment.text for fragment in found.fragments) == code


def test_document_header_and_title():
    parsed = parse_text(
        dedent("""
        Network Working Group                                         J. Klensin
        Request for Comments: 5321                                  October 2008
        Obsoletes: 2821

                             Simple Mail Transfer
                                   Protocol

        Abstract

           This document is a specification of the basic protocol for mail.
    """).split("\n")
    )
    assert [field.name for field in parsed.fields] == ["request_for_comments", "obsoletes", "author", "date"]
    assert [(b.kind, b.level, b.fragments[0].text) for b in parsed.blocks[:2]] == [
        ("heading", 1, "Simple Mail Transfer"),
        ("heading", 1, "Abstract"),
    ]
    assert [fragment.line for fragment in parsed.blocks[0].fragments] == [6, 7]


def test_lines_longer_than_any_wrap_are_blocks_of_their_own():
    assert len(blocks("First sentence of it. " * 20 + "\n" + "Second sentence of it. " * 20)) == 2


def test_separators_within_a_line_do_not_shift_lines():
    assert lines_of("one\u2028still one\x0b\n\ntwo\x85\n\nthree") == [[1], [3], [5]]


@given(st.text(alphabet="aA1.(o-*: \n\t\x0c|=", max_size=200))
def test_every_visible_line_is_shown_once_and_truly(text):
    lines = text.split("\n")
    parsed = parse_text(lines)
    shown_lines = [fragment for block in parsed.blocks for fragment in block.fragments]
    numbers = [fragment.line for fragment in shown_lines]
    assert numbers == sorted(set(numbers))
    for fragment in shown_lines:
        assert fragment.text.strip() in lines[fragment.line - 1].replace("\x0c", " ").expandtabs()


def test_prose_of_another_script_is_prose() -> None:
    parsed = parse_text(["これは保険の文書です。保険料は $5,000 です。", "", "Fee: $7."])
    assert [block.kind for block in parsed.blocks] == ["paragraph", "paragraph"]


def test_a_centred_title_may_be_so_long_that_it_begins_almost_where_text_does():
    header = (
        "Internet Engineering Task Force (IETF)                  R. Fielding, Ed.\n"
        "Request for Comments: 7231                                         Adobe\n"
        "Category: Standards Track                                      June 2014\n"
    )
    title = "Hypertext Transfer Protocol (HTTP/1.1): Semantics and Content"
    first = parse_text(f"{header}\n\n     {title}\n\nAbstract\n\n   It is a protocol.\n".split("\n")).blocks[0]
    assert (first.kind, first.fragments[0].text.strip()) == ("heading", title)


WIDE = "A paragraph of the document that shows where its prose begins and ends, which is what the others are measured by."
SENTENCES = st.lists(
    st.sampled_from(
        (
            "A mailbox that matches gets a response (as applicable) from the server.",
            'The "first" step in the procedure is the command, which names the sender; others follow.',
            "Whether it is broken off early, or late, says nothing of what the words mean!",
            "<reverse-path> holds the mailbox of whoever sent the message and of nobody else.",
            "This version has known deficiencies and must not be negotiated in any way; and",
        )
    ),
    min_size=1,
    max_size=4,
)


@given(SENTENCES, st.integers(3, 9), st.integers(44, 72))
def test_a_sentence_is_prose_to_whatever_width_it_is_wrapped_and_wherever_it_stands(sentences: list[str], margin: int, width: int) -> None:
    text = " ".join(sentences)
    wrapped = indent(fill(text, width - margin, break_on_hyphens=False), " " * margin)
    around = indent(fill(f"{WIDE} {WIDE}", 69), "   ")
    assert shown(f"1.  First\n\n{around}\n\n{wrapped}\n\n{around}\n")[2] == ("paragraph", text)


@given(st.integers(1, 12))
def test_where_a_whole_document_stands_on_its_page_changes_no_block(by: int) -> None:
    title = "Clarifications and Notes for the Implementation of Some Protocol".rjust(68)
    code = "      <reverse-path> ::= <a>\n      <a> ::= <b>"
    text = (
        f"Someone                Some Organisation\nRFC 1                  May 2001\n\n{title}\n\n1.  First\n\n   {WIDE[:66]}\n\n{code}\n"
    )
    assert [(block.kind, [part.text for part in block.fragments]) for block in parse_text(indent(text, " " * by).split("\n")).blocks] == [
        (block.kind, [part.text for part in block.fragments]) for block in parse_text(text.split("\n")).blocks
    ]
    assert [block.kind for block in parse_text(text.split("\n")).blocks][-3:] == ["heading", "paragraph", "code"]


@pytest.mark.parametrize(
    "lines",
    [
        "      Brian Smith\n      Northern Networks, Inc.",
        "      LIST, NLST,\n      SYST, STAT,\n      HELP, NOOP, QUIT.",
        "      client write secret\n      server write secret\n      client write key\n      server write key",
    ],
)
def test_lists_and_addresses_keep_their_lines_however_full_they_are(lines: str) -> None:
    around = indent(fill(f"{WIDE} {WIDE}", 69), "   ")
    assert [block.kind for block in blocks(f"1.  First\n\n{around}\n\n{lines}\n\n{around}\n")] == [
        "heading",
        "paragraph",
        "code",
        "paragraph",
    ]


CENTRED = "\n".join(
    (
        "Blue Mutual                                                           HV 83 04 (2024-09)",
        "",
        "",
        *(
            line.center(88).rstrip()
            for line in (
                "MERRIN AMENDATORY ENDORSEMENT FOR THE CONDOMINIUM FORM",
                "",
                "Form HV 83 04   Edition 2024-09",
                "Effective 2024-09-01",
                "State: Merrin",
                "Amends: HV 36 01 (2024-08)",
            )
        ),
        "",
        "     The provisions below apply in the State of Merrin.",
    )
)


def test_entries_in_the_middle_of_a_page_below_the_title_are_fields() -> None:
    fields = parse_text(CENTRED.split("\n")).fields
    assert [(field.name, field.value, field.line) for field in fields] == [("state", "Merrin", 8), ("amends", "HV 36 01 (2024-08)", 9)]
    assert not any("Amends" in text for _, text in shown(CENTRED))
    assert any("Effective 2024-09-01" in text for _, text in shown(CENTRED))


def test_a_long_centred_title_in_capitals_opens_a_document() -> None:
    assert headings(CENTRED) == [(1, "MERRIN AMENDATORY ENDORSEMENT FOR THE CONDOMINIUM FORM")]


def test_a_table_with_a_rule_keeps_its_lines_though_its_columns_stand_close() -> None:
    table = "Topic                    Clause                      Figure\n-----------------------  --------------------------  -------\n"
    rows = "Newly acquired premises  S.25 of HS 43 01 (2024-05)  2 weeks\nStorm retention          S.8 of HS 36 01 (2024-08)   2%"
    assert [kind for kind, _ in shown(table + rows)] == ["code"]

"""What a question names: answers come from the documents that it names, or there is none."""

from pathlib import Path

import pytest

from lineproof.recall import Memory
from lineproof.recall.naming import names_of
from tests.compiling import compiled


def form(title: str, identifier: str, edition: str, limit: str, days: int) -> str:
    return (
        f"---\ntitle: {title}\nform: {identifier}\nedition: {edition}\neffective: {edition}-01\n---\n\n# {title}\n\n"
        f"## 1 Limit\n\nThe most we pay for jewelry is ${limit}.\n\n## 2 Notice\n\nYou must give notice within {days} days.\n"
    )


FORMS = {
    "home-2019.md": form("Home Form", "HS 24 01", "2019-06", "1,000", 20),
    "home-2023.md": form("Home Form", "HS 24 01", "2023-06", "2,500", 30),
    "condo.md": form("Condo Form", "HS 30 02", "2023-06", "7,500", 45),
    "policy-2023.md": "---\ntitle: Travel Policy\nedition: 2023-01\n---\n\n# Travel Policy\n\n## 1 Hotels\n\nA hotel costs at most $120.\n",
    "policy-2024.md": "---\ntitle: Travel Policy\nedition: 2024-01\n---\n\n# Travel Policy\n\n## 1 Hotels\n\nA hotel costs at most $150.\n",
    "act.md": "# Boat Act\n\n## 1 Speed\n\nA boat must not pass a bridge at more than 10 knots.\n",
    "notes.md": "# Desk Notes\n\nThe limit is explained to every caller. The limit under HS 30 02 is 7,500 dollars.\n",
}


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    return Memory(compiled(tmp_path_factory.mktemp("naming") / "workspace", {"forms": FORMS}).corpus("forms"))


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is the limit under HS 24 01 (2023-06)?", "$2,500"),
        ("What is the limit under HS 24 01 (2019-06)?", "$1,000"),
        ("What is the limit under HS 24 01?", "$2,500"),
        ("What is the current limit under HS 24 01?", "$2,500"),
        ("What is the limit under hs-24-01, edition 2019-06?", "$1,000"),
        ("What is the limit under the Condo Form?", "$7,500"),
        ("Within how many days must notice be given under HS 30 02?", "45 days"),
        ("What may a hotel cost by the Travel Policy (2023-01)?", "$120"),
        ("What may a hotel cost by the Travel Policy?", "$150"),
        ("How fast may a boat be under the Boat Act (1974)?", "10 knots"),
        ("When did HS 24 01 (2023-06) take effect?", "2023-06-01"),
    ],
)
def test_the_document_that_is_named_answers_alone(forms: Memory, question: str, value: str) -> None:
    answered = forms.ask_now(question)
    assert value in answered.answer
    assert len(answered.citations) == 1


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is the limit under HS 24 01 (2021-06)?", "HS 24 01 (2021-06)"),
        ("What is the limit under HS 99 01?", "HS 99 01"),
        ("What may a hotel cost by the Travel Policy, edition 2022-01?", "Travel Policy, edition 2022-01"),
        ("At how many knots may a boat pass a bridge under HS 24 01 (2023-06)?", "HS 24 01 (2023-06)"),
    ],
    ids=["no such edition", "no such form", "no such edition of a title", "said by another document"],
)
def test_the_value_of_another_document_is_no_answer(forms: Memory, question: str, name: str) -> None:
    answered = forms.ask_now(question)
    assert answered.abstained
    assert answered.answer.startswith("Not found.")
    assert any(f"{said} {name}" in answered.answer for said in ("none that answers is of:", "No document here is called"))


def test_what_another_document_says_of_the_named_one_may_answer(forms: Memory) -> None:
    answered = forms.ask_now("What do the Desk Notes say about HS 30 02?")
    assert answered.answer == "The limit under HS 30 02 is 7,500 dollars. [notes.md#L3]"


@pytest.mark.parametrize("question", ["What is the limit?", "Home Form jewelry", "Which form has the title Condo Form?", "HS 24 01"])
def test_names_of_documents_and_headings_are_no_sentences(forms: Memory, question: str) -> None:
    lines = {citation.path: FORMS[citation.path].split("\n") for citation in forms.ask_now(question).citations}
    cited = [lines[citation.path][citation.first_line - 1] for citation in forms.ask_now(question).citations]
    assert not [line for line in cited if line.startswith(("title:", "form:", "#"))]


def test_a_longer_name_holds_a_shorter_and_words_between_names_are_free(forms: Memory) -> None:
    found = names_of(forms.view(), "Does HS 24 01 (2019-06) of the Home Form hold beside HS 77 02?")
    assert [(name.key, sorted(name.paths), name.certain) for name in found] == [
        ("hs 24 1 2019 6", ["home-2019.md"], True),
        ("home form", ["home-2019.md", "home-2023.md"], False),
        ("hs 77 2", [], True),
    ]


def test_talk_names_no_documents(tmp_path: Path) -> None:
    chat = '{"id": "D1:1", "speaker": "Anna", "time": "2024-05-02T10:00:00", "text": "We read HS 24 01 aloud."}\n'
    memory = Memory(compiled(tmp_path / "workspace", {"talk": {"session.jsonl": chat}}).corpus("talk"))
    assert names_of(memory.view(), "Who read HS 24 01?") == ()

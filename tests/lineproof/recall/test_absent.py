"""What a question asks for that is not there is said: documents, quoted words, numbers; what else answers is not lost by that."""

import pytest

from lineproof.recall import Memory
from tests.compiling import compiled


def form(title: str, identifier: str, edition: str, body: str) -> str:
    return f"---\ntitle: {title}\nform: {identifier}\nedition: {edition}\neffective: {edition}-01\n---\n\n# {title}\n\n{body}\n"


FORMS = {
    "home.md": form("Home Form", "HS 24 01", "2023-06", "## 1 Limit\n\nThe most we pay for mold is $2,500, as HS 99 12 says."),
    "condo.md": form("Condo Form", "HS 30 02", "2023-06", "## 1 Proof\n\nYou must send a sworn proof of loss within 90 days."),
    "memo.md": "# Memo\n\nThe number of the desk is 4711. A fee of 12,500 euros is due in May 2021. Code `HX-77` opens the gate.\n",
    "boat.md": "# Boat\n\nThe boat cost 9.700,50 EUR.\n",
}
TALK = '{"id": "D1:1", "speaker": "Anna", "time": "2024-05-02T10:00:00", "text": "We took home 3 rabbits and call them a found family."}\n'


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    return Memory(compiled(tmp_path_factory.mktemp("absent") / "workspace", {"forms": FORMS}).corpus("forms"))


@pytest.mark.parametrize(
    ("question", "text", "nearest"),
    [
        ("What does form HS 77 77 say about mold?", "HS 77 77", "HS "),
        ("what does hs 77 77 say about mold?", "hs 77 77", "HS "),
        ("What is the limit for mold under HS 24 01 (2019-06)?", "HS 24 01 (2019-06)", "HS 24 01 (2023-06)"),
    ],
    ids=["number", "small letters", "edition"],
)
def test_a_document_that_is_not_here_is_not_found_with_the_nearest(forms: Memory, question: str, text: str, nearest: str) -> None:
    recalled, answered = forms.recall_now(question), forms.ask_now(question)
    assert recalled.not_found
    assert [(one["kind"], one["text"]) for one in recalled.trace["absent"]] == [("document", text)]
    assert recalled.trace["absent"][0]["nearest"][0].startswith(nearest)
    assert f"No document here is called {text}; the nearest are: {nearest}" in recalled.answer_instructions
    assert f"called {text}" in answered.answer
    assert answered.abstained


def test_what_is_said_of_a_document_that_is_not_here_may_answer(forms: Memory) -> None:
    answered = forms.ask_now("What does HS 99 12 say about mold?")
    assert "HS 99 12 says" in answered.answer
    assert answered.flags[0].startswith("absent: No document here is called HS 99 12; the nearest are: ")


@pytest.mark.parametrize(
    ("question", "said", "found"),
    [
        ('Within how many days is a "sworn proof of elephants" due?', 'The words "sworn proof of elephants" stand nowhere.', False),
        ('Within how many days are "sworn proofs of loss" due?', 'The words "sworn proofs of loss" stand nowhere.', True),
        ("What is the number 4500?", "4500 stands nowhere.", False),
        ("When is the fee of 4,500 euros due?", "4,500 stands nowhere.", True),
    ],
)
def test_quoted_words_and_numbers_that_stand_nowhere_are_said(forms: Memory, question: str, said: str, found: bool) -> None:
    recalled, answered = forms.recall_now(question), forms.ask_now(question)
    assert recalled.not_found is not found
    assert said in recalled.answer_instructions
    assert answered.abstained is not found
    assert (f"absent: {said}" in answered.flags) if found else (said in answered.answer)


@pytest.mark.parametrize(
    "question",
    [
        "What is the number 4711?",
        "When is the fee of 12500 euros due?",
        "Is the fee of 12.500 Euro due?",
        "What cost 9700.50 euros?",
        "What cost 9,700.50 euros?",
        "What cost 9700,5 euros?",
        "What held in May 1999, or on 3 March 1998?",
        "What does HS 24 01 (2023-06) pay for mold?",
        'What does "HX-77" open?',
        "Which documents of the `memo.md` kind are there?",
        'What does "the" mean?',
    ],
)
def test_what_stands_there_in_some_writing_is_not_absent(forms: Memory, question: str) -> None:
    assert forms.recall_now(question).trace["absent"] == []


def test_a_number_is_found_in_another_notation(forms: Memory) -> None:
    recalled = forms.recall_now("Which one is 9700.50?")
    assert "The boat cost" in recalled.items[0].text
    assert not recalled.not_found


def test_talk_is_asked_in_the_same_way(tmp_path_factory: pytest.TempPathFactory) -> None:
    talk = Memory(compiled(tmp_path_factory.mktemp("talk") / "workspace", {"talk": {"session.jsonl": TALK}}).corpus("talk"))
    assert talk.recall_now('Whom does Anna call a "found family"?').trace["absent"] == []
    assert talk.recall_now('Whom does Anna call a "lost tribe"?').not_found


@pytest.mark.parametrize(
    ("question", "names", "found"),
    [
        ("What did Xaver Huber say about the fee?", ["Xaver Huber"], False),
        ("What does Section 5 say about the fee?", [], True),
        ("Is the fee due in Zurich?", ["Zurich"], False),
        ("When is the fee of 12,500 euros for the gate of the desk due in Zurich?", ["Zurich"], True),
        ("Was hat Xaver über die Gebühr gesagt?", ["Xaver"], False),
        ("When is the fee due in May 2021?", [], True),
        ("When is the fee due by the Memo?", [], True),
    ],
)
def test_a_name_that_stands_nowhere_is_said(forms: Memory, question: str, names: list[str], found: bool) -> None:
    recalled = forms.recall_now(question)
    assert [one["text"] for one in recalled.trace["absent"] if one["kind"] == "name"] == names
    assert all(f"{name} stands nowhere." in recalled.answer_instructions for name in names)
    assert recalled.not_found != found

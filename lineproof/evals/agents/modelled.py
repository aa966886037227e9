"""Modelled: an agent that a model drives, through the loop with which `lineproof ask` lets one answer; tools, budget and desk are the same.

uncited   a sentence whose quotes nothing that was shown says: it is stated without lines, so that scoring finds it ungrounded
"""

from collections.abc import Iterator

from lineproof.evals.agents.desk import Desk
from lineproof.evals.agents.model import SUPERSEDED, Answer, Passages, Statement
from lineproof.evals.agents.model import Passage as Brought
from lineproof.evals.agents.results import Links
from lineproof.models.chat import Chat
from lineproof.models.errors import BadAnswer
from lineproof.recall.agent.cited import check, complaint
from lineproof.recall.agent.final import Sentence
from lineproof.recall.agent.loop import Conversed, Limits, converse
from lineproof.recall.agent.shown import Passage, Shown, shown


async def answered_by_model(chat: Chat, desk: Desk, question: str) -> Answer:
    """What a model answers with some tools.

    Raises:
        BudgetSpent, Denied, NoModel, NotRecorded, Unavailable: the model cannot be asked; the message says what to do.
    """
    ended = await converse(chat, desk.counted(), question, Limits(calls=desk.budget.calls), review=complaint)
    if ended.failure and not isinstance(ended.failure, BadAnswer):
        raise ended.failure
    if ended.failure or ended.answer is None:
        return Answer((), str(ended.failure or "the model gave no answer"), failed=True)
    if not ended.answer.found:
        return Answer((), "the model says that nothing answers")
    return Answer(tuple(statement for one in ended.answer.sentences for statement in _statements(one, ended)))


def _statements(sentence: Sentence, ended: Conversed) -> Iterator[Statement]:
    """A sentence with the lines of each of its quotes."""
    places = check(sentence, ended.passages).places
    for place in places:
        yield Statement(sentence.text, place.citation.path, place.citation.first_line, place.citation.last_line)
    if not places:
        yield Statement(sentence.text, "", 1, 0)


@shown.register
def _(result: Passages) -> Shown:
    return Shown("\n".join(map(_line, result.passages)) or "Nothing was found.", tuple(map(_passage, result.passages)))


@shown.register
def _(result: Links) -> Shown:
    lines = (line for link in result.links for line in (f"{link.edge}: {link.label} ({link.node})", *map(_line, link.passages)))
    return Shown("\n".join(lines) or "There are no such edges.", tuple(_passage(one) for link in result.links for one in link.passages))


def _line(passage: Brought) -> str:
    status = f" [{passage.status}]" if passage.status else ""
    return f"{passage.citation}{status} {passage.about}: {passage.text}"


def _passage(passage: Brought) -> Passage:
    flags = (SUPERSEDED,) if passage.status == SUPERSEDED else ()
    return Passage(passage.path, passage.first_line, passage.last_line, passage.text, flags)

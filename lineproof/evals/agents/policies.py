"""Policies: what an agent without a model asks its tools, step by step, for every question alike; the reader then answers.

hop   a step to what a passage refers to, or to what bears on it
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from lineproof.evals.agents.asked import DEPENDENTS, SINGLE, Asked
from lineproof.evals.agents.desk import BudgetSpent, Desk
from lineproof.evals.agents.model import Answer, Passage
from lineproof.evals.agents.reader import Reader

READ: Final = 3
"""Hits of a search around which is read."""
AROUND: Final = 8
"""Lines that are read before and after a hit."""
FOLLOWED: Final = 3
"""References that are followed from what fits best."""


@dataclass
class Work:
    """An agent at one question: what it reads, its tools, and the evidence that it has."""

    asked: Asked
    desk: Desk
    reader: Reader
    evidence: list[Passage] = field(default_factory=list)

    async def take(self, tool: str, **arguments: object) -> Sequence[Passage]:
        """Use a tool that brings passages, and keep them."""
        result = await self.desk.use(tool, **arguments)
        found = result.passages if result else ()
        self.evidence += found
        return found  # type: ignore[no-any-return]

    def best(self, count: int) -> list[Passage]:
        """The passages with the sentences that fit best so far."""
        found = self.reader.candidates(self.asked, self.evidence)
        return list(dict.fromkeys(one.passage for one in found))[:count]


DEPENDING: Final = ("referred_to_by", "required_by", "amended_by", "has_attachment", "term_used_by")
"""Edges along which one thing depends on another."""
MOST_DEPENDENTS: Final = 30

Policy = Callable[[Work], Awaitable[None]]


async def answered(work: Work, policy: Policy) -> Answer:
    """What an agent answers after a policy; what the budget did not allow is left."""
    with suppress(BudgetSpent):
        await policy(work)
    return work.reader.answer(work.asked, work.evidence)


async def search(work: Work) -> None:
    """Search with the question and with each name, read around the best hits, search for what the best ones refer to."""
    hits = list(await work.take("search", query=work.asked.text))
    for name in work.asked.names if len(work.asked.names) > 1 else ():
        hits += await work.take("search", query=f"{name} {work.asked.focus}", limit=5)
    for hit in list(dict.fromkeys(hits))[:READ]:
        await work.take("read", place=hit.citation, around=AROUND)
    if work.asked.shape != SINGLE:
        for name in references(work)[:FOLLOWED]:
            await work.take("search", query=f"{name} {work.asked.focus}", limit=5)


def references(work: Work) -> list[str]:
    """The identifiers in the passages that fit best which the question does not have."""
    from lineproof.evals.agents.asked import read_question

    found = [name for passage in work.best(READ) for name in read_question(passage.text, work.reader.language).identifiers]
    return [name for name in dict.fromkeys(found) if name not in work.asked.text]


async def wiki(work: Work) -> None:
    """Find pages, read the best of them, then the lines that their best sentences cite."""
    pages = await work.desk.use("find_pages", query=work.asked.text)
    for page in (pages.pages if pages else ())[:READ]:
        await work.take("page", path=page.path)
    for passage in work.best(READ):
        await work.take("read", place=passage.citation)


async def recall(work: Work) -> None:
    """Recall the evidence."""
    await work.take("recall", question=work.asked.text)


async def graph(work: Work) -> None:
    """Take the claims that fit; walk edges where the question asks how things hang together, or where no claim answers."""
    await work.take("claims", question=work.asked.text)
    if work.desk.has("expand") and work.asked.shape == DEPENDENTS:
        await _dependents(work)
    elif work.desk.has("expand") and work.asked.shape != SINGLE:
        await _follow(work)


async def _dependents(work: Work) -> None:
    """Walk against the edges from what the question names, sections before documents."""
    found = await work.desk.use("names", text=work.asked.text)
    named = sorted(found.names if found else (), key=lambda name: name.kind == "document")
    for name in [one for one in named if one.kind == named[0].kind][:FOLLOWED]:
        links = await work.desk.use("expand", node=name.node, edges=[*DEPENDING], limit=MOST_DEPENDENTS)
        work.evidence += [passage for link in (links.links if links else ()) for passage in link.passages]


async def _follow(work: Work) -> None:
    for passage in work.best(2):
        links = await work.desk.use("expand", node=f"{passage.path}#L{passage.first_line}")
        work.evidence += [passage for link in (links.links if links else ()) for passage in link.passages]


POLICIES: Final[Mapping[str, Policy]] = {"search": search, "wiki": wiki, "graph": graph, "recall": recall}

"""Policies: what an agent without a model asks its tools, step by step, for every question alike; the reader then answers.

query   a question without the words of asking: its names, what it enumerates, and its focus
part    one of several things that are named side by side, each of which has an answer of its own
hop     a step along an edge
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final

from lineproof.evals.agents.asked import CHAIN, CONTRADICTION, DEPENDENTS, SINGLE, Asked, names_in
from lineproof.evals.agents.desk import BudgetSpent, Desk
from lineproof.evals.agents.model import Answer, Passage
from lineproof.evals.agents.reader import Candidate, Reader
from lineproof.evals.agents.results import Link
from lineproof.evals.agents.sentences import heading_of

READ: Final = 3
"""Hits of a search around which is read."""
AROUND: Final = 8
"""Lines that are read before and after a hit."""
FOLLOWED: Final = 3
"""References that are followed from what fits best."""
SPOKEN: Final = 3
"""Sentences at second hand whose references are looked at."""
MOST_HOPS: Final = 3
RELATIONS: Final = ("amended_by", "has_attachment", "required_by")
"""Edges by which one document bears on another."""
MOST_LINKS: Final = 30
MOST_CLAIMS: Final = 50
"""Claims of all documents that are looked at for what speaks of a matter."""


@dataclass
class Work:
    """An agent at one question: what it reads, its tools, and the evidence that it has."""

    asked: Asked
    desk: Desk
    reader: Reader
    evidence: list[Passage] = field(default_factory=list)

    @property
    def query(self) -> str:
        """See the module."""
        return " ".join((*self.asked.names, *self.asked.items, self.asked.focus))

    async def take(self, tool: str, **arguments: object) -> Sequence[Passage]:
        """Use a tool that brings passages, and keep them."""
        result = await self.desk.use(tool, **arguments)
        found: Sequence[Passage] = result.passages if result else ()
        self.evidence += found
        return found

    async def links(self, node: str, edges: Sequence[str]) -> Sequence[Link]:
        """The edges of a node."""
        result = await self.desk.use("expand", node=node, edges=[*edges], limit=MOST_LINKS)
        return result.links if result else ()

    def best(self, count: int) -> list[Passage]:
        """The passages in force with the sentences that fit best so far, whatever else there is."""
        found = self.reader.candidates(self.asked, self.evidence)
        return list(dict.fromkeys(one.passage for one in sorted(found, key=lambda one: not one.stands)))[:count]

    def chosen(self) -> list[Candidate]:
        """What would be answered so far."""
        return self.reader.chosen(self.asked, self.evidence)

    def lacking(self) -> list[str]:
        """The parts that nothing answers yet."""
        chosen = self.chosen()
        return [part for part in self.reader.parts(self.asked) if not any(self.reader.is_of(one.passage, part) for one in chosen)]


Policy = Callable[[Work], Awaitable[None]]


async def answered(work: Work, policy: Policy) -> Answer:
    """What an agent answers after a policy; what the budget did not allow is left."""
    with suppress(BudgetSpent):
        await policy(work)
    return work.reader.answer(work.asked, work.evidence)


async def search(work: Work) -> None:
    """Search with the question and for each part, read around the best hits, search for what the best ones refer to."""
    hits = list(await work.take("search", query=work.query))
    for part in work.reader.parts(work.asked):
        hits += await work.take("search", query=f"{part} {work.asked.focus}", limit=5)
    for hit in list(dict.fromkeys(hits))[:READ]:
        await work.take("read", place=hit.citation, around=AROUND)
    if work.asked.shape != SINGLE or work.asked.several:
        for name in _referred(work)[:FOLLOWED]:
            await work.take("search", query=f"{name} {work.asked.focus}", limit=5)


def _referred(work: Work) -> list[str]:
    """The identifiers in the passages that fit best which the question does not have."""
    found = [name for passage in work.best(READ) for name in names_in(passage.text, work.reader.language)]
    return [name for name in dict.fromkeys(found) if name not in work.asked.text]


async def wiki(work: Work) -> None:
    """Find pages, read the best of them, then the lines that their best sentences cite."""
    pages = await work.desk.use("find_pages", query=work.query)
    for page in (pages.pages if pages else ())[:READ]:
        await work.take("page", path=page.path)
    for passage in work.best(READ):
        await work.take("read", place=passage.citation)


async def recall(work: Work) -> None:
    """Recall the evidence."""
    await work.take("recall", question=work.asked.text)


async def graph(work: Work) -> None:
    """Walk from what is named where the question asks how things hang together; else take claims, and walk if none answers."""
    walks = work.desk.has("expand")
    if walks and work.asked.shape == CHAIN and work.asked.names:
        await _chain(work)
    elif walks and work.asked.several and (work.asked.names if work.asked.shape == DEPENDENTS else work.asked.identifiers):
        await _dependents(work)
    else:
        await _claims(work)
        if walks and work.asked.several and not work.asked.items:
            await _bearing(work)
        elif walks and not work.chosen():
            await (_from_there(work) if work.asked.names and work.asked.places else _elsewhere(work))
        elif walks and work.lacking():
            await _citing(work)


async def _claims(work: Work) -> None:
    """The claims that fit the question, then those of each part that nothing answers."""
    parts = work.reader.parts(work.asked)
    status = None if work.asked.past or work.asked.identifiers or work.asked.shape == CONTRADICTION else "active"
    await work.take("claims", question=work.query, status=status, limit=30 if parts else 12)
    for part in work.lacking():
        if part in work.asked.names:
            await work.take("claims", question=work.asked.focus, within=part, status=status)
        else:
            await work.take("claims", question=f"{part} {work.asked.focus}", status=status)


async def _citing(work: Work) -> None:
    """Look for the other parts under the heading where one is answered, and in what speaks of that clause."""
    for one in work.chosen()[:1]:
        if await _renamed(work, heading_of(one.passage)):
            return
        links = await work.links(f"{one.passage.path}#L{one.passage.first_line}", ("referred_to_by",))
        work.evidence += [passage for link in links for passage in link.passages]


async def _dependents(work: Work) -> None:
    """What bears on what the question names; where nothing does, what refers to it. Sections come before documents."""
    found = await work.desk.use("names", text=work.asked.text)
    named = sorted(found.names if found else (), key=lambda name: name.kind == "document")
    for node in list(dict.fromkeys(one.node for one in named if one.kind == named[0].kind))[:FOLLOWED]:
        links = await work.links(node, RELATIONS) or await work.links(node, ("referred_to_by", "term_used_by"))
        work.evidence += [passage for link in links for passage in link.passages]


async def _bearing(work: Work) -> None:
    """What bears on the clause that fits best; if nothing does, on that of the next document."""
    first: dict[str, Passage] = {}
    for passage in [one.passage for one in work.chosen()] or work.best(1):
        first.setdefault(passage.path, passage)
    for passage in list(first.values())[:FOLLOWED]:
        links = await work.links(f"{passage.path}#L{passage.first_line}", RELATIONS)
        work.evidence += [passage for link in links for passage in link.passages]
        if links:
            return


async def _chain(work: Work) -> None:
    """Follow references from document to document; at each hop those whose ends fit the question best. The last ends come first."""
    at = [(work.asked.names[0], "")]
    for _ in range(MOST_HOPS):
        links = [
            link for node, path in at for link in await work.links(node, ("refers_to",)) if link.passages and link.passages[0].path != path
        ]
        work.evidence[:0] = [passage for link in links for passage in link.passages]
        order = {passage: place for place, passage in enumerate(work.best(len(work.evidence)))}
        links.sort(key=lambda link: min(order.get(passage, len(order)) for passage in link.passages))
        at = list(dict.fromkeys((link.node, link.passages[0].path) for link in links))[:FOLLOWED]


async def _from_there(work: Work) -> None:
    """Where the answer stands in another document than the one that is named, and that one does not tell: follow its references."""
    work.asked = replace(work.asked, shape=CHAIN)
    await _chain(work)


async def _elsewhere(work: Work) -> None:
    """Learn from what speaks of the matter elsewhere how the documents call it, and look for that; else read sections by their names."""
    if not work.reader.speaking(work.asked, work.evidence):
        await work.take("claims", question=work.reader.topic(work.asked), status="active", limit=MOST_CLAIMS)
    speaking = work.reader.speaking(work.asked, work.evidence)
    told = [one for one in speaking if not work.reader.sources(one)]
    said = [one for one in speaking if work.reader.sources(one)]
    if await _renamed(work, _commonest(work, (heading_of(one.passage) for one in told))) or await _renamed(work, await _cited(work, said)):
        return
    located = await work.desk.use("locate", terms=work.query)
    for hit in [one for one in (located.results if located else ()) if one.kind == "section"][:FOLLOWED]:
        await work.take("read", place=hit.id)
        if work.chosen():
            return


def _commonest(work: Work, headings: Iterable[str]) -> str:
    """The heading under which most passages stand, its label aside; nothing if that says no more than the topic."""
    put = [work.reader.under(work.asked, heading) for heading in headings]
    names = [asked.parts[0] if asked else "" for asked in put]
    return max(names, key=names.count, default="")


async def _cited(work: Work, said: Iterable[Candidate]) -> str:
    """The heading under which a document says itself what a sentence tells of it at second hand, if that says more than the topic."""
    for one in islice(said, SPOKEN):
        links = await work.links(one.passage.citation, ("refers_to",))
        meant = (passage for link in links for passage in link.passages if work.reader.confirms(passage, one))
        if found := _commonest(work, map(heading_of, meant)):
            return found
    return ""


async def _renamed(work: Work, heading: str) -> bool:
    """Look for what the documents treat under a heading; whether that answers all."""
    if asked := work.reader.under(work.asked, heading):
        work.asked = asked
        await work.take("claims", question=work.query, status="active", limit=30 if work.reader.parts(asked) else 12)
    return bool(work.chosen()) and not work.lacking()

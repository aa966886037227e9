"""Corpora: which of a workspace's corpora a command is about, and questions that go to several of them.

chosen      the corpora named by --corpus, else all that have been published
qualified   a node written ``corpus:node``
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import closing
from typing import Any, TypeVar

from lineproof.recall.errors import NavigationError, UnknownNode
from lineproof.recall.index import KINDS
from lineproof.recall.locate import Hit, Located
from lineproof.recall.names import find
from lineproof.recall.navigator import Navigator
from lineproof.serve.errors import CorpusNeeded, SeveralCorpora
from storage.errors import NoSnapshot
from storage.snapshots import current
from storage.workspace import Corpus, Workspace

Answer = TypeVar("Answer")


def chosen(workspace: Workspace, names: Sequence[str]) -> dict[str, Corpus]:
    """The corpora that a reading command is about, at least one.

    Raises:
        UnknownCorpus: a name that the workspace does not have.
        NoSnapshot: one that is named was never published, or none was.
    """
    if names:
        corpora = {name: workspace.corpus(name) for name in names}
        for corpus in corpora.values():
            current(corpus)
        return corpora
    corpora = {name: corpus for name, corpus in workspace.corpora.items() if is_published(corpus)}
    if not corpora:
        raise NoSnapshot(", ".join(workspace.names))
    return corpora


def only(workspace: Workspace, name: str | None) -> Corpus:
    """The one corpus that a question goes to.

    Raises:
        UnknownCorpus: the workspace does not have it.
        CorpusNeeded: none is named, and there are several.
    """
    if name is None and len(workspace.names) > 1:
        raise CorpusNeeded(workspace.names)
    return workspace.corpus(name or workspace.names[0])


def is_published(corpus: Corpus) -> bool:
    """Whether there is anything to read."""
    try:
        current(corpus)
    except NoSnapshot:
        return False
    return True


def qualified(workspace: Workspace, names: Sequence[str], node: str) -> tuple[dict[str, Corpus], str]:
    """The corpora to ask for a node, and the node without the name of its corpus."""
    corpus, mark, rest = node.partition(":")
    if mark and corpus in workspace.corpora and rest:
        return chosen(workspace, [corpus]), rest
    return chosen(workspace, names), node


def wait_for(question: Coroutine[Any, Any, Answer]) -> Answer:
    """The answer to a question that a command asks."""
    return asyncio.run(question)


async def ask_one(corpora: dict[str, Corpus], node: str, ask: Callable[[Navigator], Awaitable[Answer]]) -> Answer:
    """The answer of the one corpus that has a node.

    Raises:
        SeveralCorpora: more than one has it.
        NavigationError: none has it, or one has several nodes of this name.
    """
    answers: dict[str, Answer] = {}
    unknown: list[UnknownNode] = []
    for name, corpus in corpora.items():
        try:
            with closing(Navigator(corpus)) as navigator:
                answers[name] = await ask(navigator)
        except UnknownNode as error:
            unknown.append(error)
    if len(answers) > 1:
        raise SeveralCorpora(node, list(answers))
    if not answers:
        raise _best(node, unknown)
    return next(iter(answers.values()))


async def locate_all(corpora: dict[str, Corpus], terms: str, within: str | None, limit: int, offset: int) -> Located:
    """The best hits of several corpora, merged by score; ``within`` must be in at least one of them."""
    hits: list[Hit] = []
    more = False
    unknown: list[UnknownNode] = []
    for corpus in corpora.values():
        try:
            with closing(Navigator(corpus)) as navigator:
                located = await navigator.locate(terms, within, offset + limit)
        except UnknownNode as error:
            unknown.append(error)
            continue
        hits += located.results
        more = more or located.more
    if within and len(unknown) == len(corpora):
        raise _best(within, unknown)
    # Stable: what ties in score and kind stays in the order of its corpus, the corpora in the order of the settings.
    hits.sort(key=lambda hit: (-hit.score, KINDS.index(hit.kind)))
    return Located(tuple(hits[offset : offset + limit]), more or len(hits) > offset + limit)


def _best(node: str, errors: Sequence[UnknownNode]) -> NavigationError:
    """The one error to show: of a corpus that knows at least the document, else one with the nearest names of all."""
    for error in errors:
        if type(error) is not UnknownNode:
            return error
    return UnknownNode(node, [name for error in errors for name in error.nearest][:5])


def document_of(corpora: dict[str, Corpus], node: str) -> tuple[dict[str, Corpus], str]:
    """The corpus and the path of the document that a node is, or belongs to.

    Raises:
        SeveralCorpora, NavigationError: see :func:`ask_one`.
    """

    async def path(navigator: Navigator) -> tuple[dict[str, Corpus], str]:
        return {navigator.corpus.name: navigator.corpus}, find(navigator.view(), node).node.path

    return wait_for(ask_one(corpora, node, path))

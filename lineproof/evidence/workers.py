"""Workers: the same pure function over many documents, in several processes where there is much to do.

ahead   how many results may wait for the one that is due; they are held in memory
"""

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import chain
from multiprocessing.connection import wait
from threading import Thread
from typing import Final, TypeVar

AHEAD: Final = 8
Task = TypeVar("Task")
Result = TypeVar("Result")


def in_order(work: Callable[[Task], Result], tasks: Iterable[Task], parallel: bool) -> Iterator[Result]:
    """The results of all tasks, in their order.

    Where worker processes cannot run (a program read from standard input, a machine that ends them), this process goes on alone.

    Args:
        work: a function of a module; it and the tasks are sent to other processes.
        tasks: taken as they are needed.
        parallel: whether it is worth the start of other processes.
    """
    source = iter(tasks)
    unfinished: deque[Task] = deque()
    if parallel:
        with suppress(BrokenProcessPool), _processes() as pool:
            yield from _ahead(pool, work, source, unfinished)
    for task in chain(unfinished, source):
        yield work(task)


def _ahead(pool: Executor, work: Callable[[Task], Result], tasks: Iterable[Task], unfinished: deque[Task]) -> Iterator[Result]:
    """Keep some tasks under way; one stays among the unfinished until its result is there, so that none is lost when the pool breaks."""
    results: deque[Future[Result]] = deque()
    for task in tasks:
        unfinished.append(task)
        results.append(pool.submit(work, task))
        if len(results) >= AHEAD:
            yield _next(results, unfinished)
    while results:
        yield _next(results, unfinished)


def _next(results: deque[Future[Result]], unfinished: deque[Task]) -> Result:
    result = results.popleft().result()
    unfinished.popleft()
    return result


@contextmanager
def _processes() -> Iterator[Executor]:
    """Worker processes started afresh: a fork would share the database's threads and file locks."""
    context = multiprocessing.get_context("spawn")
    count = min(4, multiprocessing.cpu_count())
    with ProcessPoolExecutor(count, mp_context=context, initializer=_end_with_parent) as pool:
        yield pool


def _end_with_parent() -> None:
    """Let a worker end when its parent is killed: it holds the other end of its own queue, and would wait for ever."""
    if parent := multiprocessing.parent_process():
        Thread(target=_wait_and_leave, args=(parent.sentinel,), daemon=True).start()


def _wait_and_leave(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)

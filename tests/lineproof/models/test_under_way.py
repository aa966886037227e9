"""Work that is shared: the first who asked was interrupted, and all others with it."""

import asyncio

import pytest

from lineproof.models.under_way import UnderWay


async def begun(shared: UnderWay[str], gate: asyncio.Event, ended: list[str], count: int) -> list[asyncio.Task[str]]:
    """Some who wait for the same work, which waits for the gate."""

    async def work() -> str:
        try:
            await gate.wait()
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise
        ended.append("done")
        return "bought"

    waiting = [asyncio.ensure_future(shared.once("a", work)) for _ in range(count)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return waiting


@pytest.mark.parametrize("interrupted", [0, 1, 2])
async def test_whoever_is_interrupted_the_others_get_what_is_bought_once(interrupted: int) -> None:
    gate, ended = asyncio.Event(), list[str]()
    waiting = await begun(UnderWay(), gate, ended, 3)
    waiting[interrupted].cancel()
    await asyncio.sleep(0)
    gate.set()
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert [result for number, result in enumerate(results) if number != interrupted] == ["bought", "bought"]
    assert isinstance(results[interrupted], asyncio.CancelledError)
    assert ended == ["done"]


async def test_what_nobody_waits_for_is_given_up_and_begun_anew() -> None:
    shared, gate, ended = UnderWay[str](), asyncio.Event(), list[str]()
    waiting = await begun(shared, gate, ended, 2)
    for one in waiting:
        one.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    gate.set()
    [again] = await begun(shared, gate, ended, 1)
    assert (await again, ended) == ("bought", ["cancelled", "done"])


async def test_an_error_reaches_all_who_wait() -> None:
    async def work() -> str:
        await asyncio.sleep(0)
        raise ValueError("no")

    shared = UnderWay[str]()
    results = await asyncio.gather(*(shared.once("a", work) for _ in range(3)), return_exceptions=True)
    assert [str(result) for result in results] == ["no"] * 3

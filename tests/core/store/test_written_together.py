"""Things that come while others are being written are written with the next."""

import asyncio
import threading

import pytest

from core.store.file_thread import FileThread
from core.store.written_together import WrittenTogether


def test_what_comes_meanwhile_is_written_at_once_and_in_order() -> None:
    written: list[list[int]] = []
    begun, go_on = threading.Event(), threading.Event()

    def write(together: list[int]) -> int:
        written.append(together)
        begun.set()
        assert go_on.wait(60)
        return len(written)

    async def run(thread: FileThread) -> list[tuple[int, int]]:
        together = WrittenTogether(thread, write)
        first = asyncio.create_task(together.put(0))
        await asyncio.to_thread(begun.wait, 60)
        others = [asyncio.create_task(together.put(number)) for number in (1, 2, 3)]
        await asyncio.sleep(0)  # each has been told by now
        go_on.set()
        return [await first, *[await one for one in others]]

    with FileThread("test") as thread:
        said = asyncio.run(run(thread))
    assert written == [[0], [1, 2, 3]]
    assert said == [(1, 0), (2, 0), (2, 1), (2, 2)]


def test_a_write_that_fails_is_told_to_all_that_wait_for_it_and_the_next_goes_on() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def write(together: list[int]) -> int:
        begun.set()
        assert go_on.wait(60)
        if 1 in together:
            raise OSError("full")
        return together[0]

    async def run(thread: FileThread) -> tuple[list[object], tuple[int, int]]:
        together = WrittenTogether(thread, write)
        first = asyncio.create_task(together.put(0))
        await asyncio.to_thread(begun.wait, 60)  # so that the next two are written together
        both = asyncio.gather(together.put(1), together.put(2), return_exceptions=True)
        await asyncio.sleep(0)
        go_on.set()
        assert await first == (0, 0)
        return list(await both), await together.put(3)

    with FileThread("test") as thread:
        failed, later = asyncio.run(run(thread))
    assert [type(one) for one in failed] == [OSError, OSError]
    assert later == (3, 0)


def test_whoever_stops_to_wait_does_not_keep_a_thing_from_the_disk() -> None:
    written: list[int] = []
    go_on = threading.Event()

    def write(together: list[int]) -> None:
        assert go_on.wait(60)
        written.extend(together)

    async def run(thread: FileThread) -> None:
        waits = asyncio.create_task(WrittenTogether(thread, write).put(1))
        await asyncio.sleep(0)
        waits.cancel()
        go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await waits

    with FileThread("test") as thread:
        asyncio.run(run(thread))
    assert written == [1]

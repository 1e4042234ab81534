"""How requests to one endpoint wait for it and for each other."""

from __future__ import annotations

import asyncio
import time
from typing import Literal

import pytest

from core.llm.endpoints.base import FatalError, Reply, Request, TransientError
from core.llm.retrying import Answered, Gate, GivenUpError, Patience, StoppedError, send

PATIENCE = Patience(timeout=5, attempts=2, first_wait=0.01, longest_wait=1)
REQUEST = Request("m", "", "", None, None, 10, False, "")


class Busy:
    """An endpoint that answers nothing before it has refused some requests.

    Parameters
    ----------
    waits
        How many seconds it wants to be left alone, refusal by refusal; None if it does not say.
    """

    def __init__(self, *waits: float | None) -> None:
        self._waits = list(waits)
        self.asked: list[float] = []

    async def ask(self, request: Request) -> Reply:
        self.asked.append(time.monotonic())
        await asyncio.sleep(0)  # others go on while a request is on its way
        if self._waits:
            raise TransientError("Busy", self._waits.pop(0))
        return Reply("{}", request.model, 1, 1)

    async def close(self) -> None:
        """Hold nothing open."""


async def ask(endpoint: Busy, gate: Gate) -> Answered:
    return await send(endpoint, REQUEST, gate, PATIENCE, asyncio.Event())


def test_while_an_endpoint_wants_to_be_left_alone_no_other_request_reaches_it() -> None:
    async def both() -> list[float]:
        endpoint, gate = Busy(0.5), Gate(60_000)
        first = asyncio.create_task(ask(endpoint, gate))
        while not endpoint.asked:
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)  # its refusal has been read
        await asyncio.gather(first, ask(endpoint, gate))
        return endpoint.asked

    refused, *answered = asyncio.run(both())
    assert len(answered) == 2
    assert min(answered) - refused >= 0.45


def test_who_waits_for_a_turn_waits_too_for_an_endpoint_that_wants_to_be_left_alone() -> None:
    async def both() -> list[float]:
        endpoint, gate = Busy(1), Gate(100)  # a turn each 0.6 s
        await asyncio.gather(ask(endpoint, gate), ask(endpoint, gate))
        return endpoint.asked

    refused, *answered = asyncio.run(both())
    assert len(answered) == 2
    assert min(answered) - refused >= 0.95


class Full(asyncio.Semaphore):
    """As many requests under way as may be, until somebody releases it."""

    def __init__(self) -> None:
        super().__init__(0)
        self.awaited = asyncio.Event()

    async def acquire(self) -> Literal[True]:
        self.awaited.set()
        return await super().acquire()


def test_who_waits_for_others_to_end_is_not_sent_when_one_of_them_was_refused() -> None:
    """As where several judges share an address, or how many requests are under way at once."""

    async def refused() -> list[float]:
        endpoint, at_once, stop = Busy(), Full(), asyncio.Event()
        gate = Gate(60_000, at_once)
        waiting = asyncio.create_task(send(endpoint, REQUEST, gate, PATIENCE, stop))
        await at_once.awaited.wait()
        gate.close_for(3_600)
        at_once.release()
        for _ in range(100):
            await asyncio.sleep(0)
        stop.set()
        with pytest.raises(StoppedError):
            await waiting
        assert not at_once.locked()  # others may go on
        return endpoint.asked

    assert asyncio.run(refused()) == []


def test_a_shorter_wait_does_not_open_the_gate_before_a_longer_one_is_over() -> None:
    async def waited() -> float:
        gate = Gate(60_000)
        began = time.monotonic()
        gate.close_for(0.5)
        gate.close_for(0.01)
        await gate.enter(asyncio.Event())
        return time.monotonic() - began

    assert asyncio.run(waited()) >= 0.45


def test_a_request_is_sent_again_until_it_is_answered_or_given_up() -> None:
    answered = asyncio.run(ask(Busy(None), Gate(60_000)))
    assert (answered.attempts, answered.reply.text) == (2, "{}")
    with pytest.raises(GivenUpError, match="Busy") as caught:
        asyncio.run(ask(Busy(None, None), Gate(60_000)))
    assert caught.value.attempts == 2


def test_an_endpoint_that_wants_a_longer_wait_than_ours_is_given_up_at_once() -> None:
    endpoint = Busy(3_600)
    with pytest.raises(FatalError, match="wants us to wait 3,600 s, and we wait 1 s at most"):
        asyncio.run(ask(endpoint, Gate(60_000)))
    assert len(endpoint.asked) == 1


def test_who_waits_for_a_turn_hears_at_once_that_the_run_is_to_stop() -> None:
    async def stopped() -> list[BaseException | None]:
        gate, stop = Gate(1), asyncio.Event()  # a turn a minute
        await gate.enter(stop)
        waiting = [asyncio.create_task(gate.enter(stop)) for _ in range(3)]
        await asyncio.sleep(0.01)
        stop.set()
        ended = asyncio.gather(*waiting, return_exceptions=True)
        return await asyncio.wait_for(ended, 30)

    assert [type(one) for one in asyncio.run(stopped())] == [StoppedError] * 3


def test_who_waits_for_a_turn_and_is_cancelled_takes_none() -> None:
    async def entered() -> None:
        gate, stop = Gate(60), asyncio.Event()  # a turn a second
        await gate.enter(stop)
        waiting = [asyncio.create_task(gate.enter(stop)) for _ in range(40)]
        await asyncio.sleep(0.01)
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await asyncio.wait_for(gate.enter(stop), 20)

    asyncio.run(entered())

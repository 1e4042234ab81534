from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from core.judges.asking.budgets import OverBudgetError, Purse


@given(
    st.floats(0.01, 100),
    st.lists(st.tuples(st.floats(0, 10), st.floats(0, 1)), max_size=30),
    st.integers(1, 8),
)
def test_a_purse_is_never_overdrawn_however_many_take_from_it(
    limit: float, requests: list[tuple[float, float]], at_once: int
) -> None:
    async def spend() -> float:
        purse, turn = Purse(limit, spent=0.0), asyncio.Semaphore(at_once)

        async def one(most: float, share: float) -> None:
            async with turn:
                try:
                    await purse.hold(most)
                except OverBudgetError:
                    return
                await asyncio.sleep(0)
                await purse.settle(most, most * share)

        await asyncio.gather(*(one(*request) for request in requests))
        return purse.spent

    assert asyncio.run(spend()) <= limit * (1 + 1e-9)


def test_a_request_waits_for_what_others_hold_and_may_give_back() -> None:
    async def spend() -> list[str]:
        purse, told = Purse(10.0, spent=0.0), []
        await purse.hold(8.0)

        async def other() -> None:
            await purse.hold(5.0)
            told.append("held")

        waiting = asyncio.create_task(other())
        await asyncio.sleep(0)
        told.append("settled")
        await purse.settle(8.0, 1.0)
        await waiting
        return told

    assert asyncio.run(spend()) == ["settled", "held"]


def test_a_request_that_takes_all_that_is_left_fits() -> None:
    async def spend() -> float:
        purse = Purse(5.0, spent=0.0)
        await purse.hold(5.0)
        await purse.settle(5.0, 5.0)
        return purse.spent

    assert asyncio.run(spend()) == 5.0

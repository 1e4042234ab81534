"""A purse that is never overdrawn, however many requests are under way."""

from __future__ import annotations

import asyncio


class OverBudgetError(Exception):
    """The next request may cost more than is left; never leaves the package."""


class Purse:
    """US dollars that a run may spend.

    A request takes out the most that it can cost before it is sent and gives back what it did not
    cost, so that what is spent stays within the limit whatever the answers cost.

    Parameters
    ----------
    limit
        None without a limit.
    spent
        What was spent before.
    """

    def __init__(self, limit: float | None, spent: float = 0.0) -> None:
        self._limit = limit
        self._spent = spent
        self._held = 0.0
        self._changed = asyncio.Condition()

    @property
    def spent(self) -> float:
        """US dollars that were paid."""
        return self._spent

    async def hold(self, most: float) -> None:
        """Set aside the most that a request can cost; waits while others under way hold too much.

        Raises
        ------
        OverBudgetError
            If it is more than what would be left with nothing under way.
        """
        async with self._changed:
            while self._limit is not None and self._spent + self._held + most > self._limit:
                if self._spent + most > self._limit or not self._held:
                    raise OverBudgetError
                await self._changed.wait()
            self._held += most

    async def settle(self, held: float, cost: float) -> None:
        """Give back what was held for a request, less what it cost."""
        async with self._changed:
            self._held -= held
            self._spent += cost
            if self._held < 1e-12:  # noqa: PLR2004  # the rest of sums of floats
                self._held = 0.0
            self._changed.notify_all()

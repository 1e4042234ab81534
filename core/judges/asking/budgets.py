"""A purse that is never overdrawn, however many requests are under way."""

from __future__ import annotations

import asyncio

from core.judges.asking.ledger import Ledger
from core.judges.records.places import Place
from core.judges.records.spending import Stage


class OverBudgetError(Exception):
    """A request may cost more than is left; never leaves `core.judges`.

    Parameters
    ----------
    most
        What it may cost, in US dollars.
    hopeless
        Whether no other request of its kind fits either.
    """

    def __init__(self, most: float, hopeless: bool) -> None:
        super().__init__(most)
        self.most = most
        self.hopeless = hopeless


class Purse:
    """US dollars that a run may spend.

    An attempt takes out the most that it can cost before it is sent and gives back what it did not
    cost, so that what is spent stays within the limit whatever the answers cost. One that may be
    billed although no answer was read is taken to cost that most (`Bill`).

    Parameters
    ----------
    limit
        None without a limit.
    spent
        What was spent before.
    """

    def __init__(self, limit: float | None, spent: float) -> None:
        self._limit = limit
        self._spent = spent
        self._held = 0.0
        self._changed = asyncio.Condition()

    @property
    def spent(self) -> float:
        """US dollars that were paid."""
        return self._spent

    async def hold(self, most: float, least: float = 0.0) -> None:
        """Set aside the most that a request can cost; waits while others under way hold too much.

        Parameters
        ----------
        least
            Of what any request of its kind can cost at most.

        Raises
        ------
        OverBudgetError
            If it is more than what would be left with nothing under way: others may still fit.
        """
        async with self._changed:
            while self._limit is not None and self._spent + self._held + most > self._limit:
                if self._spent + most > self._limit:
                    raise OverBudgetError(most, self._spent + least > self._limit)
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


class Bill:
    """What the attempts of one question take out of a purse.

    Parameters
    ----------
    most
        The most that one attempt can cost, in US dollars.
    ledger
        Knows of each attempt before it is sent, unless none can cost anything.
    place
        Of the question.
    least
        See `Purse.hold`.

    Attributes
    ----------
    attempts
        How many there were.
    why
        Why the last one that may be billed has no answer; empty if there was none.
    """

    def __init__(
        self,
        purse: Purse,
        most: float,
        ledger: Ledger,
        place: Place,
        least: float,
    ) -> None:
        self._purse = purse
        self._most = most
        self._least = least
        self._ledger = ledger
        self._place = place
        self._holds = False
        self.attempts = 0
        self.why = ""

    async def hold(self) -> None:
        """Set aside the most that the next attempt can cost; raises as `Purse.hold`."""
        if not self._holds:
            await self._purse.hold(self._most, self._least)
            self._holds = True
        self.attempts += 1

    async def sending(self) -> None:
        """Note the attempt that is about to be sent, with what it may cost."""
        await self._note(Stage.SENT)

    async def unread(self, why: str) -> None:
        """Count an attempt without an answer as spent in full."""
        self.why = why
        await self._note(Stage.UNREAD)
        await self.settle(self._most)

    async def unbilled(self) -> None:
        """Note that the last attempt costs nothing; what is held for it is held for the next."""
        await self._note(Stage.UNBILLED)

    async def settle(self, cost: float) -> None:
        """Give back what is held, less what the last attempt cost."""
        if self._holds:
            self._holds = False
            await self._purse.settle(self._most, cost)

    async def _note(self, stage: Stage) -> None:
        if self._most:
            await self._ledger.note(stage, self._place, self._most)

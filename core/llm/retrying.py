"""Send a request until it is answered: rate, waits between attempts, and when to give up."""

from __future__ import annotations

import asyncio
import math
import time
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Protocol

import tenacity
from aiolimiter import AsyncLimiter

from core.llm.endpoints.base import (
    AskError,
    DeclinedError,
    Endpoint,
    FatalError,
    OverlongError,
    Reply,
    Request,
    TransientError,
    UnreachableError,
    UnreadError,
)

_MINUTE = 60.0
_ATTEMPTS_AT_NOTHING = 2
"""How often an address is tried at which nothing has ever answered."""


class StoppedError(Exception):
    """Somebody asked the run to stop while a request waited; never leaves the package."""


@dataclass(frozen=True)
class Patience:
    """How long and how often an endpoint is tried; seconds throughout.

    Parameters
    ----------
    timeout
        A request without an answer after this time is sent again.
    attempts
        How often a request is sent, at least once.
    first_wait
        Wait before the second attempt, twice as long before each further one...
    longest_wait
        ...but never longer; an endpoint that asks for more is given up.
    """

    timeout: float
    attempts: int
    first_wait: float
    longest_wait: float


class Gate:
    """What all requests to one endpoint pass: so many a minute, none while it wants us to wait.

    Parameters
    ----------
    per_minute
        Requests that may pass in a minute.
    at_once
        What a request holds while it is under way, and not while it waits to be sent again; other
        endpoints may share it. Nothing if none.

    Attributes
    ----------
    reached
        Whether the endpoint ever responded, if only with an error.
    """

    def __init__(self, per_minute: int, at_once: asyncio.Semaphore | None = None) -> None:
        # About a second's worth may go at once, so that a run does not begin with a minute's.
        burst = max(1, per_minute // 60)
        self._limiter = AsyncLimiter(burst, math.ceil(burst) * _MINUTE / per_minute)
        self._not_before = 0.0
        self.at_once = at_once or nullcontext()
        self.reached = False

    @property
    def closed_for(self) -> float:
        """Seconds in which nothing passes; none, or less, if it is open."""
        return self._not_before - time.monotonic()

    def close_for(self, seconds: float) -> None:
        """Let nothing pass for some seconds."""
        self._not_before = max(self._not_before, time.monotonic() + seconds)

    async def enter(self, stopped: asyncio.Event) -> None:
        """Wait for one's turn.

        Raises
        ------
        StoppedError
            If the run is to stop meanwhile.
        """
        while True:
            while (wait := self.closed_for) > 0:
                await pause_for(wait, stopped)
            await self._turn(stopped)
            if self.closed_for <= 0:  # it may have been closed in the meantime
                return

    async def _turn(self, stopped: asyncio.Event) -> None:
        """Take a turn of the limit, unless the run is to stop before there is one."""
        turn = asyncio.ensure_future(self._limiter.acquire())
        stop = asyncio.ensure_future(stopped.wait())
        try:
            await asyncio.wait((turn, stop), return_when=asyncio.FIRST_COMPLETED)
        finally:
            turn.cancel()
            stop.cancel()
        if stopped.is_set():
            raise StoppedError


@dataclass(frozen=True)
class Answered:
    """A reply and what it took."""

    reply: Reply
    seconds: float
    attempts: int


class Bill(Protocol):
    """Whoever pays for attempts, each of which may be billed."""

    async def hold(self) -> None:
        """See before an attempt that it can be paid; what this raises ends the attempts."""

    async def sending(self) -> None:
        """Take note that an attempt is sent next; it may be billed from then on."""

    async def unread(self, why: str) -> None:
        """Take note that an attempt may be billed although no answer was read, and why not."""

    async def unbilled(self) -> None:
        """Take note that an attempt is not billed."""


class GivenUpError(Exception):
    """Every attempt failed; never leaves the package."""

    def __init__(self, message: str, attempts: int, seconds: float) -> None:
        super().__init__(message)
        self.attempts = attempts
        self.seconds = seconds


async def pause_for(seconds: float, stopped: asyncio.Event) -> None:
    """Sleep, but not on when the run is to stop.

    Raises
    ------
    StoppedError
        If it is.
    """
    try:
        await asyncio.wait_for(stopped.wait(), seconds)
    except TimeoutError:
        return
    raise StoppedError


async def send(
    endpoint: Endpoint,
    request: Request,
    gate: Gate,
    patience: Patience,
    stopped: asyncio.Event,
    bill: Bill | None = None,
) -> Answered:
    """Send a request until it is answered.

    After too many requests, a fault of the server, a broken connection or no answer in time it is
    sent again: after the time that the endpoint asks for, or else one that doubles, with a random
    part so that requests that failed together do not return together. Where nothing has ever
    responded it is sent twice only.

    Parameters
    ----------
    bill
        Asked before each attempt, and told of what is billed as it comes to be known, but for an
        answer, or a question that was declined or answered at too great a length.

    Raises
    ------
    GivenUpError
        If as many attempts as `patience` allows have failed.
    TraitError, RejectedError, DeclinedError, FatalError
        If another attempt would be no use; also if the endpoint wants us to wait too long.
    StoppedError
        If the run is to stop before it is answered.
    """
    backoff = tenacity.wait_exponential_jitter(
        initial=patience.first_wait, max=patience.longest_wait, jitter=patience.first_wait
    )
    attempts, began = 0, time.monotonic()

    def wait(state: tenacity.RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked = error.retry_after if isinstance(error, TransientError) else None
        return backoff(state) if asked is None else asked

    async def once() -> Answered:
        if bill is not None:
            await bill.hold()
        while True:
            await gate.enter(stopped)
            async with gate.at_once:  # not while it waits to be sent again: others go on meanwhile
                if gate.closed_for <= 0:  # others may have been refused in the meantime
                    return await attempt()

    async def attempt() -> Answered:
        nonlocal attempts
        if stopped.is_set():
            raise StoppedError
        if bill is not None:
            await bill.sending()
        attempts += 1
        began = time.monotonic()
        try:
            reply = await _asked(endpoint, request, patience)
        except UnreachableError as error:
            await _tell(bill, error)
            if not gate.reached and attempts >= _ATTEMPTS_AT_NOTHING:
                raise FatalError(
                    f"{error} See whether it runs and the address is right."
                ) from error
            raise
        except AskError as error:
            error.attempts, error.seconds = attempts, time.monotonic() - began
            gate.reached = True
            await _tell(bill, error)
            if isinstance(error, TransientError):
                _obey(error, gate, patience)
            raise
        gate.reached = True
        return Answered(reply, time.monotonic() - began, attempts)

    try:
        return await tenacity.AsyncRetrying(
            retry=tenacity.retry_if_exception_type(TransientError),
            stop=tenacity.stop_after_attempt(patience.attempts),
            wait=wait,
            sleep=lambda seconds: pause_for(seconds, stopped),
            reraise=True,
        )(once)
    except TransientError as error:
        raise GivenUpError(str(error), attempts, time.monotonic() - began) from error


async def _tell(bill: Bill | None, error: AskError) -> None:
    if bill is None or isinstance(error, (DeclinedError, OverlongError)):
        return
    if isinstance(error, UnreadError):
        await bill.unread(str(error))
    else:
        await bill.unbilled()


async def _asked(endpoint: Endpoint, request: Request, patience: Patience) -> Reply:
    try:
        async with asyncio.timeout(patience.timeout):
            return await endpoint.ask(request)
    except TimeoutError as error:
        raise UnreadError("No answer came in time.") from error


def _obey(error: TransientError, gate: Gate, patience: Patience) -> None:
    if error.retry_after is None:
        return
    longest = patience.longest_wait
    if error.retry_after > longest:
        said = str(error)
        end = "" if said.endswith((".", "!", "?", "…")) else "."
        raise FatalError(
            f"{said}{end} It wants us to wait {error.retry_after:,.0f} s, and we wait "
            f"{longest:,.0f} s at most; ask again later."
        ) from error
    gate.close_for(error.retry_after)

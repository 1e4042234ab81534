"""The HTTP client under both SDKs, and what statuses and headers mean."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite

import httpx2

from core.llm.endpoints.base import (
    AskError,
    DeclinedError,
    FatalError,
    OverlongError,
    RejectedError,
    Trait,
    TraitError,
    TransientError,
    UnreachableError,
    UnreadError,
)

MAX_BODY = 4 * 2**20
"""Bytes of a response that are read; a longer one is refused."""

_TOLD = 300
_TRANSIENT = frozenset({408, 409, 425, 429})
_FATAL = frozenset({401, 402, 403, 404})
_REDIRECTED, _CLIENT, _SERVER = 300, 400, 500
_NOT_SENT = (
    httpx2.ConnectTimeout,
    httpx2.PoolTimeout,
    httpx2.WriteTimeout,
    httpx2.WriteError,
)
_BAD_KEY = re.compile(r"api.?key (not|is not|is in)", re.I)
_NO_CREDIT = ("insufficient_quota", "billing", "credit balance")
_TOO_LONG = re.compile(r"context.{0,10}(length|window)|too (large|long)|exceeds", re.I)
_FORBIDDEN = 403
_FILTERING = frozenset({400, _FORBIDDEN, 422})
_FILTERED = re.compile(
    r"\b(input|prompt|output|content|request|response|message|text)\b.{0,40}"
    r"\b(flagged|filtered|moderated)\b|content.(filter|policy|management policy)",
    re.I,
)
"""Of OpenRouter (403, which it does not charge), Azure (400, which it may) and OpenAI (400)."""
_TRAITS = (
    (
        Trait.STRUCTURED,
        re.compile(r"response_format|json_schema|response_?schema|structured|\bschema\b", re.I),
    ),
    (Trait.COMPLETION_LIMIT, re.compile(r"max_(completion_)?tokens|max_output_tokens", re.I)),
    (Trait.TEMPERATURE, re.compile(r"temperature", re.I)),
)


def client(timeout: float) -> httpx2.AsyncClient:
    """Open a client that reads no endless response and follows no redirect with a key."""
    return httpx2.AsyncClient(transport=_Connections(), timeout=timeout, follow_redirects=False)


def problem(status: int, said: str, headers: Mapping[str, str]) -> AskError:
    """Say what a response that is no answer means."""
    told = f"HTTP {status}: {shortened(said)}"
    if status == 429 and any(word in said.lower() for word in _NO_CREDIT):  # noqa: PLR2004
        return FatalError(told)
    if status in _TRANSIENT or status >= _SERVER:
        return TransientError(told, retry_after(headers))
    if status < _CLIENT:
        return unread() if status < _REDIRECTED else TransientError(told)
    if status in _FILTERING and _FILTERED.search(said):
        return DeclinedError(told, billed=status != _FORBIDDEN)
    if status in _FATAL or _BAD_KEY.search(said):
        return FatalError(told)
    return _rejected(said, told)


def _rejected(said: str, told: str) -> TraitError | RejectedError:
    # A schema may be too large too; a request without one is none the longer.
    is_long = _TOO_LONG.search(said) is not None
    for trait, words in _TRAITS:
        if words.search(said) and (trait is Trait.STRUCTURED or not is_long):
            return TraitError(trait, told)
    return RejectedError(told)


def broken(error: BaseException) -> TransientError:
    """Say what a request means that got no response, or one that broke off."""
    if isinstance(error, httpx2.ConnectError):
        return UnreachableError(f"Nothing answers at its address ({error}).")
    late = isinstance(error, httpx2.TimeoutException)
    told = "No answer came in time." if late else f"The connection broke ({error})."
    return TransientError(told) if isinstance(error, _NOT_SENT) else UnreadError(told)


def unread() -> UnreadError:
    """Say that what came, with a status of success, is no answer."""
    return UnreadError("The response is not the JSON of an answer.")


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Read how many seconds to wait: ``retry-after-ms``, or ``retry-after`` as number or date.

    Examples
    --------
    >>> retry_after({"retry-after": "2"}), retry_after({"retry-after-ms": "1500"})
    (2.0, 1.5)
    >>> retry_after({"retry-after": "soon"}) is None
    True
    """
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        said = headers.get(name, "").strip()
        if not said:
            continue
        try:
            seconds = float(said) / unit
        except ValueError:
            try:
                seconds = (parsedate_to_datetime(said) - datetime.now(UTC)).total_seconds()
            except (ValueError, TypeError):
                continue
        if isfinite(seconds):
            return max(0.0, seconds)
    return None


def shortened(text: str) -> str:
    """Give a text of another's on one line of at most 300 characters."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _TOLD else f"{flat[:_TOLD]}…"


class _Connections(httpx2.AsyncBaseTransport):
    """As many connections as there are requests at once, each kept and used again.

    Each is a pool of one: a pool of many looks at all of them at each request and at each answer.
    """

    def __init__(self) -> None:
        self._context = httpx2.create_ssl_context()
        self._all: list[httpx2.AsyncHTTPTransport] = []
        self._free: list[httpx2.AsyncHTTPTransport] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        one = self._free.pop() if self._free else self._new()
        try:
            response = await one.handle_async_request(request)
        except BaseException:
            self._free.append(one)
            raise
        if isinstance(response.stream, httpx2.AsyncByteStream):
            response.stream = _BoundedStream(response.stream, lambda: self._free.append(one))
        return response

    async def aclose(self) -> None:
        for one in self._all:
            await one.aclose()

    def _new(self) -> httpx2.AsyncHTTPTransport:
        limits = httpx2.Limits(max_connections=1, max_keepalive_connections=1)
        one = httpx2.AsyncHTTPTransport(verify=self._context, limits=limits)
        self._all.append(one)
        return one


class _BoundedStream(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, done: Callable[[], None]) -> None:
        self._inner = inner
        self._done: Callable[[], None] | None = done

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for part in self._inner:
            size += len(part)
            if size > MAX_BODY:
                raise OverlongError(f"It is longer than {MAX_BODY // 2**20} MiB.")
            yield part

    async def aclose(self) -> None:
        await self._inner.aclose()
        if self._done is not None:
            done, self._done = self._done, None
            done()

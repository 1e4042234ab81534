"""The HTTP client under both SDKs, and what it means where no response came."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping

import httpx2

from core.llm.endpoints.base import (
    AskError,
    FatalError,
    OverlongError,
    TransientError,
    UnreachableError,
    UnreadError,
)
from core.llm.endpoints.faults import Fault, problem, retry_after, shortened
from core.llm.errors import ProxyError
from core.settings import Secret

MAX_BODY = 4 * 2**20
"""Bytes of a response that are read; a longer one is refused."""

_LONGEST_CONNECT = 10.0
"""Seconds in which a host takes a connection, whoever answers slowly; an answer may take longer."""

_NO_CONNECTION = (httpx2.ConnectError, httpx2.ConnectTimeout)
_NOT_SENT = (
    httpx2.PoolTimeout,
    httpx2.WriteTimeout,
    httpx2.WriteError,
)

_SAID = {
    "Accept": "application/json",
    "Accept-Encoding": "identity",  # packed, what is bounded here may be of any length
    "Connection": "keep-alive",
    "Content-Type": "application/json",
    "User-Agent": "Soundings",
}
"""Headers of every request."""
_OF_A_REQUEST = ("Idempotency-Key", "X-Server-Timeout")
"""Headers that are taken from what an SDK would send."""
_PACKED = frozenset({"gzip", "x-gzip", "compress", "deflate", "br", "zstd"})
_PROXIES = ("http", "https")


def client(timeout: float, headers: Mapping[str, str], proxy: Secret) -> httpx2.AsyncClient:
    """Open a client that reads no endless response and follows no redirect with a key.

    Parameters
    ----------
    headers
        With the key. No others are sent but what HTTP needs: an SDK adds what the environment has
        for it, such as the key of a gateway, whichever address is asked.
    proxy
        Address of the proxy through which all is sent; empty if there is none.

    Raises
    ------
    ProxyError
        If it is none of http.
    """
    connections = _Connections(timeout, headers, _proxy(proxy))
    return httpx2.AsyncClient(transport=connections, timeout=timeout, follow_redirects=False)


def _proxy(address: Secret) -> httpx2.Proxy | None:
    if not address:
        return None
    try:
        found = httpx2.Proxy(address.reveal())
    except (httpx2.InvalidURL, ValueError):
        found = None
    if found is None or found.url.scheme not in _PROXIES or not found.url.host:
        # Its address is not told: it may hold a password.
        raise ProxyError(
            "A proxy is named as http://HOST:PORT. HTTPS_PROXY, or ALL_PROXY where there is none, "
            "is set to something else; correct it, or name the hosts that are asked without it in "
            "NO_PROXY, and start again."
        )
    return found


def broken(error: BaseException) -> AskError:
    """Say what a request means that got no response, or one that broke off."""
    if isinstance(error, httpx2.LocalProtocolError | httpx2.UnsupportedProtocol):
        # Without its words, which may quote a header.
        return FatalError("Nothing was sent, as HTTP has no such request; see its address and key.")
    if isinstance(error, httpx2.ProxyError):
        return UnreachableError(
            f"Nothing answers at its address through the proxy of the environment ({error})."
        )
    if isinstance(error, httpx2.ConnectTimeout):
        return UnreachableError("Nothing answers at its address (no connection in time).")
    if isinstance(error, httpx2.ConnectError):
        return UnreachableError(f"Nothing answers at its address ({error}).")
    late = isinstance(error, httpx2.TimeoutException)
    told = "No answer came in time." if late else f"The connection broke ({error})."
    return TransientError(told) if isinstance(error, _NOT_SENT) else UnreadError(told)


def _packed(response: httpx2.Response, codings: str) -> AskError:
    """Say what a response means of which nobody knows how long it is."""
    told = f"It came packed ({shortened(codings)}), which was not asked for."
    if response.is_success:
        return OverlongError(told)
    return problem(Fault(response.status_code, told, retry_after=retry_after(response.headers)))


class _Connections(httpx2.AsyncBaseTransport):
    """As many connections as there are requests at once, each kept and used again.

    Each is a pool of one: a pool of many looks at all of them at each request and at each answer.
    """

    def __init__(
        self, timeout: float, headers: Mapping[str, str], proxy: httpx2.Proxy | None
    ) -> None:
        self._proxy = proxy
        # Each SDK replaces the client's own. A connection may take half of the time, and so may
        # its encryption: what waits for an answer gives up later than both.
        connect = min(timeout / 2, _LONGEST_CONNECT)
        self._timeout = httpx2.Timeout(timeout, connect=connect).as_dict()
        self._headers = {**_SAID, **headers}
        self._context = httpx2.create_ssl_context()
        self._all: list[httpx2.AsyncHTTPTransport] = []
        self._free: list[httpx2.AsyncHTTPTransport] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        own = {name: request.headers[name] for name in _OF_A_REQUEST if name in request.headers}
        sent = httpx2.Request(
            request.method,
            request.url,
            headers=self._headers | own,
            content=await request.aread(),
            extensions={**request.extensions, "timeout": self._timeout},
        )
        one = self._free.pop() if self._free else self._new()
        try:
            response = await one.handle_async_request(sent)
        except BaseException as error:
            self._free.append(one)
            if self._proxy is not None and isinstance(error, _NO_CONNECTION):
                raise httpx2.ProxyError(str(error) or "no connection in time") from error
            raise
        if isinstance(response.stream, httpx2.AsyncByteStream):
            response.stream = _BoundedStream(response.stream, lambda: self._free.append(one))
        # Without the header nobody unpacks it, as would be done without a bound.
        codings = response.headers.pop("content-encoding", "").lower()
        if not _PACKED.isdisjoint(coding.strip() for coding in codings.split(",")):
            await response.aclose()
            raise _packed(response, codings)
        return response

    async def aclose(self) -> None:
        for one in self._all:
            await one.aclose()

    def _new(self) -> httpx2.AsyncHTTPTransport:
        limits = httpx2.Limits(max_connections=1, max_keepalive_connections=1)
        one = httpx2.AsyncHTTPTransport(verify=self._context, limits=limits, proxy=self._proxy)
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

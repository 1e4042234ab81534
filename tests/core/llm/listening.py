"""A server that keeps what comes to it, itself or as a proxy, and what asks it."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from core.llm import LanguageModel
from core.llm.endpoints.base import Reply, Request
from core.llm.endpoints.opening import open_endpoint

REQUEST = Request("m", "Be brief.", "Is it?", None, 0.0, 10, False, "once")
ANSWERS = {
    "openai": b'{"choices": [{"message": {"content": "Yes."}, "finish_reason": "stop"}]}',
    "gemini": b'{"candidates": [{"content": {"parts": [{"text": "Yes."}]}}]}',
}


class Listener:
    """A server on loopback that answers whatever is asked with one and the same.

    Parameters
    ----------
    behind
        What is behind a tunnel through it, as a proxy is asked for; none can be had without.
    """

    def __init__(self, behind: ssl.SSLContext | None = None) -> None:
        self.heard: list[Mapping[str, str]] = []
        """Headers of each question, their names in small letters."""
        self.tunnels: list[tuple[str, Mapping[str, str]]] = []
        """Host and headers of each question for a tunnel."""
        self.status = 200
        self.answer = ANSWERS["openai"]
        self.headers = {"Content-Type": "application/json"}
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self, behind))
        self._thread = threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> Listener:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.http.shutdown()
        self.http.server_close()
        self._thread.join()

    @property
    def port(self) -> int:
        return self.http.server_port

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"


def _handler(listener: Listener, behind: ssl.SSLContext | None) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_CONNECT(self) -> None:
            listener.tunnels.append((self.path, self._told()))
            self.send_response(listener.status)
            self.end_headers()
            if listener.status == 200 and behind is not None:
                self.connection = behind.wrap_socket(self.connection, server_side=True)
                self.rfile = self.connection.makefile("rb")
                self.wfile = self.connection.makefile("wb", 0)
                self.close_connection = False

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            listener.heard.append(self._told())
            self.send_response(listener.status)
            for name, of in listener.headers.items():
                self.send_header(name, of)
            self.send_header("Content-Length", str(len(listener.answer)))
            self.end_headers()
            self.wfile.write(listener.answer)

        def _told(self) -> dict[str, str]:
            return {name.lower(): of for name, of in self.headers.items()}

    return Handler


def asked(model: LanguageModel) -> Reply:
    """Ask a model once."""

    async def once() -> Reply:
        endpoint = open_endpoint(model, 20)
        try:
            return await endpoint.ask(REQUEST)
        finally:
            await endpoint.close()

    return asyncio.run(once())

"""The HTTP side: two protocols, faults on the wire, and a log of what was answered."""

from __future__ import annotations

import hashlib
import json
import re
import socket
import threading
import time
from collections import Counter
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.judges_server.replies import FAULTS, Asked, Reply, reply

_GEMINI = re.compile(r"/v1(?:beta)?/models/([^:]+):generateContent")


class JudgeServer:
    """A server in threads of this process, on a port of loopback.

    Parameters
    ----------
    port
        0 for a free one.
    latency
        Seconds before each answer.
    """

    def __init__(self, port: int = 0, latency: float = 0.0) -> None:
        self.latency = latency
        self.answered: Counter[str] = Counter()
        """Answers that were sent to the end, by request."""
        self.seen: list[tuple[float, str, int]] = []
        """Every request: when it came, its hash, its status (0 for a broken connection)."""
        self.bodies: list[dict[str, Any]] = []
        """What was asked, in the order in which it came."""
        self.keys: set[str] = set()
        self.prose: Counter[str] = Counter()
        """How many answers of a model are prose yet, before it answers as its name says."""
        self.before: dict[str, list[str]] = {}
        """What a model does with its next answers, before it answers as its name says."""
        self.refusals: list[tuple[int, Any]] = []
        """Status and body of what the next requests are refused with, whatever is asked."""
        self.most_at_once = 0
        self.gate: threading.Event | None = None
        """If there is one, answers wait for it..."""
        self.hold_after = 0
        """...once so many have been given."""
        self._at_once = 0
        self._attempts: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._http = _Server(("127.0.0.1", port), _handler(self))
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> JudgeServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.gate is not None:
            self.gate.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    @property
    def openai_url(self) -> str:
        return f"{self.root}/v1"

    @property
    def gemini_url(self) -> str:
        return self.root

    @property
    def calls(self) -> int:
        """Answers that were sent to the end."""
        return sum(self.answered.values())

    def came(self, body: dict[str, Any], key: str) -> float:
        """Note a request that begins, and say when."""
        with self._lock:
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            self.bodies.append(body)
            self.keys.add(key)
            return time.monotonic()

    def went(self, began: float, digest: str, status: int) -> None:
        """Note a request that has ended."""
        with self._lock:
            self._at_once -= 1
            self.seen.append((began, digest, status))
            if status == 200:
                self.answered[digest] += 1

    def speaks_prose(self, model: str) -> bool:
        """Whether the next answer of a model is to be prose."""
        with self._lock:
            self.prose[model] -= 1
            return self.prose[model] >= 0

    def behaves(self, model: str) -> str:
        """Take what a model does with its next answer; empty if it is what its name says."""
        with self._lock:
            waiting = self.before.get(model)
            return waiting.pop(0) if waiting else ""

    def refusal(self) -> tuple[int, Any] | None:
        """Take what the next request is refused with; none if it is not."""
        with self._lock:
            return self.refusals.pop(0) if self.refusals else None

    def fault(self, digest: str) -> str:
        """Give the next fault for a request, none when it had them all."""
        with self._lock:
            place = self._attempts[digest]
            self._attempts[digest] += 1
        return FAULTS[place] if place < len(FAULTS) else ""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request: object, client_address: object) -> None:
        pass  # a client that was killed


def _handler(judge: JudgeServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            document = {"calls": judge.calls, "most": max(judge.answered.values(), default=0)}
            self._send(200, json.dumps(document).encode())

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked, form = _read(self, body)
            told = self.headers.get("Idempotency-Key") or json.dumps(body, sort_keys=True)
            digest = hashlib.sha256(told.encode()).hexdigest()
            began = judge.came(body, asked.key)
            status = 0
            try:
                gate = judge.gate
                if gate is not None and judge.calls >= judge.hold_after:
                    gate.wait()
                time.sleep(judge.latency)
                status = self._answer(asked, form, body, digest)
            finally:
                judge.went(began, digest, status)

        def _answer(self, asked: Asked, form: str, body: dict[str, Any], digest: str) -> int:
            refusal = judge.refusal()
            if refusal is not None:
                self._send(refusal[0], json.dumps(refusal[1]).encode())
                return refusal[0]
            behaviour = asked.behaviour
            fault = judge.fault(digest) if behaviour == "flaky" else behaviour
            if fault == "drop":
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True
                return 0
            if fault == "cut":
                self._send(201, b'{"choices": [{"mess', {})
                return 201
            refused = _refused(fault, asked, body)
            if refused is not None:
                status, said, headers = refused
                self._send(status, json.dumps(_error(form, status, said)).encode(), headers)
                return status
            if fault == "slow":
                time.sleep(30)
            if other := judge.behaves(asked.model):
                asked = replace(asked, model=f"{other}/{asked.model}")
            if judge.speaks_prose(asked.model):
                asked = replace(asked, model=f"prose/{asked.model}")
            document = _document(form, asked, reply(asked))
            self._send(200, json.dumps(document).encode())
            return 200

        def _send(self, status: int, data: bytes, headers: dict[str, str] | None = None) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

    return Handler


def _read(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> tuple[Asked, str]:
    gemini = _GEMINI.fullmatch(handler.path.partition("?")[0])
    if gemini:
        config = body.get("generationConfig", {})
        system = body["systemInstruction"]["parts"][0]["text"]
        user = body["contents"][0]["parts"][0]["text"]
        key = handler.headers.get("x-goog-api-key", "")
        schema = config.get("responseJsonSchema")
        return Asked(gemini.group(1), system, user, schema, key), "gemini"
    assert handler.path == "/v1/chat/completions", handler.path
    system, user = (message["content"] for message in body["messages"])
    form = body.get("response_format")
    schema = form["json_schema"]["schema"] if form else None
    key = handler.headers.get("Authorization", "").removeprefix("Bearer ")
    return Asked(body["model"], system, user, schema, key), "openai"


_REFUSALS: dict[str, tuple[int, str, dict[str, str]]] = {
    "429": (429, "Too many requests", {"Retry-After": "0"}),
    "429-ms": (429, "Too many requests", {"retry-after-ms": "20"}),
    "429-long": (429, "Come back tomorrow", {"Retry-After": "86400"}),
    "500": (500, "Internal error", {}),
    "always-500": (500, "Internal error", {}),
    "503-date": (503, "Overloaded", {"Retry-After": "Thu, 01 Jan 2026 00:00:00 GMT"}),
    "no-credit": (429, "You exceeded your current quota (insufficient_quota)", {}),
    "moderated": (403, "Your chosen model requires moderation and your input was flagged", {}),
    "filtered": (400, "The prompt triggers the content management policy (content_filter)", {}),
    "too-long": (400, "This model's maximum context length is 8192, less than max_tokens", {}),
}
_NEEDS = {
    "no-schema": ("response_format", "response_format is not supported by this model"),
    "no-temperature": ("temperature", "Unsupported parameter: 'temperature'"),
    "no-effort": (
        "reasoning_effort",
        "Unrecognized request argument supplied: reasoning_effort",
    ),
    "new-limit": ("max_tokens", "Unsupported: 'max_tokens'. Use 'max_completion_tokens'."),
}


def _refused(
    fault: str, asked: Asked, body: dict[str, Any]
) -> tuple[int, str, dict[str, str]] | None:
    if fault == "bad-key":
        return 401, f"Incorrect API key provided: {asked.key}", {}
    if fault in _NEEDS and _NEEDS[fault][0] in body:
        return 400, _NEEDS[fault][1], {}
    return _REFUSALS.get(fault)


def _error(form: str, status: int, said: str) -> dict[str, Any]:
    if form == "gemini":
        return {"error": {"code": status, "message": said, "status": "FAILED"}}
    return {"error": {"message": said, "type": "error", "code": None, "param": None}}


def _document(form: str, asked: Asked, said: Reply) -> dict[str, Any]:
    read = len(asked.system.split()) + len(asked.user.split())
    written = len(said.text.split())
    if form == "openai":
        refused = said.finish == "refusal"
        message = {
            "role": "assistant",
            "content": None if refused else said.text,
            "refusal": "I will not judge this." if refused else None,
        }
        finish = "stop" if refused else said.finish
        return {
            "id": "x",
            "object": "chat.completion",
            "created": 0,
            "model": f"{asked.model}-2026-01-01",
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": {
                "prompt_tokens": read,
                "completion_tokens": written,
                "total_tokens": read + written,
            },
        }
    finish = {"stop": "STOP", "length": "MAX_TOKENS", "refusal": "SAFETY"}[said.finish]
    return {
        "candidates": [
            {
                "content": {"role": "model", "parts": [{"text": said.text}]},
                "finishReason": finish,
                "index": 0,
            }
        ],
        "usageMetadata": {"promptTokenCount": read, "candidatesTokenCount": written},
        "modelVersion": f"{asked.model}-2026-01-01",
    }

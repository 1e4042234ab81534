"""``python -m tests.judges_server --port N [--latency-ms N]``: serve until ended."""

from __future__ import annotations

import argparse
import signal

from tests.judges_server.server import JudgeServer

_ENDINGS = {signal.SIGINT, signal.SIGTERM}

if __name__ == "__main__":
    # Blocked, so that one that comes before we wait for it is not lost.
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDINGS)
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency-ms", type=int, default=0)
    given = parser.parse_args()
    with JudgeServer(given.port, given.latency_ms / 1000) as server:
        print(server.openai_url, server.gemini_url, flush=True)
        signal.sigwait(_ENDINGS)

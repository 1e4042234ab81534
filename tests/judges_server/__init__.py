"""A small HTTP server that speaks the protocols of judges and misbehaves on purpose.

It listens on loopback only. What it does is chosen by the model's name, see `replies.BEHAVIOURS`.
"""

from tests.judges_server.server import JudgeServer

__all__ = ["JudgeServer"]

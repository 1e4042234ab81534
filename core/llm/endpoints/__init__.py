"""Where language models are asked: one file a protocol."""

from core.llm.endpoints.base import Endpoint, Reply, Request, Trait
from core.llm.endpoints.opening import KEY_NAMES, key_names, key_of, open_endpoint

__all__ = [
    "KEY_NAMES",
    "Endpoint",
    "Reply",
    "Request",
    "Trait",
    "key_names",
    "key_of",
    "open_endpoint",
]

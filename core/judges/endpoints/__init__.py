"""Where language models are asked: one file a protocol."""

from core.judges.endpoints.base import Endpoint, Reply, Request, Trait
from core.judges.endpoints.opening import MISSING_KEY, open_endpoint

__all__ = ["MISSING_KEY", "Endpoint", "Reply", "Request", "Trait", "open_endpoint"]

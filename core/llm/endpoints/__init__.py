"""Where language models are asked: one file a protocol."""

from core.llm.endpoints.opening import key_names, key_of

__all__ = ["key_names", "key_of"]

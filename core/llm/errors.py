"""What can be wrong about language models and asking them."""

from __future__ import annotations

from core.errors import InputError


class ModelError(InputError):
    """A language model cannot be named or addressed like this."""


class MissingKeyError(InputError):
    """The model's provider wants a key, and none is set."""

"""What can be wrong about language models and asking them."""

from __future__ import annotations

from core.errors import InputError, SoundingsError


class ModelError(InputError):
    """A language model cannot be named or addressed like this."""


class MissingKeyError(InputError):
    """The model's provider wants a key, and none is set."""


class UnusableKeyError(InputError):
    """The key that is set can stand in no request."""


class ProxyError(InputError):
    """Nothing can be asked through the proxy that the environment names."""


class NoAnswerError(SoundingsError):
    """A model was asked and gave no answer: refused, broken off, too late, out of credit."""

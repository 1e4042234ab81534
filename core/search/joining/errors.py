"""What can go wrong when two tables are joined."""

from __future__ import annotations

from core.errors import InputError, SoundingsError


class JoinTooLargeError(InputError):
    """The join would make more rows than are allowed; nothing was made."""


class JoinMemoryError(SoundingsError):
    """The engine that joins had too little memory or disk."""

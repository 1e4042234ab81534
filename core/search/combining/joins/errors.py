"""What can go wrong when two tables are joined."""

from __future__ import annotations

from core.errors import InputError


class JoinTooLargeError(InputError):
    """The join would make more rows than are allowed; nothing was made."""

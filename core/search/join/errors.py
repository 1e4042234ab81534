"""What can go wrong when tables to join with are looked for."""

from __future__ import annotations

from core.errors import InputError


class KeyWithoutValuesError(InputError):
    """No row of the query has a value in each column of the key."""

"""What can go wrong when tables are looked for by words."""

from __future__ import annotations

from core.errors import InputError


class WordlessQueryError(InputError):
    """A query in words has no letter and no digit."""

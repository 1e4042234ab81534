"""What can be wrong with a condition."""

from __future__ import annotations

from core.errors import InputError


class ConditionError(InputError):
    """A condition cannot be meant: a wrong value, an unknown field, nothing to compare with."""


class ConditionTimeoutError(ConditionError):
    """Checking a condition would take longer than a search may."""

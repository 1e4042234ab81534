"""What can be wrong with a condition."""

from __future__ import annotations

from core.errors import InputError


class ConditionError(InputError):
    """A condition cannot be meant: a wrong value, an unknown field, nothing to compare with."""


class ConditionTimeoutError(ConditionError):
    """Checking a condition would take longer than a search may."""


def require_unicode(text: str) -> None:
    """Refuse a text with half a character, as of bytes that are no UTF-8.

    Raises
    ------
    ConditionError
        If it cannot be written.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ConditionError(
            f"A condition must be Unicode text. Got half a character in {text!r:.60}."
        ) from None

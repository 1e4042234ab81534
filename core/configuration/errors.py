"""What can be wrong about a setting that is chosen."""

from __future__ import annotations

from core.errors import InputError


class SettingError(InputError):
    """A setting cannot be chosen here, or not like this."""

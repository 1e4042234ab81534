"""What a workspace may choose about itself, and where each setting comes from."""

from core.configuration.choosing import Choice, choose
from core.configuration.errors import SettingError
from core.configuration.telling import Origin, SettingLine, tell_settings

__all__ = [
    "Choice",
    "Origin",
    "SettingError",
    "SettingLine",
    "choose",
    "tell_settings",
]

"""What a workspace may choose about itself, and where each setting comes from."""

from core.configuration.choosing import CHOOSABLE, Choice, choose
from core.configuration.errors import SettingError
from core.configuration.telling import Origin, SettingLine, tell_settings

__all__ = [
    "CHOOSABLE",
    "Choice",
    "Origin",
    "SettingError",
    "SettingLine",
    "choose",
    "tell_settings",
]

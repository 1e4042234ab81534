"""SQLite behind the workspace."""

from core.store.backup import Backup, back_up
from core.store.chosen_settings import settings_of
from core.store.keys import new_keys
from core.store.workspace import Workspace

__all__ = ["Backup", "Workspace", "back_up", "new_keys", "settings_of"]

"""SQLite behind the workspace."""

from core.store.keys import new_keys
from core.store.workspace import Workspace

__all__ = ["Workspace", "new_keys"]

"""SQLite behind the workspace, and how files come into it whole."""

from core.store.backup import back_up
from core.store.chosen_settings import settings_of
from core.store.database_faults import DatabaseFault, fault_of
from core.store.full_disk import is_full_disk
from core.store.keys import new_keys
from core.store.leftovers import folder_under_way, left_in, remove_folder
from core.store.own_folders import DATABASE, is_in_workspace, is_workspace
from core.store.whole import new_folder, put_folder, whole_file, whole_folder
from core.store.workspace import Workspace

__all__ = [
    "DATABASE",
    "DatabaseFault",
    "Workspace",
    "back_up",
    "fault_of",
    "folder_under_way",
    "is_full_disk",
    "is_in_workspace",
    "is_workspace",
    "left_in",
    "new_folder",
    "new_keys",
    "put_folder",
    "remove_folder",
    "settings_of",
    "whole_file",
    "whole_folder",
]

"""sqlite-utils without pandas and numpy.

It imports both where they are installed, to store their frames and numbers, which the workspace
never does; that takes ten times as long as all the rest of `lake list`.
"""

from __future__ import annotations

import sys
import threading

__all__ = ["WHOLE_NUMBERS", "Database", "Migrations"]

WHOLE_NUMBERS = range(-(2**63), 2**63)
"""Those that SQLite can hold."""

# Only while a process starts: a thread of a server must not see modules that are not there.
_STARTING = threading.current_thread() is threading.main_thread() and threading.active_count() == 1
_HIDDEN = [name for name in ("pandas", "numpy") if _STARTING and name not in sys.modules]
# None makes an import fail at once, which sqlite-utils takes as "not installed".
sys.modules.update(dict.fromkeys(_HIDDEN))  # type: ignore[arg-type]  # typeshed knows modules only
try:
    from sqlite_utils import Database
    from sqlite_utils.migrations import Migrations
finally:
    for _name in _HIDDEN:
        del sys.modules[_name]

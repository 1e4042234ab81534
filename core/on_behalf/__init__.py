"""What people in the browser change in a workspace, each by whom their role allows.

The terminal and jobs call the packages themselves: whoever has the machine may do all of it.
"""

from core.on_behalf.benchmarks import (
    add_benchmark,
    import_run,
    remove_benchmark,
    remove_runs,
)
from core.on_behalf.folders import Folders
from core.on_behalf.lakes import add_lake, remove_lake, say
from core.on_behalf.work import cancel, forget_failures, role_for, start

__all__ = [
    "Folders",
    "add_benchmark",
    "add_lake",
    "cancel",
    "forget_failures",
    "import_run",
    "remove_benchmark",
    "remove_lake",
    "remove_runs",
    "role_for",
    "say",
    "start",
]

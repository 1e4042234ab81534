"""``python -m core.jobs WORKSPACE KEY``: run one job; started by `core.jobs.submit`."""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    # Not above: each process that reads files for a job imports this module too, by another name.
    from core.jobs.worker import run
    from core.store import Workspace, settings_of

    root = Path(sys.argv[1])
    run(Workspace.open(root), int(sys.argv[2]), settings_of(Workspace(root)))

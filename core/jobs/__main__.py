"""``python -m core.jobs WORKSPACE KEY``: run one job; started by `core.jobs.submit`."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from core.jobs.worker import run
from core.settings import Settings
from core.store import Workspace

if __name__ == "__main__":
    root = Path(sys.argv[1])
    run(
        Workspace.open(root), int(sys.argv[2]), replace(Settings.from_environment(), workspace=root)
    )

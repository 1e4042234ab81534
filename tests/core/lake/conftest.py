import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from core.lake import Refresh, add_lake, refresh
from core.settings import Settings
from core.store import Workspace

PROJECT = Path(__file__).resolve().parents[3]

RefreshLake = Callable[..., Refresh]
StartPython = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.open(tmp_path / "workspace")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "lake"
    path.mkdir()
    return path


@pytest.fixture
def refresh_lake(workspace: Workspace, folder: Path) -> RefreshLake:
    """Refresh the data lake "lake", which is `folder`, in one worker process."""

    def run(**further: object) -> Refresh:
        info = add_lake(workspace, "lake", folder)
        return refresh(workspace, info, Settings(workers=1), **further)  # type: ignore[arg-type]

    return run


@pytest.fixture
def start_python() -> StartPython:
    """Start a Python process on a script, its output and input piped."""

    def start(
        script: str, *arguments: object, environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[str]:
        paths = [*(environment or {}).get("PYTHONPATH", "").split(os.pathsep), str(PROJECT)]
        return subprocess.Popen(
            [sys.executable, "-c", script, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                **(environment or {}),
                "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            },
        )

    return start

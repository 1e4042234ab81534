from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.lake import add_lake, refresh
from core.settings import Settings
from core.store import Workspace


@pytest.fixture
def lake_of(tmp_path):
    """Make a workspace with a lake of {path: text}, or of a folder; give it and the lake's key."""

    def make(files: dict[str, str] | Path, name: str = "lake", folders=()) -> tuple[Workspace, int]:
        root = files if isinstance(files, Path) else tmp_path / name
        if not isinstance(files, Path):
            for path, text in files.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8", newline="")
        workspace = Workspace.open(tmp_path / "workspace")
        lake = add_lake(workspace, name, root, folders)
        refresh(workspace, lake, Settings())
        return workspace, lake.key

    return make


@pytest.fixture
def ugen() -> Path:
    """Folder of UGEN V1; a test that wants it is skipped where it is not."""
    root = Path(__file__).resolve().parents[3]
    shared = Path(os.environ.get("SOUNDINGS_SHARED") or root.parent / "shared")
    folder = shared / "benchmarks" / "ugen_v1"
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there; set SOUNDINGS_SHARED")
    return folder

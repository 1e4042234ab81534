from __future__ import annotations

import os
import weakref
from pathlib import Path

import pytest

from core.benchmarks.auditing import audit
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import Run
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


@pytest.fixture
def runs_held(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many runs read before are still in memory, whenever an audit reads a run."""
    loaded: list[weakref.ref[Run]] = []
    held: list[int] = []
    load = audit.load_run

    def loading(workspace: Workspace, info: BenchmarkInfo, label: str) -> Run:
        held.append(sum(run() is not None for run in loaded))
        run = load(workspace, info, label)
        loaded.append(weakref.ref(run))
        return run

    monkeypatch.setattr(audit, "load_run", loading)
    return held

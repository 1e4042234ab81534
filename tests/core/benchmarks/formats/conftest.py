from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture
def shared_benchmarks() -> Path:
    """Folder of the published samples; a test that wants it is skipped where they are not."""
    root = Path(__file__).resolve().parents[4]
    shared = Path(os.environ.get("SOUNDINGS_SHARED") or root.parent / "shared")
    folder = shared / "benchmarks"
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there; set SOUNDINGS_SHARED")
    return folder


@pytest.fixture
def lay(tmp_path):
    """Make a folder of files from {path: text}."""

    def make(files: dict[str, str | bytes], name: str = "bench") -> Path:
        for path, content in files.items():
            place = tmp_path / name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path / name

    return make

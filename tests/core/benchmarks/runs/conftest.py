"""A workspace with three benchmarks, and files of runs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.benchmarks import registry
from core.benchmarks.types import BenchmarkInfo
from core.store import Workspace
from tests.core.benchmarks import tiny

BOTH = {
    **{f"query/{name}.csv": tiny.FISH for name in ("a", "b")},
    **{f"datalake/{name}.csv": tiny.FISH for name in ("a", "b", "c")},
    "datalake/towns.csv": tiny.TOWNS,
}
"""Each query table stands among the candidates too, as SANTOS and TUS publish them."""


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Workspace:
    """A workspace with "tiny", "santos" and "lakebench"; not to be changed."""
    place = tmp_path_factory.mktemp("made")
    workspace = Workspace.open(place / "workspace")
    tiny.add(workspace, "tiny", tiny.ugen(place / "tiny"))
    header = "query_table,candidate_table\n"
    others = header + "a.csv,b.csv\na.csv,c.csv\nb.csv,a.csv\nb.csv,c.csv\n"
    own = others + "a.csv,a.csv\nb.csv,b.csv\n"
    for name, truth in {"santos": others, "lakebench": own}.items():
        tiny.add(workspace, name, tiny.lay(place / name, {**BOTH, "groundtruth.csv": truth}))
    return workspace


@pytest.fixture
def workspace(made, tmp_path) -> Workspace:
    """A copy of that workspace, to change."""
    shutil.copytree(made.root, tmp_path / "workspace")
    return Workspace.open(tmp_path / "workspace")


@pytest.fixture
def info(workspace) -> BenchmarkInfo:
    return registry.benchmark(workspace, "tiny")


@pytest.fixture
def given(tmp_path):
    """Write a run file."""

    def write(text: str, name: str = "run.txt") -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return write

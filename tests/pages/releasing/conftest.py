"""A benchmark with a run, two voters and two cases."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from core import labels
from core.benchmarks import runs
from core.labels import LOCAL, Ballot, Voter
from core.store import Workspace
from tests.core.benchmarks import tiny
from tests.pages.releasing.two_voters import (
    BENCH,
    OWLS,
    TOWNS,
)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A benchmark with a run; ann and bob agree that towns fit fish and differ on owls."""
    folder = tmp_path_factory.mktemp("prepared")
    workspace = Workspace.open(folder / "workspace")
    info = tiny.add(workspace, BENCH, tiny.ugen(folder / "files"))
    ranking = {"fish": ["towns", "sea fish"], "birds": ["owls", "towns"]}
    (folder / "run.json").write_text(json.dumps(ranking))
    runs.import_run(workspace, info, folder / "run.json", "one")
    for pair, (first, second) in {TOWNS: (2, 2), OWLS: (2, 0)}.items():
        case = labels.put_pair(workspace, LOCAL, info.key, pair).key
        labels.cast_vote(workspace, Voter("ann"), case, Ballot(first, reason="*same*"))
        labels.cast_vote(workspace, Voter("bob"), case, Ballot(second))
    return workspace.root


@pytest.fixture
def workspace(prepared: Path, workspace_folder: Path) -> Workspace:
    """A copy of it for one test."""
    shutil.copytree(prepared, workspace_folder)
    return Workspace.open(workspace_folder)

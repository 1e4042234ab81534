"""What holds for every test."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import settings

from core.lake.reading import ingest, workers
from core.lake.reading.read import read_group
from core.lake.reading.types import Group, ReadFile
from core.monitor import Monitor
from core.store import Workspace

# How long an example takes says something of the machine, not of the code.
settings.register_profile("soundings", deadline=None)
settings.load_profile("soundings")


migrate = Workspace._migrate
"""What brings the database of a workspace up to date."""


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over modules and tests, which stay to the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _new_workspaces_are_copies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Begin the database of a new workspace as a copy: its migrations take longer than most tests.

    Those of `tests/core/store` begin with nothing.
    """
    new = Workspace.open(tmp_path_factory.mktemp("new")).database

    def copied(workspace: Workspace) -> None:
        if not workspace.database.exists():
            whole = workspace.root / f"{new.name}.{os.urandom(8).hex()}"
            with suppress(OSError):  # migrating tells what is wrong with the folder
                shutil.copyfile(new, whole)
                with suppress(FileExistsError):  # another thread was faster
                    os.link(whole, workspace.database)
                whole.unlink()
        migrate(workspace)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Workspace, "_migrate", copied)
        yield


@pytest.fixture(scope="session", autouse=True)
def _reading_here() -> Iterator[None]:
    """Read the files of lakes in this process: to start another takes longer than most tests."""

    def read_groups(
        groups: list[Group], workers: int, monitor: Monitor
    ) -> Iterator[list[ReadFile]]:
        del workers
        for group in groups:
            monitor.raise_if_stopped()
            yield read_group(group)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ingest, "read_groups", read_groups)
        yield


@pytest.fixture
def reading_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the files of lakes in processes of their own, for tests of what those are for."""
    monkeypatch.setattr(ingest, "read_groups", workers.read_groups)

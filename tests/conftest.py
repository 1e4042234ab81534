"""What holds for every test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import settings

from core.errors import CancelledError
from core.lake.reading import ingest, workers
from core.lake.reading.read import read_group
from core.lake.reading.types import Group, ReadFile

# How long an example takes says something of the machine, not of the code.
settings.register_profile("soundings", deadline=None)
settings.load_profile("soundings")


@pytest.fixture(scope="session", autouse=True)
def _reading_here() -> Iterator[None]:
    """Read the files of lakes in this process: to start another takes longer than most tests."""

    def read_groups(
        groups: list[Group], workers: int, should_stop: Callable[[], bool]
    ) -> Iterator[list[ReadFile]]:
        del workers
        for group in groups:
            if should_stop():
                raise CancelledError("Cancelled.")
            yield read_group(group)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ingest, "read_groups", read_groups)
        yield


@pytest.fixture
def reading_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the files of lakes in processes of their own, for tests of what those are for."""
    monkeypatch.setattr(ingest, "read_groups", workers.read_groups)

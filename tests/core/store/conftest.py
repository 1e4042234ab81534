"""Workspaces that begin with nothing, as those of users do."""

from __future__ import annotations

import pytest

from core.store import Workspace
from tests.conftest import migrate


@pytest.fixture(autouse=True)
def _new_workspaces_are_migrated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workspace, "_migrate", migrate)

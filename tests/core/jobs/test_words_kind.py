from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core import lake as lakes
from core.errors import CancelledError, InputError
from core.jobs.kinds import kind
from core.jobs.work import Work
from core.search.text.ranking import is_ready, method_with_reading
from core.settings import Settings
from core.store import Workspace
from tests.core.jobs.test_audit_kinds import Notes

SETTINGS = Settings(workers=1)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A workspace with a lake of one table."""
    (tmp_path / "lake").mkdir()
    (tmp_path / "lake" / "a.csv").write_text("paint\nred\n")
    workspace = Workspace.open(tmp_path / "workspace")
    lakes.refresh(workspace, lakes.add_lake(workspace, "lake", tmp_path / "lake"), SETTINGS)
    return workspace


def test_a_job_makes_a_lake_ready_for_search_in_words(workspace: Workspace) -> None:
    lake = lakes.lake(workspace, "lake")
    assert not is_ready(workspace, lake, "bm25", SETTINGS)
    said = kind("words")(Work(workspace, "lake", {"method": "bm25"}, SETTINGS, Notes()))
    assert said == "Ready for search in words with bm25."
    assert is_ready(workspace, lake, "bm25", SETTINGS)
    with pytest.raises(InputError, match="must be one of hybrid"):
        kind("words")(Work(workspace, "lake", {"method": "guess"}, SETTINGS, Notes()))


def test_small_lakes_are_made_ready_for_meaning_where_sentences_are_encoded_anyway(
    workspace: Workspace,
) -> None:
    lake = lakes.lake(workspace, "lake")
    assert method_with_reading(lake, Settings(encoder="sbert-vc")) == "hybrid"
    assert method_with_reading(replace(lake, tables=2_001), Settings(encoder="sbert-vc")) == "bm25"
    assert method_with_reading(lake, Settings(encoder="hash")) == "bm25"


def test_a_cancelled_job_leaves_a_lake_as_it_was(workspace: Workspace) -> None:
    notes = Notes(stop_at="")
    notes.told.append("begun")
    with pytest.raises(CancelledError, match="nothing of it is kept"):
        kind("words")(Work(workspace, "lake", {"method": "bm25"}, SETTINGS, notes))
    assert not is_ready(workspace, lakes.lake(workspace, "lake"), "bm25", SETTINGS)

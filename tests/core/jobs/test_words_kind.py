from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core import lake as lakes
from core.errors import CancelledError, InputError
from core.features.folding import ALL
from core.jobs.kinds import kind
from core.jobs.work import Work
from core.monitor import UNMONITORED
from core.search import is_built, is_mapped
from core.search.derived.value_sets import has_sets
from core.search.ready_before import ReadyBefore, ready_before
from core.search.text.ranking import is_ready, method_with_reading
from core.search.types import SearchedLake
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
    assert not is_ready(SearchedLake(workspace, lake, SETTINGS), "bm25")
    said = kind("words").carry_out(
        Work(workspace, "lake", {"method": "bm25"}, SETTINGS, UNMONITORED)
    )
    assert said == "Ready for search in words with bm25."
    assert is_ready(SearchedLake(workspace, lake, SETTINGS), "bm25")
    with pytest.raises(InputError, match="must be one of hybrid"):
        kind("words").carry_out(Work(workspace, "lake", {"method": "guess"}, SETTINGS, UNMONITORED))


@pytest.mark.parametrize("asked", ["encode", "index", "words"])
def test_what_a_lake_was_ready_for_before_it_changed_is_made_ready_again(
    workspace: Workspace, tmp_path: Path, asked: str
) -> None:
    settings = replace(SETTINGS, encoder="hash")
    arguments = {"encode": {"encoder": "hash"}, "index": {}, "words": {"method": "bm25"}}

    def ready() -> tuple[bool, bool, bool]:
        lake = SearchedLake(workspace, lakes.lake(workspace, "lake"), settings)
        return is_built(lake, "hash"), has_sets(lake, ALL), is_ready(lake, "bm25")

    def does(name: str) -> None:
        kind(name).carry_out(Work(workspace, "lake", arguments[name], settings, UNMONITORED))

    does(asked)
    assert sum(ready()) == 1  # what nobody made is not made along
    for name in arguments:
        does(name)
    (tmp_path / "lake" / "b.csv").write_text("paint\nblue\n")
    lakes.refresh(workspace, lakes.lake(workspace, "lake"), settings)
    assert ready() == (False, False, False)
    before = ready_before(SearchedLake(workspace, lakes.lake(workspace, "lake"), settings))
    assert before == ReadyBefore("hash", join=True, method="bm25")
    does(asked)
    assert ready() == (True, True, True)
    assert (
        ready_before(SearchedLake(workspace, lakes.lake(workspace, "lake"), settings))
        == ReadyBefore()
    )


def test_small_lakes_are_made_ready_for_meaning_where_sentences_are_encoded_anyway(
    workspace: Workspace,
) -> None:
    lake = lakes.lake(workspace, "lake")
    small = SearchedLake(workspace, lake, Settings(encoder="sbert-vc"))
    large = replace(small, info=replace(lake, tables=2_001))
    assert method_with_reading(small) == "hybrid"
    assert method_with_reading(large) == "bm25"
    assert method_with_reading(replace(small, settings=Settings(encoder="hash"))) == "bm25"


def test_a_cancelled_job_leaves_a_lake_as_it_was(workspace: Workspace) -> None:
    notes = Notes(stop_at="")
    notes.told.append("begun")
    with pytest.raises(CancelledError, match="nothing of it is kept"):
        kind("words").carry_out(
            Work(workspace, "lake", {"method": "bm25"}, SETTINGS, notes.monitor)
        )
    assert not is_ready(SearchedLake(workspace, lakes.lake(workspace, "lake"), SETTINGS), "bm25")


def test_a_job_is_cancelled_while_it_draws_the_map_and_what_it_encoded_is_kept(
    workspace: Workspace, tmp_path: Path
) -> None:
    for number in range(4):
        (tmp_path / "lake" / f"{number}.csv").write_text(f"paint,price\nred{number},{number}\n")
    lakes.refresh(workspace, lakes.lake(workspace, "lake"), SETTINGS)
    monitor = Notes(stop_at="Drawing the map").monitor
    with pytest.raises(CancelledError, match="the lake's vectors are kept"):
        kind("encode").carry_out(Work(workspace, "lake", {"encoder": "hash"}, SETTINGS, monitor))
    lake = lakes.lake(workspace, "lake")
    assert is_built(SearchedLake(workspace, lake, SETTINGS), "hash")
    assert not is_mapped(SearchedLake(workspace, lake, SETTINGS), "hash")


def test_a_lake_is_ready_for_join_and_words_before_its_columns_are_encoded(
    workspace: Workspace,
) -> None:
    settings = replace(SETTINGS, encoder="hash")
    with pytest.raises(CancelledError):
        kind("refresh").carry_out(
            Work(workspace, "lake", {}, settings, Notes(stop_at="Encoding columns").monitor)
        )
    lake = lakes.lake(workspace, "lake")
    assert has_sets(SearchedLake(workspace, lake, settings), ALL)
    assert is_ready(SearchedLake(workspace, lake, settings), "bm25")
    assert not is_built(SearchedLake(workspace, lake, settings), "hash")

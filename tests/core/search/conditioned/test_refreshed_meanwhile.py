"""A refresh in the middle of a search with a condition replaces the cells that it looks at."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import pytest

from core.conditions import parse
from core.conditions.counting import tables
from core.errors import CellsGoneError, EngineMemoryError
from core.lake.reading import storing
from core.search.conditioned import assessing, rows, rows_that_satisfy, text_with_condition
from core.search.types import SearchedLake
from core.types import LakeInfo
from tests.core.search.conftest import MakeLake, Opened

BEFORE = {"large.csv": "price\n" + "1\n" * 60, "small.csv": "price\n1\n2\n"}
AFTER = {"large.csv": "price\n" + "9\n" * 70, "small.csv": "price\n9\n"}
OVER_FIVE = parse("price over 5").condition


@pytest.fixture
def lake(make_lake: MakeLake, monkeypatch: pytest.MonkeyPatch) -> Opened:
    """A table in a file of its own and one in a shard."""
    monkeypatch.setattr(storing, "SHARD_TABLE_BYTES", 50)
    opened = make_lake(BEFORE)
    kinds = {path.suffix for path in (opened.workspace.root / "tables").rglob("*.*")}
    assert {".parquet", ".arrow"} <= kinds
    return opened


def satisfied(lake: Opened, info: LakeInfo) -> list[str]:
    search = text_with_condition(
        SearchedLake(lake.workspace, info, lake.settings), "price", OVER_FIVE, method="bm25"
    )
    return sorted(hit.table for hit in search.hits if hit.satisfaction.satisfied)


def refresh_first(
    lake: Opened, monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str
) -> list[object]:
    """Refresh when a function has found what it gives, or before it is called for the first time.

    Gives what it was called with.
    """
    real, calls = getattr(module, name), []

    def called(*given: object) -> object:
        found = list(real(*given)) if name == "placed_tables" else None
        calls.append(given)
        if len(calls) == 1:
            lake.write(AFTER)
            lake.refresh()
        return real(*given) if found is None else found

    monkeypatch.setattr(module, name, called)
    return calls


@pytest.mark.parametrize(("module", "name"), [(assessing, "count_rows"), (tables, "placed_tables")])
def test_rows_are_counted_where_they_lie_by_then(
    lake: Opened, monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str
) -> None:
    before = lake.lake
    assert satisfied(lake, before) == []
    tables._shard.cache_clear()
    calls = refresh_first(lake, monkeypatch, module, name)
    assert satisfied(lake, before) == ["large.csv", "small.csv"]
    assert len(calls) > 1


def test_rows_are_read_where_they_lie_by_then(
    lake: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = lake.lake
    refresh_first(lake, monkeypatch, rows, "satisfying_rows")
    found = rows_that_satisfy(
        SearchedLake(lake.workspace, before, lake.settings), "large.csv", OVER_FIVE, held=[True]
    )
    assert found["price"].to_list() == ["9"] * 70


def test_cells_that_stay_away_are_told(lake: Opened) -> None:
    tables._shard.cache_clear()
    for path in (lake.workspace.root / "tables").rglob("*.*"):
        path.unlink()
    for table in BEFORE:
        with pytest.raises(CellsGoneError, match="its lake is being read again"):
            rows_that_satisfy(lake.searched, table, OVER_FIVE, held=[True])


def test_too_little_memory_is_told(make_lake: MakeLake) -> None:
    many = "price\n" + "".join(f"{i} and a text that is long enough\n" for i in range(300_000))
    lake = make_lake({"large.csv": many})
    tight = replace(lake.settings, memory_limit_mb=1)
    with pytest.raises(EngineMemoryError, match="Looking for a condition keeps to 1 MiB"):
        rows_that_satisfy(
            SearchedLake(lake.workspace, lake.lake, tight), "large.csv", OVER_FIVE, held=[True]
        )

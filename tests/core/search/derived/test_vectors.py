"""Vectors on disk: built once, replaced when the lake changes, whoever builds them."""

from __future__ import annotations

import multiprocessing
import resource
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core import lake as lakes
from core.errors import BusyError, CancelledError, InputError, LakeNotFoundError, WorkspaceError
from core.lake.fingerprint import fingerprint_of
from core.lake.reading import storing
from core.lake.stored import values
from core.monitor import Monitor
from core.search import align_tables, build_vectors, is_built, search_union
from core.search.types import SearchedLake
from core.search.union import searching as union
from core.types import ColumnMatch
from tests.core.search.conftest import MakeLake, Opened

CITIES = "city\nOslo\nRome\n"
COLOURS = "paint\nred\nblue\n"


@pytest.fixture
def lake(make_lake: MakeLake) -> Opened:
    return make_lake({"a.csv": CITIES, "b.csv": COLOURS})


def generations(lake: Opened) -> list[Path]:
    return sorted((lake.workspace.root / "vectors" / str(lake.lake.key)).glob("[!.]*"))


def build(lake: Opened, encoder: str = "hash") -> Path:
    return build_vectors(lake.searched, encoder)


def test_vectors_are_built_once(lake: Opened) -> None:
    assert not is_built(lake.searched, "hash")
    folder = build(lake)
    made = folder.stat().st_mtime_ns

    assert is_built(lake.searched, "hash")
    assert build(lake) == folder
    assert folder.stat().st_mtime_ns == made
    assert generations(lake) == [folder]


def test_a_changed_lake_gets_new_vectors_and_the_old_ones_go(lake: Opened) -> None:
    build(lake)
    build(lake, "count")
    assert lake.found("a.csv") == ["b.csv"]
    lake.write({"new/c.csv": CITIES})
    lake.refresh()

    assert not is_built(lake.searched, "hash")
    assert lake.found("a.csv") == ["new/c.csv", "b.csv"]
    names = [folder.name.split("-")[0] for folder in generations(lake)]
    assert names == ["hash"]

    (lake.root / "new" / "c.csv").unlink()
    lake.refresh()
    assert lake.found("a.csv") == ["b.csv"]


def test_a_lake_that_changed_back_is_searched_as_it_is(lake: Opened) -> None:
    lake.write({"c.csv": CITIES})
    lake.refresh()
    assert lake.found("a.csv") == ["c.csv", "b.csv"]
    lake.write({"c.csv": COLOURS})
    lake.refresh()
    assert lake.found("b.csv") == ["c.csv", "a.csv"]
    lake.write({"c.csv": CITIES})
    lake.refresh()

    assert lake.found("a.csv") == ["c.csv", "b.csv"]


def test_a_lake_that_was_not_read_is_not_searched(make_lake: MakeLake, tmp_path: Path) -> None:
    other = make_lake({})
    lakes.add_lake(other.workspace, "unread", tmp_path)

    with pytest.raises(
        InputError, match=r"'unread'.*run `lake refresh unread` \(Refresh on Home\)\."
    ):
        build_vectors(
            SearchedLake(other.workspace, lakes.lake(other.workspace, "unread"), other.settings),
            "hash",
        )


def test_a_look_at_the_lake_from_before_its_change_is_refused(lake: Opened) -> None:
    query, before = lake.query("a.csv"), lake.lake
    lake.write({"c.csv": CITIES})
    lake.refresh()

    with pytest.raises(BusyError, match="changed in the meantime; search again"):
        search_union(query, encoder_name="hash")
    lakes.remove_lake(lake.workspace, lake.name)
    with pytest.raises(LakeNotFoundError):
        build_vectors(SearchedLake(lake.workspace, before, lake.settings), "hash")


def test_a_refresh_while_vectors_are_built_leaves_none_of_a_lake_in_between(lake: Opened) -> None:
    changed = []

    def refresh_meanwhile(done: int, total: int, message: str) -> None:
        if not changed:
            changed.append(True)
            lake.write({"b.csv": CITIES, "c.csv": CITIES})
            lake.refresh()

    with pytest.raises(BusyError):
        build_vectors(replace(lake, monitor=Monitor(refresh_meanwhile)).searched, "count")

    assert generations(lake) == []
    assert lake.found("a.csv", encoder_name="count") == ["b.csv", "c.csv"]


def test_a_refresh_that_replaces_a_large_table_while_it_is_sampled_is_told(
    make_lake: MakeLake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "SHARD_TABLE_BYTES", 50)
    lake = make_lake({"large.csv": "city\n" + "Oslo\n" * 60})
    sample, changed = values.cells_of_parquet, []

    def refresh_first(*given: Any) -> Any:
        if not changed:
            changed.append(True)
            lake.write({"large.csv": CITIES})
            lake.refresh()
        return sample(*given)

    monkeypatch.setattr(values, "cells_of_parquet", refresh_first)
    with pytest.raises(BusyError, match="changed in the meantime; search again"):
        build(lake)
    assert build(lake).is_dir()


def test_nothing_is_made_of_a_lake_whose_refresh_was_cancelled(lake: Opened) -> None:
    before = lake.lake.fingerprint
    (lake.root / "b.csv").unlink()
    lake.write({"c.csv": CITIES})
    with pytest.raises(CancelledError):
        lakes.refresh(
            lake.workspace, lake.lake, lake.settings, monitor=Monitor(should_stop=lambda: True)
        )
    assert lake.lake.fingerprint == before

    with pytest.raises(BusyError, match="whose last refresh has not ended; wait for it, or run"):
        build(lake)

    assert generations(lake) == []
    (lake.root / "c.csv").unlink()
    lake.write({"b.csv": COLOURS})
    lake.refresh()
    assert lake.lake.fingerprint == before
    assert lake.found("a.csv") == ["b.csv"]


def test_a_lake_read_by_an_earlier_version_is_made_ready_as_it_is(lake: Opened) -> None:
    with lake.workspace.writing() as db:
        db.execute("UPDATE files SET reader_version = '1'")
        db.execute("UPDATE lakes SET fingerprint = ?", [fingerprint_of(db, lake.lake.key)])
    assert lake.found("a.csv") == ["b.csv"]


def test_a_cancelled_build_leaves_nothing(lake: Opened) -> None:
    stopped = replace(lake, monitor=Monitor(should_stop=lambda: True))
    with pytest.raises(CancelledError):
        build_vectors(stopped.searched, "hash")

    assert generations(lake) == []


def test_a_search_during_a_refresh_leaves_out_what_is_being_replaced(make_lake: MakeLake) -> None:
    big = "x" * 4_500_000  # more than a group of files holds, so that each is written by itself
    lake = make_lake({"a.csv": CITIES, "b.csv": CITIES, "c.csv": CITIES, "d.csv": COLOURS})
    build(lake)
    before = lake.lake.fingerprint
    (lake.root / "b.csv").unlink()
    lake.write({"c.csv": f"city,more\nOslo,{big}\n", "z.csv": f"late\n{big}\n"})
    with pytest.raises(CancelledError):
        lakes.refresh(
            lake.workspace, lake.lake, lake.settings, monitor=Monitor(should_stop=lambda: True)
        )
    assert lake.lake.fingerprint == before

    known = {table.table_id for table in lakes.tables(lake.workspace, lake.lake.key)}
    assert "b.csv" not in known
    for rank_by in ("table", "columns"):
        found = lake.found("a.csv", rank_by=rank_by)
        assert "b.csv" not in found
        assert found[-1] == "d.csv"
        assert lake.search("a.csv", rank_by=rank_by, k=1).hits[0].table == found[0]


@pytest.mark.parametrize("removed", [2, 30])
def test_a_search_begins_anew_as_long_as_a_refresh_changes_what_it_found(
    make_lake: MakeLake, monkeypatch: pytest.MonkeyPatch, removed: int
) -> None:
    names = [f"t{number:02}.csv" for number in range(31)]
    lake = make_lake(dict.fromkeys(names, CITIES))
    build(lake)
    read, left = union.labels_there, names[1 : removed + 1]

    def meanwhile(*given: Any) -> Any:
        if left:
            with lake.workspace.writing() as db:
                sql = "DELETE FROM files WHERE lake_key = ? AND path = ?"
                db.execute(sql, [lake.lake.key, left.pop(0)])
        return read(*given)

    monkeypatch.setattr(union, "labels_there", meanwhile)
    if removed == 2:
        assert [hit.table for hit in lake.search("t00.csv", k=30).hits] == names[3:]
    else:
        with pytest.raises(BusyError, match="being read again"):
            lake.search("t00.csv", k=30)


def test_tables_that_are_being_replaced_are_not_aligned(lake: Opened) -> None:
    build(lake)
    before = lake.lake
    lake.write({"b.csv": "paint,more\nred,1\n"})
    lake.refresh()
    with lake.workspace.writing() as db:  # as if the refresh had not ended
        stamp = [before.fingerprint, before.last_table]
        db.execute("UPDATE lakes SET fingerprint = ?, last_table = ?", stamp)

    with pytest.raises(BusyError, match="being read again"):
        align_tables(lake.query("a.csv"), ["b.csv"], "hash")
    hits = lake.search("b.csv").hits  # the query itself is encoded as it is now
    assert [hit.table for hit in hits] == ["a.csv"]


def test_a_query_newer_than_the_vectors_is_encoded_on_the_fly(lake: Opened) -> None:
    build(lake)
    before = lake.lake
    lake.write({"new.csv": CITIES})
    lake.refresh()
    with lake.workspace.writing() as db:
        stamp = [before.fingerprint, before.last_table]
        db.execute("UPDATE lakes SET fingerprint = ?, last_table = ?", stamp)

    hit = lake.search("new.csv").hits[0]

    assert (hit.table, hit.score) == ("a.csv", 1)
    assert hit.alignment == (ColumnMatch("city", "city", 1),)


def search_in_process(lake: Opened, ready: Path, gate: Path) -> list[tuple[str, float]]:
    ready.touch()
    while not gate.exists():
        time.sleep(0.01)
    answer = search_union(lake.query("a.csv"), encoder_name="tfidf")
    return [(hit.table, hit.score) for hit in answer.hits]


def test_processes_that_build_and_search_at_once_get_one_answer(
    make_lake: MakeLake, tmp_path: Path
) -> None:
    lake = make_lake({f"{name}.csv": f"city\nOslo\n{name}{name}\n" for name in "abcdefghij"})
    gate = tmp_path / "gate"
    ready = [tmp_path / f"ready{i}" for i in range(2)]
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        answers = [pool.submit(search_in_process, lake, one, gate) for one in ready]
        while not all(one.exists() for one in ready):
            time.sleep(0.01)
        gate.touch()
        found = [answer.result(timeout=120) for answer in answers]

    assert found[0] == found[1]
    assert len(found[0]) == 9
    (only,) = generations(lake)
    assert not list(only.parent.glob(".*"))


def fill_disk(lake: Opened) -> str:
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, resource.RLIM_INFINITY))
    try:
        build(lake)
    except WorkspaceError as error:
        return str(error)
    return "built"


def test_a_full_disk_is_told_and_leaves_nothing(make_lake: MakeLake) -> None:
    words = "\n".join(f"word{i} again{i}" for i in range(1_000))
    lake = make_lake({f"{name}.csv": f"w\n{words}\n" for name in "abcdefghij"})
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        told = pool.submit(fill_disk, lake).result(timeout=120)

    assert told.startswith("The workspace's disk must have room for the lake's vectors (")
    assert not list((lake.workspace.root / "vectors").glob("*/*"))
    assert lake.found("a.csv", k=2) == ["b.csv", "c.csv"]

from __future__ import annotations

import importlib
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.decomposition import PCA

from core import lake as lakes
from core.indexes import TableVectors
from core.monitor import Monitor
from core.search import LakeMap, build_vectors, is_mapped, lake_map
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace
from tests.files import write_old


def _mapped(folder: Path, tables: dict[str, str]):
    root = folder / "lake"
    root.mkdir()
    for name, text in tables.items():
        (root / name).write_text(text)
    workspace = Workspace.open(folder / "workspace")
    settings = replace(Settings(), workspace=workspace.root)
    found = lakes.add_lake(workspace, "lake", root)
    lakes.refresh(workspace, found, settings)
    found = lakes.lake(workspace, "lake")
    return lambda: lake_map(SearchedLake(workspace, found, settings), "hash")


def _two_kinds(each: int) -> dict[str, str]:
    animals = {f"a{i}.csv": f"animal,legs\ncat,{i}\ndog,4\n" for i in range(each)}
    cities = {f"c{i}.csv": f"city,mayor\nOslo,m{i}\nRome,n\n" for i in range(each)}
    return animals | cities


def test_two_kinds_of_tables_are_two_clusters_named_by_their_headers(tmp_path: Path) -> None:
    found = _mapped(tmp_path, _two_kinds(4))()
    clusters = dict(zip(found.table_ids, found.cluster.tolist(), strict=True))
    assert len({clusters[f"a{i}.csv"] for i in range(4)}) == 1
    assert clusters["a0.csv"] != clusters["c0.csv"]
    assert set(found.cluster_names[clusters["a0.csv"]].split(", ")) == {"animal", "legs"}
    assert set(found.cluster_names[clusters["c0.csv"]].split(", ")) == {"city", "mayor"}


def test_tables_of_one_kind_lie_nearer_each_other_than_those_of_the_other(tmp_path: Path) -> None:
    found = _mapped(tmp_path, _two_kinds(8))()
    points = np.stack([found.x, found.y], axis=1)
    kind = np.array([table[0] for table in found.table_ids])
    middles = [points[kind == letter].mean(axis=0) for letter in "ac"]
    apart = np.linalg.norm(middles[0] - middles[1])
    assert np.linalg.norm(points[kind == "a"] - middles[0], axis=1).mean() < apart


def test_a_map_is_made_once_and_read_back_the_same(tmp_path: Path) -> None:
    make = _mapped(tmp_path, _two_kinds(4))
    first, second = make(), make()
    assert first.table_ids == second.table_ids
    assert first.cluster_names == second.cluster_names
    assert np.array_equal(first.x, second.x)


def test_a_lake_of_three_tables_or_none_has_a_map(tmp_path: Path) -> None:
    (tmp_path / "few").mkdir()
    (tmp_path / "none").mkdir()
    few = _mapped(tmp_path / "few", {f"{i}.csv": "a\n1\n" for i in range(3)})()
    assert len(few.x) == 3
    assert _mapped(tmp_path / "none", {})().table_ids == ()


def test_tables_with_one_vector_are_one_cluster_and_none_hides_another(tmp_path: Path) -> None:
    # t-SNE started from the principal components of equal vectors ends the process.
    found = _mapped(tmp_path, {f"{i}.csv": "month,total\n1,2\n" for i in range(8)})()
    points = np.stack([found.x, found.y], axis=1).astype(float)
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)[~np.eye(8, dtype=bool)]
    assert np.isfinite(points).all()
    assert apart.min() > 0.5
    assert set(found.cluster.tolist()) == {0}
    assert set(found.cluster_names[0].split(", ")) == {"month", "total"}


def test_one_table_unlike_many_equal_ones_is_laid_out_with_them(tmp_path: Path) -> None:
    many = {f"{i}.csv": "month,total\n1,2\n" for i in range(8)}
    found = _mapped(tmp_path, many | {"other.csv": "city,mayor\nOslo,Ann\n"})()
    assert np.isfinite([found.x, found.y]).all()
    clusters = dict(zip(found.table_ids, found.cluster.tolist(), strict=True))
    assert len({clusters[table] for table in many}) == 1
    assert clusters["other.csv"] != clusters["0.csv"]


def test_a_lake_is_mapped_once_its_map_is_drawn(tmp_path: Path) -> None:
    make = _mapped(tmp_path, _two_kinds(4))
    workspace = Workspace.open(tmp_path / "workspace")
    found = lakes.lake(workspace, "lake")
    settings = replace(Settings(), workspace=workspace.root)
    assert not is_mapped(SearchedLake(workspace, found, settings), "hash")
    make()
    assert is_mapped(SearchedLake(workspace, found, settings), "hash")
    assert not is_mapped(SearchedLake(workspace, found, settings), "count")


def test_a_map_changes_nothing_in_the_vectors_and_outlives_them(tmp_path: Path) -> None:
    make = _mapped(tmp_path, _two_kinds(4))
    workspace = Workspace.open(tmp_path / "workspace")
    settings = replace(Settings(), workspace=workspace.root)
    found = lakes.lake(workspace, "lake")
    vectors = build_vectors(SearchedLake(workspace, found, settings), "hash")
    before = {path.name for path in vectors.iterdir()}
    first = make()
    assert {path.name for path in vectors.iterdir()} == before
    shutil.rmtree(vectors)
    assert make().table_ids == first.table_ids
    assert not vectors.exists()


def test_vectors_are_read_in_blocks_and_reduced_as_all_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = _mapped(tmp_path, _two_kinds(11))
    module = importlib.import_module("core.search.maps.layout")
    monkeypatch.setattr(module, "_AT_ONCE", 5)
    monkeypatch.setattr(module, "_LANDMARKS", 7)
    asked: list[NDArray[np.int64]] = []
    whole: list[NDArray[np.float32]] = []
    read, reduce = TableVectors.table_vectors, module._reduced

    def reading(index: TableVectors, positions: NDArray[np.int64]) -> NDArray[np.float32]:
        asked.append(positions)
        return read(index, positions)

    def reducing(index: TableVectors, reduction: PCA, monitor: Monitor) -> NDArray[np.float32]:
        reduced = reduce(index, reduction, monitor)
        whole.append(reduction.transform(read(index, np.arange(22))))
        assert np.allclose(reduced, whole[0], atol=1e-5)
        return reduced

    monkeypatch.setattr(TableVectors, "table_vectors", reading)
    monkeypatch.setattr(module, "_reduced", reducing)
    found = make()
    assert (len(found.x), len(whole)) == (22, 1)
    assert [len(positions) for positions in asked] == [7, 5, 5, 5, 5, 2]
    assert np.array_equal(np.concatenate(asked[1:]), np.arange(22))


def test_a_map_is_made_though_the_vectors_are_replaced_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = _mapped(tmp_path, _two_kinds(4))
    whole = TableVectors.table_vectors

    def replaced(index: TableVectors, positions: NDArray[np.int64]) -> NDArray[np.float32]:
        for folder in (tmp_path / "workspace" / "vectors").glob("*/hash-*"):
            shutil.rmtree(folder)
        return whole(index, positions)

    monkeypatch.setattr(TableVectors, "table_vectors", replaced)
    assert len(make().table_ids) == 8


def test_a_changed_lake_is_mapped_anew_and_the_old_map_goes(tmp_path: Path) -> None:
    _mapped(tmp_path, _two_kinds(4))()
    write_old(tmp_path / "lake" / "new.csv", "animal,legs\ncat,9\n")
    workspace = Workspace.open(tmp_path / "workspace")
    settings = replace(Settings(), workspace=workspace.root)
    lakes.refresh(workspace, lakes.lake(workspace, "lake"), settings)
    found = lake_map(SearchedLake(workspace, lakes.lake(workspace, "lake"), settings), "hash")
    assert "new.csv" in found.table_ids
    assert len(list((workspace.root / "vectors").glob("*/map.*"))) == 1


def _changed(tmp_path: Path, files: dict[str, str]) -> LakeMap:
    for name, text in files.items():
        write_old(tmp_path / "lake" / name, text)
    workspace = Workspace.open(tmp_path / "workspace")
    settings = replace(Settings(), workspace=workspace.root)
    lakes.refresh(workspace, lakes.lake(workspace, "lake"), settings)
    return lake_map(SearchedLake(workspace, lakes.lake(workspace, "lake"), settings), "hash")


def _places(found: LakeMap) -> dict[str, tuple[float, float, int]]:
    rows = zip(found.x.tolist(), found.y.tolist(), found.cluster.tolist(), strict=True)
    return dict(zip(found.table_ids, rows, strict=True))


def test_tables_of_a_large_lake_stay_where_they_were_and_new_ones_lie_with_their_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.import_module("core.search.maps.layout"), "_LANDMARKS", 16)
    before = _places(_mapped(tmp_path, _two_kinds(10))())
    new, city = "animal,legs\ncat,9\ndog,4\n", "city,mayor\nOslo,x\nRome,n\n"
    after = _places(_changed(tmp_path, {"new.csv": new, "a0.csv": city}))
    same = before.keys() - {"a0.csv"}
    assert {name: after[name] for name in same} == {name: before[name] for name in same}
    assert after["new.csv"][2] == before["a1.csv"][2]
    assert after["a0.csv"][2] == before["c1.csv"][2] != before["a0.csv"][2]
    for name, kind in (("new.csv", "a"), ("a0.csv", "c")):
        own = np.array([place[:2] for other, place in before.items() if other[0] == kind])
        assert (own.min(axis=0) <= after[name][:2]).all()
        assert (after[name][:2] <= own.max(axis=0)).all()


def test_a_lake_of_as_many_tables_as_a_layout_begins_with_may_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of those that lie where they lay there are fewer then."""
    monkeypatch.setattr(importlib.import_module("core.search.maps.layout"), "_LANDMARKS", 20)
    before = _places(_mapped(tmp_path, _two_kinds(10))())
    after = _places(_changed(tmp_path, {"a0.csv": "city,mayor\nOslo,x\nRome,n\n"}))
    cities = {cluster for name, (_, _, cluster) in before.items() if name[0] == "c"}
    assert after["a0.csv"][2] in cities and before["a0.csv"][2] not in cities
    assert {name for name in before if before[name] != after[name]} == {"a0.csv"}


def test_a_map_is_laid_out_anew_once_a_tenth_of_the_tables_are_new_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module("core.search.maps.layout")
    monkeypatch.setattr(module, "_LANDMARKS", 16)
    before = _places(_mapped(tmp_path, _two_kinds(10))())
    laid_out, anew = module.laid_out, []
    monkeypatch.setattr(
        importlib.import_module("core.search.maps.drawing"),
        "laid_out",
        lambda index, monitor: anew.append(len(index)) or laid_out(index, monitor),
    )
    for number in range(2):  # 2 of 22
        _changed(tmp_path, {f"n{number}.csv": f"animal,legs\ncat,1{number}\ndog,4\n"})
    assert anew == []
    after = _places(_changed(tmp_path, {"n3.csv": "animal,legs\ncat,13\ndog,4\n"}))
    assert anew == [23]  # the three that were put are more than a tenth
    assert after.keys() > before.keys()

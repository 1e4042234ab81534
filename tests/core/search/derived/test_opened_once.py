"""Generations that were replaced are let go, and give their room on the disk back."""

from __future__ import annotations

import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from core.features.folding import Folding
from core.search.derived.column_vectors import column_vector_index
from core.search.derived.opened_once import opened_once
from core.search.derived.texts import text_vectors_of
from core.search.derived.value_sets import set_index
from core.search.derived.vectors import open_vectors
from core.search.join.searching import search_join
from core.search.text.query import text_query
from core.search.text.ranking import open_ranker
from core.search.text.searching import search_text
from core.search.types import SearchedLake
from tests.core.search.conftest import MakeLake


def test_a_folder_is_opened_once_and_let_go_when_it_is_gone(tmp_path: Path) -> None:
    opened: list[tuple[str, int]] = []

    @opened_once(2)
    def first(folder: Path, number: int) -> object:
        opened.append((folder.name, number))
        return object()

    @opened_once(2)
    def other(folder: Path) -> object:
        return folder

    folders = [tmp_path / name for name in "abc"]
    for folder in folders:
        folder.mkdir()
    a, b, c = folders
    assert first(a, 1) is first(a, 1)
    assert first(b, 2) is not first(a, 1)
    first(c, 3)  # b was used longer ago than a
    assert opened == [("a", 1), ("b", 2), ("c", 3)]
    first(a, 1)
    shutil.rmtree(a)
    other(b)
    first(a, 1)
    assert opened[3:] == [("a", 1)]


def test_who_asks_while_it_is_opened_gets_the_same(tmp_path: Path) -> None:
    opened: list[Path] = []

    @opened_once(2)
    def slowly(folder: Path) -> object:
        opened.append(folder)
        time.sleep(0.2)
        return object()

    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(slowly, [tmp_path] * 4))
    assert len(found) == len(opened) == 1


def test_settings_that_no_encoder_reads_open_nothing_again(make_lake: MakeLake) -> None:
    lake = make_lake({"a.csv": "city\nOslo\nRome\n", "b.csv": "land\nItaly\n"}, "settings")
    sets = set_index(lake.searched, Folding.of("all"))
    others = replace(lake.settings, condition_seconds=5, workers=2, max_join_rows=9)
    for opened in (
        lambda settings: open_vectors(SearchedLake(lake.workspace, lake.lake, settings), "hash"),
        lambda settings: text_vectors_of(
            SearchedLake(lake.workspace, lake.lake, settings), "table", False
        ),
        lambda settings: column_vector_index(
            SearchedLake(lake.workspace, lake.lake, settings), sets
        ),
    ):
        assert opened(others) is opened(lake.settings)
        assert opened(replace(others, encoder_threads=1)) is not opened(lake.settings)


def mapped_of(root: Path) -> set[str]:
    """Folders that are gone, of which this process has files mapped."""
    maps = Path("/proc/self/maps").read_text().splitlines()
    gone = [line.split(None, 5)[5] for line in maps if line.endswith("(deleted)")]
    return {path.split("/")[-2] for path in gone if path.startswith(str(root))}


def test_searches_keep_no_replaced_generation_mapped(make_lake: MakeLake) -> None:
    rows = "".join(f"v{i},{i}\n" for i in range(2_000))
    lake = make_lake({"a.csv": "a,b\n" + rows, "b.csv": "a,b\n" + rows}, "replaced")
    for number in range(3):
        lake.write({f"new{number}.csv": "a,b\n1,2\n"})
        lake.refresh()
        search_text(lake.searched, "v17", method="bm25")
        search_join(lake.query("a.csv"), on=["a"])
        open_vectors(lake.searched, "tfidf")
        lake.search("a.csv", encoder_name="tfidf")
    assert mapped_of(lake.workspace.root) == set()


def test_a_ranker_answers_when_its_index_is_replaced_meanwhile(make_lake: MakeLake) -> None:
    lake = make_lake({"a.csv": "a\nzebra\n", "b.csv": "a\nlion\n"}, "ranked")
    rankers = [open_ranker(lake.searched, m, titles=True) for m in ("bm25", "tfidf")]
    shutil.rmtree(lake.workspace.root / "indexes")
    for ranker in rankers:
        assert ranker.scores(text_query("zebra"), None).total.argmax() == 0

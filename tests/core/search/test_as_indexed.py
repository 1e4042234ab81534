"""Searches after a refresh that was cancelled: of the tables that are as they were indexed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from core import lake as lakes
from core.errors import BusyError, CancelledError
from core.monitor import Monitor
from core.search import align_tables
from core.search.conditioned import join_with_condition, text_with_condition, union_with_condition
from core.search.derived.folders import as_indexed
from core.search.derived.value_sets import set_index
from core.search.derived.vectors import open_vectors
from core.search.join.searching import search_join
from core.search.text.searching import search_text, text_hits
from core.search.types import SearchedLake
from core.search.union.searching import UnionRanker
from core.types import JoinHit
from tests.core.search.conftest import MakeLake, Opened

PEOPLE = "origin,leader\nOslo,Ann\nRome,Bob\nParis,Eve\n"
SWAPPED = "leader,origin\nAnn,Oslo\nBob,Rome\nEve,Paris\n"
FILES = {"q.csv": PEOPLE, "b.csv": PEOPLE, "c.csv": PEOPLE, "d.csv": PEOPLE}


def change(lake: Opened, files: Mapping[str, str], removed: str = "") -> None:
    """Change files and cancel the refresh when they, and not all others, have been read."""
    if removed:
        (lake.root / removed).unlink()
    # More than a group of files holds, so that it is written by itself and not before the others.
    lake.write({**files, "zz.csv": f"late\n{'x' * 4_500_000}\n"})
    read: list[int] = []
    with pytest.raises(CancelledError, match=rf"; {len(files)} of {len(files) + 1} files"):
        lakes.refresh(
            lake.workspace,
            lake.lake,
            lake.settings,
            Monitor(
                lambda done, total, message: read.extend([done] if done else []),
                lambda: max(read, default=0) >= len(files),
            ),
        )


@pytest.fixture
def indexed(make_lake: MakeLake) -> Opened:
    lake = make_lake(FILES)
    assert set(lake.found("q.csv")) == {"b.csv", "c.csv", "d.csv"}
    assert joined(lake) == ["b.csv", "c.csv", "d.csv"]
    assert worded(lake) == ["b.csv", "c.csv", "d.csv", "q.csv"]
    return lake


def hits(lake: Opened, *on: str) -> tuple[JoinHit, ...]:
    return search_join(lake.query("q.csv"), on or ("origin",)).hits


def joined(lake: Opened) -> list[str]:
    return [hit.table for hit in hits(lake)]


def worded(lake: Opened, method: str = "bm25") -> list[str]:
    found = search_text(lake.searched, "Oslo Rome", method=method)
    assert found.candidates >= len(found.hits)
    return [hit.table for hit in found.hits]


def test_a_table_whose_columns_changed_places_is_left_out_until_it_is_indexed(
    indexed: Opened,
) -> None:
    change(indexed, {"b.csv": SWAPPED})
    assert set(indexed.found("q.csv")) == {"c.csv", "d.csv"}
    assert set(indexed.found("q.csv", rank_by="table", k=2)) == {"c.csv", "d.csv"}
    with pytest.raises(BusyError, match="being read again; wait until its refresh has ended"):
        align_tables(indexed.query("q.csv"), ["b.csv"], "hash")
    assert joined(indexed) == ["c.csv", "d.csv"]
    assert worded(indexed) == ["c.csv", "d.csv", "q.csv"]

    indexed.refresh()
    (hit,) = (hit for hit in indexed.search("q.csv").hits if hit.table == "b.csv")
    assert [(one.query_column, one.column) for one in hit.alignment] == [
        ("origin", "origin"),
        ("leader", "leader"),
    ]
    assert joined(indexed) == ["b.csv", "c.csv", "d.csv"]


def test_a_table_that_was_removed_is_found_by_no_search(indexed: Opened) -> None:
    change(indexed, {}, removed="c.csv")
    workspace, settings, query = indexed.workspace, indexed.settings, indexed.query("q.csv")
    assert set(indexed.found("q.csv")) == {"b.csv", "d.csv"}
    assert joined(indexed) == ["b.csv", "d.csv"]
    assert worded(indexed) == ["b.csv", "d.csv", "q.csv"]
    asked = ["d.csv", "c.csv", "b.csv"]
    told = text_hits(
        SearchedLake(workspace, indexed.lake, settings), "Oslo", asked, "bm25", titles=True
    )
    assert [hit.table for hit in told] == ["d.csv", "b.csv"]
    for found in (
        union_with_condition(query, None, encoder_name="hash"),
        join_with_condition(query, None, ["origin"]),
    ):
        assert {hit.table for hit in found.hits} == {"b.csv", "d.csv"}
    of_words = text_with_condition(
        SearchedLake(workspace, indexed.lake, settings), "Oslo", None, method="bm25"
    )
    assert {hit.table for hit in of_words.hits} == {"b.csv", "d.csv", "q.csv"}


def test_what_is_no_candidate_stays_out_when_a_search_begins_anew(indexed: Opened) -> None:
    workspace, settings, query = indexed.workspace, indexed.settings, indexed.query("q.csv")
    index = open_vectors(SearchedLake(workspace, indexed.lake, settings), "hash")
    among = np.array([table != "c.csv" for table in index.table_ids])
    others = query.others_in(index, among)
    ranked = UnionRanker(query, index, "hash", others)
    change(indexed, {"b.csv": SWAPPED})
    found, _ = ranked.hits(5)
    assert [hit.table for hit in found] == ["d.csv"]


def test_searches_with_conditions_leave_out_tables_whose_columns_changed_places(
    indexed: Opened,
) -> None:
    change(indexed, {"b.csv": SWAPPED})
    workspace, settings, query = indexed.workspace, indexed.settings, indexed.query("q.csv")
    for found in (
        union_with_condition(query, None, encoder_name="hash"),
        join_with_condition(query, None, ["origin"]),
    ):
        assert {hit.table for hit in found.hits} == {"c.csv", "d.csv"}
    of_words = text_with_condition(
        SearchedLake(workspace, indexed.lake, settings), "Oslo", None, method="bm25"
    )
    assert {hit.table for hit in of_words.hits} == {"c.csv", "d.csv", "q.csv"}


def test_a_query_whose_columns_changed_places_is_searched_with_as_it_is(indexed: Opened) -> None:
    change(indexed, {"q.csv": SWAPPED})
    found = indexed.search("q.csv").hits
    assert {hit.table for hit in found} == {"b.csv", "c.csv", "d.csv"}
    for hit in found:
        assert {(one.query_column, one.column, one.score) for one in hit.alignment} == {
            ("leader", "leader", 1.0),
            ("origin", "origin", 1.0),
        }
    for on in (("origin",), ("leader",), ("origin", "leader")):
        assert [(hit.table, hit.columns, hit.overlap) for hit in hits(indexed, *on)] == [
            (table, on, 3) for table in ("b.csv", "c.csv", "d.csv")
        ]
    assert worded(indexed) == ["b.csv", "c.csv", "d.csv"]


def test_a_query_with_the_columns_of_its_index_is_taken_from_there(indexed: Opened) -> None:
    index = set_index(indexed.searched)
    older = indexed.query("q.csv")
    assert older.indexed_in(index) == index.position("q.csv")
    change(indexed, {"q.csv": SWAPPED})
    assert indexed.query("q.csv").indexed_in(index) is None
    assert indexed.query("b.csv").indexed_in(index) == index.position("b.csv")
    assert indexed.query("q.csv").position_in(index) == index.position("q.csv")


def test_files_of_new_times_are_as_indexed_when_they_have_been_read(indexed: Opened) -> None:
    vectors = open_vectors(indexed.searched, "hash")
    before = indexed.searched
    assert as_indexed(before, vectors) is None
    for path in FILES:
        Path(indexed.root / path).touch()
    indexed.refresh()
    assert indexed.lake.fingerprint == before.info.fingerprint
    assert as_indexed(indexed.searched, vectors) is None
    assert set(indexed.found("q.csv")) == {"b.csv", "c.csv", "d.csv"}

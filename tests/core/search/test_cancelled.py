"""Searches are cancelled where they make, or wait for, what is derived from a lake."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.conditions import parse
from core.errors import CancelledError
from core.monitor import UNMONITORED, Monitor
from core.search import align_tables, lake_map, search_union
from core.search.conditioned import (
    join_with_condition,
    text_with_condition,
    union_with_condition,
)
from core.search.derived.folders import DerivedPlace
from core.search.derived.one_maker import one_maker
from core.search.derived.value_sets import has_sets, set_index
from core.search.derived.vectors import build_vectors, is_built, vectors_folder
from core.search.join.searching import search_join
from core.search.text.searching import search_text
from tests.core.search.conftest import MakeLake, Opened

PAINTS = "paint,price\nred,1\nblue,2\ngreen,3\n"
STOPS = Monitor(should_stop=lambda: True)

Search = Callable[[Opened], object]


def _condition(text: str):
    return parse(text, ["paint", "price"]).condition


SEARCHES: dict[str, Search] = {
    "union": lambda of: search_union(of.query("a.csv"), 10, "hash"),
    "aligned": lambda of: align_tables(of.query("a.csv"), ["b.csv"], "hash"),
    "join": lambda of: search_join(of.query("a.csv"), ["paint"]),
    "join by sketches": lambda of: search_join(of.query("a.csv"), method="containment"),
    "words": lambda of: search_text(of.searched, "red paint", method="bm25"),
    "union with a condition": lambda of: union_with_condition(
        of.query("a.csv"), _condition("price above 1"), encoder_name="hash"
    ),
    "join with a condition": lambda of: join_with_condition(
        of.query("a.csv"), _condition("price above 1"), ["paint"]
    ),
    "words with a condition": lambda of: text_with_condition(
        of.searched, "red paint", _condition("price above 1"), method="bm25"
    ),
}


@pytest.fixture
def lake(make_lake: MakeLake) -> Opened:
    return make_lake({"a.csv": PAINTS, "b.csv": PAINTS + "white,4\n", "c.csv": "city\nOslo\n"})


def derived(lake: Opened) -> list[str]:
    """Name what is there of a lake, whole or half made, but for locks."""
    places: tuple[DerivedPlace, ...] = ("vectors", "indexes")
    of_lake = [lake.workspace.root / place / str(lake.lake.key) for place in places]
    found = (path for folder in of_lake if folder.is_dir() for path in folder.iterdir())
    return sorted(path.name for path in found if not path.name.endswith(".lock"))


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_is_cancelled_while_it_makes_an_index_and_not_once_there_is_one(
    lake: Opened, name: str
) -> None:
    search = SEARCHES[name]
    with pytest.raises(CancelledError):
        search(replace(lake, monitor=STOPS))
    assert derived(lake) == []
    told: list[str] = []
    search(replace(lake, monitor=Monitor(lambda done, total, message: told.append(message))))
    assert told
    made = derived(lake)
    search(replace(lake, monitor=STOPS))
    assert derived(lake) == made != []


def test_a_search_is_cancelled_while_it_waits_for_another_that_makes_the_index(
    lake: Opened,
) -> None:
    told: list[str] = []
    monitor = Monitor(lambda done, total, message: told.append(message), lambda: len(told) > 1)
    folder = vectors_folder(lake.searched, "hash")
    with (
        one_maker(folder, "the lake's vectors", monitor=UNMONITORED),
        pytest.raises(CancelledError),
    ):
        SEARCHES["union"](replace(lake, monitor=monitor))
    assert told == ["Waiting for whoever else makes the lake's vectors"] * 2
    assert derived(lake) == []


@pytest.fixture
def mapped(make_lake: MakeLake) -> Opened:
    return make_lake({f"{n}.csv": f"paint,price\nred{n},1\nblue,{n}\n" for n in range(6)})


def test_a_map_is_cancelled_while_the_lake_is_encoded_and_not_once_it_is_there(
    mapped: Opened,
) -> None:
    stopped = replace(mapped, monitor=STOPS)
    with pytest.raises(CancelledError, match="what was encoded is kept"):
        lake_map(stopped.searched, "hash")
    assert derived(mapped) == []
    drawn = lake_map(mapped.searched, "hash")
    assert lake_map(stopped.searched, "hash").table_ids == drawn.table_ids


@pytest.mark.parametrize("asked", [1, 2])
def test_a_map_is_cancelled_while_tables_are_laid_out_and_the_vectors_are_kept(
    mapped: Opened, asked: int
) -> None:
    build_vectors(mapped.searched, "hash")
    vectors = derived(mapped)
    questions = iter([False] * (asked - 1) + [True])
    monitor = Monitor(should_stop=lambda: next(questions))
    with pytest.raises(CancelledError, match=r"^Drawing the map was cancelled; the lake's vectors"):
        lake_map(replace(mapped, monitor=monitor).searched, "hash")
    assert derived(mapped) == vectors


def test_a_map_is_cancelled_while_it_waits_for_another_that_draws_it(mapped: Opened) -> None:
    folder = build_vectors(mapped.searched, "hash")
    told: list[str] = []
    monitor = Monitor(lambda done, total, message: told.append(message), lambda: bool(told))
    of_map = folder.with_name(f"map.{folder.name}")
    with one_maker(of_map, "the lake's map", monitor=UNMONITORED), pytest.raises(CancelledError):
        lake_map(replace(mapped, monitor=monitor).searched, "hash")
    assert told == ["Waiting for whoever else makes the lake's map"]


def test_a_condition_is_cancelled_while_it_makes_vectors_that_a_join_search_does_not_need(
    lake: Opened,
) -> None:
    by_hash = replace(lake, settings=replace(lake.settings, encoder="hash"))
    set_index(lake.searched)
    query = replace(by_hash, monitor=STOPS).query("a.csv")
    with pytest.raises(CancelledError):
        join_with_condition(query, _condition("unionable on price"), ["paint"])
    assert not is_built(by_hash.searched, "hash")


def test_a_condition_is_cancelled_while_it_makes_an_index_that_a_union_search_does_not_need(
    lake: Opened,
) -> None:
    by_hash = replace(lake, settings=replace(lake.settings, encoder="hash"))
    build_vectors(by_hash.searched, "hash")
    query = replace(by_hash, monitor=STOPS).query("a.csv")
    with pytest.raises(CancelledError):
        union_with_condition(query, _condition("joinable on paint"))
    assert not has_sets(lake.searched)

"""Searches are cancelled where they make, or wait for, what is derived from a lake."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.conditions import parse
from core.errors import CancelledError
from core.monitor import Monitor
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

Search = Callable[[Opened, Monitor], object]


def _condition(text: str):
    return parse(text, ["paint", "price"]).condition


SEARCHES: dict[str, Search] = {
    "union": lambda of, monitor: search_union(
        of.workspace, of.query("a.csv"), of.settings, 10, "hash", monitor=monitor
    ),
    "aligned": lambda of, monitor: align_tables(
        of.workspace, of.query("a.csv"), ["b.csv"], of.settings, "hash", monitor
    ),
    "join": lambda of, monitor: search_join(
        of.workspace, of.query("a.csv"), of.settings, ["paint"], monitor=monitor
    ),
    "join by sketches": lambda of, monitor: search_join(
        of.workspace, of.query("a.csv"), of.settings, method="containment", monitor=monitor
    ),
    "words": lambda of, monitor: search_text(
        of.workspace, of.lake, "red paint", of.settings, method="bm25", monitor=monitor
    ),
    "union with a condition": lambda of, monitor: union_with_condition(
        of.workspace,
        of.query("a.csv"),
        _condition("price above 1"),
        of.settings,
        encoder_name="hash",
        monitor=monitor,
    ),
    "join with a condition": lambda of, monitor: join_with_condition(
        of.workspace,
        of.query("a.csv"),
        _condition("price above 1"),
        of.settings,
        ["paint"],
        monitor=monitor,
    ),
    "words with a condition": lambda of, monitor: text_with_condition(
        of.workspace,
        of.lake,
        "red paint",
        _condition("price above 1"),
        of.settings,
        method="bm25",
        monitor=monitor,
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
        search(lake, STOPS)
    assert derived(lake) == []
    told: list[str] = []
    search(lake, Monitor(lambda done, total, message: told.append(message)))
    assert told
    made = derived(lake)
    search(lake, STOPS)
    assert derived(lake) == made != []


def test_a_search_is_cancelled_while_it_waits_for_another_that_makes_the_index(
    lake: Opened,
) -> None:
    told: list[str] = []
    monitor = Monitor(lambda done, total, message: told.append(message), lambda: len(told) > 1)
    folder = vectors_folder(lake.workspace, lake.lake, "hash", lake.settings)
    with one_maker(folder, "the lake's vectors"), pytest.raises(CancelledError):
        SEARCHES["union"](lake, monitor)
    assert told == ["Waiting for whoever else makes the lake's vectors"] * 2
    assert derived(lake) == []


@pytest.fixture
def mapped(make_lake: MakeLake) -> Opened:
    return make_lake({f"{n}.csv": f"paint,price\nred{n},1\nblue,{n}\n" for n in range(6)})


def test_a_map_is_cancelled_while_the_lake_is_encoded_and_not_once_it_is_there(
    mapped: Opened,
) -> None:
    given = mapped.workspace, mapped.lake, mapped.settings, "hash"
    with pytest.raises(CancelledError, match="what was encoded is kept"):
        lake_map(*given, STOPS)
    assert derived(mapped) == []
    drawn = lake_map(*given)
    assert lake_map(*given, STOPS).table_ids == drawn.table_ids


@pytest.mark.parametrize("asked", [1, 2])
def test_a_map_is_cancelled_while_tables_are_laid_out_and_the_vectors_are_kept(
    mapped: Opened, asked: int
) -> None:
    build_vectors(mapped.workspace, mapped.lake, "hash", mapped.settings)
    vectors = derived(mapped)
    questions = iter([False] * (asked - 1) + [True])
    monitor = Monitor(should_stop=lambda: next(questions))
    with pytest.raises(CancelledError, match=r"^Drawing the map was cancelled; the lake's vectors"):
        lake_map(mapped.workspace, mapped.lake, mapped.settings, "hash", monitor)
    assert derived(mapped) == vectors


def test_a_map_is_cancelled_while_it_waits_for_another_that_draws_it(mapped: Opened) -> None:
    folder = build_vectors(mapped.workspace, mapped.lake, "hash", mapped.settings)
    told: list[str] = []
    monitor = Monitor(lambda done, total, message: told.append(message), lambda: bool(told))
    of_map = folder.with_name(f"map.{folder.name}")
    with one_maker(of_map, "the lake's map"), pytest.raises(CancelledError):
        lake_map(mapped.workspace, mapped.lake, mapped.settings, "hash", monitor)
    assert told == ["Waiting for whoever else makes the lake's map"]


def test_a_condition_is_cancelled_while_it_makes_vectors_that_a_join_search_does_not_need(
    lake: Opened,
) -> None:
    settings = replace(lake.settings, encoder="hash")
    set_index(lake.workspace, lake.lake)
    query, condition = lake.query("a.csv"), _condition("unionable on price")
    with pytest.raises(CancelledError):
        join_with_condition(lake.workspace, query, condition, settings, ["paint"], monitor=STOPS)
    assert not is_built(lake.workspace, lake.lake, "hash", settings)


def test_a_condition_is_cancelled_while_it_makes_an_index_that_a_union_search_does_not_need(
    lake: Opened,
) -> None:
    settings = replace(lake.settings, encoder="hash")
    build_vectors(lake.workspace, lake.lake, "hash", settings)
    query, condition = lake.query("a.csv"), _condition("joinable on paint")
    with pytest.raises(CancelledError):
        union_with_condition(lake.workspace, query, condition, settings, monitor=STOPS)
    assert not has_sets(lake.workspace, lake.lake)

"""The choice of columns for a composite key: against brute force, and how far it goes."""

from __future__ import annotations

import itertools
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.indexes.sets import combinations
from core.indexes.sets.combinations import most_combinations
from core.indexes.sets.index import SetIndex
from tests.core.indexes.sets import by_hand

WORDS = ["low", "medium", "high", "none"]
SIDES = (1, 2, 2, 3)
"""Columns that tables have."""


def brute_force(
    index: SetIndex, table: int, keys: np.ndarray, names: Sequence[str]
) -> tuple[tuple[int, ...], int]:
    """Try every choice of columns; the leftmost of those that have most."""
    wanted = {tuple(row) for row in keys.tolist()}
    labels = index.labels(table)
    called = {
        place: labels.index(name)
        for place, name in enumerate(names)
        if labels.count(name) == names.count(name) == 1
    }
    counts = {
        places: len(wanted & {tuple(row) for row in index.cells(table, places).tolist()})
        for places in itertools.permutations(range(len(labels)), keys.shape[1])
    }
    most = max(counts, key=lambda places: (counts[places], [-one for one in places]), default=())
    own = {p: n for p, n in counts.items() if all(p[i] == c for i, c in called.items())}
    best = max(own, key=lambda places: (own[places], [-one for one in places]), default=())
    if called and own.get(best, 0) and 2 * own[best] >= counts[most]:
        return best, own[best]
    return most, counts.get(most, 0)


def test_the_columns_are_those_of_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(0)  # noqa: S311 - a lake, not a secret
    monkeypatch.setattr(by_hand, "labels_of", lambda _, table: dice.choices("abcdef", k=len(table)))
    for _ in range(12):
        tables = {
            f"t{number}.csv": [
                dice.choices([*WORDS, None], k=rows) for _ in range(dice.randint(1, 5))
            ]
            for number, rows in enumerate(dice.choices(range(1, 12), k=6))
        }
        with tempfile.TemporaryDirectory() as folder:
            index = by_hand.index_of(Path(folder) / "index", tables)
            for width in (2, 3, 4):
                values = int(index.manifest["values"])
                keys = np.array([dice.choices(range(values), k=width) for _ in range(12)])
                keys = np.unique(keys, axis=0)
                names = dice.choices("abcdef", k=width)
                found = most_combinations(index, keys, 6, names=names)
                told = zip(found.columns, found.overlaps.tolist(), strict=True)
                expected = {
                    table: best
                    for table in range(len(index))
                    if (best := brute_force(index, table, keys, names))[1]
                }
                assert dict(zip(found.positions.tolist(), told, strict=True)) == expected
                assert found.complete


@pytest.fixture(scope="module")
def alike(tmp_path_factory: pytest.TempPathFactory) -> SetIndex:
    """Small tables of the same few words, so that most of them tie."""
    dice = random.Random(1)  # noqa: S311 - a lake, not a secret
    tables = {
        f"t{number:02}.csv": [
            dice.choices([*WORDS, None], k=rows) for _ in range(dice.choice(SIDES))
        ]
        for number, rows in enumerate(dice.choices(range(1, 7), k=30))
    }
    shuffled = {name: tables[name] for name in dice.sample(list(tables), k=len(tables))}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(by_hand, "labels_of", lambda _, table: dice.choices("abc", k=len(table)))
        return by_hand.index_of(tmp_path_factory.mktemp("alike") / "index", shuffled)


@settings(deadline=None, max_examples=80)
@given(
    st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=8),
    st.integers(1, 32),
    st.none() | st.sets(st.integers(0, 29)),
    st.none() | st.integers(0, 29),
    st.sampled_from([(), ("a", "b"), ("b", "x"), ("c", "a")]),
)
def test_the_k_best_are_the_first_k_of_all_tables(
    alike: SetIndex,
    rows: set[tuple[int, int]],
    k: int,
    among: set[int] | None,
    without: int | None,
    names: Sequence[str],
) -> None:
    keys = np.array(sorted(rows))
    chosen = None if among is None else np.array([at in among for at in range(len(alike))])
    if without is not None:
        chosen = alike.all_but([alike.table_ids[without]], chosen)
    found = most_combinations(alike, keys, k, chosen, names)
    every = {
        table: best
        for table in range(len(alike))
        if table != without
        and (among is None or table in among)
        and (best := brute_force(alike, table, keys, names))[1]
    }
    first = sorted(every, key=lambda table: (-every[table][1], alike.table_ids[table]))[:k]
    assert found.positions.tolist() == first
    told = list(zip(found.columns, found.overlaps.tolist(), strict=True))
    assert told == [every[table] for table in first]
    assert found.complete


def test_no_more_of_the_tables_that_tie_are_counted_than_are_wanted(tmp_path: Path) -> None:
    tables = {f"t{number:02}.csv": [["low", "high"], ["none", "none"]] for number in range(40)}
    index = by_hand.index_of(tmp_path / "index", tables | {"u.csv": [["low"], ["none"]]})
    found = most_combinations(index, index.cells(0, [0, 1]), 3)
    assert [index.table_ids[one] for one in found.positions] == ["t00.csv", "t01.csv", "t02.csv"]
    assert found.counted == 3


def test_a_table_of_a_later_id_is_counted_while_it_may_have_more(tmp_path: Path) -> None:
    crosswise = [["low", "high"], ["medium", "none"]]
    whole = [["low", "high"], ["none", "medium"]]
    tables = {"a.csv": crosswise, "b.csv": crosswise, "c.csv": whole, "d.csv": whole}
    index = by_hand.index_of(tmp_path / "index", tables)
    found = most_combinations(index, index.cells(2, [0, 1]), 1)
    assert (found.positions.tolist(), found.overlaps.tolist(), found.counted) == ([2], [2], 3)


@pytest.fixture(scope="module")
def survey(tmp_path_factory: pytest.TempPathFactory) -> SetIndex:
    """A table of 40 columns that have four words each, anywhere."""
    dice = random.Random(0)  # noqa: S311 - a lake, not a secret
    tables = {"survey.csv": [dice.choices(WORDS, k=120) for _ in range(40)]}
    return by_hand.index_of(tmp_path_factory.mktemp("survey") / "index", tables)


class Looks:
    """Counts how often a column is looked at behind others."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made = 0
        asked = combinations._Wanted.next_numbers

        def counted(*given):  # type: ignore[no-untyped-def]
            self.made += 1
            return asked(*given)

        monkeypatch.setattr(combinations._Wanted, "next_numbers", counted)


def test_columns_of_the_keys_names_leave_little_to_look_at(
    survey: SetIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = Looks(monkeypatch)
    keys = np.unique(survey.cells(0, [30, 4, 21, 7]), axis=0)
    names = [survey.labels(0)[place] for place in (30, 4, 21, 7)]
    found = most_combinations(survey, keys, 5, names=names)
    assert (found.columns, found.overlaps.tolist()) == (((30, 4, 21, 7),), [len(keys)])
    assert looks.made < 20
    assert found.complete


def test_alike_columns_without_names_are_not_tried_without_end(
    survey: SetIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(combinations, "_MOST_LOOKS", 2_500)
    looks = Looks(monkeypatch)
    keys = np.unique(survey.cells(0, [30, 4, 21, 7]), axis=0)[::2]
    found = most_combinations(survey, keys, 5)
    assert looks.made < 3_000
    assert not found.complete
    places, overlap = found.columns[0], int(found.overlaps[0])
    rows = {tuple(row) for row in survey.cells(0, places).tolist()}
    assert overlap == len(rows & {tuple(row) for row in keys.tolist()}) > len(keys) // 4


def test_looking_for_columns_ends_where_it_is_told_to(
    survey: SetIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = Looks(monkeypatch)
    keys = np.unique(survey.cells(0, [30, 4, 21, 7]), axis=0)[::2]

    def check() -> None:
        if looks.made > 30:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        most_combinations(survey, keys, 5, check=check)
    assert looks.made == 31

from __future__ import annotations

import unicodedata

import numpy as np
import pytest

from core.features.words import plain_name
from core.indexes.sets.combinations import columns_called
from core.search.union.laid_over import column_matches
from core.search.union.matching import match_columns


def test_columns_left_over_are_paired_by_name_and_the_score_stays() -> None:
    similarities = np.array([[0.9, 0.0, 0.0], [0.0, 0.0, 0.0]], np.float32)
    found = match_columns(similarities, background=0.0)
    aligned = column_matches(["item", "Price"], ["ware", "unit", "price"], found)
    assert [(m.query_column, m.column, m.score) for m in aligned] == [
        ("item", "ware", 0.9),
        ("Price", "price", 0.0),
    ]
    assert np.isclose(found.score, 0.9 / np.sqrt(6))


def test_a_name_that_is_matched_already_is_not_taken_again() -> None:
    found = match_columns(np.array([[0.0, 0.0], [0.8, 0.0]], np.float32), background=0.0)
    aligned = column_matches(["a", "b"], ["a", "c"], found)
    assert [(m.query_column, m.column) for m in aligned] == [("b", "a")]


def test_columns_of_one_name_are_not_laid_crosswise_for_hardly_more() -> None:
    query, table = ["employee_id", "salary", "city"], ["Employee ID", "Salary", "City"]
    near = np.array([[0.02, 0.03, 0.0], [0.04, 0.01, 0.0], [0.0, 0.0, 0.9]], np.float32)
    aligned = column_matches(query, table, match_columns(near, background=0.0))
    assert [(m.query_column, m.column) for m in aligned] == list(zip(query, table, strict=True))
    far = np.array([[0.0, 0.9, 0.0], [0.9, 0.0, 0.0], [0.0, 0.0, 0.9]], np.float32)
    aligned = column_matches(query, table, match_columns(far, background=0.0))
    assert [m.column for m in aligned] == ["Salary", "Employee ID", "City"]


def test_names_are_laid_straight_where_a_few_columns_go_round() -> None:
    query = ["origin", "destination", "stop"]
    swapped = np.array([[0.80, 0.805, 0.0], [0.805, 0.80, 0.0], [0.0, 0.0, 0.9]], np.float32)
    aligned = column_matches(query, query, match_columns(swapped, background=0.2))
    assert [m.column for m in aligned] == query
    round_ = np.array([[0.8, 0.83, 0.8], [0.8, 0.8, 0.83], [0.83, 0.8, 0.8]], np.float32)
    aligned = column_matches(query, query, match_columns(round_, background=0.2))
    assert [m.column for m in aligned] == query


@pytest.mark.parametrize(
    ("one", "other"),
    [("दिन", "दान"), ("दान", "दूना"), ("ปี", "ปู"), ("দিন", "দান"), ("é", "e")],
)
def test_names_that_differ_in_a_vowel_sign_alone_are_two(one: str, other: str) -> None:
    assert plain_name(one) != plain_name(other)
    assert columns_called([other, "x"], [one]) == {}
    found = match_columns(np.zeros((1, 2), np.float32), background=0.0)
    assert [m.column for m in column_matches([one], [other, one], found)] == [one]


@pytest.mark.parametrize("name", ["Größe", "Année", "दिन का नाम", "ВЫСОТА_й", "m²"])
def test_a_name_is_one_however_its_letters_are_composed(name: str) -> None:
    forms = [unicodedata.normalize(form, name) for form in ("NFC", "NFD", "NFKC")]
    assert len({plain_name(form) for form in [*forms, f"_{name.upper()}?"]}) == 1
    assert columns_called([forms[1]], [forms[0]]) == {0: 0}


def test_an_accent_that_stands_alone_is_a_sign() -> None:
    assert plain_name("name´") == plain_name("✔️ name") == "name"
    assert plain_name("✔️ _´") == ""


def test_columns_of_the_same_values_keep_their_order() -> None:
    query = ["ride", "start_station", "end_station", "user"]
    table = ["User Type", "trip id", "from station id", "to station id"]
    near = np.array(
        [
            [0.3, 0.75, 0.61, 0.57],
            [0.2, 0.4, 0.855, 0.858],
            [0.2, 0.4, 0.853, 0.850],
            [0.9, 0.3, 0.2, 0.2],
        ],
        dtype=np.float32,
    )
    found = column_matches(query, table, match_columns(near, background=0.5))
    assert [(one.query_column, one.column) for one in found] == [
        ("ride", "trip id"),
        ("start_station", "from station id"),
        ("end_station", "to station id"),
        ("user", "User Type"),
    ]
    near[1, 3] += 0.03
    crossed = column_matches(query, table, match_columns(near, background=0.5))
    assert [one.column for one in crossed][1:3] == ["to station id", "from station id"]


def test_many_columns_alike_are_put_in_order() -> None:
    count = 60
    noise = np.random.default_rng(3).uniform(0, 1e-5, (count, count))
    names = [[f"{side} {i}" for i in range(count)] for side in ("own", "other")]
    found = column_matches(*names, match_columns((0.9 + noise).astype(np.float32), 0.2))
    assert [one.column for one in found] == names[1]


def test_a_clear_matching_is_not_undone_by_many_small_exchanges() -> None:
    count = 24
    far = (np.arange(count)[:, None] - np.arange(count)[::-1]) / (count - 1)
    names = [[f"{side} {i}" for i in range(count)] for side in ("own", "other")]
    found = column_matches(*names, match_columns((0.9 - 0.3 * far**2).astype(np.float32), 0.2))
    assert sum(one.score for one in found) > 0.9 * count - 0.021
    assert min(one.score for one in found) > 0.89

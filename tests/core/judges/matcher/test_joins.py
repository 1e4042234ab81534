from __future__ import annotations

import pytest

from core.judges.matcher.joins import JoinFeature, Key, join_figures
from core.lake.stored.heads import TableHead
from core.types import DataType


def head(table_id: str, rows: int, **columns: set[str]) -> TableHead:
    return TableHead(
        table_id,
        table_id,
        rows,
        tuple(columns),
        (DataType.STRING,) * len(columns),
        tuple(frozenset(values) for values in columns.values()),
    )


QUERY = head("q", 4, City={"Oslo", "Rome", "Bern", "Paris"}, size={"1", "2"})
OTHER = head("t", 10, size={"7"}, town={"oslo", "ROME", "bern", "Riga", "Kiev"}, area={"9"})


def test_the_key_is_the_pair_with_most_values_and_likest_names_together() -> None:
    found = join_figures(QUERY, OTHER, "City", 1_000)
    assert not isinstance(found, str)
    figures, key = found
    assert key == Key("City", "town", 3, 4)
    told = dict(zip(JoinFeature, figures, strict=True))
    assert told[JoinFeature.CONTAINMENT] == 3 / 4
    assert told[JoinFeature.COVERED] == 3 / 5
    assert told[JoinFeature.DISTINCT] == 5 / 10
    assert told[JoinFeature.GAINED] == pytest.approx(2 / 3)  # town and area, not size


def test_without_a_column_every_column_of_the_query_may_be_the_key() -> None:
    query = head("q", 2, nothing=set(), code={"a1", "b2"}, name={"x", "y"})
    other = head("t", 2, label={"x"}, code={"a1", "b2"})
    found = join_figures(query, other, None, 1_000)
    assert not isinstance(found, str)
    assert found[1] == Key("code", "code", 2, 2)
    assert found[0][0] == 1.0


def test_a_column_is_known_by_its_words_where_it_is_spelled_otherwise() -> None:
    found = join_figures(head("q", 1, birthDate={"1"}), OTHER, "birth_date", 1_000)
    assert not isinstance(found, str)
    assert found[1].query == "birthDate"


def test_a_key_that_is_not_there_or_empty_is_told() -> None:
    assert join_figures(QUERY, OTHER, "Depth", 1_000) == (
        "'q' has no column 'Depth', on which the join was wanted."
    )
    assert join_figures(head("q", 0, City=set()), OTHER, None, 1_000) == (
        "No column of 'q' that could be a key has a value."
    )


def test_rows_beyond_those_read_make_no_key_less_distinct() -> None:
    many = head("t", 1_000_000, City={str(i) for i in range(100)})
    found = join_figures(QUERY, many, "City", 100)
    assert not isinstance(found, str)
    assert found[0][list(JoinFeature).index(JoinFeature.DISTINCT)] == 1.0

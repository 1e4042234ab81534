"""Conditions on a lake are read with the names of its columns where words are lost without."""

from __future__ import annotations

import pytest

from core import lake as lakes
from core.conditions import write_condition
from core.search.conditioned import read_for_lake
from tests.core.search.conftest import MakeLake, Opened


@pytest.fixture(scope="module")
def customers(make_lake: MakeLake) -> Opened:
    return make_lake(
        {"customers.csv": "name,customer since,all games\nAda,2019-05-01,5\nBen,2020-02-03,6\n"}
    )


@pytest.mark.parametrize(
    ("text", "read", "doubted"),
    [
        ("where customer since is after 2019-12-31", '"customer since" after 2019-12-31', ()),
        ("where name is Ada", '"name" is "Ada"', ()),
        ("all games over 5", 'share >= 1 of ("games" > 5)', ("all games",)),
    ],
)
def test_a_name_of_the_lake_is_read_where_words_are_lost_without_it(
    customers: Opened, text: str, read: str, doubted: tuple[str, ...]
) -> None:
    lake = lakes.lake(customers.workspace, customers.name)
    found = read_for_lake(customers.workspace, lake, text)
    assert found.condition is not None
    assert write_condition(found.condition) == read
    assert tuple(span.text for span in found.unknown) == doubted

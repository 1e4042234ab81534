from __future__ import annotations

import pytest

from core.benchmarks.one_pair.shared_evidence import shared_evidence
from core.benchmarks.overlaps.set_kinds import ValueType
from core.errors import InputError, TableNotFoundError
from core.settings import Settings

FILES = {
    "q.csv": 'City ,n,City,only\nParis,1.0,A,x\nRome,2,B,z\nOslo,"3,000",C,w\n',
    "c.csv": "n,CITY,other\n1,Paris,Paris\n3000,Oslo,Rome\n4,NA,Rome\n",
}


def test_columns_of_one_name_are_put_side_by_side_with_what_they_share(lake_of):
    workspace, key = lake_of(FILES)
    # The second City finds no column that is free.
    city, n = shared_evidence(workspace, key, "q.csv", "c.csv", Settings())
    assert (city.query_position, city.candidate_position) == (0, 1)
    assert (city.shared, city.examples) == (2, ("Oslo", "Paris"))
    assert (n.query_type, n.examples) == (ValueType.NUMERIC, ("1", "3000"))


def test_an_alignment_says_which_columns_are_compared(lake_of):
    workspace, key = lake_of(FILES)
    found = shared_evidence(workspace, key, "q.csv", "c.csv", Settings(), [(0, 2), (3, 0)])
    assert [(one.shared, one.examples) for one in found] == [
        (2, ("Paris", "Rome")),
        (0, ()),
    ]
    with pytest.raises(InputError, match=r"from 0 to 2 in 'c.csv'. Got 3"):
        shared_evidence(workspace, key, "q.csv", "c.csv", Settings(), [(0, 3)])


def test_a_table_beside_itself_and_a_column_without_values(lake_of):
    workspace, key = lake_of({"t.csv": "a,b\nx,\nz,NA\n"})
    found = shared_evidence(workspace, key, "t.csv", "t.csv", Settings())
    assert [one.shared for one in found] == [2, 0]


def test_a_large_table_is_read_only_where_it_is_compared(lake_of):
    rows = "".join(f"v{i},{i % 9},w{i}\n" for i in range(500_000))
    small = "name,n\nv499999,3\nv,4\n"
    workspace, key = lake_of({"big.csv": "name,n,w\n" + rows, "small.csv": small})
    found = shared_evidence(workspace, key, "small.csv", "big.csv", Settings())
    assert [one.shared for one in found] == [1, 2]


@pytest.mark.parametrize("wide", [1, 2_000], ids=["in a shard", "in a file of its own"])
def test_what_is_shared_in_the_first_rows_is_told_however_much_is(lake_of, wide):
    names = [f"n{number:04}" for number in reversed(range(6_000))]
    filler = "x" * wide
    tables = {
        "q.csv": "a,name\n" + "".join(f"{filler},{name}\n" for name in names),
        # The first row has a name of its own, the others come one row later.
        "c.csv": "name,b\nmine,\n" + "".join(f"{name},{filler}\n" for name in names),
    }
    workspace, key = lake_of(tables)
    (found,) = shared_evidence(workspace, key, "q.csv", "c.csv", Settings())
    assert (found.shared, found.examples) == (6_000, tuple(f"n{i:04}" for i in range(6)))
    assert found.in_first_rows == set(names[:100])


def test_a_value_is_in_the_first_rows_if_it_is_in_those_of_one_table(lake_of):
    before = "".join(f"own{number}\n" for number in range(99))
    workspace, key = lake_of({"q.csv": f"a\n{before}one\ntwo\n", "c.csv": "a\ntwo\none\n"})
    (found,) = shared_evidence(workspace, key, "q.csv", "c.csv", Settings())
    assert found.in_first_rows == {"one", "two"}
    (same,) = shared_evidence(workspace, key, "q.csv", "q.csv", Settings())
    assert len(same.in_first_rows) == 100 and "two" not in same.in_first_rows


def test_a_table_that_is_not_there_is_named(lake_of):
    workspace, key = lake_of(FILES)
    with pytest.raises(TableNotFoundError, match=r"'gone.csv' is not"):
        shared_evidence(workspace, key, "q.csv", "gone.csv", Settings())

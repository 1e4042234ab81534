"""Two years, of a column that is not called as dates are, may be two amounts."""

from __future__ import annotations

import pytest

from tests.core.search.conditioned.by_condition import rows_of, union
from tests.core.search.conftest import MakeLake, Opened

QUERY = "area,rent\nNorth,£1,550\nSouth,£1,250\nEast,£1,700\nWest,£2,100\n"


@pytest.fixture(scope="module")
def rents(make_lake: MakeLake) -> Opened:
    return make_lake(
        {
            "query.csv": QUERY.replace("1,", "1").replace("2,", "2"),
            "pounds.csv": 'area,rent\nNorth,"£1,550.50"\nSouth,"£1,250"\nEast,"£1,700"\nWest,£99\n',
            "dated.csv": "area,rent\nNorth,12 May 1995\nSouth,1 June 2004\nEast,1755\nWest,\n",
        }
    )


def test_amounts_are_compared_as_amounts_and_dates_as_dates(rents: Opened) -> None:
    shares = dict(union(rents, "rent between 1500 and 2000"))
    assert shares["pounds.csv"] == 0.5
    assert shares["dated.csv"] == pytest.approx(2 / 3, abs=1e-6)
    assert rows_of(rents, "pounds.csv", "rent between 1500 and 2000")["area"].to_list() == [
        "North",
        "East",
    ]


def test_a_column_that_is_called_as_dates_are_has_no_amounts(make_lake: MakeLake) -> None:
    opened = make_lake(
        {
            "query.csv": "city,year\nOslo,1995\nRome,1996\nBern,1997\nKyiv,1998\n",
            "a.csv": 'city,year\nOslo,"£1,550"\nRome,1996\nBern,1997\nParis,2001\n',
        }
    )
    shares = dict(union(opened, "year between 1500 and 2000"))
    assert shares["a.csv"] == pytest.approx(2 / 3, abs=1e-6)  # the price is no year

import polars as pl
import pytest

from core.search.writings import writing
from core.types import DataType


@pytest.mark.parametrize(
    ("left", "right", "differs"),
    [
        (["2020-01-31"], ["31.01.2020"], True),
        (["2020-01-31"], ["2020-01-31T10:00:00+01:00"], True),
        (["31/01/2020"], ["01/31/2020"], True),
        (["31/01/2020"], ["02/03/2020"], False),
        (["31/01/2020", "01/31/2020"], ["31/01/2020"], False),
        (["1/2/2020", "2020-01-31"], ["2020-01-31"], False),
        (["5 May 2020"], ["12 September 1999"], False),
        (["May 5, 2020"], ["5 May 2020"], True),
    ],
)
def test_days_are_told_apart_by_shape_and_order(
    left: list[str], right: list[str], differs: bool
) -> None:
    one, two = (writing(pl.Series(some), DataType.DATETIME) for some in (left, right))
    assert one and two
    assert (one.differs(two), two.differs(one)) == (differs, differs)


@pytest.mark.parametrize(
    ("left", "right", "differs"),
    [
        (["1.234,50", "7,25"], ["1,234.50"], True),
        (["1.234,50"], ["99,00"], False),
        (["12,5 %"], ["12,5"], True),
        (["$5", "($1,200.50)"], ["$7.25"], False),
        (["$5.00"], ["€5.00"], True),
        (["1.234"], ["5,50"], False),
        (["CHF 1'000.50"], ["€ 3,50"], True),
        (["CHF 1'000.50"], ["1'000.50 CHF"], False),
        (["CHF 5"], ["5"], True),
        (["3 kg", "12 kg"], ["3 t"], True),
        (["21,00-", "5,00"], ["−1.000,10"], False),
        (["1\u202f111,25 €"], ["1111,25 €"], True),
    ],
)
def test_quantities_are_told_apart_by_mark_and_unit(
    left: list[str], right: list[str], differs: bool
) -> None:
    one, two = (writing(pl.Series(some), DataType.STRING) for some in (left, right))
    assert one and two
    assert (one.differs(two), two.differs(one)) == (differs, differs)


@pytest.mark.parametrize(
    ("left", "right", "differs"),
    [
        (["128,608", "90"], ["26865"], True),
        (["128,608"], ["90,160", "5"], False),
        (["128,608"], ["7", "812"], None),
        (["1,234.5"], ["1234.5"], True),
        (["1,234", "5678"], ["1234"], None),
        (["2.345"], ["1234"], None),
    ],
)
def test_numbers_are_told_apart_by_the_separators_of_thousands(
    left: list[str], right: list[str], differs: bool | None
) -> None:
    one, two = (writing(pl.Series(some), DataType.FLOAT) for some in (left, right))
    assert (one.differs(two) if one and two else None) is differs


def test_amounts_are_told_apart_by_the_separators_of_thousands() -> None:
    grouped, bare = (
        writing(pl.Series(some), DataType.STRING) for some in (["$1,234.50"], ["$1234.50", "$2.00"])
    )
    assert grouped and bare and grouped.differs(bare) and bare.differs(grouped)
    assert (grouped.example, bare.example) == ("$1,234.50", "$1234.50")


def test_other_columns_have_no_writing() -> None:
    streets = ["12 Elm", "3 Oak", "4 High", "7 Mill"]
    assert writing(pl.Series(streets), DataType.STRING) is None
    assert writing(pl.Series(["5,50", "about 7"]), DataType.STRING) is None
    assert writing(pl.Series(["5.50"]), DataType.FLOAT) is None
    assert writing(pl.Series([None], dtype=pl.String), DataType.DATETIME) is None

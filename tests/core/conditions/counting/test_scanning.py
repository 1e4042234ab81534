from __future__ import annotations

import tempfile
import time
from dataclasses import replace
from pathlib import Path
from unicodedata import normalize

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.conditions import (
    And,
    Category,
    Comparison,
    ConditionTimeoutError,
    Date,
    Not,
    Number,
    Or,
    Quantity,
    RowCondition,
    Text,
    When,
)
from core.conditions.counting.row_statements import Jointly, Slot, reading
from core.conditions.counting.scanning import (
    ANY_COLUMN,
    Counted,
    Scan,
    count_rows,
    row_conditions,
    satisfying_rows,
)
from core.conditions.counting.time_limits import Deadline
from core.lake.stored.relations import StoredCells
from core.settings import Settings

ABOVE_FIVE = Number("n", Quantity(Comparison.GREATER, 5))


SPILL = Path(tempfile.gettempdir())


def in_memory(name: str, frame: pl.DataFrame, *places: int | None) -> Scan:
    return Scan(name, StoredCells.of_frame(frame), places)


def on_disk(folder: Path, frame: pl.DataFrame, *places: int | None) -> Scan:
    path = folder / "large [1]*.parquet"
    frame.rename({name: f"c{i}" for i, name in enumerate(frame.columns)}).write_parquet(path)
    return Scan("large", StoredCells(frame.height, frame.width, path), places)


def count(scan: Scan, *conditions: RowCondition) -> Counted:
    return count_rows([scan], conditions, Settings(), SPILL)[scan.table]


def held(condition: RowCondition, cells: tuple[str, ...]) -> list[str]:
    """Give the cells that satisfy a condition, each in a table of its own."""
    scans = [in_memory(cell, pl.DataFrame({"a": [cell]}), 0) for cell in cells]
    found = count_rows(scans, [condition], Settings(), SPILL)
    return [cell for cell in cells if found[cell].satisfied == (1,)]


NUMBERS = {
    "7": 7,
    " 1,234.50 kg ": 1234.5,
    "$60,000": 60000,
    "-3.5e2": -350,
    "−4": -4,
    "75%": 75,
    "12 °C": 12,
    "3,5": 3.5,
    "1.234.567,89": 1234567.89,
    ".5": 0.5,
    "26 298 373": 26298373,
    "ca. 30": 30,
    "Approx. $1,200": 1200,
    "630 (8.6%)": 630,
    "12 kg (26 lb)": 12,
    "1,234[5]": 1234,
    "201 ( - 15)": 201,
    "12.5 km (7.8 mi)": 12.5,
    "(7)": -7,
}
NO_NUMBERS = (
    *("", "about", "A7", "R850", "2015-03-01", "1 of 3", "12:30", "-", "k.A.", "1.2.3"),
    *("+49 170 1234567", "192.168.0.1", "03.04.2015", "1½", "2 ¾ h"),
    *("13.20 (98)", "Tyreke Evans (5)", "2 - 1 (3)"),
    *("12_3", "1_000.5", "1e400", "-1e400", "1,5e400"),
)
DAYS = (
    *("2015-03-01", "2015/3/1", "01.03.2015", "1 March 2015", "March 1, 2015", "Mar 1, 2015"),
    *("1-Mar-2015", "2015-03-01 12:30:00", "2015-03-01T12:30:00Z", "20150301", "March 1st 2015"),
)


def test_numbers_are_read_as_people_write_them() -> None:
    frame = pl.DataFrame({"a": [*NUMBERS, *NO_NUMBERS]})
    found = count(in_memory("t", frame, 0), ABOVE_FIVE)
    assert found.readable == (len(NUMBERS),)
    assert found.averages == (pytest.approx(sum(NUMBERS.values()) / len(NUMBERS)),)
    one_by_one = Number("a", Quantity(Comparison.EQUAL, -350))
    assert held(one_by_one, tuple(NUMBERS)) == ["-3.5e2"]


@pytest.mark.parametrize(
    ("cells", "sum_of_all"),
    [
        (("421.878", "1.488.202", "980"), 421_878 + 1_488_202 + 980),
        (("421.878", "12.5", "980"), 421.878 + 12.5 + 980),
        (("421.878", "102.345"), 421.878 + 102.345),
        (("101.663 €", "93.284 €"), 101_663 + 93_284),
        (("EUR 1.200", "EUR 2.500", "EUR 950"), 1200 + 2500 + 950),
        (("1.459 €", "1.512 €"), 1.459 + 1.512),
        (("12.345 €", "6.50 €"), 12.345 + 6.5),
        (("1.730", "591", "1.000"), 1730 + 591 + 1000),
        (("1.730", "1591", "1.000"), 1.73 + 1591 + 1),
        (("1.730", "2.591-", "419-", "31-"), 1730 - 2591 - 419 - 31),
        (("1.234,56- KG", "31- KG", "2- M³", "5 KG"), -1234.56 - 31 - 2 + 5),
        (("12,50- %", "3,25 %-", "0,5-%", "7%"), -12.5 - 3.25 - 0.5 + 7),
        (("- CHF 12.50", "− kr. 3", "- EUR1", "CHF 7"), -12.5 - 3 - 1 + 7),
        (("1.5-inch", "250-g", "20,- Euro", "7.50- per person"), 1.5 + 250 + 20 + 7.5),
        (("1.730", "−2.591", "(419)"), 1730 - 2591 - 419),
        (("64.921", "142.959", "100"), 64.921 + 142.959 + 100),
        (("5.885 km", "6.491 km", "31 km"), 5.885 + 6.491 + 31),
        (("16.179%", "1.234%", "250%"), 16.179 + 1.234 + 250),
        (("3,141", "2,71"), 3.141 + 2.71),
        (("3,141", "2,345,678"), 3141 + 2_345_678),
        (("0,125", "0.250"), 0.375),
        (("1.234", "7,5", "0.5"), 1.234 + 7.5 + 0.5),
        (("CHF 1'011.50", "1’000", "20.-", "Rs.500"), 1011.5 + 1000 + 20 + 500),
        (("1\u202f111,25 €", "1\xa0111", "1\u2009000,5"), 1111.25 + 1111 + 1000.5),
        (("−1.000,10", "(10,50)", "21,00-", "100-", "-€ 5", "€ -5", "- 5"), -1146.6),
        (("EUR 3,50", "3,50 EUR", "$ 4", "12,00 kr."), 3.5 + 3.5 + 4 + 12),
        (("€637k", "6.9M USD", "1,2 Mio. €"), 637_000 + 6_900_000 + 1_200_000),
        (("6.9M", "0.2M"), 7_100_000),
        (("5 m", "3 m"), 8),
        (("1B", "2B", "3B"), 6),
        (("2019-", "2+", "5 (approx.)", "20,-"), 2019 + 2 + 5 + 20),
    ],
)
def test_what_a_cell_leaves_open_is_decided_by_its_column(
    cells: tuple[str, ...], sum_of_all: float, tmp_path: Path
) -> None:
    frame = pl.DataFrame({"a": cells})
    for scan in (in_memory("large", frame, 0), on_disk(tmp_path, frame, 0)):
        found = count(scan, ABOVE_FIVE)
        assert found.readable == (len(cells),)
        assert found.averages == (pytest.approx(sum_of_all / len(cells)),)


def test_a_letter_that_may_be_a_magnitude_is_doubted() -> None:
    frame = pl.DataFrame({"a": ["5 m", "3 m"], "b": ["50k", "60k"], "c": ["€5k", "€6k"]})
    scan = in_memory("t", frame, 0, 1, 2)
    assert count(scan, ABOVE_FIVE, ABOVE_FIVE, ABOVE_FIVE).doubts == ("m", "+k", None)


LARGE = ("9007199254741004", "9,007,199,254,741,012", "12345678901234567890123", "7", "1e3")


@pytest.mark.parametrize(
    ("quantity", "number"),
    [
        (Quantity(Comparison.EQUAL, 9007199254741005), 0),
        (Quantity(Comparison.EQUAL, 9007199254741004), 1),
        (Quantity(Comparison.BETWEEN, 9007199254741005, 9007199254741011), 0),
        (Quantity(Comparison.BETWEEN, 2.5, 9007199254741011), 2 + 1),
        (Quantity(Comparison.AT_LEAST, 9007199254741012), 2),
        (Quantity(Comparison.GREATER, 12345678901234567890122), 1),
        (Quantity(Comparison.GREATER, 12345678901234567890123), 0),
        (Quantity(Comparison.LESS, 9007199254741004), 2),
    ],
)
def test_whole_numbers_that_are_no_doubles_are_compared_exactly(
    quantity: Quantity, number: int, tmp_path: Path
) -> None:
    frame = pl.DataFrame({"a": LARGE})
    for scan in (in_memory("large", frame, 0), on_disk(tmp_path, frame, 0)):
        assert count(scan, Number("n", quantity)).satisfied == (number,)


@pytest.mark.parametrize(
    ("asked", "cells"),
    [
        ("ΑΘΗΝΑΣ", ("ΑΘΗΝΑΣ", "Αθηνασ")),
        ("İstanbul", ("İstanbul", "ISTANBUL")),
        ("Zürich", (normalize("NFD", "Zürich"), "ZÜRICH")),
        (normalize("NFD", "Zürich"), ("Zürich",)),
        ("New York", ("New\u00a0York", "new  york", "New\nYork", " New\u202fYork ")),
        ("New\u3000York", ("New\u3000York", "new\u2009york", "New\u2028York", "New \vYork")),
    ],
)
def test_words_are_found_however_their_letters_and_blanks_are_written(
    asked: str, cells: tuple[str, ...]
) -> None:
    others = (*cells, "elsewhere")
    assert held(Category("a", (asked,)), others) == list(cells)
    assert held(Text(asked, "a"), (*others, f"{asked}er")) == list(cells)


def test_a_value_is_found_behind_an_article() -> None:
    cells = ("The Godfather", "Godfather", "the  godfather", "Godfather II", "Then Godfather")
    asked = Category("title", ("godfather",))
    assert held(asked, cells) == ["The Godfather", "Godfather"]
    assert held(Category("title", ("The Godfather",)), cells) == ["The Godfather", "the  godfather"]


def test_a_category_that_is_no_double_is_compared_exactly() -> None:
    scan = in_memory("t", pl.DataFrame({"a": LARGE}), 0, 0)
    near = Category("n", ("9007199254741005", "9007199254741011"))
    assert count(scan, near, Category("n", ("9007199254741012",))).satisfied == (0, 1)


def test_columns_decide_for_themselves() -> None:
    german, english = pl.DataFrame({"a": ["1.234", "7,5"]}), pl.DataFrame({"a": ["1.234", "7.5"]})
    scans = [in_memory("german", german, 0), in_memory("english", english, 0)]
    found = count_rows(scans, [Number("n", Quantity(Comparison.GREATER, 100))], Settings(), SPILL)
    assert (found["german"].satisfied, found["english"].satisfied) == ((1,), (0,))
    thousand = Category("n", ("1234",))
    assert count_rows(scans, [thousand], Settings(), SPILL)["german"].satisfied == (1,)


def test_a_day_is_read_in_any_usual_format() -> None:
    assert held(Date("a", When.IN, "2015-03-01"), DAYS) == list(DAYS)
    assert held(Date("a", When.AFTER, "2015-03-01"), DAYS) == []


def test_a_date_with_a_remark_behind_it_is_one() -> None:
    cells = ("9 June 1981 (age 32)", "1998 (71st)", "1993: (66th)", "May 4, 2001 [1]", "(1990)")
    assert held(Date("d", When.BEFORE, "1995"), cells) == ["9 June 1981 (age 32)", "1993: (66th)"]


def test_several_years_are_told_by_the_first() -> None:
    cells = ("2004 - 05", "1999–2003", "1998/99", "2009 -", "1997 - present", "2001-06", "12 - 5")
    before = ["1999–2003", "1998/99", "1997 - present"]
    assert held(Date("d", When.BEFORE, "2001"), cells) == before
    assert held(Date("d", When.IN, "2001-06"), cells) == ["2001-06"]
    assert held(Date("d", When.SINCE, "2002"), cells) == ["2004 - 05", "2009 -"]


def test_a_month_in_numbers_is_one_with_the_year_behind_or_without_signs() -> None:
    cells = ("03.2022", "03/2022", "3-2022", "202203", "12.2022", "2022-03", "March 2022")
    march = [cell for cell in cells if cell != "12.2022"]
    assert held(Date("d", When.IN, "2022-03"), cells) == march
    assert held(Date("d", When.SINCE, "2022-04"), cells) == ["12.2022"]
    others = ("13.2022", "0.2022", "03.0022", "202213", "112203", "3.20225")
    assert held(Date("d", When.AFTER, "1000"), others) == []


def test_a_large_number_is_no_day() -> None:
    cells = ("69940728", "20159931", "12345678")
    assert held(Date("a", When.AFTER, "1000"), cells) == []


def test_the_order_of_day_and_month_is_that_of_the_column() -> None:
    condition = Date("a", When.IN, "2015-04")
    european = in_memory("t", pl.DataFrame({"a": ["03/04/2015", "31/12/2015"]}), 0)
    american = in_memory("t", pl.DataFrame({"a": ["04/03/2015", "12/31/2015"]}), 0)
    assert count(european, condition).satisfied == count(american, condition).satisfied == (1,)


def test_years_compare_as_whole_years() -> None:
    scan = in_memory("t", pl.DataFrame({"year": ["1974", "1975", "1976.0", "n/a"]}), 0)
    assert count(scan, Date("year", When.AFTER, "1974")) == Counted(
        4, (2,), (2,), (3,), (3,), (None,), (None,), (None,), (None,)
    )
    assert count(scan, Date("year", When.UNTIL, "1975")).satisfied == (2,)


def test_a_word_is_not_part_of_another() -> None:
    frame = pl.DataFrame({"month": ["Mar", "Market", "mar.", "see Mar 5"], "x": ["", "", "", ""]})
    assert count(in_memory("t", frame, ANY_COLUMN), Text("Mar")).satisfied == (3,)
    assert count(in_memory("t", frame, 0), Text("HS+some (college)")).satisfied == (0,)


def test_any_column_may_hold_a_phrase_but_not_two_half_of_it() -> None:
    frame = pl.DataFrame({"a": ["New", "x"], "b": ["York", "in New York"]})
    assert count(in_memory("t", frame, ANY_COLUMN), Text("new york")).satisfied == (1,)


def test_values_are_parameters(tmp_path: Path) -> None:
    evil = "'; DROP TABLE cells; --"
    frame = pl.DataFrame({'a"b': [evil, "$p0a", None], "select\n😀": ["1", "6", "7"]})
    for scan in (in_memory("large", frame, 0, 1), on_disk(tmp_path, frame, 0, 1)):
        found = count(scan, Category('a"b', (evil, "$p0a")), ABOVE_FIVE)
        assert found.satisfied == (2, 2)
        both = And((Category('a"b', (evil, "$p0a")), ABOVE_FIVE))
        rows = satisfying_rows(scan, both, Settings(), SPILL)
        assert rows.rows() == [("$p0a", "6")]


def test_rows_satisfy_or_and_not_as_the_condition_says() -> None:
    frame = pl.DataFrame({"a": ["x", "y", "x", None], "n": ["1", "9", "9", "9"]})
    scan = in_memory("t", frame, 0, 1)
    either = Or((Category("a", ("x",)), ABOVE_FIVE))
    assert satisfying_rows(scan, either, Settings(), SPILL).height == 4
    neither = And((Not(Category("a", ("x",))), Not(ABOVE_FIVE)))
    assert satisfying_rows(scan, neither, Settings(), SPILL).height == 0
    whole = in_memory("t", frame)
    assert satisfying_rows(whole, True, Settings(), SPILL).height == 4
    assert satisfying_rows(whole, False, Settings(), SPILL).height == 0


def test_the_rows_of_a_not_are_those_that_are_counted() -> None:
    frame = pl.DataFrame({"a": ["x", "y", "x", None], "n": ["1", "9", "9", "9"]})
    scan = in_memory("t", frame, 0, 1)
    others = And((Not(Category("a", ("x",))), ABOVE_FIVE))
    assert satisfying_rows(scan, others, Settings(), SPILL).rows() == [("y", "9")]
    told = Jointly(True, (Slot(0, negated=True), Slot(1)))
    (counted,) = count_rows(
        [scan], row_conditions(others), Settings(), SPILL, joint=[told]
    ).values()
    assert counted.joint == ((1, 3),)
    without = And((Not(Text("x", "a")), ABOVE_FIVE))
    assert satisfying_rows(scan, without, Settings(), SPILL).height == 2  # nothing holds no word


def test_a_table_without_dates_has_none_that_must_not_be_there() -> None:
    scan = in_memory("t", pl.DataFrame({"a": ["x", "y"]}), None)
    undated, of_column = Date("", When.AFTER, "2000"), Date("day", When.AFTER, "2000")
    assert satisfying_rows(scan, Not(undated), Settings(), SPILL).height == 2
    assert satisfying_rows(scan, Not(of_column), Settings(), SPILL).height == 0


def test_a_table_without_the_column_satisfies_nothing() -> None:
    frame = pl.DataFrame({"a": ["6", "7"]})
    assert count(in_memory("t", frame, None), ABOVE_FIVE) == Counted(
        2, (0,), (0,), (0,), (0,), (None,), (None,), (None,), (None,)
    )
    empty = in_memory("e", pl.DataFrame({"a": []}, {"a": pl.String}), 0)
    assert count(empty, ABOVE_FIVE).rows == 0


def test_parts_are_counted_in_the_same_rows_among_those_that_have_the_values(
    tmp_path: Path,
) -> None:
    frame = pl.DataFrame({"a": ["1", "6", "7", "8", None], "b": ["x", "x", "y", None, "x"]})
    conditions = [ABOVE_FIVE, Category("b", ("x",))]
    over, x = Slot(0), Slot(1)
    none_x = Slot(1, negated=True)
    for scan in (in_memory("t", frame, 0, 1), on_disk(tmp_path, frame, 0, 1)):

        def told(*joint: Jointly, scan: Scan = scan) -> tuple[tuple[int, int], ...]:
            found = count_rows([scan], conditions, Settings(), SPILL, joint=joint)
            return found[scan.table].joint

        assert told(Jointly(True, (over, x)), Jointly(False, (over, x))) == ((1, 3), (5, 5))
        assert told(Jointly(True, (over, none_x))) == ((1, 3),)
        nested = Jointly(True, (over, Jointly(False, (x, none_x))))
        assert told(nested) == ((2, 3),)


def test_cells_are_read_as_numbers_only_where_a_condition_has_one() -> None:
    words, mixed = Category("a", ("x", "n/a")), Category("a", ("x", "5"))
    assert " AS n0" not in reading([words], in_memory=True)
    assert " AS n0" in reading([mixed], in_memory=True)
    frame = pl.DataFrame({"a": ["x", "5.0", "6"]})
    assert count(in_memory("t", frame, 0), words).satisfied == (1,)
    assert count(in_memory("t", frame, 0), mixed).satisfied == (2,)


def test_a_scan_that_takes_too_long_is_stopped_and_says_so(tmp_path: Path) -> None:
    rows = 3_000_000
    cells = pl.select(pl.int_range(rows).cast(pl.String).alias("c0"))
    path = tmp_path / "long.parquet"
    cells.write_parquet(path)
    scan = Scan("long", StoredCells(rows, 1, path), (0,) * 8)
    conditions = [Date("c0", When.AFTER, str(1000 + i)) for i in range(8)]
    with pytest.raises(
        ConditionTimeoutError, match=r"long \(3,000,000 rows\) must take at most 1 s"
    ):
        count_rows([scan], conditions, Settings(condition_seconds=1), SPILL)


def test_what_is_counted_before_time_is_over_is_kept_small_tables_first(tmp_path: Path) -> None:
    rows = 3_000_000
    path = tmp_path / "long.parquet"
    pl.select(pl.int_range(rows).cast(pl.String).alias("c0")).write_parquet(path)
    scan = Scan("long", StoredCells(rows, 1, path), (0,) * 8)
    little = in_memory("little", pl.DataFrame({"a": ["2020-01-01"]}), *(0,) * 8)
    lacking = Scan("lacking", scan.cells, (None,) * 8)
    found: dict[str, Counted] = {}

    class OnceLittleIsCounted(Deadline):
        @property
        def left(self) -> float:
            while "little" not in found:
                time.sleep(0.001)
            return 0.0

    conditions = [Date("c0", When.AFTER, str(1000 + i)) for i in range(8)]
    with pytest.raises(ConditionTimeoutError, match=r"in 2 tables \(3,000,001 rows\)"):
        count_rows(
            [scan, lacking, little],
            conditions,
            Settings(),
            SPILL,
            OnceLittleIsCounted(1),
            into=found,
        )
    assert {table: one.rows for table, one in found.items()} == {"lacking": rows, "little": 1}
    assert found["little"].satisfied == (1,) * 8


@pytest.mark.parametrize("rows", [0, 7])
def test_a_table_without_any_of_the_columns_is_counted_by_one_row_as_by_each(rows: int) -> None:
    conditions = [Text("x", "a"), Category("b", ("x", "5", "yes")), ABOVE_FIVE]
    undated = Date("", When.AFTER, "2000")
    joint = [
        Jointly(every, (Slot(one, negated), Slot(other, not negated)))
        for every in (False, True)
        for negated in (False, True)
        for one, other in ((0, 1), (0, 2), (1, 3))
    ]
    scan = in_memory("t", pl.DataFrame({"a": ["x"] * rows}, {"a": pl.String}), *(None,) * 4)
    by_one = count_rows([scan], [*conditions, undated], Settings(), SPILL, joint=joint)["t"]
    beside = replace(scan, places=(*scan.places, 0))
    each = [*conditions, undated, Text("x", "c")]
    by_each = count_rows([beside], each, Settings(), SPILL, joint=joint)["t"]
    assert by_one.joint == by_each.joint
    assert (by_one.satisfied, by_one.rows) == (by_each.satisfied[:4], rows)


def test_what_a_table_lacks_is_counted_jointly_as_its_rows_are_chosen(tmp_path: Path) -> None:
    frame = pl.DataFrame({"n": ["6", "1", None]})
    conditions = [ABOVE_FIVE, Text("x", "a"), Date("", When.AFTER, "2000"), Category("b", ("x",))]
    for scan in (in_memory("t", frame, 0, *(None,) * 3), on_disk(tmp_path, frame, 0, *(None,) * 3)):
        for lacking, rows, told in ((1, 1, 3), (2, 3, 3), (3, 1, 2)):
            either = Jointly(False, (Slot(0), Slot(lacking, negated=True)))
            found = count_rows([scan], conditions, Settings(), SPILL, joint=[either])
            assert found[scan.table].joint == ((rows, told),)
            condition = Or((ABOVE_FIVE, Not(conditions[lacking])))
            chosen = replace(scan, places=(0, None))
            assert satisfying_rows(chosen, condition, Settings(), SPILL).height == rows


@settings(max_examples=8, deadline=None)
@given(
    st.lists(
        st.lists(st.integers(-20, 20).map(str) | st.sampled_from(["", "x", "1,000"]), max_size=8),
        max_size=4,
    ),
    st.sampled_from([c for c in Comparison if c not in {Comparison.BETWEEN, Comparison.ABOUT}]),
    st.integers(-15, 15),
)
def test_tables_counted_together_are_those_counted_by_hand(
    tables: list[list[str]], comparison: Comparison, value: int
) -> None:
    quantity = Quantity(comparison, value)
    scans = [
        in_memory(str(i), pl.DataFrame({"a": cells}, {"a": pl.String}), 0)
        for i, cells in enumerate(tables)
    ]
    found = count_rows(scans, [Number("a", quantity)], Settings(), SPILL)
    for i, cells in enumerate(tables):
        numbers = [float(cell.replace(",", "")) for cell in cells if cell not in {"", "x"}]
        assert found[str(i)].satisfied == (sum(map(quantity.holds, numbers)),)
        assert found[str(i)].readable == (len(numbers),)


@pytest.mark.parametrize("without", [None, "", "NA", "-", "k.A."])
def test_a_cell_without_a_number_leaves_points_between_thousands(
    without: str | None, tmp_path: Path
) -> None:
    frame = pl.DataFrame({"a": ["1.730", "591", "2.004", without]})
    for scan in (in_memory("large", frame, 0), on_disk(tmp_path, frame, 0)):
        found = count(scan, Number("n", Quantity(Comparison.GREATER, 1000)))
        assert (found.satisfied, found.readable, found.doubts) == ((2,), (3,), ("thousands",))


@pytest.mark.parametrize(
    ("cells", "doubt"),
    [
        (("3.000", "26.446", "14.723"), "bare fractions"),
        (("3.000", "26.446", "7"), "bare fractions"),
        (("3.000", "26.446", "0.723"), None),  # none divides thousands
        (("3.000", "26.446", "14.7"), None),
        (("3.000", "7"), None),  # one tells nothing of a column
        (("83", "26"), None),
    ],
)
def test_numbers_that_may_all_be_thousands_are_doubted(
    cells: tuple[str, ...], doubt: str | None, tmp_path: Path
) -> None:
    frame = pl.DataFrame({"a": cells})
    for scan in (in_memory("large", frame, 0), on_disk(tmp_path, frame, 0)):
        found = count(scan, Number("n", Quantity(Comparison.GREATER, 1000)))
        assert (found.satisfied, found.doubts) == ((0,), (doubt,))


def test_texts_beside_numbers_tell_no_thousands() -> None:
    scan = in_memory("t", pl.DataFrame({"a": ["1.730", "591", "2.004", "alpha"]}), 0)
    assert count(scan, Number("n", Quantity(Comparison.GREATER, 1000))).satisfied == (0,)


def test_a_column_with_its_minus_behind_has_it_behind_all_numbers(tmp_path: Path) -> None:
    cells = ("980-", "1500-", "31-", "7 -", "12345-", "250", "+9", "(4)", "-2")
    negative = Number("n", Quantity(Comparison.LESS, 0))
    frame = pl.DataFrame({"a": cells})
    for scan in (in_memory("t", frame, 0), on_disk(tmp_path, frame, 0)):
        assert count(scan, negative).satisfied == (7,)


def test_a_dash_behind_numbers_alone_is_no_minus() -> None:
    scan = in_memory("t", pl.DataFrame({"a": ["1500-", "2011-", "31-", "7"]}), 0)
    assert count(scan, Number("n", Quantity(Comparison.LESS, 0))).satisfied == (0,)


@pytest.mark.parametrize(
    ("asked", "cells"),
    [("0100", ("0100",)), ("007", ("007",)), ("100", ("100", "100.0", "1e2")), ("0", ("0", "0.0"))],
)
def test_codes_that_begin_with_a_zero_are_no_numbers(asked: str, cells: tuple[str, ...]) -> None:
    others = ("0100", "00100", "007", "7", "100", "100.0", "1e2", "0", "0.0")
    assert held(Category("a", (asked,)), others) == [one for one in others if one in cells]


def test_a_number_beyond_the_greatest_double_makes_no_average_infinite() -> None:
    counted = count(
        in_memory("t", pl.DataFrame({"a": ["1e400", "2", "3"]}), 0),
        Number("n", Quantity(Comparison.GREATER, 5), average=True),
    )
    assert (counted.readable, counted.averages) == ((2,), (2.5,))


def test_a_whole_number_with_a_needless_fraction_is_compared_exactly() -> None:
    frame = pl.DataFrame({"a": ["9007199254740992.0", "9007199254740994.0"]})
    scan = in_memory("t", frame, 0)
    for asked, number in ((9007199254740993, 0), (9007199254740994, 1)):
        assert count(scan, Number("n", Quantity(Comparison.EQUAL, asked))).satisfied == (number,)

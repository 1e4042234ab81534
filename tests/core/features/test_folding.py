from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import InputError
from core.features.dates import DAY_FIRST, orders_of
from core.features.folding import ALL, Folding, fold, fold_cells, fold_part

SAME = {
    "blanks": ["New  York", "New\u00a0York", "New\t \nYork", " New York "],
    "unicode": ["ﬁve é", "five é", "five e\u0301"],
    "case": ["STRASSE Σ", "straße ς", "Strasse σ"],
    "numbers": ["1234", "+1234", "1,234", "1234.0", "1,234.", "1.234e3", "1234.000", "12.34E+2"],
    "dates": [
        *("2020-03-31", "2020/3/31", "2020.03.31", "31/03/2020", "31.3.2020", "3/31/2020"),
        *("31 March 2020", "31 Mar 2020", "31-Mar-2020", "March 31, 2020", "Mar. 31 2020"),
        *("31st of march 2020", "Tuesday, March 31st, 2020", "2020-03-31 00:00:00"),
        *("2020-03-31T00:00Z", "2020-03-31 02:00:00+02:00", "2020-03-30T19:00:00.000-0500"),
    ],
}


def alone(values: list[str], rules: Folding) -> list[str | None]:
    """Each as a column of its own."""
    return [fold([value], rules)[0] for value in values]


@pytest.mark.parametrize("rule", SAME)
def test_each_rule_makes_its_writings_one_and_can_be_switched_off(rule):
    values = SAME[rule]
    assert len(set(alone(values, Folding.of(f"{rule},case")))) == 1
    assert len(set(alone(values, Folding()))) == 1
    without = ",".join(name for name in SAME if name != rule)
    assert len(set(alone(values, Folding.of(without)))) > 1


@pytest.mark.parametrize(
    ("column", "folded"),
    [
        (["00501", "501", "10001"], ["501", "501", "10001"]),
        (["00501", "501", "A-01"], ["501", "501", "a-01"]),
        (["000", "0", "-07", "00.5", "007a"], ["0", "0", "-07", "00.5", "007a"]),
        (["007", "7.0", "1e1"], ["7", "7", "10"]),
        (["٠٧", "07"], ["٠٧", "7"]),
    ],
)
def test_zeros_in_front_count_unless_they_are_let_not_to(column, folded):
    assert fold(column, Folding(zeros=True)).to_list() == folded
    assert fold(["00501", "501"]).n_unique() == 2
    others = ["1e3", "1.50", *column]
    places = np.array([0, 0, *[1] * len(column)])
    at_once = fold_cells(pl.Series(others), places, Folding(zeros=True))
    assert [at_once.texts[int(code)] for code in at_once.codes] == ["1000", "1.5", *folded]


def test_numbers_are_written_in_one_way():
    told = {
        **{"-0": "0", "0.0": "0", ".0": "0", "−5": "-5", ".50": "0.5", "-.5": "-0.5"},
        **{"5.": "5", "1e3": "1000", "2.5e-1": "0.25", "-1,000,000.10": "-1000000.1"},
        **{"12345678901234567890.0": "12345678901234567890", "0e5": "0", "100": "100"},
    }
    assert alone(list(told), Folding()) == list(told.values())


@pytest.mark.parametrize(
    ("column", "folded"),
    [
        (["1,000", "1000", "1000.0", "1e3", "N/A"], ["1000", "1000", "1000", "1000", None]),
        (["1E10", "12E4", "7B22"], ["1e10", "12e4", "7b22"]),
        (["3.1", "3.10", "3.1.2"], ["3.1", "3.10", "3.1.2"]),
        (["3.1", "3.10", "3.9"], ["3.1", "3.1", "3.9"]),
        (["3.10", "–", "Unknown", "1e3"], ["3.1", "–", "unknown", "1000"]),
        (["+1,234.50", "−5", ".5", "-0", "5.", "x"], ["1234.50", "-5", "0.5", "-0", "5.", "x"]),
        (["007", "7.0"], ["007", "7.0"]),
    ],
)
def test_numbers_beside_other_texts_may_be_codes_and_keep_their_digits(column, folded):
    assert fold(column).to_list() == folded
    others = ["1e3", "1.50", *column, "2020-03-31"]
    numbers = np.array([0, 0, *[1] * len(column), 2])
    at_once = fold_cells(pl.Series(others), numbers, rules=ALL)
    told = [at_once.texts[int(code)] if code >= 0 else None for code in at_once.codes]
    assert told == ["1000", "1.5", *folded, "2020-03-31"]


def test_a_part_of_a_column_knows_its_numbers_both_ways():
    parts = [
        fold_part(pl.Series(part), np.zeros(2, dtype=np.int64), 1, rules=ALL)
        for part in (["3.10", "1e3"], ["x1", "3.10"])
    ]
    assert [bool(part.other[0]) for part in parts] == [False, True]
    ways = [
        [[part.texts[int(code)] for code in codes] for codes in (part.codes, part.as_numbers)]
        for part in parts
    ]
    assert ways == [[["3.10", "1e3"], ["3.1", "1000"]], [["x1", "3.10"], ["x1", "3.1"]]]


def test_what_only_looks_like_a_number_stays():
    told = ["007", "1,23", "12,34,567", "1.2.3", "1e", "--1", "1_000", "5%", "1e30", "1e-9"]
    assert alone(told, Folding()) == told


def test_a_time_of_day_is_kept_and_midnight_is_not():
    told = {
        "2020-03-31 10:30": "2020-03-31T10:30:00",
        "March 31, 2020 10:30:05": "2020-03-31T10:30:05",
        "31/03/2020, 9:05": "2020-03-31T09:05:00",
        "2020-03-31T00:00:00.000": "2020-03-31",
    }
    assert alone(list(told), Folding()) == list(told.values())


@pytest.mark.parametrize("date", ["2020-03-31", "31/03/2020", "March 31, 2020", "2020年3月31日"])
def test_a_moment_is_one_whatever_zone_it_is_written_in(date):
    utc = ["10:00", "10:00Z", "10:00:00 UTC", "10:00:00+00:00", "10:00:00.0+0000", "10:00+00"]
    offsets = ["12:00:00+02:00", "12:00 +0200", "04:30:00-05:30"]
    told = alone([f"{date} {time}" for time in (*utc, *offsets)], Folding())
    assert set(told) == {"2020-03-31T10:00:00"}


def test_a_moment_of_another_zone_may_be_of_another_day():
    told = {
        "2021-01-01T00:30:00+01:00": "2020-12-31T23:30:00",
        "2020-02-28 23:00:00.250-0130": "2020-02-29T00:30:00.25",
        "2020-12-31 23:00:00-01:00": "2021-01-01",
    }
    assert alone(list(told), Folding()) == list(told.values())


def test_fractions_of_a_second_are_kept_without_zeros_at_their_ends():
    times = ["2020-03-31 10:00:00.120", "2020-03-31T10:00:00.12Z", "2020-03-31T00:00:00.5"]
    moments = ["2020-03-31T10:00:00.12", "2020-03-31T10:00:00.12", "2020-03-31T00:00:00.5"]
    assert alone(times, Folding()) == moments


def test_a_span_of_time_and_what_is_no_offset_stay():
    told = ["2020-03-31 10:00-11:30", "2020-03-31 10:00:00+15:00", "2020-03-31 10:00:00+01:75"]
    assert alone(told, Folding()) == told


def test_what_is_no_day_stays():
    told = ["2020-02-30", "31/02/2020", "10-12", "3/4/20", "1.2.3", "2020-03-31 25:00", "may 5"]
    assert alone(told, Folding()) == told
    assert alone(["May 2020", "2020-05"], Folding()) == ["2020-05", "2020-05"]


def test_day_and_month_are_told_apart_by_the_rest_of_the_column():
    assert fold(["5/3/2020", "31/3/2020"]).to_list() == ["2020-03-05", "2020-03-31"]
    assert fold(["5/3/2020", "3/31/2020"]).to_list() == ["2020-05-03", "2020-03-31"]
    assert fold(["5/3/2020", "5/4/2020"]).to_list() == ["5/3/2020", "5/4/2020"]
    mixed = ["5/3/2020", "31/3/2020", "3/31/2020"]
    assert fold(mixed).to_list() == ["5/3/2020", "2020-03-31", "2020-03-31"]
    assert fold(["5/5/2020"]).to_list() == ["2020-05-05"]


def test_between_points_the_day_stands_first_unless_other_dates_say_otherwise():
    assert fold(["5.3.2020", "7.4.2020"]).to_list() == ["2020-03-05", "2020-04-07"]
    assert fold(["5.3.2020", "3.31.2020"]).to_list() == ["2020-05-03", "2020-03-31"]
    assert fold(["5.5.2020", "5/3/2020"]).to_list() == ["2020-05-05", "5/3/2020"]


MONTHS = range(1, 13)


@pytest.mark.parametrize(
    ("dates", "read"),
    [
        ([(1, month, year) for year in (2019, 2020) for month in MONTHS], "day"),
        ([(month, 1, year) for year in (2019, 2020) for month in MONTHS], "month"),
        ([(1, month, year) for year in (2019, 2020, 2021) for month in (4, 7, 10)], "day"),
        ([(1, month, 2020) for month in MONTHS], "neither"),  # or the first days of a January
        ([(1, month, year) for year in (2019, 2020) for month in (2, 3, 4)], "neither"),
        ([(1, 7, year) for year in range(2000, 2020)], "neither"),
        ([(2, month, year) for year in (2019, 2020) for month in MONTHS], "neither"),
        (
            [(1, month, year) for year in (2019, 2020) for month in MONTHS] + [(3, 3, 2020)],
            "neither",
        ),
        (
            [(1, month, year) for year in (2019, 2020) for month in MONTHS] + [(4, 25, 2020)],
            "month",
        ),
    ],
)
def test_the_first_of_each_month_or_quarter_of_several_years_has_its_day_first(dates, read):
    values = [f"{left:02}/{right:02}/{year}" for left, right, year in dates]
    found = fold(values).to_list()
    if read == "neither":
        same = {f"{one:02}/{one:02}/{year}" for one in MONTHS for _, _, year in dates}
        expected = [
            value if value not in same else f"{value[6:]}-{value[3:5]}-{value[:2]}"
            for value in values
        ]
    else:
        day, month = (0, 1) if read == "day" else (1, 0)
        expected = [f"{date[2]}-{date[month]:02}-{date[day]:02}" for date in dates]
    assert found == expected


def test_a_part_of_a_column_is_folded_as_the_whole():
    column = ["5/3/2020", "7/3/2020", None, "31/3/2020"]
    whole = fold(column).to_list()
    parts = [
        fold_part(pl.Series(part, dtype=pl.String), np.zeros(2, dtype=np.int64), 1, rules=ALL)
        for part in (column[:2], column[2:])
    ]
    assert [int(orders_of(part.seen)[0]) for part in parts] == [0, DAY_FIRST]
    told = [
        part.texts[int(code)] if code >= 0 else None for part in parts for code in part.day_first
    ]
    assert told == whole


def test_columns_folded_at_once_are_folded_each_by_itself():
    columns = [["5/3/2020", "31/3/2020"], ["5/3/2020", "3/31/2020"], ["5/3/2020", "N/A", ""]]
    cells = pl.Series([cell for column in columns for cell in column])
    numbers = np.repeat(np.arange(3), [len(column) for column in columns])
    found = fold_cells(cells, numbers, rules=ALL)
    told = [found.texts[int(code)] if code >= 0 else None for code in found.codes]
    assert told == [value for column in columns for value in fold(column).to_list()]


@pytest.mark.parametrize("value", ["", "  ", "NA", " null ", "\u00a0", None])
def test_a_missing_cell_has_no_text(value):
    assert fold([value]).to_list() == [None]


def test_rules_are_chosen_by_name():
    assert Folding.of("all") == Folding()
    assert Folding.of("none") == Folding(False, False, False, False, False)
    assert Folding.of("dates, case").names == "case,dates"
    assert Folding.of("zeros, all").names == "all,zeros"
    assert Folding.of("zeros").names == "zeros"
    names = ("all", "none", "case", "dates", "zeros", "all,zeros")
    assert len({Folding.of(name).key for name in names}) == len(names)
    for mixed in ("none,case", "cases,all"):
        with pytest.raises(InputError, match=r"all, none, or some of"):
            Folding.of(mixed)
    with pytest.raises(InputError, match=r"some of blanks, unicode, .* Got 'cases'"):
        Folding.of("cases")


@settings(max_examples=50)
@given(st.lists(st.one_of(st.none(), st.text(max_size=12)), max_size=12), st.data())
def test_folding_twice_changes_nothing_more(values, data):
    names = data.draw(st.sets(st.sampled_from([*SAME, "zeros"])))
    rules = Folding.of(",".join(sorted(names)) or "none")
    once = fold(values, rules)
    again = fold(once, rules).to_list()
    # What folds to a word for a missing cell, such as "Ｎ/A", was not one.
    assert [b for a, b in zip(once, again, strict=True) if b is not None] == [
        a for a, b in zip(once, again, strict=True) if b is not None
    ]

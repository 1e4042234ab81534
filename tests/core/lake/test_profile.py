import itertools
import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.lake.cells import BLANKS, LONG_CELL_BYTES, cells_of_lists
from core.lake.column_profiles import column_profile
from core.lake.engine import engine
from core.lake.profile import profile_lists, profile_parquet
from core.lake.written.missing_values import MISSING

CONNECTION = engine(256)


def profiles(*columns: list[str | None]) -> dict[int, tuple[Any, ...]]:
    return profile_lists(CONNECTION, pa.array(columns, pa.list_(pa.string())))


def profile(*values: str | None) -> dict[str, Any]:
    data_type, filled, distinct, details, _ = profiles(list(values))[0]
    return {"type": data_type, "filled": filled, "distinct": distinct, **known(details)}


def known(details: str) -> dict[str, Any]:
    """Name what the details tell; what they leave open is not there."""
    found = json.loads(details)
    named = zip(("shortest", "longest"), found["lengths"], strict=True)
    if numbers := found["numbers"]:
        low, high, mean, *quartiles = numbers
        named = (*named, ("min", low), ("max", high), ("mean", mean), ("quartiles", quartiles))
    if span := found["span"]:
        named = (*named, *zip(("earliest", "latest"), span, strict=True))
    top = list(zip(found["top"], found["counts"], strict=True))
    return {
        "top": top,
        "samples": found["samples"],
        **{name: value for name, value in named if value is not None},
    }


def type_of(*values: str | None) -> str:
    return str(profile(*values)["type"])


def test_integers() -> None:
    assert profile("3", "-1", "10", "3", None) == {
        "type": "integer", "filled": 4, "distinct": 3, "min": -1.0, "max": 10.0, "mean": 3.75,
        "quartiles": [2.0, 3.0, 4.75], "shortest": 1, "longest": 2,
        "top": [("3", 2), ("-1", 1), ("10", 1)], "samples": ["3", "-1", "10"],
    }  # fmt: skip


def test_thousands_separators_are_part_of_numbers() -> None:
    found = profile("1,234", "56", "1,000,000.5")
    assert (found["type"], found["min"], found["max"]) == ("float", 56.0, 1_000_000.5)
    assert type_of("1,234", "12") == "integer"
    assert type_of("1,23", "12") == "string"
    assert type_of("12,345", "1234,567") == "string"


def test_floats_in_any_notation() -> None:
    found = profile("1.5", "-.5", "2.", "1e3", "+4")
    assert (found["type"], found["min"], found["max"]) == ("float", -0.5, 1000.0)


@pytest.mark.parametrize(
    "value", ["007", "00", "0x1F", "1_000", "٣", "១២", "1 000", "5%", "$5", "inf"]
)
def test_what_only_looks_like_a_number_is_a_string(value: str) -> None:
    assert type_of(value, "1") == "string"


def test_a_number_beyond_double_precision_is_no_infinity() -> None:
    assert type_of("1e400") == "string"
    found = profile(*["1e308"] * 10)
    assert (found["type"], found["max"], found.get("mean")) == ("float", 1e308, None)


@pytest.mark.parametrize(
    "values", [("true", "FALSE"), ("yes", "No"), ("Y", "n"), ("t", "f"), ("true", "true"), ("yes",)]
)
def test_booleans(values: tuple[str, ...]) -> None:
    assert type_of(*values) == "boolean"


@pytest.mark.parametrize("values", [("yes", "no", "maybe"), ("true", "yes", "no"), ("1", "yes")])
def test_no_booleans(values: tuple[str, ...]) -> None:
    assert type_of(*values) == "string"


def test_zeros_and_ones_are_integers() -> None:
    assert type_of("0", "1") == "integer"


@pytest.mark.parametrize(
    ("value", "moment"),
    [
        ("2020-02-29", "2020-02-29T00:00:00"),
        ("2020/02/29", "2020-02-29T00:00:00"),
        ("2020.02.29", "2020-02-29T00:00:00"),
        ("0476-09-04", "0476-09-04T00:00:00"),
        ("2020-2-9", "2020-02-09T00:00:00"),
        ("2020-02", "2020-02-01T00:00:00"),
        ("23:59", "1900-01-01T23:59:00"),
        ("23:59:58", "1900-01-01T23:59:58"),
        ("2020-02-29 10:11", "2020-02-29T10:11:00"),
        ("2020-02-29 10:11:12", "2020-02-29T10:11:12"),
        ("2020-02-29T10:11:12.5", "2020-02-29T10:11:12"),
        ("2020-02-29T10:11:12Z", "2020-02-29T10:11:12"),
        ("2020-02-29T10:11:12+02:00", "2020-02-29T10:11:12"),
        ("February 29, 2020", "2020-02-29T00:00:00"),
        ("Feb 29, 2020", "2020-02-29T00:00:00"),
        ("29 February 2020", "2020-02-29T00:00:00"),
        ("29-Feb-2020", "2020-02-29T00:00:00"),
        ("29-Feb-20", "2020-02-29T00:00:00"),
        ("Feb 2020", "2020-02-01T00:00:00"),
        ("29/02/2020", "2020-02-29T00:00:00"),
        ("29.02.2020", "2020-02-29T00:00:00"),
        ("29-02-2020", "2020-02-29T00:00:00"),
        ("29/02/20", "2020-02-29T00:00:00"),
        ("29.02.20", "2020-02-29T00:00:00"),
        ("02/29/2020", "2020-02-29T00:00:00"),
        ("02/29/20", "2020-02-29T00:00:00"),
        ("29/02/2020 10:11", "2020-02-29T10:11:00"),
    ],
)
def test_moments_are_known_and_told_in_iso_8601(value: str, moment: str) -> None:
    found = profile(value)
    assert (found["type"], found["earliest"], found["latest"]) == ("date/time", moment, moment)


@pytest.mark.parametrize(
    "value",
    [
        "2020-02-30",
        "29/02/2019",
        "25:00",
        "10-12",
        "3-2-1",
        "1.2.3",
        "20-12-24",
        "1/2",
        "May",
        "soon",
    ],
)
def test_what_only_looks_like_a_moment_is_a_string(value: str) -> None:
    assert type_of(value) == "string"


def test_a_year_is_an_integer() -> None:
    assert type_of("1999", "2020") == "integer"


def test_one_clear_day_tells_which_way_round_days_and_months_are() -> None:
    day_first = profile("13/02/2020", "03/04/2020")
    assert (day_first["earliest"], day_first["latest"]) == (
        "2020-02-13T00:00:00", "2020-04-03T00:00:00",
    )  # fmt: skip
    month_first = profile("02/13/2020", "03/04/2020")
    assert (month_first["earliest"], month_first["latest"]) == (
        "2020-02-13T00:00:00", "2020-03-04T00:00:00",
    )  # fmt: skip


def test_ambiguous_days_and_months_tell_no_ends() -> None:
    found = profile("01/02/2020", "03/04/2020")
    assert found["type"] == "date/time"
    assert "earliest" not in found
    assert "latest" not in found


def test_an_end_that_is_the_same_either_way_is_told() -> None:
    found = profile("05/05/2020", "03/04/2020", "12/12/2020")
    assert "earliest" not in found
    assert found["latest"] == "2020-12-12T00:00:00"


def test_days_that_fit_neither_way_are_strings() -> None:
    assert type_of("13/02/2020", "02/13/2020") == "string"


def test_moments_among_other_texts_are_strings() -> None:
    assert type_of("2020-02-29", "soon") == "string"
    assert type_of("2020-02-29", "7") == "string"


def test_a_column_without_a_value_has_no_profile() -> None:
    assert profiles(["", None, " ", "NA", "nan", "\u00a0"], [], ["x"]).keys() == {2}


@pytest.mark.parametrize("token", MISSING)
def test_missing_tokens_are_missing(token: str) -> None:
    assert profile("1", token, f" {token} ")["filled"] == 1
    assert profile("1", token)["type"] == "integer"


def test_missing_tokens_are_those_of_pandas() -> None:
    assert {*MISSING, ""} == pd._libs.parsers.STR_NA_VALUES


@pytest.mark.parametrize("blank", sorted(BLANKS))
def test_any_white_space_is_trimmed(blank: str) -> None:
    assert blank.isspace()
    found = profile(f"{blank}a b{blank}", "a b", blank)
    assert (found["filled"], found["distinct"], found["top"]) == (2, 1, [("a b", 2)])


def test_no_white_space_is_forgotten() -> None:
    assert set(BLANKS) == {chr(i) for i in range(0x110000) if chr(i).isspace()}


def test_lengths_are_in_characters() -> None:
    found = profile("日本", "é", "\U0001f41f\U0001f41f\U0001f41f")
    assert (found["shortest"], found["longest"]) == (1, 3)


def test_equally_frequent_values_come_in_their_order() -> None:
    values = [f"v{i:02}" for i in range(30)]
    found = profile(*reversed(values), "v29", "B", "B")
    assert found["top"][:3] == [("B", 2), ("v29", 2), ("v00", 1)]
    assert len(found["top"]) == 10


def test_very_long_cells_are_told_apart_and_measured() -> None:
    found = profile("x" * 5_000_000, "x" * 5_000_001, "é" * LONG_CELL_BYTES)
    assert (found["distinct"], found["longest"]) == (3, 5_000_001)
    assert found["shortest"] == LONG_CELL_BYTES
    assert all(len(value) < 2_000 for value, _ in found["top"])


@pytest.mark.parametrize(
    ("values", "ends"),
    [
        (("1.099,40", "500,00", "-0,5", None), [-0.5, 1099.4]),
        (("421.878", "1.488.202"), [421_878, 1_488_202]),
        (("CHF 1'000.50", "CHF 20.-"), [20, 1000.5]),
        (("19,0 %", "7 %"), [7, 19]),
        (("3 kg", "12"), [3, 12]),
        (("3 kg", "2 t"), None),
        (("8001", "04109"), None),
        (("1,5", "k.A.", "2,5"), [1.5, 2.5]),
        (("1.730", "2.591-", "419-"), [-2591, 1730]),
        (("1.730", "591", "k.A.", "2.004"), [591, 2004]),
        (("1,5", "k.A."), None),
        (("3", "–", "7", "-", "9", "5"), [3, 9]),
        (("-", "k.A."), None),
        (("3", "–", "blue"), None),
        (("1", "2"), None),
        (("01.02.2020", "13.02.2020"), None),
        (("a", "b"), None),
    ],
)
def test_texts_that_are_amounts_tell_the_smallest_and_the_largest(
    values: tuple[str | None, ...], ends: list[float] | None
) -> None:
    data_type, _, _, details, _ = profiles(list(values))[0]
    assert json.loads(details)["amounts"] == ends
    assert ends is None or data_type == "string"


@pytest.mark.parametrize(
    ("values", "ends", "doubt"),
    [
        (("€637k", "€29k", "€1.2M"), [29_000, 1_200_000], None),
        (("6.9M", "0.2M", "9M"), [200_000, 9_000_000], "+M"),
        (("1.2 bn", "300 million", "$5m"), [5_000_000, 1_200_000_000], None),
        (("1.2 bn", "300 million"), [300_000_000, 1_200_000_000], None),
        (("3 Mio. €", "2,5 Mio. €", "900.000 €"), [900_000, 3_000_000], None),
        (("637 kEUR", "1,2 MEUR"), [637_000, 1_200_000], None),
        (("12 TEUR", "13 TEUR"), [12_000, 13_000], None),
        (("12 T€", "13 T€"), [12_000, 13_000], None),
        (("$1.2T", "$3.5B"), [3_500_000_000, 1_200_000_000_000], None),
        (("5 mkr", "3 kr"), [3, 5_000_000], None),
        (("120万円", "3.5億円"), [1_200_000, 350_000_000], None),
        (("980", "1.2K", "3.4K"), [980, 3400], "+K"),
        (("1 m", "100k", "1"), [1, 1_000_000], "+k"),
        (("1.01k", "4.35k"), [1010, 4350], "+k"),
        (("50k", "100k"), [50_000, 100_000], "+k"),
        (("10k", "14k"), [10, 14], "k"),
        (("12 k", "3 k"), [3, 12], "k"),
        (("300 K", "293.15 K"), [293.15, 300], "K"),
        (("5 m", "3 m"), [3, 5], "m"),
        (("5 million", "3 m"), [3_000_000, 5_000_000], None),
        (("3 M", "4 M"), [3, 4], "M"),
        (("1b", "2b"), [1, 2], None),
        (("€5/m²", "€7/m²"), [5, 7], None),
        (("1.2 m/s", "3.4 m/s"), [1.2, 3.4], None),
        (("$5k/month", "$6k/month"), [5000, 6000], None),
        (("100 t", "200 t"), [100, 200], None),
    ],
)
def test_letters_behind_numbers_are_magnitudes_where_they_can_be_nothing_else(
    values: tuple[str, ...], ends: list[float] | None, doubt: str | None
) -> None:
    found = json.loads(profiles(list(values))[0][3])
    assert (found["amounts"], found["doubt"]) == (ends, doubt)


@pytest.mark.parametrize(
    ("values", "number"),
    [
        (("3", "–", "7", "-", "9", "–", "5", None, "NULL"), 3),
        (("1,5 €", "-", "7,25 €"), 1),
        (("3", "7", "NULL"), 0),  # missing in any column, and so in none of its values
        (("Ann", "-", "Bob"), 0),
        (("-", "-"), 0),
        (("2020-01-01", "-", "2020-02-01"), 0),
    ],
)
def test_a_dash_among_numbers_stands_for_a_missing_one(
    values: tuple[str | None, ...], number: int
) -> None:
    data_type, filled, _, _, stand_ins = profiles(list(values))[0]
    assert stand_ins == number
    assert filled == sum(value not in {None, "NULL"} for value in values) - number
    assert data_type == ("integer" if values[1] == "7" else "string")


def test_quartiles_lie_on_the_line_between_two_numbers(tmp_path: Path) -> None:
    """0.5 to 39.5: ranks 9.75, 19.5 and 29.25, from 0; the mean is their middle."""
    values = [f"{i}.5" for i in range(40)]
    path = tmp_path / "large.parquet"
    pq.write_table(pa.table({"c0": values}), path)
    for found in (profiles(values), profile_parquet(CONNECTION, path, 1, len(values))):
        told = known(found[0][3])
        assert (told["quartiles"], told["mean"]) == ([10.25, 20.0, 29.75], 20.0)
    assert profile("-1.7e308", "1.7e308")["quartiles"] == pytest.approx([-8.5e307, 0, 8.5e307])


@pytest.mark.parametrize(
    ("values", "ends"),
    [
        (["9007199254740993", "+9,007,199,254,741,071"], [9007199254740993, 9007199254741071]),
        (["1" * 38, "-" + "9" * 38, "7"], [-int("9" * 38), int("1" * 38)]),
        (["1" * 40, "7"], [7.0, float("1" * 40)]),
        (["9007199254740993.5", "7"], [7.0, 9007199254740993.5]),
        (["1e20", "7"], [7.0, 1e20]),
        (["9007199254740991", "7"], [7.0, 9007199254740991.0]),
    ],
    ids=["beyond doubles", "38 digits", "40 digits", "a fraction", "an exponent", "in doubles"],
)
def test_the_ends_of_whole_numbers_stand_in_cells(
    tmp_path: Path, values: list[str], ends: list[float]
) -> None:
    path = tmp_path / "large.parquet"
    pq.write_table(pa.table({"c0": values}), path)
    for found in (profiles(values), profile_parquet(CONNECTION, path, 1, len(values))):
        data_type, filled, distinct, details, _ = found[0]
        told = column_profile(0, "n", "n", data_type, filled, 0, distinct, details, 0)
        assert [told.minimum, told.maximum] == ends


def test_what_stands_for_a_missing_number_is_in_nothing_that_is_told_of_values(
    tmp_path: Path,
) -> None:
    values = ["k.A.", "8", "-", "5.25", "-", "8", "-", "100", "7"]
    path = tmp_path / "large.parquet"
    pq.write_table(pa.table({"c0": values}), path)
    for found in (profiles(values), profile_parquet(CONNECTION, path, 1, len(values))):
        _, filled, distinct, details, stand_ins = found[0]
        assert (filled, distinct, stand_ins) == (5, 4, 4)
        told = known(details)
        assert told["top"] == [("8", 2), ("100", 1), ("5.25", 1), ("7", 1)]
        assert told["samples"] == ["8", "5.25", "100"]
        assert (told["shortest"], told["longest"]) == (1, 4)


@pytest.mark.parametrize(
    ("values", "nearly"),
    [
        (["°C", "1", "2.5", "-3", "4", "7"], [-3, 7, 0]),
        (["m", "1", "2", "3", "3", "1,200"], [1, 1200, 1]),
        (["m", "m", *map(str, range(10))], [0, 9, 1]),
        (["m", "1", "2", "3", "4"], None),
        (["m", "cm", "mm", *map(str, range(50))], None),
        (["m", "00042", *["00043"] * 20], None),
        (["1", "2", "3", "4", "5", "6"], None),
    ],
    ids=["fractions", "whole", "two cells", "too few", "three cells", "codes", "all numbers"],
)
def test_numbers_but_for_one_or_two_cells_are_known(
    values: list[str], nearly: list[float] | None
) -> None:
    assert json.loads(profiles(values)[0][3])["nearly"] == nearly


def test_text_of_json_and_sql_comes_through() -> None:
    odd = ["'; DROP TABLE cells; --", '"\\', "a\x00b", "null\n", "{{'n': 1}}", "\u2028x"]
    found = profile(*odd, "[]")
    assert [value for value, _ in found["top"]] == sorted(
        [value.strip() for value in odd if value.strip() != "null"] + ["[]"]
    )


def expected(values: list[str | None]) -> tuple[Any, ...]:
    """The profile of a column of integers by plain Python and numpy."""
    texts = [value.strip() for value in values if value and value.strip()]
    texts = [text for text in texts if text not in MISSING]
    numbers = [float(text.replace(",", "")) for text in texts]
    top = sorted(Counter(texts).items(), key=lambda item: (-item[1], item[0]))[:10]
    quartiles = np.quantile(numbers, [0.25, 0.5, 0.75])
    return (
        len(texts), len(set(texts)), min(numbers), max(numbers),
        pytest.approx(quartiles.tolist(), rel=1e-12, abs=1e-6), top,
    )  # fmt: skip


NUMBERS = st.integers(-(10**6), 10**6).flatmap(
    lambda n: st.sampled_from([str(n), f"{n:,}", f" {n}"])
)
FLOATS = st.floats(-1e9, 1e9, width=32).map(repr)
CELLS = st.sampled_from([None, "", " ", "NA", "null"])


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.lists(NUMBERS | CELLS | st.sampled_from(["1", "2", "3"]), max_size=40)
        | st.lists(FLOATS | CELLS, max_size=40),
        max_size=4,
    )
)
def test_numeric_profiles_agree_with_plain_python(columns: list[list[str | None]]) -> None:
    found = profiles(*columns)
    for i, values in enumerate(columns):
        present = [v for v in values if v and v.strip() and v.strip() not in MISSING]
        assert (i in found) == bool(present)
        if not present:
            continue
        data_type, filled, distinct, details, _ = found[i]
        told = known(details)
        assert (
            filled, distinct, told["min"], told["max"], told["quartiles"], told["top"],
        ) == expected(values)  # fmt: skip
        numbers = [float(v.replace(",", "")) for v in present]
        assert math.isclose(
            told["mean"], math.fsum(numbers) / len(numbers), rel_tol=1e-9, abs_tol=1e-6
        )
        if all(v.strip().lstrip("-").replace(",", "").isdecimal() for v in present):
            assert data_type == "integer"


TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(TEXTS | CELLS | NUMBERS, max_size=30))
def test_text_profiles_agree_with_plain_python(values: list[str | None]) -> None:
    texts = [v.strip() for v in values if v and v.strip() and v.strip() not in MISSING]
    found = profiles(values)
    assert bool(found) == bool(texts)
    if texts:
        _, filled, distinct, details, _ = found[0]
        told = known(details)
        top = sorted(Counter(texts).items(), key=lambda item: (-item[1], item[0]))[:10]
        assert (filled, distinct) == (len(texts), len(set(texts)))
        assert told["top"] == top
        assert (told["shortest"], told["longest"]) == (min(map(len, texts)), max(map(len, texts)))


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.integers(0, 12).flatmap(
        lambda rows: st.lists(
            st.lists(TEXTS | CELLS | NUMBERS | FLOATS, min_size=rows, max_size=rows),
            min_size=1,
            max_size=5,
        )
    )
)
def test_a_large_table_has_the_profile_that_it_would_have_as_a_small_one(
    tmp_path: Path, columns: list[list[str | None]]
) -> None:
    path = tmp_path / "we[i]rd 'name*?.parquet"
    names = [f"c{i}" for i in range(len(columns))]
    pq.write_table(pa.table([pa.array(c, pa.string()) for c in columns], names), path)
    assert profile_parquet(CONNECTION, path, len(columns), len(columns[0])) == profiles(*columns)


def test_a_table_of_many_columns_is_profiled_in_portions(tmp_path: Path) -> None:
    columns = [[str(i), str(i % 7)] for i in range(450)]
    path = tmp_path / "wide.parquet"
    pq.write_table(pa.table(columns, [f"c{i}" for i in range(450)]), path)
    assert profile_parquet(CONNECTION, path, 450, 2) == profiles(*columns)


def test_a_column_has_one_profile_whatever_else_is_there(tmp_path: Path) -> None:
    """Amounts and moments are read only where there are any, beside each other and all at once."""
    columns = [
        ["Oslo", "Bergen", ""],
        ["1.730", "591", "1.250"],
        ["5 kg", "1,5 kg", "-"],
        ["2020-01-31", "31/12/2020", "1 May 2021"],
        ["yes", "no", "yes"],
    ]
    alone = {i: profiles(column)[0] for i, column in enumerate(columns)}
    assert [row[0] for row in alone.values()] == [
        *("string", "float", "string", "date/time", "boolean"),
    ]
    assert json.loads(alone[1][3])["numbers"][:2] == [591.0, 1730.0]
    assert json.loads(alone[2][3])["amounts"] == [1.5, 5.0]
    assert json.loads(alone[3][3])["span"] == ["2020-01-31T00:00:00", "2021-05-01T00:00:00"]
    for some in itertools.combinations(range(5), 2):
        assert profiles(*(columns[i] for i in some)) == {
            place: alone[i] for place, i in enumerate(some)
        }
    path = tmp_path / "large.parquet"
    pq.write_table(pa.table(columns, [f"c{i}" for i in range(5)]), path)
    assert profile_parquet(CONNECTION, path, 5, 3) == profiles(*columns) == alone


def test_a_profile_that_fails_leaves_the_engine_usable() -> None:
    with pytest.raises(ZeroDivisionError), cells_of_lists(CONNECTION, pa.array([["1"]])):
        raise ZeroDivisionError
    assert type_of("1") == "integer"

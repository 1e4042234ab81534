from __future__ import annotations

import polars as pl
import pytest

from core.errors import ColumnNotFoundError, InputError, TableNotFoundError
from core.features.folding import Folding, fold
from core.search.combining.joins.counting import measure_joins
from core.search.combining.joins.doubts import PLACEHOLDERS
from core.search.combining.joins.types import Accepted, FanOut, JoinFacts, JoinPart
from tests.core.search.combining.joins.conftest import loose
from tests.core.search.conftest import MakeLake, Opened

FILES = {
    "cities.csv": "City,country\nOslo,Norway\nlima ,Peru\nRome,\nOSLO,\n,Peru\n",
    "weather.csv": "town,month,rain,Country\noslo,May,5,x\nOslo,June,6,x\nLima,May,\n,July,7,x\n",
    "odd.csv": 'the "key",select,🐟\noslo,a,1\nlima,b,2\n',
    "none.csv": "a,b\n,1\n,2\n",
    "filled.csv": "n,name\n" + "".join(f"{i:04},x{i}\n" for i in range(1, 31)),
    "numbers.csv": "n,name\n" + "".join(f"{i},x{i}\n" for i in range(1, 31)),
    "years.csv": "year,event\n" + "".join(f"{year},e\n" for year in range(1990, 2020)),
    "days.csv": "day,event\n" + "".join(f"2020-01-{day:02},e\n" for day in range(1, 31)),
    "places.csv": "place,name\nunknown,a\nunbekannt,b\nk. A.,c\nsin datos,d\nND,e\nN.C.,f\n"
    "Oslo,g\nLima,h\n",
    "codes.csv": "code,name\n" + "-,a\n" * 30 + "A1,b\nB2,c\n",
}


@pytest.fixture(scope="module")
def lake(make_lake: MakeLake) -> Opened:
    return make_lake(FILES)


def facts(
    lake: Opened, query: object, table: str, *on: tuple[str, str], **more: object
) -> JoinFacts:
    given = lake.query(query)  # type: ignore[arg-type]
    (found,) = measure_joins(given, [JoinPart(table, on)], **more)  # type: ignore[arg-type]
    return found


def test_counts_are_of_rows_and_of_different_keys(lake: Opened) -> None:
    found = facts(lake, "cities.csv", "weather.csv", ("City", "town"))
    # Oslo, lima, Rome, OSLO and none against oslo, Oslo, Lima and none.
    assert (found.query.rows, found.query.keyed, found.query.distinct) == (5, 4, 3)
    assert (found.table.rows, found.table.keyed, found.table.distinct) == (4, 3, 2)
    assert (found.matched, found.matched_rows) == (2, 3)
    assert (found.table_matched, found.table_matched_rows) == (2, 3)
    assert (found.rows, found.left_rows) == (2 * 2 + 1, 2 * 2 + 1 + 2)
    assert (found.row_share, round(found.key_share, 4)) == (0.6, 0.6667)
    assert found.fan_out == FanOut.MANY_TO_MANY
    assert not found.table.is_unique
    assert [(one.values, one.query_rows, one.rows) for one in found.top] == [
        (("Oslo",), 2, 2),
        (("lima",), 1, 1),
    ]


def test_the_keys_that_make_most_rows_are_named_first(lake: Opened) -> None:
    query = loose({"place": ["lima", "lima", "lima", "oslo", "oslo"]})
    found = facts(lake, query, "weather.csv", ("place", "town"))
    assert [(one.values, one.query_rows, one.rows) for one in found.top] == [
        (("oslo",), 2, 2),
        (("lima",), 3, 1),
    ]


def test_where_no_key_matches_the_fan_out_is_that_of_the_sides(lake: Opened) -> None:
    found = facts(lake, "cities.csv", "numbers.csv", ("City", "name"))
    assert (found.matched, found.rows, found.fan_out) == (0, 0, FanOut.MANY_TO_ONE)


def test_gained_columns_are_those_outside_the_key_told_apart_from_the_querys(lake: Opened) -> None:
    found = facts(lake, "cities.csv", "weather.csv", ("City", "town"))
    assert [(c.label, c.name, c.in_query) for c in found.gained] == [
        ("month", "month", False),
        ("rain", "rain", False),
        ("Country", "Country", True),
    ]
    assert found.gained[1].profile.samples == ("5", "6", "7")


def test_a_composite_key_joins_where_every_part_agrees(lake: Opened) -> None:
    query = loose({"place": ["OSLO", "oslo", "lima", "lima"], "m": ["may", "june", "june", None]})
    found = facts(lake, query, "weather.csv", ("place", "town"), ("m", "month"))
    assert (found.query.keyed, found.query.distinct, found.matched, found.rows) == (3, 3, 2, 2)
    assert found.fan_out == FanOut.ONE_TO_ONE
    assert found.top[0].values == ("OSLO", "may")


def test_parts_of_a_composite_key_are_not_run_together(lake: Opened) -> None:
    query = loose({"a": ["oslom", "oslo"], "b": ["ay", "may"]})
    assert facts(lake, query, "weather.csv", ("a", "town"), ("b", "month")).matched == 1


def test_rules_of_folding_can_be_switched_off(lake: Opened) -> None:
    found = facts(lake, "cities.csv", "weather.csv", ("City", "town"), rules=Folding.of("none"))
    assert [one.values for one in found.top] == [("Oslo",)]


def test_an_accepted_near_match_counts_as_a_match(lake: Opened) -> None:
    query = lake.query("cities.csv")
    part = JoinPart("weather.csv", (("City", "town"),), (Accepted(("rome",), ("lima",)),))
    (found,) = measure_joins(query, [part])
    assert (found.matched, found.matched_rows, found.table_matched) == (3, 4, 2)
    assert found.fan_out == FanOut.MANY_TO_MANY
    # What it was taken for is now worth seeing.
    assert [c.label for c in found.gained] == ["town", "month", "rain", "Country"]


def test_several_tables_are_counted_each_by_itself(lake: Opened) -> None:
    parts = [
        JoinPart("weather.csv", (("City", "town"),)),
        JoinPart("odd.csv", (("City", 'the "key"'),)),
        JoinPart("weather.csv", (("country", "Country"),)),
    ]
    found = measure_joins(lake.query("cities.csv"), parts)
    assert [one.matched for one in found] == [2, 2, 0]
    assert found[1].fan_out == FanOut.MANY_TO_ONE
    assert [c.label for c in found[1].gained] == ["select", "🐟"]


def test_keys_that_are_all_missing_join_nothing(lake: Opened) -> None:
    found = facts(lake, "none.csv", "weather.csv", ("a", "town"))
    assert (found.query.distinct, found.matched, found.rows, found.left_rows) == (0, 0, 0, 2)
    assert (found.row_share, found.key_share) == (0.0, 0.0)
    assert [one.kind for one in found.warnings] == ["missing keys", "missing keys"]


@pytest.mark.parametrize(
    ("values", "table", "column", "kind"),
    [
        (["1", "2", "30"], "numbers.csv", "n", "small numbers"),
        (["1990", "2001"], "years.csv", "year", "years"),
        (["1 January 2020", "02/01/2020", "31/01/2020"], "days.csv", "day", "dates"),
        (["-", "A1"], "codes.csv", "code", "placeholders"),
        (["A1", "B2"] * 10, "codes.csv", "code", "few keys"),
        (["-", "A1"], "codes.csv", "code", "one key dominates"),
        (["-"], "codes.csv", "code", "rows repeat"),
        (["oslo", None], "odd.csv", 'the "key"', "missing keys"),
    ],
)
def test_doubts_are_said(
    lake: Opened, values: list[str | None], table: str, column: str, kind: str
) -> None:
    found = facts(lake, loose({"key": values}), table, ("key", column))
    assert kind in [one.kind for one in found.warnings]


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        *(("unknown", True), ("Unbekannt", True), ("k. A.", True), ("sin datos", True)),
        *(("ND", False), ("N.C.", False), ("Oslo", False)),
    ],
)
def test_keys_that_stand_for_no_value_are_doubted_and_codes_of_states_are_not(
    lake: Opened, text: str, doubted: bool
) -> None:
    found = facts(lake, loose({"key": [text, "Lima"]}), "places.csv", ("key", "place"))
    assert found.matched == 2
    assert ("placeholders" in [one.kind for one in found.warnings]) is doubted


def test_placeholders_are_written_as_keys_are_folded() -> None:
    folded = fold(pl.Series(PLACEHOLDERS))
    assert set(folded.drop_nulls()) <= set(PLACEHOLDERS)


def test_codes_filled_up_with_zeros_are_no_small_numbers(lake: Opened) -> None:
    found = facts(lake, loose({"key": ["0001", "0002", "0030"]}), "filled.csv", ("key", "n"))
    assert (found.matched, found.warnings) == (3, ())


def test_a_sound_join_has_no_warning(lake: Opened) -> None:
    found = facts(lake, loose({"city": ["Oslo", "Lima"]}), "odd.csv", ("city", 'the "key"'))
    assert found.warnings == ()


def test_columns_that_the_query_has_already_are_nothing_new(lake: Opened) -> None:
    query = loose({"city": ["Oslo"], "SELECT": ["1"], "🐟": ["2"]})
    found = facts(lake, query, "odd.csv", ("city", 'the "key"'))
    assert [one.kind for one in found.warnings] == ["nothing new"]


def test_what_cannot_be_joined_is_said(lake: Opened) -> None:
    with pytest.raises(ColumnNotFoundError, match=r"Got 'town'; cities\.csv has City, country"):
        facts(lake, "cities.csv", "weather.csv", ("town", "town"))
    with pytest.raises(ColumnNotFoundError, match=r"Got 'City'; weather\.csv has town, month"):
        facts(lake, "cities.csv", "weather.csv", ("City", "City"))
    with pytest.raises(TableNotFoundError):
        facts(lake, "cities.csv", "nowhere.csv", ("City", "City"))
    with pytest.raises(InputError, match="at least one pair"):
        facts(lake, "cities.csv", "weather.csv")
    with pytest.raises(InputError, match=r"once\. Got 'City' of cities\.csv twice"):
        facts(lake, "cities.csv", "weather.csv", ("City", "town"), ("City", "month"))

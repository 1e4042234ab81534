"""Columns in a unit that was not asked for are doubted, and it is said which."""

from __future__ import annotations

import pytest

from core.conditions import parse
from core.conditions.units import unit_behind, unit_beside, unit_of_cells
from core.search.conditioned import (
    ConditionedSearch,
    Limits,
    join_with_condition,
    text_with_condition,
)
from tests.core.search.conftest import MakeLake


@pytest.mark.parametrize(
    ("label", "asked", "unit"),
    [
        ("Verbrauch (m³)", "Verbrauch (kWh)", "m³"),
        ("energy_MWh", "energy_kWh", "MWh"),
        ("Consumption kWh", "consumption", "kWh"),
        ("Area km²", "area", "km²"),
        ("area_km2", "area", "km²"),
        ("temp (°F)", "temp (°C)", "°F"),
        ("temp °C", "temp", "°C"),
        ("tip (%)", "tip", "%"),
        ("TIP_CENTS", "tip", "cents"),
        ("Tip pct", "tip", "%"),
        ("revenue (US$ thousands)", "revenue", "thousands"),
        ("elevation_m", "elevation", "m"),
        ("Height [in]", "height", "in"),
        ("km ridden", "ridden", "km"),
        ("Rent (GBP k)", "rent", "thousands"),
        ("price_eur", "price in USD", "EUR"),
        ("Price (£)", "price_eur", "GBP"),
    ],
)
def test_a_unit_in_a_name_is_found(label: str, asked: str, unit: str) -> None:
    found = unit_beside(label, asked)
    assert found is not None
    assert found.name == unit


@pytest.mark.parametrize(
    ("label", "asked"),
    [
        ("tip_usd", "tip"),
        ("temp_min", "temp"),  # the least
        ("made in", "made"),
        ("Class T", "class"),
        ("tip %", "tip in percent"),
        ("TIP_CENTS", "tip cents"),
        ("price_usd", "price ($)"),
        ("elevation (ground station)", "elevation"),
    ],
)
def test_what_is_no_unit_or_asked_for_is_none(label: str, asked: str) -> None:
    assert unit_beside(label, asked) is None


def test_the_unit_of_the_query_is_no_other() -> None:
    assert unit_beside("tip_cents", "tip", "TIP (cents)") is None
    assert unit_of_cells("ft", "elevation", "elevation (ft)") == ""


@pytest.mark.parametrize(
    "label",
    [
        *("Temp °C", "Area km²", "area_km2", "rate %", "energy_kWh", "TIP_CENTS", "depth (m)"),
        "rent (GBP k)",
    ],
)
def test_a_name_is_alone_but_for_its_unit(label: str) -> None:
    found = unit_beside(label, label.lower().split("_")[0].split()[0])
    assert found is not None
    assert found.alone


def test_the_unit_of_most_values_is_that_of_a_column() -> None:
    assert unit_behind(["1.5 kg", "3kg", "x"]) == "kg"
    assert unit_behind(["1.5 kg", "3", "4 lb"]) == ""
    assert unit_behind(["12 Mio", "Q3", "A4"]) == ""


def _column(name: str, *cells: str) -> str:
    return f"place;{name}\n" + "".join(f"hill;{cell}\n" for cell in cells)


def _searched(make_lake: MakeLake, where: str, **columns: str) -> ConditionedSearch[float]:
    lake = make_lake({f"{name}.csv": text for name, text in columns.items()})
    condition = parse(where).condition
    return text_with_condition(lake.searched, "hill", condition, limits=Limits(9), method="bm25")


def _told(found: ConditionedSearch[float]) -> dict[str, tuple[float, str]]:
    parts = {hit.table: hit.satisfaction.parts[0] for hit in found.hits}
    return {table: (round(part.certainty, 4), part.value) for table, part in parts.items()}


def test_cents_and_percent_stand_behind_the_plain_name(make_lake: MakeLake) -> None:
    found = _searched(
        make_lake,
        "tip above 3",
        plain=_column("tip", "4", "5", "2"),
        cents=_column("TIP_CENTS", "400", "500", "200"),
        percent=_column("tip (%)", "14", "15", "12"),
    )
    assert _told(found) == {
        "plain.csv": (1.0, "2 of 3 rows"),
        "cents.csv": (0.45, "3 of 3 rows; by its name in cents"),
        "percent.csv": (0.45, "3 of 3 rows; by its name in %"),
    }
    assert found.hits[0].table == "plain.csv"
    assert (found.satisfied, found.doubtful) == (1, 2)


def test_a_currency_is_no_doubt_unless_it_is_in_thousands_or_another_is_asked_for(
    make_lake: MakeLake,
) -> None:
    tables = {
        "plain": _column("rent", "900", "800"),
        "pounds": _column("rent_gbp", "900", "800"),
        "euros": _column("Rent (€)", "900", "800"),
        "thousands": _column("Rent (GBP k)", "0.9", "0.8"),
    }
    assert _told(_searched(make_lake, "rent above 850", **tables)) == {
        "plain.csv": (1.0, "1 of 2 rows"),
        "pounds.csv": (1.0, "1 of 2 rows"),
        "euros.csv": (1.0, "1 of 2 rows"),
        "thousands.csv": (0.45, "0 of 2 rows; by its name in thousands"),
    }
    told = _joined(make_lake, "rent above 850", own=_column("rent_gbp", "7"), **tables)
    assert told["pounds.csv"] == (1.0, "1 of 2 rows")
    assert told["euros.csv"] == (0.75, "1 of 2 rows; by its name in EUR")


def test_a_unit_that_every_table_has_is_hardly_doubted(make_lake: MakeLake) -> None:
    found = _searched(make_lake, "growth above 3", one=_column("growth (%)", "4", "5", "2"))
    assert _told(found) == {"one.csv": (0.75, "2 of 3 rows; by its name in %")}
    assert found.satisfied == 1


def test_what_most_cells_are_in_is_told(make_lake: MakeLake) -> None:
    found = _searched(
        make_lake,
        "elevation above 2000",
        feet=_column("elevation", "3,465 ft", "1,200 ft (366 m)", "2,500 ft", "900"),
        plain=_column("elevation", "3465", "2500"),
        some=_column("elevation", "3465", "2500 ft", "2100"),
        metres=_column("elevation (m)", "3465", "2500"),
        millions=_column("elevation", "3 million", "2 million"),
    )
    assert _told(found) == {
        "feet.csv": (0.75, "2 of 4 rows; its cells are in ft"),
        "plain.csv": (1.0, "2 of 2 rows"),
        "some.csv": (1.0, "3 of 3 rows"),
        "metres.csv": (0.75, "2 of 2 rows; by its name in m"),
        "millions.csv": (1.0, "2 of 2 rows"),
    }


def _joined(make_lake: MakeLake, where: str, **tables: str) -> dict[str, tuple[float, str]]:
    lake = make_lake({f"{name}.csv": text for name, text in tables.items()})
    found = join_with_condition(
        lake.query("own.csv"), parse(where).condition, ["place"], limits=Limits(9)
    )
    parts = {hit.table: hit.satisfaction.parts[0] for hit in found.hits}
    return {table: (round(part.certainty, 4), part.value) for table, part in parts.items()}


def test_a_unit_that_cells_of_the_query_are_in_is_none_to_doubt(make_lake: MakeLake) -> None:
    told = _joined(
        make_lake,
        "rate below 10",
        own="place,rate\nhill,5%\nvale,12 %\n",
        cells="place,rate\nhill,4%\nvale,20%\n",
        name="place,rate (%)\nhill,4\nvale,20\n",
        other="place,rate\nhill,4 km\nvale,20 km\n",
    )
    assert told["cells.csv"] == (1.0, "1 of 2 rows")
    assert told["name.csv"][1] == "1 of 2 rows"
    assert told["other.csv"] == (0.75, "1 of 2 rows; its cells are in km")


def test_a_column_of_the_query_is_meant_without_its_unit(make_lake: MakeLake) -> None:
    tables = {
        "own": "place,Verbrauch (kWh),Verbrauch_alt\nhill,7,1\nvale,9,1\n",
        "cells": "place,Verbrauch (kWh)\nhill,70\nvale,20\n",
    }
    told = _joined(make_lake, "Verbrauch above 50", **tables)
    assert told["cells.csv"] == (1.0, "1 of 2 rows")

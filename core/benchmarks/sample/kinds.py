"""One frame for each kind of row that a table of the sample can have.

A kind is what one row stands for: a country in a year, a continent in a year, a bill. Frames of
two kinds can come from one source; that makes tables of one topic that cannot be unioned.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pandas as pd
import plotly.data

from core.benchmarks.sample import sources


@cache
def frame_of(kind: str) -> pd.DataFrame:
    """The whole frame of a kind, which callers must not change.

    Raises
    ------
    KeyError
        If there is no such kind.
    """
    return FRAMES[kind]()


def _country_wide(value: str) -> pd.DataFrame:
    data = sources.gapminder()
    wide = data.pivot_table(index=["country", "iso", "continent"], columns="year", values=value)
    wide = wide.rename(columns=lambda year: f"y{year}").reset_index()
    if value == "population":
        wide = wide.astype({name: int for name in wide.columns if name.startswith("y")})
    return wide.sort_values("country", kind="stable")


def _continent_year() -> pd.DataFrame:
    groups = sources.gapminder().groupby(["continent", "year"])
    return groups.agg(
        countries=("country", "count"),
        population=("population", "sum"),
        life=("life", "mean"),
        gdp=("gdp", "median"),
    ).reset_index()


def _world_year() -> pd.DataFrame:
    groups = sources.gapminder().groupby("year")
    return groups.agg(population=("population", "sum"), life=("life", "mean")).reset_index()


def _country_once(columns: list[str]) -> pd.DataFrame:
    return sources.gapminder().drop_duplicates("country")[columns]


def _country_interval() -> pd.DataFrame:
    data = sources.gapminder().sort_values(["country", "year"], kind="stable")
    before = data.groupby("country")[["year", "population", "life", "gdp"]].shift()
    frame = data[["country", "iso", "continent"]].assign(
        start=before["year"],
        end=data["year"],
        growth=(data["population"] / before["population"] - 1) * 100,
        gain=data["life"] - before["life"],
        income=(data["gdp"] / before["gdp"] - 1) * 100,
    )
    return frame[frame["start"].notna()].astype({"start": int})


def _stock_week() -> pd.DataFrame:
    long = sources.stocks().melt(id_vars="date", var_name="ticker", value_name="price")
    long.insert(2, "company", [sources.COMPANIES[ticker] for ticker in long["ticker"]])
    return long


def _stock_change() -> pd.DataFrame:
    long = _stock_week()
    long["change"] = (long["price"] / long.groupby("ticker")["price"].shift() - 1) * 100
    return long[long["change"].notna()].drop(columns="price")


def _stock_month() -> pd.DataFrame:
    long = _stock_week()
    long["month"] = long["date"].str.slice(0, 7)
    groups = long.groupby(["ticker", "company", "month"], sort=False)["price"]
    return groups.agg(first="first", high="max", low="min", last="last").reset_index()


def _bill_summary() -> pd.DataFrame:
    groups = sources.tips().groupby(["day", "time", "smoker"])
    return groups.agg(
        parties=("bill", "count"),
        guests=("size", "sum"),
        bill=("bill", "mean"),
        tip=("tip", "mean"),
    ).reset_index()


def _means(frame: pd.DataFrame, by: str, number: str) -> pd.DataFrame:
    groups = frame.drop(columns=number).groupby(by)
    means = groups.mean(numeric_only=True).reset_index()
    means.insert(1, "count", groups.size().to_numpy())
    return means


def _iris_long() -> pd.DataFrame:
    long = sources.iris().melt(id_vars=["specimen", "species"], value_name="centimetres")
    parts = long["variable"].str.split("_", expand=True)
    return long.assign(part=parts[0], dimension=parts[1]).drop(columns="variable")


def _diabetes_ages() -> pd.DataFrame:
    frame = sources.diabetes()
    decades = (frame["age"] // 10 * 10).astype(int).astype(str)
    return _means(frame.drop(columns=["age", "sex"]).assign(decade=decades), "decade", "patient")


def _wind_wide() -> pd.DataFrame:
    data = sources.wind()
    wide = data.pivot_table(index="direction", columns="strength", values="frequency", sort=False)
    return wide.rename(columns=lambda strength: f"s{strength}").reset_index()


def _district_candidate() -> pd.DataFrame:
    data = sources.election()
    names = ["coderre", "bergeron", "joly"]
    long = data.melt(
        id_vars=["district_id", "name", "total"],
        value_vars=names,
        var_name="candidate",
        value_name="votes",
    )
    long["candidate"] = long["candidate"].str.title()
    long["share"] = long["votes"] / long["total"]
    return long.drop(columns="total").sort_values("district_id", kind="stable")


def _carshare_hours() -> pd.DataFrame:
    groups = sources.carshare().groupby("peak")
    return groups.agg(zones=("zone", "count"), hours=("hours", "sum")).reset_index()


def _trial() -> pd.DataFrame:
    data = sources.experiment()
    long = data.melt(
        id_vars=["participant", "gender", "group"], var_name="trial", value_name="score"
    )
    long["trial"] = long["trial"].str.slice(-1).astype(int)
    return long.sort_values(["participant", "trial"], kind="stable")


FRAMES: dict[str, Callable[[], pd.DataFrame]] = {
    "country-year": sources.gapminder,
    "country-population": lambda: _country_wide("population"),
    "country-life": lambda: _country_wide("life"),
    "country-gdp": lambda: _country_wide("gdp"),
    "continent-year": _continent_year,
    "world-year": _world_year,
    "country-code": lambda: _country_once(["country", "iso", "iso_num", "continent"]),
    "country-place": lambda: _country_once(
        ["country", "iso", "continent", "latitude", "longitude"]
    ),
    "country-interval": _country_interval,
    "stock-week": _stock_week,
    "stock-sheet": sources.stocks,
    "stock-month": _stock_month,
    "stock-change": _stock_change,
    "bill": sources.tips,
    "bill-summary": _bill_summary,
    "iris": sources.iris,
    "iris-species": lambda: _means(sources.iris(), "species", "specimen"),
    "iris-reading": _iris_long,
    "wine": sources.wine,
    "wine-cultivar": lambda: _means(sources.wine(), "cultivar", "sample"),
    "nuclei-mean": lambda: sources.nuclei("mean"),
    "nuclei-error": lambda: sources.nuclei("error"),
    "nuclei-worst": lambda: sources.nuclei("worst"),
    "patient": sources.diabetes,
    "patient-age": _diabetes_ages,
    "member": sources.linnerud,
    "wind": sources.wind,
    "wind-sheet": _wind_wide,
    "district": sources.election,
    "district-candidate": _district_candidate,
    "zone": sources.carshare,
    "zone-hour": _carshare_hours,
    "participant": sources.experiment,
    "trial": _trial,
    "medals": plotly.data.medals_wide,
    "medal": plotly.data.medals_long,
    "scan": sources.digits,
    "digit": lambda: _means(sources.digits(), "digit", "scan"),
}

"""The real tables that ship inside plotly and scikit-learn, under one set of column names.

Nothing is downloaded and no row is invented. A column that numbers the rows (``specimen``,
``patient`` ...) is the place of the row in its source, from 1.
"""

from __future__ import annotations

from functools import cache

import pandas as pd
import plotly.data
from sklearn import datasets

COMPANIES = {
    "GOOG": "Alphabet",
    "AAPL": "Apple",
    "AMZN": "Amazon",
    "FB": "Facebook",
    "NFLX": "Netflix",
    "MSFT": "Microsoft",
}
"""The tickers of ``plotly.data.stocks`` and the companies that they stood for."""

NUCLEUS = (
    "radius",
    "texture",
    "perimeter",
    "area",
    "smoothness",
    "compactness",
    "concavity",
    "concave points",
    "symmetry",
    "fractal dimension",
)
SERUM = {"s1": "tc", "s2": "ldl", "s3": "hdl", "s4": "tch", "s5": "ltg", "s6": "glu"}


def numbered(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    """The frame with a first column ``name`` that counts its rows from 1."""
    frame = frame.reset_index(drop=True)
    frame.insert(0, name, range(1, len(frame) + 1))
    return frame


@cache
def gapminder() -> pd.DataFrame:
    """142 countries every five years from 1952 to 2007."""
    return plotly.data.gapminder(centroids=True).rename(
        columns={
            "lifeExp": "life",
            "pop": "population",
            "gdpPercap": "gdp",
            "iso_alpha": "iso",
            "centroid_lat": "latitude",
            "centroid_lon": "longitude",
        }
    )


@cache
def stocks() -> pd.DataFrame:
    """Six technology stocks, weekly, 2018 and 2019, as multiples of their first price."""
    return plotly.data.stocks()


@cache
def tips() -> pd.DataFrame:
    """244 restaurant bills with the party and the tip."""
    frame = numbered(plotly.data.tips(), "receipt").rename(columns={"total_bill": "bill"})
    frame["rate"] = frame["tip"] / frame["bill"]
    return frame


@cache
def iris() -> pd.DataFrame:
    """150 iris flowers, four measurements in centimetres."""
    return numbered(plotly.data.iris().drop(columns="species_id"), "specimen")


@cache
def wine() -> pd.DataFrame:
    """178 wines of three cultivars, thirteen analyses."""
    frame = datasets.load_wine(as_frame=True).frame
    frame = frame.rename(
        columns={"od280/od315_of_diluted_wines": "od_ratio", "alcalinity_of_ash": "alcalinity"}
    )
    frame["target"] = frame["target"] + 1
    return numbered(frame.rename(columns={"target": "cultivar"}), "sample")


@cache
def nuclei(measure: str) -> pd.DataFrame:
    """569 biopsies, ten features of their cell nuclei: "mean", "error" or "worst" of each."""
    bunch = datasets.load_breast_cancer(as_frame=True)
    names = {
        (f"{name} error" if measure == "error" else f"{measure} {name}"): name.replace(" ", "_")
        for name in NUCLEUS
    }
    frame = bunch.frame[list(names)].rename(columns=names)
    frame.insert(0, "diagnosis", [str(bunch.target_names[code]) for code in bunch.target])
    return numbered(frame, "biopsy")


@cache
def diabetes() -> pd.DataFrame:
    """442 diabetes patients: age, sex, body, blood serum and progression after a year."""
    frame = datasets.load_diabetes(as_frame=True, scaled=False).frame
    return numbered(frame.rename(columns={**SERUM, "target": "progression"}), "patient")


@cache
def linnerud() -> pd.DataFrame:
    """20 men of a fitness club: three exercises and three body measures."""
    return numbered(datasets.load_linnerud(as_frame=True).frame.rename(columns=str.lower), "member")


@cache
def wind() -> pd.DataFrame:
    """Frequency in percent of each wind strength from each of 16 directions."""
    return plotly.data.wind()


@cache
def election() -> pd.DataFrame:
    """The 58 districts of the 2013 mayoral election of Montreal."""
    frame = plotly.data.election().rename(columns=str.lower)
    frame["name"] = [label.split("-", 1)[1] for label in frame["district"]]
    return frame


@cache
def carshare() -> pd.DataFrame:
    """249 zones of Montreal with the car-sharing hours of a month."""
    frame = plotly.data.carshare()
    names = {"centroid_lat": "latitude", "centroid_lon": "longitude", "peak_hour": "peak"}
    return numbered(frame.rename(columns={**names, "car_hours": "hours"}), "zone")


@cache
def experiment() -> pd.DataFrame:
    """100 (simulated, as its documentation says) participants of three experiments."""
    return numbered(plotly.data.experiment(), "participant")


@cache
def digits() -> pd.DataFrame:
    """1,797 scanned digits of 8 by 8 pixels, ink from 0 to 16."""
    frame = datasets.load_digits(as_frame=True).frame.rename(columns={"target": "digit"})
    names = {f"pixel_{row}_{column}": f"p{row}{column}" for row in range(8) for column in range(8)}
    return numbered(frame.rename(columns=names).astype(int), "scan")

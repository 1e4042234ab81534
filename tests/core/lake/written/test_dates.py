"""Profiles, conditions on rows and folded values take the same texts for the same dates."""

from __future__ import annotations

import tempfile
from pathlib import Path

import polars as pl
import pyarrow as pa
import pytest

from core.conditions.counting.scanning import Scan, count_rows
from core.conditions.types import Date, When
from core.features.folding import fold
from core.lake.engine import engine
from core.lake.profile import profile_lists
from core.lake.stored.relations import StoredCells
from core.settings import Settings

DATES = {
    **dict.fromkeys(("2020-01-13", "2020/1/13", "2020.01.13", "13/01/2020"), "2020-01-13"),
    **dict.fromkeys(("2020年1月13日", "2020年01月13日", "2020年 1月 13日"), "2020-01-13"),
    **dict.fromkeys(("2020年1月", "2020年01月"), "2020-01"),
    "2020年1月13日 10:30": "2020-01-13T10:30:00",
    **dict.fromkeys(("13.1.2020", "13-01-2020", "1/13/2020", "01.13.2020"), "2020-01-13"),
    **dict.fromkeys(("13 January 2020", "13 Jan 2020", "13-JAN-2020"), "2020-01-13"),
    **dict.fromkeys(("January 13, 2020", "jan 13 2020", "Jan. 13th, 2020"), "2020-01-13"),
    **dict.fromkeys(("13th of January 2020", "Monday, January 13, 2020"), "2020-01-13"),
    **dict.fromkeys(("Mon, 13 Jan 2020", "13 January, 2020"), "2020-01-13"),
    **dict.fromkeys(("2020-01-13 00:00", "2020-01-13T00:00:00.000Z"), "2020-01-13"),
    **dict.fromkeys(("13 Sept 2020", "Sept. 13, 2020", "13-Sep-2020"), "2020-09-13"),
    **dict.fromkeys(("January 2020", "Jan-2020", "Jan. 2020", "2020-01"), "2020-01"),
    **dict.fromkeys(("13.01.2020 10:30:00", "1/13/2020 10:30:00 AM"), "2020-01-13T10:30:00"),
    **dict.fromkeys(("2020-01-13T10:30Z", "2020/01/13 10:30"), "2020-01-13T10:30:00"),
    **dict.fromkeys(("January 13, 2020 10:30", "13/1/2020, 10:30am"), "2020-01-13T10:30:00"),
    **dict.fromkeys(("13-Jan-2020 9:05 p.m.", "2020-01-13 21:05:00"), "2020-01-13T21:05:00"),
    **dict.fromkeys(("1/13/2020 12:30 AM", "13.1.2020 0:30"), "2020-01-13T00:30:00"),
    "29 Feb 2020 12:30 PM": "2020-02-29T12:30:00",
    **dict.fromkeys(("January 13 , 2020", "13 jan , 2020", "Mon , 13 Jan 2020"), "2020-01-13"),
    **dict.fromkeys(("2020 - 01 - 13", "13 / 01 / 2020", "1 / 13 / 2020"), "2020-01-13"),
    "January , 2020": "2020-01",
    **dict.fromkeys(("13. Januar 2020", "13 janv. 2020", "13 de enero de 2020"), "2020-01-13"),
    **dict.fromkeys(("1er février 2020", "1. FEBRUAR 2020", "1 febbraio 2020"), "2020-02-01"),
    **dict.fromkeys(("März 2020", "mars 2020", "março de 2020"), "2020-03"),
    "13. Okt. 2020 10:30": "2020-10-13T10:30:00",
}
OF_TWO_DIGITS = {
    **dict.fromkeys(("13/01/20", "13.1.20", "1/13/20", "13-Jan-20", "13 Jan 20"), "2020-01-13"),
    **dict.fromkeys(("13/01/20 10:30", "01/13/20 10:30:00 AM"), "2020-01-13T10:30:00"),
    **dict.fromkeys(("31/12/68", "12/31/68"), "2068-12-31"),
    **dict.fromkeys(("31.12.69", "31-Dec-69"), "1969-12-31"),
}
NO_DATES = (
    *("2020-02-30", "31/02/2020", "30-Feb-2020", "13/13/2020", "20-12-24", "31-12-20", "1.2.3"),
    *(
        "10-12",
        "13 / 1 / 20",
        "6 - 3 - 1",
        "30. Februar 2020",
        "Mayor 2020",
        "1. listopada 2020",
        "1/13/2020 13:30 PM",
        "2020-01-13 25:00",
        "May 5",
        "Jan 20",
        "Marble 5 2020",
    ),
    *(
        "Janet 5, 2020",
        "13/01/020",
        "5 May 2020 and more",
        "soon",
        "2020年2月30日",
        "2020年13月",
        "2020年",
        "1月13日",
    ),
)


def by_profile(text: str) -> str | None:
    found = profile_lists(engine(256), pa.array([[text]], pa.list_(pa.string())))[0]
    span = pl.Series([found[3]]).str.json_path_match("$.span[0]")[0]
    return span if found[0] == "date/time" else None


def by_condition(text: str, day: str) -> tuple[bool, bool]:
    """Whether a date is read, and whether it is of a day or month."""
    cells = StoredCells.of_frame(pl.DataFrame({"a": [text]}))
    wanted = Date("a", When.IN, day)
    spill = Path(tempfile.gettempdir())
    found = count_rows([Scan("t", cells, (0,))], [wanted], Settings(), spill)["t"]
    return found.readable == (1,), found.satisfied == (1,)


def moment(written: str) -> str:
    day, _, time = written.partition("T")
    return f"{day}{'-01' * (len(day) == len('2020-01'))}T{time or '00:00:00'}"


@pytest.mark.parametrize(("text", "written"), [*DATES.items(), *OF_TWO_DIGITS.items()])
def test_a_date_is_the_same_to_all_who_read_it(text: str, written: str) -> None:
    assert by_profile(text) == moment(written)
    assert by_condition(text, written[:10]) == (True, True)
    folded = fold([text])[0]
    # Those who compare values cannot know the century of two digits.
    assert folded == (text.lower() if text in OF_TWO_DIGITS else written)


@pytest.mark.parametrize("text", NO_DATES)
def test_what_is_no_date_is_none_to_all_who_read_it(text: str) -> None:
    assert by_profile(text) is None
    assert by_condition(text, "2020") == (False, False)
    assert fold([text])[0] == text.lower()

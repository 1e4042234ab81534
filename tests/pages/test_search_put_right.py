"""What a person puts right in results stands in the address, and holds for whoever opens it."""

from __future__ import annotations

import io
import shlex
from collections.abc import Callable

import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from core.store import Workspace
from pages.searching import integration
from tests.pages.conftest import LAKE, opened, parameter, texts

FOUND = "old/apples_[1].csv"
BELOW_PRICE = f'["{FOUND}",["name","name"],["*price*","year"]]'


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> dict[str, pl.DataFrame]:
    """Each union that is offered, made at once, by its name."""
    kept: dict[str, pl.DataFrame] = {}

    def make(file: Callable[[str], bytes], name: str, key: str) -> None:
        kept[name] = pl.read_parquet(io.BytesIO(file(".parquet")))

    monkeypatch.setattr(integration, "file_buttons", make)
    return kept


def union(**address: str) -> AppTest:
    return opened("search", lake=LAKE, query="apples.csv", open=FOUND, **address)


def test_an_alignment_in_the_address_is_used_in_preview_and_bar(
    lake: Workspace, made: dict[str, pl.DataFrame]
) -> None:
    union(aligned=BELOW_PRICE, ticked=FOUND)
    for name in ("apples and apples_[1]", "apples and 1 table"):
        assert made[name]["*price*"].to_list() == ["3", "2", "1999", "2001"]


def test_an_alignment_that_is_chosen_goes_into_the_address_and_back(
    lake: Workspace, made: dict[str, pl.DataFrame]
) -> None:
    app = union()
    app.selectbox(key=f"below 1 of {FOUND}").set_value("year")
    next(one for one in app.button if one.label == "Use this alignment").click().run()
    assert not app.exception
    assert parameter(app, "aligned") == BELOW_PRICE
    assert made["apples and apples_[1]"]["*price*"].to_list() == ["3", "2", "1999", "2001"]
    next(one for one in app.button if one.label == "Back to the one found").click().run()
    assert "aligned" not in app.query_params
    assert made["apples and apples_[1]"]["*price*"].to_list() == ["3", "2", "3", "cheap"]


def test_a_column_can_be_left_out_of_an_alignment(
    lake: Workspace, made: dict[str, pl.DataFrame]
) -> None:
    app = union()
    field = app.selectbox(key=f"below 1 of {FOUND}")
    assert field.options[0] == "(nothing)"
    field.select_index(0)
    next(one for one in app.button if one.label == "Use this alignment").click().run()
    assert not app.exception
    assert parameter(app, "aligned") == f'["{FOUND}",["name","name"]]'
    assert made["apples and apples_[1]"]["*price*"].to_list() == ["3", "2", None, None]
    assert app.selectbox(key=f"below 1 of {FOUND}").value is None


def test_the_fields_show_the_alignment_that_the_address_has_by_now(
    lake: Workspace, made: dict[str, pl.DataFrame]
) -> None:
    app = union()
    found = app.selectbox(key=f"below 1 of {FOUND}").value
    app.query_params["aligned"] = BELOW_PRICE
    app.run()
    assert app.selectbox(key=f"below 1 of {FOUND}").value == "year"
    del app.query_params["aligned"]  # a step back
    app.run()
    assert app.selectbox(key=f"below 1 of {FOUND}").value == found
    assert made["apples and apples_[1]"]["*price*"].to_list() == ["3", "2", "3", "cheap"]


def test_columns_that_are_gone_are_left_out_and_named(
    lake: Workspace, made: dict[str, pl.DataFrame]
) -> None:
    app = union(aligned=f'["{FOUND}",["name","name"],["*price*","weight"],["size","year"]]')
    (warning,) = [one.value for one in app.warning]
    assert "`size`" in warning
    assert "`weight`" in warning
    assert made["apples and apples_[1]"]["*price*"].to_list() == ["3", "2", None, None]


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "{}",
        "[]",
        '["t",["a"]]',
        '["t",["a",1]]',
        '["t",["a","b"],["a","c"]]',
        '["t",["a","b"],["c","b"]]',
    ],
)
def test_what_is_no_alignment_is_told(lake: Workspace, line: str) -> None:
    app = union(aligned=line)
    (warning,) = [one.value for one in app.warning]
    assert "aligned is a table and pairs of columns" in warning
    assert "it is left out" in warning
    assert "aligned" not in app.query_params


@pytest.mark.parametrize("line", ["[1]", '["t on a=b",["x"]]', '["t on a=b",["x"],["y","z"]]'])
def test_what_is_no_near_match_is_told(lake: Workspace, line: str) -> None:
    app = opened("search", lake=LAKE, query="apples.csv", mode="join", matched=line)
    assert "matched is a join" in next(one.value for one in app.warning)


def test_another_query_begins_anew(lake: Workspace) -> None:
    app = union(aligned=BELOW_PRICE)
    app.selectbox(key="search query").set_value("rivers.csv").run()
    assert not app.exception
    assert "aligned" not in app.query_params
    assert "rivers" in texts(app)


def test_the_command_for_many_rows_has_what_was_put_right(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integration, "MOST_TO_HAND_OUT", 3)
    (command,) = union(aligned=BELOW_PRICE, columns="name").code
    assert shlex.split(command.value) == [
        *("python", "-m", "core", "union", LAKE, "apples.csv", FOUND, "--encoder", "hash"),
        *("--columns", "name", "--aligned", BELOW_PRICE, "-o", "apples and more.parquet"),
    ]

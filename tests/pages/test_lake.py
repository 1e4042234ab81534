from __future__ import annotations

import json

import pytest

from core.store import Workspace
from pages.lakes import lake_map, views
from pages.shared.words import plain
from tests.pages.conftest import LAKE, opened, parameter, texts


def test_the_list_has_every_table_and_filters_by_words_and_rows(lake: Workspace) -> None:
    app = opened("lake", lake=LAKE)
    assert list(app.dataframe[0].value["table"]) == [
        "apples.csv",
        "old/apples_[1].csv",
        "rivers.csv",
    ]
    app.text_input(key="lake words").set_value("price year").run()
    assert list(app.dataframe[0].value["table"]) == ["old/apples_[1].csv"]
    assert "1 of 3 tables" in texts(app)
    assert parameter(app, "words") == "price year"


def test_of_too_many_tables_the_first_are_listed_in_an_order_of_the_address(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "lake order" not in [one.key for one in opened("lake", lake=LAKE).selectbox]
    monkeypatch.setattr(views, "_MOST_LISTED", 2)
    app = opened("lake", lake=LAKE)
    assert list(app.dataframe[0].value["table"]) == ["apples.csv", "old/apples_[1].csv"]
    assert "3 of 3 tables, of which the first 2 by name are listed" in texts(app)
    app.selectbox(key="lake order").set_value("most rows").run()
    assert app.dataframe[0].value["table"].iloc[0] == "rivers.csv"
    assert parameter(app, "order") == "most rows"
    assert "the first 2 by most rows" in texts(opened("lake", lake=LAKE, order="most rows"))


def test_an_address_brings_its_filters(lake: Workspace) -> None:
    app = opened("lake", lake=LAKE, least="3")
    assert list(app.dataframe[0].value["table"]) == ["rivers.csv"]
    app = opened("lake", lake=LAKE, words="nothing at all")
    assert "No table has all of that" in texts(app)


def test_the_map_keeps_what_the_filters_keep(lake: Workspace) -> None:
    app = opened("lake", lake=LAKE, view="Map", words="price")
    assert "2 of 3 tables; the others are grey." in texts(app)
    assert "the others are grey" not in texts(opened("lake", lake=LAKE, view="Map"))
    nothing = opened("lake", lake=LAKE, view="Map", words="nothing at all")
    assert "No table has all of that" in texts(nothing)


def test_of_very_many_tables_some_points_are_drawn_and_it_is_said(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lake_map, "_MOST_DRAWN", 2)
    app = opened("lake", lake=LAKE, view="Map", words="price")
    assert "2 of 3 points are drawn" in texts(app)
    traces = json.loads(app.get("plotly_chart")[0].proto.spec)["data"]
    names = sorted(name for trace in traces for (name,) in trace.get("customdata", ()))
    assert names == ["apples.csv", "old/apples_[1].csv"]  # those that the filter keeps


def test_nonsense_in_an_address_is_left_out(lake: Workspace) -> None:
    app = opened("lake", lake=LAKE, least="many", view="Elsewhere", type="colour")
    assert len(app.dataframe[0].value) == 3


def test_a_file_that_was_not_read_is_listed_with_its_reason(lake: Workspace) -> None:
    app = opened("lake", lake=LAKE, view="Not read")
    assert "1 of 4 files could not be read" in texts(app)
    row = app.dataframe[0].value.iloc[0]
    assert row["File"] == "picture.csv"
    assert row["Why"]


def test_a_file_that_could_not_be_looked_at_again_is_said_to_be_as_before(lake: Workspace) -> None:
    with lake.writing() as db:
        db.execute("DELETE FROM files WHERE tables = 0")
        db.execute(
            "UPDATE files SET reason = 'It cannot be opened (Stale file handle).', "
            "hint = 'Mount it.' WHERE path = 'rivers.csv'"
        )
    app = opened("lake", lake=LAKE, view="Not read")
    assert not app.success
    (row,) = app.dataframe[0].value.to_dict("records")
    assert row["File"] == "rivers.csv"
    assert row["Remarks"] == "It cannot be opened (Stale file handle). Mount it."
    told = "It cannot be opened (Stale file handle). Mount it."
    assert plain(told) in texts(opened("table", lake=LAKE, table="rivers.csv"))


def test_an_unknown_lake_is_a_sentence(lake: Workspace) -> None:
    app = opened("lake", lake="nowhere")
    assert "nowhere" in app.error[0].value

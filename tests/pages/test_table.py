from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qs

import pytest
import streamlit as st

from core import lake as lakes
from core.settings import Settings
from core.store import Workspace
from pages.shared import downloads
from pages.shared.words import plain
from tests.files import write_old
from tests.pages.conftest import LAKE, opened, texts


def test_a_table_shows_its_columns_its_rows_and_its_nearest(lake: Workspace) -> None:
    app = opened("table", lake=LAKE, table="apples.csv")
    columns, rows = (element.value for element in app.dataframe[:2])
    assert list(columns["column"]) == ["name", "*price*", "$taste$"]
    assert list(columns["type"]) == ["string", "integer", "string"]
    assert rows.to_dict("list")["*price*"] == ["3", "2"]
    assert "2 rows, 3 columns" in texts(app)


@pytest.mark.parametrize("limit", ["MOST_TO_HAND_OUT", "MOST_BYTES_TO_HAND_OUT"])
def test_a_table_too_large_for_the_server_to_make_in_memory_is_not_handed_out(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    app = opened("table", lake=LAKE, table="rivers.csv")
    assert app.get("download_button")
    monkeypatch.setattr(downloads, limit, 1)
    app.run()
    assert not app.get("download_button")
    assert "Its file is in the lake's folder." in texts(app)


def test_downloads_are_named_without_a_second_ending_and_say_what_they_hold(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    buttons: dict[str, str] = {}
    monkeypatch.setattr(
        st,
        "download_button",
        lambda *_, file_name, **more: buttons.update({file_name: more["help"]}),
    )
    opened("table", lake=LAKE, table="old/apples_[1].csv")
    assert list(buttons) == ["apples_[1].csv", "apples_[1].parquet"]
    assert "all columns are text" in buttons["apples_[1].parquet"]


def test_tables_that_do_not_line_up_at_all_are_not_near(lake: Workspace) -> None:
    near = opened("table", lake=LAKE, table="apples.csv")
    assert [one.proto.label for one in near.get("page_link")].count(plain("rivers.csv")) == 0
    assert plain("old/apples_[1].csv") in [one.proto.label for one in near.get("page_link")]
    alone = opened("table", lake=LAKE, table="rivers.csv")
    assert "No table has a column that lines up with one of it." in texts(alone)


def test_a_table_says_when_its_folder_was_read(lake: Workspace) -> None:
    then = datetime.now(UTC) - timedelta(hours=2)
    with lake.writing() as db:
        db.execute("UPDATE lakes SET refreshed_at = ?", [then.isoformat()])
    app = opened("table", lake=LAKE, table="rivers.csv")
    assert "Read, or looked at and unchanged, 2 hours ago" in [one.value for one in app.caption]


def test_names_are_not_read_as_markdown(lake: Workspace) -> None:
    app = opened("table", lake=LAKE, table="old/apples_[1].csv")
    assert app.title[0].value == plain("old/apples_[1].csv")


def test_a_table_that_is_not_there_is_a_sentence(lake: Workspace) -> None:
    app = opened("table", lake=LAKE, table="pears.csv")
    assert plain("has no table 'pears.csv'") in app.error[0].value


def test_without_a_table_the_screen_says_where_to_find_one(lake: Workspace) -> None:
    assert "choose one in its lake" in texts(opened("table"))


def test_copies_of_a_table_are_linked_and_can_be_filtered_by(
    lake: Workspace, tmp_path: Path
) -> None:
    for name in ("a.csv", "old/a.csv", "b.csv"):
        path = tmp_path / "twice" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n2\n" if name == "b.csv" else "x\n1\n")
    settings = Settings(lake.root, workers=1, encoder="hash")
    lakes.refresh(lake, lakes.add_lake(lake, "twice", tmp_path / "twice"), settings)
    app = opened("table", lake="twice", table="a.csv")
    assert "The same content, byte for byte, another table has:" in texts(app)
    labels = [one.proto.label for one in app.get("page_link")]
    assert labels.count(plain("old/a.csv")) == 1
    assert "byte for byte" not in texts(opened("table", lake="twice", table="b.csv"))
    listed = opened("lake", lake="twice", copies="True").dataframe[0].value
    assert (listed["table"].tolist(), listed["copies"].tolist()) == (["a.csv", "old/a.csv"], [1, 1])
    assert "copies" not in opened("lake", lake=LAKE).dataframe[0].value.columns


def test_the_link_back_keeps_the_filter_that_its_own_lake_was_left_with(lake: Workspace) -> None:
    app = opened("lake", lake=LAKE)
    app.text_input(key="lake words").set_value("price year").run()
    app.query_params.clear()
    app.query_params["lake"], app.query_params["table"] = LAKE, "old/apples_[1].csv"
    app.switch_page("pages/table.py").run()
    assert not app.exception
    assert parse_qs(app.get("page_link")[0].proto.query_string) == {
        "lake": [LAKE],
        "words": ["price year"],
    }

    app.query_params.clear()
    app.query_params["lake"], app.query_params["words"] = LAKE, "price year"
    app.switch_page("pages/lake.py").run()
    assert list(app.dataframe[0].value["table"]) == ["old/apples_[1].csv"]


def test_the_link_back_takes_no_filter_along_from_another_lake(lake: Workspace) -> None:
    lakes.add_lake(lake, "other", Path(lakes.lake(lake, LAKE).root))
    app = opened("lake", lake="other", words="price")
    app.query_params.clear()
    app.query_params["lake"], app.query_params["table"] = LAKE, "rivers.csv"
    app.switch_page("pages/table.py").run()
    assert parse_qs(app.get("page_link")[0].proto.query_string) == {"lake": [LAKE]}


def test_a_table_says_when_its_file_was_read_and_that_it_has_changed_or_gone_since(
    lake: Workspace, tmp_path: Path
) -> None:
    path = tmp_path / "own" / "stock.csv"
    write_old(path, "name,size\nx,1\n")
    lakes.refresh(lake, lakes.add_lake(lake, "own", path.parent), Settings.from_environment())
    app = opened("table", lake="own", table="stock.csv")
    assert not app.warning
    assert "Read, or looked at and unchanged, just now" in texts(app)

    path.write_text("name,size\nx,1\ny,2\n")
    (told,) = app.run().warning
    assert told.value.startswith("The file was written to since it was read.")
    path.unlink()
    (told,) = app.run().warning
    assert told.value.startswith("The file is not there any more.")
    assert "1 row, 2 columns" in texts(app)

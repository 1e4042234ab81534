from __future__ import annotations

import io
import shlex
from collections.abc import Callable
from pathlib import Path

import openpyxl
import polars as pl
import pytest
import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.testing.v1 import AppTest

from core import lake as lakes
from core.search import build_vectors
from core.search.combining.joins import Accepted, JoinPart
from core.search.combining.put_right import write_match
from core.search.derived.texts import text_index
from core.search.types import SearchedLake
from core.search.uploads import keep_upload
from core.settings import Settings
from core.store import Workspace
from pages.searching import integration, query, union_preview
from pages.shared import progress
from pages.shared.words import chip, plain
from tests.core.benchmarks import tiny
from tests.files import write_old
from tests.pages.conftest import LAKE, opened, parameter, texts

FOUND = "old/apples_[1].csv"


def test_a_query_gives_cards_with_their_alignment(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, query="apples.csv")
    assert "that fit **apples\\.csv** best" in texts(app)
    assert f"{chip('*price*')}  \n{chip('*price*')}" in texts(app)
    assert "encoder" not in app.query_params


def test_an_encoder_that_nobody_chose_does_not_go_along_to_another_lake(
    lake: Workspace, folder: Path
) -> None:
    settings = Settings.from_environment()
    lakes.refresh(lake, lakes.add_lake(lake, "other", folder), settings)
    build_vectors(SearchedLake(lake, lakes.lake(lake, "other"), settings), "tfidf")
    app = opened("search", lake=LAKE, query="apples.csv")
    app.selectbox(key="search lake").set_value("other").run()
    assert "that fit **apples\\.csv** best" in texts(app)
    assert app.selectbox(key="search encoder").value == "tfidf"
    app.selectbox(key="search encoder").set_value("count").run()
    assert parameter(app, "encoder") == "count"
    app.selectbox(key="search lake").set_value(LAKE).run()
    assert "not ready for search with count yet" in texts(app)


def test_a_lake_that_changed_says_what_is_kept_and_what_else_becomes_ready_again(
    workspace_folder: Path, tmp_path: Path
) -> None:
    settings, here = Settings.from_environment(), Workspace.open(workspace_folder)
    tiny.lay(tmp_path / "paints", {"red.csv": "paint\nred\n"})
    paints = lakes.add_lake(here, "paints", tmp_path / "paints")
    lakes.refresh(here, paints, settings)
    searched = SearchedLake(here, lakes.lake(here, "paints"), settings)
    build_vectors(searched, "hash")
    text_index(searched)
    tiny.lay(tmp_path / "paints", {"blue.csv": "paint\nblue\n"})
    lakes.refresh(here, paints, settings)
    app = opened("search", lake="paints", query="red.csv")
    said = next(one.value for one in app.info if "not ready for search" in one.value)
    assert said.endswith(
        "The lake has changed since it was ready; texts that were encoded before are kept. "
        "Search in words is made ready again, too."
    )
    again = opened("search", lake="paints", query="red.csv", encoder="count")
    assert any("Search in words is made ready again" in one.value for one in again.info)


def test_a_lake_that_did_not_change_is_not_said_to_have(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, query="apples.csv", encoder="count")
    (said,) = [one.value for one in app.info if "not ready for search" in one.value]
    assert said.endswith("take longest.")


@pytest.fixture
def other(lake: Workspace, folder: Path) -> str:
    """Another lake, whose tables have the same names."""
    settings = Settings.from_environment()
    lakes.refresh(lake, lakes.add_lake(lake, "other", folder), settings)
    build_vectors(SearchedLake(lake, lakes.lake(lake, "other"), settings), "hash")
    return "other"


def test_nothing_that_was_chosen_of_a_lake_goes_along_to_another(other: str) -> None:
    aligned = f'["{FOUND}",["name","name"],["*price*","year"]]'
    chosen = {"ticked": FOUND, "open": FOUND, "aligned": aligned, "columns": "name"}
    app = opened("search", lake=LAKE, query="apples.csv", where="over 1 row", **chosen)
    assert "**1 table ticked**" in texts(app)
    app.selectbox(key="search lake").set_value(other).run()
    assert not app.exception
    assert not set(chosen) & set(app.query_params)
    assert parameter(app, "where") == "over 1 row"
    assert parameter(app, "query") == "apples.csv"
    ticks = [box.value for box in app.checkbox if box.label.startswith("Tick ")]
    assert ticks and not any(ticks)


def test_no_key_or_near_match_goes_along_to_another_lake(other: str) -> None:
    chosen = {"ticked": FOUND, "on": "name", "beyond": FOUND}
    chosen["matched"] = write_match("a", Accepted(("x",), ("y",)))
    app = opened("search", lake=LAKE, mode="join", query="apples.csv", **chosen)
    assert set(chosen) <= set(app.query_params)
    app.selectbox(key="search lake").set_value(other).run()
    assert not app.exception
    assert not set(chosen) & set(app.query_params)


def test_a_file_and_its_columns_stay_with_another_lake(lake: Workspace, other: str) -> None:
    upload = keep_upload(lake, "mine.csv", b"name,*price*\nGala,4\n")
    asked = {"from": "file", "upload": upload, "columns": "name", "ticked": FOUND}
    app = opened("search", lake=LAKE, **asked)
    app.selectbox(key="search lake").set_value(other).run()
    assert not app.exception
    assert (parameter(app, "upload"), parameter(app, "columns")) == (upload, "name")
    assert "ticked" not in app.query_params


def test_a_lake_that_is_chosen_for_one_that_is_gone_begins_anew(lake: Workspace) -> None:
    app = opened("search", lake="gone", query="apples.csv", ticked=FOUND)
    app.selectbox(key="search lake").set_value(LAKE).run()
    assert not app.exception
    assert parameter(app, "query") == "apples.csv"
    assert "ticked" not in app.query_params


def test_nothing_that_was_chosen_of_a_table_goes_along_to_a_file(lake: Workspace) -> None:
    upload = keep_upload(lake, "mine.csv", b"name,*price*\nGala,4\n")
    chosen = {"ticked": FOUND, "open": FOUND, "columns": "name"}
    app = opened("search", lake=LAKE, query="apples.csv", upload=upload, **chosen)
    assert set(chosen) <= set(app.query_params)
    app.segmented_control(key="search from").set_value("file").run()
    assert not app.exception
    assert not set(chosen) & set(app.query_params)


def test_a_number_of_results_that_cannot_be_is_told(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, query="apples.csv", k="999")
    told = "k is a whole number from 1 to 100. The address says 999; here it is 10."
    assert [one.value for one in app.warning] == [told]
    assert not app.run().warning


def test_a_card_opens_to_the_union_with_what_is_new_and_what_conflicts(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, query="apples.csv")
    app.button(key=f"preview {FOUND}").click().run()
    assert not app.exception
    assert parameter(app, "open") == FOUND
    said = texts(app)
    assert (
        "Appends **2 rows**, of which **1** are new to the query in the 2 columns aligned." in said
    )
    assert f"Adds 1 column that the query has not: {chip('year')}" in said
    assert "is integer in the query, but `*price*` is string" in said
    union = app.dataframe[0].value
    assert list(union.columns) == ["name", "*price*", "$taste$", "year", "source table"]
    assert len(union) == 4


def test_a_union_says_how_many_of_the_rows_of_either_table_are_shown(
    lake: Workspace, tmp_path: Path
) -> None:
    rows = "".join(f"town {n},{n}\n" for n in range(7))
    new = "".join(f"village {n},{n}\n" for n in range(120))
    files = {"query.csv": f"name,people\n{rows}", "more.csv": f"name,people\n{new}town 1,1\n"}
    settings = Settings.from_environment()
    lakes.refresh(
        lake, lakes.add_lake(lake, "places", tiny.lay(tmp_path / "places", files)), settings
    )
    build_vectors(SearchedLake(lake, lakes.lake(lake, "places"), settings), "hash")
    app = opened("search", lake="places", query="query.csv", open="more.csv")
    told = "Showing 5 of 7 rows of the query, 95 of 121 appended rows and 3 of 3 columns."
    assert told in texts(app)
    only_new = next(one for one in app.get("button_group") if one.key == "only new rows")
    only_new.set_value(True).run()
    assert "Showing 100 of 120 new rows and 3 of 3 columns." in texts(app)


def test_ticked_tables_are_offered_together(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, query="apples.csv")
    for box in app.checkbox:
        box.check()
    app.run()
    assert "**2 tables ticked**" in texts(app)
    again = opened("search", lake=LAKE, query="apples.csv", ticked=app.query_params["ticked"])
    assert [box.value for box in again.checkbox] == [True, True]
    assert "**2 tables ticked**" in texts(again)
    again.button(key="untick all").click().run()
    assert "ticked" not in texts(again) and "ticked" not in again.query_params
    assert f"written otherwise than in the query: {chip('*price*')} in " in texts(app)


def test_the_bar_says_how_many_rows_the_download_has_and_how_many_of_them_are_twice(
    lake: Workspace, tmp_path: Path
) -> None:
    folder = tmp_path / "yearly"
    for name, rows in {
        "2022.csv": "Oslo,1\nBern,2\nParis,3\n",
        "2023.csv": "Bern,2\nRome,4\n",  # one is of 2022
        "2024.csv": "Rome,4\nOslo,1\nWien,5\n",  # one is of 2022, one of 2023
    }.items():
        write_old(folder / name, f"city,number\n{rows}")
    settings = Settings.from_environment()
    lakes.refresh(lake, lakes.add_lake(lake, "yearly", folder), settings)
    build_vectors(SearchedLake(lake, lakes.lake(lake, "yearly"), settings), "hash")
    app = opened("search", lake="yearly", query="2022.csv", ticked="2023.csv")
    assert "5 rows; 2 appended, 1 of them there already" in texts(app)
    for box in app.checkbox:
        box.check()
    app.run()
    assert "8 rows; 5 appended, 3 of them there already" in texts(app)


def test_ticked_tables_that_a_narrower_search_does_not_show_are_named(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, query="apples.csv")
    for box in app.checkbox:
        box.check()
    app.run()
    app.number_input(key="search k").set_value(1).run()
    said = "**1 table ticked** to append to apples\\.csv; 1 more is not among these results: "
    assert said + plain("rivers.csv") in texts(app)
    app.button(key="untick what is not shown").click().run()
    assert parameter(app, "ticked") == "old/apples_[1].csv"
    assert "not among these results" not in texts(app)
    app.number_input(key="search k").set_value(10).run()
    assert [box.value for box in app.checkbox] == [True, False]


@pytest.mark.parametrize(
    ("mode", "ticked"),
    [({"k": "1"}, "rivers.csv"), ({"mode": "join", "on": "name"}, "x.csv:name=name")],
)
def test_where_no_ticked_table_is_shown_they_can_still_be_unticked(
    lake: Workspace, mode: dict[str, str], ticked: str
) -> None:
    app = opened("search", lake=LAKE, query="apples.csv", ticked=ticked, **mode)
    assert f"**1 ticked table** is not among these results: {plain(ticked)}" in texts(app)
    app.button(key="untick all").click().run()
    assert not app.exception
    assert "not among these results" not in texts(app)
    assert "ticked" not in app.query_params


def test_a_tick_before_the_browser_has_the_last_address_takes_no_other_away(
    lake: Workspace,
) -> None:
    app = opened("search", lake=LAKE, query="apples.csv")
    before = dict(app.query_params)
    first, second, *_ = [box for box in app.checkbox if box.label.startswith("Tick ")]
    first.check().run()
    assert first.key == f"tick {app.query_params['ticked']}"
    app.query_params.clear()
    for name, values in before.items():
        app.query_params[name] = values
    next(box for box in app.checkbox if box.key == second.key).check().run()
    assert "**2 tables ticked**" in texts(app)


def test_the_step_back_of_the_browser_takes_the_tick_away(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, query="apples.csv")
    before = dict(app.query_params)
    next(box for box in app.checkbox if box.label.startswith("Tick ")).check().run()
    app.query_params.clear()
    for name, values in before.items():
        app.query_params[name] = values
    app.run()
    assert not [text for text in texts(app) if "ticked**" in text]


def test_a_choice_of_columns_is_searched_with(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, query="rivers.csv", columns="length")
    assert app.multiselect(key="search columns").value == ["length"]
    app = opened("search", lake=LAKE, query="rivers.csv", columns="depth")
    assert "has no column depth" in app.warning[0].value


def test_a_lake_that_is_not_encoded_offers_it_and_does_not_block(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, query="apples.csv", encoder="tfidf")
    assert "not ready for search with tfidf" in texts(app)
    assert any(button.label == "Make it ready with tfidf" for button in app.button)


def test_an_uploaded_file_is_searched_with_by_its_address(
    lake: Workspace, workspace_folder: Path
) -> None:
    key = keep_upload(lake, "../*mine*.csv", b"name;*price*\nGala;4\n")
    app = opened("search", lake=LAKE, upload=key, **{"from": "file"})
    assert "Searching with *mine*.csv" in texts(app).replace("\\", "")
    assert any(button.key == f"preview {FOUND}" for button in app.button)
    app = opened("search", lake=LAKE, upload="0" * 32, **{"from": "file"})
    assert "upload the file again" in app.error[0].value


def test_an_uploaded_workbook_offers_its_sheets(lake: Workspace, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Notes"
    book.active.append(["text"])
    book.create_sheet("Prices").append(["name", "*price*"])
    book["Prices"].append(["Gala", 4])
    book.save(tmp_path / "book.xlsx")
    key = keep_upload(lake, "book.xlsx", (tmp_path / "book.xlsx").read_bytes())
    app = opened("search", lake=LAKE, upload=key, **{"from": "file"})
    (choice,) = [one for one in app.selectbox if one.label == "Table in the file"]
    assert (choice.options, choice.value, len(app.error)) == (["Notes", "Prices"], "Notes", 0)
    choice.select("Prices").run()
    assert any(button.key == f"preview {FOUND}" for button in app.button)
    assert parameter(app, "inner") == "Prices"


def test_boxes_are_named_without_escapes(lake: Workspace) -> None:
    for mode in ("union", "join"):
        app = opened("search", lake=LAKE, query="apples.csv", mode=mode)
        assert [box.label for box in app.checkbox][:1] == ["Tick old/apples_ 1 .csv"]


def keep_unions(monkeypatch: pytest.MonkeyPatch, made: dict[str, pl.DataFrame]) -> None:
    """Make each union that is offered at once, by its name."""

    def make(file: Callable[[str], bytes], name: str, key: str) -> None:
        made[name] = pl.read_parquet(io.BytesIO(file(".parquet")))

    monkeypatch.setattr(integration, "file_buttons", make)


def test_a_file_that_is_taken_out_of_its_field_is_not_searched_with(lake: Workspace) -> None:
    app = opened("search", **{"lake": LAKE, "from": "file"})
    (field,) = app.file_uploader
    field.set_value(("mine.csv", b"name,*price*\nGala,4\n", "text/csv")).run()
    assert "Searching with mine" in texts(app)
    assert "upload" in app.query_params
    app.file_uploader[0].set_value(None).run()
    assert not app.exception
    assert "Searching with" not in texts(app)
    assert "upload" not in app.query_params


def test_the_address_names_a_file_before_it_is_read(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    before: list[dict[str, str]] = []
    read_loose = query.read_loose

    def read(path: Path, how: Settings) -> object:
        before.append(st.query_params.to_dict())
        return read_loose(path, how)

    monkeypatch.setattr(query, "read_loose", read)
    asked = {
        "from": "file",
        "columns": "name",
        "upload": keep_upload(lake, "a.csv", b"name\nGala\n"),
    }
    app = opened("search", lake=LAKE, mode="join", **asked)
    app.file_uploader[0].set_value(("mine.csv", b"name\nFuji\n", "text/csv")).run()
    assert before[1]["upload"] == parameter(app, "upload") != asked["upload"]
    assert before[1] == app.query_params


def test_how_far_a_wide_file_is_encoded_is_shown_while_it_is(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_PATIENCE_SECONDS", 0)
    shown: list[str] = []
    draw = DeltaGenerator.progress

    def drawn(bar: DeltaGenerator, share: float, text: str) -> DeltaGenerator:
        if "of the query" in text:
            shown.append(text)
        return draw(bar, share, text)

    monkeypatch.setattr(DeltaGenerator, "progress", drawn)
    build_vectors(
        SearchedLake(lake, lakes.lake(lake, LAKE), Settings.from_environment()), "sbert-c"
    )
    header = ",".join(f"name {i}" for i in range(200))
    wide = keep_upload(lake, "wide.csv", f"{header}\n{'1,' * 199}1\n".encode())
    app = opened("search", lake=LAKE, upload=wide, encoder="sbert-c", **{"from": "file"})
    app.run()  # the answer is kept, and the bar is not drawn again
    assert not app.exception
    assert "that fit **wide\\.csv** best" in texts(app)
    assert shown[-1] == "Encoding the columns of the query (200 of 200)"
    assert len(shown) == len(set(shown)) > 1


def test_the_field_for_files_shows_no_other_file_than_is_searched_with(lake: Workspace) -> None:
    app = opened("search", **{"lake": LAKE, "from": "file"})
    steps = []
    for name in ("one.csv", "two.csv"):
        app.file_uploader[0].set_value((name, b"name,*price*\nGala,4\n", "text/csv")).run()
        assert not app.exception
        assert app.file_uploader[0].value.name == name
        steps.append(dict(app.query_params))
    app.query_params.clear()
    for name, value in steps[0].items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    assert "Searching with one" in texts(app)
    assert app.file_uploader[0].value is None
    app.file_uploader[0].set_value(("three.csv", b"name\nGala\n", "text/csv")).run()
    assert "Searching with three" in texts(app)
    assert app.run().file_uploader[0].value.name == "three.csv"


@pytest.mark.parametrize("mode", ["union", "join"])
@pytest.mark.parametrize("name", ["broken.csv", "broken.xlsx"])
def test_the_address_names_a_file_that_is_refused(lake: Workspace, mode: str, name: str) -> None:
    good = keep_upload(lake, "mine.csv", b"name,*price*\nGala,4\n")
    asked = {"from": "file", "upload": good, "columns": "name", "on": "name"}
    app = opened("search", lake=LAKE, mode=mode, **asked)
    content = bytes(range(256)) * 8
    app.file_uploader[0].set_value((name, content, "text/csv")).run()
    assert not app.exception
    assert len(app.error) == 1
    assert parameter(app, "upload") == keep_upload(lake, name, content)
    assert not {"columns", "on"} & set(app.query_params)
    assert (parameter(app, "mode"), parameter(app, "from")) == (mode, "file")
    assert "Save this search" not in [one.label for one in app.button]
    asked = {one: parameter(app, one) for one in app.query_params}
    again = opened("search", **asked)
    assert [one.value for one in again.error] == [one.value for one in app.error]


def test_a_union_is_downloaded_with_the_rows_that_are_shown(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: dict[str, pl.DataFrame] = {}
    keep_unions(monkeypatch, made)
    app = opened("search", lake=LAKE, query="apples.csv", open=FOUND)
    whole, new = "apples and apples_[1]", "apples and apples_[1], new rows"
    assert made[whole]["name"].to_list() == ["Boskoop", "Gala", "Boskoop", "Elstar"]
    rows = next(one for one in app.get("button_group") if one.key == "only new rows")
    rows.set_value(True).run()
    assert not app.exception
    assert made[new]["name"].to_list() == ["Elstar"]


def test_a_union_of_too_many_rows_is_left_to_the_terminal(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integration, "MOST_TO_HAND_OUT", 3)
    app = opened("search", lake=LAKE, query="apples.csv", open=FOUND)
    assert not app.exception
    (warning,) = [one.value for one in app.warning]
    assert warning == "This union has 4 rows. More than 3 are written in the terminal:"
    assert any(one.label == "Correct the alignment" for one in app.expander)
    next(box for box in app.checkbox if box.label.startswith("Tick")).check().run()
    assert not app.exception
    assert [shlex.split(one.value) for one in app.code] == [
        [
            *("python", "-m", "core", "union", LAKE, "apples.csv", FOUND, "--encoder", "hash"),
            *("-o", f"{name}.parquet"),
        ]
        for name in ("apples and more", "apples and 1 table")
    ]


def test_a_union_of_too_many_rows_that_satisfy_is_told_and_the_page_goes_on(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integration, "MOST_TO_HAND_OUT", 2)
    asked = {"lake": LAKE, "query": "apples.csv", "open": FOUND, "where": "year after 2000"}
    app = opened("search", **asked, ticked=FOUND, only="True", **{"ticked-only": "True"})
    assert not app.exception
    assert not app.error
    # The query's two rows and Elstar of 2001; the other row of the table is older.
    told = [one.value for one in app.warning]
    assert len(told) == 2
    for one in told:
        assert one.startswith("Of the rows that satisfy alone this union has 3 rows; the page")
    assert len(app.code) == 2
    assert any(one.label == "Correct the alignment" for one in app.expander)


def test_fewer_rows_that_satisfy_are_handed_out_where_all_are_too_many(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integration, "MOST_TO_HAND_OUT", 3)
    made: dict[str, pl.DataFrame] = {}
    keep_unions(monkeypatch, made)
    asked = {"lake": LAKE, "query": "apples.csv", "open": FOUND, "where": "year after 2000"}
    app = opened("search", **asked, ticked=FOUND, only="True", **{"ticked-only": "True"})
    assert not app.exception
    assert not app.code
    assert {name: union.height for name, union in made.items()} == {
        f"apples and {found}, rows that satisfy": 3 for found in ("apples_[1]", "1 table")
    }


def test_what_is_kept_of_a_union_are_the_rows_that_are_shown(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(union_preview, "ROWS", 2)
    kept: list[object] = []
    look_of = union_preview.look_of.__wrapped__
    monkeypatch.setattr(
        union_preview, "look_of", lambda *asked: kept.append(look_of(*asked)) or kept[-1]
    )
    opened("search", lake=LAKE, query="apples.csv", open=FOUND)
    (look,) = kept
    assert isinstance(look, union_preview.UnionLook)
    assert (look.rows.frame.height, look.new_rows.frame.height, look.height) == (2, 1, 4)


def opened_and_ticked(monkeypatch: pytest.MonkeyPatch, made: dict[str, pl.DataFrame]) -> AppTest:
    """Open a found table below a condition on rows, tick it, and keep the unions that are made."""
    keep_unions(monkeypatch, made)
    app = opened("search", lake=LAKE, query="apples.csv", open=FOUND, where="year after 2000")
    return app.checkbox[0].check().run()


def test_a_union_is_made_of_the_rows_that_satisfy_alone_if_that_is_wanted(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: dict[str, pl.DataFrame] = {}
    app = opened_and_ticked(monkeypatch, made)
    assert made["apples and apples_[1]"].height == made["apples and 1 table"].height == 4
    for toggle in app.toggle:
        toggle.set_value(True)
    app.run()
    assert not app.exception
    # The query's own rows stay; of the table that was found those after 2000 come.
    for name in ("apples and apples_[1]", "apples and 1 table"):
        found = made[f"{name}, rows that satisfy"]
        assert found["name"].to_list() == ["Boskoop", "Gala", "Elstar"]
        assert found["year"].to_list() == [None, None, "2001"]
    assert "Appends **1 row**" in texts(app)


def test_a_link_carries_along_that_only_the_rows_that_satisfy_are_wanted(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: dict[str, pl.DataFrame] = {}
    app = opened_and_ticked(monkeypatch, made)
    for number in range(2):
        app.toggle[number].set_value(True).run()
    link = {name: parameter(app, name) for name in app.query_params}
    made.clear()
    again = opened("search", **link)
    assert [one.value for one in again.toggle] == [True, True]
    assert sorted(made) == [
        f"apples and {found}, rows that satisfy" for found in ("1 table", "apples_[1]")
    ]
    again.toggle[0].set_value(False).run()
    assert [one.value for one in again.toggle] == [False, True]
    again.selectbox(key="search query").set_value("rivers.csv").run()
    assert not {"only", "ticked-only"} & set(again.query_params)


def test_rows_that_satisfy_are_offered_of_conditions_on_rows_alone(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, query="apples.csv", open=FOUND, where="over 1 row")
    assert not app.toggle


def test_without_a_query_some_are_suggested(lake: Workspace) -> None:
    said = texts(opened("search", lake=LAKE))
    assert "For instance:" in said
    assert plain("name, *price*, $taste$") in said


def test_the_mode_stands_in_the_address_and_an_unknown_one_is_union(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, query="apples.csv", mode="sideways")
    assert parameter(app, "mode") == "union"
    assert "that fit **apples\\.csv** best" in texts(app)


def test_rows_that_look_like_no_records_are_told_where_they_are_taken(
    lake: Workspace, tmp_path: Path
) -> None:
    tiny.lay(
        tmp_path / "sales",
        {
            "may.csv": "city,sales\nBonn,5\nTrier,7\nUlm,2\n",
            "june.csv": "city,sales,tax\nBonn,5,1\nTrier,7,1\nUlm,2,0\nSumme,14,2\n",
        },
    )
    lakes.refresh(
        lake, lakes.add_lake(lake, "sales", tmp_path / "sales"), Settings.from_environment()
    )
    build_vectors(
        SearchedLake(lake, lakes.lake(lake, "sales"), Settings.from_environment()), "hash"
    )
    told = "no records are taken along. june\\.csv: A row at the end looks like a total"
    join = JoinPart("june.csv", (("city", "city"),))
    for asked, place in (
        ({"mode": "union"}, "june.csv"),
        ({"mode": "join", "on": "city"}, join.name),
    ):
        app = opened("search", lake="sales", query="may.csv", **asked)
        assert told not in texts(app)
        app = opened("search", lake="sales", query="may.csv", open=place, **asked)
        assert texts(app).count(told) == 1
        app = opened("search", lake="sales", query="may.csv", ticked=place, **asked)
        assert texts(app).count(told) == 1

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from core import lake as lakes
from core.search.combining.joins import JoinPart
from core.settings import Settings
from core.store import Workspace
from pages.searching import join_preview
from pages.shared.words import chip, plain
from tests.pages.conftest import LAKE, opened, parameter, texts

ORDERS = "order,*who*\n1,Ann\n2,Bob\n3,Christina\n4,Bob\n"
PEOPLE = "name,town\nann,Oslo\nBOB,Lima\nChristine,Rome\n"
TOWNS = "city,country\noslo,Norway\nLima,Peru\nRome,Italy\n"
PART = JoinPart("people.csv", (("*who*", "name"),))


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Orders of people, who live in towns."""
    root = tmp_path_factory.mktemp("joins")
    for name, text in (("orders", ORDERS), ("people", PEOPLE), ("towns", TOWNS)):
        (root / f"{name}.csv").write_text(text)
    return root


@pytest.fixture(scope="session")
def searchable(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with these as a lake, of which no index is made yet."""
    settings = Settings(tmp_path_factory.mktemp("joins") / "workspace", workers=1, encoder="hash")
    workspace = Workspace.open(settings.workspace)
    lakes.refresh(workspace, lakes.add_lake(workspace, LAKE, folder), settings)
    return workspace.root


QUERY = {"lake": LAKE, "mode": "join", "query": "orders.csv"}


def test_a_key_gives_cards_with_what_matches_and_what_is_gained(lake: Workspace) -> None:
    app = opened("search", **QUERY, on="*who*")
    said = texts(app)
    assert "by the key `*who*`" in said
    assert f"{chip('*who*')} = {chip('name')}" in said
    assert "**75%** of the rows (3 of 4) find a partner, n:1" in said
    assert f"Gains]] {chip('town')} :gray[:small[string: {plain('Oslo, Lima')}]]" in said
    assert parameter(app, "on") == "*who*"


def test_a_preview_says_how_many_of_the_columns_gained_it_shows(tmp_path: Path) -> None:
    wide = ",".join(f"c{number}" for number in range(70))
    (tmp_path / "orders.csv").write_text(ORDERS)
    (tmp_path / "wide.csv").write_text(f"name,{wide}\nAnn{',1' * 70}\nBob{',2' * 70}\n")
    settings = Settings.from_environment()
    workspace = Workspace.open(settings.workspace)
    lakes.refresh(workspace, lakes.add_lake(workspace, LAKE, tmp_path), settings)
    part = JoinPart("wide.csv", (("*who*", "name"),))
    app = opened("search", **QUERY, on="*who*", open=part.name)
    assert "Green: 60 of 70 columns gained." in texts(app)


def test_without_a_key_those_that_look_like_one_are_tried(lake: Workspace) -> None:
    app = opened("search", **QUERY)
    assert "by the proposed key" in texts(app)
    assert f"{chip('*who*')} = {chip('name')}" in texts(app)


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("over 1 rows", "by the proposed keys `order`, `*who*`"),
        ('joinable on "*who*", over 1 rows', "by the key `*who*`"),
    ],
)
def test_a_condition_leaves_all_keys_told_that_were_tried(
    tmp_path: Path, where: str, told: str
) -> None:
    (tmp_path / "orders.csv").write_text("order,*who*\nNo 1,Ann\nNo 2,Bob\nNo 3,Eve\n")
    (tmp_path / "people.csv").write_text(PEOPLE)
    (tmp_path / "bills.csv").write_text("bill,sum\nNo 1,5\nNo 2,7\nNo 3,9\n")
    settings = Settings.from_environment()
    workspace = Workspace.open(settings.workspace)
    lakes.refresh(workspace, lakes.add_lake(workspace, LAKE, tmp_path), settings)
    assert told in texts(opened("search", **QUERY, where=where))
    assert "by the key `*who*`" in texts(opened("search", **QUERY, where=where, on="*who*"))


def test_two_keys_are_told_to_be_two(lake: Workspace) -> None:
    app = opened("search", **QUERY, on="order", where='joinable on "*who*"')
    (told,) = [one.value for one in app.warning]
    assert told.startswith(plain("A join is on one key. Got order, and in the condition *who*"))
    assert not app.exception


@pytest.mark.parametrize("where", ["", "over 1 rows"])
def test_tables_that_add_no_column_are_left_out_unless_they_are_asked_for(
    tmp_path: Path, where: str
) -> None:
    for name, text in (("orders", ORDERS), ("people", PEOPLE), ("again", ORDERS)):
        (tmp_path / f"{name}.csv").write_text(text)
    settings = Settings.from_environment()
    workspace = Workspace.open(settings.workspace)
    lakes.refresh(workspace, lakes.add_lake(workspace, LAKE, tmp_path), settings)
    narrowed = {**QUERY, "on": "*who*", **({"where": where} if where else {})}
    nothing_new = "Every column of the table has a name that the query has already"
    assert nothing_new not in texts(opened("search", **narrowed))
    assert nothing_new in texts(opened("search", **narrowed, all="too"))


def test_a_card_opens_to_the_join_and_near_matches_are_accepted(lake: Workspace) -> None:
    app = opened("search", **QUERY, on="*who*")
    place = PART.name
    app.button(key=f"preview join {place}").click().run()
    assert not app.exception
    assert parameter(app, "open") == place
    frame = app.dataframe[0].value
    assert list(frame.columns) == ["order", "*who*", "town"]
    assert frame["town"].dropna().to_list() == ["Oslo", "Lima", "Lima"]
    assert "Showing 4 of 4 rows of the left join" in texts(app)


def test_an_accepted_near_match_counts_in_card_and_preview_and_can_be_taken_back(
    lake: Workspace,
) -> None:
    app = opened("search", **QUERY, on="*who*", open=PART.name)
    assert f"{chip('Christina')} :gray[1 row] for {chip('Christine')}" in texts(app)
    app.button(key=f"accept 0 of {PART.name}").click().run()
    assert not app.exception
    assert "**100%** of the rows (4 of 4) find a partner" in texts(app)
    assert app.dataframe[0].value["name"].to_list() == ["ann", "BOB", "Christine", "BOB"]
    accepted = parameter(app, "matched")
    again = opened("search", **QUERY, on="*who*", matched=accepted)
    assert "**100%** of the rows (4 of 4) find a partner" in texts(again)
    app.button(key=f"take back 0 of {PART.name}").click().run()
    assert "**75%** of the rows (3 of 4) find a partner" in texts(app)
    assert "matched" not in app.query_params


def test_near_matches_are_accepted_all_at_once_but_for_those_between_two_alike(
    tmp_path: Path,
) -> None:
    # "Catharin" is as near to Catharina as to Catharine; "Christina" is nearer to one of two.
    orders = "order,*who*\n1,Ann\n2,Christina\n3,Johannsen\n4,Catharin\n"
    people = (
        "name,town\nann,Oslo\nChristine,Rome\nChristiane,Ulm\nJohannssen,Bern\n"
        "Catharina,Lima\nCatharine,Kiel\n"
    )
    for name, text in (("orders", orders), ("people", people)):
        (tmp_path / f"{name}.csv").write_text(text)
    settings = Settings.from_environment()
    workspace = Workspace.open(settings.workspace)
    lakes.refresh(workspace, lakes.add_lake(workspace, LAKE, tmp_path), settings)
    app = opened("search", **QUERY, on="*who*", open=PART.name)
    button = app.button(key=f"accept all of {PART.name}")
    assert button.label == "Accept 2 at once"
    button.click().run()
    assert not app.exception
    assert "**75%** of the rows (3 of 4) find a partner" in texts(app)
    names = app.dataframe[0].value["name"].fillna("").to_list()
    assert names == ["ann", "Christine", "Johannssen", ""]
    app.button(key=f"take back 0 of {PART.name}").click().run()
    assert "**50%** of the rows (2 of 4) find a partner" in texts(app)
    app.button(key=f"accept 0 of {PART.name}").click().run()
    app.button(key=f"take back all of {PART.name}").click().run()
    assert "**25%** of the rows (1 of 4) find a partner" in texts(app)
    assert "matched" not in app.query_params


def test_a_join_of_many_rows_is_left_to_a_command_with_what_was_accepted(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(join_preview, "MOST_TO_HAND_OUT", 2)
    line = f'["{PART.name}",["christina"],["christine"]]'
    app = opened(
        "search", **QUERY, on="*who*", open=PART.name, how="inner", exact="dates", matched=line
    )
    (command,) = app.code
    assert shlex.split(command.value) == [
        *("python", "-m", "core", "join", LAKE, "orders.csv", "people.csv", "--on", "*who*=name"),
        *("--how", "inner", "--fold", "blanks,unicode,case,numbers", "--matched", line),
        *("-o", "orders and people.parquet"),
    ]


def test_an_inner_join_is_kept_in_the_address(lake: Workspace) -> None:
    app = opened("search", **QUERY, on="*who*", open=PART.name, how="inner")
    assert "**3 rows**" in texts(app)
    assert parameter(app, "how") == "inner"


def test_ticked_tables_are_joined_together(lake: Workspace) -> None:
    app = opened("search", **QUERY, on="*who*")
    app.checkbox[0].check().run()
    assert not app.exception
    assert "**1 table ticked** to join to orders\\.csv" in texts(app)
    assert "4 rows, 3 columns" in texts(app)
    assert "Label this pair" in [button.label for button in app.button]


def test_ticked_joins_that_are_not_among_the_results_are_named(lake: Workspace) -> None:
    other = JoinPart("towns.csv", (("order", "city"),)).name
    app = opened("search", **QUERY, on="*who*", ticked=PART.name)
    assert "not among these results" not in texts(app)
    app.query_params["ticked"] = [PART.name, other]
    app.run()
    said = "**1 table ticked** to join to orders\\.csv; 1 more is not among these results: "
    assert said + plain(other) in texts(app)
    app.button(key="untick what is not shown").click().run()
    assert parameter(app, "ticked") == PART.name


def test_a_chain_leads_one_table_further(lake: Workspace) -> None:
    app = opened("search", **QUERY, on="*who*", beyond=PART.name)
    assert "find partners in 1 further table" in texts(app)
    chains = app.dataframe[0].value
    assert chains["table"].to_list() == ["towns.csv"]
    assert chains["rows"].to_list() == [0.75]
    assert chains["gains"].to_list() == ["country"]


def test_a_key_without_a_partner_says_so(lake: Workspace) -> None:
    app = opened("search", **{**QUERY, "query": "towns.csv"}, on="country")
    assert "No table of this lake that adds a column shares a value" in texts(app)


def test_a_column_that_is_not_there_is_said(lake: Workspace) -> None:
    app = opened("search", **QUERY, on="nobody")
    assert "has no column nobody" in app.warning[0].value


def test_a_table_shows_the_best_to_join_each_a_click_away(lake: Workspace) -> None:
    app = opened("table", lake=LAKE, table="people.csv")
    links = {link.label: link for link in app.get("page_link")}
    assert "Best to join" in [header.value for header in app.subheader]
    assert links[plain("towns.csv")].proto.query_string


def test_zeros_in_front_do_not_count_where_that_is_chosen(tmp_path: Path) -> None:
    (tmp_path / "areas.csv").write_text("plz,town\n01067,Dresden\n04103,Leipzig\n10115,Berlin\n")
    (tmp_path / "lost.csv").write_text("plz,people\n1067,5\n4103,6\n10115,7\n")
    settings = Settings.from_environment()
    workspace = Workspace.open(settings.workspace)
    lakes.refresh(workspace, lakes.add_lake(workspace, LAKE, tmp_path), settings)
    app = opened("search", lake=LAKE, mode="join", query="areas.csv", on="plz")
    assert "**33%** of the rows (1 of 3) find a partner" in texts(app)
    assert plain("zeros in front, which count: “01067” is not “1067”") in texts(app)
    next(one for one in app.toggle if one.label == "Zeros in front do not count").set_value(
        True
    ).run()
    assert "**100%** of the rows (3 of 3) find a partner" in texts(app)
    assert plain("zeros in front, which count") not in texts(app)
    assert parameter(app, "zeros") == "True"

"""Conditions on a lake are read with the names of its columns where words are lost without."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import lake as lakes
from core.conditions import write_condition
from core.search.conditioned import read_for_lake
from core.search.conditioned.naming import names_in_lake
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace
from tests.core.search.conftest import MakeLake, Opened
from tests.files import write_old


@pytest.fixture(scope="module")
def customers(make_lake: MakeLake) -> Opened:
    return make_lake(
        {"customers.csv": "name,customer since,all games\nAda,2019-05-01,5\nBen,2020-02-03,6\n"}
    )


@pytest.mark.parametrize(
    ("text", "read", "doubted"),
    [
        ("where customer since is after 2019-12-31", '"customer since" after 2019-12-31', ()),
        ("where name is Ada", '"name" is "Ada"', ()),
        ("all games over 5", 'share >= 1 of ("games" > 5)', ("all games",)),
    ],
)
def test_a_name_of_the_lake_is_read_where_words_are_lost_without_it(
    customers: Opened, text: str, read: str, doubted: tuple[str, ...]
) -> None:
    found = read_for_lake(customers.searched, text)
    assert found.condition is not None
    assert write_condition(found.condition) == read
    assert tuple(span.text for span in found.unknown) == doubted


def test_the_names_are_those_of_all_tables_but_one_as_the_lake_is_now(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    write_old(folder / "a.csv", "City,city,price\nOslo,Oslo,3\n")
    write_old(folder / "b.csv", "CITY,year\nRome,2001\n")
    settings = Settings(workspace=tmp_path / "workspace")
    workspace = Workspace.open(settings.workspace)
    lake = lakes.add_lake(workspace, "towns", folder)
    lakes.refresh(workspace, lake, settings)
    searched = SearchedLake(workspace, lake, settings)

    assert names_in_lake(searched) == {"city", "price", "year"}
    assert names_in_lake(searched, "a.csv") == {"city", "year"}
    assert names_in_lake(searched, "b.csv") == {"city", "price"}

    (folder / "a.csv").write_text("town,price\nOslo,3\n")
    lakes.refresh(workspace, lake, settings)

    assert names_in_lake(searched) == {"town", "price", "city", "year"}
    assert names_in_lake(searched, "b.csv") == {"town", "price"}

"""Results that are too many for one screen."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from streamlit.elements.lib import policies
from streamlit.testing.v1 import AppTest

from core import lake as lakes
from core.search import build_vectors
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace
from tests.pages.conftest import opened, parameter

ADDRESS = {"lake": "many", "mode": "words", "ranking": "bm25", "k": "60"}


@pytest.fixture
def many(tmp_path: Path, lake: Workspace) -> None:
    """Fifty tables of apples, thirty of which know pears."""
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(50):
        fruit = "pear" if number < 30 else "plum"
        (folder / f"t{number:02}.csv").write_text(f"name,kind\napple,{fruit}\n")
    lakes.refresh(lake, lakes.add_lake(lake, "many", folder), Settings.from_environment())


def shown(app: AppTest) -> list[str]:
    """The tables on the screen."""
    assert not app.exception
    keys = (str(button.key) for button in app.button)
    return [key.removeprefix("preview ") for key in keys if key.startswith("preview ")]


def turned(app: AppTest, number: int) -> AppTest:
    """AppTest knows no pagination: what it would hold is said in its place."""
    app.session_state["page of results"] = number
    app.session_state["search page"] = number
    return app.run()


def test_a_page_stands_in_the_address(many: None) -> None:
    app = opened("search", words="apple", **ADDRESS)
    first = shown(app)
    assert (len(first), "page" in app.query_params) == (20, False)
    third = shown(turned(app, 3))
    assert (len(third), parameter(app, "page")) == (10, "3")
    assert not {*first} & {*third}
    assert shown(opened("search", words="apple", page="3", **ADDRESS)) == third


@pytest.mark.parametrize(("page", "left"), [("9", 10), ("0", 20), ("two", 20)])
def test_a_page_that_there_is_not_is_the_nearest_one(many: None, page: str, left: int) -> None:
    assert len(shown(opened("search", words="apple", page=page, **ADDRESS))) == left


def test_other_results_are_looked_at_from_the_first(many: None) -> None:
    app = turned(opened("search", words="apple", **ADDRESS), 2)
    second = shown(app)
    app.button(key=f"preview {second[3]}").click().run()
    assert (shown(app), parameter(app, "open")) == (second, second[3])
    next(one for one in app.text_input if one.label == "Words").set_value("pear").run()
    assert "page" not in app.query_params
    assert shown(app) == shown(opened("search", words="pear", **ADDRESS))


def test_a_page_from_an_address_leaves_no_stack_in_the_log(
    many: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    # As on a server, and as the first of its life: Streamlit warns of it once.
    monkeypatch.setattr(policies, "runtime", SimpleNamespace(exists=lambda: True))
    monkeypatch.setattr(policies, "_shown_default_value_warning", False)
    assert shown(opened("search", words="apple", page="2", **ADDRESS))
    assert not [record for record in caplog.records if record.stack_info]


def test_the_end_of_the_results_turns_them_over_too(many: None) -> None:
    app = opened("search", words="apple", **ADDRESS)
    first = shown(app)
    drawn = [
        one for one in app.main if one.type == "pagination" or one.key == f"preview {first[-1]}"
    ]
    assert [one.type for one in drawn] == ["pagination", "button", "pagination"]
    app.get("pagination")[1].set_value(2).run()
    assert (parameter(app, "page"), len(shown(app))) == ("2", 20)
    assert [one.value for one in app.get("pagination")] == [2, 2]
    assert not {*first} & {*shown(app)}
    app.get("pagination")[0].set_value(3).run()
    assert [one.value for one in app.get("pagination")] == [3, 3]


@pytest.mark.parametrize("mode", ["union", "join"])
def test_results_for_a_table_are_turned_over_at_their_end_too(
    many: None, lake: Workspace, mode: str
) -> None:
    settings = Settings.from_environment()
    build_vectors(SearchedLake(lake, lakes.lake(lake, "many"), settings), "hash")
    asked = {"lake": "many", "query": "t00.csv", "mode": mode, "k": "60", "on": "name"}
    app = opened("search", all="too", **asked)
    app.get("pagination")[-1].set_value(2).run()
    assert not app.exception
    assert [one.value for one in app.get("pagination")] == [2, 2]
    assert parameter(app, "page") == "2"

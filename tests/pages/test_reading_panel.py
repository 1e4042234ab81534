"""How a file is read is said on Table and on Lake, seen before it is kept, and taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import jobs
from core import lake as lakes
from core.lake import ReadAs
from core.settings import Settings
from core.store import Workspace
from pages.shared.words import plain
from tests.files import write_old
from tests.pages.conftest import opened, texts

PRICES = "Ceny\n\nmiasto;cena\nŁódź;1.200\nŻory;3,5\nKraków;4,25\n".encode("cp1250")


@pytest.fixture
def prices(tmp_path: Path) -> Workspace:
    for name in ("may.csv", "june.csv"):
        write_old(tmp_path / "prices" / name, PRICES)
    workspace = Workspace.open(Settings.from_environment().workspace)
    added = lakes.add_lake(workspace, "prices", tmp_path / "prices")
    lakes.refresh(workspace, added, Settings.from_environment())
    return workspace


def choose(app: AppTest, label: str, value: str) -> None:
    (box,) = (one for one in app.selectbox if one.label == label)
    box.set_value(value).run()


def press(app: AppTest, label: str) -> None:
    (button,) = (one for one in app.button if one.label == label)
    button.click().run()


def refresh(workspace: Workspace) -> None:
    """What the job that was submitted does, and the next page finds."""
    lakes.refresh(workspace, lakes.lake(workspace, "prices"), Settings.from_environment())


def test_a_file_is_read_as_was_seen_before(prices: Workspace) -> None:
    app = opened("table", lake="prices", table="may.csv")
    assert "Read as guessed: Windows" in texts(app)
    press(app, "Change")
    assert list(app.dataframe[0].value["Text"])[2].startswith("miasto;cena")
    choose(app, "Header", "3")
    choose(app, "Encoding", "cp1250")
    choose(app, "Decimal mark", ",")
    seen = app.dataframe[1].value
    assert list(seen.columns) == ["miasto", "cena"]
    assert list(seen["cena"]) == ["1200", "3.5", "4.25"]
    assert lakes.read_rules(prices, 1) == []
    press(app, "Read it so")
    (rule,) = lakes.read_rules(prices, 1)
    assert (rule.pattern, rule.read_as) == (
        "may.csv",
        ReadAs(header=3, encoding="cp1250", decimal=","),
    )
    assert [job.kind for job in jobs.jobs(prices, active_only=True)] == ["refresh"]
    assert f"{plain('may.csv')} is being read anew" in texts(app)

    refresh(prices)
    app = opened("table", lake="prices", table="may.csv")
    assert plain("header in line 3, Windows-1250, decimal comma") in texts(app)
    assert "being read anew" not in texts(app)
    assert list(app.dataframe[0].value["type"]) == ["string", "float"]


def test_what_cannot_be_is_a_sentence_beside_the_lines_of_the_file(prices: Workspace) -> None:
    app = opened("table", lake="prices", table="may.csv", reading="change")
    choose(app, "Header", "30")
    assert plain("said to be in line 30, and the file has 6 lines") in app.error[0].value
    assert len(app.dataframe[0].value) == 6
    (button,) = (one for one in app.button if one.label == "Read it so")
    assert button.disabled
    choose(app, "Header", "3")
    choose(app, "Rows begin", "2")
    assert "Rows begin below the header" in app.error[0].value


def test_a_pattern_is_said_and_taken_back_on_the_page_of_its_lake(prices: Workspace) -> None:
    app = opened("table", lake="prices", table="may.csv", reading="change")
    choose(app, "Header", "3")
    choose(app, "Said of", "*.csv")
    assert "2 files match" in texts(app)
    press(app, "Read it so")
    refresh(prices)
    app = opened("table", lake="prices", table="june.csv")
    assert "header in line 3" in texts(app)
    assert "said of" in texts(app)

    app = opened("lake", lake="prices", view="Not read", file="*.csv")
    assert list(app.dataframe[-1].value["Said of"]) == ["*.csv"]
    assert list(app.dataframe[-1].value["Files"]) == [2]
    press(app, "Have it guessed again")
    assert lakes.read_rules(prices, 1) == []
    assert "What was said of how files are read" not in texts(app)


def test_only_curators_say_it(prices: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUNDINGS_CURATORS", "ann")
    app = opened("table", lake="prices", table="may.csv", reading="change")
    choose(app, "Header", "3")
    (button,) = (one for one in app.button if one.label == "Read it so")
    assert button.disabled

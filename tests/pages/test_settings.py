"""Settings without a browser: what holds, what a curator changes, and that no key is shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.judges.pricing.price_table import PriceChange, keep_changes
from core.labels import LOCAL
from core.store import Workspace, settings_of
from tests.pages.conftest import opened_by, press, texts


def opened(view: str, name: str = "cy") -> AppTest:
    return opened_by(name, "settings", view=view)


def read(app: AppTest) -> str:
    return texts(app).replace("\\", "")


def test_every_setting_stands_there_with_its_origin_and_a_curator_changes_those_of_the_work(
    workspace_folder: Path,
) -> None:
    app = opened("Settings")
    assert "You are **cy**, curator (by the name you gave; nobody vouches for it)." in read(app)
    table = app.dataframe[0].value.set_index("variable")
    assert table.loc["SOUNDINGS_ENCODER", ["value", "comes from"]].tolist() == [
        "hash",
        "environment",
    ]
    assert table.loc["SOUNDINGS_JUDGE_ATTEMPTS", "comes from"] == "default"
    assert table.loc["SOUNDINGS_CURATORS", "changed"] == "environment"
    assert app.selectbox[0].disabled  # the environment names the encoder

    attempts = next(one for one in app.number_input if one.label == "Attempts a request")
    attempts.set_value(3)
    app = press(app, "Keep")
    assert "Kept. Attempts a request: 3" in read(app)
    assert settings_of(Workspace.open(workspace_folder)).judge_attempts == 3
    table = app.dataframe[0].value.set_index("variable")
    assert table.loc["SOUNDINGS_JUDGE_ATTEMPTS", "comes from"].startswith("cy, ")


def test_whoever_is_no_curator_looks_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUNDINGS_CURATORS", "ann")
    app = opened("Settings", name="eve")
    assert "You are **eve**, annotator" in read(app)
    assert "Only curators change what is here." in read(app)
    keep = [button for button in app.button if button.label == "Keep"]
    assert all(one.disabled for one in [*app.number_input, *app.selectbox, *keep])


def test_prices_stand_in_one_table_those_entered_above_those_listed(workspace_folder: Path) -> None:
    change = PriceChange("openai:gpt-4o", (7.0, 8.0))
    keep_changes(Workspace.open(workspace_folder), LOCAL, [change])
    app = opened("Prices of judges")
    table = app.dataframe[0].value.set_index("judge")
    assert table.loc["openai:gpt-4o", ["input", "output"]].tolist() == [7.0, 8.0]
    assert table.loc["openai:gpt-4o", "source"].startswith("entered by local on ")
    assert [button.label for button in app.button if button.disabled] == ["Nothing is changed"]


def test_a_key_is_said_to_be_there_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    monkeypatch.delenv("GOOGLE_API_KEY", raising=False)
    app = opened("Models & keys")
    assert app.dataframe[0].value["key"].tolist() == ["present", "none"]
    assert "sk-very-secret" not in str(app)


def test_the_doctor_is_asked_on_the_page() -> None:
    app = opened("Installation", name="")
    assert not app.dataframe
    app = press(app, "Examine the workspace")
    assert app.success[0].value == "All 13 checks are well."
    found = app.dataframe[0].value.set_index("check")
    assert found.loc["database", "state"] == "✓ ok"
    assert "hash loads" in found.loc["encoder", "found"]


def test_without_a_name_one_looks_and_is_asked_for_it() -> None:
    app = opened("Settings", name="")
    assert app.dataframe
    assert next(one for one in app.button if one.label == "Keep").disabled
    app.text_input(key="name as written").set_value("cy")
    press(app, "Go on")
    assert "You are **cy**, curator" in read(app)
    assert "Who are you?" not in read(app)
    assert not next(one for one in app.button if one.label == "Keep").disabled

"""What a page shows where it cannot be: one sentence, and links."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.conftest import APP, texts


def stopped(**parameters: str) -> AppTest:
    """Open a page which ends in an error."""
    app = AppTest.from_file(str(APP), default_timeout=60)
    for name, value in parameters.items():
        app.query_params[name] = value
    app.switch_page("pages/settings.py").run()
    assert not app.exception, app.exception[0].value
    assert len(app.error) == 1
    return app


def labels(app: AppTest) -> list[str]:
    return [link.proto.label for link in app.get("page_link")]


def test_a_setting_that_cannot_be_read_is_one_sentence_and_a_link(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SOUNDINGS_WORKERS", "many")
    app = stopped()
    told = "SOUNDINGS_WORKERS must be a whole number of at least 1. Got 'many'."
    assert told in texts(app).replace("\\", "")
    assert labels(app) == ["Home"]


def test_a_workspace_that_cannot_be_opened_is_one_sentence_and_links_that_need_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    monkeypatch.setenv("SOUNDINGS_WORKSPACE", str(file))
    app = stopped(lake="fruit", benchmark="ugen")
    assert str(file) in texts(app).replace("\\", "")
    assert labels(app) == ["Choose a lake", "Choose a benchmark", "Home"]

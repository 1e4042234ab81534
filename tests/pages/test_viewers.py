"""What a viewer finds where others add, start, stop and remove."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import jobs
from core import lake as lakes
from core.benchmarks import runs
from core.jobs import queue
from core.settings import Settings
from core.store import Workspace
from pages.shared import identity
from tests.core.benchmarks import tiny
from tests.pages.conftest import LAKE, opened, texts


@pytest.fixture(autouse=True)
def _lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody but cora is a curator and nobody but ann votes."""
    monkeypatch.setenv("SOUNDINGS_CURATORS", "cora")
    monkeypatch.setenv("SOUNDINGS_ANNOTATORS", "ann")


def opened_by(name: str, page: str = "", **parameters: str) -> AppTest:
    app = opened(page, **parameters)
    app.session_state[identity.NAME] = name
    app.run()
    assert not app.exception
    return app


def labelled(app: AppTest, label: str) -> list[bool]:
    """Of each button of a label, whether it is disabled."""
    return [button.disabled for button in app.button if button.label == label]


def test_a_viewer_neither_adds_nor_removes_nor_refreshes_a_lake(lake: Workspace) -> None:
    app = opened_by("eve")
    assert "Only a curator adds data lakes." in texts(app)
    assert "Only a curator removes data lakes." in texts(app)
    assert labelled(app, "Add and read it") == []
    assert labelled(app, "Refresh") == [True]


def test_a_role_that_was_taken_away_since_the_page_was_drawn_holds(
    lake: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny.add(lake, "tiny", tiny.ugen(tmp_path / "tiny"))
    voting, curating = opened_by("ann"), opened_by("cora")
    adding = opened_by("cora", "benchmarks", benchmark="tiny")
    monkeypatch.setenv("SOUNDINGS_ANNOTATORS", "nobody")
    monkeypatch.setenv("SOUNDINGS_CURATORS", "nobody")
    voting.button(key=f"refresh {LAKE}").click().run()
    assert "Only an annotator or a curator may start work" in voting.error[0].value
    curating.button(key=f"remove {LAKE}").click().run()
    assert "Only a curator may remove a data lake" in curating.error[0].value
    next(one for one in adding.button if one.label == "Remove tiny").click().run()
    assert "Only a curator may remove a benchmark" in adding.error[0].value
    assert [one.name for one in lakes.lakes(lake)] == [LAKE, "tiny"]
    assert jobs.jobs(lake) == []


def test_where_nothing_is_a_viewer_is_offered_no_way_in(lake: Workspace) -> None:
    queue.end(lake, jobs.submit(lake, "encode", LAKE).key, "done", "")
    lakes.remove_lake(lake, LAKE)
    app = opened_by("eve")
    assert "There is nothing here yet.\nOnly a curator adds data lakes." in texts(app)
    assert "Add the sample lake" not in [button.label for button in app.button]
    app = opened_by("cora")
    next(one for one in app.button if one.label == "Add the sample lake").click().run()
    assert [(job.kind, job.subject) for job in jobs.jobs(lake, active_only=True)] == [
        ("refresh", "sample")
    ]


def test_an_annotator_refreshes_and_removes_nothing(lake: Workspace) -> None:
    app = opened_by("ann")
    assert "Only a curator removes data lakes." in texts(app)
    app.button(key=f"refresh {LAKE}").click().run()
    assert [job.kind for job in jobs.jobs(lake)] == ["refresh"]


def test_a_viewer_stops_and_hides_no_work(lake: Workspace) -> None:
    queue.end(lake, jobs.submit(lake, "encode", LAKE).key, "failed", "The disk is full.")
    jobs.submit(lake, "refresh", LAKE)
    app = opened_by("eve")
    assert "The disk is full" in texts(app)
    assert labelled(app, "Hide") == []
    assert labelled(app, "Cancel") == [True]
    app = opened_by("ann")
    next(button for button in app.button if button.label == "Cancel").click().run()
    assert jobs.jobs(lake)[0].cancel_requested


def test_a_viewer_of_a_benchmark_adds_and_removes_none(lake: Workspace, tmp_path: Path) -> None:
    tiny.add(lake, "tiny", tiny.ugen(tmp_path / "tiny"))
    app = opened_by("eve", "benchmarks", benchmark="tiny")
    assert "Only a curator adds benchmarks." in texts(app)
    assert "Only a curator removes benchmarks." in texts(app)
    assert labelled(app, "Add the benchmark") == labelled(app, "Remove tiny") == []
    assert labelled(app, "Add the demo benchmark") == [True]


def test_a_viewer_of_runs_makes_imports_and_removes_none(lake: Workspace, tmp_path: Path) -> None:
    info = tiny.add(lake, "tiny", tiny.ugen(tmp_path / "tiny"))
    path = tmp_path / "theirs.csv"
    path.write_text("query,table,rank\nfish.csv,river.csv,1\n")
    runs.import_run(lake, info, path, "theirs")
    shown = texts(opened_by("eve", "runs", benchmark="tiny"))
    assert "Viewers run no methods; annotators and curators do." in shown
    assert "Viewers import no runs; annotators and curators do." in shown
    assert "Only a curator removes runs." in shown
    app = opened_by("ann", "runs", benchmark="tiny")
    assert "Only a curator removes runs." in texts(app)
    assert [box.disabled for box in app.checkbox if box.label == "Replace a run of that name"] == [
        True
    ]


def test_who_may_not_put_pairs_to_the_vote_reads_so_before_a_press(
    lake: Workspace, tmp_path: Path
) -> None:
    info = tiny.add(lake, "tiny", tiny.ugen(tmp_path / "tiny"))
    runs.run_method(lake, info, "hash", Settings.from_environment())
    pair = {"benchmark": "tiny", "query": "fish.csv", "table": "datalake/towns.csv"}
    near = {"lake": LAKE, "table": "apples.csv"}
    for name, barred in (("eve", True), ("ann", False), ("cora", False)):
        assert labelled(opened_by(name, "pair", **pair), "Vote on this pair") == [barred]
        assert set(labelled(opened_by(name, "table", **near), "Label")) == {barred}
    sent = "Only a curator sends pairs to a queue."
    for name, barred in (("eve", True), ("ann", True), ("cora", False)):
        app = opened_by(name, "runs", benchmark="tiny", k="3")
        assert (sent in texts(app)) == barred
        assert len(labelled(app, "Send")) == (not barred)


def test_a_curator_names_only_what_the_settings_allow(
    lake: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lakes" / "new").mkdir(parents=True)
    monkeypatch.setenv("SOUNDINGS_LAKE_ROOTS", str(tmp_path / "lakes"))
    app = opened_by("cora")
    app.text_input[0].set_value("/etc")
    next(button for button in app.button if button.label == "Add and read it").click().run()
    assert "A folder named in the browser is one of SOUNDINGS" in app.error[0].value
    app.text_input[0].set_value(str(tmp_path / "lakes" / "new"))
    next(button for button in app.button if button.label == "Add and read it").click().run()
    assert [one.name for one in lakes.lakes(lake)] == [LAKE, "new"]
    app = opened_by("cora", "benchmarks")
    app.text_input[0].set_value("/etc/passwd")
    next(one for one in app.button if one.label == "Add the benchmark").click().run()
    assert "A folder named in the browser is one of SOUNDINGS" in app.error[0].value

"""The views of Agreement & releases: their addresses, who may see them, and empty ones."""

from __future__ import annotations

from pathlib import Path

from core.benchmarks.curating import releasing
from core.labels import LOCAL
from core.labels.settling.rules import Settling
from core.store import Workspace
from tests.core.benchmarks import tiny
from tests.pages.conftest import parameter, press
from tests.pages.releasing.two_voters import BENCH, of, opened, read


def test_a_view_that_asks_for_a_name_stands_in_the_address(workspace) -> None:
    app = opened("Agreement", name="")
    for view in ("To decide", "Rules side by side"):
        app.segmented_control(key="releases view").set_value(view).run()
        assert "Who are you?" in read(app)
        assert parameter(app, "view") == view
    app.text_input(key="name as written").set_value("cy")
    press(app, "Go on")
    assert "Who are you?" not in read(app)
    assert parameter(app, "view") == "Rules side by side"


def test_who_is_no_curator_sees_figures_and_no_case(workspace, monkeypatch) -> None:
    monkeypatch.setenv("SOUNDINGS_CURATORS", "boss")
    for view in ("Rules side by side", "To decide"):
        app = opened(view, name="ann")
        assert "Only a curator may" in app.error[0].value
        assert not [f for f in app.dataframe if "query" in f.value.columns]
    assert "agree on **50%**" in read(opened("Agreement", name="ann"))


def test_who_is_no_curator_reads_releases_and_no_vote(workspace, monkeypatch) -> None:
    releasing.make_release(workspace, LOCAL, of(workspace), "r1", settling=Settling())
    monkeypatch.setenv("SOUNDINGS_CURATORS", "boss")
    for name in ("", "ann"):
        app = opened("Releases", name=name)
        assert not app.error
        assert ("Who are you?" in read(app)) == (not name)
        (made,) = [f.value for f in app.dataframe if "fingerprint" in f.value.columns]
        assert made["release"].to_list() == ["r1", "base"]
        (changed,) = [f.value for f in app.dataframe if "query" in f.value.columns]
        assert list(changed.columns) == ["query", "table", "before", "after"]
        assert "Publish the release" not in [button.label for button in app.button]
        (form,) = [box for box in app.selectbox if box.label == "Form of its files"]
        assert "TREC qrels" in form.options and "CSV with the votes" not in form.options
        assert not app.file_uploader
    form = opened("Releases", name="boss", form="votes").selectbox
    assert "CSV with the votes" in next(f for f in form if f.label == "Form of its files").options


def test_without_a_vote_or_a_run_each_view_says_what_to_do(
    tmp_path: Path, workspace_folder: Path
) -> None:
    tiny.add(Workspace.open(workspace_folder), BENCH, tiny.ugen(tmp_path / "files"))
    for view, sentence in (
        ("Agreement", "Nobody of these has voted yet."),
        ("Rules side by side", "Nobody of these has voted yet."),
        ("To decide", "No case has a vote yet."),
        ("Releases", "No case has a vote yet, so there is nothing to settle."),
        ("Ranking", "No method was run on this benchmark yet"),
    ):
        assert sentence in read(opened(view)), view


def test_nonsense_in_the_address_is_left_aside(workspace) -> None:
    app = opened("To decide", case="99", rule="dice", threshold="7", base="none", kinds="dogs")
    assert "1 case for you to decide" in read(app)


def test_what_was_chosen_in_a_view_stays_while_another_is_open(workspace) -> None:
    app = opened("Agreement")
    app.segmented_control(key="releases view").set_value("Ranking").run()
    app.number_input(key="releases k").set_value(1).run()
    for view in ("Releases", "Agreement", "Ranking"):
        app.segmented_control(key="releases view").set_value(view).run()
        assert parameter(app, "k") == "1"
    assert app.number_input(key="releases k").value == 1

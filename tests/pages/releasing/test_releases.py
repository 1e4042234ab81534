"""Releases: what they would change, their publication, and files that come in and go out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import streamlit as st

from core import labels
from core.benchmarks import runs
from core.benchmarks.curating import releasing
from core.labels import LOCAL, Ballot, Pair, Voter
from core.labels.settling.releases import releases
from core.store import Workspace
from tests.core.benchmarks import tiny
from tests.pages.conftest import parameter, press
from tests.pages.releasing.two_voters import BENCH, OWLS, of, opened, read


def _of_task(workspace: Workspace, folder: Path, task: str) -> None:
    """Add a benchmark named as its task, with a run, of which a vote changes a label."""
    asks = {
        "join": {"query_table": "fish.csv", "join_column": "fish"},
        "nl": {"query": "weights of fish"},
    }
    query = {"query_id": "fish", "mode": task, **asks[task]}
    files = {"queries.jsonl": json.dumps(query) + "\n", "qrels.tsv": "fish\triver.csv\t1\n"}
    info = tiny.add(workspace, task, tiny.lay(folder, {**tiny.TABLES, **files}))
    (folder / "run.json").write_text(json.dumps({"fish": ["river"]}))
    runs.import_run(workspace, info, folder / "run.json", "one")
    pair = Pair("fish", "datalake/towns.csv", labels.Task(task))
    case = labels.put_pair(workspace, LOCAL, info.key, pair).key
    labels.cast_vote(workspace, Voter("ann"), case, Ballot(2))


def test_a_case_whose_table_leaves_the_lake_settles_nothing_until_it_is_back(
    workspace_folder: Path, tmp_path: Path
) -> None:
    workspace = Workspace.open(workspace_folder)
    files = {**tiny.TABLES, "datalake/new.csv": tiny.TOWNS, "groundtruth.csv": tiny.UGEN}
    folder = tiny.lay(tmp_path / "files", files)
    info = tiny.add(workspace, BENCH, folder)
    case = labels.put_pair(workspace, LOCAL, info.key, Pair("fish.csv", "datalake/new.csv")).key
    labels.cast_vote(workspace, Voter("ann"), case, Ballot(2))
    app = opened("Releases")
    assert "settle **1 of 1 case**" in read(app)
    (folder / "datalake/new.csv").unlink()
    tiny.add(workspace, BENCH, folder)
    assert "There is nothing to settle." in read(app.run())
    assert [one.value.replace("\\", "") for one in app.warning] == [
        "1 case has votes and no label: its candidate is not in the lake."
    ]
    (told,) = opened("Rules side by side").info
    assert told.value == "No case can be settled: their candidates are not in the lake."
    (folder / "datalake/new.csv").write_text(tiny.TOWNS)
    tiny.add(workspace, BENCH, folder)
    assert "settle **1 of 1 case**" in read(app.run())


def test_a_download_button_of_an_earlier_run_hands_out_what_the_newest_offers(
    workspace, monkeypatch
) -> None:
    offered: list[tuple[str, Callable[[], bytes]]] = []

    def offering(label: str, data: Callable[[], bytes], *, key: str, **more: Any) -> None:
        offered.append((key, data))

    labels.adjudicate(workspace, LOCAL, 1, Ballot(2))
    monkeypatch.setattr(st, "download_button", offering)
    app = opened("To decide", case="2")
    earlier = next(make for key, make in offered if key == "decisions as CSV")
    assert len(pl.read_csv(earlier())) == 1
    press(app, "2 Unionable")
    # A browser keeps the button while the text above it tells of two cases already.
    assert "2 cases decided so far" in [one.label.split(",")[0] for one in app.expander]
    assert len(pl.read_csv(earlier())) == 2


def test_what_is_written_of_a_release_stays_while_another_view_is_looked_at(workspace) -> None:
    app = opened("Releases")
    fields = {"name of the release": "first", "note of the release": "two votes each"}
    for key, text in fields.items():
        app.text_input(key=key).set_value(text).run()
    for view in ("To decide", "Agreement", "Releases"):
        app.segmented_control(key="releases view").set_value(view).run()
        assert not app.exception
    app.run()
    for key, text in fields.items():
        assert app.text_input(key=key).value == text
    press(app, "Publish the release")
    (made,) = [one for one in releases(workspace, of(workspace).key) if one.name == "first"]
    assert made.note == "two votes each"
    for key in fields:
        assert app.text_input(key=key).value == ""


def test_a_release_tells_what_it_would_change_and_is_published(workspace) -> None:
    app = opened("Releases")
    told = read(app)
    assert "Majority and the curators settle **1 of 2 cases** (0 by decision)." in told
    assert "**1 label would change**: 1 up, 0 down. 1 case stays open" in told
    app.text_input(key="name of the release").set_value("r1").run()
    press(app, "Publish the release")
    assert "r1 is published: 5 labels, 1 of them other than in base." in read(app)
    assert [one.name for one in releases(workspace, of(workspace).key)] == ["base", "r1"]
    assert releases(workspace, of(workspace).key)[-1].created_by == "cy"
    assert [app.selectbox(key=f"releases {one}").value for one in ("to", "file")] == ["r1", "r1"]
    assert "Other in r1 than in base: 1 label" in [expander.label for expander in app.expander]

    # The same labels again are made if asked for alone; the same name is refused in a sentence.
    told = "Release r1 has the same labels, of the same votes by the same rule."
    assert app.info[-1].value == told
    (publish,) = [one for one in app.button if one.label == "Publish the release"]
    assert publish.disabled
    app.checkbox(key="a second release of the same labels").check().run()
    app.text_input(key="name of the release").set_value("r1").run()
    press(app, "Publish the release")
    assert "Got 'r1', which is one already" in app.error[0].value.replace("\\", "")
    app.text_input(key="name of the release").set_value("r2").run()
    press(app, "Publish the release")
    assert [one.name for one in releases(workspace, of(workspace).key)] == ["base", "r1", "r2"]
    # The box is for one release, and no other rule or vote needs it.
    assert not app.checkbox(key="a second release of the same labels").value
    app.selectbox(key="releases rule").set_value("weighted majority").run()
    assert told not in read(app)


def test_labels_that_were_published_meanwhile_are_not_published_twice(workspace) -> None:
    app = opened("Releases")
    releasing.make_release(workspace, LOCAL, of(workspace), "r1")
    app.text_input(key="name of the release").set_value("r2")
    press(app, "Publish the release")
    assert "Release 'r1' has the same; use that" in app.error[0].value.replace("\\", "")
    assert [one.name for one in releases(workspace, of(workspace).key)] == ["base", "r1"]


def test_open_cases_without_a_label_are_not_said_to_have_one(workspace) -> None:
    assert "1 case stays open, with the label of base." in read(opened("Releases"))
    info = of(workspace)
    unlabelled = Pair("birds.csv", "datalake/towns.csv")
    case = labels.put_pair(workspace, LOCAL, info.key, unlabelled).key
    for voter, label in (("ann", 2), ("bob", 0)):
        labels.cast_vote(workspace, Voter(voter), case, Ballot(label))
    told = read(opened("Releases"))
    assert "2 cases stay open, 1 with the label of base and 1 without one there." in told
    owls = labels.put_pair(workspace, LOCAL, info.key, OWLS).key
    labels.adjudicate(workspace, LOCAL, owls, Ballot(2))
    told = read(opened("Releases"))
    assert "1 case stays open, without a label, as in base." in told


def test_labels_are_called_by_what_the_queries_of_the_benchmark_ask(workspace, tmp_path) -> None:
    for task, words in (
        ("join", ("joinable", "partly", "not joinable")),
        ("nl", ("relevant", "partly", "not relevant")),
    ):
        _of_task(workspace, tmp_path / task, task)
        app = opened("Rules side by side", benchmark=task)
        (chart,) = [json.loads(one.proto.spec) for one in app.get("plotly_chart")]
        assert [bar["name"] for bar in chart["data"]][:3] == [*reversed(words)]
        told = read(opened("Releases", benchmark=task))
        assert f"2 {words[0]}, 1 {words[1]}, 0 {words[2]}. Click a row" in told
        assert opened("Ranking", benchmark=task).selectbox(key="releases positive").options == [
            "Partly counts as positive",
            f"Only {words[0]} counts",
        ]


def test_votes_and_a_release_come_in_from_files(workspace, tmp_path: Path) -> None:
    app = opened("Releases")
    votes = b"query,table,label\nfish,river,0\nfish,no such table,1\n"
    (upload,) = [one for one in app.file_uploader if one.label == "Votes"]
    upload.set_value(("more.csv", votes, "text/csv"))
    press(app, "Import votes")
    # The file does not say whose they are. Its own name is told, not where it lies, and it stays.
    assert "more.csv, line 1: A vote has a voter" in app.error[0].value.replace("\\", "")
    asked = next(one for one in app.text_input if one.label.startswith("Whose votes"))
    asked.set_value("authors")
    next(box for box in app.checkbox if box.label.startswith("Leave out")).check()
    press(app, "Try")
    assert "1 vote of more.csv would be taken in." in read(app)
    assert "**2 people have** given 4 votes" in read(app)
    press(app, "Import votes")
    assert "1 vote of more.csv taken in." in read(app)
    assert "1 vote left out, on pairs that are not of the benchmark (line 3: fish" in read(app)
    assert "**3 people have** given 5 votes" in read(app)

    (upload,) = [one for one in app.file_uploader if one.label == "Labels"]
    rows = "".join(
        f"{query}\t0\t{table}\t{grade}\n"
        for query, table, grade in (
            *(("fish.csv", "sea fish.csv", 2), ("fish.csv", "river.csv", 0)),
            *(("fish.csv", "towns.csv", 0), ("birds.csv", "owls.csv", 2)),
            ("birds.csv", "river.csv", 0),
        )
    )
    upload.set_value(("ours.qrels", rows.encode(), "text/plain"))
    press(app, "Take it in")
    assert "ours is taken in: 5 labels, 1 of them other than in base." in read(app)
    assert [one.name for one in releases(workspace, of(workspace).key)] == ["base", "ours"]
    assert "is the newest release now" not in read(app)
    (upload,) = [one for one in app.file_uploader if one.label == "Labels"]
    other = rows.replace("river.csv\t0\nfish.csv", "river.csv\t2\nfish.csv").replace(
        "owls.csv\t2", "owls.csv\t0"
    )
    upload.set_value(("theirs.qrels", other.encode(), "text/plain"))
    press(app, "Take it in")
    assert "theirs is the newest release now: Home and Runs go by what it" in read(app)
    assert "1 pair that ours settles is open in it." in read(app)


def test_what_a_release_is_compared_with_and_downloaded_as_follows_the_newest(workspace) -> None:
    app = opened("Releases")
    assert "file" not in app.query_params and "to" not in app.query_params
    app.text_input(key="name of the release").set_value("r1").run()
    press(app, "Publish the release")
    for view in ("Ranking", "Releases"):
        app.segmented_control(key="releases view").set_value(view).run()
        assert not app.exception
    chosen = {one.label: one.value for one in app.selectbox}
    assert (chosen["What changed from"], chosen["to"]) == ("base", "r1")
    assert chosen["Download release"] == "r1"
    # One made elsewhere is the newest too; what a person chose stays, in the address as well.
    releasing.make_release(workspace, LOCAL, of(workspace), "r2", again=True)
    app.run()
    assert app.selectbox(key="releases file").value == "r2"
    assert not {"from", "to", "file"} & set(app.query_params)
    app.selectbox(key="releases file").set_value("base").run()
    releasing.make_release(workspace, LOCAL, of(workspace), "r3", again=True)
    app.run()
    assert (app.selectbox(key="releases file").value, parameter(app, "file")) == ("base", "base")
    assert app.selectbox(key="releases to").value == "r3"


def test_a_release_may_be_called_as_a_column_is(workspace) -> None:
    releasing.make_release(workspace, LOCAL, of(workspace), "run")
    scores = opened("Ranking").dataframe[0].value
    assert list(scores.columns) == ["run", "under base", "under run"]
    assert scores["run"].to_list() == ["one"]

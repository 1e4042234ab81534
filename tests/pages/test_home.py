from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core import jobs
from core import lake as lakes
from core.jobs import queue
from core.labels import (
    LOCAL,
    Ballot,
    Pair,
    QueueTerms,
    Voter,
    add_to_queue,
    cast_vote,
    create_queue,
    set_aside,
)
from core.labels.types import Origin, Task
from core.search import build_vectors
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace
from pages.shared.words import plain
from tests.core.benchmarks import tiny
from tests.pages.conftest import LAKE, opened, texts


def test_an_empty_workspace_begins_to_read_the_sample(workspace_folder: Path) -> None:
    app = opened()
    (job,) = jobs.jobs(Workspace.open(workspace_folder))
    assert (job.kind, job.subject) == ("refresh", "sample")
    assert "sample" in texts(app)


def test_a_lake_has_a_card_with_the_next_step(lake: Workspace) -> None:
    app = opened()
    assert [metric.value for metric in app.metric][:2] == ["3", "7"]
    assert [m.value for m in app.metric if m.label == "Not read"] == ["1"]
    assert f"Pick one of the 3 tables of **{plain(LAKE)}**" in texts(app)
    assert not jobs.jobs(lake)


def test_a_page_shares_the_connections_of_what_it_reads(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = Workspace._connected
    made: list[sqlite3.Connection] = []

    def counting(self: Workspace) -> sqlite3.Connection:
        made.append(connect(self))
        return made[-1]

    monkeypatch.setattr(Workspace, "_connected", counting)
    app = opened()
    assert f"Pick one of the 3 tables of **{plain(LAKE)}**" in texts(app)
    made.clear()
    app.run()
    assert not app.exception
    # What is read within a read; before, each of some dozens of reads made its own.
    assert len(made) <= 3
    for connection in made:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")


def test_a_lake_that_is_not_read_yet_has_no_figures(lake: Workspace, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    lakes.add_lake(lake, "new", tmp_path / "new")
    figures = {(metric.label, metric.value) for metric in opened().metric}
    assert {("Tables", "…"), ("Rows", "…"), ("Size", "…"), ("Tables", "3")} <= figures


def test_the_next_step_is_taken_with_a_lake_of_ones_own(lake: Workspace, tmp_path: Path) -> None:
    (tmp_path / "sample").mkdir()
    (tmp_path / "sample" / "a.csv").write_text("a,b\n1,2\n")
    sample = lakes.add_lake(lake, "sample", tmp_path / "sample")
    lakes.refresh(lake, sample, Settings.from_environment())
    build_vectors(
        SearchedLake(lake, lakes.lake(lake, "sample"), Settings.from_environment()), "hash"
    )
    assert f"Pick one of the 3 tables of **{plain(LAKE)}**" in texts(opened())


def test_a_lake_that_is_read_is_to_be_made_ready(lake: Workspace, tmp_path: Path) -> None:
    lakes.remove_lake(lake, LAKE)
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "a.csv").write_text("a,b\n1,2\n")
    added = lakes.add_lake(lake, "new", tmp_path / "new")
    assert "to read its folder to the end" in texts(opened())
    lakes.refresh(lake, added, Settings.from_environment())
    assert "**new** is read. Make it ready" in texts(opened())


def _emptied(lake: Workspace, folder: Path) -> None:
    folder.mkdir()
    added = lakes.add_lake(lake, folder.name, folder)
    lakes.refresh(lake, added, Settings.from_environment())
    build_vectors(
        SearchedLake(lake, lakes.lake(lake, folder.name), Settings.from_environment()), "hash"
    )


def test_a_folder_without_a_table_is_said_to_have_none_and_is_no_next_step(
    lake: Workspace, tmp_path: Path
) -> None:
    _emptied(lake, tmp_path / "a bare folder")
    app = opened()
    (badge,) = [one for one in _badges(app) if "Ready for" not in one]
    assert "No table found" in badge
    assert f"Pick one of the 3 tables of **{plain(LAKE)}**" in texts(app)
    lakes.remove_lake(lake, LAKE)
    app = opened()
    assert "No table was found in the folder of **a bare folder**." in texts(app)
    assert "Pick one of" not in texts(app)
    jobs.submit(lake, "refresh", "a bare folder")
    assert "No table found" not in "".join(_badges(opened()))


def test_a_folder_that_is_not_read_goes_before_one_without_a_table(
    lake: Workspace, tmp_path: Path
) -> None:
    lakes.remove_lake(lake, LAKE)
    _emptied(lake, tmp_path / "bare")
    (tmp_path / "new").mkdir()
    lakes.add_lake(lake, "new", tmp_path / "new")
    assert "**new** is not ready for search yet. Press Refresh" in texts(opened())


def test_a_card_names_what_its_lake_is_ready_for(lake: Workspace) -> None:
    (badge,) = _badges(opened())
    assert "Ready for union, join and words alone" in badge


def test_a_lake_without_an_encoder_is_ready_for_what_answers_at_once(
    lake: Workspace, tmp_path: Path
) -> None:
    lakes.remove_lake(lake, LAKE)
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "a.csv").write_text("a,b\n1,2\n")
    added = lakes.add_lake(lake, "new", tmp_path / "new")
    (badge,) = _badges(opened())
    assert "Not ready for search" in badge  # nothing of it is read
    lakes.refresh(lake, added, Settings.from_environment())
    (badge,) = _badges(opened())
    assert "Ready for join and words alone" in badge
    for address in ({"mode": "join", "query": "a.csv"}, {"mode": "words", "words": "a"}):
        told = texts(opened("search", lake="new", ranking="bm25", **address))
        assert "is not ready" not in told
    jobs.submit(lake, "encode", "new", encoder="hash")
    (badge,) = _badges(opened())
    assert "Ready for join and words alone" in badge


def _badges(app: AppTest) -> list[str]:
    return [one.value for one in app.markdown if "-badge[" in one.value]


def test_a_judge_run_that_goes_on_is_told_in_words(lake: Workspace) -> None:
    jobs.submit(lake, "judge", "demo/3", benchmark="demo", run=3)
    told = f"Carrying out the judge run **{plain('demo/3')}**"
    assert told in [one.value for one in opened().markdown]


def test_removing_a_lake_offers_the_ways_in_and_reads_nothing_again(lake: Workspace) -> None:
    jobs.submit(lake, "encode", LAKE, encoder="hash")
    app = opened()
    app.button(key=f"remove {LAKE}").click().run()
    assert not app.exception
    assert lakes.lakes(lake) == []
    assert [job.kind for job in jobs.jobs(lake)] == ["encode"]


def test_what_failed_can_be_hidden_and_an_earlier_failure_does_not_take_its_place(
    lake: Workspace,
) -> None:
    for message in ("The disk is full.", "The folder is gone."):
        queue.end(lake, jobs.submit(lake, "refresh", LAKE).key, "failed", message)
    app = opened()
    assert "The folder is gone" in app.error[0].value
    next(one for one in app.button if one.help and one.help.startswith("Hide")).click().run()
    assert not app.exception
    assert not app.error


def test_of_all_ended_jobs_home_reads_the_last_of_each_lake(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    then = "2026-01-01T00:00:00+00:00"
    row = {"kind": "refresh", "arguments": "{}", "state": "done", "created_at": then}
    with lake.writing() as db:
        db.table("jobs").insert_all({**row, "subject": name} for name in [LAKE, "gone"] * 200)
    app = opened()
    read: list[int] = []
    made = queue._job

    def counting(row: Mapping[str, Any]) -> jobs.Job:
        read.append(row["key"])
        return made(row)

    monkeypatch.setattr(queue, "_job", counting)
    app.run()
    assert not app.exception
    assert read == [399]


def test_a_failure_is_no_longer_told_once_the_lake_was_read_again(lake: Workspace) -> None:
    queue.end(lake, jobs.submit(lake, "encode", LAKE).key, "failed", "Between two states.")
    assert "Between two states" in opened().error[0].value
    with lake.writing() as db:  # as a refresh does that ends later
        db.execute("UPDATE lakes SET refreshed_at = '2999-01-01T00:00:00+00:00'")
    assert not opened().error


def test_what_a_refresh_found_is_told_until_another_reads_the_lake(lake: Workspace) -> None:
    told = "1 files read, 2 unchanged, 1 gone."
    with lake.writing() as db:  # the lake may have been read minutes ago, for other tests
        db.execute("UPDATE lakes SET refreshed_at = ?", [datetime.now(UTC).isoformat()])
    queue.end(lake, jobs.submit(lake, "refresh", LAKE).key, "done", told)
    for page in ("home", "lake"):
        assert f"Read just now. {plain(told)}" in texts(opened(page))
    with lake.writing() as db:  # as a refresh does that ends later, in a terminal
        db.execute("UPDATE lakes SET refreshed_at = '2999-01-01T00:00:00+00:00'")
    for page in ("home", "lake"):
        assert "Read just now." in texts(opened(page))
        assert "gone" not in texts(opened(page))


def test_the_form_is_empty_for_the_next_lake_and_not_after_an_error(
    lake: Workspace, tmp_path: Path
) -> None:
    app = opened()
    app.text_input[0].set_value(str(tmp_path / "more"))
    app.text_input[1].set_value("more")
    next(button for button in app.button if button.label == "Add and read it").click().run()
    assert [field.value for field in app.text_input[:2]] == [str(tmp_path / "more"), "more"]
    (tmp_path / "more").mkdir()
    next(button for button in app.button if button.label == "Add and read it").click().run()
    assert not app.exception
    assert "more" in [one.name for one in lakes.lakes(lake)]
    assert [field.value for field in app.text_input[:2]] == ["", ""]


def test_home_tells_of_a_queue_what_was_put_in_and_set_aside_since(
    lake: Workspace, tmp_path: Path
) -> None:
    info = tiny.add(lake, "tiny", tiny.ugen(tmp_path / "tiny"))
    pairs = [
        Pair("query/fish.csv", f"datalake/{name}.csv", Task.UNION, Origin.UPLOAD)
        for name in ("towns", "river")
    ]
    queue = create_queue(lake, LOCAL, info.key, "q", pairs[:1])
    app = opened()
    assert "1 case in the queue **q** of tiny still needs a vote." in texts(app)
    add_to_queue(lake, LOCAL, queue, pairs[1:])
    assert "2 cases in the queue **q** of tiny still need a vote." in texts(app.run())
    set_aside(lake, queue, LOCAL, 1)
    told = "2 cases in the queue **q** of tiny still need a vote; 1 of them may have yours."
    assert told in texts(app.run())


def test_a_case_of_which_another_queue_wants_more_votes_does_not_wait_for_a_curator(
    lake: Workspace, tmp_path: Path
) -> None:
    info = tiny.add(lake, "tiny", tiny.ugen(tmp_path / "tiny"))
    towns, river = (
        Pair("query/fish.csv", f"datalake/{name}.csv", Task.UNION, Origin.UPLOAD)
        for name in ("towns", "river")
    )
    create_queue(lake, LOCAL, info.key, "two", [towns], QueueTerms(wanted=2))
    three = create_queue(lake, LOCAL, info.key, "three", [river], QueueTerms(wanted=3))
    for voter, label in ((LOCAL, 2), (Voter("ann"), 0)):
        cast_vote(lake, voter, 1, Ballot(label))
    cast_vote(lake, LOCAL, 2, Ballot(2))
    app = opened()
    assert "1 case of **tiny** has all the votes asked for" in texts(app)
    add_to_queue(lake, LOCAL, three, [towns])
    assert "has all the votes asked for" not in texts(app.run())


def test_a_folder_that_is_none_is_a_sentence_beside_the_form(lake: Workspace) -> None:
    app = opened()
    app.text_input[0].set_value("/no/such/folder")
    submit = next(button for button in app.button if button.label == "Add and read it")
    submit.click().run()
    assert not app.exception
    assert "which is not one" in app.error[0].value

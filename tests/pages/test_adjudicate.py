"""Voting without a browser: what its keys do is in tests/browser."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from core.benchmarks import registry, runs
from core.benchmarks.curating import labelling, releasing
from core.benchmarks.curating.lake_labels import put_to_the_vote
from core.labels import (
    LOCAL,
    Pair,
    Queue,
    QueueTerms,
    Task,
    Voter,
    cast_vote,
    create_queue,
    own_vote,
    progress,
    put_pair,
    queue,
    queues,
)
from core.labels.queueing.queues import FROM_SEARCHES, SAMPLE
from core.labels.types import Ballot
from core.labels.voting.showings import showing
from core.settings import Settings
from core.store import Workspace
from pages.shared import catalog_cache, identity
from pages.voting import session
from tests.core.benchmarks import tiny
from tests.pages.conftest import LAKE, opened, texts

NAME = "tiny *one*"
PAIRS = [("fish.csv", "sea fish.csv"), ("fish.csv", "towns.csv"), ("birds.csv", "river.csv")]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with a benchmark without runs."""
    folder = tmp_path_factory.mktemp("prepared")
    workspace = Workspace.open(folder / "workspace")
    tiny.add(workspace, NAME, tiny.ugen(folder / "files"))
    return workspace.root


@pytest.fixture
def workspace(prepared: Path, workspace_folder: Path) -> Workspace:
    """A copy of it for one test."""
    shutil.copytree(prepared, workspace_folder)
    return Workspace.open(workspace_folder)


def with_queue(workspace: Workspace, wanted: int = 1, tells: bool = False) -> Queue:
    info = registry.benchmark(workspace, NAME)
    pairs = [Pair(query, f"datalake/{table}", Task.UNION) for query, table in PAIRS]
    return create_queue(
        workspace, LOCAL, info.key, "q", pairs, QueueTerms(wanted=wanted, tells_agreement=tells)
    )


def voting(name: str = "ann", **parameters: str) -> AppTest:
    app = opened()
    app.session_state[identity.NAME] = name
    for key, value in {"benchmark": NAME, **parameters}.items():
        app.query_params[key] = value
    app.switch_page("pages/adjudicate.py").run()
    assert not app.exception, app.exception[0].value
    return app


def press(app: AppTest, name: str) -> None:
    app.button(key=name).click().run()
    assert not app.exception, app.exception[0].value


def test_a_name_is_asked_for_first(workspace: Workspace) -> None:
    with_queue(workspace)
    app = opened("adjudicate", benchmark=NAME)
    assert "Who are you?" in texts(app)
    assert not [button for button in app.button if button.key == "verdict-2"]


def test_the_question_is_asked_and_no_name_of_a_table_is_shown(workspace: Workspace) -> None:
    with_queue(workspace)
    app = voting()
    assert "**Can the rows of B be appended to A?**" in texts(app)
    drawn = "".join(str(element.proto) for element in app.main)
    assert "hake" in drawn
    for table in ("sea fish", "fish.csv", "towns.csv"):
        assert table not in drawn


def test_a_verdict_is_stored_with_what_was_shown_and_the_next_case_comes(
    workspace: Workspace,
) -> None:
    of = with_queue(workspace)
    app = voting()
    app.text_input(key="reason of the vote").set_value("  same fish ")
    press(app, "verdict-2")
    stored = own_vote(workspace, Voter("ann"), 1)
    assert stored is not None
    assert (stored.ballot.label, stored.ballot.reason) == (2, "same fish")
    assert stored.ballot.seconds is not None
    assert stored.ballot.seconds > 0
    assert showing(workspace, stored.ballot.shown)["B"]["table"] == "datalake/sea fish.csv"
    assert app.text_input(key="reason of the vote").value == ""
    press(app, "verdict-none")
    assert progress(workspace, of, Voter("ann")).yours == 2
    assert "**2** by you · 2 of 3 votes in all" in texts_of_progress(app)


def test_taken_back_a_vote_is_shown_and_superseded(workspace: Workspace) -> None:
    with_queue(workspace)
    app = voting()
    app.text_input(key="reason of the vote").set_value("same fish")
    press(app, "verdict-2")
    assert app.session_state["reason of the vote"] == ""
    press(app, "vote-undo")
    assert "You said **Unionable**" in texts_of_progress(app)
    assert app.text_input(key="reason of the vote").value == "same fish"
    press(app, "verdict-0")
    stored = own_vote(workspace, Voter("ann"), 1)
    assert stored is not None
    assert (stored.ballot.label, stored.ballot.reason) == (0, "same fish")
    assert "You said" not in texts_of_progress(app)  # on with the second case


def test_the_end_of_a_queue_of_one_case_speaks_of_one(workspace: Workspace) -> None:
    info = registry.benchmark(workspace, NAME)
    create_queue(workspace, LOCAL, info.key, "one", [Pair("fish.csv", "datalake/towns.csv")])
    app = voting(queue="one")
    press(app, "verdict-0")
    told = "Nothing is left for you here now. 1 of 1 case has all its votes; 1 has yours."
    assert told in texts(app)


def test_skipped_and_later_cases_leave_and_later_ones_come_back(workspace: Workspace) -> None:
    of = with_queue(workspace)
    app = voting()
    press(app, "vote-later")
    press(app, "vote-skip")
    press(app, "verdict-1")
    press(app, "verdict-1")
    assert "Nothing is left for you" in "\n".join(str(one.value) for one in app.success)
    done = progress(workspace, of, Voter("ann"))
    assert (done.yours, done.skipped, done.for_later) == (2, 1, 0)
    stored = own_vote(workspace, Voter("ann"), 1)
    assert stored is not None
    # The end of a queue leads on, and back to what was skipped.
    assert "Agreement & releases" in [link.proto.label for link in app.get("page_link")]
    assert app.button(key="vote-skipped").label == "You skipped 1 case: see it again"
    press(app, "vote-skipped")
    press(app, "verdict-0")
    done = progress(workspace, of, Voter("ann"))
    assert (done.yours, done.skipped) == (3, 0)
    assert "vote-skipped" not in [button.key for button in app.button]


def test_the_columns_lined_up_by_a_voter_stand_in_the_vote(workspace: Workspace) -> None:
    with_queue(workspace)
    app = voting()
    press(app, "verdict-2")
    press(app, "vote-columns")
    app.selectbox(key="below 1 in case 2").select("town")
    next(b for b in app.button if b.label == "Use this alignment").click().run()
    assert not app.exception
    press(app, "verdict-1")
    stored = own_vote(workspace, Voter("ann"), 2)
    assert stored is not None
    assert stored.ballot.alignment == (("weight", "town"),)

    # Back at it, it is as it was; "nothing" takes a column out of it.
    press(app, "vote-undo")
    press(app, "vote-columns")
    assert app.selectbox(key="below 1 in case 2").value == "town"
    app.selectbox(key="below 1 in case 2").select_index(0)
    next(b for b in app.button if b.label == "Use this alignment").click().run()
    press(app, "verdict-1")
    stored = own_vote(workspace, Voter("ann"), 2)
    assert stored is not None
    assert stored.ballot.alignment == ()
    assert showing(workspace, stored.ballot.shown)["aligned_by"] == "voter"


def test_a_verdict_takes_the_alignment_being_corrected_along(workspace: Workspace) -> None:
    with_queue(workspace)
    app = voting()
    press(app, "verdict-2")
    press(app, "vote-columns")
    app.selectbox(key="below 1 in case 2").select("town").run()
    press(app, "verdict-1")
    stored = own_vote(workspace, Voter("ann"), 2)
    assert stored is not None
    assert stored.ballot.alignment == (("weight", "town"),)

    press(app, "vote-undo")
    press(app, "vote-columns")
    app.selectbox(key="below 1 in case 2").select_index(0).run()
    press(app, "vote-columns")  # closing the fields keeps what they say
    press(app, "verdict-1")
    stored = own_vote(workspace, Voter("ann"), 2)
    assert stored is not None
    assert stored.ballot.alignment == ()


def test_a_verdict_with_a_column_below_two_is_not_cast(workspace: Workspace) -> None:
    with_queue(workspace)
    app = voting()
    press(app, "vote-columns")
    app.selectbox(key="below 0 in case 1").select("weight").run()
    press(app, "verdict-1")
    assert "Chosen more than once: weight" in texts(app).replace("\\", "")
    assert own_vote(workspace, Voter("ann"), 1) is None
    assert app.selectbox(key="below 0 in case 1").value == "weight"


def test_the_alignment_goes_back_to_the_one_proposed(workspace: Workspace) -> None:
    with_queue(workspace)
    app = voting()
    press(app, "vote-columns")
    proposed = app.selectbox(key="below 0 in case 1").value
    app.selectbox(key="below 0 in case 1").select_index(0).run()
    next(b for b in app.button if b.label == "Back to the one proposed").click().run()
    assert app.selectbox(key="below 0 in case 1").value == proposed
    press(app, "verdict-1")
    stored = own_vote(workspace, Voter("ann"), 1)
    assert stored is not None
    assert stored.ballot.alignment is None


def test_a_reload_keeps_the_note_and_what_can_be_taken_back(workspace: Workspace) -> None:
    with_queue(workspace, wanted=2)
    app = voting()
    assert app.button(key="vote-undo").disabled
    press(app, "verdict-2")
    app.text_input(key="reason of the vote").set_value("half a thought").run()

    again = voting()
    assert again.text_input(key="reason of the vote").value == "half a thought"
    press(again, "vote-undo")
    assert "You said **Unionable**" in texts_of_progress(again)
    assert again.text_input(key="reason of the vote").value == ""
    press(again, "verdict-0")
    assert again.text_input(key="reason of the vote").value == "half a thought"
    press(again, "verdict-1")
    stored = own_vote(workspace, Voter("ann"), 2)
    assert stored is not None
    assert stored.ballot.reason == "half a thought"
    assert stored.ballot.seconds is None  # it was looked at before the reload, too
    press(again, "vote-undo")  # what stands with the vote is no draft any more
    again.text_input(key="reason of the vote").set_value("").run()
    press(again, "verdict-1")
    press(again, "vote-undo")
    assert again.text_input(key="reason of the vote").value == ""
    assert voting("cy").text_input(key="reason of the vote").value == ""


def test_a_vote_of_which_nobody_knows_how_long_it_took_is_in_no_pace(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pages.voting.session.BREATH", 1)
    with_queue(workspace)
    voting().text_input(key="reason of the vote").set_value("half a thought").run()
    again = voting()  # a reload
    press(again, "verdict-2")
    assert "**1 vote** in this session. 1 of 3 cases" in texts(again)
    press(again, "vote-go-on")
    assert "s a case" not in texts_of_progress(again)
    press(again, "verdict-2")
    assert "**2 votes** in this session, 0 s a case. 2 of 3 cases" in texts(again)


def test_a_vote_that_takes_the_place_of_one_from_another_window_says_so(
    workspace: Workspace,
) -> None:
    with_queue(workspace)
    first, second = voting(), voting()
    press(second, "verdict-1")
    assert not second.toast
    press(first, "verdict-2")
    assert "You had said 1 on that case in another window meanwhile" in first.toast[0].value


def test_one_column_below_two_is_refused(workspace: Workspace) -> None:
    with_queue(workspace)
    app = voting()
    press(app, "vote-columns")
    app.selectbox(key="below 0 in case 1").select("weight")
    next(b for b in app.button if b.label == "Use this alignment").click().run()
    assert "Chosen more than once: weight" in texts(app).replace("\\", "")


def test_a_breath_tells_agreement_only_where_the_curator_allows(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pages.voting.session.BREATH", 2)
    for voter, tells in (("ann", True), ("cy", False)):
        info = registry.benchmark(workspace, NAME)
        pairs = [Pair("fish.csv", f"datalake/{table}") for _, table in PAIRS]
        create_queue(
            workspace, LOCAL, info.key, voter, pairs, QueueTerms(wanted=3, tells_agreement=tells)
        )
        cast_vote(workspace, Voter("bob"), 1, Ballot(2))
        app = voting(voter, queue=voter)
        press(app, "verdict-2")
        press(app, "verdict-0")
        assert "**2 votes** in this session" in texts(app)
        assert ("You agree with **1 of 1** votes" in texts(app)) is tells
        press(app, "vote-go-on")
        assert app.button(key="verdict-2").label.startswith("Unionable")


def test_who_only_views_cannot_vote(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    with_queue(workspace)
    monkeypatch.setenv("SOUNDINGS_CURATORS", "bob")
    monkeypatch.setenv("SOUNDINGS_ANNOTATORS", "cy")
    told = texts(voting("eve"))
    assert "You may look, not vote" in told
    assert "SOUNDINGS_ANNOTATORS" in told and "A curator can" not in told
    assert [b.label for b in voting("cy").button if b.key == "verdict-2"]


def test_an_annotator_is_offered_neither_review_nor_a_new_queue(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_queue(workspace)
    monkeypatch.setenv("SOUNDINGS_CURATORS", "bob")
    app = voting("ann", view="Review")
    assert not [b for b in app.button if b.label == "Make the queue"]
    assert len(app.dataframe) == 0
    assert len(voting("bob", view="Review").dataframe) == 1


def test_a_queue_is_made_from_a_list_of_pairs(workspace: Workspace) -> None:
    app = voting()
    assert "has no queue yet" in texts(app)
    app.button_group(key="pairs of a new queue").set_value("listed").run()
    app.file_uploader[0].upload("mine.csv", b"query,table\nfish.csv,towns.csv\n", "text/csv")
    next(b for b in app.button if b.label == "Make the queue").click().run()
    assert not app.exception
    made = queue(workspace, registry.benchmark(workspace, NAME).key, "mine")
    assert (made.wanted, made.source) == (2, {"pairs": "mine.csv"})


def test_how_much_work_a_queue_would_be_is_counted_before_it_is_made(
    workspace: Workspace, tmp_path: Path
) -> None:
    info = registry.benchmark(workspace, NAME)
    (tmp_path / "run.json").write_text('{"fish": ["towns", "sea fish"], "birds": ["towns"]}')
    runs.import_run(workspace, info, tmp_path / "run.json", "one")
    app = voting()
    next(one for one in app.multiselect if "disagree" in one.label).set_value(["one"])
    fields = {one.label: one for one in app.number_input}
    fields["Within the first k"].set_value(1)
    fields["Votes a case"].set_value(3)
    next(b for b in app.button if b.label == "Count").click().run()
    assert not app.exception
    every = len(labelling.disputed_pairs(workspace, info, ["one"], 1))
    assert every > 2
    assert f"It would have {every} cases, and want {3 * every} votes, 3 a case." in texts(app)
    assert queues(workspace, info.key) == []
    {one.label: one for one in app.number_input}["Cases at most"].set_value(2)
    next(b for b in app.button if b.label == "Count").click().run()
    assert f"It would have 2 cases, of {every} that there are, and want 6 votes" in texts(app)
    next(b for b in app.button if b.label == "Make the queue").click().run()
    (made,) = queues(workspace, info.key)
    assert (progress(workspace, made, LOCAL).cases, made.source["size"]) == (2, 2)


def test_the_name_typed_for_a_queue_of_a_list_is_its_name(workspace: Workspace) -> None:
    app = voting()
    app.button_group(key="pairs of a new queue").set_value("listed").run()
    name = next(field for field in app.text_input if field.label == "Name")
    name.set_value("ours")
    app.file_uploader[0].upload("mine.csv", b"query,table\nfish.csv,towns.csv\n", "text/csv")
    next(b for b in app.button if b.label == "Make the queue").click().run()
    assert not app.exception
    info = registry.benchmark(workspace, NAME)
    assert [one.name for one in queues(workspace, info.key)] == ["ours"]


def texts_of_progress(app: AppTest) -> str:
    return " ".join(str(one.proto.text) for one in app.get("progress"))


def test_a_pair_shows_its_votes_to_a_curator_only(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_queue(workspace)
    cast_vote(workspace, Voter("bob"), 1, Ballot(2, reason="same *fish*"))
    cast_vote(workspace, Voter("bob"), 1, Ballot(0))
    address = {"benchmark": NAME, "query": "fish.csv", "table": "datalake/sea fish.csv"}
    told = texts(opened("pair", **address))
    assert "**Not unionable** by bob" in told
    assert "~~**Unionable** by bob~~ superseded" in told
    assert "same \\*fish\\*" in told
    monkeypatch.setenv("SOUNDINGS_CURATORS", "cy")
    assert "by bob" not in texts(opened("pair", **address))


def test_a_pair_leads_back_to_the_list_that_it_was_opened_from(workspace: Workspace) -> None:
    with_queue(workspace)
    app = voting("ann", view="Review")
    for key, value in {"query": "fish.csv", "table": "datalake/sea fish.csv"}.items():
        app.query_params[key] = value
    app.switch_page("pages/pair.py").run()
    links = {one.proto.label: one.proto for one in app.get("page_link")}
    back = next(link for label, link in links.items() if label.startswith("Cases in the queue q"))
    assert "view=Review" in back.query_string
    assert "of the 3 cases in the queue q listed" in texts(app)


def test_which_cases_are_reviewed_stands_in_the_address(workspace: Workspace) -> None:
    with_queue(workspace)
    for voter, label in (("bob", 2), ("cy", 0)):
        cast_vote(workspace, Voter(voter), 1, Ballot(label))
    app = voting("ann", view="Review", cases="differ")
    assert app.dataframe[0].value["case"].tolist() == [1]
    app.button_group(key="adjudicate cases").set_value("all").run()
    assert len(app.dataframe[0].value) == 3
    assert "cases" not in app.query_params
    app.button_group(key="adjudicate cases").set_value("lacking").run()
    assert app.query_params["cases"] == "lacking"
    assert app.dataframe[0].value["case"].tolist() == [2, 3]
    app = voting("ann", view="Review", cases="doubtful")
    assert len(app.dataframe[0].value) == 3
    assert "cases" not in app.query_params


def test_tables_near_one_of_a_plain_lake_are_put_to_the_vote(lake: Workspace) -> None:
    app = opened("table", lake=LAKE, table="apples.csv")
    app.button(key="label old/apples_[1].csv").click().run()
    assert not app.exception
    begun = registry.benchmark(lake, LAKE)
    found = queue(lake, begun.key, FROM_SEARCHES)
    assert progress(lake, found, LOCAL).cases == 1


def test_votes_cast_elsewhere_are_said_to_fill_a_queue(workspace: Workspace) -> None:
    with_queue(workspace)
    for case in (1, 2, 3):
        cast_vote(workspace, Voter("bob"), case, Ballot(2))
    assert "Votes that were cast in other queues or imported count too." in texts(voting("ann"))


def test_the_review_says_what_open_cases_leave_of_the_share_of_wrong_labels(
    workspace: Workspace,
) -> None:
    with_queue(workspace, wanted=2)
    for case, labels_ in ((1, (2, 2)), (2, (2, 0))):
        for voter, label in zip(("ann", "bob"), labels_, strict=True):
            cast_vote(workspace, Voter(voter), case, Ballot(label))
    told = texts(voting("cy", queue="q", view="Review"))
    # One case is settled, one has two votes that differ, one has none.
    assert "**0 of 1** settled label is wrong" in told
    assert (
        "2 are open, of which 1 has all its votes and waits for a curator: with it the share is "
        "between **0%** and **50%**." in told
    )
    cast_vote(workspace, Voter("bob"), 2, Ballot(1))
    for voter in ("ann", "bob"):
        cast_vote(workspace, Voter(voter), 3, Ballot(2))
    # Both of the votes that differ say that the label is wrong now.
    assert (
        "1 is open, has all its votes and waits for a curator: with it the share is **67%**."
        in texts(voting("cy", queue="q", view="Review"))
    )


def test_the_review_says_under_which_release_labels_are_wrong(workspace: Workspace) -> None:
    with_queue(workspace)
    info = registry.benchmark(workspace, NAME)
    cast_vote(workspace, Voter("ann"), 2, Ballot(2))  # towns, labelled 0
    releasing.make_release(workspace, LOCAL, info, "r1")
    towns = [Pair("fish.csv", "datalake/towns.csv", Task.UNION)]
    for release in ("r1", "r9"):
        terms = QueueTerms(source={"release": release})
        create_queue(workspace, LOCAL, info.key, release, towns, terms)
    told = texts(voting("cy", queue="r1", view="Review"))
    assert "**0 of 1** settled label is wrong" in told
    assert ') under r1, where "partly" is yes' in told
    terms = QueueTerms(source={"positive_from": 2})
    create_queue(workspace, LOCAL, info.key, "strict", towns, terms)
    told = texts(voting("cy", queue="strict", view="Review"))
    assert "**1 of 1** settled label is wrong" in told
    assert 'where "partly" is no' in told
    told = texts(voting("cy", queue="r9", view="Review"))
    assert "**1 of 1** settled label is wrong" in told
    assert "There is no release 'r9' here" in told.replace("\\", "")


def test_a_second_click_on_go_on_is_no_empty_name(workspace: Workspace) -> None:
    with_queue(workspace)
    app = opened("adjudicate", benchmark=NAME)
    app.text_input(key="name as written").set_value("ann")
    next(button for button in app.button if button.label == "Go on").click()
    clicked = app._tree.get_widget_states()
    app._run(clicked)
    for one in clicked.widgets:  # the browser has emptied the field when the second click comes
        if one.string_value == "ann":
            one.string_value = ""
    app._run(clicked)
    assert not app.exception
    assert not app.error, app.error[0].value
    assert "You are **ann**" in texts(app)


def test_disputed_pairs_are_sent_to_a_queue(workspace: Workspace) -> None:
    info = registry.benchmark(workspace, NAME)
    runs.run_method(workspace, info, "hash", Settings.from_environment())
    app = opened("runs", benchmark=NAME, k="2", kind="gtfp")
    assert "Send" not in [button.label for button in app.button]
    assert "The queue is kept under your name" in texts(app)
    app.text_input(key="name as written").set_value("ann")
    next(button for button in app.button if button.label == "Go on").click().run()
    next(button for button in app.button if button.label == "Send").click().run()
    assert not app.exception
    assert queue(workspace, info.key, "disputed").created_by == "ann"
    # birds.csv has one positive of two places, fish.csv two: hash fills the third with another.
    assert "1 pair sent to disputed." in "\n".join(str(one.value) for one in app.success)
    assert "Vote on disputed" in [link.proto.label for link in app.get("page_link")]
    assert progress(workspace, queue(workspace, info.key, "disputed"), LOCAL).cases == 1


def test_pairs_that_are_sent_once_more_go_into_the_queue_that_was_made(
    workspace: Workspace,
) -> None:
    info = registry.benchmark(workspace, NAME)
    runs.run_method(workspace, info, "hash", Settings.from_environment())
    for k, told in (("2", "1 pair sent"), ("2", "0 pairs sent"), ("3", "2 pairs sent")):
        app = opened("runs", benchmark=NAME, k=k, kind="gtfp")
        app.session_state[identity.NAME] = "ann"
        app.run()
        next(button for button in app.button if button.label == "Send").click().run()
        assert not app.error, app.error[0].value
        assert f"{told} to disputed" in "\n".join(str(one.value) for one in app.success)
    next(one for one in app.text_input if one.label == "Name, if it is new").set_value("mine")
    next(button for button in app.button if button.label == "Send").click().run()
    assert "Choose A new queue" in app.error[0].value
    next(box for box in app.selectbox if box.label == "Queue").set_value("A new queue")
    next(button for button in app.button if button.label == "Send").click().run()
    assert progress(workspace, queue(workspace, info.key, "mine"), LOCAL).cases == 3


def test_pairs_are_not_offered_to_be_sent_into_a_random_sample(workspace: Workspace) -> None:
    info = registry.benchmark(workspace, NAME)
    runs.run_method(workspace, info, "hash", Settings.from_environment())
    pairs = labelling.disputed_pairs(workspace, info, ["hash"], 2)
    for name, source in (("mine", {}), ("sample", {SAMPLE: "openai:m", "of": 1, "seed": 0})):
        create_queue(workspace, LOCAL, info.key, name, pairs, QueueTerms(source=source))
    app = opened("runs", benchmark=NAME, k="2", kind="gtfp")
    app.session_state[identity.NAME] = "ann"
    (box,) = [box for box in app.run().selectbox if box.label == "Queue"]
    assert box.options == ["A new queue", "mine"]


def test_pairs_that_a_release_settled_are_told_and_not_sent_again(workspace: Workspace) -> None:
    info = registry.benchmark(workspace, NAME)
    runs.run_method(workspace, info, "hash", Settings.from_environment())
    listed = opened("runs", benchmark=NAME, k="3").dataframe[1].value
    assert listed["votes"].to_list() == [0] * len(listed)
    assert "settled" not in listed.columns
    pairs = labelling.disputed_pairs(workspace, info, ["hash"], 3)
    assert len(pairs) == 3
    case = put_pair(workspace, LOCAL, info.key, pairs[0])
    for voter in ("ann", "bob"):
        cast_vote(workspace, Voter(voter), case.key, Ballot(2))
    made = releasing.make_release(workspace, LOCAL, info, "r1")
    releasing.make_release(workspace, LOCAL, info, "r2", base=made.name, again=True)

    app = opened("runs", benchmark=NAME, k="3")
    listed = app.dataframe[1].value
    assert listed[["votes", "settled"]].fillna(-1).to_numpy().tolist() == [
        [2, 2],
        [0, -1],
        [0, -1],
    ]
    assert "Without 1 that the release r2 has settled." in texts(app)
    app.session_state[identity.NAME] = "ann"
    app.run()
    next(button for button in app.button if button.label == "Send").click().run()
    assert progress(workspace, queue(workspace, info.key, "disputed"), LOCAL).cases == 2
    for which, count in (("settled", 1), ("open", 2)):
        app = opened("runs", benchmark=NAME, k="3", settled=which)
        assert len(app.dataframe[1].value) == count


def test_a_benchmark_begun_by_a_vote_opens_on_every_page(lake: Workspace) -> None:
    put_to_the_vote(lake, LOCAL, LAKE, [("apples.csv", "old/apples_[1].csv")])
    for page in ("benchmarks", "runs", "releases"):
        assert opened(page, benchmark=LAKE).selectbox
    assert "No method was run on it yet." in texts(opened())


def test_a_lake_with_runs_and_no_positive_label_is_voted_on(lake: Workspace) -> None:
    info, *_ = put_to_the_vote(lake, LOCAL, LAKE, [("apples.csv", "old/apples_[1].csv")])
    runs.run_method(lake, info, "hash", Settings.from_environment())
    app = voting("ann", benchmark=LAKE, queue=FROM_SEARCHES)
    assert not app.error
    press(app, "verdict-2")
    assert progress(lake, queue(lake, info.key, FROM_SEARCHES), LOCAL).votes == 1
    for made in (False, True):
        if made:
            releasing.make_release(lake, LOCAL, info, "r1")
        home, ran = opened(), opened("runs", benchmark=LAKE)
        assert not home.error
        assert "No label that it came with is positive, to score its 1 run by." in texts(home)
        told = texts(ran)
        assert "came with is positive**, so here no run is better than another" in told
        assert "is best" not in told
        assert ("Under its 1 release of votes" in told) is made
    told = texts(opened("benchmarks", benchmark=LAKE))
    assert "No pair of this benchmark has a label yet" in told
    assert "are words" not in told and "labelled pairs" not in told


def test_a_queue_that_was_removed_while_its_case_is_shown_is_told(workspace: Workspace) -> None:
    with_queue(workspace)
    held = voting().session_state["voting"]
    registry.remove_benchmark(workspace, NAME)

    def screen() -> None:
        import streamlit as st

        from pages.voting.screen import voting_screen

        voting_screen(st.session_state["voting"])

    app = AppTest.from_function(screen)
    app.session_state["voting"] = held  # what a key draws again, and not the page around it
    app.run()
    assert not app.exception
    assert "was removed in the meantime" in app.warning[0].value


def test_a_case_whose_table_is_not_there_is_told_and_not_shown(workspace: Workspace) -> None:
    info = registry.benchmark(workspace, NAME)
    tables = ("nosuch", "datalake/towns.csv")
    pairs = [Pair("fish.csv", table, Task.UNION) for table in tables]
    create_queue(workspace, LOCAL, info.key, "old", pairs)
    app = voting(queue="old")
    assert not app.error
    press(app, "verdict-0")
    told = texts(app)
    assert "Nothing is left for you here now. 1 of 2 cases" in told
    assert "1 case is not handed out, as its candidate or query table is not in the lake." in told
    asked = voting(queue="old", case="1")
    assert not asked.error
    assert "Nothing is left for you here now." in texts(asked)


def test_cases_that_come_are_made_ready_without_asking_who_is_signed_in(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_queue(workspace)
    held = voting().session_state["voting"]

    def signed_in() -> None:
        raise AssertionError("Beside the session there is nobody to ask.")

    # Both as they are for whoever has to sign in, and with nothing made ready before.
    monkeypatch.setattr(session, "workspace", lambda: workspace)
    monkeypatch.setattr(catalog_cache, "signed_in", signed_in)
    st.cache_resource.clear()
    held.ready = {}
    made = held.make_ready()
    assert made is not None
    made.result(timeout=60)
    assert len(held.ready) == len(PAIRS) - 1

"""Agreement & releases without a browser: two voters, a decision, a release, the ranking."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import streamlit as st
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest

from core import labels
from core.benchmarks import registry, runs
from core.benchmarks.curating import releasing
from core.benchmarks.types import BenchmarkInfo
from core.labels import LOCAL, Ballot, Kind, Pair, QueueTerms, Voter
from core.labels.settling.releases import releases
from core.labels.settling.rules import Settling
from core.store import Workspace
from pages.shared.identity import NAME
from tests.core.benchmarks import tiny
from tests.core.benchmarks.growing import grow
from tests.pages.conftest import APP, parameter, texts

BENCH = "tiny *one*"
SEA = "datalake/sea fish.csv"
TOWNS, OWLS = Pair("fish.csv", "datalake/towns.csv"), Pair("birds.csv", "datalake/owls.csv")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A benchmark with a run; ann and bob agree that towns fit fish and differ on owls."""
    folder = tmp_path_factory.mktemp("prepared")
    workspace = Workspace.open(folder / "workspace")
    info = tiny.add(workspace, BENCH, tiny.ugen(folder / "files"))
    ranking = {"fish": ["towns", "sea fish"], "birds": ["owls", "towns"]}
    (folder / "run.json").write_text(json.dumps(ranking))
    runs.import_run(workspace, info, folder / "run.json", "one")
    for pair, (first, second) in {TOWNS: (2, 2), OWLS: (2, 0)}.items():
        case = labels.put_pair(workspace, LOCAL, info.key, pair).key
        labels.cast_vote(workspace, Voter("ann"), case, Ballot(first, reason="*same*"))
        labels.cast_vote(workspace, Voter("bob"), case, Ballot(second))
    return workspace.root


@pytest.fixture
def workspace(prepared: Path, workspace_folder: Path) -> Workspace:
    """A copy of it for one test."""
    shutil.copytree(prepared, workspace_folder)
    return Workspace.open(workspace_folder)


def of(workspace: Workspace) -> BenchmarkInfo:
    return registry.benchmark(workspace, BENCH)


def opened(view: str, name: str = "cy", **parameters: str | list[str]) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=60)
    if name:
        app.session_state[NAME] = name
    for key, value in {"benchmark": BENCH, "view": view, **parameters}.items():
        app.query_params[key] = value
    app.switch_page("pages/releases.py").run()
    assert not app.exception, app.exception[0].value
    return app


def press(app: AppTest, label: str) -> AppTest:
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception, app.exception[0].value
    return app


def pressed(app: AppTest, label: str) -> WidgetStates:
    """Return what a browser sends of a button, which may be that of a case that is left by then."""
    button = next(button for button in app.button if button.label.startswith(label))
    button.click()
    sent = app._tree.get_widget_states()
    button.set_value(False)
    for one in reversed(sent.widgets):  # a browser sends no button that was not pressed
        if one.WhichOneof("value") == "trigger_value" and not one.trigger_value:
            sent.widgets.remove(one)
    return sent


def read(app: AppTest) -> str:
    return texts(app).replace("\\", "")


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


def test_a_voter_is_set_aside_in_what_is_shown_and_in_the_release(workspace) -> None:
    app = opened("Releases", without=["bob", "nobody"])
    assert app.multiselect(key="releases without").value == ["bob"]
    told = read(app)
    assert "**One person has** given 2 votes on **2 cases**, without the votes of bob." in told
    assert "settle **2 of 2 cases**" in told
    app.text_input(key="name of the release").set_value("r1")
    app = press(app, "Publish the release")
    made = releases(workspace, of(workspace).key)[-1]
    assert "without the votes of bob" in made.rule
    assert parameter(app, "without") == "bob"
    app.multiselect(key="releases without").set_value([]).run()
    assert "**2 people have** given 4 votes" in read(app)


def test_where_a_voter_is_set_aside_it_is_said_why_cases_are_open_and_fewer_votes_settle_them(
    workspace,
) -> None:
    benchmark, pairs = of(workspace).key, [TOWNS, OWLS]
    labels.create_queue(workspace, LOCAL, benchmark, "q", pairs, QueueTerms(wanted=3))
    for pair in pairs:
        case = labels.put_pair(workspace, LOCAL, benchmark, pair).key
        labels.cast_vote(workspace, Voter("dora"), case, Ballot(2))
    assert "settle **2 of 2 cases**" in read(opened("Releases"))
    for view in ("To decide", "Releases"):
        app = opened(view, without="dora")
        (told,) = app.warning
        assert told.value.replace("\\", "") == (
            "This is without the votes of dora. 1 case has fewer labels than are asked for: "
            "queues count the votes that are set aside, and ask for none in their place. "
            "--least-votes 2, or Votes from 2, takes what there is; a further queue gathers more."
        )
        press(app, "Votes from 2: settles 1 of 2 cases")
        assert app.number_input(key="releases least").value == 2
        (told,) = app.warning
        assert told.value == "This is without the votes of dora\\."
    assert "settle **1 of 2 cases**" in read(app)
    assert parameter(app, "least") == "2"


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


def test_the_first_sentence_tells_how_many_voted_and_how_far_they_agree(workspace) -> None:
    told = read(opened("Agreement"))
    # Two pairs of votes, of which one agrees.
    assert "**2 people have** given 4 votes on **2 cases** and agree on **50%**" in told
    assert "There is no release yet; runs are scored against the published labels." in told


def test_the_first_sentence_counts_the_voters_that_are_chosen(workspace) -> None:
    info = of(workspace)
    releasing.make_release(workspace, LOCAL, info, "r")
    judge = Voter("openai:m", Kind.LLM)
    case = labels.put_pair(workspace, LOCAL, info.key, OWLS).key
    labels.cast_vote(workspace, judge, case, Ballot(2))
    assert "**2 people have** given 4 votes" in (told := read(opened("Agreement")))
    assert "nothing was voted since" in told
    told = read(opened("Agreement", kinds=["human", "llm"]))
    assert "**2 people and one judge have** given 5 votes" in told
    assert "1 vote since" in told


def test_a_reason_that_several_measures_have_is_said_once(workspace) -> None:
    case = labels.put_pair(workspace, LOCAL, of(workspace).key, TOWNS).key
    labels.cast_vote(workspace, Voter("gpt", Kind.LLM), case, Ballot(2))
    told = texts(opened("Agreement", kinds=[Kind.LLM.value]))
    assert told.count("No case has two votes with a label") == 1


def test_a_measure_that_has_no_interval_says_so_and_why(workspace) -> None:
    case = labels.put_pair(workspace, LOCAL, of(workspace).key, OWLS).key
    labels.cast_vote(workspace, Voter("ann"), case, Ballot(0))
    app = opened("Agreement")
    (frame,) = [f.value for f in app.dataframe if "between" in f.value.columns]
    assert dict(zip(frame["measure"], frame["between"], strict=True)) == {
        "raw agreement": "0.34 to 1.00",  # Wilson's of 2 of 2
        "Cohen's kappa": "none",
        "Cohen's kappa, quadratic weights": "none",
        "Fleiss' kappa": "none",
        "Krippendorff's alpha, ordinal": "none",
    }
    assert "ordinal: No interval: it comes out the same" in read(app)


def test_every_voter_has_a_row_and_drift_is_told(workspace) -> None:
    app = opened("Agreement")
    voters = next(f.value for f in app.dataframe if "alpha_without" in f.value.columns)
    assert voters["voter"].to_list() == ["ann", "bob"]
    assert read(app).count("it takes 15 to tell whether they drift") == 2


def test_rules_tell_the_cases_on_which_they_differ_or_that_none_does(workspace) -> None:
    app = opened("Rules side by side")
    frames = [f.value for f in app.dataframe if "majority" in f.value.columns]
    assert frames
    assert "conclude the same" in read(app) or "on which the rules differ" in read(app)


def test_a_case_is_decided_and_the_next_is_there(workspace) -> None:
    app = opened("To decide")
    assert "1 case for you to decide" in read(app)
    assert "The labels 0 and 2 tie." in read(app)
    owls = next(
        c for c in (1, 2) if labels.case(workspace, c, of(workspace).key).table == OWLS.table
    )
    app.text_input(key=f"reason of the decision on {owls}").set_value("owls are birds").run()
    again = opened("To decide")  # a reload keeps the reason, which is of this case alone
    assert again.text_input(key=f"reason of the decision on {owls}").value == "owls are birds"
    again = opened("To decide", case=str(3 - owls))
    assert again.text_input(key=f"reason of the decision on {3 - owls}").value == ""
    press(app, "2 Unionable")

    assert "Nothing waits for you: all 2 cases with votes are settled." in read(app)
    info = of(workspace)
    (case,) = [c for c in (1, 2) if labels.case(workspace, c, info.key).table == OWLS.table]
    (decision,) = [v for v in labels.history(workspace, LOCAL, case) if v.final]
    assert (decision.voter, decision.ballot.label, decision.ballot.reason) == (
        *("cy", 2),
        "owls are birds",
    )
    (decided,) = [f.value for f in app.dataframe if "decided_by" in f.value.columns]
    assert decided["why"].to_list() == ["owls are birds"]


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


def test_a_key_pressed_before_a_case_can_be_seen_is_named_and_decides_nothing(
    workspace, monkeypatch
) -> None:
    monkeypatch.setattr("pages.releasing.decide.SEEN_AFTER", 60.0)
    app = opened("To decide")
    press(app, "2 Unionable")
    assert "Not taken, as it came too early: 2." in "".join(one.value for one in app.toast)
    assert "1 case for you to decide" in read(app)
    monkeypatch.setattr("pages.releasing.decide.SEEN_AFTER", 0.0)
    press(app, "2 Unionable")
    assert not app.toast
    assert "Nothing waits for you" in read(app)


def test_a_key_pressed_before_the_tables_of_a_case_are_there_decides_nothing(
    workspace, monkeypatch
) -> None:
    def not_yet(*_):
        st.stop()

    with monkeypatch.context() as under_way:
        under_way.setattr("pages.releasing.decide.show_tables", not_yet)
        app = opened("To decide")
        press(app, "2 Unionable")
    assert "Not taken, as it came too early: 2." in "".join(one.value for one in app.toast)
    assert "1 case for you to decide" in read(app)


def test_a_case_whose_tables_cannot_be_shown_can_be_decided(workspace) -> None:
    for rankings in (workspace.root / "runs").rglob("*.parquet"):
        rankings.unlink()
    app = opened("To decide")
    assert "The rankings of 'one' must be in the workspace." in app.error[0].value.replace("\\", "")
    press(app, "2 Unionable")
    assert not app.toast
    assert "Nothing waits for you" in read(app)


def test_another_key_on_a_case_that_is_just_decided_is_named_and_no_fault(workspace) -> None:
    app = opened("To decide")
    two, one = pressed(app, "2 "), pressed(app, "1 ")
    app._run(two)
    app._run(one)
    assert "Nothing waits for you" in read(app)
    assert not app.error
    assert [toast.value.split(".")[0] for toast in app.toast] == [
        "Not taken, as it came too early: 1"
    ]


def test_of_keys_that_come_at_once_none_decides_and_all_are_named(workspace) -> None:
    app = opened("To decide")
    next(button for button in app.button if button.label == "1 Partly").click()
    press(app, "2 Unionable")
    assert "Not taken, as it came too early: 2, 1." in "".join(one.value for one in app.toast)
    assert "1 case for you to decide" in read(app)


def test_a_key_that_is_pressed_twice_decides_once(workspace) -> None:
    app = opened("To decide")
    (key,) = {t.key for t in app.text_input if str(t.key).startswith("reason of the decision")}
    app.text_input(key=key).set_value("owls are birds").run()
    sent = pressed(app, "2 Unionable")
    app._run(sent)
    app._run(sent)
    assert not app.exception, app.exception[0].value
    case = int(str(key).rsplit(" ", 1)[1])
    decided = [v.ballot for v in labels.history(workspace, LOCAL, case) if v.final]
    assert [(one.label, one.reason) for one in decided] == [(2, "owls are birds")]
    assert "Nothing waits for you" in read(app)


def test_a_decision_of_another_curator_is_not_replaced_unseen(workspace) -> None:
    app = opened("To decide")
    (key,) = {t.key for t in app.text_input if str(t.key).startswith("reason of the decision")}
    case = int(str(key).rsplit(" ", 1)[1])
    other = labels.Voter("di", role=labels.Role.CURATOR)
    labels.adjudicate(workspace, other, case, Ballot(0, reason="no birds"))
    press(app, "2 Unionable")
    assert "Got one of 0 by 'di' since then" in read(app)
    assert "Decided as 0 (Not unionable) by di." in read(app)
    assert [v.ballot.label for v in labels.history(workspace, LOCAL, case) if v.final] == [0]
    press(app, "2 Unionable")  # now it has been seen
    assert [v.ballot.label for v in labels.history(workspace, LOCAL, case) if v.final] == [0, 2]


def test_a_case_that_another_curator_decides_meanwhile_stays_with_what_was_written_of_it(
    workspace,
) -> None:
    case = labels.put_pair(workspace, LOCAL, of(workspace).key, Pair("birds.csv", SEA)).key
    labels.cast_vote(workspace, Voter("ann"), case, Ballot(2))
    labels.cast_vote(workspace, Voter("bob"), case, Ballot(0))
    app = opened("To decide")
    (key,) = {t.key for t in app.text_input if str(t.key).startswith("reason of the decision")}
    before = int(str(key).rsplit(" ", 1)[1])
    other = labels.Voter("di", role=labels.Role.CURATOR)
    labels.adjudicate(workspace, other, before, Ballot(0, reason="no birds"))

    app.text_input(key=key).set_value("owls are birds").run()
    assert app.text_input(key=key).value == "owls are birds"
    assert "Decided as 0 (Not unionable) by di." in read(app)
    press(app, "Leave it so")
    (now,) = {t.key for t in app.text_input if str(t.key).startswith("reason of the decision")}
    assert now != key
    assert "Decided as" not in read(app)
    press(app, "2 Unionable")
    decided = {
        one: [v.ballot.label for v in labels.history(workspace, LOCAL, one) if v.final]
        for one in (before, int(str(now).rsplit(" ", 1)[1]))
    }
    assert [*decided.values()] == [[0], [2]]


def test_a_case_that_votes_settle_meanwhile_stays_with_what_was_written_of_it(workspace) -> None:
    case = labels.put_pair(workspace, LOCAL, of(workspace).key, Pair("birds.csv", SEA)).key
    labels.cast_vote(workspace, Voter("ann"), case, Ballot(2))
    labels.cast_vote(workspace, Voter("bob"), case, Ballot(0))
    app = opened("To decide")
    (key,) = {t.key for t in app.text_input if str(t.key).startswith("reason of the decision")}
    before = int(str(key).rsplit(" ", 1)[1])
    labels.cast_vote(workspace, Voter("di"), before, Ballot(2))
    app.text_input(key=key).set_value("owls are birds").run()
    assert "Its votes settle it by now." in read(app)
    press(app, "2 Unionable")
    (decision,) = [v for v in labels.history(workspace, LOCAL, before) if v.final]
    assert (decision.ballot.label, decision.ballot.reason) == (2, "owls are birds")


def test_the_last_case_that_another_curator_decides_can_be_left(workspace) -> None:
    app = opened("To decide")
    (key,) = {t.key for t in app.text_input if str(t.key).startswith("reason of the decision")}
    other = labels.Voter("di", role=labels.Role.CURATOR)
    labels.adjudicate(workspace, other, int(str(key).rsplit(" ", 1)[1]), Ballot(0))
    app.run()
    assert "0 cases for you to decide" in read(app)
    press(app, "Leave it so")
    assert "Nothing waits for you" in read(app)


def test_a_case_that_waits_stays_though_the_list_begins_with_another_by_now(workspace) -> None:
    app = opened("To decide")
    (key,) = {t.key for t in app.text_input if str(t.key).startswith("reason of the decision")}
    for table in (SEA, "datalake/towns.csv"):
        case = labels.put_pair(workspace, LOCAL, of(workspace).key, Pair("birds.csv", table)).key
        for voter, label in (("ann", 2), ("bob", 0), ("di", 1)):
            labels.cast_vote(workspace, Voter(voter), case, Ballot(label))
    app.run()
    assert "3 cases for you to decide" in read(app)
    assert app.text_input(key=key).value == ""


def test_the_weights_of_voters_are_estimated_changed_and_kept_in_the_release(workspace) -> None:
    app = opened("Releases", rule="weighted majority")
    # Both agree on towns and differ on owls, of which either may be right: 3 of 4, so the average
    # is 4/7, an accuracy (1.5 + 8/7) / 4 and a weight the logarithm of 3.89.
    assert "Weights of voters, estimated: ann 1.36, bob 1.36" in read(app)
    assert "Weighted majority and the curators settle **1 of 2 cases**" in read(app)
    # A link brings weights along; those of nobody here fall away.
    app = opened("Releases", rule="weighted majority", weight="ann=3")
    assert "Weights of voters, 1 changed: ann 3.00, bob 1.36" in read(app)
    assert "settle **2 of 2 cases** (0 by decision)" in read(app)
    app.text_input(key="name of the release").set_value("r1").run()
    press(app, "Publish the release")
    rule = releases(workspace, of(workspace).key)[-1].rule
    assert "weights ann 3, bob 1.36 (others 1)" in rule
    press(app, "Back to the estimates")
    assert "settle **1 of 2 cases**" in read(app)
    assert "weight" not in app.query_params
    # Of another rule nobody has a weight.
    assert "Weights of voters" not in read(opened("Releases"))


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


def test_the_ranking_tells_what_changed_under_the_release(workspace) -> None:
    app = opened("Ranking", k="1")
    assert "P@1 0.500. There is no release yet that would change it." in read(app)
    app = opened("Releases")
    app.text_input(key="name of the release").set_value("r1").run()
    press(app, "Publish the release")
    app = opened("Ranking", k="1")
    assert "**one** is best under **r1**: P@1 1.000." in read(app)
    gains = next(f.value for f in app.dataframe if "beyond" in f.value.columns)
    assert gains[["gain", "raised", "found", "lowered"]].to_numpy().tolist() == [[0.5, 1, 0, 0]]
    assert parameter(app, "k") == "1"


def test_runs_that_are_equally_good_are_named_together(workspace, tmp_path: Path) -> None:
    rankings = {
        "two": {"fish": ["towns"], "birds": ["owls"]},
        "three": {"fish": ["sea fish"], "birds": ["river"]},
    }
    for label, ranking in rankings.items():
        (tmp_path / "run.json").write_text(json.dumps(ranking))
        runs.import_run(workspace, of(workspace), tmp_path / "run.json", label)
    told = read(opened("Ranking", k="1"))
    assert "**one**, **three** and **two** are best, and equal under **base**: P@1 0.500." in told
    app = opened("Releases")
    app.text_input(key="name of the release").set_value("r1").run()
    press(app, "Publish the release")
    told = read(opened("Ranking", k="1"))
    assert "**one** and **two** are best, and equal under **r1**: P@1 1.000." in told
    assert "three moves from rank 1 (equal with 2 others) to rank 3." in told


def test_gains_leave_out_queries_that_one_of_the_releases_lacks(workspace, tmp_path: Path) -> None:
    info = grow(workspace, tmp_path)
    app = opened("Ranking", k="1", benchmark=info.name)
    told = read(app)
    assert "Means over 1 query under base, 2 queries under r1, 4 queries under r2." in told
    assert "Gains are of the 1 query that both base and r2 have; 3 that only r2 has are" in told
    assert "They have different queries, which may be why." in told
    gains = next(f.value for f in app.dataframe if "beyond" in f.value.columns)
    assert gains[["run", "gain", "found"]].to_numpy().tolist() == [["good", 1, 1], ["poor", 0, 0]]


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


def test_deciding_asks_for_a_name_first(workspace) -> None:
    app = opened("To decide", name="")
    assert "Who are you?" in read(app)
    assert not [button for button in app.button if button.label == "2 Unionable"]


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


def home(name: str = "cy") -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.session_state[NAME] = name
    app.run()
    assert not app.exception, app.exception[0].value
    return app


def test_home_tells_queues_agreement_and_release_and_the_next_step(
    workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = of(workspace)
    assert "4 votes of 2 people; agreement **50%**; no release yet." in read(home())
    # The votes on owls tie, which a curator decides before all else.
    told = read(home())
    assert "1 case of **tiny *one*** has all the votes asked for, and they do not settle it" in told
    assert "Decide" in [button.label for button in home().button]
    labels.create_queue(workspace, LOCAL, info.key, "doubts", [TOWNS, OWLS], QueueTerms(wanted=3))
    told = read(home())
    assert "2 cases in the queue **doubts** of tiny *one* still need a vote." in told
    assert "Continue voting" in [button.label for button in home().button]
    # Who has not given a name may still vote; who may not vote is told of something else.
    assert "still need a vote" in read(home(""))
    with monkeypatch.context() as changed:
        changed.setenv("SOUNDINGS_ANNOTATORS", "ann, bob")
        changed.setenv("SOUNDINGS_CURATORS", "ann")
        assert "still need a vote" not in read(home("eve"))
    # Ann has voted on both, so her next step is another.
    assert "are newer than the published labels." in read(home("ann"))
    releasing.make_release(workspace, LOCAL, info, "r1", settling=Settling())
    told = read(home("ann"))
    assert "release **r1** just now with 1 changed label, 0 votes since." in told
    assert "are newer than" not in told


def test_home_counts_what_stands_and_names_decisions(workspace) -> None:
    case = labels.put_pair(workspace, LOCAL, of(workspace).key, OWLS).key
    labels.cast_vote(workspace, Voter("bob"), case, Ballot(1))  # takes the place of his 0
    for label in (0, 2):
        labels.adjudicate(workspace, LOCAL, case, Ballot(label))
    sentence = "4 votes and 1 decision on **tiny *one*** are newer than the published labels."
    assert sentence in read(home())


def test_home_sends_only_a_curator_to_what_a_release_would_change(
    workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = labels.put_pair(workspace, LOCAL, of(workspace).key, OWLS).key
    labels.adjudicate(workspace, LOCAL, case, Ballot(2))
    monkeypatch.setenv("SOUNDINGS_CURATORS", "cy")
    assert "See what would change" in [button.label for button in home("cy").button]
    for name in ("ann", "eve"):
        assert "See what would change" not in [button.label for button in home(name).button]


def test_nonsense_in_the_address_is_left_aside(workspace) -> None:
    app = opened("To decide", case="99", rule="dice", threshold="7", base="none", kinds="dogs")
    assert "1 case for you to decide" in read(app)


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


def test_what_was_chosen_in_a_view_stays_while_another_is_open(workspace) -> None:
    app = opened("Agreement")
    app.segmented_control(key="releases view").set_value("Ranking").run()
    app.number_input(key="releases k").set_value(1).run()
    for view in ("Releases", "Agreement", "Ranking"):
        app.segmented_control(key="releases view").set_value(view).run()
        assert parameter(app, "k") == "1"
    assert app.number_input(key="releases k").value == 1


def test_a_case_is_settled_once_it_has_the_votes_that_its_queue_wants(workspace) -> None:
    info = of(workspace)
    assert opened("Releases").number_input(key="releases least").value is None
    labels.create_queue(workspace, LOCAL, info.key, "thrice", [TOWNS, OWLS], QueueTerms(wanted=3))
    app = opened("Releases")
    assert app.number_input(key="releases least").value is None
    assert "settle **0 of 2 cases**" in read(app)
    assert "least" not in app.query_params
    app.number_input(key="releases least").set_value(2).run()
    assert "settle **1 of 2 cases**" in read(app)
    assert parameter(app, "least") == "2"

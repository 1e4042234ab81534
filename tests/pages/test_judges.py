"""Judges without a browser: set up, a run of the rule, the report, disputed cases to people."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import jobs, labels
from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.judging.running import begin_run, continue_run
from core.judges import Judge, Protocol
from core.judges.records.answers import Question, answers, store_answer
from core.judges.records.locks import only_asker
from core.judges.records.runs import cases_of, enter_state, judge_runs, stop_requested
from core.judges.types import Outcome, Purpose, RunState, Sent, Verdict
from core.labels import LOCAL, Ballot, Kind, Pair, QueueTerms, Voter
from core.labels.queueing.handing import next_case
from core.llm import Effort
from core.monitor import UNMONITORED
from core.settings import Settings
from core.store import Workspace
from pages.shared.identity import NAME
from tests.core.benchmarks import tiny
from tests.pages.conftest import opened_by, press, texts

BENCH = "tiny *one*"
RIVER, TOWNS = Pair("fish.csv", "datalake/river.csv"), Pair("fish.csv", "datalake/towns.csv")
OWLS = Pair("birds.csv", "datalake/owls.csv")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rule has judged two pairs, a language model one against people; a queue has one more."""
    folder = tmp_path_factory.mktemp("prepared")
    workspace = Workspace.open(folder / "workspace")
    info = tiny.add(workspace, BENCH, tiny.ugen(folder / "files"))
    settings = Settings(workspace=workspace.root, workers=1)
    rule = Judge.named("rule:matcher")
    run = begin_run(workspace, info, LOCAL, [rule], Protocol(), pairs=[RIVER, TOWNS])
    continue_run(workspace, info, run.key, settings, monitor=UNMONITORED)
    for pair, label in ((RIVER, 2), (TOWNS, 0)):
        case = labels.put_pair(workspace, LOCAL, info.key, pair).key
        labels.cast_vote(workspace, Voter("ann"), case, Ballot(label))
    labels.cast_vote(workspace, Voter("openai:m", Kind.LLM), case, Ballot(2, confidence=0.9))
    labels.create_queue(workspace, LOCAL, info.key, "birds", [OWLS])
    return workspace.root


@pytest.fixture
def workspace(prepared: Path, workspace_folder: Path) -> Workspace:
    shutil.copytree(prepared, workspace_folder)
    return Workspace.open(workspace_folder)


def opened(view: str, name: str = "cy", **parameters: str | list[str]) -> AppTest:
    return opened_by(name, "judges", **{"benchmark": BENCH, "view": view, **parameters})


def read(app: AppTest) -> str:
    return texts(app).replace("\\", "")


def links(app: AppTest) -> list[str]:
    return [one.proto.label for one in app.get("page_link")]


def warnings(app: AppTest) -> list[str]:
    return [one.value.replace("\\", "") for one in app.warning]


def metrics(app: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in app.metric}


def test_the_first_sentence_tells_who_voted_and_the_rule_is_set_up_to_begin_with(
    workspace: Workspace,
) -> None:
    app = opened("Set up")
    assert "Voted so far: **openai:m** on 1 case, **rule:matcher** on 2 cases, in 1 run" in read(
        app
    )
    assert app.session_state["judges judges"] == ["rule:matcher"]
    assert app.session_state["judges cases"] == "queue: birds"
    assert metrics(app)["Calls"] == "0"  # a rule sends nothing
    assert metrics(app)["Cost, about"] == "$0.0000"


def test_many_judges_are_counted_and_listed_on_demand(workspace: Workspace) -> None:
    info = registry.benchmark(workspace, BENCH)
    case = labels.put_pair(workspace, LOCAL, info.key, RIVER).key
    for number in range(19):
        labels.cast_vote(workspace, Voter(f"openai:{number:02}", Kind.LLM), case, Ballot(2))
    app = opened("Runs")
    told = read(app)
    assert "**21 judges** have voted so far, in 1 run." in told
    assert "openai:07" not in told
    listed = app.dataframe[0].value
    assert listed["judge"].tolist()[-2:] == ["openai:m", "rule:matcher"]
    assert listed["cases"].tolist()[-2:] == [1, 2]


def test_runs_that_cast_no_vote_are_not_said_to_have_voted(workspace: Workspace) -> None:
    info = registry.benchmark(workspace, BENCH)
    settings = Settings(workspace=workspace.root, workers=1, judge_attempts=1)
    rule, mute = Judge.named("rule:matcher"), Judge.named("openai:mute", "http://127.0.0.1:9/v1")
    for judge, purpose in ((rule, Purpose.INJECTION), (mute, Purpose.VOTE)):
        run = begin_run(
            workspace,
            info,
            LOCAL,
            [judge],
            Protocol(runs=1),
            pairs=[OWLS],
            budget=1.0,
            purpose=purpose,
        )
        continue_run(workspace, info, run.key, settings, monitor=UNMONITORED)
    assert len(judge_runs(workspace, info.key)) == 3
    assert "**rule:matcher** on 2 cases, in 1 run." in read(opened("Set up"))


def test_start_begins_a_run_of_the_cases_chosen_and_shows_it(
    workspace: Workspace,
) -> None:
    app = press(opened("Set up"), "Start")
    assert app.session_state["judges view"] == "Runs"
    run, *_ = judge_runs(workspace, registry.benchmark(workspace, BENCH).key)
    case = labels.case(workspace, cases_of(workspace, run)[0])
    assert (case.query, case.table) == (OWLS.query, OWLS.table)
    assert run.created_by == "cy"
    assert run.source == {"queue": "birds", "at most": 100, "seed": 0}
    (job,) = jobs.jobs(workspace)
    assert (job.kind, job.subject) == ("judge", f"{BENCH}/{run.key}")


def test_how_long_a_model_thinks_and_answers_is_chosen(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-used")
    app = opened("Set up", effort="low", answer_tokens="9000")
    app.selectbox("judges effort").set_value("high").run()
    press(app, "Start")
    run, *_ = judge_runs(workspace, registry.benchmark(workspace, BENCH).key)
    assert (run.protocol.effort, run.protocol.answer_tokens) == (Effort.HIGH, 9_000)


def test_an_estimate_is_of_the_cases_and_tables_that_would_be_sent(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-used")
    app = press(opened("Set up", judges=["openai:m"]), "Estimate the cost")
    small = metrics(app)["Tokens, about"]
    assert metrics(app.run())["Tokens, about"] == small
    assert app.dataframe[0].value["cases"].tolist() == [1]

    info = registry.benchmark(workspace, BENCH)
    queue = labels.queue(workspace, info.key, "birds")
    with workspace.writing() as db:  # made anew by somebody else: one case, another one
        db.execute("DELETE FROM queues WHERE key = ?", (queue.key,))
    labels.create_queue(workspace, LOCAL, info.key, "birds", [RIVER])
    app.run()
    assert "Tokens, about" not in metrics(app)
    other = metrics(press(app, "Estimate the cost"))["Tokens, about"]
    assert other != small

    table, before = Path(info.root) / RIVER.table, tiny.TABLES[RIVER.table]
    rows = "".join(f"salmon of the river number {row},{row}\n" for row in range(200))
    table.write_text(f"fish,weight\n{rows}")
    lake, settings = lakes.lake(workspace, BENCH), Settings(workspace=workspace.root, workers=1)
    try:
        lakes.refresh(workspace, lake, settings)
    finally:
        table.write_text(before)  # other tests have the files, too
    app.run()
    assert "Tokens, about" not in metrics(app)


def test_a_model_without_a_key_says_which_to_set_and_shows_none(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    app = opened("Set up", judges=["openai:m"])
    assert "openai:m: no key. Set OPENAI_API_KEY in the environment" in read(app)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    app = opened("Set up", judges=["openai:m"])
    assert "openai:m: its key is set" in read(app)
    assert "sk-very-secret" not in str(app)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very\nsecret")
    app = opened("Set up", judges=["openai:m"])
    assert "openai:m: OPENAI_API_KEY is sent with each request, and a request takes" in read(app)
    assert "sk-very" not in str(app)


def test_a_judge_of_a_panel_has_its_own_address_and_key(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("OPENAI_API_KEY_AT_LLM_EXAMPLE_ORG", "sk-very-secret")
    at = ["openai:one@http://localhost:9/v1", "openai:two@https://llm.example.org/v1"]
    app = opened("Set up", judges=[*at, "openai:three"])
    told = read(app)
    assert "openai:one at `http://localhost:9/v1`: asked without a key" in told
    assert "its key is set (OPENAI_API_KEY_AT_LLM_EXAMPLE_ORG)" in told
    assert "openai:three: no key" in told
    assert "Address of the others" in [one.label for one in app.text_input]
    assert "sk-very-secret" not in str(app)
    labels_without = [one.label for one in opened("Set up", judges=at).text_input]
    assert not any(label.startswith("Address") for label in labels_without)


def test_a_model_without_a_price_is_given_one_before_it_starts(workspace: Workspace) -> None:
    app = opened("Set up", judges=["openai:m"], base_url="http://example.org/v1", runs="2")
    app = press(app, "Estimate the cost")
    assert metrics(app)["Calls"] == "2"
    assert metrics(app)["Cost, about"] == "no price"
    app.number_input("price in openai:m").set_value(1.0)
    app.number_input("price out openai:m").set_value(2.0)
    app = press(press(app, "Keep the price"), "Estimate the cost")
    assert metrics(app)["Cost, about"].startswith("$0.0")
    assert "entered by cy" in read(app)


def test_a_judge_that_cannot_be_meant_is_a_sentence(workspace: Workspace) -> None:
    app = opened("Set up", judges=["gpt"])
    assert "A judge is named openai:MODEL" in read(app)
    assert "Choose at least one judge" not in read(app)


def test_an_address_without_scheme_and_an_unknown_rule_are_refused_where_entered(
    workspace: Workspace,
) -> None:
    for name, why in (
        (
            "openai:fair@localhost:8713/v1",
            "An address behind the name of a language model begins with",
        ),
        ("rule:other", "No rule is named 'other'. There are: rule:matcher."),
    ):
        app = opened("Set up", judges=["rule:matcher", name])
        assert why in read(app)
        assert not metrics(app)  # no estimate, and no Start
        assert "Start" not in [button.label for button in app.button]


def test_a_run_shows_its_answers_and_counts(workspace: Workspace) -> None:
    app = opened("Runs")
    assert metrics(app) == {
        "Answered": "2 of 2",
        "Spent": "$0.0000",
        "Verdicts": "2",
        "Without a verdict": "0",
    }
    answers = app.dataframe[-1].value
    assert answers["verdict"].tolist() == ["yes", "no"]
    assert "not a language model" in answers["reason"][0]


def test_a_run_that_a_terminal_carries_out_is_live_and_can_be_paused(workspace: Workspace) -> None:
    info = registry.benchmark(workspace, BENCH)
    run = begin_run(workspace, info, LOCAL, [Judge.named("rule:matcher")], Protocol(), pairs=[OWLS])
    with only_asker(workspace, run.key, run.judges):
        enter_state(workspace, run.key, RunState.RUNNING)
        app = opened("Runs", run=str(run.key))
        assert {"Pause", "Cancel"} <= {one.label for one in app.button}
        assert "Resume" not in {one.label for one in app.button}
        press(app, "Pause")
        assert stop_requested(workspace, run.key) == "pause"
    app = opened("Runs", run=str(run.key))
    assert app.get("progress")[0].proto.text.startswith("Interrupted")
    assert {"Resume", "Cancel"} <= {one.label for one in app.button}


def test_a_run_that_asks_the_same_as_another_says_so(workspace: Workspace) -> None:
    info = registry.benchmark(workspace, BENCH)
    rule = Judge.named("rule:matcher")
    run = begin_run(workspace, info, LOCAL, [rule], Protocol(), pairs=[RIVER, TOWNS])
    enter_state(workspace, run.key, RunState.DONE, "2 of 2 answers.")
    told = "Run 1 asked the same of the same cases and is done."
    assert told in read(opened("Runs", run="2"))
    assert told not in read(opened("Runs", run="1"))


def test_who_may_vote_on_its_cases_is_not_shown_what_a_run_was_answered(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUNDINGS_CURATORS", "bob")
    app = opened("Runs")
    assert metrics(app)["Answered"] == "2 of 2"
    assert "votes without knowing it" in read(app)
    assert not any("verdict" in one.value.columns for one in app.dataframe)
    assert "verdict" in opened("Runs", "bob").dataframe[-1].value.columns


def test_who_is_no_curator_finds_what_costs_and_stops_disabled_and_why(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUNDINGS_CURATORS", "bob")
    info = registry.benchmark(workspace, BENCH)
    run = begin_run(workspace, info, LOCAL, [Judge.named("rule:matcher")], Protocol(), pairs=[OWLS])
    asks = "Only a curator has judges asked, and stops them."
    for view, buttons in (
        ("Set up", {"Start": asks}),
        ("Runs", {"Resume": asks, "Cancel": asks}),
        ("The rule voter", {"Refit": "Only a curator refits the rule."}),
    ):
        for name in ("cy", "bob"):
            app = opened(view, name, run=str(run.key))
            found = {one.label: one for one in app.button if one.label in buttons}
            assert list(found) == list(buttons)
            assert [one.disabled for one in found.values()] == [name == "cy"] * len(found)
            if name == "cy":
                assert {label: one.help for label, one in found.items()} == buttons


def test_a_panel_is_shown_while_one_of_its_judges_has_not_answered(workspace: Workspace) -> None:
    info = registry.benchmark(workspace, BENCH)
    # Nothing listens there, so that the model answers nothing while the rule does.
    panel = [Judge.named("rule:matcher"), Judge.named("openai:m", "http://127.0.0.1:9/v1")]
    run = begin_run(workspace, info, LOCAL, panel, Protocol(), pairs=[OWLS], budget=1.0)
    continue_run(
        workspace,
        info,
        run.key,
        Settings(workspace=workspace.root, workers=1, judge_attempts=1),
        monitor=UNMONITORED,
    )
    counted = opened("Runs", run=str(run.key)).dataframe[0].value
    assert counted["judge"].tolist() == ["rule:matcher", "openai:m"]
    assert counted["answered"].tolist() == [1, 0]
    assert counted["spent, $"].tolist() == [0.0, 0.0]


def test_answers_without_a_verdict_are_asked_again_after_an_estimate(workspace: Workspace) -> None:
    info = registry.benchmark(workspace, BENCH)
    mute = Judge.named("openai:mute", "http://127.0.0.1:9/v1")
    run = begin_run(workspace, info, LOCAL, [mute], Protocol(runs=1), pairs=[RIVER, TOWNS])
    for case, outcome in zip(
        cases_of(workspace, run), (Outcome.UNPARSABLE, Outcome.OK), strict=True
    ):
        verdict = Verdict(2) if outcome is Outcome.OK else None
        sent = Sent(f"hash {case}", outcome, "union-2", True, verdict, raw="Well, perhaps.")
        store_answer(workspace, Question(run.key, mute.voter, case, 1, False), sent)
    enter_state(workspace, run.key, RunState.DONE, "2 of 2 answers.")
    app = opened("Runs", run=str(run.key))
    assert [one.label for one in app.expander if one.label.startswith("Ask again")] == [
        "Ask again for 1 answer without a verdict"
    ]
    app = press(app, "Estimate the cost")
    assert metrics(app)["Calls"] == "1"
    app = press(app, "Ask 1 question again")
    (job,) = jobs.jobs(workspace)
    assert (job.kind, job.subject) == ("judge", f"{BENCH}/{run.key}")
    found = list(answers(workspace, info.key, run.key, failures=False, replaced=True))
    assert [(one.outcome, one.replaced, one.raw) for one in found] == [
        (Outcome.OK, False, "Well, perhaps."),
        (Outcome.UNPARSABLE, True, "Well, perhaps."),
    ]
    assert "Ask again" not in read(opened("Runs", run="1"))


def test_the_report_says_what_each_figure_means(workspace: Workspace) -> None:
    app = opened("Can it be trusted", judge="rule:matcher")
    told = read(app)
    assert "Agreement with people: **100.0%" in told
    assert "Let people settle 28 more of its cases before relying on it." in told
    assert "It contradicts neither people nor the ground truth on any case." in told


def test_a_judge_that_is_not_there_is_said_not_to_be(workspace: Workspace) -> None:
    app = opened("Can it be trusted", judge="openai:none")
    told = app.warning[0].value.replace("\\", "")
    assert told.startswith("No judge openai:none was asked about this benchmark.")
    assert "Agreement with people" not in read(app)
    app.number_input("judges k").set_value(5).run()  # after a click it is still not another one
    assert app.warning[0].value.replace("\\", "") == told
    app.selectbox("judges judge").set_value("rule:matcher").run()
    assert not app.warning
    assert "Agreement with people" in read(app)


@pytest.mark.parametrize(
    ("view", "field", "first", "told"),
    [
        ("Runs", "run", 1, "Choose a judge run."),
        ("Can it be trusted", "judge", "openai:m", "Choose a judge."),
        ("Set up", "cases", "queue: birds", "Choose cases."),
    ],
)
def test_a_field_that_was_emptied_asks_to_choose_and_takes_the_first_when_come_to_anew(
    workspace: Workspace, view: str, field: str, first: int | str, told: str
) -> None:
    app = opened(view)
    assert app.selectbox(f"judges {field}").value == first
    app.selectbox(f"judges {field}").set_value(None).run()
    assert warnings(app) == [told]
    app.run()
    assert warnings(app) == [told]
    app.query_params.clear()
    app.run()
    app.segmented_control("judges view").set_value(view).run()
    assert app.selectbox(f"judges {field}").value == first
    assert not app.warning


@pytest.mark.parametrize("number", ["999", "first"])
def test_a_run_that_is_not_there_is_said_not_to_be(workspace: Workspace, number: str) -> None:
    app = opened("Runs", run=number)
    told = f"This benchmark has no judge run {number}. Choose one of those that it has."
    assert warnings(app) == [told]
    assert not metrics(app)
    app.run()  # drawn again, as after any click, it is still not another one
    assert warnings(app) == [told]
    app.selectbox("judges run").set_value(1).run()
    assert not app.warning
    assert metrics(app)["Answered"] == "2 of 2"


@pytest.mark.parametrize("number", ["999", "first"])
def test_a_run_that_is_not_there_is_not_forgotten_while_a_name_is_asked_for(
    workspace: Workspace, number: str
) -> None:
    app = opened("Runs", "", run=number)
    assert "Your name" in [field.label for field in app.text_input]
    app.session_state[NAME] = "cy"
    app.run()
    assert warnings(app)[0].startswith(f"This benchmark has no judge run {number}.")
    assert not metrics(app)


@pytest.mark.parametrize(
    ("cases", "told"),
    [
        ("queue: gone", "This benchmark has no queue gone. Choose other cases."),
        ("nonsense", "No cases are called nonsense. Choose other cases."),
        (
            "disputed",
            "This benchmark has no cases of this kind: Pairs that the best runs and the ground "
            "truth dispute. Choose other cases.",
        ),
    ],
)
def test_cases_that_are_not_there_are_said_not_to_be(
    workspace: Workspace, cases: str, told: str
) -> None:
    app = opened("Set up", cases=cases)
    assert warnings(app) == [told]
    assert "Start" not in [button.label for button in app.button]
    app.number_input("judges most").set_value(7).run()
    assert "Start" not in [button.label for button in app.button]
    app.selectbox("judges cases").set_value("queue: birds").run()
    assert not app.warning
    assert "Start" in [button.label for button in app.button]


def test_a_judge_without_a_vote_is_listed_and_has_a_report(workspace: Workspace) -> None:
    info = registry.benchmark(workspace, BENCH)
    mute = Judge.named("openai:mute", "http://127.0.0.1:9/v1")
    run = begin_run(workspace, info, LOCAL, [mute], Protocol(runs=1), pairs=[RIVER])
    sent = Sent("hash", Outcome.UNPARSABLE, "union-2", True, error="It is empty.")
    store_answer(
        workspace, Question(run.key, mute.voter, cases_of(workspace, run)[0], 1, False), sent
    )
    told = read(opened("Can it be trusted", judge="openai:mute"))
    assert "openai:mute** voted on no case." in told
    assert "Questions without a verdict: **100.0%" in told


def test_votes_that_settle_nothing_are_not_said_to_be_missing(workspace: Workspace) -> None:
    info = registry.benchmark(workspace, BENCH)
    labels.create_queue(workspace, LOCAL, info.key, "twice", [RIVER, TOWNS], QueueTerms(wanted=2))
    told = read(opened("Can it be trusted", judge="openai:m"))
    assert "or the ground truth where people have settled nothing" in told
    assert "People have settled none of these cases." in told
    assert "nobody has voted" not in told
    assert "No human vote" not in told


def test_disputed_cases_are_sent_to_people(workspace: Workspace) -> None:
    app = opened("Can it be trusted", judge="openai:m")
    app = press(app, "Send 1 case to people")
    told = read(app)
    assert "1 case went to the queue disputed by openai:m." in told
    assert "Open for voting in it: 1 of 1 case; 1 of them for you." in told
    assert "Vote on them" in links(app)
    info = registry.benchmark(workspace, BENCH)
    queue = labels.queue(workspace, info.key, "disputed by openai:m")
    # Ann has voted on it, so that a second person is asked.
    assert labels.progress(workspace, queue, LOCAL).votes_wanted == 2
    handed = next_case(workspace, queue, Voter("cy"))
    assert handed is not None
    assert handed.table == TOWNS.table


def test_a_queue_of_cases_that_have_their_votes_is_said_to_hand_out_none(
    workspace: Workspace,
) -> None:
    app = opened("Can it be trusted", judge="openai:m")
    next(one for one in app.number_input if one.label == "Votes a case").set_value(1).run()
    app = press(app, "Send 1 case to people")
    assert "None of its cases is open for voting: each has the 1 vote that the queue" in read(app)
    assert "Vote on them" not in links(app)


def test_a_random_sample_of_its_cases_is_sent_to_people(workspace: Workspace) -> None:
    app = press(opened("Can it be trusted", judge="rule:matcher"), "Send a random sample to people")
    assert "2 cases went to the queue random sample of rule:matcher" in read(app)
    info = registry.benchmark(workspace, BENCH)
    queue = labels.queue(workspace, info.key, "random sample of rule:matcher")
    assert queue.source["of"] == 2


def test_the_rule_states_its_coefficients_training_data_and_accuracy(workspace: Workspace) -> None:
    app = opened("The rule voter", name="")
    told = read(app)
    assert "not a language model" in told
    assert "1,000 human judgements of UGEN v1" in told
    assert "81." in told
    coefficients = app.dataframe[0].value
    assert coefficients["feature"].tolist()[0] == "alignment of column names"
    assert set(app.dataframe[1].value["figure"]) >= {"accuracy", "kappa", "auc"}


def test_too_few_settled_labels_to_refit_are_told(workspace: Workspace) -> None:
    app = press(opened("The rule voter"), "Refit")
    assert "The rule learns from at least 20" in read(app)
    assert not jobs.jobs(workspace)


def test_the_rule_voter_of_joins_and_of_words_has_figures_of_its_own(workspace: Workspace) -> None:
    joins = opened("The rule voter", task="join")
    assert joins.dataframe[0].value["feature"].tolist()[0] == "values of the key that are found"
    assert "As it comes with Soundings, it has learned from" in read(joins)
    words = opened("The rule voter", task="nl")
    assert words.dataframe[0].value["feature"].tolist()[0] == "words found in the table"
    assert "relevant" in read(words)


def test_nobody_without_a_name_asks_judges(workspace: Workspace) -> None:
    app = opened("Set up", name="")
    assert "Who are you?" in read(app)
    assert not app.metric


def test_judges_are_laid_beside_each_other_and_one_is_opened(workspace: Workspace) -> None:
    app = opened("Can it be trusted", judge="rule:matcher")
    beside = app.dataframe[0].value
    assert beside["judge"].tolist() == ["rule:matcher", "openai:m"]
    assert beside["compared"].tolist() == [2, 1]
    assert beside["agrees"].tolist() == [1.0, 0.0]
    assert beside["95% interval"].tolist()[0].endswith(" to 1.00")
    # AppTest cannot click a row; a click leaves what a person chose.
    app.session_state["judges judge"] = "openai:m"
    assert "openai:m** voted on 1 case" in read(app.run())

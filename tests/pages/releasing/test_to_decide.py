"""Cases that wait for a curator: keys, notes, and what others do meanwhile."""

from __future__ import annotations

import streamlit as st

from core import labels
from core.labels import LOCAL, Ballot, Pair, QueueTerms, Voter
from tests.pages.conftest import parameter, press
from tests.pages.releasing.two_voters import OWLS, SEA, TOWNS, of, opened, pressed, read


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


def test_deciding_asks_for_a_name_first(workspace) -> None:
    app = opened("To decide", name="")
    assert "Who are you?" in read(app)
    assert not [button for button in app.button if button.label == "2 Unionable"]


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

"""What Home says of queues, agreement and releases."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from core import labels
from core.benchmarks.curating import releasing
from core.labels import LOCAL, Ballot, QueueTerms, Voter
from core.labels.settling.rules import Settling
from pages.shared.identity import NAME
from tests.pages.conftest import APP
from tests.pages.releasing.two_voters import OWLS, TOWNS, of, read


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

"""Deciding cases of which a table has left the lake, without a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import labels
from core.benchmarks import registry
from core.labels import LOCAL, Ballot, Pair, Voter
from core.settings import Settings
from core.store import Workspace
from tests.core.benchmarks import tiny
from tests.pages.conftest import opened_by, press, texts

BENCH = "tiny"
RIVER, OWLS = Pair("fish.csv", "datalake/river.csv"), Pair("birds.csv", "datalake/owls.csv")
WAITS = "1 more case waits for a table, as its candidate or query table is not in the lake."


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A benchmark on whose cases ann and bob differ, river and owls; the river has left."""
    found = Workspace.open(Settings.from_environment().workspace)
    info = tiny.add(found, BENCH, tiny.ugen(tmp_path / "files"))
    for pair in (RIVER, OWLS):
        case = labels.put_pair(found, LOCAL, info.key, pair).key
        for voter, label in (("ann", 2), ("bob", 0)):
            labels.cast_vote(found, Voter(voter), case, Ballot(label))
    (tmp_path / "files" / RIVER.table).unlink()
    tiny.add(found, BENCH, tmp_path / "files")
    return found


def to_decide(**parameters: str) -> AppTest:
    return opened_by("cy", "releases", **{"benchmark": BENCH, "view": "To decide", **parameters})


def told(app: AppTest) -> str:
    return texts(app).replace("\\", "")


def decisions(workspace: Workspace) -> list[str]:
    info = registry.benchmark(workspace, BENCH)
    return labels.current_votes(workspace, info.key, final=True)["table"].to_list()


def test_they_are_counted_and_not_offered(workspace: Workspace) -> None:
    app = to_decide()
    assert WAITS in told(app)
    assert "**1 case for you to decide**" in told(app)
    press(app, "2 Unionable")
    assert decisions(workspace) == [OWLS.table]
    assert WAITS in told(app) and "Nothing waits for you now." in told(app)
    assert not [button for button in app.button if button.label == "2 Unionable"]


def test_one_that_an_address_opens_says_what_is_not_there_and_cannot_be_decided(
    workspace: Workspace,
) -> None:
    app = to_decide(case="1")
    assert "has no table 'datalake/river.csv'" in told(app)
    assert not [button for button in app.button if button.label == "2 Unionable"]


def test_a_decision_after_its_table_has_left_is_refused(
    workspace: Workspace, tmp_path: Path
) -> None:
    app = to_decide(case="2")
    (tmp_path / "files" / OWLS.table).unlink()
    tiny.add(workspace, BENCH, tmp_path / "files")
    press(app, "2 Unionable")
    assert "has no table 'datalake/owls.csv'" in told(app)
    assert decisions(workspace) == []

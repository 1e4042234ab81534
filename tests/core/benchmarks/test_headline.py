from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.benchmarks import audit, runs
from core.benchmarks.headline import CUT, Headline, headline, made_headline
from core.evaluation import Metric
from core.store import Workspace
from tests.core.benchmarks import tiny


def test_a_headline_is_kept_until_the_runs_change(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    ranking = {"fish": ["towns", "sea fish"], "birds": ["owls", "towns"]}
    (tmp_path / "run.json").write_text(json.dumps(ranking))
    runs.import_run(workspace, info, tmp_path / "run.json", "one")
    assert headline(workspace, info) is None

    made = made_headline(workspace, info)
    # P@10: one of fish's ten and one of birds'; three positives in all. Towns is ranked twice and
    # is no positive, river is one and not ranked.
    assert made == Headline("one", 0.1, pytest.approx(0.15), ("one",), 3, 2, 2)
    assert headline(workspace, info) == made

    runs.import_run(workspace, info, tmp_path / "run.json", "two")
    assert headline(workspace, info) is None
    again = made_headline(workspace, info)
    assert again is not None
    assert (again.best, again.disputing, again.disputed) == ("one", ("one", "two"), 3)


def test_without_a_run_there_is_no_headline(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    assert made_headline(workspace, info) is None


def test_a_headline_is_what_the_leaderboard_and_its_best_runs_say(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    for label, fish in {
        "best": ["sea fish", "river"],
        "good": ["river", "towns"],
        "same": ["river", "owls"],
        "worst": ["owls", "towns"],
    }.items():
        (tmp_path / "run.json").write_text(json.dumps({"fish": fish, "birds": ["owls"]}))
        runs.import_run(workspace, info, tmp_path / "run.json", label)
    board = audit.leaderboard(workspace, info, CUT)
    names = tuple(row.run.method for row in board.rows)
    found = audit.disputed(audit.judged(workspace, info, names[:3]), CUT)
    assert names == ("best", "good", "same", "worst")
    assert made_headline(workspace, info) == Headline(
        "best",
        board.rows[0][Metric.P],
        board.ideal[Metric.P],
        names[:3],
        len(found.cases),
        len({case.query for case in found.cases}),
        2,
    )

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.benchmarks import audit, runs
from core.benchmarks.headline import CUT, Headline, headline, keep_headline
from core.store import Workspace
from tests.core.benchmarks import tiny


def test_a_headline_is_kept_until_the_runs_change(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    ranking = {"fish": ["towns", "sea fish"], "birds": ["owls", "towns"]}
    (tmp_path / "run.json").write_text(json.dumps(ranking))
    runs.import_run(workspace, info, tmp_path / "run.json", "one")
    assert headline(workspace, info) is None

    board = audit.leaderboard(workspace, info, CUT)
    found = audit.disputed(audit.judged(workspace, info, ["one"]), CUT)
    kept = keep_headline(workspace, info, board, found)
    # P@10: one of fish's ten and one of birds'; three positives in all. Towns is ranked twice and
    # is no positive, river is one and not ranked.
    assert kept == Headline("one", 0.1, pytest.approx(0.15), ("one",), 3, 2, 2)
    assert headline(workspace, info) == kept

    runs.import_run(workspace, info, tmp_path / "run.json", "two")
    assert headline(workspace, info) is None

from __future__ import annotations

from pathlib import Path

import pytest

from core.benchmarks.auditing import audit, kept_runs, scored_runs
from core.benchmarks.auditing.board import board_frame
from core.benchmarks.auditing.kept_runs import MOST_CUTS, KeptRuns
from core.benchmarks.errors import RunNotFoundError
from core.benchmarks.runs import import_run, remove_run
from core.evaluation import Metric
from core.store import Workspace
from tests.core.benchmarks import tiny

FIRST, SECOND = "sea fish.csv", "river.csv"


@pytest.fixture
def bench(tmp_path):
    workspace = Workspace.open(tmp_path / "workspace")
    return workspace, tiny.add(workspace, "kept", tiny.ugen(tmp_path / "bench"))


@pytest.fixture
def computed(monkeypatch) -> list[str]:
    """What was loaded and scored since, in order."""
    done: list[str] = []

    def counted(module, name, what):
        whole = getattr(module, name)

        def called(*given):
            done.append(what(*given))
            return whole(*given)

        monkeypatch.setattr(module, name, called)

    counted(kept_runs, "load_run", lambda workspace, info, label: f"load {label}")
    counted(scored_runs, "scored", lambda found, run, k: f"score {run.method} at {k}")
    return done


def imported(workspace, info, label: str, *tables: str, force: bool = False) -> None:
    path: Path = workspace.root / "run.csv"
    path.write_text("query,table\n" + "".join(f"fish.csv,{table}\n" for table in tables))
    import_run(workspace, info, path, label, force=force)


def figures(board: scored_runs.Leaderboard) -> list:
    return board_frame(board).drop("made").rows()


def test_kept_runs_are_scored_and_judged_as_those_that_are_read_anew(bench):
    workspace, info = bench
    imported(workspace, info, "one", FIRST, SECOND)
    imported(workspace, info, "two", SECOND)
    kept = KeptRuns(workspace, info)
    assert figures(kept.leaderboard(1)) == figures(scored_runs.leaderboard(workspace, info, 1))
    mine, theirs = kept.judged(), audit.judged(workspace, info)
    assert (mine.runs, mine.qrels, mine.ignored) == (theirs.runs, theirs.qrels, theirs.ignored)
    assert mine.there == theirs.there


def test_of_a_new_run_the_others_are_neither_loaded_nor_scored_nor_resampled(bench, computed):
    workspace, info = bench
    imported(workspace, info, "one", FIRST)
    kept = KeptRuns(workspace, info)
    (before,) = kept.leaderboard(2).rows
    interval = before.interval(Metric.P)
    imported(workspace, info, "two", SECOND, FIRST)
    rows = {row.run.method: row for row in kept.leaderboard(2).rows}
    kept.judged()
    assert computed == ["load one", "score one at 2", "load two", "score two at 2"]
    assert rows["one"].interval(Metric.P) is interval


def test_a_run_that_takes_the_place_of_another_is_scored_anew_and_one_removed_is_gone(bench):
    workspace, info = bench
    imported(workspace, info, "one", FIRST)
    imported(workspace, info, "two", FIRST)
    kept = KeptRuns(workspace, info)
    kept.leaderboard(2)
    imported(workspace, info, "one", SECOND, FIRST, force=True)
    remove_run(workspace, info, "two")
    assert figures(kept.leaderboard(2)) == figures(scored_runs.leaderboard(workspace, info, 2))
    assert list(kept.judged().runs) == ["one"]
    assert kept.judged().runs["one"].ranking("fish.csv") == (
        f"datalake/{SECOND}",
        f"datalake/{FIRST}",
    )


def test_scores_are_kept_of_the_last_few_cutoffs(bench, computed):
    workspace, info = bench
    imported(workspace, info, "one", FIRST)
    kept = KeptRuns(workspace, info)
    for k in range(1, MOST_CUTS + 2):
        kept.leaderboard(k)
    del computed[:]
    kept.leaderboard(2)
    kept.leaderboard(1)
    assert computed == ["score one at 1"]


def test_without_a_run_nothing_is_kept(bench):
    workspace, info = bench
    with pytest.raises(RunNotFoundError, match="has no run yet"):
        KeptRuns(workspace, info).leaderboard(1)


def test_the_ground_of_scores_is_the_same_after_a_run_and_another_after_a_refresh(bench):
    workspace, info = bench
    before = audit.ground_fingerprint(workspace, info)
    imported(workspace, info, "one", FIRST)
    assert audit.ground_fingerprint(workspace, info) == before
    Path(info.root, "datalake", "owls.csv").write_text("owl\nsnowy\n")
    again = tiny.add(workspace, "kept", Path(info.root))
    assert audit.ground_fingerprint(workspace, again) != before

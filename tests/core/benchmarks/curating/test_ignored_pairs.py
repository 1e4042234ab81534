"""Votes on pairs that the benchmark says to ignore."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.benchmarks import runs
from core.benchmarks.auditing import scored_runs
from core.benchmarks.curating import releasing, rescoring
from core.benchmarks.curating.released import released_source
from core.benchmarks.formats import read, write
from core.benchmarks.one_pair.pair import look_at_pair
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import Metric
from core.labels import LOCAL, Ballot, Pair, Task, adjudicate, put_pair
from core.store import Workspace
from tests.core.benchmarks import tiny

TOWNS = "datalake/towns.csv"


@pytest.fixture
def voted(tmp_path: Path) -> tuple[Workspace, BenchmarkInfo]:
    """A benchmark that ignores towns for fish, and a release in which towns fit fish."""
    files = {**tiny.TABLES, **tiny.forms()["soundings"], "ignore.tsv": f"fish.csv\t{TOWNS}\n"}
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.lay(tmp_path / "tiny", files))
    ranking = {"fish.csv": ["towns", "sea fish", "river"], "birds.csv": ["owls"]}
    (tmp_path / "run.json").write_text(json.dumps(ranking))
    runs.import_run(workspace, info, tmp_path / "run.json", "run")
    case = put_pair(workspace, LOCAL, info.key, Pair("fish.csv", TOWNS, Task.UNION))
    adjudicate(workspace, LOCAL, case.key, Ballot(2))
    releasing.make_release(workspace, LOCAL, info, "r1")
    return workspace, info


def test_a_release_scores_what_it_labels(voted: tuple[Workspace, BenchmarkInfo]) -> None:
    workspace, info = voted
    boards = scored_runs.leaderboards(workspace, info, 3, ["base", "r1"])
    for board in boards.values():
        (row,) = board.rows
        assert row[Metric.R] == 1.0  # of three positives, and of four


def test_gains_are_of_rankings_without_it(voted: tuple[Workspace, BenchmarkInfo]) -> None:
    workspace, info = voted
    # P@1 of two queries. Base: sea fish and owls. r1: towns, which fit by it, and owls.
    found = rescoring.rescore(workspace, info, 1)
    assert [one.score for one in found.standings] == [1.0, 1.0]
    (gain,) = found.gains
    assert (gain.before, gain.after) == (1.0, 1.0)
    assert (gain.raised, gain.found, gain.lowered) == (0, 0, 0)
    case = put_pair(workspace, LOCAL, info.key, Pair("fish.csv", TOWNS, Task.UNION))
    adjudicate(workspace, LOCAL, case.key, Ballot(0))
    releasing.make_release(workspace, LOCAL, info, "r2")
    found = rescoring.rescore(workspace, info, 1)
    assert {one.release: one.score for one in found.standings}["r2"] == 0.5
    told = {one.release: (one.gain, one.lowered) for one in found.gains}
    assert told == {"r1": (0.0, 0), "r2": (0.0, 0)}
    assert found.told("r2") == (
        "Gains leave out 1 pair that is to be ignored but for the labels of one of base and r2; "
        "scores and ranks under that one do not.",
    )
    # Both label it, so the one is in all rankings and what it gains is counted.
    found = rescoring.rescore(workspace, info, 1, reference="r1")
    gains = {one.release: one for one in found.gains}
    assert (gains["r2"].gain, gains["r2"].lowered) == (-0.5, 1)
    assert (gains["base"].gain, gains["base"].lowered) == (0.0, 0)
    assert found.told("r2") == ()


def test_its_rank_is_told_under_the_release_alone(voted: tuple[Workspace, BenchmarkInfo]) -> None:
    workspace, info = voted
    for release, rank in (("base", None), ("r1", 1)):
        found = look_at_pair(workspace, info, "fish.csv", TOWNS, tiny.SETTINGS, release=release)
        assert found.ranks["rank"].to_list() == [rank]
        assert found.left_out == (rank is None)


def test_the_release_is_read_again(voted: tuple[Workspace, BenchmarkInfo], tmp_path: Path) -> None:
    workspace, info = voted
    source = released_source(workspace, info, "r1")
    assert source.ignore == ()
    again = read(write(source, tmp_path / "out"))
    assert again.qrels is not None
    assert again.qrels.relevance("fish.csv", TOWNS) == 2

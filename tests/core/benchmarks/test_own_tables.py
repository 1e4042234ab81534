from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.benchmarks import registry, runs
from core.benchmarks.auditing import scored_runs
from core.benchmarks.auditing.board import told_own_found
from core.benchmarks.errors import BenchmarkExistsError
from core.benchmarks.own_tables import told_own
from core.benchmarks.treatment import treatment
from core.errors import InputError
from core.evaluation import Metric, SelfCandidate
from core.store import Workspace
from tests.core.benchmarks import tiny

ITSELF = "fish.csv,fish.csv,1\n"
BIRDS_ITSELF = "birds.csv,birds.csv,1\n"


COPIES = {f"datalake/{name}.csv": tiny.TABLES[f"query/{name}.csv"] for name in ("fish", "birds")}


@pytest.mark.parametrize(
    ("asked", "told", "labels"),
    [
        (None, "is left out", {"fish.csv": 3, "birds.csv": 2}),
        (SelfCandidate.INCLUDED, "counts as found", {"fish.csv": 4, "birds.csv": 3}),
        (SelfCandidate.AS_GIVEN, "counts as it is labelled", {"fish.csv": 3, "birds.csv": 2}),
    ],
)
def test_what_becomes_of_own_tables_may_be_said(
    tmp_path: Path, asked: SelfCandidate | None, told: str, labels: dict[str, int]
) -> None:
    files = {**tiny.TABLES, **COPIES, "groundtruth.csv": tiny.UGEN}
    workspace = Workspace.open(tmp_path / "workspace")
    folder = tiny.lay(tmp_path / "tiny", files)
    info = tiny.add(workspace, "tiny", folder, own_tables=asked)
    assert told_own(workspace, info) == (
        f"Each query's own table lies among the candidates and {told}."
    )
    truth = treatment(workspace, info).truth(registry.qrels(workspace, info))
    assert {query: len(tables) for query, tables in truth.to_dict().items()} == labels
    assert tiny.add(workspace, "tiny", folder).self_candidate is info.self_candidate
    other = next(one for one in SelfCandidate if one is not info.self_candidate)
    with pytest.raises(BenchmarkExistsError, match="remove it and add it again"):
        tiny.add(workspace, "tiny", folder, own_tables=other)


def test_nothing_is_said_of_own_tables_that_are_no_candidates(tmp_path: Path) -> None:
    workspace, folder = Workspace.open(tmp_path / "workspace"), tiny.ugen(tmp_path / "tiny")
    with pytest.raises(InputError, match=r"Got 'included' for .*, where none does"):
        tiny.add(workspace, "tiny", folder, own_tables=SelfCandidate.INCLUDED)
    assert registry.benchmarks(workspace) == []


def test_what_own_tables_add_to_scores_is_told(tmp_path: Path) -> None:
    files = {**tiny.TABLES, **COPIES, "groundtruth.csv": tiny.UGEN}
    workspace = Workspace.open(tmp_path / "workspace")
    folder = tiny.lay(tmp_path / "tiny", files)
    info = tiny.add(workspace, "tiny", folder, own_tables=SelfCandidate.INCLUDED)
    (tmp_path / "poor.json").write_text('{"fish.csv": ["towns"], "birds.csv": ["towns"]}')
    runs.import_run(workspace, info, tmp_path / "poor.json", "poor")
    board = scored_runs.leaderboard(workspace, info, 2)
    assert board.rows[0][Metric.P] == 0.5  # nothing but own tables is found
    assert told_own_found(board) == (
        "Each query's own table counts as found, first in a ranking that leaves it out: 0.500 of "
        "P@2 comes of that, and where it stands first P@1 is 1 and GTFP@1 is 0 by construction."
    )
    assert told_own_found(replace(board, own_found=1)).startswith(
        "The own table of 1 of 2 queries counts as found, first in a ranking that leaves it out: "
        "0.250 of P@2"
    )
    assert told_own_found(replace(board, own_found=0)) == ""


@pytest.mark.parametrize(
    ("own", "labels", "told"),
    [
        ([], "", ""),
        (
            ["fish"],
            "",
            "The own table of 1 of 2 queries lies among the candidates and is left out.",
        ),
        (
            ["fish", "birds"],
            "",
            "Each query's own table lies among the candidates and is left out.",
        ),
        (
            ["fish", "birds"],
            ITSELF + BIRDS_ITSELF,
            "Each query's own table lies among the candidates and counts as found.",
        ),
    ],
)
def test_it_is_said_of_how_many_queries_the_own_table_is_a_candidate(
    tmp_path: Path, own: list[str], labels: str, told: str
) -> None:
    copies = {f"datalake/{name}.csv": tiny.TABLES[f"query/{name}.csv"] for name in own}
    files = {**tiny.TABLES, **copies, "groundtruth.csv": tiny.UGEN + labels}
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.lay(tmp_path / "tiny", files))
    assert told_own(workspace, info) == told

from __future__ import annotations

import io
import json
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from core.benchmarks import runs
from core.benchmarks.auditing import scored_runs
from core.benchmarks.auditing.board import board_frame
from core.benchmarks.auditing.board_files import board_file
from core.benchmarks.auditing.published import Published, PublishedRun
from core.benchmarks.auditing.scored_runs import Leaderboard
from core.errors import InputError
from core.evaluation import Metric
from core.store import Workspace
from tests.core.benchmarks import tiny


@pytest.fixture
def board(tmp_path: Path) -> Leaderboard:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    for label, fish in {"all & best": "sea fish", "worst_one": "towns"}.items():
        (tmp_path / "run.json").write_text(json.dumps({"fish": [fish], "birds": [fish]}))
        runs.import_run(workspace, info, tmp_path / "run.json", label)
    return scored_runs.leaderboard(workspace, info, 1)


def test_parquet_and_csv_hold_every_figure_of_the_leaderboard(board: Leaderboard) -> None:
    frame = board_frame(board)
    assert_frame_equal(pl.read_parquet(io.BytesIO(board_file(board, ".parquet"))), frame)
    read = pl.read_csv(board_file(board, ".csv"), schema_overrides=frame.schema)
    assert_frame_equal(read, frame)


def test_a_file_has_the_interval_of_every_metric(board: Leaderboard) -> None:
    best = pl.read_csv(board_file(board, ".csv")).row(1, named=True)
    for metric in Metric:
        found = board.rows[0].interval(metric)
        ends = best[f"{metric.value} low"], best[f"{metric.value} high"]
        assert ends == (found.low, found.high)
        assert found.low is not None


def test_latex_has_the_best_in_bold_and_names_that_latex_can_print(board: Leaderboard) -> None:
    lines = board_file(board, ".tex").decode().splitlines()
    assert lines[:2] == [r"\begin{tabular}{lrrrrrrr}", r"\toprule"]
    assert lines[2].startswith("Run & P@1 & R@1 & ")
    ideal, best, worst = lines[4:7]
    # "sea fish" is one of the two positives of fish, and none of birds'.
    assert ideal.startswith("IDEAL & 1.000 & ")
    assert best.startswith(r"all \& best & \textbf{0.500} & \textbf{0.250} & ")
    assert worst.startswith(r"worst\_one & 0.000 & 0.000 & ")


def test_latex_rounds_a_half_as_tables_of_the_browser_do(tmp_path: Path) -> None:
    """9 of 16 positives are found: 0.5625, which is as near to 0.562 as to 0.563."""
    files: dict[str, str | bytes] = {"query/q.csv": "a,b\n3,4\n"}
    files |= {f"datalake/{kind}{n}.csv": "a,b\n1,2\n" for kind in "tx" for n in range(16)}
    rows = "".join(f"q.csv,t{n}.csv,1\n" for n in range(16))
    files["groundtruth.csv"] = f"query_table,data_lake_table,unionable\n{rows}"
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "b", tiny.lay(tmp_path / "b", files))
    found = [f"t{n}.csv" for n in range(9)] + [f"x{n}.csv" for n in range(7)]
    (tmp_path / "run.json").write_text(json.dumps({"q.csv": found}))
    runs.import_run(workspace, info, tmp_path / "run.json", "run")
    tex = board_file(scored_runs.leaderboard(workspace, info, 16), ".tex").decode()
    assert r"run & \textbf{0.563} & \textbf{0.563} & " in tex


def test_runs_that_are_equally_good_are_all_bold_in_latex(tmp_path: Path) -> None:
    """Both have 1, 2 and 3 hits of 10, whose mean hangs in its last bit on their order."""
    queries = [f"q{number}" for number in range(3)]
    files: dict[str, str | bytes] = {f"query/{query}.csv": "a,b\n3,4\n" for query in queries}
    files |= {f"datalake/{kind}{n}.csv": "a,b\n1,2\n" for kind in "tx" for n in range(10)}
    rows = "".join(f"{query}.csv,t{n}.csv,1\n" for query in queries for n in range(10))
    files["groundtruth.csv"] = f"query_table,data_lake_table,unionable\n{rows}"
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "b", tiny.lay(tmp_path / "b", files))
    for label, hits in {"rising": (1, 2, 3), "falling": (3, 2, 1)}.items():
        ranking = {
            query: [f"t{n}" for n in range(hit)] + [f"x{n}" for n in range(10 - hit)]
            for query, hit in zip(queries, hits, strict=True)
        }
        (tmp_path / "run.json").write_text(json.dumps(ranking))
        runs.import_run(workspace, info, tmp_path / "run.json", label)
    found = scored_runs.leaderboard(workspace, info, 10)
    means = [row[Metric.P] for row in found.rows]
    assert means[0] != means[1]
    lines = board_file(found, ".tex").decode().splitlines()[5:7]
    assert all(r" & \textbf{0.200} & \textbf{0.200} & " in line for line in lines)


def test_published_figures_are_named_as_such_in_latex(board: Leaderboard) -> None:
    run = PublishedRun("hash", 0.75, 0.2, 1.0, 1.0)
    known = Published("Tiny", "A paper", 1, ideal_precision=1.0, ideal_recall=1.0, runs=(run,))
    lines = board_file(board, ".tex", known).decode().splitlines()
    assert any(line.startswith(r"hash, published & \textbf{0.750} & 0.200 &  & ") for line in lines)
    assert any(line.startswith("IDEAL, published & 1.000 & 1.000 &") for line in lines)


def test_a_name_that_begins_like_an_option_of_latex_is_a_name(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    (tmp_path / "run.json").write_text('{"fish": ["towns"]}')
    for label in ("[1] mine", "*star"):
        runs.import_run(workspace, info, tmp_path / "run.json", label)
    lines = board_file(scored_runs.leaderboard(workspace, info, 1), ".tex").decode().splitlines()
    assert [line.partition(" & ")[0] for line in lines[5:7]] == ["{}*star", "{}[1] mine"]


def test_another_ending_is_refused(board: Leaderboard) -> None:
    with pytest.raises(InputError, match=r"\.csv, \.parquet, \.tex\. Got '\.xls'\."):
        board_file(board, ".xls")

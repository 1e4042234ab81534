from __future__ import annotations

from pathlib import Path

import ir_measures
import numpy as np
import polars as pl
import pytest

from core.benchmarks import registry
from core.benchmarks.auditing import audit, scored_runs
from core.benchmarks.auditing.board import shortfalls, told_stale, told_untimed
from core.benchmarks.errors import ReleaseNotFoundError, RunNotFoundError
from core.benchmarks.runs import import_run, remove_run, run_method, runs
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import CaseKind, Label, Metric
from core.evaluation.errors import CutoffError
from core.reports.results import score_parts
from core.store import Workspace
from tests.core.benchmarks import tiny

POOL = [f"t{n}" for n in range(8)]
TRUTH = {
    "a": {"t0": 1, "t1": 1, "t2": 1, "t3": 0},
    "b": {"t0": 1, "t4": 0},
    "c": {"t5": 2, "t6": 1},
}
IGNORED = [("b", "t7")]
RUNS = {
    "good": {"a": ["t0", "t1", "t3", "t2"], "b": ["t7", "t0"], "c": ["t5", "t6"]},
    "poor": {"a": ["t3", "t4", "t0"], "b": ["t4", "t7", "t0"]},
}
"""Of the poor run, query "c" is missing; "t7" is to be ignored for "b"."""


@pytest.fixture(scope="module")
def bench(tmp_path_factory) -> tuple[Workspace, BenchmarkInfo]:
    """A benchmark of three queries with two runs; not to be changed."""
    place = tmp_path_factory.mktemp("audit")
    files = {f"datalake/{name}.csv": tiny.FISH for name in POOL}
    files |= {f"query/{name}.csv": tiny.FISH for name in TRUTH}
    files["queries.jsonl"] = "".join(
        f'{{"query_id": "{name}", "query_table": "{name}"}}\n' for name in TRUTH
    )
    files["qrels.tsv"] = "".join(
        f"{query}\t{table}\t{grade}\n"
        for query, labels in TRUTH.items()
        for table, grade in labels.items()
    )
    files["ignore.tsv"] = "".join(f"{query}\t{table}\n" for query, table in IGNORED)
    workspace = Workspace.open(place / "workspace")
    info = tiny.add(workspace, "audited", tiny.lay(place / "bench", files))
    for label, rankings in RUNS.items():
        imported(workspace, info, label, rankings, place)
    return workspace, info


def imported(workspace, info, label: str, rankings: dict[str, list[str]], place: Path) -> None:
    path = place / "run.csv"
    rows = [f"{query},{table}\n" for query, ranking in rankings.items() for table in ranking]
    path.write_text("query,table\n" + "".join(rows))
    import_run(workspace, info, path, label)


def test_the_leaderboard_is_what_the_library_gives_without_the_pairs_to_ignore(bench):
    board = scored_runs.leaderboard(*bench, 2)
    assert [row.run.method for row in board.rows] == ["good", "poor"]
    qrels = [ir_measures.Qrel(q, t, g) for q, labels in TRUTH.items() for t, g in labels.items()]
    measures = {
        Metric.P: ir_measures.P @ 2,
        Metric.R: ir_measures.R @ 2,
        Metric.NDCG: ir_measures.nDCG @ 2,
        Metric.MAP: ir_measures.AP,
        Metric.MRR: ir_measures.RR,
    }
    for row in board.rows:
        ranked = [
            ir_measures.ScoredDoc(query, table, -place)
            for query, ranking in RUNS[row.run.method].items()
            for place, table in enumerate(t for t in ranking if (query, t) not in IGNORED)
        ]
        library = ir_measures.calc_aggregate(list(measures.values()), qrels, ranked)
        assert {metric: row[metric] for metric in measures} == pytest.approx(
            {metric: library[measure] for metric, measure in measures.items()}
        )


def test_the_leaderboard_is_what_one_gets_by_hand(bench):
    good, poor = scored_runs.leaderboard(*bench, 2).rows
    # good: a hits 2 of 2 slots and of 3 positives, b 1 of 1 positive, c 2 of 2.
    assert good[Metric.P] == pytest.approx((1 + 0.5 + 1) / 3)
    assert good[Metric.R] == pytest.approx((2 / 3 + 1 + 1) / 3)
    assert good[Metric.F1] == pytest.approx((2 * (2 / 3) / (5 / 3) + 2 * 0.5 / 1.5 + 1) / 3)
    assert good[Metric.CAPPED_RECALL] == 1.0
    # poor: nothing in the first two for a, t0 second for b once t7 is out, c is missing.
    assert poor[Metric.P] == pytest.approx(0.5 / 3)
    assert poor[Metric.MRR] == pytest.approx((1 / 3 + 1 / 2) / 3)
    assert poor.queries.mean(Metric.P).missing == 1


def test_the_ideal_row_is_the_best_that_any_run_can_reach(bench):
    board = scored_runs.leaderboard(*bench, 2)
    assert board.ideal[Metric.P] == pytest.approx((1 + 0.5 + 1) / 3)
    assert board.ideal[Metric.R] == pytest.approx((2 / 3 + 1 + 1) / 3)
    assert board.ideal.queries == 3
    for row in board.rows:
        assert all(row[metric] <= board.ideal[metric] + 1e-12 for metric in Metric)
    assert [row.run.method for row in board.rows] == ["good", "poor"]


def test_intervals_contain_their_means(bench):
    for row in scored_runs.leaderboard(*bench, 2).rows:
        for metric in Metric:
            interval = row.interval(metric)
            assert interval.low <= row[metric] + 1e-12
            assert row[metric] <= interval.high + 1e-12
            assert (interval.queries, interval.confidence) == (3, 0.95)


def test_what_is_not_there_is_told(bench, tmp_path):
    workspace, info = bench
    for ask in (
        lambda: scored_runs.leaderboard(workspace, info, 2, "v2"),
        lambda: audit.judged(workspace, info, ["good"], "v2"),
        lambda: audit.fingerprint(workspace, info, "v2"),
    ):
        with pytest.raises(ReleaseNotFoundError, match="There are: base"):
            ask()
    with pytest.raises(RunNotFoundError, match="There are: good, poor"):
        audit.judged(workspace, info, ["good", "x"])
    for k in (0, 1_001):
        with pytest.raises(CutoffError):
            scored_runs.leaderboard(workspace, info, k)
    other = Workspace.open(tmp_path / "workspace")
    folder = tiny.lay(tmp_path / "words", tiny.target())
    alone = tiny.add(other, "words", folder)
    with pytest.raises(RunNotFoundError, match=r"no run yet. Make one with `bench run words"):
        scored_runs.leaderboard(other, alone, 2)


def test_disputes_of_one_run_follow_the_formulas(bench):
    workspace, info = bench
    found = audit.disputed(audit.judged(workspace, info, ["good"]), 3)
    # N = 3 queries. Among the first 3 of a: t0, t1, t3 (wrong); b: t0; c: t5, t6.
    assert found.gtfp == pytest.approx((0, 0, 1 / 9))
    # min(k, |G|) = 1+1+1, 2+1+2, 3+1+2; found 1+1+1, 2+1+2, 2+1+2.
    assert found.gtfn == pytest.approx((0, 0, 1 / 6))
    cases = [(c.kind, c.query, c.table, c.rank, c.label) for c in found.first()]
    assert cases == [
        (CaseKind.GTFP, "a", "datalake/t3.csv", 3, Label.NEGATIVE),
        (CaseKind.GTFN, "a", "datalake/t2.csv", 4, Label.POSITIVE),
    ]


def test_disputes_of_several_runs_are_what_all_of_them_agree_on(bench):
    workspace, info = bench
    poor = audit.disputed(audit.judged(workspace, info, ["poor"]), 3)
    # a: t3, t4 wrong, t0 right; b: t4 wrong (t7 is out), t0 right; c is missing.
    assert poor.gtfp == pytest.approx((2 / 3, 3 / 6, 3 / 9))
    assert poor.gtfn == pytest.approx((3 / 3, 4 / 5, 4 / 6))
    assert poor.missing == 1
    both = audit.disputed(audit.judged(workspace, info), 3)
    assert both.methods == ("good", "poor")
    # Only (a, t3) is among the first 3 of both; a positive is found if either finds it.
    assert both.gtfp == pytest.approx((0, 0, 1 / 9))
    assert both.gtfn == pytest.approx((0, 0, 1 / 6))
    (case,) = both.first(1)
    assert dict(case.ranks) == {"good": 3, "poor": 1}
    assert case.rank == 3


def test_curves_have_a_point_for_each_run_and_cut(bench):
    frame = audit.curves(audit.judged(*bench), 4)
    assert frame.select("run", "k").rows() == [(r, k) for r in RUNS for k in range(1, 5)]
    assert set(frame["queries"]) == {3}
    board = scored_runs.leaderboard(*bench, 2)
    at_2 = frame.filter(pl.col("k") == 2)
    for row in board.rows:
        (point,) = at_2.filter(pl.col("run") == row.run.method).to_dicts()
        for metric in (Metric.P, Metric.R, Metric.F1, Metric.NDCG, Metric.CAPPED_RECALL):
            assert point[metric.value] == pytest.approx(row[metric])


def test_two_runs_are_compared_query_by_query(bench):
    result = audit.compare_runs(audit.judged(*bench), "good", "poor", 2, Metric.P)
    assert (result.wins, result.losses, result.ties, result.queries) == (2, 0, 1, 3)
    assert result.difference == pytest.approx((1 + 0 + 1) / 3)
    assert result.p_value == pytest.approx(4 / 8)  # 1, 0, 1 with all 8 signs: 4 are as far from 0


def test_the_fingerprint_changes_with_every_score_and_only_then(bench, tmp_path):
    workspace, info = bench
    first = audit.fingerprint(workspace, info)
    assert audit.fingerprint(workspace, info) == first
    imported(workspace, info, "third", {"a": ["t0"]}, tmp_path)
    second = audit.fingerprint(workspace, info)
    remove_run(workspace, info, "third")
    assert audit.fingerprint(workspace, info) == first
    imported(workspace, info, "third", {"a": ["t1"]}, tmp_path)
    third = audit.fingerprint(workspace, info)
    remove_run(workspace, info, "third")
    assert len({first, second, third}) == 3


def test_the_fingerprint_changes_when_the_lake_leaves_a_run_behind(tmp_path):
    workspace, folder = Workspace.open(tmp_path / "workspace"), tiny.ugen(tmp_path / "tiny")
    info = tiny.add(workspace, "tiny", folder)
    run_method(workspace, info, "hash", tiny.SETTINGS)
    before = audit.fingerprint(workspace, info)
    (folder / "datalake" / "river.csv").write_text("fish,weight\neel,3\n")
    info = tiny.add(workspace, "tiny", folder)
    assert scored_runs.leaderboard(workspace, info, 1).rows[0].run.stale
    assert audit.fingerprint(workspace, info) != before


def test_a_run_on_what_was_taken_over_from_before_a_refresh_has_no_offline_seconds(tmp_path):
    workspace, folder = Workspace.open(tmp_path / "workspace"), tiny.ugen(tmp_path / "tiny")
    info = tiny.add(workspace, "tiny", folder)
    for method in ("hash", "tfidf"):
        assert run_method(workspace, info, method, tiny.SETTINGS).offline_seconds > 0
    imported(workspace, info, "theirs", {"fish": ["river"]}, tmp_path)
    assert told_untimed(runs(workspace, info)) == ""
    (folder / "datalake" / "river.csv").write_text("fish,weight\neel,3\n")
    info = tiny.add(workspace, "tiny", folder)
    assert run_method(workspace, info, "hash", tiny.SETTINGS).offline_seconds is None
    assert run_method(workspace, info, "tfidf", tiny.SETTINGS).offline_seconds > 0
    told = told_untimed(runs(workspace, info))
    assert told.startswith("Offline seconds of hash are not known: part of what it needs")
    board = scored_runs.leaderboard(workspace, info, 1)
    assert [told in part for part in score_parts(workspace, info, board)].count(True) == 1


def test_runs_that_are_older_than_the_lake_are_told_with_what_to_do(tmp_path):
    workspace, folder = Workspace.open(tmp_path / "workspace"), tiny.ugen(tmp_path / "tiny")
    info = tiny.add(workspace, "tiny", folder)
    run_method(workspace, info, "hash", tiny.SETTINGS)
    imported(workspace, info, "theirs", {"fish": ["river"]}, tmp_path)
    assert told_stale(scored_runs.leaderboard(workspace, info, 1)) == ""
    (folder / "datalake" / "river.csv").unlink()
    info = tiny.add(workspace, "tiny", folder)
    board = scored_runs.leaderboard(workspace, info, 1)
    ran, came = told_stale(board).split("; ", 1)[0], told_stale(board).split("again. ")[1]
    assert ran == "The lake has changed since hash ran"
    assert came.startswith("The lake has changed since theirs came in; if they were made before")
    # It had a positive label, and has it still.
    told = [one for one in shortfalls(board) if "theirs ranks 1 table" in one]
    assert told and told[0].endswith("counts by its label if it has one, else as wrong.")
    assert {row.run.method: row[Metric.P] for row in board.rows}["theirs"] == 0.5


def test_two_thousand_queries_are_scored(tmp_path):
    names = [f"t{n}" for n in range(300)]
    files = {f"tables/{name}.csv": tiny.FISH for name in names[:3]}
    queries = "".join(
        f'{{"query_id": "q{n}", "query": "x", "table_ids": ["t{n % 3}"]}}\n' for n in range(2_000)
    )
    workspace = Workspace.open(tmp_path / "workspace")
    folder = tiny.lay(tmp_path / "bench", {**files, "queries.jsonl": queries})
    info = tiny.add(workspace, "large", folder)
    random = np.random.default_rng(0)
    rankings = {f"q{n}": list(random.permutation(names)[:100]) for n in range(2_000)}
    imported(workspace, info, "random", rankings, tmp_path)
    (row,) = scored_runs.leaderboard(workspace, info, 10).rows
    places = [
        ranking.index(f"t{n % 3}") if f"t{n % 3}" in ranking else None
        for n, ranking in enumerate(rankings.values())
    ]
    hits = [place is not None and place < 10 for place in places]
    assert row[Metric.P] == pytest.approx(sum(hits) / 10 / 2_000)


UGEN = {"hash": 0.586, "tfidf": 0.578, "count": 0.576}
"""P@10 = R@10 that independent code reached on UGEN V1."""


def test_ugen_scores_as_independent_code_does(ugen, tmp_path):
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "ugen", ugen)
    assert (info.queries, info.positives, info.negatives) == (50, 500, 500)
    for method in UGEN:
        run_method(workspace, info, method, tiny.SETTINGS)
    board = scored_runs.leaderboard(workspace, info, 10)
    assert board.ideal[Metric.P] == board.ideal[Metric.R] == 1.0
    for row in board.rows:
        assert row[Metric.P] == pytest.approx(UGEN[row.run.method], abs=0.015)
        assert row[Metric.R] == pytest.approx(row[Metric.P])


def test_the_base_release_is_the_published_one(bench):
    workspace, info = bench
    published = {
        query: {f"datalake/{table}.csv": grade for table, grade in labels.items()}
        for query, labels in TRUTH.items()
    }
    assert registry.qrels(workspace, info).to_dict() == published

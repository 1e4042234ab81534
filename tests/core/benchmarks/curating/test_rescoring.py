from __future__ import annotations

import json
import shutil
import weakref
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.benchmarks import registry, runs
from core.benchmarks.auditing import audit, scored_runs
from core.benchmarks.curating import releasing, rescoring
from core.benchmarks.curating.gains import Moves, gains_frame, moved
from core.benchmarks.errors import ReleaseNotFoundError, RunNotFoundError
from core.benchmarks.presence import Presence
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import Metric, Qrels, Run, SelfCandidate
from core.labels import LOCAL, Ballot, Pair, Task, adjudicate, put_pair
from core.store import Workspace
from tests.core.benchmarks import tiny
from tests.core.benchmarks.growing import grow

RUNS = {
    "one": {"fish": ["towns", "sea fish"], "birds": ["owls", "towns"]},
    "two": {"fish": ["sea fish", "river"], "birds": ["owls", "river"]},
    "three": {"fish": ["towns", "owls"], "birds": ["river", "towns"]},
}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with the benchmark and all runs, for copies."""
    folder = tmp_path_factory.mktemp("prepared")
    workspace = Workspace.open(folder / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(folder / "tiny"))
    for name, ranking in RUNS.items():
        (folder / f"{name}.json").write_text(json.dumps(ranking))
        runs.import_run(workspace, info, folder / f"{name}.json", name)
    return workspace.root


def with_runs(prepared: Path, folder: Path, *kept: str) -> tuple[Workspace, BenchmarkInfo]:
    shutil.copytree(prepared, folder / "workspace")
    workspace = Workspace.open(folder / "workspace")
    info = registry.benchmark(workspace, "tiny")
    for name in set(RUNS) - set(kept):
        runs.remove_run(workspace, info, name)
    return workspace, info


def decide(workspace: Workspace, info: BenchmarkInfo, labels: dict[tuple[str, str], int]) -> None:
    for (query, table), label in labels.items():
        pair = Pair(f"{query}.csv", f"datalake/{table}.csv", Task.UNION)
        case = put_pair(workspace, LOCAL, info.key, pair)
        adjudicate(workspace, LOCAL, case.key, Ballot(label))


@pytest.fixture(scope="module")
def rescored(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> rescoring.Rescoring:
    """Towns fit fish and birds after all, and owls do not fit birds."""
    workspace, info = with_runs(prepared, tmp_path_factory.mktemp("rescored"), *RUNS)
    decide(workspace, info, {("fish", "towns"): 2, ("birds", "towns"): 2, ("birds", "owls"): 0})
    releasing.make_release(workspace, LOCAL, info, "r1")
    return rescoring.rescore(workspace, info, 1)


def test_each_run_has_its_score_and_rank_under_each_release(rescored) -> None:
    # P@1 over two queries. Base: one finds owls, two sea fish and owls, three nothing.
    # r1: one has towns for fish, two still sea fish, three towns for fish.
    found = [(s.release, s.run, s.score, s.rank, s.place) for s in rescored.standings]
    assert found == [
        ("base", "two", 1.0, 1, 1),
        ("base", "one", 0.5, 2, 2),
        ("base", "three", 0.0, 3, 3),
        ("r1", "one", 0.5, 1, 1),
        ("r1", "three", 0.5, 1, 2),
        ("r1", "two", 0.5, 1, 3),
    ]


def test_each_run_is_loaded_once_and_let_go_before_the_next_but_one(
    prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace, info = with_runs(prepared, tmp_path, *RUNS)
    for number in range(3):
        decide(workspace, info, {("fish", "towns"): number % 2 + 1})
        releasing.make_release(workspace, LOCAL, info, f"r{number}")
    loaded: list[tuple[str, weakref.ref[Run]]] = []
    held: list[int] = []
    load = audit.load_run

    def loading(workspace: Workspace, info: BenchmarkInfo, label: str) -> Run:
        held.append(sum(run() is not None for _, run in loaded))
        run = load(workspace, info, label)
        loaded.append((label, weakref.ref(run)))
        return run

    monkeypatch.setattr(audit, "load_run", loading)
    found = rescoring.rescore(workspace, info, 1)
    assert [label for label, _ in loaded] == sorted(RUNS)
    assert (len(found.standings), len(found.gains)) == (4 * 3, 3 * 3)
    assert max(held) <= 1


def test_a_gain_is_what_labels_raised_found_and_lowered(rescored) -> None:
    gains = {gain.run: gain for gain in rescored.gains}
    told = {run: (g.raised, g.found, g.lowered, g.gain) for run, g in gains.items()}
    assert told == {
        "one": (1, 0, 1, 0.0),  # towns for fish was labelled 0; owls for birds was 1
        "two": (0, 0, 1, -0.5),
        "three": (1, 0, 0, 0.5),
    }
    assert [gain.run for gain in rescored.gains] == ["three", "one", "two"]
    assert (gains["three"].rank_before, gains["three"].rank_after) == (3, 1)
    assert gains["three"].beyond == 0.5  # the average run gains nothing
    # Each query's difference is 1 and 0: their mean cannot be below 0 nor above 1.
    assert gains["three"].interval.low == 0.0
    assert gains["three"].interval.high == 1.0


def test_a_release_that_changes_no_label_changes_no_ndcg_where_own_tables_count(
    tmp_path: Path,
) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    copies = {
        f"datalake/{name}.csv": tiny.TABLES[f"query/{name}.csv"] for name in ("fish", "birds")
    }
    files = {**tiny.TABLES, **copies, "groundtruth.csv": tiny.UGEN}
    folder = tiny.lay(tmp_path / "tiny", files)
    info = tiny.add(workspace, "tiny", folder, own_tables=SelfCandidate.INCLUDED)
    for name, ranking in {
        **RUNS,
        "best": {"fish": ["sea fish", "river"], "birds": ["owls"]},
    }.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(ranking))
        runs.import_run(workspace, info, tmp_path / f"{name}.json", name)
    decide(workspace, info, {("birds", "owls"): 2})
    releasing.make_release(workspace, LOCAL, info, "same")
    found = rescoring.rescore(workspace, info, 3, Metric.NDCG)
    scores = {(one.run, one.release): one.score for one in found.standings}
    assert (scores["best", "base"], scores["best", "same"]) == (1.0, 1.0)
    for name in RUNS:
        assert scores[name, "same"] == pytest.approx(scores[name, "base"])
    assert max(abs(gain.gain) for gain in found.gains) < 1e-12


def test_a_pair_that_had_no_label_is_found(prepared: Path, tmp_path: Path) -> None:
    workspace, info = with_runs(prepared, tmp_path, "three")
    decide(workspace, info, {("fish", "owls"): 1})
    releasing.make_release(workspace, LOCAL, info, "r1")
    (gain,) = rescoring.rescore(workspace, info, 2).gains
    assert (gain.raised, gain.found, gain.lowered, gain.gain) == (0, 1, 0, 0.25)
    (gain,) = rescoring.rescore(workspace, replace(info, positive_from=2), 2).gains
    assert (gain.found, gain.gain) == (0, 0.0)  # partly is no positive then


def test_the_published_labels_mean_unionable_when_only_that_counts(
    prepared: Path, tmp_path: Path
) -> None:
    workspace, info = with_runs(prepared, tmp_path, "two")
    strict = replace(info, positive_from=2)
    for how in (info, strict):
        (row,) = scored_runs.leaderboard(workspace, how, 1).rows
        assert row[Metric.P] == 1.0


def test_where_all_runs_are_equal_there_is_no_order_to_agree_with(rescored) -> None:
    assert rescored.order("r1", "base").tau is None
    assert (rescored.order("base", "r1").turned, rescored.order("base", "r1").pairs) == (0, 3)


def test_an_order_turned_round_has_tau_of_minus_one(prepared: Path, tmp_path: Path) -> None:
    workspace, info = with_runs(prepared, tmp_path, "two", "three")
    decide(
        workspace,
        info,
        {
            ("fish", "sea fish"): 0,
            ("birds", "owls"): 0,
            ("fish", "towns"): 2,
            ("birds", "river"): 2,
        },
    )
    releasing.make_release(workspace, LOCAL, info, "r1")
    order = rescoring.rescore(workspace, info, 1).order("base", "r1")
    assert (order.tau, order.turned, order.pairs) == (-1.0, 1, 1)


def test_the_table_has_a_row_a_release_and_run(rescored) -> None:
    frame = rescored.to_frame()
    assert frame.select("release", "run").rows()[3:] == [
        ("r1", "one"),
        ("r1", "three"),
        ("r1", "two"),
    ]
    assert frame["gain"].to_list() == [None, None, None, 0.0, 0.5, -0.5]
    assert frame.columns == [
        *("release", "run", "rank", "score", "low", "high"),
        *("gain", "gain_queries", "gain_low", "gain_high", "beyond", "raised", "found", "lowered"),
    ]
    # Three's differences are 1 and 0.
    assert frame.row(4)[6:] == (0.5, 2, 0.0, 1.0, 0.5, 1, 0, 0)


def test_gains_are_a_table_as_they_stand(rescored) -> None:
    frame = gains_frame(rescored.gains)
    assert frame.columns == [
        *("release", "run", "before", "after", "gain", "low", "high"),
        *("queries", "raised", "found", "lowered", "beyond", "rank_before", "rank_after"),
    ]
    assert frame.row(0) == ("r1", "three", 0.0, 0.5, 0.5, 0.0, 1.0, 2, 1, 0, 0, 0.5, 3, 1)
    assert frame["run"].to_list() == ["three", "one", "two"]
    without = replace(rescored.gains[0].interval, low=None, high=None)
    (row,) = gains_frame([replace(rescored.gains[0], interval=without)]).rows()
    assert row[5:7] == (None, None)
    assert gains_frame([]).schema == frame.schema


def test_without_a_run_or_a_release_it_says_so(prepared: Path, tmp_path: Path) -> None:
    workspace, info = with_runs(prepared, tmp_path)
    with pytest.raises(RunNotFoundError, match="has no run yet"):
        rescoring.rescore(workspace, info, 1)
    workspace, info = with_runs(prepared, tmp_path / "more", "one")
    with pytest.raises(ReleaseNotFoundError, match="has no release 'r9'"):
        rescoring.rescore(workspace, info, 1, reference="r9")
    found = rescoring.rescore(workspace, info, 1)
    assert (found.gains, found.orders, len(found.standings)) == ((), (), 1)


@pytest.fixture(scope="module")
def growing(tmp_path_factory: pytest.TempPathFactory) -> tuple[Workspace, BenchmarkInfo]:
    folder = tmp_path_factory.mktemp("growing")
    workspace = Workspace.open(folder / "workspace")
    return workspace, grow(workspace, folder)


def test_gains_are_of_the_queries_that_both_releases_have(growing) -> None:
    found = rescoring.rescore(*growing, 1, reference="r1")
    gains = {gain.run: gain for gain in found.gains if gain.release == "r2"}
    told = {run: (g.queries, g.before, g.after, g.found, g.lowered) for run, g in gains.items()}
    # Of fish and birds: owls fit birds no more. That river and towns are queries is no gain.
    assert told == {"good": (2, 1.0, 0.5, 0, 1), "poor": (2, 0.0, 0.0, 0, 0)}
    for gain in gains.values():
        assert gain.gain == (gain.raised + gain.found - gain.lowered) / gain.queries
    assert gains["good"].beyond == -0.25
    assert found.shared("r2").told == (
        "Gains are of the 2 queries that both r1 and r2 have; 2 that only r2 has are left out."
    )
    assert not found.order("r1", "r2").queries.same
    # The board is over all queries of each.
    scores = {(one.run, one.release): one.score for one in found.standings}
    assert (scores["good", "r2"], scores["poor", "r2"]) == (0.75, 0.25)


def test_gains_hold_backwards_where_the_reference_has_more_queries(growing) -> None:
    found = rescoring.rescore(*growing, 1, reference="r2")
    gains = {gain.run: gain for gain in found.gains if gain.release == "r1"}
    assert (gains["good"].queries, gains["good"].gain, gains["good"].raised) == (2, 0.5, 1)
    assert found.shared("r1").told.endswith("2 that only r2 has are left out.")
    frame = found.to_frame().filter(pl.col("release") == "r1")
    assert frame["gain_queries"].to_list() == [2, 2]


QUERIES, TABLES = ["q1", "q2"], ["a", "b", "c", "d"]
EVERYTHING = Presence(frozenset(TABLES), frozenset())
PAIRS = st.tuples(st.sampled_from(QUERIES), st.sampled_from(TABLES))
LABELS = st.dictionaries(PAIRS, st.integers(0, 2), min_size=1)
RANKINGS = st.fixed_dictionaries({query: st.permutations(TABLES) for query in QUERIES})


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(LABELS, LABELS, RANKINGS, st.integers(1, 4), st.integers(1, 2))
def test_the_counts_add_up_to_the_gain_whatever_the_labels(
    before: dict[tuple[str, str], int],
    after: dict[tuple[str, str], int],
    ranking: dict[str, list[str]],
    k: int,
    least: int,
) -> None:
    """Against counting hits by hand under both ground truths."""
    info = BenchmarkInfo.__new__(BenchmarkInfo)
    object.__setattr__(info, "positive_from", least)
    run = Run.from_order(ranking, method="m")
    judged = [
        audit.JudgedRun(
            info,
            "r",
            Qrels.from_rows([(q, t, grade) for (q, t), grade in labels.items()], QUERIES),
            run,
            there=EVERYTHING,
            own={},
        )
        for labels in (before, after)
    ]
    crossed = moved(*judged, k)
    hits = [
        sum(labels.get((q, t), 0) >= least for q in QUERIES for t in ranking[q][:k])
        for labels in (before, after)
    ]
    assert crossed["raised"] + crossed["found"] - crossed["lowered"] == hits[1] - hits[0]
    unlabelled = sum(
        (q, t) not in before and after.get((q, t), 0) >= least
        for q in QUERIES
        for t in ranking[q][:k]
    )
    assert crossed["found"] == unlabelled


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(LABELS, LABELS, RANKINGS, st.sets(PAIRS), st.integers(1, 4), st.integers(1, 2))
def test_the_counts_add_up_to_the_gain_whatever_is_ignored(
    before: dict[tuple[str, str], int],
    after: dict[tuple[str, str], int],
    ranking: dict[str, list[str]],
    to_ignore: set[tuple[str, str]],
    k: int,
    least: int,
) -> None:
    """Against counting hits by hand without what either ground truth ignores."""
    info = BenchmarkInfo.__new__(BenchmarkInfo)
    object.__setattr__(info, "positive_from", least)
    run, moves, truths = Run.from_order(ranking, method="m"), Moves("r0", k), (before, after)
    for number, labels in enumerate(truths):
        qrels = Qrels.from_rows([(*pair, grade) for pair, grade in labels.items()], QUERIES)
        ignored = tuple(qrels.unlabelled(sorted(to_ignore)))
        kept = run.without_pairs(ignored)
        moves.see(
            audit.JudgedRun(info, f"r{number}", qrels, kept, ignored, there=EVERYTHING, own={})
        )
    both = {
        query: [
            t
            for t in tables
            if (query, t) not in to_ignore or all((query, t) in one for one in truths)
        ]
        for query, tables in ranking.items()
    }
    hits = [
        sum(labels.get((q, t), 0) >= least for q in QUERIES for t in both[q][:k])
        for labels in truths
    ]
    crossed = moves.found["r1"]["m"]
    assert crossed["raised"] + crossed["found"] - crossed["lowered"] == hits[1] - hits[0]
    unlike = sum((pair in before) != (pair in after) for pair in to_ignore)
    assert moves.unlike == ({"r1": unlike} if unlike else {})
    for scores, found in zip(moves.alike.get("r1", {}).get("m", ()), hits, strict=False):
        assert scores.mean(Metric.P).value == pytest.approx(found / (k * len(QUERIES)))


def test_why_runs_score_low_is_told_of_each_release(prepared: Path, tmp_path: Path) -> None:
    workspace, info = with_runs(prepared, tmp_path, "one")
    decide(workspace, info, {("fish", "sea fish"): 1})
    releasing.make_release(workspace, LOCAL, info, "r1")
    short = (
        "one ranks at most 2 candidates a query; at k = 3 the places behind them count as wrong."
    )
    assert rescoring.rescore(workspace, info, 2).shortfalls == ()
    assert rescoring.rescore(workspace, info, 3).shortfalls == (short,)
    nothing = (
        "No label of tiny is 3 or more under {}, and only such count as positive, so P, R, F1, "
        "MAP, MRR and capped recall are 0; NDCG goes by grades."
    )
    assert rescoring.rescore(workspace, replace(info, positive_from=3), 3).shortfalls == (
        short,
        nothing.format("base"),
        nothing.format("r1"),
    )


def test_what_holds_under_some_releases_names_them(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = grow(workspace, tmp_path)
    (tmp_path / "half.json").write_text(json.dumps({"query/fish.csv": ["datalake/river.csv"]}))
    runs.import_run(workspace, info, tmp_path / "half.json", "half")
    assert rescoring.rescore(workspace, info, 1).shortfalls == (
        "No label of plain is positive under base, so every score is 0.",
        "Under r1, half answers 1 of 2 queries; the others count as 0.",
        "Under r2, half answers 1 of 4 queries; the others count as 0.",
    )


def test_runs_that_differ_by_a_last_bit_share_a_rank(tmp_path: Path) -> None:
    # 1/1 + 2/4 + 3/5 and 1/3 + 2/4 + 3/5 + 4/6 are equal, but not as floats.
    files: dict[str, str | bytes] = {f"datalake/{t}.csv": f"a\n{t}\n" for t in "abcduv"}
    files["query/q.csv"] = "a\nq\n"
    rows = "".join(f"q.csv,{table}.csv,1\n" for table in "abcd")
    files["groundtruth.csv"] = f"query_table,data_lake_table,unionable\n{rows}"
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "b", tiny.lay(tmp_path / "b", files))
    for name, order in (("one", "auvbc"), ("other", "uvabcd")):
        (tmp_path / f"{name}.json").write_text(json.dumps({"q": list(order)}))
        runs.import_run(workspace, info, tmp_path / f"{name}.json", name)
    found = rescoring.rescore(workspace, info, 6, Metric.MAP).standings
    assert found[0].score != found[1].score
    assert [(one.run, one.rank) for one in found] == [("one", 1), ("other", 1)]

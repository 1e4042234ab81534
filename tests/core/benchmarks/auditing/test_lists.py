from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from core import lake as lakes
from core.benchmarks import registry, runs
from core.benchmarks.auditing import audit, scored_runs
from core.benchmarks.auditing.board import board_frame, ideal_curve, shortfalls, told_unlabelled
from core.benchmarks.auditing.case_list import CaseFilter, case_frame, narrow_cases, told_misses
from core.benchmarks.auditing.published import Figures, Published, PublishedRun, published_for
from core.benchmarks.curating.releasing import make_release
from core.benchmarks.errors import ReleaseNotFoundError, RunNotFoundError
from core.benchmarks.one_pair.pair import look_at_pair
from core.benchmarks.one_pair.pair_tables import face_to_face, ordered_columns, shared_cells
from core.benchmarks.overlaps import overlap
from core.benchmarks.overlaps.set_kinds import OverlapKind, SetKind, ValueType
from core.benchmarks.overlaps.stored_overlaps import (
    benchmark_pairs,
    measure_overlaps,
    overlaps_fingerprint,
    stored_overlaps,
)
from core.benchmarks.types import BASE
from core.errors import BusyError, CancelledError, InputError
from core.evaluation import CaseKind, Label, Metric, Qrels, Run, disagreements
from core.labels import LOCAL, Ballot, Pair, adjudicate, put_pair
from core.monitor import UNMONITORED, Monitor
from core.store import Workspace
from tests.core.benchmarks.tiny import FISH, SETTINGS, add, lay, ugen
from tests.files import write_old


@pytest.fixture
def tiny(tmp_path):
    workspace = Workspace.open(tmp_path / "workspace")
    return workspace, add(workspace, "tiny", ugen(tmp_path / "files"))


def test_nothing_is_measured_of_tables_whose_refresh_was_cancelled(tiny):
    workspace, info = tiny
    before = lakes.lake(workspace, info.name)
    gone = next(Path(before.root, before.folders[0]).rglob("*.csv"))
    gone.unlink()
    write_old(gone.with_name("late.csv"), "fish\ncod\n")
    with pytest.raises(CancelledError):
        lakes.refresh(workspace, before, SETTINGS, monitor=Monitor(should_stop=lambda: True))
    for measure in (
        lambda: measure_overlaps(workspace, info, SETTINGS, monitor=UNMONITORED),
        lambda: runs.run_method(workspace, info, "hash", SETTINGS),
    ):
        with pytest.raises(BusyError, match="last refresh has not ended"):
            measure()
    assert stored_overlaps(workspace, info) is None
    assert runs.runs(workspace, info) == []


def test_queries_whose_table_is_missing_are_told_beside_the_scores(tmp_path):
    workspace = Workspace.open(tmp_path / "workspace")
    folder = ugen(tmp_path / "files")
    (folder / "query/birds.csv").unlink()
    info = add(workspace, "tiny", folder)
    runs.run_method(workspace, info, "hash", SETTINGS)
    board = scored_runs.leaderboard(workspace, info, 1)
    assert (board.ideal.queries, board.unasked) == (1, 1)
    assert shortfalls(board) == ("1 of 2 queries is in no mean, as its table is not there.",)
    (_, short) = shortfalls(scored_runs.leaderboard(workspace, info, 10))
    assert "for 1 of the 1 query that it answers" in short


def test_published_figures_are_found_by_name_and_by_an_unambiguous_shape():
    ugen_v1 = published_for("UGEN v1", 50, 1000).published
    assert ugen_v1.title == "UGEN V1"
    assert [run.precision for run in ugen_v1.runs if run.method == "sbert-vc"] == [0.61]
    assert published_for("x", 124, 1622).published.title == "PYLON"
    nothing = Figures(None)
    assert published_for("x", 50, 1000) == nothing  # two versions of UGEN have that shape
    assert published_for("x", 3138, 4832) == nothing  # so have LB-OpenData and its 1K
    assert published_for("x", 7, 7) == nothing
    assert published_for("x", 124, 1622, unions=False) == nothing


@pytest.mark.parametrize(
    ("name", "queries", "tables", "title"),
    [
        ("santos", 50, 548, "SANTOS"),  # two tables could not be read
        ("santos", 48, 500, "SANTOS"),
        ("santos", 47, 500, None),
        ("santos", 50, 474, None),
        ("LB OpenData 1K", 3138, 4832, "LB-OpenData 1K"),
        ("opendata", 3, 10, None),
    ],
)
def test_a_name_brings_figures_only_for_a_benchmark_of_nearly_that_shape(
    name, queries, tables, title
):
    found = published_for(name, queries, tables)
    assert (found.published and found.published.title) == title
    assert bool(found.told) == (title is None)


def test_figures_of_unions_never_stand_beside_other_queries():
    found = published_for("Pylon", 124, 1622, unions=False)
    told = "Figures are published of PYLON, for tables to unite; not shown."
    assert found == Figures(None, told)


def test_published_times_are_the_seconds_of_table_3():
    santos = {run.method: run for run in published_for("santos", 50, 550).published.runs}
    assert santos["Starmie"].offline_seconds == 19 * 60 + 3
    assert santos["Starmie"].online_seconds == 62
    assert santos["TabSketchFM"].offline_seconds is None


def test_the_board_has_ideal_on_top_and_published_figures_only_at_their_cut_off(tiny):
    workspace, info = tiny
    runs.run_method(workspace, info, "hash", SETTINGS)
    file = workspace.root / "theirs.csv"
    file.write_text("query,table\nfish,towns\n")
    runs.import_run(workspace, info, file, "theirs")
    known = Published("T", "S", 2, 0.9, 0.8, (PublishedRun("m", 0.5, 0.4, None, 3.0),))
    frame = board_frame(scored_runs.leaderboard(workspace, info, 2), known)
    assert frame["run"].to_list() == ["IDEAL", "hash", "theirs", "IDEAL", "m"]
    assert frame["from"].to_list() == ["ideal", "ours", "imported", "published", "published"]
    assert frame["P"][0] == pytest.approx(0.75)  # 2 of 2 and 1 of 2 places
    assert frame.row(4, named=True)["online_seconds"] == 3.0
    assert len(board_frame(scored_runs.leaderboard(workspace, info, 1), known)) == 3


def test_the_board_has_those_intervals_that_are_wanted(tiny):
    workspace, info = tiny
    runs.run_method(workspace, info, "hash", SETTINGS)
    board = scored_runs.leaderboard(workspace, info, 2)
    ends = ["P low", "P high", "R low", "R high"]
    every, of_p = (
        board_frame(board, None, *some).row(1, named=True) for some in ((), ([Metric.P],))
    )
    assert None not in [every[end] for end in ends]
    assert [of_p[end] for end in ends] == [every["P low"], every["P high"], None, None]


def test_runs_that_do_not_rank_what_is_scored_are_told(tiny):
    workspace, info = tiny
    runs.run_method(workspace, info, "hash", SETTINGS)
    file = workspace.root / "theirs.csv"
    file.write_text("query,table\nfish,towns\n")
    runs.import_run(workspace, info, file, "theirs")
    unanswered = "theirs answers 1 of 2 queries; the others count as 0."
    assert shortfalls(scored_runs.leaderboard(workspace, info, 1)) == (unanswered,)
    assert shortfalls(scored_runs.leaderboard(workspace, info, 2)) == (
        unanswered,
        "theirs ranks at most 1 candidate a query; at k = 2 the places behind them count as wrong.",
    )


def test_a_run_that_is_short_for_some_queries_is_told(tiny):
    workspace, info = tiny
    file = workspace.root / "theirs.csv"
    file.write_text("query,table\nfish,towns\nfish,owls\nbirds,owls\n")
    runs.import_run(workspace, info, file, "theirs")
    assert shortfalls(scored_runs.leaderboard(workspace, info, 2)) == (
        "theirs ranks fewer than 2 candidates for 1 of the 2 queries that it answers; at k = 2 the "
        "places behind them count as wrong.",
    )


def test_candidates_without_a_label_are_told_beside_the_scores(tiny):
    workspace, info = tiny

    def ranked(name, *pairs):
        file = workspace.root / f"{name}.csv"
        file.write_text("\n".join(["query,table", *pairs]) + "\n")
        runs.import_run(workspace, info, file, name)

    ranked("theirs", "fish,towns", "fish,owls", "birds,owls")  # nobody labelled fish, owls
    board = scored_runs.leaderboard(workspace, info, 2)
    told = "Candidates without a label count as wrong: up to k = 2, 1 of 3 (theirs)."
    assert told_unlabelled(board) == told
    assert board_frame(board)["unlabelled"].to_list() == [None, pytest.approx(1 / 3)]
    assert told_unlabelled(scored_runs.leaderboard(workspace, info, 1)) == ""
    ranked("ours", "fish,owls", "birds,towns", "birds,owls")
    both = told_unlabelled(scored_runs.leaderboard(workspace, info, 2))
    assert both.endswith("up to k = 2, from 1 of 3 (theirs) to 2 of 3 (ours).")


def test_the_ideal_curve_falls_once_positives_run_out(tiny):
    workspace, info = tiny
    runs.run_method(workspace, info, "hash", SETTINGS)
    found = audit.judged(workspace, info)
    assert ideal_curve(found, 4, Metric.P) == pytest.approx({1: 1, 2: 0.75, 3: 0.5, 4: 0.375})


def test_cases_are_listed_with_the_ranks_of_further_runs():
    qrels = Qrels.of({"q": {"a": 1, "b": 1, "c": 0}})
    strong = Run.from_order({"q": ["c", "x", "a"]}, method="strong")
    other = Run.from_order({"q": ["x", "b"]}, method="other")
    found = disagreements(strong, qrels, 2)
    frame = case_frame(found, {"q": "q.csv"}, {"strong": strong, "other": other})
    assert frame.select("kind", "candidate", "label", "rank strong", "rank other").rows() == [
        ("gtfp", "c", "negative", 1, None),
        ("gtfp", "x", "unlabelled", 2, 1),
        ("gtfn", "b", "positive", None, 2),
        ("gtfn", "a", "positive", 3, None),
    ]
    assert frame["query_table"].unique().to_list() == ["q.csv"]
    assert found.disputed_queries == 1
    negative = narrow_cases(frame, CaseFilter(CaseKind.GTFP, Label.NEGATIVE))
    assert negative["candidate"].to_list() == ["c"]
    settled = frame.with_columns(settled=pl.when(pl.col("candidate") == "c").then(0))
    of_one = narrow_cases(settled, CaseFilter(query="q", settled=True))
    assert of_one["candidate"].to_list() == ["c"]
    assert narrow_cases(settled, CaseFilter(query="other")).is_empty()
    assert len(narrow_cases(settled, CaseFilter(settled=False))) == len(frame) - 1
    assert narrow_cases(frame, CaseFilter(words="Q.CSV b"))["candidate"].to_list() == ["b"]


def test_more_listed_positives_than_misses_are_explained():
    run = Run.from_order({"q": ["c", "a"]}, method="run")
    # Of three positives two could stand among the first two; one does, so that one is missed.
    found = disagreements(run, Qrels.of({"q": {"a": 1, "b": 1, "d": 1}}), 2)
    assert found.gtfn_misses[-1] == 1
    assert told_misses(found).startswith(
        "2 positives are not ranked among the first 2 and 1 miss is counted: of a query with more "
        "than 2 positives only 2 can stand there"
    )
    assert told_misses(disagreements(run, Qrels.of({"q": {"a": 1, "b": 1}}), 2)) == ""


def test_random_pairs_are_neither_labelled_nor_more_than_there_are(tiny):
    workspace, info = tiny
    pairs = benchmark_pairs(workspace, info, release=BASE)
    counts = dict(pairs["pairs"].cast(pl.String).value_counts().iter_rows())
    # Of 2 queries and 4 candidates 8 pairs, of which 5 are labelled.
    assert counts == {"positive": 3, "negative": 2, "random": 3}
    assert pairs.select("query_table", "candidate").is_duplicated().sum() == 0


@pytest.mark.parametrize("folder", ["query", "datalake"])
def test_a_query_that_is_labelled_for_itself_makes_no_pair_wherever_its_table_lies(
    tmp_path, folder
):
    lake = {f"datalake/{name}.csv": FISH.replace("3", str(n)) for n, name in enumerate("abcd")}
    beside = {"query/a.csv": lake["datalake/a.csv"]} if folder == "query" else {}
    truth = "query_table,candidate_table\na.csv,a.csv\na.csv,b.csv\n"
    root = lay(tmp_path / "files", {**lake, **beside, "groundtruth.csv": truth})
    workspace = Workspace.open(tmp_path / "workspace")
    info = add(workspace, "own", root)
    pairs = (
        benchmark_pairs(workspace, info, release=BASE)
        .select("query_table", "candidate", "pairs")
        .rows()
    )
    asked = f"{folder}/a.csv"
    assert pairs[0] == (asked, "datalake/b.csv", "positive")
    # One positive is left, so one random pair is drawn, of the two that nobody labelled.
    assert [kind for _, _, kind in pairs] == ["positive", "random"]
    assert pairs[1] in {(asked, f"datalake/{name}.csv", "random") for name in "cd"}


def test_overlaps_are_measured_once_a_state_and_go_with_the_benchmark(tiny):
    workspace, info = tiny
    assert stored_overlaps(workspace, info) is None
    assert overlaps_fingerprint(workspace, info) == ""
    found = measure_overlaps(workspace, info, SETTINGS, monitor=UNMONITORED)
    assert stored_overlaps(workspace, info).equals(found)
    pairs = found.select("query_table", "candidate").unique()
    for what in (SetKind(), SetKind(OverlapKind.VALUES, ValueType.STRING)):
        some = stored_overlaps(workspace, info, what=what)
        assert len(some) == len(pairs) > 1
        cells = zip(some["kind"], some["data_type"], some["level"], strict=True)
        assert {*cells} == {(what.kind, what.data_type, what.level)}
        assert some.join(found, on=found.columns, how="anti", nulls_equal=True).is_empty()
    calls = []
    measure_overlaps(workspace, info, SETTINGS, monitor=Monitor(lambda *told: calls.append(told)))
    assert calls == []
    folder = workspace.root / "benchmarks" / "tiny"
    assert folder.is_dir()
    registry.remove_benchmark(workspace, "tiny")
    assert not folder.exists()


def test_overlaps_of_a_release_touch_no_others_whatever_its_name(tiny):
    workspace, info = tiny
    case = put_pair(workspace, LOCAL, info.key, Pair("fish.csv", "datalake/towns.csv"))
    adjudicate(workspace, LOCAL, case.key, Ballot(2))
    names = ["v-1", "v", "*", ".."]
    for name in names:
        make_release(workspace, LOCAL, info, name, again=True)
    outside = set(workspace.root.parent.iterdir())
    for name in names:
        measure_overlaps(workspace, info, SETTINGS, release=name, monitor=UNMONITORED)
    assert all(stored_overlaps(workspace, info, name) is not None for name in names)
    assert set(workspace.root.parent.iterdir()) == outside
    folder = workspace.root / "benchmarks" / "tiny" / "overlaps"
    assert len(list(folder.iterdir())) == len(names)


def test_overlaps_of_an_earlier_state_are_removed(tiny, monkeypatch):
    workspace, info = tiny
    measure_overlaps(workspace, info, SETTINGS, monitor=UNMONITORED)
    before = overlaps_fingerprint(workspace, info)
    monkeypatch.setattr(overlap, "CODE_VERSION", overlap.CODE_VERSION + 1)
    assert stored_overlaps(workspace, info) is None
    measure_overlaps(workspace, info, SETTINGS, monitor=UNMONITORED)
    after = overlaps_fingerprint(workspace, info)
    folder = workspace.root / "benchmarks" / "tiny" / "overlaps"
    assert before != after
    assert [path.stem for path in folder.iterdir()] == [after]


def test_a_cancelled_measurement_leaves_nothing(tiny):
    workspace, info = tiny
    with pytest.raises(CancelledError):
        measure_overlaps(workspace, info, SETTINGS, monitor=Monitor(should_stop=lambda: True))
    assert stored_overlaps(workspace, info) is None


def test_a_pair_shows_ranks_label_and_shared_values(tiny):
    workspace, info = tiny
    runs.run_method(workspace, info, "hash", SETTINGS)
    view = look_at_pair(workspace, info, "fish.csv", "datalake/sea fish.csv", SETTINGS)
    assert view.label is Label.POSITIVE
    assert view.ranks["run"].to_list() == ["hash"]
    assert 1 <= view.ranks["rank"][0] <= 4
    assert ordered_columns(view) == (["fish", "weight"], ["fish", "weight"])
    faces = face_to_face(view)
    # cod in both; of the weights 3, 2, 5 and 4, 2 they share 2.
    assert faces.select("query column", "shared", "examples").rows() == [
        ("fish", 1, "cod"),
        ("weight", 1, "2"),
    ]
    rows = pl.DataFrame({"fish": ["cod", "hake", None], "weight": ["3", "2.0", "5"]})
    assert shared_cells(view, rows, of_query=True) == {
        "fish": [True, False, False],
        "weight": [False, True, False],
    }
    overlap = dict(view.overlap.select("what", "coefficient").iter_rows())
    assert overlap["column names"] == 1.0


def test_one_pair_is_read_as_it_stands_among_all(tiny, tmp_path):
    workspace, info = tiny
    (tmp_path / "some.json").write_text('{"fish": ["towns", "sea fish"]}')
    runs.import_run(workspace, info, tmp_path / "some.json", "some")
    truth = registry.qrels(workspace, info)
    queries = [query.query_id for query in registry.queries(workspace, info)]
    tables = [table.table_id for table in lakes.tables(workspace, info.lake_key)]
    for query in [*queries, "nobody"]:
        for table in tables:
            assert registry.relevance(workspace, info, query, table) == truth.relevance(
                query, table
            )
        for label in (run.method for run in runs.runs(workspace, info)):
            whole = runs.load_run(workspace, info, label).frame
            found = runs.load_ranking(workspace, info, label, query)
            assert found.equals(whole.filter(pl.col("query") == query))
    with pytest.raises(RunNotFoundError, match="'other'"):
        runs.load_ranking(workspace, info, "other", "fish.csv")
    with pytest.raises(ReleaseNotFoundError, match="'r9'"):
        registry.relevance(workspace, info, "fish.csv", tables[0], "r9")


def test_a_pair_page_reads_neither_a_whole_run_nor_all_labels(tiny, monkeypatch, tmp_path):
    workspace, info = tiny
    (tmp_path / "more.json").write_text('{"fish": ["towns", "sea fish"], "birds": ["owls"]}')
    runs.import_run(workspace, info, tmp_path / "more.json", "more")

    def refuse(*_):
        raise AssertionError("this reads all of it")

    monkeypatch.setattr(registry, "qrels", refuse)
    monkeypatch.setattr(pl, "read_parquet", refuse)
    view = look_at_pair(workspace, info, "fish.csv", "datalake/sea fish.csv", SETTINGS)
    assert (view.label, view.relevance) == (Label.POSITIVE, 1)
    ranks = view.ranks.filter(pl.col("run") == "more")
    assert ranks.select("rank", "of").rows() == [(2, 2)]


def test_a_pair_of_an_unknown_query_is_refused(tiny):
    workspace, info = tiny
    with pytest.raises(InputError, match="has no query 'nobody'"):
        look_at_pair(workspace, info, "nobody", "datalake/river.csv", SETTINGS)


def test_a_pair_has_the_ranks_that_lists_of_disputed_pairs_tell(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    files = {
        **{f"datalake/{name}.csv": FISH for name in ("q", "near", "a", "b")},
        "queries.jsonl": '{"query_id": "q", "query_table": "q.csv"}\n',
        "qrels.tsv": "q\ta\t1\nq\tb\t0\n",
        "ignore.tsv": "q\tnear\n",
        "run.json": '{"q": ["q", "near", "b", "a"]}',
    }
    info = add(workspace, "tiny", lay(tmp_path / "tiny", files))
    runs.import_run(workspace, info, tmp_path / "tiny" / "run.json", "m")
    (case, _) = audit.disputed(audit.judged(workspace, info), 1).first()
    view = look_at_pair(workspace, info, case.query, case.table, SETTINGS)
    assert view.ranks.select("run", "rank", "of").rows() == [("m", case.ranks["m"], 2)]
    assert (case.table, case.ranks["m"], view.left_out) == ("datalake/b.csv", 1, False)
    for table in ("datalake/q.csv", "datalake/near.csv"):
        assert look_at_pair(workspace, info, "q", table, SETTINGS).left_out

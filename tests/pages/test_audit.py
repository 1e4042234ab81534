"""Benchmarks, runs and pairs without a browser, on a benchmark of two queries."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from core import jobs
from core.benchmarks import registry, runs
from core.benchmarks.intake.adding import add_benchmark
from core.benchmarks.overlaps.stored_overlaps import measure_overlaps
from core.benchmarks.types import BenchmarkInfo
from core.jobs import queue
from core.labels import LOCAL, Ballot, Pair, Voter, cast_vote, put_pair
from core.labels.types import Origin, Task
from core.monitor import UNMONITORED
from core.settings import Settings
from core.store import Workspace
from pages.benchmarking import cases
from tests.core.benchmarks.publishing import reshape_ugen
from tests.core.benchmarks.tiny import TABLES, UGEN, lay, ugen
from tests.pages.conftest import opened, parameter, texts

NAME = "tiny *one*"


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with a benchmark, its overlaps measured, and two runs."""
    folder = tmp_path_factory.mktemp("prepared")
    settings = Settings(folder / "workspace", workers=1, encoder="hash")
    workspace = Workspace.open(settings.workspace)
    info = add_benchmark(workspace, NAME, ugen(folder / "files"), settings)
    measure_overlaps(workspace, info, settings, monitor=UNMONITORED)
    for method in ("hash", "columns:hash"):
        runs.run_method(workspace, info, method, settings)
    return workspace.root


@pytest.fixture
def benchmark(prepared: Path, workspace_folder: Path) -> Workspace:
    """A copy of it for one test."""
    shutil.copytree(prepared, workspace_folder)
    return Workspace.open(workspace_folder)


def read(app: AppTest) -> str:
    """What is written on the screen, without the escapes of Markdown."""
    return texts(app).replace("\\", "")


@pytest.mark.parametrize("page", ["benchmarks", "runs", "adjudicate", "judges", "releases"])
def test_without_a_benchmark_the_ways_in_take_the_width_of_the_page(page: str) -> None:
    app = opened(page)
    assert [field.label for field in app.text_input][:2] == ["Folder", "Name"]
    (button,) = [one for one in app.button if one.label == "Add the demo benchmark"]
    around = [column for column in app.columns if button in column.button]
    assert len(around) == 1  # the left one of the two ways


def test_a_folder_without_a_ground_truth_is_told_in_a_sentence(tmp_path: Path) -> None:
    app = opened("benchmarks")
    app.text_input[0].set_value(str(tmp_path))
    app.button[-1].click().run()
    assert "A benchmark must have a ground truth" in texts(app)


def test_the_leak_stands_on_top_in_one_sentence(benchmark: Workspace) -> None:
    # Each positive pair shares a header with its query at least by half, and so does
    # birds.csv and river.csv; fish.csv and towns.csv share none.
    told = read(opened("benchmarks", benchmark=NAME))
    assert (
        "100.0% of 3 positive pairs share half of their column names; of 2 negatives 50.0%." in told
    )


def test_own_tables_stand_in_the_notes_and_those_that_overlaps_leave_out_on_top(
    workspace_folder: Path, tmp_path: Path
) -> None:
    copies = {f"datalake/{name}.csv": TABLES[f"query/{name}.csv"] for name in ("fish", "birds")}
    labels = UGEN + "fish.csv,fish.csv,1\nbirds.csv,birds.csv,1\n"
    folder = lay(tmp_path / "files", {**TABLES, **copies, "groundtruth.csv": labels})
    settings = Settings(workspace_folder, workers=1, encoder="hash")
    workspace = Workspace.open(workspace_folder)
    info = add_benchmark(workspace, "own", folder, settings)
    measure_overlaps(workspace, info, settings, monitor=UNMONITORED)
    told = read(opened("benchmarks", benchmark="own"))
    assert f"{info.positives} positive labels" in told
    assert f"of {info.positives - 2} positive pairs" in told
    assert "2 labelled pairs of a query and its own table, which overlaps with itself, are" in told
    assert "Each query's own table lies among the candidates and counts as found." in told


def test_a_missing_benchmark_is_told_and_the_others_listed(benchmark: Workspace) -> None:
    app = opened("benchmarks", benchmark="other")
    assert "No benchmark is named 'other'" in read(app)
    (choice,) = app.selectbox
    assert (choice.value, choice.options) == (None, [NAME])
    choice.set_value(NAME).run()
    assert "positive pairs share" in texts(app)
    assert parameter(app, "benchmark") == NAME


@pytest.mark.parametrize(
    ("page", "given", "label"),
    [
        ("pair", {"benchmark": NAME, "query": "no", "table": "no"}, "Disputed pairs of tiny *one*"),
        ("pair", {"benchmark": "no", "query": "no", "table": "no"}, "Choose a benchmark"),
        ("table", {"lake": NAME, "table": "no"}, "Tables of tiny *one*"),
        ("table", {"lake": "no", "table": "no"}, "Choose a lake"),
    ],
)
def test_an_address_that_leads_nowhere_has_a_way_on(
    benchmark: Workspace, page: str, given: dict[str, str], label: str
) -> None:
    app = opened(page, **given)
    assert len(app.error) == 1
    links = [link.proto.label.replace("\\", "") for link in app.get("page_link")]
    assert links == [label, "Home"]


def test_the_download_has_the_pairs_that_are_chosen_to_be_listed(
    benchmark: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: dict[str, Callable[[], bytes]] = {}
    offer = st.download_button

    def offering(label: str, data: Callable[[], bytes], *, key: str, **more: Any) -> bool:
        made[key] = data
        return offer(label, data, key=key, **more)

    monkeypatch.setattr(st, "download_button", offering)
    monkeypatch.setattr(cases, "FIRST", 2)

    def downloaded(**given: str) -> int:
        opened("runs", benchmark=NAME, runs="hash", **given)
        return len(made["cases as CSV"]().splitlines()) - 1

    # Ranked by hash, and not positive: fish.csv with towns and owls, birds.csv with river, sea fish
    # and towns; no positive is missed among the first 10.
    assert (downloaded(), downloaded(all="True")) == (2, 5)


def test_a_missing_lake_is_told_and_the_others_listed(benchmark: Workspace) -> None:
    app = opened("lake", lake="no")
    assert "No lake is named 'no'" in read(app)
    app.selectbox[0].set_value(NAME).run()
    assert parameter(app, "lake") == NAME


def test_a_benchmark_that_was_added_is_shown_when_it_is_there(
    benchmark: Workspace, tmp_path: Path
) -> None:
    app = opened("benchmarks", benchmark=NAME)
    assert app.selectbox(key="benchmarks benchmark").value == NAME
    job = jobs.submit(benchmark, "benchmark", "new", folder=str(tmp_path), format=None)
    app.query_params["benchmark"] = "new"
    for _ in range(2):
        app.run()
        assert "The benchmark is being read" in texts(app)
    info = add_benchmark(benchmark, "new", ugen(tmp_path / "new"), Settings.from_environment())
    queue.end(benchmark, job.key, "done", "Added.")
    for told in (True, False):
        app.run()
        assert app.selectbox(key="benchmarks benchmark").value == info.name
        assert parameter(app, "benchmark") == "new"
        assert ("new is added; here it is." in texts(app)) is told


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (NAME, "A benchmark's name belongs to one folder."),
        ("a/b", "A benchmark's name has no slash"),
    ],
)
def test_a_name_that_cannot_be_is_refused_below_the_form(
    benchmark: Workspace, tmp_path: Path, name: str, sentence: str
) -> None:
    app = opened("benchmarks", benchmark=NAME)
    app.text_input[0].set_value(str(ugen(tmp_path / "other")))
    app.text_input[1].set_value(name)
    next(one for one in app.button if one.label == "Add the benchmark").click().run()
    assert len(app.error) == 1
    assert sentence in read(app)
    assert app.text_input[1].value == name
    assert not [job for job in jobs.jobs(benchmark) if job.kind == "benchmark"]


def test_what_queries_ask_for_and_own_tables_may_be_chosen(
    benchmark: Workspace, tmp_path: Path
) -> None:
    app = opened("benchmarks", benchmark=NAME)
    app.text_input[0].set_value(str(ugen(tmp_path / "other")))
    next(one for one in app.selectbox if one.label == "Query tables are").select("to be joined")
    own = next(one for one in app.selectbox if one.label == "A query's own table")
    own.select("counts as it is labelled")
    next(one for one in app.button if one.label == "Add the benchmark").click().run()
    (job,) = jobs.jobs(benchmark, active_only=True)
    told = {name: job.arguments[name] for name in ("format", "task", "own")}
    assert told == {"format": None, "task": "join", "own": "as given"}


def test_a_benchmark_that_is_there_and_read_anew_in_vain_says_so(
    benchmark: Workspace, prepared: Path
) -> None:
    app = opened("benchmarks", benchmark=NAME)
    app.text_input[0].set_value(str(prepared.parent / "files"))
    app.text_input[1].set_value(NAME)
    next(one for one in app.button if one.label == "Add the benchmark").click().run()
    (job,) = jobs.jobs(benchmark, active_only=True)
    queue.end(benchmark, job.key, "failed", "The disk is full.")
    assert "The disk is full." in read(app.run())
    assert "is added" not in texts(app)
    assert "The disk is full." not in read(app.run())


def test_a_benchmark_with_votes_is_removed_by_a_curator_who_says_so(
    benchmark: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = registry.benchmark(benchmark, NAME)
    pair = Pair("fish.csv", "datalake/towns.csv", Task.UNION, Origin.UPLOAD)
    case = put_pair(benchmark, LOCAL, info.key, pair)
    cast_vote(benchmark, Voter("ann"), case.key, Ballot(2))
    monkeypatch.setenv("SOUNDINGS_CURATORS", "cy")
    app = opened("benchmarks", benchmark=NAME)
    assert "Only a curator removes benchmarks." in read(app)
    assert not [one for one in app.button if one.label.startswith("Remove")]
    monkeypatch.delenv("SOUNDINGS_CURATORS")
    app.run()
    assert "It has **1 vote**, which nothing brings back." in texts(app)
    assert next(one for one in app.button if one.label.startswith("Remove")).disabled
    next(one for one in app.checkbox if one.label.startswith("Forget")).check().run()
    next(one for one in app.button if one.label.startswith("Remove")).click().run()
    assert not app.exception
    assert registry.benchmarks(benchmark) == []


def test_home_counts_who_voted(benchmark: Workspace) -> None:
    info = registry.benchmark(benchmark, NAME)
    pair = Pair("fish.csv", "datalake/towns.csv", Task.UNION, Origin.UPLOAD)
    case = put_pair(benchmark, LOCAL, info.key, pair)
    for voter, told in (("ann", "1 vote of one person;"), ("bob", "2 votes of 2 people;")):
        cast_vote(benchmark, Voter(voter), case.key, Ballot(2))
        assert told in texts(opened())


def test_home_leads_from_the_tables_of_a_benchmark_to_its_removal(benchmark: Workspace) -> None:
    app = opened()
    assert "Remove it on Benchmarks" in [link.proto.label for link in app.get("page_link")]
    assert f"remove {NAME}" not in [button.key for button in app.button]


def test_runs_tell_the_best_and_what_they_dispute(benchmark: Workspace) -> None:
    app = opened("runs", benchmark=NAME, k="2")
    told = read(app)
    assert "of 0.750 possible" in told  # two and one positives of two places each
    assert "**1 of 2 queries has a label that" in told
    assert parameter(app, "k") == "2"
    assert len(app.dataframe) == 2


def test_the_leaderboard_has_costs_of_methods_and_none_of_the_process(benchmark: Workspace) -> None:
    board = opened("runs", benchmark=NAME).dataframe[0].value
    assert {"offline_seconds", "online_seconds"} <= set(board.columns)
    assert "peak_megabytes" not in board.columns


def test_published_figures_out_of_sight_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reshape_ugen(monkeypatch, tmp_path, queries=2, tables=4)
    settings = Settings.from_environment()
    workspace = Workspace.open(settings.workspace)
    info = add_benchmark(workspace, "ugen_v1", ugen(tmp_path / "files"), settings)
    runs.run_method(workspace, info, "hash", settings)
    # IDEAL and a run of ours, IDEAL and eight methods of theirs; 8.5 rows are in sight.
    told = read(opened("runs", benchmark="ugen_v1"))
    assert "11 rows; scroll in the table for the last 3 (published ones)." in told
    assert "Tables 2 and 3, 8 methods." in told


def test_published_figures_of_another_shape_are_not_shown(tmp_path: Path) -> None:
    settings = Settings.from_environment()
    workspace = Workspace.open(settings.workspace)
    info = add_benchmark(workspace, "ugen_v1", ugen(tmp_path / "files"), settings)
    runs.run_method(workspace, info, "hash", settings)
    told = read(opened("runs", benchmark="ugen_v1"))
    assert "Figures are published of UGEN V1, with 50 queries and 1,000 or 1,050 tables" in told
    assert "Grey:" not in told


def test_runs_of_an_address_that_are_gone_give_way_to_the_best(benchmark: Workspace) -> None:
    there, gone = opened("runs", benchmark=NAME), opened("runs", benchmark=NAME, runs="gone")
    ticked = gone.session_state["runs runs"]
    assert ticked and ticked == there.session_state["runs runs"]
    assert [one.value for one in gone.warning] == [r"There is no run gone of tiny \*one\*."]
    assert not there.warning
    assert not gone.run().warning


def test_a_depth_of_an_address_that_cannot_be_is_told(benchmark: Workspace) -> None:
    app = opened("runs", benchmark=NAME, k="100000")
    told = "k is a whole number from 1 to 100. The address says 100000; here it is 10."
    assert [one.value for one in app.warning] == [told]


def test_one_query_is_not_counted_as_several(tmp_path: Path) -> None:
    settings = Settings.from_environment()
    workspace = Workspace.open(settings.workspace)
    labels = "query_table,data_lake_table,unionable\nfish.csv,towns.csv,1\nfish.csv,river.csv,0\n"
    lay(tmp_path / "files", {**TABLES, "groundtruth.csv": labels})
    info = add_benchmark(workspace, "one", tmp_path / "files", settings)
    assert "ranks all its tables for its only query." in read(opened("runs", benchmark="one"))
    (tmp_path / "run.json").write_text('{"fish": ["river"]}')
    runs.import_run(workspace, info, tmp_path / "run.json", "theirs")
    told = read(opened("runs", benchmark="one", k="1"))
    assert "Means over 1 query. An interval needs at least 2 queries." in told
    assert (
        "**1 of 1 query has a label that theirs disputes**: 1 pair is ranked among the first 1 but "
        "not positive (1 labelled negative, 0 without a label), and 1 positive is not ranked there."
    ) in told
    compared = read(opened("runs", benchmark="one", k="1", view="Compare two runs"))
    assert "Tick exactly two runs to compare them; 1 is ticked." in compared
    assert "the tables of 2 labelled pairs and of" in read(opened("benchmarks", benchmark="one"))
    (tmp_path / "odd.json").write_text('{"fish": ["nosuch", "river"]}')
    runs.import_run(workspace, info, tmp_path / "odd.json", "odd")
    left_out = read(opened("runs", benchmark="one", k="1", view="Corpus size"))
    assert "Left out: odd. It ranks tables that the lake has not" in left_out
    app = opened("runs", benchmark="one", k="1", view="Compare two runs", runs="odd")
    assert "do not. An interval needs at least 2 queries." in read(app)
    against = next(one for one in app.dataframe if "p_holm" in one.value.columns)
    shown = against.proto.arrow_data.styler.display_values
    assert b"0.000" in shown
    assert b"nan" not in shown


def test_listed_positives_and_misses_that_differ_are_explained(
    benchmark: Workspace, tmp_path: Path
) -> None:
    info = registry.benchmark(benchmark, NAME)
    (tmp_path / "run.json").write_text('{"fish": ["towns"], "birds": ["owls"]}')
    runs.import_run(benchmark, info, tmp_path / "run.json", "theirs")
    app = opened("runs", benchmark=NAME, k="1", view="GTFP and GTFN")
    app.session_state["runs runs"] = ["theirs"]
    # fish.csv has two positives, of which one could be first.
    assert "2 positives are not ranked among the first 1 and 1 miss is counted" in read(app.run())


def test_every_view_of_runs_and_benchmarks_opens(benchmark: Workspace) -> None:
    for view in (
        "GTFP and GTFN",
        "Compare two runs",
        "Curves over k",
        "Corpus size",
        "Queries",
    ):
        told = texts(opened("runs", benchmark=NAME, k="2", view=view))
        assert "possible" in told
    for view in ("Tables", "Side by side", "Labels without a table"):
        assert "positive pairs share" in texts(opened("benchmarks", benchmark=NAME, view=view))


def test_the_ranks_by_the_ticked_runs_come_before_the_rest_of_a_disputed_pair(
    benchmark: Workspace,
) -> None:
    app = opened("runs", benchmark=NAME)
    listed = app.dataframe[1]
    ticked = len(app.session_state["runs runs"])
    assert list(listed.proto.column_order)[:3] == ["place", "query", "ranked"]
    assert set(listed.proto.column_order) <= {*listed.value.columns, "settled"}
    after = list(listed.proto.column_order).index("label")
    assert after == 3 + ticked


def test_a_run_may_be_called_as_a_column_is(benchmark: Workspace, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text('{"fish": ["river"]}')
    info = registry.benchmark(benchmark, NAME)
    runs.import_run(benchmark, info, tmp_path / "run.json", "k")
    app = opened("runs", benchmark=NAME, k="2", view="Curves over k")
    assert any("of k" in frame.value.columns for frame in app.dataframe)


def test_curves_are_of_the_metric_that_an_address_names(benchmark: Workspace) -> None:
    for asked, drawn in {"NDCG": "NDCG", "MAP": "P"}.items():  # MAP is of no cut-off
        app = opened("runs", benchmark=NAME, k="2", view="Curves over k", metric=asked)
        assert app.session_state["runs curve"] == drawn
    app = opened("runs", benchmark=NAME, k="2", view="Curves over k", metric="NDCG", curve="R")
    assert app.session_state["runs curve"] == "R"


def test_two_runs_are_compared_with_their_p_value(benchmark: Workspace) -> None:
    told = texts(opened("runs", benchmark=NAME, k="1", view="Compare two runs"))
    assert "paired randomisation test" in told
    assert "of 2 queries" in told


def test_without_two_runs_ticked_all_are_compared_with_one(benchmark: Workspace) -> None:
    app = opened("runs", benchmark=NAME, k="1", view="Compare two runs", metric="MRR")
    app.session_state["runs runs"] = ["hash"]
    app.run()
    against = next(one.value for one in app.dataframe if "p_holm" in one.value.columns)
    best, other = "columns:hash", "hash"
    assert app.selectbox(key="runs baseline").value == best
    assert against["run"].to_list() == [other]
    assert f"Each less {best} (" in read(app)
    app.selectbox(key="runs baseline").set_value(other).run()
    against = next(one.value for one in app.dataframe if "p_holm" in one.value.columns)
    assert against["run"].to_list() == [best]
    gone = opened("runs", benchmark=NAME, k="1", view="Compare two runs", baseline="x", runs="hash")
    assert "There is no run x. Choose another." in read(gone)


def test_runs_that_are_equally_good_are_best_together(benchmark: Workspace, tmp_path: Path) -> None:
    info = registry.benchmark(benchmark, NAME)
    for label, first in (("aa", "river"), ("bb", "sea fish"), ("cc", "towns")):
        ranking = {"fish": [first], "birds": ["owls"] if first != "towns" else ["river"]}
        (tmp_path / "run.json").write_text(json.dumps(ranking))
        runs.import_run(benchmark, info, tmp_path / "run.json", label)
    for label in ("hash", "columns:hash"):
        runs.remove_run(benchmark, info, label)
    told = read(opened("runs", benchmark=NAME, k="1"))
    # fish.csv has two positives, birds.csv one, and each run finds one of each at most.
    best = "**aa** and **bb** are best, and equal by the published labels: P@1 **1.000** of 1.000 "
    assert f"{best}possible, R@1 0.750 of" in told
    app = opened("runs", benchmark=NAME, k="1", view="Compare two runs")
    app.session_state["runs runs"] = ["aa", "bb"]
    assert "**aa** and **bb** are equal in P@1" in read(app.run())


def test_a_run_is_imported_and_a_faulty_one_refused_by_its_own_name(benchmark: Workspace) -> None:
    app = opened("runs", benchmark=NAME)
    (upload,) = app.file_uploader
    upload.set_value(("theirs.csv", b"query,rank\nfish,1\n", "text/csv"))
    next(button for button in app.button if button.label == "Import").click().run()
    assert "theirs.csv, line 1: A run in CSV must have" in app.error[0].value.replace("\\", "")

    (upload,) = app.file_uploader
    upload.set_value(("theirs.csv", b"query,table\nfish,towns\nfish,whale\n", "text/csv"))
    next(button for button in app.button if button.label == "Import").click().run()
    assert not app.error
    assert "theirs is imported." in texts(app)
    assert "Not in the benchmark: 1 candidate of the run, such as 'whale'." in read(app)
    board = app.dataframe[0].value
    assert board.loc[board["run"] == "theirs", "from"].tolist() == ["imported"]


def test_the_best_runs_are_those_of_the_cut_off_until_somebody_ticks(
    benchmark: Workspace, tmp_path: Path
) -> None:
    info = registry.benchmark(benchmark, NAME)
    rankings = {
        "short": "fish,sea fish\nbirds,owls\n",  # all right at 1, half at 2
        "deep": "fish,sea fish\nfish,river\nbirds,towns\nbirds,owls\n",  # half, then 3 of 4
    }
    for name, ranking in rankings.items():
        (tmp_path / f"{name}.csv").write_text(f"query,table\n{ranking}")
        runs.import_run(benchmark, info, tmp_path / f"{name}.csv", name)
    app = opened("runs", benchmark=NAME, k="1")
    assert set(app.session_state["runs runs"]) == {"hash", "columns:hash", "short"}
    app.number_input(key="runs k").set_value(2).run()
    assert set(app.session_state["runs runs"]) == {"hash", "columns:hash", "deep"}
    assert "runs" not in app.query_params
    app.button_group(key="runs runs").set_value(["short"]).run()
    app.number_input(key="runs k").set_value(1).run()
    assert parameter(app, "runs") == "short"


def test_the_report_is_of_the_cut_off_and_the_runs_that_are_ticked(
    benchmark: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[bytes] = []
    offer = st.download_button

    def offered(label: str, data: Callable[[], bytes], **more: Any) -> bool:
        made.append(data())
        return offer(label, data, **more)

    monkeypatch.setattr(st, "download_button", offered)
    opened("runs", benchmark=NAME, k="2", runs="hash")
    (report,) = [one.decode() for one in made if one.startswith(b"<!")]
    assert "P@2" in report
    assert "P@10" not in report
    assert "that hash disputes." in report


def test_a_pair_shows_its_label_and_both_tables(benchmark: Workspace) -> None:
    app = opened("pair", benchmark=NAME, query="fish.csv", table="datalake/sea fish.csv")
    assert "2 columns of the query's 2 aligned" in read(app)
    assert "Positive in the ground truth" in texts(app)
    query, candidate = app.dataframe[0].value, app.dataframe[1].value
    assert list(query.columns) == list(candidate.columns)
    assert sorted(query.columns) == ["fish", "weight"]


def test_a_pair_that_is_left_out_of_rankings_says_so(tmp_path: Path) -> None:
    tables = {path: text for path, text in TABLES.items() if path.startswith("datalake/")}
    files = {
        **tables,
        "queries.jsonl": json.dumps({"query_id": "q", "query_table": "river.csv"}) + "\n",
        "qrels.tsv": "q\tsea fish.csv\t1\n",
        "ignore.tsv": "q\towls.csv\n",
    }
    settings = Settings.from_environment()
    workspace = Workspace.open(settings.workspace)
    info = add_benchmark(workspace, NAME, lay(tmp_path / "files", files), settings)
    runs.run_method(workspace, info, "hash", settings)
    told = "the pair is to be ignored"
    for table, left_out in (("owls.csv", True), ("river.csv", True), ("sea fish.csv", False)):
        app = opened("pair", benchmark=NAME, query="q", table=f"datalake/{table}")
        assert (told in texts(app)) == left_out


def added_with(folder: Path, queries: Sequence[dict[str, str]]) -> tuple[Workspace, BenchmarkInfo]:
    """Add a benchmark of some queries, to each of which one table is labelled."""
    files = {
        **TABLES,
        "queries.jsonl": "".join(json.dumps(query) + "\n" for query in queries),
        "qrels.tsv": "".join(f"{query['query_id']}\tsea fish.csv\t1\n" for query in queries),
    }
    settings = Settings.from_environment()
    workspace = Workspace.open(settings.workspace)
    return workspace, add_benchmark(workspace, NAME, lay(folder / "files", files), settings)


def test_a_pair_asks_what_its_query_asks(tmp_path: Path) -> None:
    queries = [
        {"query_id": "union", "query_table": "fish.csv"},
        {"query_id": "join", "query_table": "fish.csv", "mode": "join", "join_column": "fish"},
        {"query_id": "both", "query_table": "fish.csv", "query": "more than 2 rows"},
        {"query_id": "words", "query": "weights of fish", "mode": "nl"},
    ]
    added_with(tmp_path, queries)
    asked = {
        "union": "Can the rows of B be appended to A?",
        "join": "Can columns of B be added to the rows of A?",
        "both": "Can the rows of B be appended to A, and does B meet the words?",
        "words": "Does this table give what the words ask for?",
    }
    for query, sentence in asked.items():
        app = opened("pair", benchmark=NAME, query=query, table="datalake/sea fish.csv")
        assert sentence in [element.value for element in app.title]


def test_a_query_has_both_of_its_names_wherever_it_is_listed(tmp_path: Path) -> None:
    queries = [
        {"query_id": "q1", "query_table": "fish.csv"},
        {"query_id": "birds", "query_table": "birds.csv"},
        {"query_id": "q3", "query": "weights of  fish", "mode": "nl"},
    ]
    workspace, info = added_with(tmp_path, queries)
    ranking = {query["query_id"]: ["river", "towns"] for query in queries}
    (tmp_path / "run.json").write_text(json.dumps(ranking))
    runs.import_run(workspace, info, tmp_path / "run.json", "theirs")
    both = ["q1 · fish.csv", "birds", "q3 · weights of fish"]

    app = opened("runs", benchmark=NAME, k="2", view="Queries")
    assert sorted(app.dataframe[1].value["query"]) == sorted(both)
    app = opened("runs", benchmark=NAME, k="2")
    assert set(app.dataframe[1].value["query"]) == set(both)
    # AppTest cannot click a row; a click on one of Queries leads to this.
    app = opened("runs", benchmark=NAME, k="2", query="q1")
    assert "Pairs of the query **q1 · fish.csv**" in read(app)
    assert app.dataframe[1].value["query"].tolist() == ["q1 · fish.csv"] * 3
    next(one for one in app.button if one.label == "All queries").click().run()
    assert len(app.dataframe[1].value) == 9
    gone = opened("runs", benchmark=NAME, k="2", query="q9")
    assert "There is no query q9" in gone.warning[0].value
    pair = opened("pair", benchmark=NAME, query="q1", table="datalake/river.csv")
    assert "The query q1 · fish.csv" in read(pair)


def test_what_a_query_says_beside_its_table_is_listed(tmp_path: Path) -> None:
    queries = [
        {"query_id": "q1", "query_table": "fish.csv"},
        {"query_id": "q2", "query_table": "fish.csv", "query": "more than \n2 rows"},
        {"query_id": "q3", "query": "weights of fish", "mode": "nl"},
    ]
    files = {
        **TABLES,
        "queries.jsonl": "".join(json.dumps(query) + "\n" for query in queries),
        "qrels.tsv": "".join(f"{query['query_id']}\tsea fish.csv\t1\n" for query in queries),
    }
    settings = Settings.from_environment()
    workspace = Workspace.open(settings.workspace)
    info = add_benchmark(workspace, NAME, lay(tmp_path / "files", files), settings)
    (tmp_path / "run.json").write_text(json.dumps({q["query_id"]: ["towns"] for q in queries}))
    runs.import_run(workspace, info, tmp_path / "run.json", "theirs")
    for view in ("", "Queries"):
        app = opened("runs", benchmark=NAME, k="1", **({"view": view} if view else {}))
        listed = app.dataframe[1]
        assert dict(zip(listed.value["query"], listed.value["words"], strict=True)) == {
            "q1 · fish.csv": "",
            "q2 · fish.csv": "more than 2 rows",
            "q3 · weights of fish": "",
        }
        assert "words" in listed.proto.column_order


def test_home_tells_of_the_runs_wherever_they_were_made(benchmark: Workspace) -> None:
    app = opened()
    assert "P@10 is by the published labels. The best runs all dispute" in texts(app)
    assert "labels** of" in texts(app)
    assert "Best P@10 of 0.15 possible" in [metric.label for metric in app.metric]


def test_queries_that_a_method_failed_on_are_listed_with_the_reason(tmp_path: Path) -> None:
    settings = Settings.from_environment()
    workspace = Workspace.open(settings.workspace)
    asked = {"query_table": "fish.csv", "mode": "union"}
    queries = [
        {"query_id": "a", "query": "over 1 row", **asked},
        {"query_id": "b", "query": "union on rivers", **asked},
    ]
    files = {
        **TABLES,
        "queries.jsonl": "".join(json.dumps(query) + "\n" for query in queries),
        "qrels.tsv": "a\triver.csv\t1\nb\triver.csv\t1\n",
    }
    info = add_benchmark(workspace, "asked", lay(tmp_path / "files", files), settings)
    runs.run_method(workspace, info, "conditions", settings)
    app = opened("runs", benchmark="asked")
    assert "It failed on 1 of them, which tells nothing of how it ranks" in read(app)
    (listed,) = [one for one in app.expander if one.label.startswith("1 query without a ranking")]
    failed = listed.dataframe[0].value
    assert failed[["run", "query"]].values.tolist() == [["conditions", "b"]]
    assert "Got 'rivers'" in failed["reason"][0]


@pytest.mark.parametrize("encoder", ["tfidf", "sbert-c"])
def test_the_methods_to_begin_with_have_the_encoder_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoder: str
) -> None:
    monkeypatch.setenv("SOUNDINGS_ENCODER", encoder)
    settings = Settings.from_environment()
    workspace = Workspace.open(settings.workspace)
    add_benchmark(workspace, NAME, ugen(tmp_path / "files"), settings)
    app = opened("runs", benchmark=NAME)
    methods = next(one for one in app.multiselect if one.label == "Methods")
    assert methods.value == list(dict.fromkeys(["hash", "tfidf", encoder, f"columns:{encoder}"]))


def test_a_pair_whose_table_is_not_there_stands_among_the_others(benchmark: Workspace) -> None:
    app = opened("runs", benchmark=NAME)
    first = app.session_state["pairs as listed last"]
    gone = ("fish.csv", "nosuch")
    app.session_state["pairs as listed last"] = replace(first, pairs=[gone, *first.pairs])
    app.query_params.clear()
    for name, value in zip(("benchmark", "query", "table"), (NAME, *gone), strict=True):
        app.query_params[name] = value
    app.switch_page("pages/pair.py").run()
    assert not app.exception
    assert "has no table 'nosuch'" in app.error[0].value.replace("\\", "")
    links = [link.proto.label.replace("\\", "") for link in app.get("page_link")]
    assert "Next pair" in links
    assert "Disputed pairs of tiny *one*" in links


def test_the_board_says_which_run_ranks_what_the_lake_has_not(
    benchmark: Workspace, tmp_path: Path
) -> None:
    info = registry.benchmark(benchmark, NAME)
    (tmp_path / "odd.json").write_text('{"fish": ["nosuch", "towns"], "birds": ["owls"]}')
    runs.import_run(benchmark, info, tmp_path / "odd.json", "odd")
    told = "odd ranks 1 table that the lake has not, first 'nosuch'; such a candidate keeps its"
    assert told in read(opened("runs", benchmark=NAME))

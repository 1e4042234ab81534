from __future__ import annotations

import json
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ir_measures
import numpy as np
import pytest

from core import __version__
from core import lake as lakes
from core.benchmarks import answering, audit, formats, registry
from core.benchmarks import runs as runs_module
from core.benchmarks.board import shortfalls
from core.benchmarks.errors import (
    BenchmarkNotFoundError,
    RunExistsError,
    RunNotFoundError,
    UnknownMethodError,
)
from core.benchmarks.runs import (
    export_run,
    import_run,
    load_run,
    remove_run,
    run_method,
    runs,
)
from core.benchmarks.types import BenchmarkInfo
from core.errors import CancelledError, InputError, WorkspaceError
from core.evaluation import Metric, Run, SelfCandidate, read_run
from core.evaluation.errors import CutoffError, DuplicateCandidateError, RunMismatchError
from core.evaluation.text_lines import from_trec, in_trec
from core.search import open_vectors
from core.store import Workspace
from tests.core.benchmarks import tiny

SAMPLE = Path(__file__).resolve().parents[3] / "data" / "sample"
BOTH = {
    **{f"query/{name}.csv": tiny.FISH for name in ("a", "b")},
    **{f"datalake/{name}.csv": tiny.FISH for name in ("a", "b", "c")},
    "datalake/towns.csv": tiny.TOWNS,
}
"""Each query table stands among the candidates too, as SANTOS and TUS publish them."""


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Workspace:
    """A workspace with "tiny", "santos" and "lakebench"; not to be changed."""
    place = tmp_path_factory.mktemp("made")
    workspace = Workspace.open(place / "workspace")
    tiny.add(workspace, "tiny", tiny.ugen(place / "tiny"))
    header = "query_table,candidate_table\n"
    others = header + "a.csv,b.csv\na.csv,c.csv\nb.csv,a.csv\nb.csv,c.csv\n"
    own = others + "a.csv,a.csv\nb.csv,b.csv\n"
    for name, truth in {"santos": others, "lakebench": own}.items():
        tiny.add(workspace, name, tiny.lay(place / name, {**BOTH, "groundtruth.csv": truth}))
    return workspace


@pytest.fixture
def workspace(made, tmp_path) -> Workspace:
    """A copy of that workspace, to change."""
    shutil.copytree(made.root, tmp_path / "workspace")
    return Workspace.open(tmp_path / "workspace")


@pytest.fixture
def info(workspace) -> BenchmarkInfo:
    return registry.benchmark(workspace, "tiny")


@pytest.fixture
def given(tmp_path):
    """Write a run file."""

    def write(text: str, name: str = "run.txt") -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def run_hash(workspace: Workspace, info: BenchmarkInfo, depth: int = 100, name: str = "hash"):
    return run_method(workspace, info, name, tiny.SETTINGS, depth)


def test_a_run_by_table_vectors_is_brute_force_with_the_tie_rule(tmp_path):
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "sample", SAMPLE)
    assert run_hash(workspace, info, depth=20).depth == 20
    index = open_vectors(workspace, lakes.lake(workspace, "sample"), "hash", tiny.SETTINGS)
    vectors = index.table_vectors(range(len(index))).astype(np.float64)
    expected = {}
    for query in registry.queries(workspace, info):
        scores = np.round(vectors @ vectors[index.position(query.table)], 6)
        ranked = sorted(zip(-scores, index.table_ids, strict=True))
        candidates = [(table, -s) for s, table in ranked if table.startswith("datalake/")]
        expected[query.query_id] = candidates[:20]
    found = load_run(workspace, info, "hash").to_dict()
    assert {q: [t for t, _ in r] for q, r in found.items()} == {
        q: [t for t, _ in r] for q, r in expected.items()
    }
    for query, ranking in expected.items():
        assert [s for _, s in found[query]] == pytest.approx([s for _, s in ranking], abs=1e-9)


def test_the_querys_own_table_is_a_candidate_or_not_as_the_benchmark_has_it(workspace):
    santos, lakebench = (registry.benchmark(workspace, n) for n in ("santos", "lakebench"))
    assert santos.self_candidate is SelfCandidate.EXCLUDED
    assert lakebench.self_candidate is SelfCandidate.INCLUDED
    for name in ("hash", "columns:hash"):
        for one in (santos, lakebench):
            run_hash(workspace, one, name=name)
        found = load_run(workspace, santos, name)
        assert found.ranking("a.csv")[:2] == ("datalake/b.csv", "datalake/c.csv")
        assert found.ranking("b.csv")[:2] == ("datalake/a.csv", "datalake/c.csv")
        assert load_run(workspace, lakebench, name).ranking("b.csv")[:3] == (
            "datalake/a.csv",
            "datalake/b.csv",
            "datalake/c.csv",
        )
    assert audit.leaderboard(workspace, santos, 2).rows[0][Metric.P] == 1.0
    assert audit.leaderboard(workspace, lakebench, 3).rows[0][Metric.P] == 1.0


def test_depth_bounds_a_ranking_and_the_candidates_do_too(workspace, info):
    for name in ("hash", "columns:hash"):
        run_hash(workspace, info, depth=2, name=name)
        rankings = load_run(workspace, info, name).to_dict()
        assert {len(ranking) for ranking in rankings.values()} == {2}
        run_hash(workspace, info, depth=1_000, name=name)
        assert {len(r) for r in load_run(workspace, info, name).to_dict().values()} == {4}
    for depth in (0, 1_001):
        with pytest.raises(CutoffError, match="between 1 and 1,000"):
            run_hash(workspace, info, depth=depth)


def test_a_run_says_what_made_it_and_what_it_cost(workspace, info):
    run = run_hash(workspace, info, depth=3)
    assert run.parameters["encoder"] == "hash"
    assert (run.parameters["rank_by"], run.parameters["depth"]) == ("table", 3)
    assert run.versions["soundings"] == __version__
    assert {"python", "numpy", "faiss-cpu"} <= run.versions.keys()
    assert run.offline_seconds >= 0
    assert run.online_seconds > 0
    assert run.peak_megabytes > 10
    assert not run.stale


def test_a_run_of_the_same_method_replaces_the_one_before(workspace, info):
    first = run_hash(workspace, info, depth=1)
    second = run_hash(workspace, info, depth=2)
    assert runs(workspace, info) == [second]
    assert second.key != first.key
    files = [path for path in (workspace.root / "runs").rglob("*") if path.is_file()]
    assert len(files) == 1


def test_a_run_is_stale_once_the_lake_has_changed(workspace, info, tmp_path):
    folder = shutil.copytree(info.root, tmp_path / "moved")
    info = tiny.add(workspace, "moved", folder)
    assert not run_hash(workspace, info).stale
    (folder / "datalake" / "river.csv").write_text("fish,weight\neel,9\n")
    tiny.add(workspace, "moved", folder)
    assert [run.stale for run in runs(workspace, info)] == [True]
    assert not run_hash(workspace, info).stale
    (folder / "query" / "fish.csv").unlink()
    tiny.add(workspace, "moved", folder)
    with pytest.raises(InputError, match=r"1 of 2 in 'moved' .* first 'query/fish.csv'"):
        run_hash(workspace, info)
    assert [run.stale for run in runs(workspace, info)] == [True]


def test_a_cancelled_run_stores_nothing(workspace, info):
    run_hash(workspace, info, depth=1)
    before = runs(workspace, info)
    asked = []
    for name in ("hash", "tfidf"):  # one with vectors at hand, one without
        with pytest.raises(CancelledError):
            run_method(
                workspace, info, name, tiny.SETTINGS, should_stop=lambda: not asked.append(1)
            )
    assert runs(workspace, info) == before
    assert asked


def test_slow_queries_are_told_one_by_one(workspace, tmp_path, monkeypatch):
    queries = [f"q{number}" for number in range(4)]
    files = {
        **{f"query/{query}.csv": tiny.FISH for query in queries},
        "datalake/river.csv": tiny.FISH,
        "groundtruth.csv": "query_table,data_lake_table,unionable\n"
        + "".join(f"{query}.csv,river.csv,1\n" for query in queries),
    }
    info = tiny.add(workspace, "four", tiny.lay(tmp_path / "four", files))

    def told():
        seen = []
        run_method(workspace, info, "hash", tiny.SETTINGS, progress=lambda *at: seen.append(at))
        return [done for done, _, what in seen if what.startswith("Answering")]

    assert told() == [1, 4]
    monkeypatch.setattr(answering, "_SECONDS", -1.0)  # as if each took longer
    assert told() == [1, 2, 3, 4]


def test_texts_are_no_queries_of_a_union_method(workspace, tmp_path):
    info = tiny.add(workspace, "words", tiny.lay(tmp_path / "words", tiny.target()))
    with pytest.raises(InputError, match=r"hash takes tables as queries.* are texts"):
        run_hash(workspace, info)
    with pytest.raises(UnknownMethodError, match="Got 'bm52'"):
        run_hash(workspace, info, name="bm52")
    assert runs(workspace, info) == []


SPELLINGS = [
    ("fish.csv\tQ0\tdatalake/sea fish.csv\t1\t0.9\tx\n", "run.txt"),
    ("fish.csv\tQ0\tsea fish.csv\t1\t0.9\tx\n", "run.txt"),
    ("query/fish.csv\tQ0\tsea fish\t1\t0.9\tx\n", "run.txt"),
    ("query_id,table,score\nfish,./sea fish.csv,0.9\n", "run.csv"),
    ('{"fish": ["sea fish"]}', "run.json"),
    ('{"fish.csv": {"datalake/sea fish.csv": 0.9}}', "run.json"),
]


@pytest.mark.parametrize(("text", "name"), SPELLINGS)
def test_an_imported_run_may_spell_its_tables_in_any_way(workspace, info, given, text, name):
    stored, notes = import_run(workspace, info, given(text, name), "theirs")
    found = load_run(workspace, info, "theirs")
    assert found.ranking("fish.csv") == ("datalake/sea fish.csv",)
    assert (notes, stored.depth, stored.parameters) == ((), 1, {"file": name})
    assert (stored.offline_seconds, stored.online_seconds, stored.peak_megabytes) == (None,) * 3


def test_what_an_imported_run_has_beyond_the_benchmark_is_told(workspace, info, given):
    path = given('{"fish": ["river", "whale"], "whales": ["river"]}', "run.json")
    stored, notes = import_run(workspace, info, path, "theirs")
    assert [note.split(",")[0] for note in notes] == [
        "Not in the benchmark: 1 query of the run",
        "Not in the benchmark: 1 candidate of the run",
    ]
    assert "'whales'" in notes[0]
    assert "'whale'" in notes[1]
    told = given("query,table,why\nfish,river,x\n", "why.csv")
    assert import_run(workspace, info, told, "why")[1][0].endswith("not read: why.")
    remove_run(workspace, info, "why")
    # The unknown candidate keeps its place: it is not relevant, but it was ranked.
    assert load_run(workspace, info, "theirs").ranking("fish.csv")[1] == "whale"
    with pytest.raises(RunMismatchError, match="Got 'x'"):
        import_run(workspace, info, given('{"x": ["river"]}', "x.json"), "x")
    with pytest.raises(DuplicateCandidateError, match=r"'datalake/river.csv' more than once"):
        import_run(workspace, info, given('{"fish": ["river", "river.csv"]}', "y.json"), "y")
    assert [run.method for run in runs(workspace, info)] == [stored.method]


def test_a_table_of_several_queries_is_told_of_a_run(workspace, tmp_path, given):
    lines = "fish,city,river\nfish,mayor,towns\nbirds,city,owls\n"
    tables = {path: text for path, text in tiny.TABLES.items() if path.endswith(".csv")}
    truth = {"groundtruth.csv": f"query_table,query_column,candidate_table\n{lines}"}
    info = tiny.add(workspace, "joins", tiny.lay(tmp_path / "joins", {**tables, **truth}))
    path = given('{"fish": ["river"], "birds": ["owls"]}', "run.json")
    notes = import_run(workspace, info, path, "theirs")[1]
    assert notes[1].startswith("1 query of the run names a table that several queries have, such")
    registry.remove_benchmark(workspace, "joins")


def test_queries_that_rank_their_own_table_are_told(workspace, info, given):
    text = '{"fish": ["query/fish.csv", "river", "birds"], "birds": ["river", "birds.csv"]}'
    notes = import_run(workspace, info, given(text, "run.json"), "theirs")[1]
    assert notes[-1].startswith("2 queries rank their own table, which is no candidate here")
    one = given('{"fish": ["fish", "river", "birds"], "birds": ["river", "fish"]}', "one.json")
    notes = import_run(workspace, info, one, "one")[1]
    assert notes[-1].startswith("1 query ranks its own table")


def test_a_run_of_which_nothing_is_left_is_told_and_spoils_no_others(workspace, tmp_path):
    folder = tmp_path / "whole"
    tables = {path: text for path, text in tiny.TABLES.items() if path.startswith("datalake")}
    asked = [{"query_id": name, "query_table": f"{name}.csv"} for name in ("river", "owls")]
    tiny.lay(
        folder,
        {
            **tables,
            "queries.jsonl": "".join(json.dumps(query) + "\n" for query in asked),
            "qrels.tsv": "river\tsea fish\t1\nriver\ttowns\t0\nowls\ttowns\t1\n",
            "ignore.tsv": "owls\triver\n",
        },
    )
    info = tiny.add(workspace, "whole", folder)
    assert info.self_candidate is SelfCandidate.EXCLUDED
    for label, ranked in {"good": ["sea fish", "river"], "own": ["river"]}.items():
        (tmp_path / "run.json").write_text(json.dumps({"river": ranked, "owls": ["river"]}))
        stored, notes = import_run(workspace, info, tmp_path / "run.json", label)
        told = any(note.startswith("Nothing is left of the run to score") for note in notes)
        assert told == (stored.method == "own")
    board = audit.leaderboard(workspace, info, 1)
    assert [(row.run.method, row[Metric.P]) for row in board.rows] == [("good", 0.5), ("own", 0.0)]
    assert [told for told in shortfalls(board) if told.startswith("own")] == [
        "own ranks only queries' own tables or pairs to ignore, which are left out, so its scores "
        "are 0."
    ]
    assert audit.disputed(audit.judged(workspace, info), 1).missing == 2


def test_a_label_names_one_run(workspace, info, given):
    path = given('{"fish": ["river"]}', "run.json")
    import_run(workspace, info, path, "hash")
    with pytest.raises(RunExistsError, match="--force"):
        import_run(workspace, info, path, "hash")
    with pytest.raises(RunExistsError, match=r"imported from run.json"):
        run_hash(workspace, info)
    later = given('{"fish": ["owls"]}', "later.json")
    import_run(workspace, info, later, "hash", force=True)
    assert load_run(workspace, info, "hash").ranking("fish.csv") == ("datalake/owls.csv",)
    remove_run(workspace, info, "hash")
    run_hash(workspace, info)
    for label in ("", " ", "a,b", "a\tb", "a\nb"):
        with pytest.raises(InputError, match="without commas"):
            import_run(workspace, info, path, label)
    with pytest.raises(InputError, match=r"IDEAL is the best possible ranking. Got it"):
        import_run(workspace, info, path, "IDEAL", force=True)


def test_two_imports_under_one_label_at_once_store_one(workspace, info, given, monkeypatch):
    paths = [given(f'{{"fish": ["{table}"]}}', f"{table}.json") for table in ("river", "owls")]
    both_read = threading.Barrier(2, timeout=20)
    read = runs_module.read_run_with_notes

    def reading(*of, **how):
        found = read(*of, **how)
        both_read.wait()  # neither has stored its run when the other has looked for the label
        return found

    monkeypatch.setattr(runs_module, "read_run_with_notes", reading)

    def stored(path: Path) -> str:
        try:
            return str(import_run(workspace, info, path, "same")[0].parameters["file"])
        except RunExistsError:
            return ""

    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(stored, paths))
    assert sorted(done)[0] == ""
    (run,) = runs(workspace, info)
    assert run.parameters["file"] == max(done)
    assert len([file for file in (workspace.root / "runs").rglob("*") if file.is_file()]) == 1


def test_a_run_that_is_imported_while_a_method_answers_is_not_replaced(workspace, info, given):
    path = given('{"fish": ["river"]}', "run.json")

    def importing(done: int, total: int, message: str) -> None:
        if message.startswith("Answering") and done == total:
            import_run(workspace, info, path, "hash", force=True)

    with pytest.raises(RunExistsError, match=r"imported from run.json"):
        run_method(workspace, info, "hash", tiny.SETTINGS, progress=importing)
    assert [run.imported for run in runs(workspace, info)] == [True]


@pytest.mark.parametrize("ending", ["txt", "csv", "json"])
def test_a_run_survives_export_and_import(workspace, info, tmp_path, ending):
    run_hash(workspace, info)
    export_run(workspace, info, "hash", tmp_path / f"run.{ending}")
    import_run(workspace, info, tmp_path / f"run.{ending}", "again")
    before, after = (load_run(workspace, info, label) for label in ("hash", "again"))
    assert after.to_dict() == before.to_dict()


def test_an_exported_run_has_the_published_names_in_our_order(workspace, tmp_path):
    for name, form in {"inside": "csv", "stem": ""}.items():
        truth = tiny.UGEN if form else tiny.UGEN.replace(".csv", "")
        files = {**tiny.TABLES, "groundtruth.csv": truth, "datalake/sea.csv": tiny.MORE_FISH}
        info = tiny.add(workspace, name, tiny.lay(tmp_path / name, files))
        run_hash(workspace, info)
        path = tmp_path / f"{name}.run"
        export_run(workspace, info, "hash", path)
        lines = [line.split("\t") for line in path.read_text().splitlines()]
        assert {len(line) for line in lines} == {6}
        assert {(line[1], line[5]) for line in lines} == {("Q0", "hash")}
        query = "fish.csv" if form else "fish"
        mine = load_run(workspace, info, "hash").ranking(query)
        told = [from_trec(line[2]) for line in lines if line[0] == query]
        assert told == [info.published(table) for table in mine]
        assert [int(line[3]) for line in lines if line[0] == query] == [1, 2, 3, 4, 5]
        # "sea fish" and "sea" have one score: by id "sea fish.csv" is first, by stem "sea".
        assert next(t for t in told if t.startswith("sea")).startswith("sea fish")


def test_an_exported_run_is_scored_by_the_published_qrels_as_here(workspace, info, given, tmp_path):
    text = '{"fish": {"river": 0.9, "towns": 0.8, "sea fish": 0.7}, "birds": {"owls": 0.2}}'
    import_run(workspace, info, given(text, "run.json"), "theirs")
    export_run(workspace, info, "theirs", tmp_path / "out.trec")
    published = [line.split(",") for line in tiny.UGEN.splitlines()[1:]]
    qrels = [
        ir_measures.Qrel(in_trec(query), in_trec(table), int(label))
        for query, table, label in published
    ]
    ranked = list(ir_measures.read_trec_run(str(tmp_path / "out.trec")))
    measures = {
        Metric.P: ir_measures.P @ 2,
        Metric.R: ir_measures.R @ 2,
        Metric.NDCG: ir_measures.nDCG @ 2,
        Metric.MAP: ir_measures.AP,
        Metric.MRR: ir_measures.RR,
    }
    library = ir_measures.calc_aggregate(list(measures.values()), qrels, ranked)
    row = audit.leaderboard(workspace, info, 2).rows[0]
    assert {m: row[m] for m in measures} == pytest.approx(
        {m: library[measure] for m, measure in measures.items()}
    )


def test_names_that_two_candidates_share_are_written_as_ids(workspace, tmp_path):
    files = {
        "query/q.csv": tiny.FISH,
        "datalake/a.csv": tiny.FISH,
        "datalake/a.tsv": "fish\tweight\ncod\t3\n",
        "datalake/b.csv": tiny.FISH,
        "groundtruth.csv": "query_table,candidate_table\nq,b\n",
    }
    info = tiny.add(workspace, "twins", tiny.lay(tmp_path / "twins", files))
    run_hash(workspace, info)
    export_run(workspace, info, "hash", tmp_path / "run.json")
    names = {table for table, _ in json.loads((tmp_path / "run.json").read_text())["q"]}
    assert names == {"datalake/a.csv", "datalake/a.tsv", "b"}
    import_run(workspace, info, tmp_path / "run.json", "again")


def test_a_run_that_is_not_there_is_told_with_those_that_are(workspace, info, tmp_path):
    for ask in (load_run, remove_run, lambda *a: export_run(*a, tmp_path / "run.txt")):
        with pytest.raises(RunNotFoundError, match=r"has no run 'x'. There is none yet"):
            ask(workspace, info, "x")
    run_hash(workspace, info)
    with pytest.raises(RunNotFoundError, match="There are: hash"):
        load_run(workspace, info, "x")
    (file,) = (path for path in (workspace.root / "runs").rglob("*.parquet"))
    file.unlink()
    with pytest.raises(WorkspaceError, match="run the method again"):
        load_run(workspace, info, "hash")
    remove_run(workspace, info, "hash")
    assert runs(workspace, info) == []


@pytest.mark.parametrize(("method", "first"), [("hash", False), ("hash", True), ("columns", True)])
def test_a_run_of_a_benchmark_that_is_removed_meanwhile_is_not_stored(
    workspace, info, method, first
):
    def remove(done: int, total: int, message: str) -> None:
        if registry.benchmarks(workspace) and (
            first or (message.startswith("Answering") and done == total)
        ):
            registry.remove_benchmark(workspace, "tiny")

    with pytest.raises(BenchmarkNotFoundError, match="removed in the meantime"):
        run_method(workspace, info, method, tiny.SETTINGS, progress=remove)
    assert not [file for file in (workspace.root / "runs").rglob("*") if file.is_file()]


def test_a_run_is_written_where_one_can_write(workspace, info, tmp_path):
    run_hash(workspace, info)
    with pytest.raises(InputError, match=r"none/run.txt: The file must be writable. Got: No such"):
        export_run(workspace, info, "hash", tmp_path / "none" / "run.txt")
    export_run(workspace, info, "hash", tmp_path / "run.txt")
    assert isinstance(read_run(tmp_path / "run.txt"), Run)
    assert formats.FORMATS

from __future__ import annotations

import json
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ir_measures
import pytest

from core.benchmarks import formats, registry
from core.benchmarks.auditing import audit, scored_runs
from core.benchmarks.auditing.board import shortfalls
from core.benchmarks.errors import (
    RunExistsError,
)
from core.benchmarks.runs import (
    exchanged,
    export_run,
    import_run,
    load_run,
    remove_run,
    runs,
)
from core.errors import InputError
from core.evaluation import Metric, Run, SelfCandidate, read_run
from core.evaluation.errors import DuplicateCandidateError, RunMismatchError
from core.evaluation.text_lines import from_trec, in_trec
from tests.core.benchmarks import tiny
from tests.core.benchmarks.runs.hashing import run_hash

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


def test_published_rankings_in_a_pickle_are_imported(workspace, info, tmp_path):
    path = tmp_path / "tiny_benchmark_result_by_starmie.pickle"
    path.write_bytes(pickle.dumps({"fish.csv": ["sea fish.csv"]}, pickle.HIGHEST_PROTOCOL))
    stored, notes = import_run(workspace, info, path, "starmie")
    assert load_run(workspace, info, "starmie").ranking("fish.csv") == ("datalake/sea fish.csv",)
    assert (notes, stored.depth, stored.parameters) == ((), 1, {"file": path.name})


def test_queries_that_an_imported_run_answers_with_nothing_come_out_again(
    tmp_path, workspace, info, given
):
    path = given('{"fish": ["river"], "whales": [], "boat": [], "sea": ["river"]}', "run.json")
    import_run(workspace, info, path, "theirs")
    assert load_run(workspace, info, "theirs").queries == ("boat", "fish.csv", "sea", "whales")
    export_run(workspace, info, "theirs", tmp_path / "out.json")
    written = json.loads((tmp_path / "out.json").read_text())
    assert {query: len(ranking) for query, ranking in written.items()} == {
        "boat": 0, "fish.csv": 1, "sea": 1, "whales": 0,
    }  # fmt: skip


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


def test_a_run_whose_scores_rise_is_told_of_as_long_as_it_is_there(workspace, info, given):
    distances = given('{"fish": [["river", 0.1], ["towns", 0.7]]}', "near.json")
    _, notes = import_run(workspace, info, distances, "mine")
    (note,) = notes
    assert note.startswith(
        "mine, from near.json: the scores of every query rise from its first candidate in the file"
    )
    (stored,) = runs(workspace, info)
    assert stored.notes == notes
    nearness = given('{"fish": [["river", -0.1], ["towns", -0.7]]}', "near.json")
    stored, notes = import_run(workspace, info, nearness, "mine", force=True)
    assert (stored.notes, notes) == ((), ())


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
    board = scored_runs.leaderboard(workspace, info, 1)
    assert [(row.run.method, row[Metric.P]) for row in board.rows] == [("good", 0.5), ("own", 0.0)]
    assert [told for told in shortfalls(board) if told.startswith("own")] == [
        "own ranks only queries' own tables or pairs to ignore, which are left out, so its scores "
        "are 0."
    ]
    assert audit.disputed(audit.judged(workspace, info), 1).missing == 2


def test_two_imports_under_one_label_at_once_store_one(workspace, info, given, monkeypatch):
    paths = [given(f'{{"fish": ["{table}"]}}', f"{table}.json") for table in ("river", "owls")]
    both_read = threading.Barrier(2, timeout=20)
    read = exchanged.read_run

    def reading(*of, **how):
        found = read(*of, **how)
        both_read.wait()  # neither has stored its run when the other has looked for the label
        return found

    monkeypatch.setattr(exchanged, "read_run", reading)

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
    row = scored_runs.leaderboard(workspace, info, 2).rows[0]
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


def test_a_run_is_written_where_one_can_write(workspace, info, tmp_path):
    run_hash(workspace, info)
    with pytest.raises(InputError, match=r"none/run.txt: The file must be writable. Got: No such"):
        export_run(workspace, info, "hash", tmp_path / "none" / "run.txt")
    export_run(workspace, info, "hash", tmp_path / "run.txt")
    assert isinstance(read_run(tmp_path / "run.txt")[0], Run)
    assert formats.FORMATS

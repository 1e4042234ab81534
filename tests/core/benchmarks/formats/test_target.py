"""The form of TARGET."""

from __future__ import annotations

import csv
import io
import json
import tracemalloc
from dataclasses import replace
from functools import partial

import polars as pl
import pytest

from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.formats import (
    Caption,
    Mode,
    Query,
    detect,
    read,
    resolve_run,
    write,
    written_names,
)
from core.benchmarks.formats.errors import (
    AmbiguousSourceError,
    DuplicateTableError,
)
from core.benchmarks.formats.target import CorpusTables
from core.errors import CancelledError, MalformedFileError, UnknownColumnsError
from core.evaluation import Run, read_run, write_run
from core.monitor import Monitor
from core.store import Workspace
from tests.core.benchmarks import tiny

CORPUS = [
    {
        "database_id": "0",
        "table_id": "t 1",
        "table": [["a", "b"], ["1", "x,y"]],
        "context": {"title": "T"},
    },
    {"database_id": "0", "table_id": "../t/2.csv", "table": [["a"]], "context": {}},
]
ASKED = [
    {"query_id": 7, "query": "which?", "database_id": "0", "table_id": "t 1"},
    {"query_id": "8", "query": "what?", "database_id": "0", "table_id": ["t 1", "../t/2.csv"]},
]


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_target_tables_stand_in_the_corpus_and_become_files(tmp_path, suffix):
    root = tmp_path / "fetaqa"
    for name, rows in (("corpus", CORPUS), ("queries", ASKED)):
        (root / f"fetaqa-{name}").mkdir(parents=True)
        path = root / f"fetaqa-{name}" / f"test-00000-of-00001.{suffix}"
        if suffix == "jsonl":
            path.write_text("".join(json.dumps(row) + "\n" for row in rows))
            continue
        flat = [
            {**row, "query_id": str(row["query_id"]), "table_id": [row["table_id"]]}
            if isinstance(row.get("table_id"), str) and name == "queries"
            else row
            for row in rows
        ]
        pl.DataFrame(flat, strict=False).write_parquet(path)
    source = read(root)
    assert source.format == detect(root) == "target"
    assert source.tables == ("tables/%2E.%2Ft%2F2.csv", "tables/t 1.csv")
    assert source.queries[0] == Query("7", None, "which?", Mode.NL)
    assert source.qrels.to_dict()["7"] == {"tables/t 1.csv": 1}
    assert len(source.qrels.to_dict()["8"]) == 2
    assert source.captions == {"tables/t 1.csv": Caption("T")}

    written = write(source, tmp_path / "out")
    assert (written / "tables/t 1.csv").read_text() == 'a,b\n1,"x,y"\n'
    again = read(written)
    assert (again.queries, again.qrels, again.captions, again.tables) == (
        source.queries,
        source.qrels,
        source.captions,
        source.tables,
    )


@pytest.mark.parametrize("given", [5, [5, "t 1"], "5"])
def test_a_whole_number_is_a_target_id_in_corpus_and_queries(lay, given):
    corpus = [{**CORPUS[1], "table_id": 5}, CORPUS[0]]
    files = {
        "corpus.jsonl": "\n".join(map(json.dumps, corpus)),
        "queries.jsonl": json.dumps({**ASKED[0], "table_id": given}),
    }
    assert read(lay(files)).qrels.relevance("7", "tables/5.csv") == 1


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (5.0, MalformedFileError, "'table_id' must be a text, or a list of texts. Got 5.0"),
        (["t 1", True], MalformedFileError, r"must be a text, .* Got \['t 1', True\]"),
        (None, UnknownColumnsError, "must name its table in 'table_id'. Got None"),
        ([], UnknownColumnsError, r"must name its table in 'table_id'. Got \[\]"),
    ],
)
def test_a_query_of_target_names_its_table(lay, given, error, message):
    files = {
        "corpus.jsonl": json.dumps(CORPUS[0]),
        "queries.jsonl": json.dumps({**ASKED[0], "table_id": given}),
    }
    with pytest.raises(error, match=rf"queries\.jsonl, line 1: .*{message}"):
        read(lay(files))


LONG = "Verzeichnis " * 30


@pytest.mark.parametrize(
    ("table", "path"),
    [
        ("Café", "tables/Caf%C3%A9.csv"),
        ("中" * 32, f"tables/{'中' * 32}.csv"),
        (".中/" * 20, f"tables/%2E中%2F{'.中%2F' * 19}.csv"),
        ("а" * 41 + ".CSV", f"tables/{'%D0%B0' * 41}.CSV"),
        ("а" * 42 + ".CSV", f"tables/{'а' * 42}.CSV"),
    ],
)
def test_a_target_id_is_a_name_that_file_systems_take(lay, table, path):
    assert read(_of_tables(lay, table)).tables == (path,)


def test_target_ids_too_long_for_a_name_are_cut_and_stay_apart(lay, tmp_path):
    ids = [f"{LONG}1", f"{LONG}2", "中" * 100, "x" * 251, "x" * 252]
    source = read(_of_tables(lay, *ids))
    names = [table.removeprefix("tables/") for table in source.tables]
    assert len(set(names)) == len(ids) and f"{'x' * 251}.csv" in names
    assert all(len(name.encode()) <= 255 and name.endswith(".csv") for name in names)
    assert sum(name.startswith("Verzeichnis Verzeichnis ") for name in names) == 2
    written = write(source, tmp_path / "out")
    assert read(written).qrels == source.qrels
    assert {path.name for path in (written / "tables").iterdir()} == set(names)


PUBLISHED = ["Beyoncé_videography_0", "totto_source/train_json/example-1.json", "100% (a: b)"]
"""Ids that no file has for its name."""


@pytest.mark.parametrize("through", ["corpus", "own form"])
def test_target_tables_are_named_in_runs_by_their_published_ids(lay, tmp_path, through):
    named = [*PUBLISHED, f"{LONG}1"]
    source = read(_of_tables(lay, *named))
    if through == "own form":
        source = replace(read(write(source, tmp_path / "out")), format="target")
    run = Run.of({str(place): [(one, 1.0)] for place, one in enumerate(named)})
    resolved = resolve_run(source, run)
    assert resolved.unknown_tables == ()
    asked = source.qrels.to_dict().items()
    assert {query: list(tables) for query, tables in asked} == {
        query: list(resolved.run.ranking(query)) for query in run.queries
    }
    write_run(run, tmp_path / "run.txt")
    again = resolve_run(source, read_run(tmp_path / "run.txt")[0]).run
    assert again.frame.equals(resolved.run.frame)


@pytest.mark.parametrize("ending", ["txt", "csv", "json"])
def test_target_tables_are_written_by_their_published_ids(lay, tmp_path, ending):
    source = read(_of_tables(lay, *PUBLISHED, f"{LONG}1"))
    names = written_names(source)
    (cut,) = {*names.values()} - {*PUBLISHED}
    assert cut.startswith(LONG[:200])  # nothing has its whole id any more
    run = Run.of({"0": [(table, 1.0 / place) for place, table in enumerate(source.tables, 1)]})
    write_run(run, tmp_path / f"run.{ending}", names=names)
    assert resolve_run(source, read_run(tmp_path / f"run.{ending}")[0]).run.frame.equals(run.frame)


def test_target_tables_of_several_databases_are_named_with_the_database(lay):
    rows = [{"database_id": one, "table_id": "é", "table": [["a"], ["1"]]} for one in ("0", "ü")]
    asked = [{**row, "query_id": row["database_id"], "query": "which?"} for row in rows]
    lines = {"corpus": rows, "queries": asked}
    files = {f"{name}.jsonl": "\n".join(map(json.dumps, many)) for name, many in lines.items()}
    source = read(lay(files))
    assert set(written_names(source).values()) == {"0/é", "ü/é"}
    resolved = resolve_run(source, Run.of({"0": [("ü/é", 1.0), ("0/é", 0.5)]}))
    assert resolved.run.ranking("0") == ("tables/%C3%BC/%C3%A9.csv", "tables/0/%C3%A9.csv")


def test_quoted_names_of_files_are_those_of_other_benchmarks(lay):
    files = {"q.csv": "a\n1\n", "Caf%C3%A9.csv": "a\n1\n"}
    files["groundtruth.csv"] = "query_table,candidate_table\nq.csv,Caf%C3%A9.csv\n"
    source = read(lay({name.replace("Caf", "datalake/Caf"): text for name, text in files.items()}))
    assert "Caf%C3%A9.csv" in written_names(source).values()


def test_a_target_id_with_a_line_end_is_written_as_its_file_is_called(lay):
    source = read(_of_tables(lay, "a\nb", "c"))
    assert set(written_names(source).values()) == {"a%0Ab", "c"}


def _of_tables(lay, *ids):
    rows = [{"database_id": "0", "table_id": one, "table": [["a"], ["1"]]} for one in ids]
    asked = [{**row, "query_id": place, "query": "which?"} for place, row in enumerate(rows)]
    lines = {"corpus": rows, "queries": asked}
    files = {f"{name}.jsonl": "\n".join(map(json.dumps, many)) for name, many in lines.items()}
    return lay(files)


@pytest.mark.parametrize(
    "names",
    [
        ("train/{}.jsonl", "test/{}.jsonl"),
        ("data/train/{}.jsonl", "data/val/{}.jsonl"),
        ("{}/train-00000-of-00001.jsonl", "{}/validation-00000-of-00001.jsonl"),
        ("{}-train.jsonl", "{}-val.jsonl"),
        ("train{}.jsonl", "test{}.jsonl"),
        ("{}Train.jsonl", "{}Test.jsonl"),
        ("{}.jsonl", "dev/{}.jsonl"),
    ],
)
def test_splits_of_target_are_told_by_files_and_folders_and_not_mixed(lay, names):
    files = {
        name.format(kind): "".join(json.dumps(row) + "\n" for row in rows)
        for name in names
        for kind, rows in (("corpus", CORPUS), ("queries", ASKED))
    }
    root = lay(files)
    with pytest.raises(AmbiguousSourceError, match="must have one split") as refused:
        read(root)
    given = [root / name.format("queries") for name in names]
    by_path = all(detect(path) == "target" for path in given)
    assert ("name the file of one" in str(refused.value)) == by_path


@pytest.mark.parametrize("name", ["queries.jsonl", "queries-latest.jsonl", "asked_queries.jsonl"])
def test_the_queries_of_a_corpus_may_be_given_by_their_path(lay, name):
    root = lay(_files(name))
    found, whole = read(root / name), read(root)
    assert detect(root / name) == "target"
    assert (found.root, found.queries, found.tables) == (root, whole.queries, whole.tables)
    assert (found.qrels, found.notes) == (whole.qrels, whole.notes)


def test_a_file_of_queries_that_is_named_is_read_alone(lay):
    root = lay(_files("queries-val.jsonl") | {"queries-test.jsonl": json.dumps(ASKED[0])})
    found = read(root / "queries-test.jsonl")
    assert [query.query_id for query in found.queries] == ["7"]
    assert found.notes[-1] == (
        "Queries are those of queries-test.jsonl, as it was named, and of no other."
    )


def test_a_file_of_queries_is_named_where_its_folder_alone_says_so(lay, monkeypatch):
    asked = [json.dumps(one) for one in ASKED]
    corpus = "".join(json.dumps(row) + "\n" for row in CORPUS)
    files = {
        f"b-queries/data/{s}.jsonl": one for s, one in zip(("test", "train"), asked, strict=True)
    }
    root = lay({**files, "b-corpus/data/test.jsonl": corpus})
    with pytest.raises(AmbiguousSourceError, match="name the file of one, or"):
        read(root)
    named = root / "b-queries" / "data" / "test.jsonl"
    source = read(named)
    assert (detect(named), source.root) == ("target", root)
    assert [query.query_id for query in source.queries] == ["7"]
    assert len(source.tables) == 2


def test_queries_without_a_corpus_beside_them_are_none_of_target(lay):
    files = _files("queries.jsonl")
    del files["corpus.jsonl"]
    assert detect(lay(files) / "queries.jsonl") == "trec"
    labels = lay({**_files("queries.jsonl"), "qrels.txt": "7 0 a 1\n"}, "labels")
    assert detect(labels / "qrels.txt") == "trec"


def _files(queries: str) -> dict[str, str]:
    return {
        name: "".join(json.dumps(row) + "\n" for row in rows)
        for name, rows in (("corpus.jsonl", CORPUS), (queries, ASKED))
    }


@pytest.mark.parametrize(
    ("queries", "corpora"),
    [
        ("val/queries.jsonl", ("validation/corpus.jsonl", "train/corpus.jsonl")),
        ("queries-latest.jsonl", ("corpus-test.jsonl", "corpus-others.jsonl")),
        ("test/queries.jsonl", ("corpus/part1.jsonl", "corpus/part2.jsonl")),
    ],
)
def test_a_split_is_a_word_and_takes_its_own_corpus_where_there_is_one(lay, queries, corpora):
    first, second = (json.dumps(row) + "\n" for row in CORPUS)
    files = {queries: json.dumps(ASKED[0]), corpora[0]: first, corpora[1]: second}
    alone = "val" in queries
    assert len(read(lay(files)).tables) == (1 if alone else 2)


@pytest.mark.parametrize("folder", ["queries_and_corpus", "corpus", "my corpus/queries"])
def test_what_a_file_of_target_holds_is_told_by_its_name_before_its_folder(lay, folder):
    files = {
        f"{folder}/{kind}.jsonl": "".join(json.dumps(row) + "\n" for row in rows)
        for kind, rows in (("corpus", CORPUS), ("queries", ASKED))
    }
    found = read(lay(files))
    assert (len(found.queries), len(found.tables)) == (2, 2)


def test_a_corpus_is_read_for_its_names_once(lay):
    files = {
        "corpus.jsonl": "".join(json.dumps(row) + "\n" for row in CORPUS),
        "queries.jsonl": json.dumps(ASKED[0]),
    }
    (path,) = (one for one in lay(files).iterdir() if "corpus" in one.name)
    tables = CorpusTables((path,))
    ids, _ = tables.identify()
    path.write_text(json.dumps(CORPUS[0]))  # what is read again would be one table
    assert tables.identify()[0] == ids and len(ids) == 2


def _columns(rows: list[dict]) -> str:
    return json.dumps({key: [row[key] for row in rows] for key in rows[0]})


def _csv(rows: list[dict]) -> str:
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, list(rows[0]))
    writer.writeheader()
    for row in rows:
        cells = row.items()
        writer.writerow({k: v if isinstance(v, str | int) else json.dumps(v) for k, v in cells})
    return file.getvalue()


FORMS = {
    "columns": ("json", _columns),
    "array": ("json", partial(json.dumps, indent=1)),
    "lines": ("json", lambda rows: "".join(json.dumps(row) + "\n" for row in rows)),
    "csv": ("csv", _csv),
}


@pytest.mark.parametrize(
    "names",
    [
        ("spider-corpus/spider-corpus-test", "spider-queries/data/test-00000-of-00001"),
        ("corpus/test", "queries/test"),
        ("corpus", "queries"),
    ],
)
@pytest.mark.parametrize("form", FORMS)
def test_entries_of_target_may_be_columns_an_array_lines_or_csv(lay, tmp_path, form, names):
    suffix, written = FORMS[form]
    rows = {names[0]: CORPUS, names[1]: ASKED}
    root = lay({f"{name}.{suffix}": written(many) for name, many in rows.items()})
    lines = lay(_files("queries.jsonl"), "lines")
    (root / "spider-corpus/test_database").mkdir(parents=True)
    for other in ("dataset_infos.json", "tables.json", "more.csv"):  # what stands beside, too
        (root / "spider-corpus" / other).write_text('{"table_id": 1}' if "json" in other else "a")
    found, known = read(root), read(lines)
    assert detect(root) == "target"
    assert (found.queries, found.qrels, found.tables) == (known.queries, known.qrels, known.tables)
    assert found.captions == known.captions
    assert read(root / f"{names[1]}.{suffix}").qrels == known.qrels
    one, other = (write(source, tmp_path / "out" / source.root.name) for source in (found, known))
    for table in found.tables:
        assert (one / table).read_bytes() == (other / table).read_bytes()


def test_a_table_in_a_cell_of_csv_may_be_long(lay):
    rows = [["a", "b"], *([["x" * 20, "y" * 20]] * 5_000)]
    corpus = [{**CORPUS[0], "table": rows}, CORPUS[1]]
    root = lay({"corpus.csv": _csv(corpus), "queries.csv": _csv(ASKED)})
    before = csv.field_size_limit(131_072)  # as it is until a lake is read
    try:
        ((_, _, found), *_) = read(root).inline.tables()
    finally:
        csv.field_size_limit(before)
    assert list(found) == rows[1:]


def test_what_is_there_as_lines_is_not_read_from_json_or_csv_as_well(lay):
    files = _files("queries.jsonl") | {
        "corpus.json": json.dumps(CORPUS),
        "queries.csv": _csv(ASKED),
    }
    assert len(read(lay(files)).tables) == len(CORPUS)


def test_one_entry_alone_is_a_corpus_in_json(lay):
    files = {"corpus.json": json.dumps(CORPUS[0], indent=2), "queries.json": json.dumps(ASKED[0])}
    assert read(lay(files)).tables == ("tables/t 1.csv",)


def test_files_of_a_lake_that_are_called_corpus_and_queries_are_tables(lay):
    files = {"datalake/corpus.csv": "a\n1\n", "datalake/queries.csv": "a\n1\n"}
    files |= {f"datalake/{name}_1.csv": "table_id,a\n1,2\n" for name in ("corpus", "queries")}
    files |= {"datalake/corpus.json": '[{"a": 1}]', "datalake/queries.json": '[{"a": 1}]'}
    root = lay(
        {**files, "groundtruth.csv": "query_table,candidate_table\nqueries.csv,corpus.csv\n"}
    )
    assert (detect(root), len(read(root).tables)) == ("lakebench", 6)


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("corpus.json", '[\n{"table_id": "a", "table": []},\n5]', r"line 3: Every entry must be a"),
        ("corpus.json", '{"table_id": ["a"], "table": [[], []]}', "1 in 'table_id', 2 in 'table'"),
        ("corpus.json", '{"table_id": ["a"], "table": [[]}', "line 1: .* no ',' where one"),
        ("corpus.json", '[{"table_id": "a"},\n{"table": [tru', "line 2: .*Expecting value"),
        ("corpus.json", '[{"table_id": "a"}] 5', "more behind its end"),
        ("corpus.json", '{"table_id": ["a\\ud83d"]}', "line 1: .*half a character"),
        ("corpus.csv", "table_id,table\na\n", "line 2: .* 2 columns of the header. Got 1"),
        ("corpus.csv", "table_id,table\na,\"[['a']]\"\n", "line 2: .* must be a list of rows"),
        ("corpus.csv", 'table_id,table\na,"b" c\n', "must be CSV"),
    ],
)
def test_faults_of_entries_are_told_with_file_and_place(lay, tmp_path, name, text, fault):
    root = lay({name: text, "queries.jsonl": json.dumps(ASKED[0])})
    with pytest.raises(MalformedFileError, match=rf"{name}.*{fault}"):
        write(read(root, "target"), tmp_path / "out")


@pytest.mark.parametrize("suffix", ["jsonl", "parquet", "json"])
def test_memory_for_a_corpus_does_not_grow_with_its_tables(lay, suffix):
    grid = [["a", "b"], *([f"value {row}", "x"] for row in range(10_000))]

    def peak(tables: int) -> int:
        rows = [{**CORPUS[0], "table_id": f"t {place}", "table": grid} for place in range(tables)]
        asked = {**ASKED[0], "table_id": "t 0"}
        root = lay({"queries.jsonl": json.dumps(asked)}, str(tables))
        if suffix == "parquet":
            pl.DataFrame(rows).write_parquet(root / "corpus.parquet")
        elif suffix == "json":
            (root / "corpus.json").write_text(_columns(rows))
        else:
            (root / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        tracemalloc.start()
        try:
            source = read(root)
            assert sum(1 for _ in source.inline.tables()) == tables
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(24) < 1.5 * peak(8)


def test_writing_the_tables_of_a_corpus_tells_how_far_it_is_and_can_be_cancelled(lay, tmp_path):
    source = read(lay(_files("queries.jsonl")))
    told: list[tuple[int, int, str]] = []
    write(source, tmp_path / "out", monitor=Monitor(lambda *step: told.append(step)))
    assert told == [(done, 2, "Writing tables as files") for done in range(2)]
    stops = iter([False, True])
    with pytest.raises(CancelledError, match="Cancelled after 1 of 2 tables"):
        write(source, tmp_path / "none", monitor=Monitor(should_stop=lambda: next(stops)))
    assert not (tmp_path / "none").exists()
    workspace = Workspace.open(tmp_path / "workspace")
    with pytest.raises(CancelledError, match="Cancelled after 0 of 2 tables"):
        tiny.add(workspace, "x", source.root, monitor=Monitor(should_stop=lambda: True))
    assert registry.benchmarks(workspace) == []
    assert list((workspace.root / "benchmarks").iterdir()) == []


def test_a_target_table_too_deep_to_be_read_is_refused_and_such_a_context_is_a_caption(
    lay, tmp_path
):
    deep = "[" * 100_000
    files = {"queries.jsonl": json.dumps(ASKED[0])}
    told = lay({**files, "corpus.jsonl": json.dumps({**CORPUS[0], "context": deep})}, "told")
    assert read(told).captions == {"tables/t 1.csv": Caption(deep)}
    entry = json.dumps({**CORPUS[0], "table": deep})
    with pytest.raises(MalformedFileError, match="must be a list of rows"):
        write(read(lay({**files, "corpus.jsonl": entry})), tmp_path / "out")


@pytest.mark.parametrize(
    "entry",
    [
        {"context": {"title": "Fish \ud83d"}},
        {"context": json.dumps({"title": "Fish \ud83d"})},
        {"table": [["a\ud83d"], ["1"]]},
        {"table": [["a"], ["\ud83d"]]},
        {"table": json.dumps([["a"], ["\ud83d"]])},
    ],
)
def test_half_a_character_in_a_corpus_is_told_by_its_line(lay, tmp_path, entry):
    corpus = "".join(json.dumps(one) + "\n" for one in (CORPUS[1], {**CORPUS[0], **entry}))
    root = lay({"queries.jsonl": json.dumps(ASKED[0]), "corpus.jsonl": corpus})
    with pytest.raises(MalformedFileError, match=r"corpus\.jsonl, line 2: .*half a character"):
        write(read(root), tmp_path / "out")


@pytest.mark.parametrize("given", [list, json.dumps, "parquet"])
def test_values_of_a_target_table_are_written_as_a_lake_reads_them_in_json(lay, tmp_path, given):
    rows = [["a", None, "c"], ["", "1", None], [None, "nan", "é"]]
    if given != "parquet":
        rows = [[True, None, 3], [1.5, float("nan"), {"é": [1, None]}], *rows[1:]]
    entry = {**CORPUS[0], "table": rows if given == "parquet" else given(rows)}
    root = lay({"queries.jsonl": json.dumps(ASKED[0]), "corpus.jsonl": json.dumps(entry)})
    if given == "parquet":
        (root / "corpus.jsonl").unlink()
        pl.DataFrame([entry]).write_parquet(root / "corpus.parquet")
    text = (write(read(root), tmp_path / "out") / "tables/t 1.csv").read_text()
    head = "a,,c\n" if given == "parquet" else 'true,,3\n1.5,,"{""é"": [1, null]}"\n'
    assert text == f"{head},1,\n,nan,é\n"


@pytest.mark.parametrize("table", [[], "[]", {"header": [], "rows": []}, {}])
def test_a_target_table_without_rows_costs_its_labels_alone(lay, tmp_path, table):
    workspace = Workspace.open(tmp_path / "workspace")
    entries = [CORPUS[0], {**CORPUS[0], "table_id": "none", "table": table}]
    asked = [ASKED[0], {**ASKED[0], "query_id": "9", "table_id": ["t 1", "none"]}]
    lines = {"corpus": entries, "queries": asked}
    files = {f"{name}.jsonl": "\n".join(map(json.dumps, many)) for name, many in lines.items()}
    info = tiny.add(workspace, "target", lay(files))
    assert (info.queries, info.positives, info.missing) == (2, 2, 1)
    (pair,) = registry.missing_pairs(workspace, info)
    assert (pair.query, pair.table) == ("9", "tables/none.csv")
    assert pair.reason == "tables/none.csv cannot be read: The file is empty."


GRIDS = {
    "semicolons": [["places"], ["Oslo;NO"], ["Bern;CH"], ["Rom;IT"], ["Ulm;DE"]],
    "tabs": [["text"], ["a\tb"], ["c\td"], ["e\tf"]],
    "like a title": [
        ["Final table", "", ""],
        ["Pos", "Team", "Pts"],
        ["1", "a", "3"],
        ["2", "b", "4"],
    ],
    "like a comment": [["# of wins", "Name", "Pts"], ["Team", "x", "Goals"], ["b", "2", "3"]],
    "like marks": [["sep="], ["a"], ["b"]],
    "without names": [["", ""], ["1", "2"], ["3", "4"]],
    "one without a name": [[""], ["1;5"], ["3;5"]],
}


def test_a_lake_has_the_tables_of_a_corpus_as_they_are_there(lay, tmp_path):
    workspace = Workspace.open(tmp_path / "workspace")
    corpus = [{**CORPUS[0], "table_id": name, "table": grid} for name, grid in GRIDS.items()]
    lines = {"corpus": corpus, "queries": [{**ASKED[0], "table_id": list(GRIDS)}]}
    files = {f"{name}.jsonl": "\n".join(map(json.dumps, many)) for name, many in lines.items()}
    root = lay(files)
    info = tiny.add(workspace, "target", root)
    assert info.missing == 0
    for again in (False, True):
        if again:  # what is known of the files is kept
            tiny.add(workspace, "target", root)
        for name, grid in GRIDS.items():
            table = f"tables/{name}.csv"
            ((_, columns),) = lakes.table_headers(workspace, info.lake_key, [table]).items()
            assert [header for header, _ in columns] == grid[0]
            frame = lakes.table_frame(workspace, "target", table)
            assert [list(row) for row in frame.fill_null("").rows()] == grid[1:]


def test_target_table_ids_are_unique_in_their_database(lay):
    files = {"queries.jsonl": json.dumps(ASKED[0])}
    twice = "".join(json.dumps(CORPUS[0]) + "\n" for _ in range(2))
    with pytest.raises(DuplicateTableError, match=r"line 2: .* 't 1' again"):
        read(lay({**files, "corpus.jsonl": twice}))
    two = json.dumps(CORPUS[0]) + "\n" + json.dumps({**CORPUS[0], "database_id": "9"})
    source = read(lay({**files, "corpus.jsonl": two}, "two"))
    assert source.tables == ("tables/0/t 1.csv", "tables/9/t 1.csv")
    assert source.qrels.to_dict() == {"7": {"tables/0/t 1.csv": 1}}

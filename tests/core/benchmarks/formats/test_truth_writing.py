from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.benchmarks.formats import BenchmarkSource, read, truth_file, write
from core.benchmarks.formats.errors import UnknownFormatError
from core.errors import MalformedFileError
from core.evaluation import Qrels
from core.evaluation.errors import UnwritableNameError
from tests.core.benchmarks import tiny

GRADES = {
    "fish.csv": {"datalake/sea fish.csv": 1, "datalake/river.csv": 2, "datalake/towns.csv": 0},
    "birds.csv": {"datalake/owls.csv": 2, "datalake/sea fish.csv": 0},
}


def corrected(source: BenchmarkSource) -> BenchmarkSource:
    """The benchmark with graded labels, whatever its queries are called."""
    by_table = {f"{query.table}".rpartition("/")[2]: query.query_id for query in source.queries}
    return replace(source, qrels=Qrels.of({by_table[q]: tables for q, tables in GRADES.items()}))


@pytest.mark.parametrize("form", list(tiny.forms()))
def test_grades_come_back_in_every_form_when_the_file_takes_its_place(form, tmp_path: Path) -> None:
    folder = tiny.lay(tmp_path / "b", {**tiny.TABLES, **tiny.forms()[form]})
    released = corrected(read(folder))
    file = truth_file(released, folder)
    assert (folder / file.path).is_file()  # the place of the published labels
    (folder / file.path).write_bytes(file.content)
    again = read(folder)
    assert again.qrels == released.qrels
    assert sorted(again.queries, key=str) == sorted(released.queries, key=str)


def test_the_form_of_ugen_is_that_of_ugen(tmp_path: Path) -> None:
    folder = tiny.ugen(tmp_path)
    released = corrected(read(folder))
    assert truth_file(released, folder).content.decode() == (
        "query_table,data_lake_table,unionable\n"
        "fish.csv,sea fish.csv,1\nfish.csv,river.csv,2\nfish.csv,towns.csv,0\n"
        "birds.csv,owls.csv,2\nbirds.csv,sea fish.csv,0\n"
    )
    strict = truth_file(released, folder, positive_from=2).content.decode()
    assert strict.splitlines()[1] == "fish.csv,sea fish.csv,0"


@pytest.mark.parametrize("form", ["soundings", "ugen", "trec", "nlctables"])
def test_labels_that_are_as_published_are_the_file_as_published(form, tmp_path: Path) -> None:
    files = {**tiny.TABLES, **tiny.forms()[form]}
    folder = tiny.lay(tmp_path / "b", files)
    file = truth_file(read(folder), folder)
    assert file.content.decode() == files[file.path]


def test_positives_come_in_their_published_order_with_new_ones_behind(tmp_path: Path) -> None:
    forms = tiny.forms()
    more = {"birds.csv": {"datalake/sea fish.csv": 1}, "fish.csv": {"datalake/towns.csv": 1}}
    for form in ("lakebench", "pickle"):
        folder = tiny.lay(tmp_path / form, {**tiny.TABLES, **forms[form]})
        source = read(folder)
        assert source.qrels is not None
        labels = source.qrels.to_dict()
        truth = Qrels.of({query: labels[query] | more[query] for query in labels})
        content = truth_file(replace(source, qrels=truth), folder, positive_from=1).content
        if form == "lakebench":
            assert content.decode() == (
                f"{forms[form]['groundtruth.csv']}birds.csv,sea fish.csv\nfish.csv,towns.csv\n"
            )
            continue
        assert list(pickle.loads(content).items()) == [  # noqa: S301 - written by us
            ("fish.csv", ["sea fish.csv", "river.csv", "towns.csv"]),
            ("birds.csv", ["owls.csv", "sea fish.csv"]),
        ]


def test_queries_of_target_and_their_tables_keep_their_order(tmp_path: Path) -> None:
    files = tiny.target()
    one, other = map(json.loads, files["queries.jsonl"].splitlines())
    published = [other | {"table_id": ["towns", "fish"]}, one | {"table_id": ["fish"]}]
    files["queries.jsonl"] = "".join(json.dumps(query) + "\n" for query in published)
    folder = tiny.lay(tmp_path / "b", files)
    source = read(folder)
    asked = replace(source, queries=tuple(sorted(source.queries, key=str)))
    written = truth_file(asked, folder, positive_from=1).content.decode()
    assert [json.loads(line) for line in written.splitlines()] == published


def test_a_csv_keeps_the_columns_that_it_is_published_with(tmp_path: Path) -> None:
    truth = (
        "query_table,query_column,candidate_table,joinable,remarks\n"
        "fish.csv,fish,sea fish.csv,1,=seen\n"
        "fish.csv,weight,towns.csv,1,\n"
        "gone.csv,a,river.csv,1,away\n"
    )
    folder = tiny.lay(tmp_path / "joins", {**tiny.TABLES, "groundtruth.csv": truth})
    source = read(folder)
    labels = {
        "fish.csv on fish": {"datalake/sea fish.csv": 2, "datalake/owls.csv": 1},
        "fish.csv on weight": {"datalake/towns.csv": 0},
    }
    released = replace(source, qrels=Qrels.of(labels))
    assert truth_file(released, folder).content.decode() == (
        "query_table,query_column,candidate_table,joinable,remarks\n"
        "fish.csv,fish,sea fish.csv,2,'=seen\n"
        "fish.csv,weight,towns.csv,0,\n"
        "gone.csv,a,river.csv,1,away\n"
        "fish.csv,fish,owls.csv,1,\n"
    )
    forms = tiny.forms()
    folder = tiny.lay(tmp_path / "pairs", {**tiny.TABLES, **forms["lakebench"]})
    text = truth_file(corrected(read(folder)), folder).content.decode()
    assert text.splitlines()[:2] == [
        "query_table,candidate_table,unionable",
        "fish.csv,sea fish.csv,1",
    ]


def test_a_csv_of_aligned_columns_comes_back_as_unions_with_its_columns(tmp_path: Path) -> None:
    truth = (
        "query_table,query_column,candidate_table,candidate_column\n"
        "fish.csv,fish,river.csv,fish\n"
        "fish.csv,weight,river.csv,weight\n"
        "birds.csv,bird,owls.csv,bird\n"
        "birds.csv,weight,owls.csv,weight\n"
    )
    folder = tiny.lay(tmp_path, {**tiny.TABLES, "groundtruth.csv": truth})
    source = read(folder)
    assert {query.mode.value for query in source.queries} == {"union"}
    assert truth_file(source, folder, positive_from=1).content.decode().splitlines() == [
        "query_table,query_column,candidate_table,candidate_column",
        "fish.csv,fish,river.csv,fish",
        "fish.csv,weight,river.csv,weight",
        "birds.csv,bird,owls.csv,bird",
        "birds.csv,weight,owls.csv,weight",
    ]
    (folder / "groundtruth.csv").write_bytes(truth_file(source, folder).content)
    assert read(folder).qrels == source.qrels
    assert sorted(read(folder).queries, key=str) == sorted(source.queries, key=str)


def test_programs_that_know_positives_alone_get_them_alone(tmp_path: Path) -> None:
    forms = tiny.forms()
    folder = tiny.lay(tmp_path / "pickle", {**tiny.TABLES, **forms["pickle"]})
    content = truth_file(corrected(read(folder)), folder, positive_from=2).content
    loaded = pickle.loads(content)  # noqa: S301 - written by us
    assert loaded == {"birds.csv": ["owls.csv"], "fish.csv": ["river.csv"]}
    folder = tiny.lay(tmp_path / "pairs", {**tiny.TABLES, **forms["lakebench"]})
    text = truth_file(corrected(read(folder)), folder, positive_from=1).content.decode()
    assert text == (
        "query_table,candidate_table\n"
        "fish.csv,sea fish.csv\nfish.csv,river.csv\nbirds.csv,owls.csv\n"
    )


def test_the_labels_of_target_stand_with_its_queries(tmp_path: Path) -> None:
    folder = tiny.lay(tmp_path / "b", tiny.target())
    source = read(folder)
    labels = {"q1": {"tables/fish.csv": 2, "tables/towns.csv": 0}, "q2": {"tables/towns.csv": 1}}
    released = replace(source, qrels=Qrels.of(labels))
    file = truth_file(released, folder)
    first = json.loads(file.content.decode().splitlines()[0])
    assert first == {
        "query_id": "q1",
        "query": "How heavy is a cod?",
        "database_id": "db",
        "table_id": ["fish", "towns"],
        "relevance": [2, 0],
    }
    (folder / file.path).write_bytes(file.content)
    assert read(folder).qrels == released.qrels
    first["relevance"] = [2]
    (folder / file.path).write_text(json.dumps(first) + "\n")
    with pytest.raises(MalformedFileError, match="a relevance for each of its 2 tables"):
        read(folder)
    (folder / "corpus.jsonl").unlink()
    with pytest.raises(UnknownFormatError, match="must have a corpus"):
        truth_file(released, folder)


@pytest.mark.parametrize("label", ["", "label"])
def test_queries_of_one_table_come_back_with_their_columns(tmp_path: Path, label: str) -> None:
    rows = [
        ("fish.csv", "sea fish.csv", "fish"),
        ("fish.csv", "river.csv", "weight"),
        ("gone.csv", "river.csv", "a"),
        ("gone.csv", "river.csv", "b"),
        ("birds.csv on bird", "owls.csv", "bird"),
    ]
    header = f"query_table,candidate_table,query_column,{label}".rstrip(",")
    lines = [",".join([*row, *(["1"] if label else [])]) for row in rows]
    tables = {**tiny.TABLES, "query/birds.csv on bird.csv": tiny.BIRDS}
    truth = "\n".join([header, *lines]) + "\n"
    folder = tiny.lay(tmp_path, {**tables, "groundtruth.csv": truth})
    source = read(folder)
    (folder / "groundtruth.csv").write_bytes(truth_file(source, folder).content)
    again = read(folder)
    assert sorted(again.queries, key=str) == sorted(source.queries, key=str)
    assert again.qrels == source.qrels
    assert {pair.query for pair in again.missing} == {"gone.csv on a", "gone.csv on b"}


def test_labels_of_missing_tables_are_missed_again(tmp_path: Path) -> None:
    folder = tiny.ugen(tmp_path)
    text = tiny.UGEN + "fish.csv,gone.csv,1\n"
    (folder / "groundtruth.csv").write_text(text)
    source = read(folder)
    (folder / "groundtruth.csv").write_bytes(truth_file(source, folder).content)
    assert [(m.query, m.table, m.relevance) for m in read(folder).missing] == [
        ("fish.csv", "gone.csv", 1)
    ]


def test_a_formula_is_no_formula_in_csv_and_comes_back(tmp_path: Path) -> None:
    tables = {"query/=q.csv": tiny.FISH, "datalake/=1+1.csv": tiny.FISH}
    truth = "query_table,data_lake_table,unionable\n=q.csv,=1+1.csv,1\n"
    folder = tiny.lay(tmp_path, {**tables, "groundtruth.csv": truth})
    source = read(folder)
    content = truth_file(source, folder).content
    assert content.decode().splitlines()[1] == "'=q.csv,'=1+1.csv,1"
    (folder / "groundtruth.csv").write_bytes(content)
    assert read(folder).qrels == source.qrels


def test_two_files_of_one_name_are_told_apart_by_their_ids(tmp_path: Path) -> None:
    tables = {
        "query/q.csv": tiny.FISH,
        "datalake/a/x.csv": tiny.FISH,
        "datalake/b/x.csv": tiny.BIRDS,
        "datalake/a/x": tiny.TOWNS,
    }
    truth = "q.csv\t0\tdatalake/a/x.csv\t1\nq.csv\t0\tdatalake/b/x.csv\t0\n"
    folder = tiny.lay(tmp_path, {**tables, "qrels.txt": truth})
    source = read(folder)
    (folder / "qrels.txt").write_bytes(truth_file(source, folder).content)
    assert read(folder).qrels == source.qrels


def test_a_name_that_no_form_can_hold_is_refused(tmp_path: Path) -> None:
    tables = {"query/q.csv": tiny.FISH, "datalake/ a.csv": tiny.FISH, "datalake/a.csv": tiny.FISH}
    folder = tiny.lay(
        tmp_path, {**tables, "benchmark.pkl": pickle.dumps({"q.csv": ["a.csv"]}, protocol=4)}
    )
    source = read(folder)
    truth = Qrels.of({"q.csv": {"datalake/ a.csv": 1}})
    # Its id has no outer blanks, so it is written by that.
    file = truth_file(replace(source, qrels=truth), folder)
    assert pickle.loads(file.content) == {"q.csv": {"datalake/ a.csv": 1}}  # noqa: S301
    tab = replace(source, qrels=truth, format="trec", tables=("datalake/a\tb.csv",))
    tab = replace(tab, qrels=Qrels.of({"q.csv": {"datalake/a\tb.csv": 1}}))
    with pytest.raises(UnwritableNameError):
        truth_file(tab, folder)


NAMES = st.lists(
    st.text(st.sampled_from("ab.=-@+', \"é"), min_size=1, max_size=5)
    .map(lambda name: f"{name}.csv")
    .filter(lambda name: not name.startswith(".")),  # hidden files are no tables
    min_size=1,
    max_size=4,
    unique=True,
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(NAMES, st.data(), st.sampled_from(["ugen", "lakebench", "pickle", "soundings", "trec"]))
def test_whatever_the_files_are_called_their_grades_come_back_or_are_refused(
    tmp_path_factory: pytest.TempPathFactory, names: list[str], data: st.DataObject, form: str
) -> None:
    folder = tmp_path_factory.mktemp("names")
    tables = {f"datalake/{name}": tiny.FISH for name in names}
    tiny.lay(folder, {**tables, "query/fish.csv": tiny.FISH})
    ids = sorted(tables)
    grades = {table: data.draw(st.integers(0, 2)) for table in ids} | {ids[0]: 2}
    truth = Qrels.of({"fish.csv": grades})
    start = {"ugen": "groundtruth.csv", "lakebench": "groundtruth.csv", "pickle": "benchmark.pkl"}
    source = replace(_bare(folder, tables), format=form, qrels=truth)
    try:
        file = truth_file(source, folder)
    except UnwritableNameError:
        return
    if form == "soundings":
        (folder / "queries.jsonl").write_text('{"query_id": "fish.csv", "query_table": "fish"}\n')
    assert start.get(form, file.path) == file.path
    (folder / file.path).write_bytes(file.content)
    assert read(folder).qrels == truth


def _bare(folder: Path, tables: dict[str, str]) -> BenchmarkSource:
    return BenchmarkSource(
        "b", folder, "ugen", ("datalake",), "query", tuple(sorted(tables)), (), (), None
    )


def test_writing_our_own_form_still_reads(tmp_path: Path) -> None:
    released = corrected(read(tiny.ugen(tmp_path / "b")))
    write(released, tmp_path / "own")
    assert read(tmp_path / "own").qrels == released.qrels

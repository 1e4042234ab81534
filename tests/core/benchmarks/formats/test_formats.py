"""Which format a folder is of, and what is no benchmark."""

from __future__ import annotations

import json
import pickle

import pytest

from core.benchmarks.formats import Caption, Mode, Query, detect, read
from core.benchmarks.formats.errors import (
    AmbiguousSourceError,
    UnknownFormatError,
)
from core.errors import InputError, MalformedFileError
from core.evaluation.errors import (
    DuplicateLabelError,
)
from tests.core.benchmarks.formats.folders import HEADER, NLC, TABLES


def test_what_files_say_themselves_is_not_said_otherwise(lay):
    asked = '{"query_id": "1", "query_table": "q.csv", "table_ids": ["b.csv"]}\n'
    with pytest.raises(InputError, match="Got 'join' for soundings, whose files say it themselve"):
        read(lay({**TABLES, "queries.jsonl": asked}), mode=Mode.JOIN)
    words = lay({**TABLES, "qrels.txt": "1 0 b.csv 1\n", "queries.tsv": "1\tcities\n"}, "words")
    keywords = {"queries-test.txt": "2\tabout buses\n", "qtrel-test.txt": "2\t0\td2\t1\n"}
    for root in (words, lay({**NLC, **keywords}, "keywords")):
        with pytest.raises(InputError, match="for queries in words, which queries"):
            read(root, mode=Mode.JOIN)


def test_a_folder_above_benchmarks_names_them(lay):
    truth = HEADER + "q.csv,b.csv,1,\n"
    below = {f"{name}/{file}": text for name in ("union", "join") for file, text in TABLES.items()}
    files = {**below, "union/groundtruth.csv": truth, "join/groundtruth.csv": truth}
    with pytest.raises(UnknownFormatError, match=r"but its folders join, union have one: name on"):
        read(lay(files))


def test_several_ground_truths_need_one_to_be_named(lay):
    pairs = "query_table,candidate_table\nq.csv,b.csv\n"
    root = lay({**TABLES, "union_truth.csv": pairs, "join_truth.csv": pairs})
    with pytest.raises(AmbiguousSourceError, match=r"'join_truth.csv' and 'union_truth.csv'"):
        detect(root)
    assert read(root / "union_truth.csv").qrels.to_dict() == {"q.csv": {"datalake/b.csv": 1}}


def test_a_further_file_of_labels_is_compared_with_the_one_that_is_used(lay):
    truth = HEADER + "q.csv,b.csv,1,\n"
    more = HEADER + "q.csv,b.csv,0,\nq.csv,c.csv,1,\n"
    files = {**TABLES, "groundtruth.csv": truth, "human_labels.csv": more}
    others = {
        "ALT_Gen_groundtruth.csv": more,
        "groundtruth/same_truth.csv": HEADER + "q,b,1,\n",  # without the endings
        "old_truth.csv": HEADER + "q.csv,b.csv,maybe,\n",
    }
    root = lay({**files, **others})
    assert read(root).qrels.to_dict() == {"q.csv": {"datalake/b.csv": 1}}
    more_told, same, broken = read(root).notes
    assert more_told == (
        "ALT_Gen_groundtruth.csv differs from groundtruth.csv, which is used: 2 labels only in "
        "ALT_Gen_groundtruth.csv (first ('q.csv', 'b.csv', 0)) and 1 label only in "
        "groundtruth.csv (first ('q.csv', 'b.csv', 1)). To use it, name the file instead of the "
        "folder."
    )
    assert same == "same_truth.csv has the same 1 label as groundtruth.csv."
    assert broken.startswith("old_truth.csv was not compared with groundtruth.csv, which is used.")
    assert read(root / "ALT_Gen_groundtruth.csv").notes == ()


def test_a_ground_truth_that_is_named_in_a_folder_of_its_own_finds_the_tables(lay, monkeypatch):
    pairs = "query_table,candidate_table\nq.csv,b.csv\n"
    pickled = {f"groundtruth/{name}.pickle": pickle.dumps({"q.csv": ["b.csv"]}) for name in "ab"}
    root = lay({**TABLES, **pickled})
    with pytest.raises(AmbiguousSourceError, match="name the file instead of the folder"):
        detect(root)
    files = [root / "groundtruth" / "a.pickle"]
    for name in ("groundtruth/pairs.csv", "TUS-groundtruth/pairs.csv", "qrels/gt_qs1.txt"):
        content = pairs if name.endswith(".csv") else "q.csv 0 b.csv 1\n"
        files.append(lay({**TABLES, name: content}, f"at {len(files)}") / name)
    for file in files:
        source = read(file)
        assert source.root == file.parent.parent
        assert source.qrels.to_dict() == {"q.csv": {"datalake/b.csv": 1}}
    monkeypatch.chdir(root / "groundtruth")
    assert read("b.pickle").qrels.to_dict() == {"q.csv": {"datalake/b.csv": 1}}


def test_a_ground_truth_that_is_named_beside_its_tables_stays_there(lay):
    pairs = {"mine/truth.csv": "query_table,candidate_table\nq.csv,b.csv\n"}
    inner = {f"labels/{name}": "x" for name in TABLES}
    assert read(lay({**TABLES, **pairs}) / "mine" / "truth.csv").qrels is None
    beside = lay({**TABLES, **inner, "labels/qrels.txt": "q.csv 0 b.csv 1\n"}, "both")
    assert read(beside / "labels" / "qrels.txt").root == beside / "labels"


def test_trec_qrels_beside_a_lake(lay):
    source = read(lay({**TABLES, "qrels.txt": "q.csv\t0\ta 1.csv\t2\nq.csv\t0\tb.csv\t0\n"}))
    assert source.format == "trec"
    assert source.qrels.to_dict() == {"q.csv": {"datalake/a 1.csv": 2, "datalake/b.csv": 0}}
    with_texts = lay({**TABLES, "qrels.txt": "1 0 b 1\n", "topics.tsv": "1\tbuses\n"}, "texts")
    assert read(with_texts).queries == (Query("1", None, "buses", Mode.NL),)
    two = lay({**TABLES, "qrels.txt": "q 0 b 1\nq 0 b 0\n"}, "two")
    with pytest.raises(DuplicateLabelError, match=r"line 2: .* Got 0 .* and 1 on line 1"):
        read(two)


@pytest.mark.parametrize(
    "files",
    [
        {"qrels.txt": "q 0 b 1\nq 0 c 0\nq 0 b 1\n"},
        {"groundtruth.csv": HEADER + "q,b,1,\nq,c,0,\nq,b,1,\n"},
        {"qrels.tsv": "q b 1\nq c 0\nq b 1\n", "queries.jsonl": '{"query_id": "q", "query": "x"}'},
    ],
)
def test_a_judgement_that_is_there_again_counts_once_in_every_form(lay, files):
    source = read(lay({**TABLES, **files}))
    assert source.qrels.to_dict() == {"q": {"datalake/b.csv": 1, "datalake/c.csv": 0}}
    assert source.notes[-1:] == ("1 label repeats an earlier one and counts once.",)


@pytest.mark.parametrize(
    ("candidates", "queries"),
    [
        (("dataLake",), "query"),  # SANTOS
        (("benchmark",), "query"),  # TUS, Starmie
        (("datasets_CAN", "datasets_SG"), "Query"),  # LakeBench
    ],
)
def test_folders_of_tables_are_known_as_benchmarks_are_published(lay, candidates, queries):
    tables = {f"{folder}/{folder}_a.csv": "x" for folder in candidates}
    names = [f"{folder}_a.csv" for folder in candidates]
    truth = {"truth.pkl": pickle.dumps({"q.csv": names})}
    source = read(lay({**tables, f"{queries}/q.csv": "x", "stats/s.csv": "x", **truth}))
    assert (source.lake_folders, source.query_folder) == (candidates, queries)
    assert source.qrels.to_dict() == {"q.csv": dict.fromkeys(tables, 1)}


def test_a_folder_called_benchmark_holds_tables_only_where_no_other_does(lay):
    source = read(lay({**TABLES, "benchmark/b.csv": "x", "qrels.txt": "q.csv 0 b.csv 1\n"}))
    assert source.qrels.to_dict() == {"q.csv": {"datalake/b.csv": 1}}


def test_folders_that_are_there_are_named_where_none_is_known_to_hold_the_tables(lay):
    source = read(lay({"query/q.csv": "x", "source/b.csv": "x", "qrels.txt": "q 0 b 1\n"}))
    assert source.notes[0] == (
        "There is no folder of candidate tables (datalake, data_lake, data-lake, lake, tables, "
        "...), but source: call the folder that holds them datalake."
    )


def test_topics_may_have_a_blank_behind_the_id_where_no_line_has_a_tab(lay):
    topics = "1 world interest rates Table\n31 football clubs city\n"
    judged = {"qrels.txt": "1\t0\tb\t2\n31\t0\tb\t1\n", "queries.txt": topics}
    assert [query.text for query in read(lay({**TABLES, **judged})).queries] == [
        "world interest rates Table",
        "football clubs city",
    ]
    mixed = lay({**TABLES, **judged, "queries.txt": f"{topics}32\tboats\n"}, "mixed")
    with pytest.raises(MalformedFileError, match=r"queries.txt, line 1: .* an id, a tab and a te"):
        read(mixed)
    bare = lay({**TABLES, **judged, "queries.txt": "1\n"}, "bare")
    with pytest.raises(MalformedFileError, match=r"line 1: .* an id, a tab or a blank and a text"):
        read(bare)


@pytest.mark.parametrize(
    "labels",
    [
        {"qrels.txt": "1 0 b 2\n", "queries.txt": "1 interest rates\n"},
        {"qrels.txt": "q 0 b 2\n"},
        {"benchmark.pkl": pickle.dumps({"q.csv": ["b"]})},
        {"groundtruth.csv": "query_table,candidate_table\nq,b\n"},
    ],
)
def test_captions_inside_json_tables_are_taken_whatever_the_labels_are_in(lay, labels):
    cells = {"title": ["x"], "data": [["1"]]}
    inside = {"caption": "Reserve rates", "pgTitle": "Interest", "secondTitle": "World"}
    named = {"tables/b.json": {**cells, **inside}, "tables/c.json": {**cells, "pgTitle": "Fish"}}
    tables = {name: json.dumps(table) for name, table in named.items()}
    others = {"tables/records.json": '[{"caption": "x"}]', "query/q.csv": "x", "tables/d.csv": "x"}
    source = read(lay({**tables, **others, **labels}))
    assert source.captions == {
        "tables/b.json": Caption("Reserve rates", "World"),
        "tables/c.json": Caption("Fish"),
    }
    assert not [note for note in source.notes if "JSON" in note]


def test_topics_without_a_judgement_are_left_out_as_by_trec_eval(lay):
    topics = "".join(f"{number} topic\n" for number in (1, 31, 32))
    source = read(lay({**TABLES, "qrels.txt": "1 0 b 2\n", "topics.txt": topics}))
    assert source.queries == (Query("1", None, "topic", Mode.NL),)
    assert source.notes == (
        "2 of 3 queries have no judgement in qrels.txt and are not asked, first '31'.",
    )


def test_a_link_out_of_the_benchmark_is_left_out(lay, tmp_path):
    root = lay({**TABLES, "groundtruth.csv": HEADER + "q.csv,b.csv,1,\n"})
    (tmp_path / "secret.csv").write_text("x")
    (root / "datalake" / "link.csv").symlink_to(tmp_path / "secret.csv")
    source = read(root)
    assert "datalake/link.csv" not in source.tables
    assert source.notes[0].startswith("1 file of datalake/ is left out")


def test_unknown_folders_and_formats_are_refused(lay, tmp_path):
    with pytest.raises(UnknownFormatError, match=r"must have a ground truth.* with qtrels-test"):
        detect(lay(TABLES))
    with pytest.raises(UnknownFormatError, match="must be a folder"):
        read(tmp_path / "nowhere")
    with pytest.raises(UnknownFormatError, match="one of soundings, nlctables"):
        read(lay(TABLES), "xml")
    for name in ("soundings", "nlctables", "target", "ugen", "lakebench", "pickle", "trec"):
        with pytest.raises(UnknownFormatError, match="must have"):
            read(lay(TABLES), name)


@pytest.mark.parametrize(
    "name", ["groundtruth.csv.gz", "qrels.txt.zst", "queries.jsonl.GZ", "truth.pkl.xz"]
)
def test_labels_that_lie_packed_are_named(lay, name):
    told = f"but with {name}: labels are not read packed, so unpack it there"
    root = lay({**TABLES, name: "x", "notes.txt.gz": "x"})
    with pytest.raises(UnknownFormatError, match=rf"without one, {told}\."):
        detect(root)
    with pytest.raises(UnknownFormatError, match=f", {told}"):
        read(root, "trec")


def test_packed_labels_beside_queries_are_not_left_out_in_silence(lay):
    asked = '{"query_id": "1", "query_table": "q.csv", "table_ids": ["b.csv"]}\n'
    files = {**TABLES, "queries.jsonl": asked}
    assert read(lay(files)).qrels.to_dict() == {"1": {"datalake/b.csv": 1}}
    with pytest.raises(UnknownFormatError, match=r"must have qrels\.tsv.*but with qrels\.tsv\.gz:"):
        read(lay({**files, "qrels.tsv.gz": "x"}, "packed"))

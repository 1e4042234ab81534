"""Every format by a small folder of its own, and every fault by its sentence."""

from __future__ import annotations

import json
import pickle

import polars as pl
import pytest

from core.benchmarks.errors import AmbiguousQueryError
from core.benchmarks.formats import Caption, Mode, Query, detect, read, resolve_run, write
from core.benchmarks.formats.errors import (
    AmbiguousNameError,
    AmbiguousSourceError,
    ContradictingLabelsError,
    DuplicateTableError,
    RefusedPickleError,
    UnknownFormatError,
    UnknownQueryError,
)
from core.errors import InputError, MalformedFileError, UnknownColumnsError
from core.evaluation import Run, read_run_with_notes
from core.evaluation.errors import (
    BadRelevanceError,
    DuplicateCandidateError,
    DuplicateLabelError,
    NoPositivesError,
    RunMismatchError,
)
from tests.core.benchmarks.formats.folders import NLC, TABLES

HEADER = "query_table,data_lake_table,unionable,intent_col_name\n"


def test_labelled_pairs_keep_their_negatives_and_grades(lay):
    truth = HEADER + 'q.csv,a 1.csv,2,"City, State"\nq.csv,b.csv,0,\np.csv,b.csv,1,\n'
    source = read(lay({**TABLES, "groundtruth.csv": truth}))
    assert source.format == "ugen"
    assert source.qrels.to_dict() == {
        "p.csv": {"datalake/b.csv": 1},
        "q.csv": {"datalake/a 1.csv": 2, "datalake/b.csv": 0},
    }
    assert source.queries == (Query("q.csv", "query/q.csv"), Query("p.csv", "query/p.csv"))
    assert (source.name, source.lake_folders, source.query_folder) == (
        "bench",
        ("datalake",),
        "query",
    )
    assert source.own_tables() == {"q.csv": "datalake/q.csv"}


def test_labels_in_csv_win_over_a_pickle_which_is_compared(lay):
    truth = HEADER + "q.csv,b.csv,1,\nq.csv,c.csv,0,\n"
    same = lay(
        {**TABLES, "groundtruth.csv": truth, "benchmark.pkl": pickle.dumps({"q.csv": ["b.csv"]})}
    )
    assert read(same).notes == ("benchmark.pkl has the same 1 positive pairs as groundtruth.csv.",)
    other = pickle.dumps({"q.csv": {"b.csv", "c.csv"}})
    differs = lay({**TABLES, "groundtruth.csv": truth, "benchmark.pkl": other}, "other")
    assert read(differs).notes[0] == (
        "benchmark.pkl differs from groundtruth.csv, which is used: 1 positive pairs only in "
        "benchmark.pkl (first ('q.csv', 'c.csv'))."
    )
    assert read(differs).qrels.relevance("q.csv", "datalake/c.csv") == 0
    assert read(differs, "pickle").qrels.relevance("q.csv", "datalake/c.csv") == 1
    assert read(differs / "benchmark.pkl").format == "pickle"


@pytest.mark.parametrize("candidates", [["b.csv", "a 1"], {"b.csv", "a 1"}, {"b.csv": 1, "a 1": 1}])
def test_a_pickle_holds_lists_sets_or_grades(lay, candidates):
    root = lay({**TABLES, "benchmark.pkl": pickle.dumps({"q.csv": candidates}, protocol=2)})
    source = read(root)
    assert source.format == detect(root) == "pickle"
    assert source.qrels.to_dict() == {"q.csv": {"datalake/a 1.csv": 1, "datalake/b.csv": 1}}


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        ({}, NoPositivesError, "at least one query"),
        ({"q.csv": []}, NoPositivesError, "Got none for 'q.csv'"),
        (["q.csv"], RefusedPickleError, "Got a list"),
        ({"q.csv": "a.csv"}, RefusedPickleError, "Got 'a.csv' for query 'q.csv'"),
        ({"q.csv": [["a.csv"]]}, RefusedPickleError, "for query 'q.csv'"),
        ({3: ["a.csv"]}, RefusedPickleError, "the query 3"),
    ],
)
def test_a_pickle_of_another_form_is_refused(lay, content, error, message):
    with pytest.raises(error, match=message):
        read(lay({**TABLES, "benchmark.pkl": pickle.dumps(content)}))


def test_lakebench_pairs_are_positive_and_may_name_join_columns(lay):
    truth = "query_table,candidate_table,query_column,candidate_column\nq.csv,b.csv,City,Town\n"
    source = read(lay({**TABLES, "opendata_join_ground_truth.csv": truth}))
    assert source.format == "lakebench"
    assert source.queries == (Query("q.csv", "query/q.csv", mode=Mode.JOIN, join_on=("City",)),)
    assert source.qrels.to_dict() == {"q.csv": {"datalake/b.csv": 1}}


JOINS = "query_table,candidate_table,query_column,label\n"
AS_JOINS = (
    "Read as queries for joins, as groundtruth.csv has the column query_column; with `--task "
    "union` the columns are not looked at."
)
ALIGNED = "query_table,candidate_table,query_col_name,candidate_col_name\n"
ALIGNMENTS = ALIGNED + (
    "q.csv,b.csv,City,Town\nq.csv,b.csv,Code,Code\nq.csv,c.csv,City,Town\np.csv,b.csv,City,Town\n"
    "p.csv,b.csv,Code,Town\n"
)
AS_UNIONS = {
    "q.csv": {"datalake/b.csv": 1, "datalake/c.csv": 1},
    "p.csv": {"datalake/b.csv": 1},
}


def test_aligned_columns_of_pairs_make_no_joins(lay):
    source = read(lay({**TABLES, "groundtruth.csv": ALIGNMENTS}))
    assert source.queries == (Query("q.csv", "query/q.csv"), Query("p.csv", "query/p.csv"))
    assert source.qrels.to_dict() == AS_UNIONS
    assert source.notes == (
        "Read as queries for unions, whose columns groundtruth.csv aligns: 2 of 3 pairs are listed "
        "with several columns of the query, and each counts once. With `--task join` each column "
        "is a query of its own.",
    )


def test_columns_of_most_pairs_named_once_are_joined_on(lay):
    # One column that goes with two of a candidate is a join all the same.
    lines = "q.csv,b.csv,City,Town\nq.csv,b.csv,Code,Code\n"
    lines += "q.csv,c.csv,City,Town\nq.csv,c.csv,City,Port\n"
    source = read(lay({**TABLES, "groundtruth.csv": ALIGNED + lines}))
    assert [query.query_id for query in source.queries] == ["q.csv on City", "q.csv on Code"]
    assert source.notes[0] == AS_JOINS.replace("query_column", "query_col_name")


def test_what_tables_are_searched_for_may_be_said(lay):
    aligned = lay({**TABLES, "groundtruth.csv": ALIGNMENTS})
    joins = read(aligned, mode=Mode.JOIN)
    assert {query.mode for query in joins.queries} == {Mode.JOIN}
    assert [query.join_on for query in joins.queries] == [("City",), ("Code",)] * 2
    unions = read(
        lay({**TABLES, "groundtruth.csv": JOINS + "q.csv,b.csv,City,1\n"}), mode=Mode.UNION
    )
    assert unions.queries == (Query("q.csv", "query/q.csv"),)
    assert (joins.notes[1:], unions.notes) == ((), ())
    pickled = lay({**TABLES, "benchmark.pkl": pickle.dumps({"q.csv": ["b.csv"]})}, "pickled")
    assert read(pickled, mode=Mode.JOIN).queries == (Query("q.csv", "query/q.csv", mode=Mode.JOIN),)
    qrels = lay({**TABLES, "qrels.txt": "q.csv 0 b.csv 1\n"}, "qrels")
    assert read(qrels, mode=Mode.JOIN).queries == (Query("q.csv", "query/q.csv", mode=Mode.JOIN),)


def test_what_files_say_themselves_is_not_said_otherwise(lay):
    with pytest.raises(InputError, match="Got 'join' for nlctables, whose files say it themselves"):
        read(lay(NLC), mode=Mode.JOIN)
    words = lay({**TABLES, "qrels.txt": "1 0 b.csv 1\n", "queries.tsv": "1\tcities\n"}, "words")
    with pytest.raises(InputError, match="for queries in words, which queries"):
        read(words, mode=Mode.JOIN)


def test_two_labels_of_a_pair_are_refused_whatever_its_columns(lay):
    truth = JOINS + "q.csv,b.csv,City,1\nq.csv,b.csv,Code,0\n"
    with pytest.raises(ContradictingLabelsError):
        read(lay({**TABLES, "groundtruth.csv": truth}), mode=Mode.UNION)


def test_each_column_that_a_table_is_joined_on_is_a_query_of_its_own(lay):
    truth = JOINS + "q.csv,b.csv,City,1\nq.csv,c.csv,Code,1\np.csv,b.csv,Code,1\n"
    truth += "q.csv,b.csv,Code,0\n"
    source = read(lay({**TABLES, "groundtruth.csv": truth}))
    assert source.queries == (
        Query("q.csv on City", "query/q.csv", mode=Mode.JOIN, join_on=("City",)),
        Query("q.csv on Code", "query/q.csv", mode=Mode.JOIN, join_on=("Code",)),
        Query("p.csv", "query/p.csv", mode=Mode.JOIN, join_on=("Code",)),
    )
    assert source.qrels.to_dict() == {
        "p.csv": {"datalake/b.csv": 1},
        "q.csv on City": {"datalake/b.csv": 1},
        "q.csv on Code": {"datalake/b.csv": 0, "datalake/c.csv": 1},
    }
    assert source.notes == (
        AS_JOINS,
        "1 query table is joined on several columns, each a query of its own, named like "
        "'q.csv on City'.",
    )


def test_a_cell_without_a_join_column_names_none(lay):
    truth = JOINS + "q.csv,b.csv,,1\np.csv,b.csv,City,1\np.csv,c.csv,,1\n"
    source = read(lay({**TABLES, "groundtruth.csv": truth}))
    assert [(query.query_id, query.join_on) for query in source.queries] == [
        ("q.csv", ()),
        ("p.csv on City", ("City",)),
        ("p.csv", ()),
    ]


def test_a_run_names_a_query_by_its_table_only_where_no_other_has_it(lay):
    truth = JOINS + "q.csv,b.csv,City,1\nq.csv,c.csv,Code,1\np.csv,b.csv,Code,1\n"
    source = read(lay({**TABLES, "groundtruth.csv": truth}))
    run = Run.of({"q": [("b", 1.0)], "p": [("b", 1.0)], "q.csv on Code": [("c", 1.0)]})
    resolved = resolve_run(source, run)
    assert resolved.unknown_queries == ("q",)
    assert resolved.shared_tables == ("q",)
    assert set(resolved.run.queries) == {"q", "p.csv", "q.csv on Code"}
    with pytest.raises(AmbiguousQueryError, match=r"Got 'q', the table of 'q.csv on City', 'q"):
        resolve_run(source, Run.of({"q": [("b", 1.0)]}))


def test_a_run_names_the_column_that_a_query_is_joined_on(lay, tmp_path):
    truth = JOINS + "q.csv,b.csv,City,1\nq.csv,c.csv,Code,1\np.csv,b.csv,Code,1\n"
    source = read(lay({**TABLES, "groundtruth.csv": truth}))
    path = tmp_path / "run.csv"
    lines = "q.csv,City,b,1\nq,Code,b,2\nq,Code,c,1\np,Code,b,1\np,City,c,1\n"
    path.write_text(f"query_table,query_column,candidate_table,score\n{lines}")
    run, notes = read_run_with_notes(path)
    resolved = resolve_run(source, run)
    assert (notes, resolved.unknown_queries) == ((), ("p on City",))
    assert resolved.run.ranking("q.csv on City") == ("datalake/b.csv",)
    assert resolved.run.ranking("q.csv on Code") == ("datalake/b.csv", "datalake/c.csv")
    assert resolved.run.ranking("p.csv") == ("datalake/b.csv",)
    # Where tables are queries whatever their columns, the column says nothing.
    unions = read(lay({**TABLES, "groundtruth.csv": HEADER + "q.csv,b.csv,1,\n"}))
    joined = Run.of({"q on Code": [("b", 1.0)]})
    assert resolve_run(unions, joined).run.queries == ("q.csv",)


def test_missing_tables_are_kept_apart_with_the_reason(lay):
    truth = (
        "query_table,candidate_table\nq.csv,b.csv\nq.csv,gone.csv\nlost.csv,b.csv\nq.csv,p.csv\n"
        "p.csv,away.csv\n"
    )
    source = read(lay({**TABLES, "groundtruth.csv": truth}))
    assert [query.query_id for query in source.queries] == ["q.csv", "p.csv"]
    assert source.qrels.to_dict() == {"q.csv": {"datalake/b.csv": 1}, "p.csv": {}}
    assert [(pair.query, pair.table, pair.line, pair.reason) for pair in source.missing] == [
        ("q.csv", "gone.csv", 3, "the candidate 'gone.csv' is not there"),
        ("lost.csv", "b.csv", 4, "the query table 'lost.csv' is not there"),
        ("q.csv", "p.csv", 5, "the candidate 'p.csv' is a query table, not in the lake"),
        ("p.csv", "away.csv", 6, "the candidate 'away.csv' is not there"),
    ]
    assert any(note.startswith("1 of 3 query tables are not there") for note in source.notes)
    assert any(note.startswith("4 of 5 labels name a table") for note in source.notes)
    assert any("have lost all their positives" in note for note in source.notes)


@pytest.mark.parametrize(
    ("truth", "error", "message"),
    [
        ("foo,bar\n1,2\n", UnknownColumnsError, "line 1: .* Got foo, bar; rename"),
        ("", UnknownColumnsError, "line 1: .* Got nothing"),
        (HEADER.replace(",", "\t"), UnknownColumnsError, "by tabs .*; divide them by commas"),
        (HEADER.replace(",", ";"), UnknownColumnsError, "by semicolons .query_table, data_lake_"),
        (HEADER, MalformedFileError, "line 1: .* at least one pair"),
        (HEADER + "q.csv,b.csv,1\n", MalformedFileError, "line 2: .* 4 columns .* Got 3"),
        (HEADER + "q.csv,b.csv,maybe,\n", BadRelevanceError, "line 2: .* 'maybe'"),
        (HEADER + "q.csv,b.csv,,\n", BadRelevanceError, "line 2: .* not be empty"),
        (HEADER + "q.csv,,1,\n", MalformedFileError, "line 2: .* must have names"),
        (HEADER + "q.csv,b.csv,1,\np.csv,b.csv,0,\n", NoPositivesError, "line 3: .* 'p.csv'"),
        (
            HEADER + "q.csv,b.csv,1,\nq.csv,c.csv,1,\nq.csv,b,0,\n",
            ContradictingLabelsError,
            "line 4: .* and 1 on line 2",
        ),
    ],
)
def test_a_bad_ground_truth_is_refused_by_file_and_line(lay, truth, error, message):
    root = lay({**TABLES, "groundtruth.csv": truth})
    with pytest.raises(error, match=message) as caught:
        read(root)
    assert isinstance(caught.value, InputError)
    assert str(root / "groundtruth.csv") in str(caught.value)


PAIRS = "query_table,candidate_table"


@pytest.mark.parametrize("name", ["grade", "rel", "is_unionable", "similarity", "class"])
@pytest.mark.parametrize("labels", [("1", "0"), ("2", "0.0"), ("yes", "No"), ("1", "-1")])
def test_labels_under_another_name_are_refused_and_never_all_positive(lay, name, labels):
    truth = f"{PAIRS},{name}\nq.csv,b.csv,{labels[0]}\nq.csv,c.csv,{labels[1]}\n"
    with pytest.raises(UnknownColumnsError, match=rf"line 1: .* called .* Got '{name}', whose"):
        read(lay({**TABLES, "groundtruth.csv": truth}))


@pytest.mark.parametrize("cells", [("0.9", "0.2"), ("1", "2"), ("a", "b"), ("0", "")])
def test_a_column_that_may_hold_anything_is_named_as_not_read(lay, cells):
    truth = f"{PAIRS},Grade,\nq.csv,b.csv,{cells[0]},0\nq.csv,c.csv,{cells[1]},1\n"
    source = read(lay({**TABLES, "groundtruth.csv": truth}))
    assert len(source.qrels) == 2
    assert source.notes == (
        "Every pair counts as positive: groundtruth.csv has no label column (unionable, joinable, "
        "label, relevance). Not read: Grade, one without a name.",
    )


def test_the_format_with_labels_is_not_read_without_them(lay):
    root = lay({**TABLES, "groundtruth.csv": f"{PAIRS}\nq.csv,b.csv\n"})
    with pytest.raises(UnknownColumnsError, match="format ugen must have a label column"):
        read(root, "ugen")
    assert read(root, "lakebench").format == "lakebench"


def test_of_two_label_columns_none_wins_over_the_other(lay):
    truth = f"{PAIRS},unionable,label\nq.csv,b.csv,1,1\nq.csv,c.csv,0,1\n"
    with pytest.raises(
        ContradictingLabelsError, match=r"line 3: .* Got 0 as 'unionable' and 1 as 'label'"
    ):
        read(lay({**TABLES, "groundtruth.csv": truth}))
    alike = f"{PAIRS},unionable,label,note\nq.csv,b.csv,1,1,x\nq.csv,c.csv,0,?,y\n"
    source = read(lay({**TABLES, "groundtruth.csv": alike}, "alike"))
    assert source.notes == ("2 columns of groundtruth.csv are not read: label, note.",)


def test_a_repeated_label_counts_once_and_is_noted(lay):
    source = read(lay({**TABLES, "groundtruth.csv": HEADER + "q.csv,b.csv,1,\nq.csv,b.csv,1,\n"}))
    assert len(source.qrels) == 1
    assert source.notes == ("1 label repeats an earlier one and counts once.",)


SPELT = {
    "groundtruth.csv": HEADER + "q.csv,b.csv,1,\nq,c.csv,0,\nquery/q.csv,b,1,\np,b.csv,1,\n",
    "benchmark.pkl": pickle.dumps(
        {"q.csv": {"b.csv": 1}, "q": {"c.csv": 0}, "query/q.csv": {"b": 1}, "p": {"b": 1}}
    ),
    "qrels.txt": "q.csv 0 b.csv 1\nq 0 c.csv 0\nquery/q.csv 0 b 1\np 0 b 1\n",
}


@pytest.mark.parametrize("name", SPELT)
def test_a_query_table_spelt_in_several_ways_is_one_query(lay, name):
    source = read(lay({**TABLES, name: SPELT[name]}))
    assert source.queries == (Query("q.csv", "query/q.csv"), Query("p", "query/p.csv"))
    assert source.qrels.to_dict() == {
        "p": {"datalake/b.csv": 1},
        "q.csv": {"datalake/b.csv": 1, "datalake/c.csv": 0},
    }
    assert source.notes == (
        "1 query table is spelt in several ways, each one query all the same: 'q.csv' and 'q'.",
        "1 label repeats an earlier one and counts once.",
    )


@pytest.mark.parametrize("other", ["q", "query/q.csv", "./q.csv"])
def test_labels_contradict_each_other_however_the_query_is_spelt(lay, other):
    truth = HEADER + f"q.csv,b.csv,1,\n{other},b.csv,0,\n"
    with pytest.raises(ContradictingLabelsError, match=r"line 3: .* and 1 on line 2"):
        read(lay({**TABLES, "groundtruth.csv": truth}))


def test_one_table_spelt_in_two_ways_and_joined_on_two_columns_is_named_once(lay):
    truth = JOINS + "q.csv,b.csv,City,1\nq,c.csv,Code,1\n"
    source = read(lay({**TABLES, "groundtruth.csv": truth}))
    assert [query.query_id for query in source.queries] == ["q.csv on City", "q.csv on Code"]


def test_tables_whose_names_differ_in_their_endings_alone_are_two_queries(lay):
    truth = HEADER + "q.csv,b.csv,1,\nq.json,b.csv,1,\n"
    source = read(lay({**TABLES, "query/q.json": "{}", "groundtruth.csv": truth}))
    assert [query.table for query in source.queries] == ["query/q.csv", "query/q.json"]


def test_queries_with_ids_of_their_own_may_share_a_table(lay):
    asked = [{"query_id": one, "query_table": "q.csv"} for one in ("1", "q")]
    qrels = "query\ttable\trelevance\n1\tb.csv\t1\nq\tb.csv\t0\nq\tc.csv\t1\n"
    files = {"queries.jsonl": "\n".join(map(json.dumps, asked)), "qrels.tsv": qrels}
    assert len(read(lay({**TABLES, **files})).queries) == 2


def test_a_name_that_fits_two_files_is_refused(lay):
    root = lay({**TABLES, "datalake/b.json": "{}", "groundtruth.csv": HEADER + "q.csv,b,1,\n"})
    with pytest.raises(
        AmbiguousNameError, match=r"line 2: .*'datalake/b.csv' and 'datalake/b.json'"
    ):
        read(root)


@pytest.mark.parametrize("query", ["Q.csv", "/home/me/lake/q.csv", "C:\\\\lake\\\\Q.CSV", "old/Q"])
def test_a_name_that_is_there_in_another_spelling_is_hinted_at(lay, query):
    truth = f"query_table,candidate_table\n{query},b.csv\np.csv,B.csv\np.csv,new/B\n"
    source = read(lay({**TABLES, "groundtruth.csv": truth}))
    assert [pair.reason for pair in source.missing] == [
        f"the query table {query!r} is not there, but 'query/q.csv' is",
        "the candidate 'B.csv' is not there, but 'datalake/b.csv' is",
        "the candidate 'new/B' is not there, but 'datalake/b.csv' is",
    ]


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


def test_nlctables_with_a_misspelt_folder(lay):
    source = read(lay(NLC))
    assert (source.format, source.lake_folders) == ("nlctables", ("dataet",))
    assert source.queries == (
        Query("1", "query/q1.json", "more than 5 rows"),
        Query("2", None, "about buses", Mode.NL),
    )
    assert source.qrels.relevance("1", "dataet/d1.json") == 2
    assert source.captions == {"dataet/d1.json": Caption("Bus schedule")}
    assert source.notes == ("1 JSON tables could not be read for their captions.",)


def test_nlctables_join_columns(lay):
    joins = "q1.json,d1.json,Station,Stop,1\r\nq1.json,d2.json,Station,x,0\r\n"
    source = read(lay({**NLC, "joincol.csv": joins}))
    assert source.queries[0].mode is Mode.JOIN
    assert source.queries[0].join_on == ("Station",)
    source = read(lay({**NLC, "joincol.csv": joins.replace("q1", "query/q1")}))
    assert source.queries[0].join_on == ("Station",)
    source = read(lay({**NLC, "joincol.csv": joins.replace("q1", "q7")}))
    assert "1 join query has no join column in joincol.csv; likely keys are tried." in source.notes
    with pytest.raises(MalformedFileError, match=r"line 1: .* 5 columns"):
        read(lay({**NLC, "joincol.csv": "a,b\n"}))


def test_a_ground_truth_hides_no_rows_in_a_cell(lay):
    for truth, told in (
        ('q.csv,"b.csv,1,\nq.csv,c.csv,0,\n', r"line 2: A quotation mark .* must be closed"),
        ('q.csv,"b.csv,1,\nq.csv,"c.csv",0,\n', r"line 2: A cell .* must end with them"),
        ('q.csv,"b.csv,1,\nq.csv",0,\n', r"line 2: A name must stand on one line. Got 'b.csv,1"),
    ):
        with pytest.raises(MalformedFileError, match=told):
            read(lay({**TABLES, "groundtruth.csv": HEADER + truth}))


def test_a_header_may_stand_behind_blank_lines(lay):
    truth = "\n" + HEADER + "q.csv,b.csv,1,\n"
    assert read(lay({**TABLES, "groundtruth.csv": truth})).qrels is not None


def test_nlctables_labels_of_unknown_queries_are_refused(lay):
    with pytest.raises(UnknownQueryError, match=r"line 4: .* '9'"):
        read(lay({**NLC, "qtrel-test.txt": NLC["qtrel-test.txt"] + "9\t0\td1\t1\n"}))


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
    with pytest.raises(AmbiguousSourceError, match="must have one split"):
        read(lay(files))


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


def test_target_table_ids_are_unique_in_their_database(lay):
    files = {"queries.jsonl": json.dumps(ASKED[0])}
    twice = "".join(json.dumps(CORPUS[0]) + "\n" for _ in range(2))
    with pytest.raises(DuplicateTableError, match=r"line 2: .* 't 1' again"):
        read(lay({**files, "corpus.jsonl": twice}))
    two = json.dumps(CORPUS[0]) + "\n" + json.dumps({**CORPUS[0], "database_id": "9"})
    source = read(lay({**files, "corpus.jsonl": two}, "two"))
    assert source.tables == ("tables/0/t 1.csv", "tables/9/t 1.csv")
    assert source.qrels.to_dict() == {"7": {"tables/0/t 1.csv": 1}}


def test_trec_qrels_beside_a_lake(lay):
    source = read(lay({**TABLES, "qrels.txt": "q.csv\t0\ta 1.csv\t2\nq.csv\t0\tb.csv\t0\n"}))
    assert source.format == "trec"
    assert source.qrels.to_dict() == {"q.csv": {"datalake/a 1.csv": 2, "datalake/b.csv": 0}}
    with_texts = lay({**TABLES, "qrels.txt": "1 0 b 1\n", "topics.tsv": "1\tbuses\n"}, "texts")
    assert read(with_texts).queries == (Query("1", None, "buses", Mode.NL),)
    twice = lay({**TABLES, "qrels.txt": "q 0 b 1\nq 0 b 1\n"}, "twice")
    with pytest.raises(DuplicateLabelError, match=r"line 2: .* after line 1"):
        read(twice)


def test_a_link_out_of_the_benchmark_is_left_out(lay, tmp_path):
    root = lay({**TABLES, "groundtruth.csv": HEADER + "q.csv,b.csv,1,\n"})
    (tmp_path / "secret.csv").write_text("x")
    (root / "datalake" / "link.csv").symlink_to(tmp_path / "secret.csv")
    source = read(root)
    assert "datalake/link.csv" not in source.tables
    assert source.notes[0].startswith("1 file of datalake/ is left out")


def test_unknown_folders_and_formats_are_refused(lay, tmp_path):
    with pytest.raises(UnknownFormatError, match="must have a ground truth"):
        detect(lay(TABLES))
    with pytest.raises(UnknownFormatError, match="must be a folder"):
        read(tmp_path / "nowhere")
    with pytest.raises(UnknownFormatError, match="one of soundings, nlctables"):
        read(lay(TABLES), "xml")
    for name in ("soundings", "nlctables", "target", "ugen", "lakebench", "pickle", "trec"):
        with pytest.raises(UnknownFormatError, match="must have"):
            read(lay(TABLES), name)


def test_a_run_of_published_names_gets_the_benchmarks_ids(lay):
    source = read(lay({**TABLES, "groundtruth.csv": HEADER + "q.csv,b.csv,1,\n"}))
    run = Run.of({"q": [("b", 0.9), ("datalake/c.csv", 0.5), ("zz.csv", 0.1)], "r": [("b", 1.0)]})
    resolved = resolve_run(source, run)
    assert resolved.run.ranking("q.csv") == ("datalake/b.csv", "datalake/c.csv", "zz.csv")
    assert (resolved.unknown_queries, resolved.unknown_tables) == (("r",), ("zz.csv",))
    with pytest.raises(RunMismatchError, match="queries must be those of the benchmark 'bench'"):
        resolve_run(source, Run.of({"z": [("b", 1.0)]}))
    with pytest.raises(RunMismatchError, match="candidates must be"):
        resolve_run(source, Run.of({"q": [("z", 1.0)]}))
    with pytest.raises(DuplicateCandidateError, match=r"'datalake/b\.csv' more than once"):
        resolve_run(source, Run.of({"q": [("b", 1.0), ("b.csv", 0.5)]}))


def test_two_names_of_one_query_in_a_run_are_told(lay):
    source = read(lay({**TABLES, "groundtruth.csv": HEADER + "q.csv,b.csv,1,\n"}))
    scored = Run.of({"q.csv": [("b.csv", 0.5)], "q": [("c.csv", 0.9)]})
    resolved = resolve_run(source, scored)
    assert resolved.respelled == (("q", "q.csv"),)
    assert resolved.run.queries == ("q.csv",)
    assert resolved.run.ranking("q.csv") == ("datalake/c.csv", "datalake/b.csv")
    with pytest.raises(RunMismatchError, match=r"Got 'q' and 'q.csv', which are one"):
        resolve_run(source, Run.from_order({"q.csv": ["b.csv"], "q": ["c.csv"]}))

"""Labelled pairs in CSV, and every fault of theirs by its sentence."""

from __future__ import annotations

import pytest

from core.benchmarks.formats import Query, read
from core.benchmarks.formats.errors import (
    ContradictingLabelsError,
)
from core.errors import InputError, MalformedFileError, UnknownColumnsError
from core.evaluation.errors import (
    BadRelevanceError,
    NoPositivesError,
)
from tests.core.benchmarks.formats.folders import HEADER, PAIRS, TABLES


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
    assert source.notes[-3:] == (
        "1 of 3 query tables is not there and is not asked, first 'lost.csv'.",
        "4 of 5 labels lack a table and are kept apart, first 'q.csv' and 'gone.csv': the "
        "candidate 'gone.csv' is not there.",
        "1 of 2 queries has lost all its positives to missing tables and counts as 0, first "
        "'p.csv'.",
    )


def test_a_label_whose_query_table_is_missing_is_told_by_that(lay):
    source = read(lay({**TABLES, "groundtruth.csv": HEADER + "lost,b.csv,1,\nq.csv,b.csv,1,\n"}))
    told = "1 of 2 labels lacks a table and is kept apart, first 'lost' and 'b.csv': the query"
    assert source.notes[-1].startswith(f"{told} table 'lost' is not there")


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
        (HEADER + "q.csv,b.csv,0,\np.csv,b.csv,0,\n", NoPositivesError, "must have a positive"),
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


def test_a_query_that_has_only_negatives_is_kept_and_counts_as_0(lay):
    labels = "q.csv,b.csv,1,\np.csv,b.csv,0,\nlost,b.csv,0,\nq.csv,c.csv,0,\n"
    source = read(lay({**TABLES, "groundtruth.csv": HEADER + labels}))
    assert source.qrels.queries == ("p.csv", "q.csv")
    assert source.notes[-1] == (
        "1 of 2 queries has no positive label and counts as 0, first 'p.csv'."
    )
    gone = "q.csv,gone.csv,1,\np.csv,b.csv,0,\n"
    assert read(lay({**TABLES, "groundtruth.csv": HEADER + gone}, "gone")).notes[-2:] == (
        "1 of 2 queries has lost all its positives to missing tables and counts as 0, first "
        "'q.csv'.",
        "1 of 2 queries has no positive label and counts as 0, first 'p.csv'.",
    )


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

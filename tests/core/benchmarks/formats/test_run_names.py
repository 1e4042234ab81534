"""Names of queries and tables in a run, as published, are the benchmark's."""

from __future__ import annotations

import pytest

from core.benchmarks.errors import AmbiguousQueryError
from core.benchmarks.formats import read, resolve_run
from core.evaluation import Run, read_run
from core.evaluation.errors import (
    DuplicateCandidateError,
    RunMismatchError,
)
from tests.core.benchmarks.formats.folders import HEADER, JOINS, TABLES


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
    run, notes = read_run(path)
    resolved = resolve_run(source, run)
    assert (notes, resolved.unknown_queries) == ((), ("p on City",))
    assert resolved.run.ranking("q.csv on City") == ("datalake/b.csv",)
    assert resolved.run.ranking("q.csv on Code") == ("datalake/b.csv", "datalake/c.csv")
    assert resolved.run.ranking("p.csv") == ("datalake/b.csv",)
    # Where tables are queries whatever their columns, the column says nothing.
    unions = read(lay({**TABLES, "groundtruth.csv": HEADER + "q.csv,b.csv,1,\n"}))
    joined = Run.of({"q on Code": [("b", 1.0)]})
    assert resolve_run(unions, joined).run.queries == ("q.csv",)


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

from __future__ import annotations

from decimal import Decimal

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.benchmarks.one_pair.blind import look_blindly
from core.benchmarks.one_pair.pair_tables import look_at_tables, shared_cells
from core.benchmarks.overlaps.cells import cells_among
from core.benchmarks.overlaps.set_kinds import ValueType
from core.features.numbers import write_numbers
from core.labels.types import Case, Task
from core.store import Workspace
from tests.core.benchmarks import tiny


def test_cells_are_marked_as_the_evidence_counts_them(tmp_path) -> None:
    files = {
        "query/q.csv": "id,code\n10000000000000001,007\n10000000000000000,x\n1e3,7\n",
        "datalake/c.csv": 'id,code\n10000000000000001,7\n5,y\n"1,000.0",z\n',
        "groundtruth.csv": "query_table,candidate_table\nq.csv,c.csv\n",
    }
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "ids", tiny.lay(tmp_path / "ids", files))
    view = look_at_tables(workspace, info, "q.csv", "datalake/c.csv", tiny.SETTINGS)
    assert [one.shared for one in view.evidence] == [2, 1]
    query = pl.DataFrame(
        {"id": ["10000000000000001", "10000000000000000", "1e3"], "code": ["007", "x", "7"]}
    )
    candidate = pl.DataFrame({"code": ["7", "y", "z"], "id": ["10000000000000001", "5", "1,000.0"]})
    assert shared_cells(view, query, of_query=True) == {
        "id": [True, False, True],
        "code": [False, False, True],
    }
    assert shared_cells(view, candidate, of_query=False) == {
        "code": [True, False, False],
        "id": [True, False, True],
    }
    assert shared_cells(view, candidate.select(), of_query=False) == {}
    with pytest.raises(ValueError, match=r"tells of 100 rows\. Got 101"):
        shared_cells(view, pl.DataFrame({"id": ["1"] * 101}), of_query=True)


def test_each_shared_cell_of_the_first_rows_is_marked_for_who_votes(tmp_path) -> None:
    ids = [f"station-{number:05}" for number in reversed(range(6_000))]
    text = "station\n" + "".join(f"{one}\n" for one in ids)
    files = {
        "query/q.csv": text,
        "datalake/c.csv": text,
        "groundtruth.csv": "query_table,candidate_table\nq.csv,c.csv\n",
    }
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "ids", tiny.lay(tmp_path / "ids", files))
    case = Case(1, "q.csv", "datalake/c.csv", Task.UNION)
    for pane in look_blindly(workspace, info, case, tiny.SETTINGS).panes:
        assert pane is not None
        assert pane.shared == ((True,),) * 30


@pytest.mark.parametrize(
    ("cell", "kind", "value", "among"),
    [
        ("+1,000.50", ValueType.NUMERIC, "1000.5", True),
        ("-0.0", ValueType.NUMERIC, "0", True),
        ("7", ValueType.NUMERIC, "007", False),
        ("1e-5", ValueType.NUMERIC, "0.00001", True),
        ("1e24", ValueType.NUMERIC, "1000000000000000000000000", True),
        (".0", ValueType.NUMERIC, "0", True),
        ("-.05E+2", ValueType.NUMERIC, "-5", True),
        ("0.0e7", ValueType.NUMERIC, "0", True),
        ("12345678901234567e1", ValueType.NUMERIC, "123456789012345670", True),
        ("1e-5", ValueType.STRING, "0.00001", False),
        ("1.0", ValueType.STRING, "1", False),
        (" Oslo ", ValueType.STRING, "Oslo", True),
        ("oslo", ValueType.STRING, "Oslo", False),
        ("NA", ValueType.STRING, "NA", False),
        (None, ValueType.STRING, "", False),
    ],
)
def test_a_cell_is_compared_by_the_type_of_its_column(cell, kind, value, among) -> None:
    frame = pl.DataFrame({"a": [cell, "other"]}, schema={"a": pl.String})
    assert cells_among(frame, [kind], [[value]]) == [[among, False]]


@settings(max_examples=100)
@given(
    digits=st.text("0123456789", min_size=1, max_size=20),
    after=st.text("0123456789", max_size=5),
    exponent=st.integers(-30, 30),
    sign=st.sampled_from(["", "-", "+"]),
)
def test_a_number_with_an_exponent_is_the_number_without(digits, after, exponent, sign) -> None:
    cell = f"{sign}{digits}.{after}e{exponent}"
    exact = Decimal(cell)
    plain = format(exact, "f") if exact else "0"
    plain = plain.rstrip("0").rstrip(".") if "." in plain else plain
    frame = pl.DataFrame({"a": [cell]})
    assert cells_among(frame, [ValueType.NUMERIC], [[plain]]) == [[True]]


@settings(max_examples=100)
@given(
    number=st.decimals(-99_999, 99_999, places=3),
    form=st.sampled_from(["{:f}", "{:+f}", "{:,f}", "{:.1f}", "{:.0f}"]),
    exponent=st.sampled_from(["", "e0", "E+3", "e5"]),
)
def test_overlaps_and_joins_write_a_number_alike(number, form, exponent) -> None:
    cell = form.format(number) + exponent
    (written,) = write_numbers(pl.Series([cell]))
    assert cells_among(pl.DataFrame({"a": [cell]}), [ValueType.NUMERIC], [[written]]) == [[True]]


TEXTS = st.text("abc", min_size=1, max_size=2)


@settings(max_examples=25)
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1), st.sets(TEXTS), st.sets(TEXTS))
def test_each_column_is_looked_up_in_its_own_values(rows, first, second) -> None:
    frame = pl.DataFrame(rows, schema=["place", "value"], orient="row")
    assert cells_among(frame, [ValueType.STRING] * 2, [first, second]) == [
        [row[0] in first for row in rows],
        [row[1] in second for row in rows],
    ]

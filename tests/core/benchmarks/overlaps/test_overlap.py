"""Overlap coefficients, by hand and against sets in plain Python."""

from __future__ import annotations

import csv
import io
import re
import sqlite3
from decimal import Decimal

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.benchmarks.overlaps import intersections
from core.benchmarks.overlaps.overlap import overlaps
from core.benchmarks.overlaps.set_kinds import SET_KINDS, Level, OverlapKind, SetKind, ValueType
from core.errors import InputError
from core.lake.written.missing_values import MISSING
from core.settings import Settings

NAMES, VALUES = OverlapKind
TYPE_OF = {"integer": "numeric", "float": "numeric", "boolean": "other"}


def pairs_of(*pairs):
    return pl.DataFrame(pairs, schema=["query_table", "candidate"], orient="row")


def coefficients(lake, *pairs):
    frame = overlaps(*lake, pairs_of(*pairs), Settings())
    return {
        (row["kind"], row["data_type"], row["level"], row["query_table"], row["candidate"]): row
        for row in frame.iter_rows(named=True)
    }


def one(found, kind, data_type="all", level="exact"):
    rows = [row for key, row in found.items() if key[:3] == (kind, data_type, level)]
    assert len(rows) == 1
    return tuple(rows[0][name] for name in ("shared", "size_a", "size_b", "coefficient"))


def test_each_kind_of_set_by_hand(lake_of):
    lake = lake_of(
        {
            "q.csv": "City ,Country,n,born\nParis,France,1,2020-01-01\n"
            "new york,USA,2.50,2020-01-02",
            "c.csv": 'city,Country,n\nParis,USA,1.0\nOld York,NA,\nLyon,,"2,500"\n',
        }
    )
    found = coefficients(lake, ("q.csv", "c.csv"))
    assert one(found, "names") == (2, 4, 3, 2 / 3)  # "City " is not "city"
    assert one(found, "names", level="folded") == (3, 4, 3, 1.0)
    assert one(found, "names", "numeric") == (1, 1, 1, 1.0)
    # Paris, new york, France, USA; Paris, Old York, Lyon, USA
    assert one(found, "values", "string") == (2, 4, 4, 0.5)
    assert one(found, "values", "string", "token") == (3, 5, 5, 0.6)  # paris, york, usa
    assert one(found, "values", "numeric") == (1, 2, 2, 0.5)  # 1 and 2.5; 1 and 2500
    assert one(found, "values", "date/time") == (0, 2, 0, None)
    assert one(found, "values", "other") == (0, 0, 0, None)
    assert one(found, "values") == (3, 8, 6, 0.5)


def test_numbers_are_compared_as_numbers_and_long_identifiers_stay_apart(lake_of):
    left = ["1,000", "+3", "0.50", "2.0", "-0", "1e3", "12345678901234567890", "7"]
    right = ["1000.00", "3", ".5", "2", "0", "1E+03", "12345678901234567891", "70"]
    quote = "\n".join
    lake = lake_of(
        {
            "q.csv": "n,k\n" + quote(f'"{value}",x' for value in left),
            "c.csv": "n,k\n" + quote(f'"{value}",x' for value in right),
        }
    )
    # 1,000 and 1e3 are one value.
    assert one(coefficients(lake, ("q.csv", "c.csv")), "values", "numeric") == (5, 7, 7, 5 / 7)


def test_an_empty_set_has_no_coefficient_rather_than_zero(lake_of):
    lake = lake_of({"q.csv": "a,b\n1,\n2,NA\n", "c.csv": "a,b\nred,blue\n"})
    found = coefficients(lake, ("q.csv", "c.csv"))
    assert one(found, "values", "string") == (0, 0, 2, None)
    assert one(found, "values") == (0, 2, 2, 0.0)


def test_unnamed_columns_are_the_same_only_in_the_same_place_and_never_when_folded(lake_of):
    lake = lake_of({"q.csv": ",a\n1,2\n", "c.csv": ",b\n1,2\n", "d.csv": "a,\n1,2\n"})
    found = overlaps(
        *lake, pairs_of(("q.csv", "c.csv"), ("q.csv", "d.csv")), Settings(), [SetKind()]
    )
    assert found["shared"].to_list() == [1, 1]  # the first column; the name a
    folded = overlaps(
        *lake, pairs_of(("q.csv", "c.csv")), Settings(), [SetKind(level=Level.FOLDED)]
    )
    assert folded.row(0)[-4:] == (0.0, 1, 1, 0)


def test_a_table_that_the_lake_does_not_have_gives_no_size_and_no_coefficient(lake_of):
    lake = lake_of({"q.csv": "a,b\n1,2\n"})
    found = overlaps(*lake, pairs_of(("q.csv", "gone.csv"), ("q.csv", "q.csv")), Settings())
    gone = found.filter(pl.col("candidate") == "gone.csv")
    assert gone["coefficient"].null_count() == gone["shared"].null_count() == len(SET_KINDS)
    assert gone["size_b"].null_count() == len(SET_KINDS)
    assert gone["size_a"].null_count() == 0
    assert one(coefficients(lake, ("q.csv", "q.csv")), "names") == (2, 2, 2, 1.0)


def test_pairs_keep_their_order_their_columns_and_their_repetitions(lake_of):
    lake = lake_of({"a.csv": "x,y\n1,2\n", "b.csv": "x,z\n1,3\n"})
    pairs = pairs_of(("a.csv", "b.csv"), ("b.csv", "a.csv"), ("a.csv", "b.csv"))
    found = overlaps(*lake, pairs.with_columns(mark=pl.Series([7, 8, 9])), Settings(), [SetKind()])
    assert found["mark"].to_list() == [7, 8, 9]
    assert found["coefficient"].to_list() == [0.5] * 3


def test_no_pairs_give_an_empty_frame_and_other_columns_an_error(lake_of):
    lake = lake_of({"a.csv": "x,y\n1,2\n"})
    assert overlaps(*lake, pairs_of(), Settings()).columns[-4:] == [
        "coefficient", "size_a", "size_b", "shared"
    ]  # fmt: skip
    with pytest.raises(InputError, match="query_table and candidate"):
        overlaps(*lake, pl.DataFrame({"q": ["a.csv"]}), Settings())


def test_a_large_table_with_a_container_of_its_own_counts_like_a_small_one(lake_of):
    rows = "".join(f"v{i % 250_000},{i},word{i % 7} x\n" for i in range(400_000))
    lake = lake_of({"big.csv": "name,n,w\n" + rows, "small.csv": "name,n\nv1,5\nv2,-5\nq,6\n"})
    workspace, key = lake
    with workspace.reading() as db:
        sql = "SELECT first_row FROM tables WHERE lake_key = ? AND table_id = 'big.csv'"
        assert db.execute(sql, [key]).fetchone()[0] is None
    found = coefficients(lake, ("small.csv", "big.csv"))
    assert one(found, "values", "string") == (2, 3, 250_007, 2 / 3)
    assert one(found, "values", "numeric") == (2, 3, 400_000, 2 / 3)
    assert one(found, "values", "string", "token") == (2, 3, 250_008, 2 / 3)


cell = st.sampled_from(
    ["", " ", "NA", "1", "1.0", "2.5", "-3", "x", "X", "a b", "B-a", " a", "été", "yes", "no",
     "2020-01-01", "3 May 2016", "x_y", "हिन्दी"]
)  # fmt: skip
name = st.sampled_from(["", "a", "A", " a", "a b", "B  A", "c1", "été"])


@st.composite
def lake_tables(draw):
    columns = draw(st.integers(2, 4))
    header = draw(st.lists(name, min_size=columns, max_size=columns).filter(any))
    rows = st.lists(cell, min_size=columns, max_size=columns)
    return header, draw(st.lists(rows, min_size=1, max_size=6))


def written(header, rows):
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows([header, *rows])
    return out.getvalue()


def words(text):
    # Of the texts above only Hindi has marks, which \w leaves out.
    return set(re.findall(r"[\wऀ-ॿ]+", text.lower()))


def brute_force(kind, columns):
    """One set, from a table's (header, type, cells of the catalog's own reading)."""
    chosen = [
        (place, column)
        for place, column in enumerate(columns)
        if kind.data_type is ValueType.ALL or TYPE_OF.get(column[1], column[1]) == kind.data_type
    ]
    if kind.kind is NAMES:
        if kind.level is Level.EXACT:
            return {header or place for place, (header, _, _) in chosen}
        folded = {" ".join(header.split()).casefold() for _, (header, _, _) in chosen} - {""}
        return folded if kind.level is Level.FOLDED else set().union(*map(words, folded))
    found = set()
    for _, (_, data_type, cells) in chosen:
        for value in {text.strip() for text in cells} - {"", *MISSING}:
            if data_type in {"integer", "float"}:
                found.add(f"{Decimal(value).normalize():f}")
            else:
                found |= {value} if kind.level is Level.EXACT else words(value)
    return found


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(tables=st.lists(lake_tables(), min_size=3, max_size=8), run=st.uuids())
def test_every_coefficient_is_that_of_sets_in_plain_python(lake_of, tmp_path, tables, run):
    files = {f"{n}.csv": written(*table) for n, table in enumerate(tables)}
    workspace, key = lake_of(files, name=str(run))
    db = sqlite3.connect(workspace.database)
    sql = """SELECT columns.name, data_type FROM tables JOIN columns ON table_key = key
        WHERE lake_key = ? AND table_id = ? ORDER BY position"""
    columns = {}
    for n, (_, rows) in enumerate(tables):
        read = db.execute(sql, [key, f"{n}.csv"]).fetchall()
        columns[f"{n}.csv"] = [
            (*known, cells) for known, cells in zip(read, zip(*rows, strict=True), strict=False)
        ]
        # A file whose first rows are not taken for cells says nothing about overlap.
        if [header for header, _ in read] != list(tables[n][0]):
            del columns[f"{n}.csv"]
    pairs = [(a, b) for a in columns for b in columns]
    found = overlaps(workspace, key, pairs_of(*pairs), Settings())
    assert len(found) == len(pairs) * len(SET_KINDS)
    for row in found.iter_rows(named=True):
        kind = SetKind(OverlapKind(row["kind"]), ValueType(row["data_type"]), Level(row["level"]))
        a, b = (brute_force(kind, columns[row[side]]) for side in ("query_table", "candidate"))
        expected = len(a & b) / min(len(a), len(b)) if a and b else None
        sizes = (row["shared"], row["size_a"], row["size_b"])
        assert (*sizes, row["coefficient"]) == (len(a & b), len(a), len(b), expected), (kind, a, b)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    members=st.lists(st.sets(st.integers(0, 2**62 - 1) | st.integers(0, 9)), min_size=1),
    at_once=st.integers(1, 12),
    data=st.data(),
)
def test_shared_members_are_those_of_python_sets_whatever_the_size_of_a_block(
    members, at_once, data
):
    import numpy as np

    number = st.integers(0, len(members) - 1)
    pairs = data.draw(st.lists(st.tuples(number, number), max_size=30))
    starts = np.cumsum([0, *(len(one) for one in members)])
    keys = np.array([key for one in members for key in sorted(one)], np.int64)
    left, right = (np.array([pair[side] for pair in pairs], np.int64) for side in (0, 1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(intersections, "_KEYS_AT_ONCE", at_once)
        found = intersections.shared_members(intersections.Sets(starts, keys), left, right)
    assert found.tolist() == [len(members[a] & members[b]) for a, b in pairs]

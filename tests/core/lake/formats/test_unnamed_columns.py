"""Columns that pandas calls ``Unnamed: N`` have no name, as in the file that it read."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from tests.core.lake.formats.conftest import Read, read_whole

Found = tuple[list[str], list[tuple[str | None, ...]], list[str]]
ReadText = Callable[[str], Found]

SPENDING = """A3131 - Expenditure Over Threshold,,,
Department family,Entity,Date,Amount
Department of Health,North CCG,31/07/2018,22948237
Department of Health,North CCG,31/07/2018,568.26
Department of Health,North CCG,30/07/2018,324.00
"""
INDEXED = "name,weight,,\nAnn,70,x,1\nBob,80,y,2\n"


@pytest.fixture
def read_text(tmp_path: Path) -> ReadText:
    def read(text: str) -> Found:
        (tmp_path / "a.csv").write_text(text)
        (table,) = read_whole(tmp_path / "a.csv")
        return table.header, list(zip(*table.columns, strict=True)), table.reading.notes

    return read


def _by_pandas(text: str, *, index: bool = False) -> str:
    return pd.read_csv(io.StringIO(text), dtype=str).to_csv(index=index)


def test_a_title_that_pandas_took_for_the_header_is_a_title_still(read_text: ReadText) -> None:
    as_it_was, as_written = read_text(SPENDING), read_text(_by_pandas(SPENDING))
    assert "Unnamed: 3" in _by_pandas(SPENDING)
    assert as_written == as_it_was
    header, rows, notes = as_written
    assert header == ["Department family", "Entity", "Date", "Amount"]
    assert len(rows) == 3
    assert notes == ["1 line above the header was left out."]


def test_columns_that_pandas_calls_unnamed_have_no_name(read_text: ReadText) -> None:
    header, rows, notes = read_text(_by_pandas(INDEXED))
    assert header == ["name", "weight", "", ""]
    assert rows == [("Ann", "70", "x", "1"), ("Bob", "80", "y", "2")]
    assert notes == ['2 columns have no name: the file calls them "Unnamed", as pandas does.']


def test_an_index_that_was_written_twice_has_no_name(read_text: ReadText) -> None:
    twice = _by_pandas(_by_pandas(_by_pandas("a\nx\ny\n", index=True), index=True))
    assert twice.startswith("Unnamed: 0.1,Unnamed: 0,a\n")
    assert read_text(twice)[0] == ["", "", "a"]


@pytest.mark.parametrize("header", ["Unnamed", "unnamed: 1", "Unnamed: one", "Unnamed: 1 of 2"])
def test_names_that_pandas_does_not_give_stay(read_text: ReadText, header: str) -> None:
    assert read_text(f"a,{header}\nx,y\nz,w\n") == (["a", header], [("x", "y"), ("z", "w")], [])


def test_a_workbook_and_a_parquet_file_of_pandas_have_no_names_either(
    read: Read, tmp_path: Path
) -> None:
    frame = pd.read_csv(io.StringIO(INDEXED), dtype=str)
    frame.to_excel(tmp_path / "a.xlsx", index=False)
    frame.to_parquet(tmp_path / "a.parquet", index=False)
    for name in ("a.xlsx", "a.parquet"):
        (table,) = read(tmp_path / name)
        assert list(table.header) == ["name", "weight", "", ""]
        assert table.reading.notes[0].startswith("2 columns have no name")

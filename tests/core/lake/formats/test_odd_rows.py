"""Totals, sources and second headers are said of files of every format."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import openpyxl
import polars as pl
import pytest

from core.lake.formats import delimited, delimited_rows
from core.lake.formats.odd_rows import ALL_PADDED, of_odd_rows
from tests.core.lake.formats.conftest import Read

BODY = "Rome;5\nOslo;7\nBern;8\n"
ROWS = [("Rome", 5), ("Oslo", 7), ("Bern", 8), ("Total", 20)]
TOTAL = 'A row at the end looks like a total: "Total".'


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (f"city;sales\n{BODY}Summe;20\n", 'A row at the end looks like a total: "Summe".'),
        (f"city;sales\n{BODY}Total :;20\n", 'A row at the end looks like a total: "Total :".'),
        (
            f"city;sales\n{BODY}Quelle: Eurostat\n",
            'A row at the end looks like a source or a note: "Quelle: Eurostat".',
        ),
        (
            f"place;\ncity;sales\n{BODY}",
            'The first row below the header looks like a second header: "city", "sales".',
        ),
        (
            "place;2022;;2023;\ncity;sold;sales;sold;sales\nRome;5;9;6;10\nOslo;7;8;8;9\n"
            "Bern;8;4;9;5\n",
            "The first row below the header looks like a second header: "
            '"city", "sold", "sales", "sold", "sales".',
        ),
        (f"city;sales;tax\n{BODY}", ALL_PADDED),
        (f"city;sales;tax\n{BODY}Rome;5;\n", ""),
        (f"city;sales;\n{BODY}", ""),
        (f"city;sales\n{BODY}", ""),
        (f"city;sales\nTotal;5\n{BODY * 2}", ""),
        (f"city;sales\nTotal;20\n{BODY}", ""),
        ("city;sales\nRome;5\nOslo;7\nTotal;12\nEmpty;1\nWhole;13\n", TOTAL),
        (f"city;sales\n{BODY}Total;\n", ""),
        (f"place;\nParis;9\n{BODY}", ""),
        ("song;singer\nTotal;x\nSource: a;y\n", ""),
    ],
)
def test_rows_that_are_no_records_are_kept_and_said(
    tmp_path: Path, read: Read, text: str, note: str
) -> None:
    (tmp_path / "a.csv").write_text(text)
    (table,) = read(tmp_path / "a.csv")
    assert table.reading.notes == [note] * bool(note)


UNITS = (
    "The first row below the header looks like units or a second header, having names where the "
    "others have values: {}. If it is no record, say which line is the header and {}."
)
WEATHER = "".join(f"s{i};{i}.5;{i};n.a.\n" for i in range(9))
BEGIN = "that rows begin in line {}"


@pytest.mark.parametrize(
    ("text", "named", "begin"),
    [
        (f"place;temp;rain;sun\n;°C;mm;h\n{WEATHER}", '"°C", "mm", "h"', BEGIN.format(3)),
        (f"A\n\nplace;temp;rain;sun\n\n;[K];[m3];\n{WEATHER}", '"[K]", "[m3]"', BEGIN.format(6)),
        (
            f"place;2022;2022;2022\nplace;Sales;Cost;Sales\n{WEATHER}",
            '"place", "Sales", "Cost", "Sales"',
            BEGIN.format(3),
        ),
        (
            "place;2022;;\nsold;sales;sold;sales\nRome;5;9;6\nOslo;7;8;8\nBern;8;4;9\n",
            '"sold", "sales", "sold", "sales"',
            BEGIN.format(3),
        ),
        (f"Sales; by place; 2023; sum\nplace;temp;rain;sun\n{WEATHER}", None, BEGIN.format(3)),
        (
            "a;b;c;d;e;f;g\n;;;;;°C;mm\n" + "1;1;1;1;1;2;3\n" * 9,
            '"°C", "mm"',
            BEGIN.format(3),
        ),
        (f'place;temp;rain;sun\n;"inch ""a""";mm;\n{WEATHER}', '"inch "a"", "mm"', None),
    ],
    ids=[
        "units",
        "below a title",
        "repeated names",
        "gaps",
        "a title of many cells",
        "far right",
        "quotes",
    ],
)
def test_a_first_row_of_names_above_values_is_told_with_the_line_where_rows_begin(
    tmp_path: Path, read: Read, text: str, named: str | None, begin: str | None
) -> None:
    (tmp_path / "a.csv").write_text(text)
    (table,) = read(tmp_path / "a.csv")
    told = named or '"place", "temp", "rain", "sun"'
    note = UNITS.format(told, begin or "in which line rows begin")
    assert of_odd_rows(table.reading.notes) == (note,)


@pytest.mark.parametrize(
    "row",
    ["s;;n.a.;", "s;closed;1;x", "s;closed;n / a;x", "s;2022;open;x"],
    ids=["missing", "one name", "one name and a dash", "a year"],
)
def test_a_first_row_with_a_value_or_without_names_above_values_is_a_record(
    tmp_path: Path, read: Read, row: str
) -> None:
    (tmp_path / "a.csv").write_text(f"place;temp;rain;sun\n{row}\n{WEATHER}")
    (table,) = read(tmp_path / "a.csv")
    assert table.reading.notes == []


def test_units_are_told_of_sheets_and_streams(
    tmp_path: Path, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = openpyxl.Workbook()
    for row in [[], ["place", "temp", "rain"], [None, "°C", "mm"], *[["s", 1.5, 2]] * 5]:
        book.active.append(row)
    book.save(tmp_path / "a.xlsx")
    (table,) = read(tmp_path / "a.xlsx")
    assert table.reading.notes == [UNITS.format('"°C", "mm"', BEGIN.format(4))]
    monkeypatch.setattr(delimited, "WHOLE_FILE_BYTES", 100)
    monkeypatch.setattr(delimited_rows, "_ARROW_BLOCK_BYTES", 256)
    (tmp_path / "a.csv").write_text("place,temp,rain\n,°C,mm\n" + "s,1.5,2\n" * 500)
    (table,) = read(tmp_path / "a.csv")
    assert table.reading.notes == [UNITS.format('"°C", "mm"', BEGIN.format(3))]


def write(path: Path) -> Path:
    frame = pl.DataFrame(ROWS, schema=["city", "sales"], orient="row")
    records = [dict(zip(("city", "sales"), row, strict=True)) for row in ROWS]
    if path.suffix == ".xlsx":
        book = openpyxl.Workbook()
        for row in [("city", "sales"), *ROWS]:
            book.active.append(row)
        book.save(path)
    elif path.suffix == ".parquet":
        frame.write_parquet(path)
    elif path.suffix == ".arrow":
        frame.write_ipc(path)
    elif path.suffix == ".json":
        path.write_text(json.dumps(records))
    elif path.suffix == ".jsonl":
        path.write_text("\n".join(map(json.dumps, records)))
    else:
        with closing(sqlite3.connect(path)) as db:
            db.execute("CREATE TABLE a (city, sales)")
            db.executemany("INSERT INTO a VALUES (?, ?)", ROWS)
            db.commit()
    return path


@pytest.mark.parametrize("ending", ["xlsx", "parquet", "arrow", "json", "jsonl", "sqlite"])
def test_a_total_is_said_whatever_the_format(tmp_path: Path, read: Read, ending: str) -> None:
    (table,) = read(write(tmp_path / f"a.{ending}"))
    assert table.reading.notes == [TOTAL]


def test_the_last_rows_of_a_stream_are_those_of_the_file(
    tmp_path: Path, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited, "WHOLE_FILE_BYTES", 100)
    monkeypatch.setattr(delimited_rows, "_ARROW_BLOCK_BYTES", 256)
    path = tmp_path / "a.csv"
    path.write_text("city,sales\nTotal,1\n" + "Rome,5\n" * 500 + "Total,2500\n")
    (table,) = read(path)
    assert table.reading.notes == [TOTAL]
    path.write_text("city,sales\nRome,5\nOslo,7\nBern,8\nTotal,20\n" + "Rome,5\n" * 500)
    (table,) = read(path)
    assert table.reading.notes == []

from __future__ import annotations

import random
import sqlite3
import string
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pyarrow import feather, parquet

from core.errors import UnreadableTableError
from core.lake.formats import SUPPORTED, Limits, is_supported, open_tables, write_ahead_log
from tests.core.lake.formats.conftest import Read, read_whole

SUFFIXES = [suffix for suffixes in SUPPORTED.values() for suffix in suffixes]


_PARTS = st.sampled_from(
    [".", "..", "csv", ".CSV", ".gz", ".Zst", ".db", ".parquet", "a", " ", "İ"]
)


@given(st.lists(_PARTS, min_size=1, max_size=6).map("".join))
def test_a_format_is_told_by_the_suffixes_that_a_path_has(name: str) -> None:
    assume(name.strip("."))
    path = Path(name)
    packed = path.suffix.lower() in (".gz", ".zst")
    inner = Path(path.stem) if packed else path
    kinds = {kind for kind, suffixes in SUPPORTED.items() if inner.suffix.lower() in suffixes}
    streamed = {"delimited text", "JSON", "JSON Lines"}
    expected = bool(kinds & streamed if packed else kinds)
    assert is_supported(path) == is_supported(name) == is_supported(f"b.csv/{name}") == expected
    log = None if packed or kinds != {"SQLite"} else Path(f"b.csv/{name}-wal")
    assert write_ahead_log(f"b.csv/{name}") == write_ahead_log(Path("b.csv", name)) == log


def test_packed_text_is_supported_and_packed_databases_are_not() -> None:
    names = ["a.CSV", "a.tsv.gz", "a.jsonl.zst", "a.Parquet", "a.db", "a.ods"]
    assert all(is_supported(Path(name)) for name in names)
    for name in ("a", "a.gz", "a.parquet.gz", "a.db.zst", "a.pdf", ".csv", "csv"):
        assert not is_supported(Path(name))


@pytest.mark.parametrize(
    ("name", "said"), [("a.pdf", '".pdf"'), ("a.db.gz", '".db.gz"'), ("a", "without a suffix")]
)
def test_an_unknown_format_names_those_that_are_read(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(UnreadableTableError) as raised:
        list(open_tables(tmp_path / name, Limits()))
    assert said in raised.value.reason
    assert raised.value.reason.endswith("is not a table format that is read.")
    assert ".parquet" in raised.value.hint


@pytest.mark.parametrize("suffix", [s for s in SUFFIXES if s not in SUPPORTED["delimited text"]])
@pytest.mark.parametrize("content", ["", "random"])
def test_an_empty_or_random_file_is_refused_whatever_its_suffix(
    tmp_path: Path, read: Read, suffix: str, content: str
) -> None:
    path = tmp_path / f"a{suffix}"
    chance = random.Random(1)  # noqa: S311 - chance that can be repeated
    path.write_bytes(chance.randbytes(10_000) if content else b"")
    with pytest.raises(UnreadableTableError) as raised:
        read(path)
    assert "\n" not in str(raised.value)
    with pytest.raises(UnreadableTableError):
        read(tmp_path / f"missing{suffix}")


def test_importing_the_readers_loads_no_heavy_library() -> None:
    code = (
        "import sys, core.lake; before = set(sys.modules); import core.lake.formats.excel,"
        " core.lake.formats.columnar, core.lake.formats.json_records,"
        " core.lake.formats.sqlite_file;"
        "added = set(sys.modules) - before;"
        "print({'pyarrow', 'polars', 'pandas', 'fastexcel', 'zstandard'} & added)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"


def to_parquet(path: Path, table: pa.Table) -> None:
    parquet.write_table(table, path)


def to_feather(path: Path, table: pa.Table) -> None:
    feather.write_feather(table, path)


def to_jsonl(path: Path, table: pa.Table) -> None:
    import json

    path.write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()))


def to_sqlite(path: Path, table: pa.Table) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"CREATE TABLE t ({', '.join(table.column_names)})")
        marks = ", ".join("?" * table.num_columns)
        rows = [tuple(row.values()) for row in table.to_pylist()]
        connection.executemany(f"INSERT INTO t VALUES ({marks})", rows)
        connection.commit()


NUMBERS = st.one_of(st.none(), st.integers(-(2**63), 2**63 - 1))
FLOATS = st.one_of(st.none(), st.floats(allow_infinity=False))
TEXTS = st.one_of(st.none(), st.text(st.characters(codec="utf-8"), max_size=8))


def expected(value: object) -> str | None:
    if value is None or value == "" or value != value:  # noqa: PLR0124 - NaN is not itself
        return None
    return repr(value) if isinstance(value, float) else str(value)


@pytest.mark.parametrize(
    ("suffix", "write"),
    [(".parquet", to_parquet), (".feather", to_feather), (".jsonl", to_jsonl), (".db", to_sqlite)],
)
@settings(max_examples=40, deadline=None)
@given(rows=st.lists(st.tuples(NUMBERS, FLOATS, TEXTS), min_size=1, max_size=12))
def test_any_table_comes_back_as_its_text(
    suffix: str,
    write: Callable[[Path, pa.Table], None],
    rows: list[tuple[int | None, float | None, str | None]],
) -> None:
    kinds = (pa.int64(), pa.float64(), pa.string())
    columns = [list(cells) for cells in zip(*rows, strict=True)]
    arrays = [pa.array(cells, kind) for cells, kind in zip(columns, kinds, strict=True)]
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"a{suffix}"
        write(path, pa.table(dict(zip(string.ascii_lowercase, arrays, strict=False))))
        (whole,) = read_whole(path)
    assert whole.header == ["a", "b", "c"]
    assert whole.columns == [[expected(value) for value in cells] for cells in columns]

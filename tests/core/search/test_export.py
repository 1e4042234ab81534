"""Exported files: whole or not there, and no cell that a spreadsheet runs."""

from __future__ import annotations

import csv
import io
import multiprocessing
import os
import re
import resource
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import InputError, SoundingsError
from core.search import csv_bytes, parquet_bytes
from core.search.export import write_batches

BIG = 300_000


def written(cells: list[str | None]) -> list[str]:
    """The cells as another program reads them."""
    frame = pl.DataFrame({"a": cells, "b": ["end"] * len(cells)})
    _, *rows = csv.reader(io.StringIO(csv_bytes(frame).decode(), newline=""))
    assert [row[1] for row in rows] == ["end"] * len(cells)
    return [row[0] for row in rows]


def write(frame: pl.DataFrame, path: Path) -> None:
    table = frame.to_arrow(compat_level=pl.CompatLevel.oldest())
    write_batches(table.to_reader(max_chunksize=1_000), path)


@pytest.mark.parametrize(
    "cell",
    [
        "=1+1",
        '=HYPERLINK("http://x","y")',
        "+1+1",
        "-1+1",
        "-2+3+cmd|' /C calc'!A0",
        "@SUM(A1:A9)",
        "\t=1+1",
        "\r=1+1",
        "\n=1+1",
        "\tx",
        " =1+1",
        "\u00a0=1+1",
        "＝1+1",
        "＋1",
        "－1",
        "＠A1",
        "--5",
        "+5%%",
        "-5-5",
        "+49/30/1234",
        "-A1",
        "+5 +5",
        "-5 cmd",
        "-$A$1",
        "-5:7",
        "-CHF 5",
        "-\n5",
        "-1,2;=1",
    ],
)
def test_a_cell_that_a_spreadsheet_would_run_gets_an_apostrophe(cell: str) -> None:
    assert written([cell])[0].startswith("'")
    assert written([cell])[0].replace("'", "") == cell.replace("'", "")


@pytest.mark.parametrize(
    "cell",
    [
        *("-5", "+5", "-5.25", "-.5", "-5.", "-1e-5", "+1.5E3", "-3%", "-1,200", "-1,200.50", "-0"),
        *("-1.100,50", "-0,5 %", "-1'000.50", "-1\u202f111,25 €", "-€ 5,20", "€ -5", "- 5", "-5-"),
        *("+49 170 1234567", "-"),
    ],
)
def test_numbers_keep_their_signs(cell: str) -> None:
    assert written([cell]) == [cell]


@pytest.mark.parametrize(
    "cell", ["a=b", "x-y", "me@example.org", "1-2", "a, =b", "'=1", "", "5;-7", "51.5;-0.12", "ʹ=1"]
)
def test_other_cells_stay(cell: str) -> None:
    assert written([cell]) == [cell]


@pytest.mark.parametrize(
    ("cell", "safe"),
    [
        ("x;=1+1", "x;'=1+1"),
        ("x; @y", "x; '@y"),
        ("x\t=1", "x\t'=1"),
        ("x\n=1", "x\n'=1"),
        ("x\r\n+a", "x\r\n'+a"),
        ("x;-2+3", "x;'-2+3"),
        ("=a;=b", "'=a;'=b"),
        ("x;-,", "x;'-,"),
        ("x;-e", "x;'-e"),
        ("-5;=b", "'-5;'=b"),
    ],
)
def test_text_behind_a_separator_inside_a_cell_is_guarded_too(cell: str, safe: str) -> None:
    assert written([cell]) == [safe]


def test_headers_are_guarded_and_stay_apart() -> None:
    frame = pl.DataFrame({"=a": ["1"], "'=a": ["2"], "'=a (2)": ["3"], "-5": ["4"]})

    header, row = csv.reader(io.StringIO(csv_bytes(frame).decode()))

    assert header == ["'=a", "'=a (3)", "'=a (2)", "-5"]
    assert row == ["1", "2", "3", "4"]


def test_headers_that_are_patterns_to_polars_keep_their_own_cells() -> None:
    frame = pl.DataFrame({"^b$": ["1"], "b": ["2"], "*": ["3"]})

    assert csv_bytes(frame) == b"^b$,b,*\n1,2,3\n"


@settings(max_examples=300, deadline=None)
@given(cells=st.lists(st.none() | st.text(alphabet="aé,;\"'\n\r\t=-+@ 5.", max_size=6), max_size=4))
def test_every_cell_comes_back_but_for_apostrophes(cells: list[str | None]) -> None:
    for cell, back in zip(cells, written(cells), strict=True):
        if "'" not in (cell or ""):
            assert back.replace("'", "") == (cell or "")
        # No piece that any program could take for a cell begins like a formula.
        for piece in back.replace("\t", ";").replace("\n", ";").replace("\r", ";").split(";"):
            if piece.strip()[:1] in ("=", "+", "-", "@"):
                assert re.fullmatch(r"[+-] ?([5.][5.,']*[+-]?)?|", piece.strip())


def test_a_missing_cell_in_the_only_column_is_still_a_row() -> None:
    text = csv_bytes(pl.DataFrame({"a": ["x", None, "y"]})).decode()

    assert list(csv.reader(io.StringIO(text))) == [["a"], ["x"], [""], ["y"]]
    assert pl.read_csv(text.encode()).height == 3


def test_an_empty_table_is_its_header() -> None:
    assert csv_bytes(pl.DataFrame(schema={"a": pl.String, "b": pl.String})) == b"a,b\n"


def test_parquet_holds_every_cell_as_it_is(tmp_path: Path) -> None:
    frame = pl.DataFrame({"=a": ["=1+1", None, "", "\t@x"], "b;": ["é", "\n", "'", "0"]})
    write(frame, tmp_path / "t.PARQUET")

    assert pl.read_parquet(tmp_path / "t.PARQUET").equals(frame)
    assert pl.read_parquet(parquet_bytes(frame)).equals(frame)


def test_csv_is_written_as_csv_bytes_and_replaces_what_was_there(tmp_path: Path) -> None:
    frame = pl.DataFrame({"a": ["=1", "Żółć"]})
    path = tmp_path / "a name.csv"
    path.write_text("old")

    write(frame, path)

    assert path.read_bytes() == csv_bytes(frame) == "a\n'=1\nŻółć\n".encode()
    assert list(tmp_path.iterdir()) == [path]
    umask = os.umask(0)
    os.umask(umask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~umask


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link = tmp_path / "link.csv"
    link.symlink_to(tmp_path / "real.csv")

    write(pl.DataFrame({"a": ["x"]}), link)

    assert link.is_symlink()
    assert (tmp_path / "real.csv").read_text() == "a\nx\n"


@pytest.mark.parametrize("name", ["t.xlsx", "t", "t.csv.gz", ".csv"])
def test_another_ending_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"one of \.csv, \.parquet\. Got "):
        write(pl.DataFrame({"a": ["x"]}), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "file").write_text("")
    frame = pl.DataFrame({"a": ["x"]})

    for place in (
        tmp_path / "folder.csv",
        tmp_path / "no" / "t.csv",
        tmp_path / "file" / "t.csv",
        tmp_path / ("a" * 300 + ".csv"),
        Path("/proc/t.csv"),
    ):
        with pytest.raises(InputError, match="choose another place") as caught:
            write(frame, place)
        assert str(place) in str(caught.value)


def write_with_little_room(path: Path) -> tuple[str, int, str]:
    frame = pl.DataFrame({"a": [f"{i * 7919:x}" for i in range(BIG)]})
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, resource.RLIM_INFINITY))
    try:
        write(frame, path)
    except SoundingsError as error:
        return type(error).__name__, error.exit_code, str(error)
    return "written", 0, ""


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    paths = [tmp_path / "t.csv", tmp_path / "t.parquet"]
    for path in paths:
        path.write_text("old")
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        told = [pool.submit(write_with_little_room, path).result(timeout=60) for path in paths]

    for path, (kind, code, sentence) in zip(paths, told, strict=True):
        assert (kind, code) == ("ExportError", 1)
        assert sentence.startswith(f"{path} was not written: the disk has no room")
        assert path.read_text() == "old"
    assert sorted(tmp_path.iterdir()) == paths

"""Delimited text comes in batches, and is refused before it fills the memory."""

import csv
from pathlib import Path

import pytest

from core.errors import UnreadableTableError
from core.lake.formats import delimited, delimited_rows, quoted_rows
from core.lake.formats.base import Limits
from tests.core.lake.formats.delimited_text import streamed, whole


def test_a_stream_whose_first_row_never_ends_is_refused(streaming: Path) -> None:
    with pytest.raises(UnreadableTableError, match="no complete row"):
        streamed(streaming, b"x" * 10_000)


def test_a_stream_of_few_wide_rows_comes_in_small_batches(
    streaming: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited_rows, "_BATCH_CELLS", 10)
    streaming.write_bytes("a,b\n".encode("utf-16") + "1,2\n".encode("utf-16-le") * 100)
    (opened,) = delimited.read(streaming, Limits())
    assert [len(batch[0]) for batch in opened.batches] == [5] * 20


def test_a_stream_of_long_cells_comes_in_small_batches(
    streaming: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited_rows, "_BATCH_CHARACTERS", 100)
    row = f"{'x' * 59},\n"
    streaming.write_bytes("a,b\n".encode("utf-16") + row.encode("utf-16-le") * 10)
    (opened,) = delimited.read(streaming, Limits())
    assert [len(batch[0]) for batch in opened.batches] == [2] * 5


def test_a_small_file_of_many_cells_comes_in_batches_as_a_stream_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(delimited_rows, "_BATCH_CELLS", 10)
    opened = delimited.read_whole(b"a,b\n" + b"1\n" * 12)
    assert [list(map(len, batch)) for batch in opened.batches] == [[5, 5], [5, 5], [2, 2]]
    assert opened.reading.rows_padded == 12


def test_short_rows_below_a_line_with_many_commas_are_refused_before_they_fill_the_memory(
    streaming: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited, "WHOLE_FILE_BYTES", 500)
    monkeypatch.setattr(delimited_rows, "_MOST_CELLS", 1_000)
    monkeypatch.setattr(delimited_rows, "_BATCH_CELLS", 1_000)
    header = ",".join(f"c{i}" for i in range(100))
    data = f"{header}\n".encode() + b"1\n" * 1_000
    told = r"The header has 100 cells and most rows have 1: filled up, .* characters of text would"
    with pytest.raises(UnreadableTableError, match=told):
        whole(data)
    with pytest.raises(UnreadableTableError, match=told):
        streamed(streaming, data)
    assert len(whole(data[:490])[1]) == 50


def test_a_stream_with_a_line_that_does_not_end_is_refused_before_it_fills_the_memory(
    streaming: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quoted_rows, "_MOST_LINE_CHARACTERS", 1_000)
    assert len(streamed(streaming, b"a,b\n" * 50 + b"x" * 998 + b"\n")[1]) == 50
    with pytest.raises(UnreadableTableError, match="A line must have fewer than 1,000 characters"):
        streamed(streaming, b"a,b\n" * 50 + b"x" * 1_000 + b"\n")


def test_a_stream_with_a_cell_that_does_not_end_is_refused_before_it_fills_the_memory(
    streaming: Path,
) -> None:
    before = csv.field_size_limit(1_000)
    try:
        with pytest.raises(
            UnreadableTableError, match=r"A cell must have at most .* A quote may be"
        ):
            streamed(streaming, b"a,b\n" * 50 + b'"open,1\n' + b"1,2\n" * 500 + b'",1\n')
    finally:
        csv.field_size_limit(before)


def test_a_stream_whose_open_quote_swallows_more_than_a_cell_may_hold_is_read_without(
    streaming: Path,
) -> None:
    before = csv.field_size_limit(1_000)
    try:
        data = b"a,b\n" + b"1,2\n" * 50 + b'"5,6\n' + b"7,8\n" * 500
        _, rows, reading = streamed(streaming, data)
    finally:
        csv.field_size_limit(before)
    assert rows[50:] == [('"5', "6"), *[("7", "8")] * 500]
    assert reading.notes == [
        "A quote in row 51 is never closed, so quotes were read as plain characters from there on."
    ]

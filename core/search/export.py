"""Write a table to a file that people open with other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import InputError
from core.store.formulas import AFTER_BREAK, BREAK, FORMULA, NUMBER
from core.store.named_file import named_file
from core.store.streams import ending_of

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

SUFFIXES = (".csv", ".parquet")


def write_batches(batches: pa.RecordBatchReader, path: Path) -> None:
    """Write rows of text as CSV (`csv_bytes`) or Parquet, by the path's ending, batch by batch.

    A stream whose name has none, such as ``/dev/stdout``, takes CSV.

    The file is there whole or not at all; one of that name is replaced.

    Parameters
    ----------
    batches
        Text columns of different names.

    Raises
    ------
    InputError
        If the ending is neither, or the place cannot be written.
    ExportError
        If the disk is full.
    BrokenPipeError
        If the place is a pipe that nobody reads any more.
    """
    import polars as pl
    import pyarrow.parquet as pq

    check_target(path)
    with named_file(path) as beside, beside.open("xb") as file:
        if _is_parquet(path):
            with pq.ParquetWriter(file, batches.schema) as writer:
                for batch in batches:
                    writer.write_batch(batch)
            return
        nothing = pl.DataFrame(batches.schema.empty_table())
        file.write(csv_bytes(nothing))
        for batch in batches:
            file.write(_csv(pl.DataFrame(batch), with_header=False))


def check_target(path: Path) -> None:
    """Refuse a path that `write_batches` will not write, before the work is done.

    Raises
    ------
    InputError
        If the ending is not one of `SUFFIXES`, or the folder is not there.
    """
    if _ending(path) not in SUFFIXES:
        raise InputError(f"A table is written as one of {', '.join(SUFFIXES)}. Got {path.name}.")
    try:
        there = path.parent.is_dir() and not path.is_dir()
    except (OSError, ValueError):  # a name too long, or with a NUL
        there = False
    if not there:
        raise InputError(
            f"A table is written to a file in a folder that is there. Got {path}; choose another "
            "place."
        )


def csv_bytes(frame: pl.DataFrame) -> bytes:
    r"""Return a frame of text as CSV that no spreadsheet runs as formulas, UTF-8.

    As OWASP's page "CSV Injection" has it, a cell or header gets an apostrophe in front if it
    begins with ``=``, ``+``, ``-``, ``@`` or one of their full-width forms (also after blanks and
    what has no width), or with a tab, a line feed, a carriage return or U+FEFF, which would be the
    file's byte order mark and leave a formula in the first header. Numbers of any country keep
    their signs: ``-5``, ``+1.5e3``, ``-3 %``, ``-1,200``, ``-1.100,50 €`` and ``+49 170 1234567``
    stay, and so does a ``-`` alone. As that page also says, separators inside a cell count: where
    text after a semicolon, a tab or a line break begins like a formula it gets the apostrophe too
    (a number does not), for a spreadsheet may split there. Parquet holds every cell as it is.

    Two headers that become equal by this are told apart by ``(2)``. A missing cell is empty.

    Examples
    --------
    >>> import polars as pl
    >>> print(csv_bytes(pl.DataFrame({"sum": ["=A1+A2", "-5", "a;@b"]})).decode())
    sum
    '=A1+A2
    -5
    a;'@b
    <BLANKLINE>
    """
    return _csv(frame, with_header=True)


def _csv(frame: pl.DataFrame, with_header: bool) -> bytes:
    import polars as pl

    header = pl.Series(frame.columns, dtype=pl.String)
    names = _unique(pl.select(_harmless(pl.lit(header))).to_series().to_list())
    numbers = [f"c{place}" for place in range(frame.width)]  # polars takes "*" for every column
    numbered = pl.DataFrame([column.alias(n) for column, n in zip(frame, numbers, strict=True)])
    cells = numbered.select(_harmless(pl.col(n).cast(pl.String)).alias(n) for n in numbers)
    cells.columns = names
    if cells.width == 1:  # an empty line is no row to most readers; "" is
        cells = cells.with_columns(pl.all().fill_null(""))
    return cells.write_csv(include_header=with_header).encode()


def parquet_bytes(frame: pl.DataFrame) -> bytes:
    """Return a frame as Parquet."""
    import io

    buffer = io.BytesIO()
    frame.write_parquet(buffer)
    return buffer.getvalue()


def _is_parquet(path: Path) -> bool:
    return _ending(path) == ".parquet"


def _ending(path: Path) -> str:
    return ending_of(path, of_stream=".csv")


def _harmless(cells: pl.Expr) -> pl.Expr:
    import polars as pl

    inside = cells.str.replace_all(f"({BREAK})({AFTER_BREAK})", "${1}'${2}")
    runs = cells.str.contains(f"^{FORMULA}")
    guarded = pl.when(runs).then(pl.concat_str(pl.lit("'"), inside)).otherwise(inside)
    return pl.when(cells.str.contains(f"^{NUMBER}$")).then(cells).otherwise(guarded)


def _unique(names: list[str]) -> list[str]:
    taken = set(names)
    seen: set[str] = set()
    unique = []
    for name in names:
        free, number = name, 2
        while free in seen or (free != name and free in taken):
            free, number = f"{name} ({number})", number + 1
        seen.add(free)
        unique.append(free)
    return unique

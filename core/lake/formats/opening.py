"""From a file's name to its format, and from a file to its tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from core.errors import UnreadableTableError
from core.lake.formats.base import Limits, OpenTable
from core.lake.formats.compression import COMPRESSED
from core.lake.formats.decimal_marks import respelt
from core.lake.formats.file_format import DELIMITED, FORMATS, SQLITE, FileFormat
from core.lake.formats.odd_rows import watched
from core.lake.formats.read_as import ALL_GUESSED, FileReadAs
from core.lake.formats.unnamed_columns import unnamed

SUPPORTED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {form.name: form.suffixes for form in FORMATS}
)
"""Suffixes of each format; delimited text and JSON may also end in ``.gz`` or ``.zst``."""

_BY_SUFFIX = {suffix: form for form in FORMATS for suffix in form.suffixes}


def is_supported(path: Path | str) -> bool:
    """Say whether a file's name is that of a format that is read.

    Parameters
    ----------
    path
        Only the name is looked at; upper and lower case are one.

    Returns
    -------
    bool
        Whether `open_tables` has a reader for it; the file may still be unreadable.

    Examples
    --------
    >>> is_supported(Path("Sales.CSV.gz")), is_supported(Path("a.parquet.gz"))
    (True, False)
    """
    return _format_of(path) is not None


def open_tables(
    path: Path, limits: Limits, how: FileReadAs = ALL_GUESSED, content: bytes | None = None
) -> Iterator[OpenTable]:
    """Read the tables of one file, whatever its format: the only way from a file to cells.

    Parameters
    ----------
    path
        A file; its suffix says the format.
    limits
        How far a compressed file may unpack.
    how
        What is said of how the file is read; what its format has no use for is left aside.
    content
        The whole of a file of plain delimited text (`is_plain_text`), where it was read already.

    Yields
    ------
    OpenTable
        One after the other: taking the next one ends the batches of the one before. A file that
        is one table gives one with the name ``""``; a workbook with several sheets and a database
        give one for each, in which ``%`` and ``/`` of the name are written ``%25`` and ``%2F``.
        Numbers with a decimal mark that was said, or a decimal comma that the file shows, are
        written with a point and no thousands (`decimal_marks`); columns that pandas calls
        ``Unnamed: N`` have no name (`unnamed_columns`); rows that look like no records are noted
        (`odd_rows`).

    Raises
    ------
    UnreadableTableError
        If the suffix is unknown or the file cannot be read, or not as it was said; for some faults
        only when the batches are consumed.
    """
    form = _format_of(path)
    if form is None:
        suffix = "".join(path.suffixes[-2:]) if path.suffix.lower() in COMPRESSED else path.suffix
        raise UnreadableTableError(
            f'"{suffix}" is not a table format that is read.'
            if suffix
            else "A file without a suffix is not a table format that is read.",
            f"Formats: {_listing()}.",
        )
    for opened in form.read(path, limits, how, content):
        yield watched(respelt(unnamed(opened), how.of(opened.name).decimal))


def is_plain_text(path: Path) -> bool:
    """Say whether a file's name is that of delimited text that is not compressed.

    Examples
    --------
    >>> is_plain_text(Path("a.CSV")), is_plain_text(Path("a.csv.gz"))
    (True, False)
    """
    return path.suffix.lower() in DELIMITED.suffixes


def write_ahead_log(path: Path | str) -> Path | None:
    """Return where a SQLite database keeps its log, which may not be there; none of other files.

    Examples
    --------
    >>> write_ahead_log(Path("shop.db")), write_ahead_log(Path("a.csv"))
    (PosixPath('shop.db-wal'), None)
    """
    return Path(f"{path}-wal") if _format_of(path) is SQLITE else None


def sayable(path: Path) -> frozenset[str]:
    """Return the fields of `ReadAs` that make a difference to a file, by its name.

    Examples
    --------
    >>> sorted(sayable(Path("book.xlsx"))), sorted(sayable(Path("a.parquet")))
    (['decimal', 'header', 'rows_from'], ['decimal'])
    """
    form = _format_of(path)
    return form.sayable if form else frozenset({"decimal"})


def holds_several(path: Path) -> bool:
    """Say whether a file's name is that of a format whose files may hold several tables.

    Examples
    --------
    >>> holds_several(Path("book.XLSX")), holds_several(Path("a.csv"))
    (True, False)
    """
    form = _format_of(path)
    return form is not None and form.holds_several


def _format_of(path: Path | str) -> FileFormat | None:
    # Without pathlib, which costs more than all else that is asked of a name.
    name = path.rpartition("/")[2] if isinstance(path, str) else path.name
    last = _suffix(name)
    if last not in COMPRESSED:
        return _BY_SUFFIX.get(last)
    form = _BY_SUFFIX.get(_suffix(name[: -len(last)]))
    return form if form and form.streamed else None


def _suffix(name: str) -> str:
    """Return a name's lower-cased suffix with its dot, as `Path.suffix` has it."""
    stem, dot, ending = name.rpartition(".")
    return f"{dot}{ending}".lower() if stem and ending else ""


def _listing() -> str:
    kinds = (f"{form.name} ({', '.join(form.suffixes)})" for form in FORMATS)
    return f"{'; '.join(kinds)}; delimited text and JSON also with {' or '.join(COMPRESSED)}"

"""Delimiter and quoting of delimited text, guessed by stated rules."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, deque
from collections.abc import Iterable

from core.errors import UnreadableTableError

DELIMITERS = ",;\t|"
"""The delimiters that are looked for; on equal evidence the first wins."""

SAMPLE_CHARACTERS = 64 * 1024
_MOST_CONTROL_CHARACTERS_OF_TEXT = 0.02
_STATED = re.compile("sep=([,;\t|])\r?\n")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_DIGESTIBLE_MAGIC = {
    b"PK\x03\x04": "a ZIP archive, perhaps an Excel workbook: rename it to .xlsx or unpack it",
    b"\x1f\x8b": "gzip-compressed: add .gz to its name",
    b"\x28\xb5\x2f\xfd": "zstd-compressed: add .zst to its name",
    b"PAR1": "Parquet: rename it to .parquet",
    b"%PDF": "a PDF: extract its tables first",
    b"SQLite format 3": "an SQLite database: rename it to .sqlite",
}


def refuse_binary(text: str, data: bytes) -> None:
    """Refuse what is not text.

    Raises
    ------
    UnreadableTableError
        If more than 2% of the first characters are control characters.
    """
    sample = text[:SAMPLE_CHARACTERS]
    # At most a handful of matches in real text, so counting them all is cheap.
    if len(_CONTROL.findall(sample)) <= len(sample) * _MOST_CONTROL_CHARACTERS_OF_TEXT:
        return
    hint = next(
        (f"It is {what}." for magic, what in _DIGESTIBLE_MAGIC.items() if data.startswith(magic)),
        "If it is a table, name it after its real format.",
    )
    raise UnreadableTableError("Its content is binary, not delimited text.", hint)


def guess_delimiter(sample: str, default: str = ",") -> str:
    r"""Guess the delimiter from the start of a text.

    If the first line has the default and no other of `DELIMITERS`, that is it. Otherwise the one
    under which the first row has as many cells as the commonest, that being more than one; then
    one under which the first row has several cells; then the one under which most rows have as
    many as the commonest; then the one with the most cells.

    One that the first row has not and that a blank always follows is punctuation.

    Parameters
    ----------
    sample
        The first lines.
    default
        What to return for a text with one column.

    Examples
    --------
    >>> guess_delimiter("name;price\nham, smoked;1,50\n")
    ';'
    """
    first = sample[: sample.find("\n")] if "\n" in sample else sample
    found = [d for d in DELIMITERS if d in first]
    if found == [default] and first.count('"') % 2 == 0:
        return default
    candidates = [d for d in DELIMITERS if d in sample and (d in first or not _is_prose(sample, d))]
    if not candidates:
        return next((d for d in (default, *reversed(DELIMITERS)) if d not in sample), default)
    evidence = [(*_evidence(sample, d), d == default, -i, d) for i, d in enumerate(candidates)]
    *_, consistent, width, _, _, best = max(evidence)
    return best if width > 1 and consistent > 0 else default


def stated_delimiter(sample: str) -> str | None:
    r"""Read the delimiter off a first line ``sep=;``, which is meant for Excel.

    Examples
    --------
    >>> stated_delimiter("sep=;\r\na;b\r\n"), stated_delimiter("sep;a\n")
    (';', None)
    """
    stated = _STATED.match(sample)
    return stated[1] if stated else None


def _is_prose(sample: str, delimiter: str) -> bool:
    """Whether a blank always follows: "Paris, France" below the header "city" is one cell."""
    return sample.count(delimiter) == sample.count(f"{delimiter} ")


def _evidence(sample: str, delimiter: str) -> tuple[bool, bool, float, int]:
    """Whether the first row is as wide as the commonest, and wide; how many are; that width."""
    rows = csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter)
    first = next((len(row) for row in rows if row), 0)
    widths = row_widths(rows)
    widths[first] += 1
    width, often = max(widths.items(), key=lambda item: (item[1], item[0] == first, item[0]))
    if width <= 1:
        return False, False, 0.0, width
    return first == width, first > 1, round(often / widths.total(), 1), width


def guess_escape(sample: str, delimiter: str) -> str | None:
    r"""Say whether quotes inside quoted cells are escaped by backslashes instead of doubled.

    Only if the quotes do not fit otherwise: in ``"C:\data\",1`` the backslash is a character.

    Parameters
    ----------
    sample
        The first lines.

    Returns
    -------
    str or None
        The escaping character.

    Examples
    --------
    >>> guess_escape('"say \\"hi\\", please",1\n', ",")
    '\\'
    >>> guess_escape('"C:\\data\\",1\n', ",") is None
    True
    """
    if '\\"' not in sample or _quotes_fit(sample, delimiter, None):
        return None
    return "\\" if _quotes_fit(sample, delimiter, "\\") or '""' not in sample else None


def _quotes_fit(sample: str, delimiter: str, escape: str | None) -> bool:
    lines = io.StringIO(sample, newline="")
    try:
        deque(csv.reader(lines, delimiter=delimiter, escapechar=escape, strict=True), maxlen=0)
    except csv.Error as error:
        # The sample may end inside a quoted cell.
        return "end of data" in str(error)
    return True


def row_widths(rows: Iterable[list[str]]) -> Counter[int]:
    """Count rows by their number of cells, blank lines left out."""
    return Counter(len(row) for row in rows if row)

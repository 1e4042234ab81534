"""Delimiter and quoting of delimited text, guessed by stated rules."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.amounts import amount
from core.errors import UnreadableTableError
from core.lake.formats.header_row import MOST_LINES_ABOVE, has_names_only

if TYPE_CHECKING:
    import _csv

DELIMITERS = ",;\t|"
"""The delimiters that are looked for; on equal evidence the first wins."""

SAMPLE_CHARACTERS = 64 * 1024
_LEAST_ROWS_BELOW_TITLES = 3
_LEAST_OF_ONE_WIDTH = 0.9
_MARKED_UP = re.compile(r"[\s\ufeff]*<(?:!doctype|html|\?xml)\b", re.IGNORECASE)
_PAGE = (
    "Its content is a web page or XML, not delimited text.",
    "Download it again: in place of a file there may have been a request to log in, or an error.",
)
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


@dataclass(frozen=True)
class Dialect:
    """How text is cut into rows and cells."""

    encoding: str
    delimiter: str
    quoting: int = csv.QUOTE_MINIMAL
    escape: str | None = None

    def rows(self, lines: Iterable[str], strict: bool = False) -> _csv.Reader:
        """Cut lines into rows, blank lines included; if strict, only where all quotes fit."""
        return csv.reader(
            lines,
            delimiter=self.delimiter,
            quoting=self.quoting,  # type: ignore[arg-type] # csv's constants are plain ints
            escapechar=self.escape,
            strict=strict,
        )

    def literally(self) -> Dialect:
        """Return the same with quotes as characters like any other."""
        return Dialect(self.encoding, self.delimiter, quoting=csv.QUOTE_NONE)


def refuse_no_table(text: str, data: bytes) -> None:
    """Refuse what is not text, or is marked up as a page; of a text say which characters it is for.

    Raises
    ------
    UnreadableTableError
        If more than 2% of the first characters are control characters, or it begins as HTML or XML.
    """
    sample = text[:SAMPLE_CHARACTERS]
    if _MARKED_UP.match(sample):
        raise UnreadableTableError(*_PAGE)
    # At most a handful of matches in real text, so counting them all is cheap.
    found = _CONTROL.findall(sample)
    if len(found) <= len(sample) * _MOST_CONTROL_CHARACTERS_OF_TEXT:
        return
    what = next((what for magic, what in _DIGESTIBLE_MAGIC.items() if data.startswith(magic)), "")
    if what or "\0" in sample:
        hint = f"It is {what}." if what else "If it is a table, name it after its real format."
        raise UnreadableTableError("Its content is binary, not delimited text.", hint)
    above = io.StringIO(sample[: sample.index(found[0])] + found[0], newline="")
    raise UnreadableTableError(
        f"It has {amount(len(found), 'control character')} that no table has in the first "
        f"{len(sample):,}, the first U+{ord(found[0]):04X} in line {sum(1 for _ in above):,}.",
        "Take such characters out; if it is no text, name it after its real format.",
    )


def guess_delimiter(sample: str, default: str = ",") -> str:
    r"""Guess the delimiter from the start of a text.

    If the first line has the default and no other of `DELIMITERS`, that is it. Otherwise the one
    under which the first row has as many cells as the commonest, that being more than one; then
    one under which the first row has several cells; then the one under which most rows have as
    many as the commonest; then the one with the most cells.

    One that the first row has not and that a blank always follows is punctuation. Titles may have
    another than the table below them: ``Sales 2024, in EUR``.

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
    first = sample.partition("\n")[0]
    if [d for d in DELIMITERS if d in first] == [default] and first.count('"') % 2 == 0:
        best = default
    else:
        best = _by_widths(sample, first, default)
    return _below_titles(sample, first.partition("\r")[0], best) or best


def _by_widths(sample: str, first: str, default: str) -> str:
    candidates = [d for d in DELIMITERS if d in sample and (d in first or not _is_prose(sample, d))]
    if not candidates:
        return next((d for d in (default, *reversed(DELIMITERS)) if d not in sample), default)
    evidence = [(*_evidence(sample, d), d == default, -i, d) for i, d in enumerate(candidates)]
    *_, consistent, width, _, _, best = max(evidence)
    return best if width > 1 and consistent > 0 else default


def _below_titles(sample: str, first: str, best: str) -> str | None:
    """Find the delimiter of a table whose title has another, if there is such a table."""
    if best not in first or first.count('"') % 2:
        return None
    others = [other for other in DELIMITERS if other not in first and other in sample]
    for other in others:
        # Hardly a table has another in so many places, and whole lakes are read.
        above = sample.count("\n", 0, sample.index(other))
        least = _LEAST_OF_ONE_WIDTH * (sample.count("\n") - above)
        many = sample.count(other) >= max(least, _LEAST_ROWS_BELOW_TITLES)
        if many and not _is_prose(sample, other) and _has_titles(sample, other, best):
            return other
    return None


def _has_titles(sample: str, delimiter: str, best: str) -> bool:
    """Whether below lone cells there are names and rows as wide, which `best` parts nowhere."""
    rows = _rows(sample, delimiter)
    above = next((place for place, row in enumerate(rows) if len(row) > 1), 0)
    below = rows[above:]
    if not 0 < above <= MOST_LINES_ABOVE or len(below) < _LEAST_ROWS_BELOW_TITLES:
        return False
    as_wide = row_widths(below)[len(below[0])]
    if as_wide < _LEAST_OF_ONE_WIDTH * len(below) or not has_names_only(below[0]):
        return False
    others = _rows(sample, best)[above:]
    return bool(others) and (len(others[0]) == 1 or row_widths(others).most_common(1)[0][0] == 1)


def _rows(sample: str, delimiter: str) -> list[list[str]]:
    return [row for row in csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter) if row]


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


def guess_escape(text: str, delimiter: str) -> str | None:
    r"""Say whether quotes inside quoted cells are escaped by backslashes instead of doubled.

    Only if the quotes do not fit otherwise: in ``"C:\data\",1`` the backslash is a character.

    Parameters
    ----------
    text
        All of it, or the first lines.

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
    if '\\"' not in text or _quotes_fit(text, delimiter, None):
        return None
    if _quotes_fit(text, delimiter, "\\"):
        return "\\"
    # Stray quotes beside: where one is escaped that no cell ends with, quotes are.
    ends = re.escape(delimiter)
    return "\\" if '""' not in text and re.search(rf'\\"[^{ends}\r\n]', text) else None


def _quotes_fit(text: str, delimiter: str, escape: str | None) -> bool:
    lines = io.StringIO(text, newline="")
    try:
        deque(csv.reader(lines, delimiter=delimiter, escapechar=escape, strict=True), maxlen=0)
    except csv.Error as error:
        # The text may end inside a quoted cell.
        return "end of data" in str(error)
    return True


def row_widths(rows: Iterable[list[str]]) -> Counter[int]:
    """Count rows by their number of cells, blank lines left out."""
    return Counter(len(row) for row in rows if row)

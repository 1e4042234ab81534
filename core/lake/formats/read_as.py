"""How a file is to be read, where a person knows better than the guess."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from core.errors import InputError
from core.lake.formats.encodings import encoding_named, encoding_title

GUESS = "guess"
"""In place of a value: what was said before is taken back."""

DELIMITERS: Mapping[str, str] = {
    "comma": ",",
    "semicolon": ";",
    "tab": "\t",
    "bar": "|",
    "blank": " ",
    "colon": ":",
}
"""Delimiters by their names."""

DECIMALS: Mapping[str, str] = {"comma": ",", "point": "."}
"""Decimal marks by their names."""

_MOST_LINES = 1_000_000
_NAMED = {delimiter: f"{name}s" for name, delimiter in DELIMITERS.items()}


@dataclass(frozen=True)
class ReadAs:
    """What is said of how one table is read; all that is not said is guessed.

    Parameters
    ----------
    header
        Line with the names of the columns, from 1; 0 if there is none. A line is one of the file
        as an editor counts them, or a row of a sheet.
    rows_from
        Line with the first row, if it is not the one behind the header.
    encoding
        Python's name.
    delimiter
        One character between cells.
    decimal
        The decimal mark of numbers, a point or a comma.

    Examples
    --------
    >>> ReadAs(header=3, encoding="cp1250").told()
    'header in line 3, Windows-1250'
    """

    header: int | None = None
    rows_from: int | None = None
    encoding: str = ""
    delimiter: str = ""
    decimal: str = ""

    def __bool__(self) -> bool:
        """Whether anything is said."""
        return self != GUESSED

    def told(self) -> str:
        """Say it in a few words; empty if all is guessed."""
        return ", ".join(self._words())

    def _words(self) -> Iterator[str]:
        if self.header is not None:
            yield f"header in line {self.header:,}" if self.header else "no header"
        if self.rows_from is not None:
            yield f"rows from line {self.rows_from:,}"
        if self.encoding:
            yield encoding_title(self.encoding)
        if self.delimiter:
            yield f"separated by {delimiter_title(self.delimiter)}"
        if self.decimal:
            yield "decimal comma" if self.decimal == "," else "decimal point"

    def with_said(self, said: Mapping[str, str | None]) -> ReadAs:
        """Change what is said.

        Parameters
        ----------
        said
            Names of fields to what a person writes: a line, ``none`` for no header, a name of an
            encoding, of a delimiter or of a decimal mark, or one of these marks itself; ``guess``
            takes back what was said before. None leaves it as it is.

        Raises
        ------
        InputError
            If a value cannot be meant, or the rows would begin above the header.

        Examples
        --------
        >>> ReadAs(header=3).with_said({"header": "guess", "encoding": "latin2"})
        ReadAs(header=None, rows_from=None, encoding='iso8859-2', delimiter='', decimal='')
        """
        known = asdict(self)
        for name, value in said.items():
            if value is not None:
                known[name] = _READ[name](value) if value.strip() != GUESS else _NOTHING[name]
        return _checked(ReadAs(**known))

    def only(self, names: frozenset[str]) -> ReadAs:
        """Leave out what is said of other fields than these."""
        return ReadAs(**{name: value for name, value in asdict(self).items() if name in names})


GUESSED = ReadAs()
"""Nothing is said."""


def _checked(one: ReadAs) -> ReadAs:
    if one.rows_from is None:
        return one
    if one.header is None:
        raise InputError(
            "Where the rows begin is said together with the header: its line, or that there is "
            f"none. Got rows from line {one.rows_from:,} alone; say the header too."
        )
    if one.rows_from <= one.header:
        raise InputError(
            f"Rows begin below the header. Got rows from line {one.rows_from:,} and the header in "
            f"line {one.header:,}."
        )
    return one


def _line(value: str) -> int:
    if not value.strip().isdecimal() or not 1 <= int(value) <= _MOST_LINES:
        raise InputError(
            f"A line is a number from 1 to {_MOST_LINES:,}, or {GUESS!r}. Got {value!r}."
        )
    return int(value)


def _header(value: str) -> int:
    return 0 if value.strip().lower() in {"none", "no", "0"} else _line(value)


def _delimiter(value: str) -> str:
    found = DELIMITERS.get(value.strip().lower().removesuffix("s"), value)
    if found == "\\t":
        found = "\t"
    if len(found) != 1 or not found.isascii() or found.isalnum() or found in '"\r\n\0':
        raise InputError(
            f"A delimiter is one character that is no letter, digit or quote, or one of "
            f"{', '.join(DELIMITERS)}. Got {value!r}."
        )
    return found


def _decimal(value: str) -> str:
    found = DECIMALS.get(value.strip().lower(), value.strip())
    if found not in DECIMALS.values():
        raise InputError(f"A decimal mark is {' or '.join(DECIMALS)}. Got {value!r}.")
    return found


_READ = {
    "header": _header,
    "rows_from": _line,
    "encoding": encoding_named,
    "delimiter": _delimiter,
    "decimal": _decimal,
}
_NOTHING: Mapping[str, Any] = {one.name: one.default for one in fields(ReadAs)}


def delimiter_title(delimiter: str) -> str:
    """Name what stands between cells.

    Examples
    --------
    >>> delimiter_title(";"), delimiter_title("~")
    ('semicolons', '~')
    """
    return _NAMED.get(delimiter, delimiter)


@dataclass(frozen=True)
class FileReadAs:
    """What is said of a file, and of single tables inside it.

    Parameters
    ----------
    whole
        Of every table that nothing of its own is said of.
    inner
        Names of tables inside the file (`OpenTable.name`) with what is said of each.
    """

    whole: ReadAs = GUESSED
    inner: tuple[tuple[str, ReadAs], ...] = ()

    def of(self, name: str) -> ReadAs:
        """Return what is said of a table inside the file; of the file itself by an empty name."""
        return next((one for inner, one in self.inner if inner == name), self.whole)

    def as_text(self) -> str:
        """Write it as one text, empty if nothing is said: what the catalog keeps.

        Examples
        --------
        >>> FileReadAs(ReadAs(header=3)).as_text()
        '{"": {"header": 3}}'
        """
        said = {name: _said(one) for name, one in (("", self.whole), *self.inner)}
        said = {name: one for name, one in said.items() if one or name}
        return json.dumps(said, ensure_ascii=False, sort_keys=True) if said else ""

    @classmethod
    def from_text(cls, text: str) -> FileReadAs:
        """Read what `as_text` wrote."""
        said = {name: ReadAs(**one) for name, one in json.loads(text or "{}").items()}
        whole = said.pop("", GUESSED)
        return cls(whole, tuple(sorted(said.items(), key=lambda pair: pair[0])))


def read_as_text(one: ReadAs) -> str:
    """Write what is said of a table as one text, empty if nothing is."""
    # Of most files nothing is said, and whole lakes are read.
    return json.dumps(_said(one), sort_keys=True) if one else ""


def _said(one: ReadAs) -> dict[str, Any]:
    return {name: value for name, value in asdict(one).items() if value != _NOTHING[name]}


ALL_GUESSED = FileReadAs()
"""Nothing is said of a file nor of what is inside it."""

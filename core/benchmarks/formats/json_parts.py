"""JSON in parts: of a file no more is held than the value that is being read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from core.errors import MalformedFileError

_CHUNK = 1024 * 1024
_LONGEST_WORD = 16
"""Characters of a word or an escape that may be cut off: more than in ``-Infinity``."""
_GOES_ON = 3
"""Characters behind a number that show whether it ends there: ``1e+2`` begins as ``1`` does."""
_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


class JsonParts:
    """A JSON text that is read from its beginning on, an array or an object by its parts.

    What does not have its form raises `MalformedFileError`.
    """

    def __init__(self, file: TextIO, path: Path) -> None:
        self._file = file
        self._path = path
        self._text = ""
        self._at = 0
        self._counted = 0
        """Up to where line ends were counted."""
        self._line = 1
        self.line = 1
        """The line that the value begins on which was read last."""

    def next(self) -> str:
        """Return the next character that is no blank; none at the end."""
        while True:
            found = _SPACE.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text) or not self._more():
                return self._text[self._at : self._at + 1]

    def value(self) -> Any:
        """Return the next value whole."""
        self.next()
        self.line = self._line_here()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if not self._is_cut_off(error) or not self._more():
                    raise self._fault(error.msg) from None
            except RecursionError:
                raise self._fault("a value that is nested too deeply") from None
            else:
                if end + _GOES_ON <= len(self._text) or not self._more():
                    self._at = end
                    return value

    def items(self) -> Iterator[Any]:
        """Give the values of an array, which is next."""
        if self._opens("[", "]"):
            while True:
                yield self.value()
                if self._ends("]"):
                    return

    def members(self) -> Iterator[str]:
        """Give the keys of an object, which is next; the value of each is to be read meanwhile."""
        if self._opens("{", "}"):
            while True:
                if self.next() != '"':
                    raise self._fault("no name of a value")
                key = self.value()
                self._take(":")
                yield key
                if self._ends("}"):
                    return

    def end(self) -> None:
        """Make sure that nothing follows."""
        if self.next():
            raise self._fault("more behind its end")

    def _opens(self, mark: str, end: str) -> bool:
        self._take(mark)
        if self.next() != end:
            return True
        self._at += 1
        return False

    def _ends(self, mark: str) -> bool:
        if self.next() == mark:
            self._at += 1
            return True
        self._take(",")
        return False

    def _take(self, mark: str) -> None:
        if self.next() != mark:
            raise self._fault(f"no {mark!r} where one belongs")
        self._at += 1

    def _is_cut_off(self, error: json.JSONDecodeError) -> bool:
        open_text = error.msg.startswith("Unterminated")
        return open_text or error.pos > len(self._text) - _LONGEST_WORD

    def _more(self) -> bool:
        """Let go of what was read and read on, twice as much each time for one value."""
        more = self._file.read(max(_CHUNK, len(self._text) - self._at))
        if more:
            self._line_here()
            self._text, self._at, self._counted = self._text[self._at :] + more, 0, 0
        return bool(more)

    def _line_here(self) -> int:
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line

    def _fault(self, got: str) -> MalformedFileError:
        return MalformedFileError(
            f"The file must be JSON. Got: {got}.", self._path, self._line_here()
        )


@contextmanager
def json_parts(path: Path) -> Iterator[JsonParts]:
    """Open a file of JSON.

    Raises
    ------
    MalformedFileError
        If it cannot be read, is not UTF-8, or what is read of it does not have its form.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            yield JsonParts(file, path)
    except OSError as error:
        told = f"The file must be readable. Got: {error.strerror or error}."
        raise MalformedFileError(told, path) from None
    except UnicodeDecodeError:
        told = "The file must be UTF-8 text. Got a byte that is not; save it as UTF-8."
        raise MalformedFileError(told, path) from None

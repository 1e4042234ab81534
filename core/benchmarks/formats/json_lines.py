"""JSON Lines, an object a line, every fault with its line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.errors import MalformedFileError
from core.store.text_files import read_lines, require_unicode


def read_objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Give the objects of a file with their lines, of which no more than one is held.

    Raises
    ------
    MalformedFileError
        If a line is not one JSON object, or has half a character; as `read_lines`.
    """
    for line, content in read_lines(path):
        try:
            value = json.loads(content)
        except (ValueError, RecursionError) as error:
            raise MalformedFileError(
                f"Every line must be a JSON object. Got: {error}.", path, line
            ) from None
        if not isinstance(value, dict):
            raise MalformedFileError(
                f"Every line must be a JSON object. Got {content[:60]!r}.", path, line
            )
        require_unicode(value, path, line)
        yield line, value


def text_of(
    value: dict[str, Any], keys: tuple[str, ...], path: Path, line: int | None
) -> str | None:
    """Return the first of several keys that has a value, as text; None if none has.

    Raises
    ------
    MalformedFileError
        If it is neither text nor a whole number.
    """
    for key in keys:
        found = value.get(key)
        if found is None or found == "":
            continue
        if not _is_text(found):
            raise MalformedFileError(f"{key!r} must be a text. Got {found!r}.", path, line)
        return str(found)
    return None


def texts_of(value: dict[str, Any], key: str, path: Path, line: int | None) -> list[str]:
    """Return the texts of a key, which may be one or a list; none if it has no value.

    Raises
    ------
    MalformedFileError
        If one is neither text nor a whole number.
    """
    given = value.get(key)
    if given is None:
        return []
    listed = given if isinstance(given, list) else [given]
    if not all(map(_is_text, listed)):
        raise MalformedFileError(
            f"{key!r} must be a text, or a list of texts. Got {given!r}.", path, line
        )
    return [str(one) for one in listed]


def _is_text(value: Any) -> bool:
    """Whether a value is text, or a whole number, which ids often are."""
    return isinstance(value, str | int) and not isinstance(value, bool)


def require_text(value: dict[str, Any], keys: tuple[str, ...], path: Path, line: int | None) -> str:
    """Return `text_of`, which must be there.

    Raises
    ------
    UnknownColumnsError
        If none of the keys has a value.
    """
    found = text_of(value, keys, path, line)
    if found is None:
        from core.errors import UnknownColumnsError

        raise UnknownColumnsError(
            f"It must have {' or '.join(map(repr, keys))}. Got {', '.join(value) or 'nothing'}.",
            path,
            line,
        )
    return found

"""Names of files for tables that stood inside a benchmark's own files, and the ids back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from urllib.parse import quote, unquote

CSV = ".csv"
"""Ending of the files."""
_LEFT = " ()[],'!&+@=#~;-_."
"""Signs of an id that a file's name has as they are, besides Latin letters and digits."""
_MOST_BYTES = 255
"""Of one name, on every usual file system."""


def file_name(part: str, ending: str = "") -> str:
    """Return the name of a file or folder for an id.

    All that is not Latin is quoted, as benchmarks that were added know their tables by such names.
    What that makes too long keeps its letters, and is cut if it is too long even so.

    Examples
    --------
    >>> file_name("Beyoncé (a/b)", CSV)
    'Beyonc%C3%A9 (a%2Fb).csv'
    """
    name = _ended(_quoted(part), ending)
    if len(name.encode()) <= _MOST_BYTES:
        return name
    letters = (c if c > "\x7f" and c.isprintable() else _quoted(c) for c in part)
    name = _ended("".join(letters), ending)
    if len(name.encode()) <= _MOST_BYTES:
        return name
    digest = hashlib.sha256(part.encode(errors="surrogatepass")).hexdigest()
    end = f"~{digest[:16]}{ending}"
    return name.encode()[: _MOST_BYTES - len(end)].decode(errors="ignore") + end


def files_of(published: str) -> Iterator[str]:
    """Give the names that the file of a published id may have: of a table, or one in a database.

    Examples
    --------
    >>> list(files_of("a/é"))
    ['a%2F%C3%A9.csv', 'a/%C3%A9.csv']
    """
    yield file_name(published, CSV)
    database, slash, table = published.partition("/")
    if slash:
        yield f"{file_name(database)}/{file_name(table, CSV)}"


def id_in(name: str) -> str:
    """Return the id that a name of a file is made of, unless it was cut.

    Examples
    --------
    >>> id_in("Beyonc%C3%A9 (a%2Fb)")
    'Beyoncé (a/b)'
    """
    return unquote(name)


def _quoted(text: str) -> str:
    return quote(text, safe=_LEFT, errors="surrogatepass")  # names of runs may have half characters


def _ended(name: str, ending: str) -> str:
    name = name.strip()
    name = f"%2E{name[1:]}" if name.startswith(".") else name
    return name if name.casefold().endswith(ending) else f"{name}{ending}"

"""From the names that benchmarks publish to the files that are meant."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from unicodedata import normalize

from core.benchmarks.formats.errors import AmbiguousNameError
from core.benchmarks.formats.inline_names import files_of
from core.benchmarks.formats.packed_labels import PACKED
from core.evaluation.text_lines import from_trec, in_trec
from core.lake.formats import SUPPORTED

EXTENSIONS = frozenset({*chain.from_iterable(SUPPORTED.values()), ".txt"})
"""Those of files that lakes read, and what published names have besides; so is `PACKED`."""

_WHOLE = 3
"""Readings of a name that leave no part of it out."""


class TableNames:
    """Finds the one table that a published name means.

    A name may be a table's id, its path inside one of the folders, or its bare file name, each
    with or without the extension, and that of a packed file without the one of the packing alone.
    The more exact reading wins: a name with its extension is never taken for another file's name
    without. Where none fits, the two ways to write accents count as one (macOS unpacks "é" as "e"
    and a mark), and so do the two to write a blank in a TREC file. Last of all it may be the id of
    a table that stood inside the benchmark's files, of which `files_of` makes the file's name.

    Parameters
    ----------
    tables
        Table ids.
    folders
        Folders of the tables, as they begin the ids.

    Examples
    --------
    >>> names = TableNames(["datalake/a.csv", "datalake/sub/b.v2.csv"], ["datalake"])
    >>> names.find("a"), names.find("sub/b.v2.csv"), names.find("b.v2"), names.find("b")
    ('datalake/a.csv', 'datalake/sub/b.v2.csv', 'datalake/sub/b.v2.csv', None)
    """

    def __init__(self, tables: Iterable[str], folders: Sequence[str]) -> None:
        self._folded: dict[str, str] | None = None
        self._composed: list[dict[str, list[str]]] | None = None
        self._levels: list[dict[str, list[str]]] = [{} for _ in range(9)]
        starts = [f"{folder.rstrip('/')}/" for folder in folders if folder not in {"", "."}]
        for table in dict.fromkeys(tables):
            start = next((start for start in starts if table.startswith(start)), "")
            inside = table.removeprefix(start)
            name = inside.rsplit("/", 1)[-1]
            whole = [table, inside, name]  # `_WHOLE` of them
            spellings = [*whole, *map(_unpacked, whole), *map(stem, whole)]
            for level, spelling in zip(self._levels, spellings, strict=True):
                known = level.setdefault(spelling, [])
                if not known or known[-1] != table:  # in one spelling of it
                    known.append(table)

    def find(
        self, name: str, path: Path | str | None = None, line: int | None = None
    ) -> str | None:
        """Return the id of the table that a name means, or None if there is none.

        Raises
        ------
        AmbiguousNameError
            If it fits several files equally well; names them, and the file and line that used it.
        """
        wanted = name.strip().replace("\\", "/").removeprefix("./")
        for spelling, level in chain(self._lookups(wanted), self._as_files(name.strip())):
            found = level.get(spelling, [])
            if len(found) > 1:
                raise AmbiguousNameError(
                    f"A table's name must mean one file. Got {name!r}, which fits {found[0]!r} and "
                    f"{found[1]!r}; write the path and the extension.",
                    path,
                    line,
                )
            if found:
                return found[0]
        return None

    def _lookups(self, wanted: str) -> Iterator[tuple[str, dict[str, list[str]]]]:
        for spelling in dict.fromkeys((wanted, from_trec(wanted), in_trec(wanted))):
            yield from ((spelling, level) for level in self._levels)
        if self._composed is None:
            self._composed = [_composed(level) for level in self._levels]
        yield from ((normalize("NFC", wanted), level) for level in self._composed)

    def _as_files(self, published: str) -> Iterator[tuple[str, dict[str, list[str]]]]:
        accents = (normalize("NFC", published), normalize("NFD", published))
        spellings = dict.fromkeys((published, from_trec(published), *accents))
        for file in chain.from_iterable(map(files_of, spellings)):
            yield from ((file, level) for level in self._levels[:_WHOLE])

    def near(self, name: str) -> str | None:
        """Return a table that a name may be meant for that finds none.

        Case and folders are set aside, then also whether there is a blank or a ``_``.

        Examples
        --------
        >>> names = TableNames(["datalake/a.csv", "datalake/sea fish.csv"], ["datalake"])
        >>> names.near("A.CSV"), names.near("/home/me/a.csv"), names.near("b.csv")
        ('datalake/a.csv', 'datalake/a.csv', None)
        >>> names.near("Sea_Fish.csv")
        'datalake/sea fish.csv'
        """
        if self._folded is None:
            self._folded = {}
            for level in self._levels:
                for spelling, tables in level.items():
                    self._folded.setdefault(normalize("NFC", spelling).casefold(), tables[0])
            for spelling, table in list(self._folded.items()):
                self._folded.setdefault(spelling.replace("_", " "), table)
        wanted = normalize("NFC", name.strip().replace("\\", "/")).casefold()
        file = wanted.rsplit("/", 1)[-1]
        spellings = (wanted, file, wanted.replace("_", " "), file.replace("_", " "))
        return next((self._folded[one] for one in spellings if one in self._folded), None)


def _composed(level: dict[str, list[str]]) -> dict[str, list[str]]:
    """Put together what differs in how accents are written alone."""
    found: dict[str, dict[str, None]] = {}
    for spelling, tables in level.items():
        found.setdefault(normalize("NFC", spelling), {}).update(dict.fromkeys(tables))
    return {spelling: list(tables) for spelling, tables in found.items()}


def stem(name: str) -> str:
    """Take off a known extension, and the one of a packed file after it.

    Examples
    --------
    >>> stem("a.v2.csv.gz"), stem("b.v2")
    ('a.v2', 'b.v2')
    """
    return _without(_unpacked(name), EXTENSIONS)


def _unpacked(name: str) -> str:
    return _without(name, PACKED)


def _without(name: str, endings: Collection[str]) -> str:
    bare, dot, ending = name.rpartition(".")
    return bare if f"{dot}{ending}".lower() in endings else name

"""Which folders of a benchmark hold its tables."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from glob import escape
from pathlib import Path

from core.amounts import amount
from core.lake.reading.discover import is_unicode

LAKE_FOLDERS = (
    "datalake",
    "data_lake",
    "data-lake",
    "lake",
    "tables",
    "dataset",
    "dataet",  # so misspelt in the published nlcTables
    "datasets",
    "datasets_*",  # LakeBench's, one a country
    "candidates",
)
"""As they are called in whatever case, ``*`` being any ending."""
LAST_LAKE_FOLDERS = ("benchmark",)
"""Taken where none of the others is there: TUS' own script makes it, and Starmie has it."""
QUERY_FOLDERS = ("query", "queries", "query_tables", "query-tables")

_TRUTHS = ("truth", "label", "qrel")
"""In the names of folders of ground truths."""
_MOST_NAMED = 5


@dataclass(frozen=True)
class Layout:
    """The folders of tables of a benchmark, with what lies in them."""

    root: Path
    lake_folders: tuple[str, ...]
    query_folder: str | None
    tables: tuple[str, ...]
    query_tables: tuple[str, ...]
    notes: tuple[str, ...]


def survey(root: Path, split: str | None = None) -> Layout:
    """Find the folders of candidate and of query tables and list their files.

    Of a `split` such as ``test``, folders that have its name behind theirs (``datalake-test``) are
    taken in place of those that have none. Nothing is read. Hidden files are left out, and so is
    what lies outside `root` when links are followed or has a name that is not Unicode; notes say
    how many.
    """
    there = _folders(root)
    lake = _lake(there, split)
    query = next(iter(_known(there, QUERY_FOLDERS, split)), None)
    notes = []
    tables: list[str] = []
    for folder in lake:
        found, left_out = list_files(root, folder)
        tables += found
        notes += _left_out(folder, left_out)
    query_tables: list[str] = []
    if query:
        query_tables, left_out = list_files(root, query)
        notes += _left_out(query, left_out)
    if not lake:
        notes.append(without_lake_folder(root))
    return Layout(
        root, lake, query, tuple(sorted(tables)), tuple(sorted(query_tables)), tuple(notes)
    )


def root_of(truth: Path) -> Path:
    """Return the folder of the benchmark whose ground truth is named.

    It is the one that the file lies in, or the one above if that is called as a folder of ground
    truths is (``groundtruth/``) and the folder of candidate tables is beside it.
    """
    folder = truth.parent
    named = truth.absolute().parent
    apart = any(word in named.name.casefold() for word in _TRUTHS)
    return named.parent if apart and _has_lake(named.parent) and not _has_lake(folder) else folder


def _has_lake(root: Path) -> bool:
    there = _folders(root)
    return bool(_lake(there, None) or _known(there, [f"{name}-*" for name in LAKE_FOLDERS], None))


def _lake(there: Sequence[str], split: str | None) -> tuple[str, ...]:
    return _known(there, LAKE_FOLDERS, split) or _known(there, LAST_LAKE_FOLDERS, None)


def without_lake_folder(root: Path) -> str:
    """Say that a benchmark's folder has no folder of candidate tables, and which it has."""
    known = ", ".join(LAKE_FOLDERS[:5])
    there = [name for name in _folders(root) if name.casefold() not in QUERY_FOLDERS]
    message = f"There is no folder of candidate tables ({known}, ...)"
    if not there:
        return f"{message}."
    named = ", ".join(there[:_MOST_NAMED]) + (", ..." if len(there) > _MOST_NAMED else "")
    return f"{message}, but {named}: call the folder that holds them {LAKE_FOLDERS[0]}."


def _folders(root: Path) -> list[str]:
    there = (path for path in root.iterdir() if not path.name.startswith("."))
    return sorted(path.name for path in there if path.is_dir() and is_unicode(path.name))


def _known(there: Sequence[str], names: Sequence[str], split: str | None) -> tuple[str, ...]:
    of_split = [f"{name}-{escape(split.casefold())}" for name in names] if split else []
    found = (
        tuple(folder for name in some for folder in there if fnmatchcase(folder.casefold(), name))
        for some in (of_split, names)
    )
    return next(filter(None, found), ())


def list_files(root: Path, folder: str) -> tuple[list[str], int]:
    """Return the paths inside `root` of the files in a folder, and how many were left out."""
    found: list[str] = []
    left_out = 0
    inside = root.resolve()
    for place, folders, files in os.walk(root / folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.startswith("."):
                continue
            path = Path(place) / name
            table = path.relative_to(root).as_posix()
            away = path.is_symlink() and not path.resolve().is_relative_to(inside)
            if away or not is_unicode(table):
                left_out += 1
            else:
                found.append(table)
    return found, left_out


def _left_out(folder: str, count: int) -> list[str]:
    if not count:
        return []
    return [
        f"{amount(count, 'file')} of {folder}/ {'is' if count == 1 else 'are'} left out, for "
        "linking to outside of the benchmark or for a name that is not Unicode."
    ]

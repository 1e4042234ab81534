"""Which files of a folder are TARGET's corpus and queries, and of which split."""

from __future__ import annotations

import re
from pathlib import Path

from core.benchmarks.formats.errors import AmbiguousSourceError
from core.benchmarks.formats.target_entries import SUFFIXES, TABLES_TOO, may_hold_entries

SPLITS = {
    "test": ("test",),
    "validation": ("validation", "valid", "val"),
    "train": ("train", "training"),
    "dev": ("dev", "development"),
}
"""Splits, and the words in the names of files and folders that tell them."""


def files_of_kind(root: Path, kind: str) -> list[Path]:
    """Return the files of a corpus or of queries, up to three folders down, as the hub has them.

    Of one that is there as lines or Parquet, and beside it as JSON or CSV, the first.
    """
    found = {
        path
        for pattern in ("*", "*/*", "*/*/*")
        for path in root.glob(pattern)
        if path.suffix in SUFFIXES and _kind(path.relative_to(root)) == kind
    }
    surely = {path.with_suffix("") for path in found if path.suffix not in TABLES_TOO}
    once = (
        path
        for path in found
        if path.suffix not in TABLES_TOO or path.with_suffix("") not in surely
    )
    return sorted(path for path in once if path.is_file() and may_hold_entries(path))


def is_queries(path: Path) -> bool:
    """Whether a file holds queries, as its name or a folder's says, and a corpus lies beside."""
    return root_of(path) is not None


def root_of(queries: Path) -> Path | None:
    """Return the folder that a file of queries and a corpus are in; None if there is none.

    A file may be called so by its folder alone (``fetaqa-queries/data/test.parquet``), which then
    is in it.
    """
    parts = (queries, *queries.parents[:2])
    root = next((part.parent for part in parts if _told(part.name) == "queries"), None)
    if root is None or queries not in files_of_kind(root, "queries"):
        return None
    return root if files_of_kind(root, "corpus") else None


def find_queries(root: Path) -> Path | None:
    """Return the file of the queries if it is one, and of lines."""
    found = files_of_kind(root, "queries")
    return found[0] if len(found) == 1 and found[0].suffix == ".jsonl" else None


def one_split(root: Path, corpus: list[Path], queries: list[Path]) -> tuple[list[Path], list[Path]]:
    """Return the files of a corpus that go with queries, and these, which must be of one split.

    Raises
    ------
    AmbiguousSourceError
        If the queries are of several splits.
    """
    splits = sorted({_split(root, path) or "one without a name" for path in queries})
    if len(splits) > 1:
        named = "name the file of one, or " if all(map(is_queries, queries)) else ""
        raise AmbiguousSourceError(
            f"A benchmark must have one split of queries. Got {', '.join(splits)} in {root}; "
            f"{named}put the files of each in a folder of its own."
        )
    told = _split(root, queries[0]) if queries else None
    same = [path for path in corpus if told and _split(root, path) == told]
    return same or corpus, queries


def _kind(path: Path) -> str:
    """Tell what a file holds by its name, or else by the nearest folder that says one thing.

    Files as tables are must be called so, or by their split, as beside a corpus other ones stand.
    """
    by_folder = path.suffix not in TABLES_TOO or _names_split(path.stem)
    names = (path.name, *(folder.name for folder in path.parents if by_folder))
    return next(filter(None, map(_told, names)), "")


def _told(name: str) -> str:
    told = [kind for kind in ("corpus", "queries") if kind in name.casefold()]
    return told[0] if len(told) == 1 else ""


def _names_split(stem: str) -> bool:
    """Whether a name says a split and nothing else, but for which part of it."""
    bare = re.sub(r"(-\d+-of-\d+|[-_]?\d+)$", "", stem.casefold())
    return any(bare in names for names in SPLITS.values())


def _split(root: Path, path: Path) -> str | None:
    """Tell a file's split by the last word in its path, below the benchmark, that names one."""
    told = path.relative_to(root).as_posix()
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])|(?i:corpus|queries)", " ", told)
    words = re.findall(r"[a-z]+", spaced.casefold())
    found = [split for word in words for split, names in SPLITS.items() if word in names]
    return found[-1] if found else None

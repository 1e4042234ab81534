"""Labels that lie packed in a benchmark's folder, which are not read."""

from __future__ import annotations

from pathlib import Path

from core.lake.formats.compression import COMPRESSED

PACKED = (*COMPRESSED, ".bz2", ".xz", ".zip")
_WORDS = ("groundtruth", "ground_truth", "ground-truth", "benchmark", "labels")
_LISTS = ("qrels", "queries", "qtrel")
_MOST_NAMED = 3


def told_packed(root: Path) -> str:
    """Say which files of a folder may be its labels and are packed; empty if none is.

    Tables are read packed, labels are not.
    """
    found = [path.name for path in sorted(root.glob("*")) if _may_be_labels(path)][:_MOST_NAMED]
    if not found:
        return ""
    it = "it" if len(found) == 1 else "them"
    return f", but with {', '.join(found)}: labels are not read packed, so unpack {it} there"


def _may_be_labels(path: Path) -> bool:
    if path.suffix.lower() not in PACKED or not path.is_file():
        return False
    inner = path.stem.casefold()
    is_pickle = inner.endswith((".pkl", ".pickle"))
    return is_pickle or any(word in inner for word in (*_WORDS, *_LISTS))

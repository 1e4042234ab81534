"""FAISS indexes as files, memory-mapped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.errors import WorkspaceError


def mapped_index(path: Path) -> Any:
    """Open the file of a FAISS index as a memory map.

    Raises
    ------
    OSError
        If it cannot be opened; FAISS has one exception for that and for damage.
    WorkspaceError
        If it is damaged.
    """
    import faiss

    with path.open("rb"):
        pass
    try:
        return faiss.read_index(str(path), faiss.IO_FLAG_MMAP_IFC)
    except RuntimeError as error:
        raise WorkspaceError(
            f"A FAISS index must be whole to be read. Got {path.name!r}, which is damaged "
            f"({error}); it must be built again."
        ) from error

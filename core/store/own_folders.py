"""Tell a workspace's own folders from those that people keep their files in."""

from __future__ import annotations

from pathlib import Path

DATABASE = "soundings.db"
"""Name of the SQLite file of a workspace."""

_MADE = ("tables", "vectors", "indexes", "runs", "exports", "uploads", "jobs", "judges", "spill")
"""Folders in it of what is made; under ``benchmarks`` there are tables, too."""


def is_workspace(folder: Path) -> bool:
    """Say whether a folder is a workspace in which a data lake was read."""
    return (folder / DATABASE).is_file() and (folder / _MADE[0]).is_dir()


def is_in_workspace(folder: Path) -> bool:
    """Say whether a folder is a workspace, or what is in it was made by one.

    Parameters
    ----------
    folder
        An absolute path.
    """
    return is_workspace(folder) or any(
        is_workspace(place) and folder.relative_to(place).parts[0] in _MADE
        for place in folder.parents
    )

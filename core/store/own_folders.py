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


def holds_work(root: Path) -> bool:
    """Say whether a workspace's folder holds files that its database gave numbers to.

    Cells of lakes and rankings of runs lie in folders named by their number. A folder of somebody's
    own that happens to be called so has others in it.
    """
    return any(
        path.name.isdecimal() and path.is_dir()
        for kind in ("tables", "runs")
        if (root / kind).is_dir()
        for path in (root / kind).iterdir()
    )

"""What tests of refreshing a lake look at, and the files that they write."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.lake import Refresh, lake, tables
from core.store import Workspace
from tests.files import write_old

_NOBODY = 65_534


def counts(done: Refresh) -> tuple[int, int, int, int]:
    return done.read, done.unchanged, done.removed, done.refused


def ids(workspace: Workspace, name: str = "lake") -> list[str]:
    return [one.table_id for one in tables(workspace, lake(workspace, name).key)]


def containers(workspace: Workspace, name: str = "lake") -> set[str]:
    folder = workspace.root / "tables" / str(lake(workspace, name).key)
    return {path.name for path in folder.iterdir() if path.name != ".lock"}


def used_containers(workspace: Workspace) -> set[str]:
    with workspace.reading() as db:
        return {row[0] for row in db.execute("SELECT container FROM tables")}


@contextmanager
def permissions_matter(root: Path) -> Iterator[None]:
    """Be a user to whom what is below a folder belongs and permissions apply; root may do all.

    What is imported meanwhile may have to be imported before.
    """
    if os.geteuid():
        yield
        return
    for parent in root.parents[:-1]:
        if not parent.stat().st_uid:
            parent.chmod(parent.stat().st_mode | 0o111)
    for path in (root, *root.rglob("*")):
        os.chown(path, _NOBODY, _NOBODY, follow_symlinks=False)
    os.seteuid(_NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def write(folder: Path, name: str, rows: int = 1, value: str = "1") -> None:
    write_old(folder / name, "a,b\n" + f"{value},2\n" * rows)

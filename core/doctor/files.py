"""Files that the database names: cells of tables, rankings; and files that nobody names."""

from __future__ import annotations

import shutil
from pathlib import Path

from core import lake as lakes
from core.amounts import amount, size
from core.doctor.check import Check, State
from core.lake.stored.containers import is_whole
from core.store import Workspace, left_in

_LITTLE = 500 * 2**20
"""Free bytes of the disk below which it is told."""


def check_cells(workspace: Workspace) -> Check:
    """Look for the containers of every table's cells, and whether they are there to their end."""
    sql = (
        "SELECT name, lake_key, container, count(*) FROM tables JOIN lakes ON lakes.key = lake_key "
        "WHERE container != '' GROUP BY lake_key, container"
    )
    with workspace.reading() as db:
        rows = db.execute(sql).fetchall()
    folder = workspace.root / "tables"
    missing = [row for row in rows if not is_whole(folder / str(row[1]) / row[2])]
    gone = {row[0] for row in missing}
    lost = sum(row[3] for row in missing)
    total = sum(row[3] for row in rows)
    if lost:
        return Check(
            "cells",
            State.PROBLEM,
            f"The cells of {lost:,} of {total:,} tables are not in {folder}, or were cut "
            f"short (lakes {', '.join(sorted(gone))}); refresh the lakes to read them again.",
        )
    known: set[tuple[str, ...]] = {(str(key), file) for _, key, file, _ in rows}
    loose = _loose(folder, known)
    return _whole("cells", f"{total:,} of {total:,} tables have their cells", loose, total)


def check_rankings(workspace: Workspace) -> Check:
    """Look for the rankings of every stored run."""
    with workspace.reading() as db:
        rows = db.execute(
            "SELECT name, method, rankings FROM runs "
            "JOIN benchmarks ON benchmarks.key = benchmark_key ORDER BY name, method"
        ).fetchall()
    gone = [(name, run) for name, run, file in rows if not (workspace.root / file).is_file()]
    if gone:
        return Check(
            "rankings",
            State.PROBLEM,
            f"The rankings of {len(gone):,} of {len(rows):,} runs are not there, first "
            f"{gone[0][1]!r} of {gone[0][0]!r}; run them again.",
        )
    known = {Path(file).parts[-2:] for _, _, file in rows}
    loose = _loose(workspace.root / "runs", known)
    return _whole(
        "rankings", f"{len(rows):,} of {len(rows):,} runs have their rankings", loose, len(rows)
    )


def check_folders(workspace: Workspace) -> Check:
    """Look for the folders that the lakes were read from."""
    with workspace.reading() as db:
        rows = db.execute("SELECT name, root FROM lakes ORDER BY name").fetchall()
    closed = [f"{name} ({why})" for name, root in rows if (why := lakes.why_closed(root))]
    if closed:
        return Check(
            "folders",
            State.WARNING,
            f"The folders of {len(closed):,} of {len(rows):,} lakes are not there or may not be "
            f"looked into: {', '.join(closed)}; they can be searched, not "
            "refreshed. One that was moved is added again under its name with its new folder "
            "(`lake add`; of a benchmark `bench add`).",
        )
    return Check("folders", State.OK, f"{len(rows):,} of {len(rows):,} lakes have their folder.")


def check_leftovers(workspace: Workspace) -> Check:
    """Look for folders that killed processes have left half made."""
    kinds = ("vectors", "indexes", "spill", "exports")
    parents = [
        path
        for kind in kinds
        for path in (workspace.root / kind, *_folders_in(workspace.root / kind))
    ]
    left = [folder for parent in parents for folder in left_in(parent)]
    if not left:
        return Check("leftovers", State.OK, "Nothing that was killed has left folders.")
    files = (path for folder in left for path in folder.rglob("*") if path.is_file())
    taken = size(sum(path.stat().st_size for path in files))
    what = "folder of" if len(left) == 1 else "folders with"
    return Check(
        "leftovers",
        State.WARNING,
        f"{len(left):,} {what} {taken} left by something that was killed, first "
        f"{left[0]}; they go when the next is made beside them.",
    )


def check_room(workspace: Workspace) -> Check:
    """Look at the room that is left on the disk."""
    free = shutil.disk_usage(workspace.root).free
    state = State.OK if free >= _LITTLE else State.WARNING
    way_out = "" if state is State.OK else "; make room before something cannot be stored"
    return Check("room", state, f"{free / 2**30:,.1f} GB are free on the disk{way_out}.")


def _folders_in(root: Path) -> list[Path]:
    return [path for path in sorted(root.glob("*/")) if not path.name.startswith(".")]


def _loose(folder: Path, known: set[tuple[str, ...]]) -> list[Path]:
    files = [path for path in folder.glob("*/*") if path.suffix in {".arrow", ".parquet"}]
    return sorted(path for path in files if path.parts[-2:] not in known)


def _whole(name: str, said: str, loose: list[Path], named: int) -> Check:
    if not loose:
        return Check(name, State.OK, f"{said}.")
    way_out = (
        "left by something that was killed or is under way; delete those older than a day."
        if named
        else "and may be of another database than this one: if that was lost, keep them until it "
        "is restored from a backup."
    )
    return Check(
        name,
        State.WARNING,
        f"{said}; {amount(len(loose), 'file', 'belongs', 'belong')} to none, first {loose[0]}, "
        f"{way_out}",
    )

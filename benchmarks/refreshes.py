"""Making a lake ready again after one of its files has changed, beside making it anew."""

from __future__ import annotations

import shutil
from pathlib import Path

from benchmarks.measure import keep, measured, shared
from core import lake as lakes
from core.features import encoder
from core.indexes import vectors
from core.indexes.manifests import is_taken_over
from core.search import build_vectors
from core.settings import Settings
from core.store import Workspace

_ENCODER = "hash"


def run(folder: Path) -> None:
    """Encode a lake, change one file, and encode it by taking over and anew."""
    root = Path(shutil.copytree(shared("lakes", "wide"), folder / "lake"))
    settings = Settings(workspace=folder / "workspace")
    workspace = Workspace.open(settings.workspace)
    lakes.refresh(workspace, lakes.add_lake(workspace, "wide", root), settings)
    encoder(_ENCODER, settings).prepare()
    with measured() as first:
        made = build_vectors(workspace, lakes.lake(workspace, "wide"), _ENCODER, settings)
    rows = [_row("all tables, for the first time", made, settings, first.wall, first.cpu)]
    changed = min(root.glob("*.csv"))
    for what in ("all but the one that changed taken over", "all tables again"):
        with changed.open("a", encoding="utf-8") as file:
            file.write("1,2,3\n")
        lakes.refresh(workspace, lakes.lake(workspace, "wide"), settings)
        if what == "all tables again":
            shutil.rmtree(made)
        with measured() as again:
            made = build_vectors(workspace, lakes.lake(workspace, "wide"), _ENCODER, settings)
        assert is_taken_over(made)  # noqa: S101 - what is measured depends on it
        rows.append(_row(what, made, settings, again.wall, again.cpu))
    keep("refreshes", rows)


def _row(what: str, made: Path, settings: Settings, wall: float, cpu: float) -> dict[str, object]:
    found = vectors.open(made, encoder(_ENCODER, settings)).manifest
    return {
        "what": what,
        "encoder": _ENCODER,
        "tables": found["tables"],
        "taken over": found.get("taken_over", 0),
        "wall s": wall,
        "CPU s": cpu,
    }

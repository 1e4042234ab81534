"""Making a lake ready again after one of its files has changed, beside making it anew."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from benchmarks.measure import keep, measured, shared
from core import lake as lakes
from core.features import encoder
from core.indexes.manifests import OfTables
from core.search import open_vectors
from core.search.derived.value_sets import set_index
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace

_ENCODER = "hash"


def run(folder: Path) -> None:
    """Make a lake ready, and again after each of two changes: by taking over, and anew."""
    root = Path(shutil.copytree(shared("lakes", "wide"), folder / "lake"))
    settings = Settings(workspace=folder / "workspace")
    workspace = Workspace.open(settings.workspace)
    lakes.refresh(workspace, lakes.add_lake(workspace, "wide", root), settings)
    encoder(_ENCODER, settings).prepare()

    def lake() -> SearchedLake:
        return SearchedLake(workspace, lakes.lake(workspace, "wide"), settings)

    making: dict[str, Callable[[], OfTables]] = {
        f"vectors, {_ENCODER}": lambda: open_vectors(lake(), _ENCODER),
        "index of values": lambda: set_index(lake()),
    }
    rows: list[dict[str, object]] = []
    made: dict[str, OfTables] = {}
    for how in ("the first time", "one file changed", "one file changed, all made anew"):
        if rows:
            _change(root)
            lakes.refresh(workspace, lakes.lake(workspace, "wide"), settings)
        for what, make in making.items():
            if how.endswith("anew"):
                shutil.rmtree(made[what].folder)
            with measured() as cost:
                made[what] = make()
            rows.append(
                {
                    "what": what,
                    "when": how,
                    "tables": len(made[what]),
                    "taken over": made[what].manifest.get("taken_over", 0),
                    "wall s": cost.wall,
                    "CPU s": cost.cpu,
                }
            )
    keep("refreshes", rows)


def _change(root: Path) -> None:
    with min(root.glob("*.csv")).open("a", encoding="utf-8") as file:
        file.write("1,2,3\n")

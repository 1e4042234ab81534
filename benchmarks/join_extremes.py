"""Columns that break join searches: one value, millions, none, mixed types, long texts."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from benchmarks.measure import measured
from core import lake as lakes
from core.errors import SoundingsError
from core.search import query_table
from core.search.join.searching import search_join
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace

MILLIONS = 5_000_000
LONG = 2_000_000
"""Characters of a long text."""


def join_extremes(folder: Path) -> list[dict[str, object]]:
    """Search with each column and compare what comes back with what was written."""
    root = folder / "extremes"
    root.mkdir()
    _write(root / "many.csv", ("key", "n"), ((f"item {i}", i) for i in range(MILLIONS)))
    _write(root / "half.csv", ("item", "b"), ((f"ITEM {2 * i}", 1) for i in range(MILLIONS // 2)))
    _write(root / "one.csv", ("flag", "b"), (("yes", i) for i in range(1000)))
    _write(root / "other.csv", ("is it", "c"), [("YES", "x"), ("no", "y")])
    _write(root / "none.csv", ("void", "c"), [("", "p"), ("N/A", "q")])
    mixed = ["1,000", "2020-03-31", "Été", "0.50", "=A1", "true"]
    _write(root / "mixed.csv", ("m", "d"), [(value, 1) for value in mixed])
    _write(
        root / "alike.csv", ("a", "e"), [(v, 2) for v in ("1000.0", "31 March 2020", "ÉTÉ", ".5")]
    )
    texts = ["x" * LONG + end for end in "abc"]
    _write(root / "long.csv", ("text", "f"), [(text, 1) for text in texts])
    _write(root / "longer.csv", ("words", "g"), [(text.upper(), 1) for text in texts[1:]])
    settings = Settings(workspace=folder / "workspace")
    workspace = Workspace.open(settings.workspace)
    lakes.refresh(workspace, lakes.add_lake(workspace, "extremes", root), settings)
    expected = [
        ("millions of values", "many.csv", "key", ("half.csv", MILLIONS // 2)),
        ("one value", "one.csv", "flag", ("other.csv", 1)),
        ("no value", "none.csv", "void", None),
        ("mixed types", "mixed.csv", "m", ("alike.csv", 4)),
        ("long texts", "long.csv", "text", ("longer.csv", 2)),
    ]
    return [_asked(workspace, settings, *one) for one in expected]


def _asked(
    workspace: Workspace,
    settings: Settings,
    what: str,
    table: str,
    column: str,
    expected: tuple[str, int] | None,
) -> dict[str, object]:
    lake = SearchedLake(workspace, lakes.lake(workspace, "extremes"), settings)
    told = ""
    best = None
    with measured() as cost:
        try:
            answer = search_join(query_table(lake, table), [column])
            best = next(((hit.table, hit.overlap) for hit in answer.hits), None)
            told = "; ".join(answer.notes)
        except SoundingsError as error:
            told = str(error)
    return {
        "column": what,
        "best": "" if best is None else f"{best[0]}, {best[1]:,}",
        "right": best == expected and (expected is not None or bool(told)),
        "CPU s, index included": cost.cpu,
        "peak MB": cost.peak_megabytes,
        "said": told,
    }


def _write(path: Path, header: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(header)
        writer.writerows(rows)

"""A lake's own benchmark, whose second release has more queries than its first."""

from __future__ import annotations

import json
from pathlib import Path

from core import lake as lakes
from core.benchmarks import runs
from core.benchmarks.curating import releasing
from core.benchmarks.curating.lake_labels import put_to_the_vote
from core.benchmarks.types import BenchmarkInfo
from core.labels import LOCAL, Ballot, cast_vote
from core.store import Workspace
from tests.core.benchmarks import tiny

FISH, BIRDS = "query/fish.csv", "query/birds.csv"
RIVER, TOWNS, OWLS = "datalake/river.csv", "datalake/towns.csv", "datalake/owls.csv"


def grow(workspace: Workspace, folder: Path) -> BenchmarkInfo:
    """Lay the lake "plain" into a folder, with two runs, a release r1 of two queries, r2 of four.

    r2 has owls as no match of birds, which they are in r1; its two further queries match fish.
    """
    lake = lakes.add_lake(workspace, "plain", tiny.lay(folder / "files", tiny.TABLES))
    lakes.refresh(workspace, lake, tiny.SETTINGS)
    info = _vote(workspace, {(FISH, RIVER): 2, (BIRDS, OWLS): 2})
    releasing.make_release(workspace, LOCAL, info, "r1")
    info = _vote(workspace, {(BIRDS, OWLS): 0, (RIVER, FISH): 2, (TOWNS, FISH): 2})
    releasing.make_release(workspace, LOCAL, info, "r2")
    for name, ranking in {
        "good": {FISH: [RIVER], BIRDS: [OWLS], RIVER: [FISH], TOWNS: [FISH]},
        "poor": {FISH: [TOWNS], BIRDS: [RIVER], RIVER: [OWLS], TOWNS: [FISH]},
    }.items():
        (folder / f"{name}.json").write_text(json.dumps(ranking))
        runs.import_run(workspace, info, folder / f"{name}.json", name)
    return info


def _vote(workspace: Workspace, labels: dict[tuple[str, str], int]) -> BenchmarkInfo:
    for pair, label in labels.items():
        info, _, (case,) = put_to_the_vote(workspace, LOCAL, "plain", [pair])
        cast_vote(workspace, LOCAL, case, Ballot(label))
    return info

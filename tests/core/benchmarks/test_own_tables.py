from __future__ import annotations

from pathlib import Path

import pytest

from core.benchmarks.own_tables import told_own
from core.store import Workspace
from tests.core.benchmarks import tiny

ITSELF = "fish.csv,fish.csv,1\n"
BIRDS_ITSELF = "birds.csv,birds.csv,1\n"


@pytest.mark.parametrize(
    ("own", "labels", "told"),
    [
        ([], "", ""),
        (
            ["fish"],
            "",
            "The own table of 1 of 2 queries lies among the candidates and is left out.",
        ),
        (
            ["fish", "birds"],
            "",
            "Each query's own table lies among the candidates and is left out.",
        ),
        (
            ["fish", "birds"],
            ITSELF + BIRDS_ITSELF,
            "Each query's own table lies among the candidates and counts as found.",
        ),
    ],
)
def test_it_is_said_of_how_many_queries_the_own_table_is_a_candidate(
    tmp_path: Path, own: list[str], labels: str, told: str
) -> None:
    copies = {f"datalake/{name}.csv": tiny.TABLES[f"query/{name}.csv"] for name in own}
    files = {**tiny.TABLES, **copies, "groundtruth.csv": tiny.UGEN + labels}
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.lay(tmp_path / "tiny", files))
    assert told_own(workspace, info) == told

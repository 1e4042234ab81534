"""The CSV of a release, as a spreadsheet opens it."""

from __future__ import annotations

import csv
from pathlib import Path

from core.benchmarks.curating import exporting, releasing
from core.labels import LOCAL, Ballot, Pair, Voter, cast_vote, put_pair
from core.store import Workspace
from tests.core.benchmarks import tiny


def test_no_name_of_a_voter_begins_a_formula(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    case = put_pair(workspace, LOCAL, info.key, Pair("fish.csv", "datalake/towns.csv")).key
    for name in ("ann", "=cmd|' /C calc'!A0", "＝x", "zoe;"):
        cast_vote(workspace, Voter(name), case, Ballot(2))
    releasing.make_release(workspace, LOCAL, info, "r1")
    exporting.export_release(workspace, LOCAL, info, "r1", tmp_path / "r1.csv")
    with (tmp_path / "r1.csv").open(newline="") as file:
        (votes,) = (row["votes"] for row in csv.DictReader(file) if row["votes"])
    assert sorted(votes.split("; ")) == [
        "'=cmd|' /C calc'!A0=2",
        "'＝x=2",
        "ann=2",
        "zoe;'=2",
    ]

"""What of a column's numbers may have been misread is said with its profile."""

from __future__ import annotations

from pathlib import Path

from core import lake as lakes
from core.settings import Settings
from core.store import Workspace


def test_a_unit_that_may_be_a_magnitude_is_said(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "a.csv").write_text("fee,depth,pay\n5 m,5 m,50k\n3 m,3 m,60k\n")
    workspace = Workspace.open(tmp_path / "workspace")
    lake = lakes.add_lake(workspace, "t", tmp_path / "t")
    lakes.refresh(workspace, lake, Settings(workers=1))
    fee, depth, pay = lakes.columns(workspace, lakes.table(workspace, "t", "a.csv").key)
    assert fee.misreading == '"m" behind its numbers was taken for a unit, not for millions'
    assert depth.misreading == ""
    assert pay.misreading == '"k" behind its numbers was taken for thousands'
    assert (fee.largest_amount, pay.largest_amount) == (5, 60_000)

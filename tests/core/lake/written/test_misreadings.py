"""What of a column's numbers may have been misread is said with its profile."""

from __future__ import annotations

from pathlib import Path

from core import lake as lakes
from core.settings import Settings
from core.store import Workspace
from core.types import DataType


def test_what_may_be_misread_is_said(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "a.csv").write_text(
        "fee,depth,pay,wage,fuel,bus\n5 m,5 m,50k,24.050 €,1.459 €,1.730\n"
        "3 m,3 m,60k,93.284 €,1.512 €,591\n,,,,,1.000\n"
    )
    workspace = Workspace.open(tmp_path / "workspace")
    lake = lakes.add_lake(workspace, "t", tmp_path / "t")
    lakes.refresh(workspace, lake, Settings(workers=1))
    fee, depth, pay, wage, fuel, bus = lakes.columns(
        workspace, lakes.table(workspace, "t", "a.csv").key
    )
    assert fee.misreading == '"m" behind its numbers was taken for a unit, not for millions'
    assert depth.misreading == ""
    assert pay.misreading == '"k" behind its numbers was taken for thousands'
    assert "signs between thousands;" in wage.misreading
    assert "decimal marks, not" in fuel.misreading
    assert bus.misreading == wage.misreading
    assert (wage.smallest_amount, fuel.smallest_amount) == (24_050, 1.459)
    assert (bus.minimum, bus.maximum, bus.mean) == (591, 1730, 1107)
    assert (bus.quartiles, bus.data_type) == ((795.5, 1000, 1365), DataType.FLOAT)
    assert (fee.largest_amount, pay.largest_amount) == (5, 60_000)

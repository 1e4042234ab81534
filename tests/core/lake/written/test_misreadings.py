"""What of a column's numbers may have been misread is said with its profile."""

from __future__ import annotations

from pathlib import Path

from core import lake as lakes
from core.settings import Settings
from core.store import Workspace
from core.types import ColumnProfile, DataType


def _profiles(folder: Path, text: str) -> list[ColumnProfile]:
    (folder / "t").mkdir()
    (folder / "t" / "a.csv").write_text(text)
    workspace = Workspace.open(folder / "workspace")
    lake = lakes.add_lake(workspace, "t", folder / "t")
    lakes.refresh(workspace, lake, Settings(workers=1))
    return lakes.columns(workspace, lakes.table(workspace, "t", "a.csv").key)


def test_what_may_be_misread_is_said(tmp_path: Path) -> None:
    fee, depth, pay, wage, fuel, bus = _profiles(
        tmp_path,
        "fee,depth,pay,wage,fuel,bus\n5 m,5 m,50k,24.050 €,1.459 €,1.730\n"
        "3 m,3 m,60k,93.284 €,1.512 €,591\n,,,,,1.000\n",
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


def test_numbers_that_may_all_be_thousands_are_said(tmp_path: Path) -> None:
    people, height, weight, ratio = _profiles(
        tmp_path,
        "people,height,weight,ratio\n66.078,1.155,66.078,66.078\n67.966,2,67.9,0.966\n",
    )
    assert people.misreading.startswith("points in its numbers, all with three digits behind,")
    assert (people.data_type, people.maximum) == (DataType.FLOAT, 67.966)
    assert (height.misreading, weight.misreading, ratio.misreading) == ("", "", "")

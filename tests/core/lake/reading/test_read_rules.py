"""What is said of how files are read reaches every reader of their cells."""

from __future__ import annotations

import tempfile
from pathlib import Path

import openpyxl
import pytest

from core import lake as lakes
from core.conditions import Comparison, Number, Quantity
from core.conditions.counting.scanning import Scan, count_rows
from core.errors import InputError
from core.lake import GUESSED, ReadAs
from core.lake.reading.read_rules import ReadRule, Rules, keep_rule, read_rules
from core.lake.stored.cells import cell_batches
from core.lake.stored.heads import table_heads
from core.lake.stored.relations import StoredCells
from core.settings import Settings
from core.store import Workspace
from tests.core.lake.conftest import RefreshLake
from tests.core.lake.refreshing import counts
from tests.files import write_old

PRICES = "Ceny 2019\nmiasto;cena\nŁódź;1.200\nŻory;3,5\nKraków;2.000,25\n".encode("cp1250")
SAID = ReadAs(header=2, encoding="cp1250", delimiter=";", decimal=",")


def say(workspace: Workspace, pattern: str, read_as: ReadAs) -> None:
    lake = lakes.lake(workspace, "lake")
    said = lakes.what_is_said(workspace, lake, pattern)
    lakes.say(workspace, lake, said, read_as, Settings(), "ann")


def test_every_reader_of_cells_finds_what_was_said(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write_old(folder / "a.csv", PRICES)
    write_old(folder / "b.csv", "x,y\n1,2\n")
    refresh_lake()
    before = lakes.lake(workspace, "lake")
    hash_before = lakes.table(workspace, "lake", "a.csv").content_hash
    say(workspace, "a.csv", SAID)
    assert counts(refresh_lake()) == (1, 1, 0, 0)

    table = lakes.table(workspace, "lake", "a.csv")
    rows = [("Łódź", "1200"), ("Żory", "3.5"), ("Kraków", "2000.25")]
    assert lakes.table_frame(workspace, "lake", "a.csv").rows() == rows
    city, price = lakes.columns(workspace, table.key)
    assert (city.label, price.label, price.data_type.value) == ("miasto", "cena", "float")
    assert (price.minimum, price.maximum) == (3.5, 2000.25)
    above = Number("cena", Quantity(Comparison.GREATER, 1000))
    scan = Scan("a", StoredCells.of_table(workspace, "lake", "a.csv"), (1,))
    assert count_rows([scan], [above], Settings(), Path(tempfile.gettempdir()))["a"].satisfied == (
        2,
    )
    (batch,) = cell_batches(workspace, before.key, 9)
    assert batch.table_ids == ["a.csv", "b.csv"]
    cells = ["Łódź", "Żory", "Kraków", "1200", "3.5", "2000.25", "1", "2"]
    assert batch.cells.to_pylist() == cells
    (head,) = table_heads(workspace, before.key, ["a.csv"], 9, 99)
    assert head.values[1] == {"1200", "3.5", "2000.25"}

    # What was made of the cells as they were is not taken for them.
    assert table.content_hash != hash_before
    assert lakes.lake(workspace, "lake").fingerprint != before.fingerprint
    assert counts(refresh_lake()) == (0, 2, 0, 0)
    say(workspace, "a.csv", GUESSED)
    refresh_lake()
    assert lakes.lake(workspace, "lake").fingerprint == before.fingerprint


def test_a_file_that_cannot_be_read_as_its_pattern_says_is_told_and_read_once(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write_old(folder / "a.csv", "title\nx,y\n1,2\n3,4\n5,6\n")
    write_old(folder / "b.csv", "x,y\n")
    refresh_lake()
    say(workspace, "*.csv", ReadAs(header=2))
    assert counts(refresh_lake()) == (2, 0, 0, 1)
    (refused,) = lakes.files(workspace, lakes.lake(workspace, "lake").key, refused_only=True)
    assert refused.path == "b.csv"
    assert refused.reason.startswith("The header was said to be in line 2")
    assert counts(refresh_lake()) == (0, 2, 0, 0)


def test_what_cannot_be_read_is_not_kept(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write_old(folder / "a.csv", "x,y\n1,2\n")
    write_old(folder / "b.jsonl", '{"x": 1}\n')
    refresh_lake()
    with pytest.raises(InputError, match=r"^a.csv: The header was said to be in line 9"):
        say(workspace, "a.csv", ReadAs(header=9))
    with pytest.raises(InputError, match=r"Got header for b.jsonl, of which only this"):
        say(workspace, "b.jsonl", ReadAs(header=1))
    with pytest.raises(InputError, match="matches none"):
        say(workspace, "2019/*", ReadAs(header=1))
    assert read_rules(workspace, lakes.lake(workspace, "lake").key) == []


def test_sheets_of_a_workbook_have_rules_of_their_own(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    book = openpyxl.Workbook()
    book.active.title = "a%b"
    for row in ([1, 2], ["x", "y"], [3, 4]):
        book.active.append(row)
    sheet = book.create_sheet("c")
    for row in (["u", "v"], [5, 6]):
        sheet.append(row)
    book.save(folder / "b.xlsx")
    refresh_lake()
    say(workspace, "b.xlsx/a%25b", ReadAs(header=2))
    refresh_lake()
    assert lakes.table_frame(workspace, "lake", "b.xlsx/a%25b").to_dict(as_series=False) == {
        "x": ["3"],
        "y": ["4"],
    }
    assert lakes.table_frame(workspace, "lake", "b.xlsx/c").columns == ["u", "v"]


def test_one_rule_holds_for_a_file() -> None:
    own, longer, other, shorter = (
        ReadRule(pattern, ReadAs(header=line))
        for line, pattern in enumerate(["19/a_[1].csv", "19/*.csv", "1*/*csv", "*"], 1)
    )
    rules = Rules([shorter, other, own, longer], paths=())
    assert rules.holding("19/a_[1].csv") is own
    assert rules.holding("19/b.csv") is longer  # its pattern is the longest
    assert rules.holding("19/deep/b.csv") is longer
    assert rules.holding("19/a_1.csv") is longer
    assert rules.holding("18/b.csv") is other
    assert rules.holding("b.CSV") is shorter
    assert Rules([longer], paths=()).holding("b.csv") is None
    named = Rules([longer, own], {"19/*.csv", "19/b.csv"})
    assert named.holding("19/*.csv") is longer
    assert named.holding("19/b.csv") is None  # a file has that very name
    # An encoding makes no difference to a Parquet file, which is not read again for it.
    assert (
        Rules([ReadRule("*", ReadAs(encoding="cp1250"))], paths=()).of_file("a.parquet").as_text()
        == ""
    )


@pytest.mark.parametrize("name", ["x[1].csv", "x?.csv", "x*.csv"])
def test_what_is_said_of_a_file_with_signs_in_its_name_is_said_of_it_alone(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake, name: str
) -> None:
    for path in (name, "x1.csv"):
        write_old(folder / path, "r1;x\na;b\n1;2\n3;4\n")
    refresh_lake()
    say(workspace, name, ReadAs(header=2))
    assert counts(refresh_lake()) == (1, 1, 0, 0)
    lake = lakes.lake(workspace, "lake")
    assert lakes.files_by_rule(workspace, lake) == {name: 1}
    assert lakes.table_labels(workspace, lake.key, [name, "x1.csv"]) == {
        name: ["a", "b"],
        "x1.csv": ["r1", "x"],
    }
    for report in lakes.files(workspace, lake.key):
        assert lakes.is_read_as_said(workspace, lake, report)


def test_rules_are_counted_listed_and_go_with_their_lake(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    for name in ("a.csv", "b.csv", "c.csv"):
        write_old(folder / name, "x,y\n1,2\n3,4\n")
    refresh_lake()
    say(workspace, "*.csv", ReadAs(delimiter=","))
    say(workspace, "b.csv", ReadAs(header=0))
    lake = lakes.lake(workspace, "lake")
    assert lakes.files_by_rule(workspace, lake) == {"*.csv": 2, "b.csv": 1}
    (first, second) = read_rules(workspace, lake.key)
    assert (first.pattern, first.read_as, first.said_by) == ("*.csv", ReadAs(delimiter=","), "ann")
    assert second.read_as == ReadAs(header=0)
    assert lakes.what_is_said(workspace, lake, "a.csv").read_as == ReadAs(delimiter=",")
    # A pattern whose files are gone can be taken back.
    keep_rule(workspace, lake.key, "old/*", ReadAs(header=1), who="")
    say(workspace, "old/*", GUESSED)
    assert len(read_rules(workspace, lake.key)) == 2
    lakes.remove_lake(workspace, "lake")
    with workspace.reading() as db:
        assert db["read_rules"].count == 0

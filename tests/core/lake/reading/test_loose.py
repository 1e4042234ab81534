from pathlib import Path

import openpyxl
import pytest

from core.errors import UnreadableTableError
from core.lake import read_loose, tables_inside
from core.settings import Settings


def test_tables_inside_are_named_as_they_are_read(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["a"])
    book.create_sheet("50% or more").append(["b"])
    book.save(tmp_path / "book.xlsx")
    names = tables_inside(tmp_path / "book.xlsx", Settings())
    assert names == ("Sheet", "50%25 or more")
    assert [
        read_loose(tmp_path / "book.xlsx" / name, Settings()).frame.columns for name in names
    ] == [["a"], ["b"]]


def test_a_file_of_one_table_has_one_without_a_name(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("a,b\n1,2\n")
    assert tables_inside(tmp_path / "a.csv", Settings()) == ("",)


def test_what_cannot_be_read_is_a_sentence_with_the_name(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_text("nothing of the kind")
    with pytest.raises(UnreadableTableError, match=r"^a\.xlsx: The workbook is damaged"):
        tables_inside(tmp_path / "a.xlsx", Settings())

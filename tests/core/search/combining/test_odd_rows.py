"""Rows that look like no records, of the tables that are put together."""

from __future__ import annotations

from pathlib import Path

from core.lake import read_loose
from core.search import query_table
from core.search.combining.odd_rows import OddRows, odd_rows
from tests.core.search.conftest import MakeLake

ROWS = "Stadt,Umsatz\nBonn,5\nKöln,7\nTrier,2\n"
TOTAL = 'A row at the end looks like a total: "Summe".'
SOURCE = 'A row at the end looks like a source or a note: "Quelle: Amt".'


def test_those_of_the_query_and_of_each_table_are_told_once(
    make_lake: MakeLake, tmp_path: Path
) -> None:
    lake = make_lake(
        {
            "may.csv": f"{ROWS}Summe,14\n",
            "june.csv": f"{ROWS}Summe,14\nQuelle: Amt,\n",
            "july.csv": ROWS,
            "long.csv": f'{ROWS}Ulm,"5\n',  # a remark of another kind
        }
    )
    assert odd_rows(lake.query("july.csv"), ["may.csv", "june.csv", "may.csv", "long.csv"]) == (
        OddRows("may.csv", (TOTAL,)),
        OddRows("june.csv", (TOTAL, SOURCE)),
    )
    assert odd_rows(lake.query("june.csv"), ["july.csv"]) == (OddRows("june.csv", (TOTAL, SOURCE)),)

    (tmp_path / "may.csv").write_text(f"{ROWS}Gesamt,14\n")
    own = query_table(lake.searched, read_loose(tmp_path / "may.csv", lake.settings))
    assert odd_rows(own, ["may.csv"]) == (
        OddRows("may.csv", ('A row at the end looks like a total: "Gesamt".',)),
        OddRows("may.csv", (TOTAL,)),
    )

from __future__ import annotations

from tests.core.cli.conftest import Terminal

ROWS = "city,sales\nBonn,5\nKöln,7\nTrier,2\n"
TOLD = 'A row at the end looks like a total: "Summe".'


def test_rows_that_look_like_no_records_are_told_beside_a_union_and_a_join(
    terminal: Terminal,
) -> None:
    terminal.write({"t/may.csv": f"{ROWS}Summe,14\n", "t/june.csv": ROWS})
    assert terminal("lake", "add", "lake", "t").code == 0
    for done in (
        terminal("union", "lake", "june.csv", "may.csv", "-o", "out.csv"),
        terminal("join", "lake", "june.csv", "may.csv", "--on", "city", "-o", "out.csv"),
    ):
        assert done.code == 0
        assert f"may.csv: {TOLD} It is in the file." in done.err.splitlines()
        assert "looks like" not in done.out
    made = terminal("union", "lake", "may.csv", "june.csv", "-o", "out.csv", "--json").json
    assert made["odd_rows"] == [{"table": "may.csv", "remarks": [TOLD]}]
    done = terminal("union", "lake", "june.csv", "june.csv", "-o", "out.csv")
    assert "looks like" not in done.err

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("with a composer column that contains Verdi", '"composer" contains "Verdi"'),
        ("tables with a column composer that contains Verdi", '"composer" contains "Verdi"'),
        ("tables with a notes column in which frost is mentioned", '"notes" contains "frost"'),
        (
            "join tables with a notes field which does not mention frost",
            'join: not ("notes" contains "frost")',
        ),
        (
            "tables with a city column and a notes column that mentions frost or hail",
            'column about "city" and ("notes" contains "frost" or "notes" contains "hail")',
        ),
        ("tables with a notes column in which one reads 'late'", '"notes" contains "late"'),
        ("tables with a notes column where one finds 'late'", '"notes" contains "late"'),
        (
            "tables with a notes field in which one finds the word 'late', over 9 rows",
            '"notes" contains "late" and rows > 9',
        ),
        ("tables that have a column that contains numbers", "column of numbers"),
        (
            "tables with a price column where frost is mentioned",
            'column about "price" and contains "frost"',
        ),
    ],
)
def test_a_clause_behind_a_column_is_about_its_cells(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected

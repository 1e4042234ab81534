"""Cells that are spoken of are no column of that name."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("union: cells w/ Kubernetes in them", 'union: contains "Kubernetes"'),
        ('union tables with cells containing the word "penicillin"',
         'union: contains "penicillin"'),
        ('tables with a cell that contains "penicillin"', 'contains "penicillin"'),
        ('tables to stack on mine, and some cell in them should mention "Zika"',
         'union: contains "Zika"'),
        ("any cell which includes Oslo, over 9 rows", 'contains "Oslo" and rows > 9'),
        ("any tables talking about Godzilla in their cells?", 'contains "Godzilla"'),
    ],
)  # fmt: skip
def test_words_are_in_cells(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('tables where a red cell contains "Oslo"', '"red cell" contains "Oslo"'),
        ('tables where cell contains "Oslo"', '"cell" contains "Oslo"'),
        ("tables talking about proteins in the cells", 'topic "proteins"'),
        ("tables that talk about tea", 'topic "tea"'),
    ],
)
def test_other_cells_are_not(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected

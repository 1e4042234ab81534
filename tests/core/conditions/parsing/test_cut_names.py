from __future__ import annotations

import pytest

from core.conditions import parse, with_cut_names
from core.conditions.name_pieces import bare

LAKE = frozenset(
    map(bare, ["Average Attendance", "Return_Date", "all games", "home or away", "Date from"])
)


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("joinable tables, average attendance above 50", ["average attendance"]),
        ("union where all games over 5 and year after 2010", ["all games"]),
        ("tables with average  attendance over 5", ["average  attendance"]),
        ('"average attendance" above 50', []),
        ("where the return date is before 2020", []),
        ("attendance above 50 on average", []),
        ("average, attendance above 50", []),
        ("a sample date from 2015 onwards", []),
        ("tables about average attendance", []),
        ("more than 500 rows", []),
    ],
)
def test_a_name_of_the_lake_that_is_cut_is_said(text: str, doubted: list[str]) -> None:
    found = with_cut_names(parse(text), LAKE)
    assert found.condition == parse(text).condition
    assert [span.text for span in found.unknown] == doubted
    for span in found.unknown:
        assert text[span.start : span.end] == span.text
        assert span.kept


def test_what_a_column_of_the_lake_is_called_is_not_doubted() -> None:
    request = parse("tables over 5 rows and which hoist a wind speed above 40")
    assert [span.text for span in request.unknown] == ["hoist a wind speed"]
    assert with_cut_names(request, {bare("Hoist a Wind Speed")}).unknown == ()
    assert with_cut_names(request, {bare("wind")}).unknown == request.unknown


def test_what_is_said_of_words_already_is_not_said_again() -> None:
    text = "all games over 5 blorp 7"
    said = parse(text).unknown
    again = with_cut_names(with_cut_names(parse(text), LAKE), LAKE).unknown
    assert [span.text for span in again] == ["all games", *(span.text for span in said)]

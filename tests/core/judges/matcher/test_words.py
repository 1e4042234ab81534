from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.judges.matcher.words import Found, WordFeature, word_figures

TABLE = pl.DataFrame(
    {"Team": ["Red Star", "Blue Moon", None], "Goals": ["3", "1,200", "4"]},
    schema={"Team": pl.String, "Goals": pl.String},
)


def figures(
    text: str, table: pl.DataFrame = TABLE, meaning: float = 0.5
) -> dict[WordFeature, float]:
    found = word_figures(text, table.columns, table, meaning)
    assert not isinstance(found, str)
    return dict(zip(WordFeature, found[0], strict=True))


def test_words_are_found_whatever_their_endings_and_numbers_however_written() -> None:
    # red, star, score, 1200, goal; the stop words "the", "did" and "in" aside.
    told = figures("The Red Star did score 1200 in goals")
    assert told[WordFeature.WORDS] == 4 / 5
    assert told[WordFeature.HEADER] == 1 / 5
    # Row 1 has red and star, row 2 has 1200; goals is in the header.
    assert told[WordFeature.ROW] == 3 / 5
    assert told[WordFeature.MEANING] == 0.5


def test_neighbouring_words_are_found_within_a_cell_only() -> None:
    # "red star" stands in a cell; "star moon" and "moon red" do not.
    assert figures("red star moon red")[WordFeature.PAIRS] == pytest.approx(1 / 3)
    assert figures("moon star")[WordFeature.PAIRS] == 0.0


def test_what_was_found_is_told_in_words() -> None:
    found = word_figures("Which team is the Blue Moon?", TABLE.columns, TABLE, 0.0)
    assert not isinstance(found, str)
    assert found[1] == Found(words=3, found=3, in_row=3)


def test_a_question_of_stop_words_is_looked_for_with_them_and_one_of_none_is_told() -> None:
    assert figures("which of the")[WordFeature.WORDS] == 0.0
    assert word_figures(" ?! ", TABLE.columns, TABLE, 0.0) == "The question has no word."


def test_a_table_without_rows_has_its_header() -> None:
    told = figures("goals of the team", TABLE.clear())
    assert (told[WordFeature.WORDS], told[WordFeature.ROW]) == (1.0, 1.0)


WORDS = st.sampled_from(["red", "blue", "star", "moon", "sun"])
CELL = st.none() | st.lists(WORDS, max_size=3).map(" ".join)


@given(st.lists(WORDS, min_size=1, max_size=5), st.lists(st.tuples(CELL, CELL), max_size=5))
def test_the_best_row_is_that_of_counting_row_by_row(
    asked: list[str], rows: list[tuple[str | None, str | None]]
) -> None:
    table = pl.DataFrame(rows, schema={"moon": pl.String, "x": pl.String}, orient="row")
    found = word_figures(" ".join(asked), table.columns, table, 0.0)
    assert not isinstance(found, str)
    wanted = set(asked)
    sets = [{word for cell in row if cell for word in cell.split()} for row in rows]
    counts = [len(wanted & ({"moon"} | here)) for here in sets]
    assert found[1].in_row == max(counts, default=len(wanted & {"moon"}))
    assert found[1].found == len(wanted & set().union({"moon"}, *sets))

"""What holds of all cells of a column: dates, all different, none missing."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request
from core.conditions.words.cell_properties import read_cell_property


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("in which no value occurs twice", "SO_UNIQUE"),
        ("with no duplicate values", "SO_UNIQUE"),
        ("all values different", "SO_UNIQUE"),
        ("can't have duplicates", "SO_UNIQUE"),
        ("isn't allowed to have blanks", "SO_COMPLETE"),
        ("must hold each value only once", "SO_UNIQUE"),
        ("that is fully filled in (no blanks)", "SO_COMPLETE"),
        ("that is fully filled in, no blanks", "SO_COMPLETE"),
        ("that never repeats a value", "SO_UNIQUE"),
        ("with no value in it twice", "SO_UNIQUE"),
        ("without any missing cells", "SO_COMPLETE"),
        ("that has no blanks", "SO_COMPLETE"),
        ("that is filled in on every row", "SO_COMPLETE"),
        ("where no cell is empty", "SO_COMPLETE"),
        ("never empty", "SO_COMPLETE"),
        ("that is free of nulls", "SO_COMPLETE"),
        ("which is filled in all the way down", "SO_COMPLETE"),
        ("with no value occurring twice", "SO_UNIQUE"),
        ("w/o duplicates", "SO_UNIQUE"),
        (", no entry of which is repeated", "SO_UNIQUE"),
        ("that is nowhere blank", "SO_COMPLETE"),
        ("in which not a single cell has been left empty", "SO_COMPLETE"),
        ("w/o missing values", "SO_COMPLETE"),
        ("that's filled in for every row", "SO_COMPLETE"),
        ("that is filled in everywhere", "SO_COMPLETE"),
        ("from which no cell is missing", "SO_COMPLETE"),
        ("that is complete", "SO_COMPLETE"),
        ("that is filled with numbers", "SO_NUMBERS"),
        ("that holds numbers", "SO_NUMBERS"),
        ("that's numeric", "SO_NUMBERS"),
        ("that's made up of text", "SO_TEXT"),
        ("that's full of dates", "SO_DATES"),
        ("that is numeric", "SO_NUMBERS"),
        ("which must be numbers", "SO_NUMBERS"),
        (", and it has to be numbers", "SO_NUMBERS"),
        ("consisting of dates", "SO_DATES"),
        ("with dates in it", "SO_DATES"),
        ("stored as text", "SO_TEXT"),
        ("with yes or no values", "SO_BOOLEANS"),
    ],
)
@pytest.mark.parametrize("of", ["about price", "named email"])
def test_a_column_is_asked_for_by_what_holds_of_its_cells(of: str, said: str, kind: str) -> None:
    place, words = of.split()
    written = f'column {place} "{words}" of {_WRITTEN[kind]}'

    text = f"tables to join with a column {of} {said}".replace(" ,", ",")
    assert write_request(parse(text)) == f"join: {written}"


_WRITTEN = {
    "SO_UNIQUE": "unique",
    "SO_COMPLETE": "complete",
    "SO_NUMBERS": "numbers",
    "SO_DATES": "dates",
    "SO_TEXT": "text",
    "SO_BOOLEANS": "booleans",
}


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("joinable tables with a unique column called email", 'column named "email" of unique'),
        ("joinable tables with a numeric column on price", 'column about "price" of numbers'),
        ("join tables with a date column concerning expiry", 'column about "expiry" of dates'),
        (
            'join with a table where no cell is empty in the column titled "Licence No."',
            'column named "Licence No." of complete',
        ),
        (
            "join / column about cause holding text / rows < 10k",
            'column about "cause" of text and rows < 10000',
        ),
        ("join, a column about score carrying numbers", 'column about "score" of numbers'),
        ("join, one of their columns contains only numbers", "column of numbers"),
    ],
)
def test_a_property_may_stand_before_the_name(text: str, expression: str) -> None:
    assert write_request(parse(text)) == f"join: {expression}"


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("a date column without missing values", "column of dates, complete"),
        ("a date column in which no value is missing", "column of dates, complete"),
        ("a numeric column with unique values", "column of numbers, unique"),
        ("a column of numbers with all values distinct", "column of numbers, unique"),
        ("a text column with nothing but unique values", "column of text, unique"),
        ("a unique text column", "column of text, unique"),
        ("a column of text without any blanks", "column of text, complete"),
        ("a numeric column that's fully filled in", "column of numbers, complete"),
        ("a column of dates, all unique", "column of dates, unique"),
        ("a column about rent that is numeric, complete and unique", None),
        ("a column about rent of numbers, all unique, without gaps", None),
        ("a number column", "column of numbers"),
        ("a house number column", 'column about "house number"'),
        ("a column of unique numbers", "column of numbers, unique"),
        ("a column of distinct dates", "column of dates, unique"),
        ("a column of unique readings", "column of unique"),
        ("a column containing no repeated values and no empty cells", "column of unique, complete"),
        (
            "a column of text that has neither duplicates nor gaps",
            "column of text, unique, complete",
        ),
        ("a column without duplicates or blanks", "column of unique, complete"),
        ("a column that is unique and complete", "column of unique, complete"),
        ("a column of numbers that are all unique", "column of numbers, unique"),
        ("a column in which all values differ", "column of unique"),
        ("a column about gaps or repeats", 'column about "gaps" or column about "repeats"'),
        (
            "a date column and a column without blanks",
            "column of dates and column of complete",
        ),
    ],
)
def test_a_column_may_have_several_properties(text: str, expression: str | None) -> None:
    found = parse(f"join with tables that have {text}")
    written = expression or 'column about "rent" of numbers, unique, complete'
    assert write_request(found) == f"join: {written}"
    assert not found.unknown


@pytest.mark.parametrize(
    "text",
    [
        "a column about birth date",
        "a column about the date of birth of patients",
        "a column about loads in numbers of trucks",
    ],
)
def test_what_belongs_to_the_topic_is_no_property(text: str) -> None:
    assert " of dates" not in write_request(parse(text)).partition('"')[2].partition('"')[2]
    assert " of numbers" not in write_request(parse(text))


@pytest.mark.parametrize(
    "text",
    [
        "tables where no value occurs twice",
        "rows without missing cells",
        "tables that hold numbers",
    ],
)
def test_tables_and_rows_have_no_property_of_cells(text: str) -> None:
    assert all(read_cell_property(text, place) is None for place in range(len(text)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "join, a column about first flight (dates), over 40 rows",
            'join: column about "first flight" of dates and rows > 40',
        ),
        (
            "merge: tables with a column named hgnc_id (unique), about gene therapy",
            'join: column named "hgnc_id" of unique and topic "gene therapy"',
        ),
        (
            "join: column about wind (yes/no); column about tides (no missing values)",
            'join: column about "wind" of booleans and column about "tides" of complete',
        ),
        ("no column about salary (numeric)", 'not (column about "salary" of numbers)'),
        ("a table with a field labelled iban (never empty)", 'column named "iban" of complete'),
        ("a column of text, over 9 rows (numeric)", "column of text and rows > 9"),
    ],
)
def test_what_holds_of_all_cells_may_be_said_in_brackets(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert found.unknown == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "join, a column called press_contact that hasn't got any blanks",
            'join: column named "press_contact" of complete',
        ),
        (
            "join, a column about rent that doesn't have any gaps",
            'join: column about "rent" of complete',
        ),
        ("a column named iban which hasn't any duplicates", 'column named "iban" of unique'),
        (
            "Find something to merge with mine which doesn't have a single column of dates in it.",
            "join: not (column of dates)",
        ),
        ("tables to join without a single column of text", "join: not (column of text)"),
    ],
)
def test_what_a_column_or_a_table_has_not_got_is_refused(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables with a column whose name is `ORCID_iD` and in which no value is missing",
         'column named "ORCID_iD" of complete'),
        ("tables with a column named isbn and in which no value occurs twice",
         'column named "isbn" of unique'),
        ("a column named email where nothing's blank", 'column named "email" of complete'),
        ("a column named email and nothing in it is empty", 'column named "email" of complete'),
        ("a column named isbn where nothing's repeated", 'column named "isbn" of unique'),
        ("tables with a column named EAN without a single duplicate",
         'column named "EAN" of unique'),
        ("tables with a column named uid lacking any duplicates", 'column named "uid" of unique'),
    ],
)  # fmt: skip
def test_what_cells_are_is_no_part_of_a_name(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("tables with 5 columns about rain (numeric)", "columns = 5"),
        ("tables with two columns about wind (unique)", "columns = 2"),
        ("tables with at least 2 columns about wind (numeric)", "columns >= 2"),
    ],
)
def test_a_kind_in_brackets_does_not_take_away_how_many_columns_there_are(
    text: str, count: str
) -> None:
    assert count in write_request(parse(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Add columns from tables where some column has a value in every row.",
            "join: column of complete",
        ),
        ("append tables in which a column has an entry in each row", "union: column of complete"),
        ("tables with a column that has a value in all rows", "column of complete"),
    ],
)
def test_a_value_in_every_row_leaves_no_gaps(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Join tables in which a column about serial numbers contains only distinct values.",
            'join: column about "serial numbers" of unique',
        ),
        (
            "a column about serial numbers which must hold unique values only",
            'column about "serial numbers" of unique',
        ),
        ("a column about ids that has only unique entries", 'column about "ids" of unique'),
        ("tables with serial numbers", 'topic "serial numbers"'),
    ],
)
def test_a_column_may_contain_only_distinct_values(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables with a column of dates, all of them different", "column of dates, unique"),
        ("join tables with a column of dates, all distinct", "join: column of dates, unique"),
        ("a column of numbers, none of them missing", "column of numbers, complete"),
        ("a column of dates, all of them filled in", "column of dates, complete"),
        ("tables with 5 columns, all different", "columns = 5"),
    ],
)
def test_cells_of_a_kind_may_all_be_different(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected

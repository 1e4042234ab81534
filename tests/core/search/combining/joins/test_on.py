from __future__ import annotations

import pytest

from core.errors import ColumnNotFoundError, InputError
from core.search.combining.joins.on import read_on


def test_names_may_hold_equals_signs_commas_and_quotes() -> None:
    assert read_on("a=b=c", {"a=b", "x"}, {"c"}) == (("a=b", "c"),)
    assert read_on('"a,b=c"', {"a,b"}, {"c"}) == (("a,b", "c"),)
    assert read_on("a=b", {"a=b"}, {"a=b"}) == (("a=b", "a=b"),)


def test_a_header_of_two_lines_is_given_as_it_stands() -> None:
    assert read_on("a\nb=c\rd", {"a b"}, {"c d"}) == (("a b", "c d"),)


def test_a_pair_that_can_be_read_in_two_ways_is_refused() -> None:
    with pytest.raises(InputError, match="2 ways"):
        read_on("a=b=c", {"a", "a=b"}, {"b=c", "c"})


def test_a_column_that_is_not_there_is_said() -> None:
    with pytest.raises(ColumnNotFoundError, match="Got 'x'; the table has b"):
        read_on("a=x", {"a"}, {"b"})


def test_an_error_lists_a_column_with_a_comma_as_it_is_to_be_typed() -> None:
    with pytest.raises(ColumnNotFoundError, match=r'the query has item, "town, city"\.$'):
        read_on("town=city", ["item", "town, city"], ["city"])

"""On what a join or a union is performed is its key."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The join, which is to be performed on `lei_code`, must involve a table about bonds",
         'join: join on "lei_code" and topic "bonds"'),
        ("The join has to be carried out on plot_id; tables about soil",
         'join: join on "plot_id" and topic "soil"'),
        ("The union should be done on isbn, with tables about books",
         'union: union on "isbn" and topic "books"'),
        ('A join performed on "gauge" with tables about floods',
         'join: join on "gauge" and topic "floods"'),
        ("a join, to be made on the column iso2, with tables about trade",
         'join: join on "iso2" and topic "trade"'),
        ("The join must involve tables about tea", 'join: topic "tea"'),
    ],
)  # fmt: skip
def test_what_an_operation_is_performed_on_is_its_key(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())

"""A parser that looks two tokens ahead finds the trees that one finds that doesn't."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from core.conditions.lexing.lexer import tokens
from core.conditions.parsing.foresight import foreseeing
from core.conditions.parsing.parse import new_parser

TEXTS = [
    "unionable tables about coffee where the price is between 5 and 10",
    "join candidates with a column named email, over 500 rows",
    "smartphone sales by region",
    "grade above 90 blah 12",
    "at least half of the rows have date after 2015-03-01",
    "wunderbar",
    "",
    "rows",
    "tables on tea or coffee, not from Kenya, with no gaps in the price column",
    "join on stop_id; the union has at least 5,000 rows and adds 3 new columns",
    "no more than 12 columns, one of which is called zip, and country is Chad, Mali or Niger",
]


@pytest.mark.parametrize("text", TEXTS)
def test_foresight_changes_no_tree(text: str) -> None:
    plain, foreseen = new_parser(), new_parser()
    ahead = foreseeing(foreseen)
    row = tokens(text)
    ahead.begin()
    assert foreseen.parse(ahead.announced(row)) == plain.parse(row)


def test_threads_have_their_own_next_tokens() -> None:
    parser = new_parser()
    ahead = foreseeing(parser)

    def tree(text: str) -> object:
        ahead.begin()
        return parser.parse(ahead.announced(tokens(text)))

    alone = [tree(text) for text in TEXTS]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(tree, TEXTS * 3)) == alone * 3

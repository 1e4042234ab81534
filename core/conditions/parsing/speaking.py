"""Whether a text asks for tables, or for what stands in them."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.lexing.lexer import MOST_CHARACTERS, tokens
from core.conditions.parsing.search_syntax import has_clauses
from core.conditions.parsing.sql import from_sql
from core.conditions.words.kind_sets import WANTED, WHOLE_NUMBERS
from core.conditions.words.kinds import CLASSES

_SIZED = {"ROWS_COUNTED", "COLUMNS"}
_OF_PEOPLE = {
    *("candidates", "union", "unions", "join", "joins", "joined", "joining", "append", "appended"),
    *("appending", "stack", "stacked", "enrich", "enriched", "link to", "linked to", "joined with"),
    *("more rows", "more records", "additional rows", "extra rows", "further rows", "matched on"),
}
"""What is said of people, clubs and goods too: "which club did she join?", "European Union"."""


def speaks_of_tables(text: str) -> bool:
    """Whether a text is plainly about tables that are wanted, and not about what stands in them.

    So is one in SQL, or with a clause of search boxes.

    "tables about coffee where origin is Kenya" is; "Kenya is the origin of coffee" and "which
    awards did she win in 2014?" are not, though both could be read as conditions.

    Examples
    --------
    >>> speaks_of_tables("datasets with more than 500 rows"), speaks_of_tables("who won in 2014?")
    (True, False)
    >>> speaks_of_tables("coffee exports, at least 10 rows")
    True
    >>> speaks_of_tables("which club did she join?"), speaks_of_tables("only two are in the table")
    (False, False)
    """
    text = text[:MOST_CHARACTERS]
    if has_clauses(text) or from_sql(text) is not None:
        return True
    row = tokens(text)
    return _sizes_tables([str(one.type) for one in row]) or any(
        str(one.type) in WANTED and str(one) not in _OF_PEOPLE and not _the_one(text, one)
        for one in row
    )


def _sizes_tables(kinds: Sequence[str]) -> bool:
    """Whether rows or columns are counted and compared: "coffee, at least 10 rows"."""
    return any(
        kinds[i] in CLASSES["COMPARE"] and kinds[i + 1] in WHOLE_NUMBERS and kinds[i + 2] in _SIZED
        for i in range(len(kinds) - 2)
    )


def _the_one(text: str, token: Token) -> bool:
    """Whether a token is "the table": one that is known already, and none that is wanted."""
    before = text[: token.start_pos].rstrip().lower()
    return str(token) == "table" and before.endswith(("the", "this"))

"""Each pass between words and grammar is of use where it stands."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from lark import Token

from core.conditions.lexing import passes
from core.conditions.lexing.lexer import tokens

EXAMPLES = (
    "hired in March or April 2020",
    "hired after Christmas Day, December 25, 2020",
    "about (coffee or cocoa), harvested in 2019, min 5 cols",
    "age >= 65 / union",
    "tables where the column named genre is Satire",
    '"Refund" appears in the notes column of the tables I\'d append.',
    "A column about rent must be in whatever I join.",
    "The number of columns in any table joined with ours should be between 6 and 13.",
    "Topic of the tables to be merged with mine: notarial archives.",
    "Above 30 should wind_speed be in the tables to append.",
    "unionable tables where the date in the acquired column falls before 1950",
    "tables on wine, bottled before 1999 in the column bottled_at",
    "tables where the blood group is marked O negative",
    "tables where height and weight are each above 90",
    "tables about both tea auctions and rum auctions",
    "perfume tables or lipstick tables",
    "price between 5 and 6 million",
    "two thirds of the rows or more with vo2max over 55",
    "tables merged with mine by a union",
    "For the second chapter of my dissertation I need tables on central bank independence.",
    'tables with an inscription column that contains "beloved"',
    "Air quality: can any table about it be joined to mine?",
    "tables in which there is a column named is_active and it holds booleans",
    "tables which speak of the lynx or of the wolf",
    "tables that treat of ballads and of broadsides",
    "neither the topic of tea nor that of rum",
    "under ten rows or over ten thousand",
    "rows to append, between 30 and 60 of them per table",
    "tables to append of 150 rows and no more",
    "I can only handle 60 rows and 5 columns",
    "tables with a column of text as well as one of numbers",
    "joinable tables with two columns, one about hay and one about oats",
    "We are looking for data on street lighting costs in which District is Altona.",
    "The number of columns mustn't be more than 25 once the tables are joined.",
    "tables about rowing clubs [joinable w/ mine]",
    "My key is called shop_code; join on it, tables about rent.",
    "The freight lists to be put underneath ours should have over 1,000 rows.",
    "The join has to exclude tables with over 900 rows.",
    "any subject will do, bar tea",
    "tables about rivers have no date column",
    "Tables with under 40 rows are too short to stack under mine.",
    "Don't offer me, for appending, any table with over fifty thousand rows.",
    "Unless it has over 90 rows, a table should not be joined to mine.",
    "no tables about tea nor about rum",
    "they must not be under 60 rows or have a column about tea",
    "tables mentioning no Rex",
    "not about goats, wool or hair mentioned in the product column",
    "tables about rye; a column about yield must be absent",
    "topic beekeeping - over 200 rows - must not: country is belgium",
    "My join key is player_id; show tables that mention hamstring.",
    "join on hotel name or city name",
    "My patient number column should serve as the join key.",
    "Which tables on soil erosion dovetail with my columns via a shared key?",
    "Which tables with at least 12 columns can be joined on station_id?",
    "The join should bring me at least four new columns.",
    "The union should contain over 900 rows.",
    "The union has at least 900 rows and at most 9 columns.",
    "tables that have customer_id",
    "tables that include yes-or-no values",
    "tables with no blanks in some column",
    "I'm looking for tables to join that also have elevation data.",
    "any tbl: server logs, avg latency_ms < 250, ~5000 rows",
    "girl scout cookies, flavor: mint",
    "Append only tables having blood type O or AB",
    "append rows - species: otter",
    "dart delays",
)
"""A text for each pass, in their order, which that pass puts in other words."""


@pytest.mark.parametrize(("place", "text"), list(enumerate(EXAMPLES)))
def test_a_pass_puts_its_words_otherwise(
    place: int, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(EXAMPLES) == len(passes.PASSES)
    run = passes.PASSES[place]
    seen: list[tuple[list[Token], list[Token]]] = []

    def watched(row: Sequence[Token], told: str) -> list[Token]:
        seen.append((list(row), run(row, told)))
        return seen[-1][1]

    monkeypatch.setattr(
        passes, "PASSES", (*passes.PASSES[:place], watched, *passes.PASSES[place + 1 :])
    )
    tokens(text)
    ((before, after),) = seen
    assert [(one.type, str(one)) for one in after] != [(one.type, str(one)) for one in before]

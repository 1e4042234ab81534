"""What a word of a condition is, by the words that stand around it."""

from __future__ import annotations

from collections.abc import Callable

from lark import Token

from core.conditions.senses import (
    alternatives,
    amounts,
    cell_values,
    cells_spoken_of,
    comparing,
    data,
    had_by_tables,
    idle,
    inside_names,
    joined_on,
    keys,
    rows,
    said_of_columns,
    signs,
    subjects,
    which_column,
    which_tables,
)
from core.conditions.senses.column_names import is_of_column_name
from core.conditions.senses.first_words import kind_of_first_word
from core.conditions.senses.here import Here
from core.conditions.senses.nouns import is_plain
from core.conditions.senses.said_of_columns import (
    announces_column,
    is_text_of_column,
    stands_for_column,
)
from core.conditions.words.tokens import retyped, token


def in_context(here: Here) -> tuple[Token, int]:
    """Give a token the kind that it has between its neighbours.

    Returns
    -------
    tuple
        The token, perhaps another, and how many pieces it takes.
    """
    stands = stands_for_column(here)
    kind, words = ("COLUMN", stands) if stands else announces_column(here)
    if words:
        last = here.pieces[here.place + words - 1]
        first = here.pieces[here.place]
        return token(kind, str(first), first.start_pos, last.end_pos), words
    if is_text_of_column(here):
        last = here.pieces[here.behind]
        return token("PUNCTUATION", here.text, here.one.start_pos, last.end_pos), here.used + 1
    bracketed = inside_names.words_in_brackets(here)
    if bracketed:
        last = here.pieces[here.place + bracketed - 1]
        kind = "PUNCTUATION" if inside_names.is_remark(here) else "WORD"
        return token(kind, "()", here.one.start_pos, last.end_pos), bracketed
    unit = amounts.words_of_unit(here)
    if unit:
        first, last = here.pieces[here.place], here.pieces[here.place + unit - 1]
        return token("UNIT", str(first), first.start_pos, last.end_pos), unit
    alone = kind_of_first_word(here)
    if alone:
        return retyped(here.pieces[here.place], alone), 1
    kind = next((kind for holds, kind in _RULES if holds(here)), here.kind)
    return (here.one if kind == here.kind else retyped(here.one, kind)), here.used


_RULES: tuple[tuple[Callable[[Here], bool], str], ...] = (
    (cell_values.is_short_verb, "IS"),
    (cell_values.is_short_behind_noun, "PUNCTUATION"),
    (cell_values.is_said_of_column, "IS"),
    (had_by_tables.is_of_all_tables, "FILL"),
    (had_by_tables.is_what_is_attached, "FILL"),
    (had_by_tables.is_there_at_all, "FILL"),
    (cell_values.may_be_short_verb, "WORD"),
    (cell_values.is_named_as, "AS"),
    (cell_values.is_had_for, "AS"),
    (cell_values.is_whose_column, "PUNCTUATION"),
    *idle.RULES,
    (alternatives.is_both_of_nothing, "ARTICLE"),
    (cell_values.is_anything, "PUNCTUATION"),
    (cell_values.is_of_column_before, "PUNCTUATION"),
    (cell_values.has_value, "VALUES"),
    (had_by_tables.is_of_each_table, "PUNCTUATION"),
    *cells_spoken_of.RULES,
    *signs.RULES,
    *inside_names.RULES,
    *comparing.RULES,
    *amounts.RULES,
    (had_by_tables.has_by_another_verb, "WITH"),
    (had_by_tables.is_found_or_not, "APPEARS"),
    (had_by_tables.is_not_found_in, "APPEARS"),
    (had_by_tables.is_mentioned_in, "APPEARS"),
    (had_by_tables.is_written_in, "PUNCTUATION"),
    (is_of_column_name, "WORD"),
    (is_plain, "WORD"),
    *keys.RULES,
    *data.RULES,
    *said_of_columns.RULES,
    *which_column.RULES,
    *joined_on.RULES,
    *subjects.RULES,
    *which_tables.RULES,
    (rows.is_counted, "ROWS_COUNTED"),
    (rows.are_measured, "WORD"),
    (alternatives.opens_alternatives, "FILL"),
    (had_by_tables.lists_words, "CONTAINS"),
    (rows.matches_rows, "MATCHED"),
    (cell_values.is_wished, "IS"),
    (alternatives.is_any_of, "ANY_OF"),
    (rows.is_of_match, "PUNCTUATION"),
    (rows.leaves_matched, "FILL"),
    (joined_on.ends_key, "WITH"),
)
"""The first that holds says what kind a token is."""

"""The rewriting of a row of tokens between the words and the grammar, pass by pass.

People say one thing in many orders; the grammar knows few. Each pass turns one way of saying it
into another that the grammar, or a pass behind it, knows. What a pass must find is told beside it:
that is why it stands where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lark import Token

from core.conditions.lexing.alternative_keys import keys_told
from core.conditions.lexing.behind_keys import subjects_behind_keys
from core.conditions.lexing.brackets import brackets_placed
from core.conditions.lexing.called_tables import tables_called
from core.conditions.lexing.headings import subjects_headed
from core.conditions.lexing.held_columns import columns_held
from core.conditions.lexing.held_information import information_held
from core.conditions.lexing.held_kinds import kinds_held, kinds_in_some_column
from core.conditions.lexing.inverted import columns_first
from core.conditions.lexing.joins_by_keys import joins_told_by_keys
from core.conditions.lexing.keys_told_before import keys_told_before
from core.conditions.lexing.keyword_pairs import pairs_told
from core.conditions.lexing.leading_keys import keys_turned
from core.conditions.lexing.lists import lists_told
from core.conditions.lexing.magnitudes import ranges_multiplied
from core.conditions.lexing.marked_values import marks_joined
from core.conditions.lexing.merging import unions_told
from core.conditions.lexing.months import days_dated, months_dated
from core.conditions.lexing.named_columns import cells_of_columns_named
from core.conditions.lexing.names_together import names_together, topics_of_both
from core.conditions.lexing.owners import (
    columns_there,
    dates_in_columns,
    owners_first,
    sizes_said_of_tables,
    times_in_columns,
    topics_of_tables,
)
from core.conditions.lexing.portions import portions_bounded
from core.conditions.lexing.pronouns import columns_told_before, subjects_told_before
from core.conditions.lexing.purposes import purposes_turned
from core.conditions.lexing.refusals_told import (
    refusals_again,
    refusals_of_all_but,
    refusals_of_tables,
    refused_objects,
)
from core.conditions.lexing.refused_afterwards import refused_afterwards
from core.conditions.lexing.relative_clauses import clauses_told
from core.conditions.lexing.remarks import remarks_marked
from core.conditions.lexing.requirements import (
    absences_turned,
    alternatives_refused,
    mentions_parted,
    mentions_turned,
    refusals_carried,
)
from core.conditions.lexing.results import results_of_no_size, results_told
from core.conditions.lexing.results_had import sizes_had_by_results
from core.conditions.lexing.results_when import results_when
from core.conditions.lexing.said_again import (
    columns_again,
    columns_told,
    extents_again,
    extents_of_them,
    limits_again,
    topics_again,
    verbs_again,
)
from core.conditions.lexing.simplifying import simplified
from core.conditions.lexing.sizes_again import bounds_again, results_again
from core.conditions.lexing.subjects_of_all_but import subjects_of_all_but
from core.conditions.lexing.tables_said_again import tables_said_again
from core.conditions.lexing.told_apart import told_apart
from core.conditions.lexing.topics_one_by_one import topics_one_by_one
from core.conditions.lexing.trailing_keys import keys_named_first
from core.conditions.lexing.values_beside import values_told
from core.conditions.lexing.wishes import subjects_wished

Pass = Callable[[Sequence[Token], str], list[Token]]
"""Takes the tokens and the text they were cut from; gives the tokens in other words."""


def _of_tokens(rewrite: Callable[[Sequence[Token]], list[Token]]) -> Pass:
    """Make a pass of what needs no look at the text."""

    def run(row: Sequence[Token], text: str) -> list[Token]:
        del text
        return rewrite(row)

    return run


PASSES: tuple[Pass, ...] = (
    # What words are that only a later one tells.
    months_dated,
    _of_tokens(days_dated),
    # What stands where it is no part of the grammar.
    _of_tokens(brackets_placed),
    _of_tokens(told_apart),
    _of_tokens(cells_of_columns_named),
    _of_tokens(owners_first),
    _of_tokens(columns_there),
    _of_tokens(sizes_said_of_tables),
    _of_tokens(topics_of_tables),
    _of_tokens(columns_first),
    _of_tokens(dates_in_columns),
    _of_tokens(times_in_columns),
    _of_tokens(marks_joined),
    names_together,
    topics_of_both,
    _of_tokens(tables_said_again),
    ranges_multiplied,
    _of_tokens(portions_bounded),
    # Which search is meant, before what else names tables is looked at.
    unions_told,
    purposes_turned,
    # What a word refers back to, before anything is put in another order.
    clauses_told,
    subjects_told_before,
    columns_told_before,
    _of_tokens(verbs_again),
    _of_tokens(topics_one_by_one),
    _of_tokens(topics_again),
    _of_tokens(extents_again),
    _of_tokens(extents_of_them),
    _of_tokens(limits_again),
    _of_tokens(bounds_again),
    _of_tokens(columns_again),
    _of_tokens(columns_told),
    subjects_wished,
    # Whose size it is, before refusals and remarks are looked for around it.
    _of_tokens(results_when),
    # What asks for nothing, so that no pass behind takes it for a part of a condition.
    remarks_marked,
    keys_told_before,
    tables_called,
    # Refusals: alternatives first, so that what is carried on knows each of them.
    _of_tokens(results_of_no_size),
    subjects_of_all_but,
    _of_tokens(refusals_of_tables),
    _of_tokens(refused_afterwards),
    _of_tokens(refused_objects),
    _of_tokens(refusals_of_all_but),
    _of_tokens(refusals_again),
    _of_tokens(alternatives_refused),
    _of_tokens(mentions_turned),
    _of_tokens(mentions_parted),
    _of_tokens(absences_turned),
    refusals_carried,
    # Keys: in front, told as alternatives, behind; then what only their place tells.
    keys_turned,
    _of_tokens(keys_told),
    _of_tokens(keys_named_first),
    _of_tokens(joins_told_by_keys),
    subjects_behind_keys,
    # What tables and results have; results first, for "it" may be either.
    results_told,
    _of_tokens(sizes_had_by_results),
    results_again,
    columns_held,
    _of_tokens(kinds_held),
    _of_tokens(kinds_in_some_column),
    _of_tokens(information_held),
    subjects_headed,
    _of_tokens(pairs_told),
    values_told,
    # Shorter at last: every pass before sees the words as they were said.
    _of_tokens(lists_told),
    _of_tokens(simplified),
)


def rewritten(row: Sequence[Token], text: str) -> list[Token]:
    """Put a row of tokens into the order and the words that the grammar knows.

    Parameters
    ----------
    text
        What the tokens were cut from; their places stay those of this text.
    """
    found = list(row)
    for one in PASSES:
        found = one(found, text)
    return found

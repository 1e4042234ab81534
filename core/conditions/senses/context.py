"""What a word of a condition is, by the words that stand around it."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from lark import Token

from core.conditions.senses import (
    amounts,
    comparing,
    data,
    idle,
    inside_names,
    joined_on,
    keys,
    said_of_columns,
    signs,
    subjects,
    which_column,
    which_tables,
)
from core.conditions.senses.column_names import is_of_column_name, names_kind, names_names
from core.conditions.senses.here import Here
from core.conditions.senses.keys import names_identifier
from core.conditions.senses.nouns import is_plain
from core.conditions.senses.said_of_columns import is_text_of_column, stands_for_column
from core.conditions.senses.which_column import is_column_of_subjects
from core.conditions.words.tokens import retyped, token

_SHORT_IS = {"'s", "’s"}
_BEFORE_IS = {"WORD", "KNOWN", "QUOTED", "COLUMN", "K_DATES", "K_NUMBERS", "K_TEXT", "COUNT"}
_BEHIND_IS = {
    *("GT", "GE", "LT", "LE", "UP_TO", "EQ", "NEAR", "BETWEEN", "BEFORE", "UNTIL", "AFTER"),
    *("SINCE", "NOT", "ONE_OF", "APPEARS", "QUOTED"),
}
"""What may follow an "is" that is shortened, and no possessive."""
_COMPARED = {"GE", "GT", "LE", "LT", "NEAR", "BETWEEN", "UP_TO"}
_COLUMNS = {"COLUMN", "COLUMNS", "KNOWN"}
_BEFORE_LAKE = {"", "COMMA", "AND", "OR", "WITH", "STOP"}
_PLACES = {"the lake", "the repository"}
_SAID_OF_BOTH = {*_COMPARED, "IS", "BEFORE", "AFTER", "SINCE", "UNTIL", "CONTAINS"}
_WORDS_OF_LIST = 9
_WORDS_OF_RESULT = 2
_COUNTING = {"NUMBER", "YEAR"}
_ROWS_OR_MEASURES = {"cases", "samples", "instances", "observations"}
_MEASURED_ONLY = {"cases", "samples"}
_BEING_MANY = {"are", "were"}
_BEING_ONE_THING = {"is", "was"}
_FOUND_SOMEWHERE = {"mentioned", "included", "listed", "named", "cited"}
_ENDING = {"", "COMMA", "AND", "OR", "STOP", "PUNCTUATION"}
_AFTER_FOUND = {*_ENDING, "SOMEWHERE"}
_LINKED = (["COMMA"], ["AND"], ["OR"], ["NOR"])
_SOME_TABLE = ("something about", "something on", "anything about", "anything on")
_SOMETHING_ON = {"something on", "anything on", "everything on", "whatever on"}
_VALUES = {"PIECE", "QUOTED", "ONE_OF", "NOT", "NEITHER"}
_RELATIVE_IS = {"that's", "that’s", "that is", "which is"}
_NAMES = {"WORD", "K_DATES", "COUNT", "KNOWN", "QUOTED"}
_WISHES = ("want", "need", "like", "prefer", "wish", "would love", "i'd love", "we'd love")
_DONE = {"included", "part", "covered", "joined", "unioned", "added", "combined", "found", "used"}
_BEFORE_VALUES = {"WORD", "KNOWN", "QUOTED", "COLUMN", "IS", "EQ", "IN", "K_DATES", "COUNT"}
_MATCHING = {"match", "matches", "matching"}
_RELATIVE = {"that", "which"}
_BEING_ONE = {"is", "are", "being"}
_MEASURED = {"ROWS", "ROWS_COUNTED", "COLUMNS", "NUMBER", "YEAR", "PERCENT", "UNIT", "DATE"}
_LISTING_VERBS = {"list", "lists", "that list", "which list", "that lists", "which lists"}
_LONGEST_LISTED = 8
_LONGEST_NAME = 8
_BEFORE_ARTICLES = {
    "",
    "UNION",
    "JOIN",
    "WITH",
    "WITHOUT",
    "COMMA",
    "AND",
    "OR",
    "ONE_OF",
    "NOT",
    "GIVES",
    "FILL",
}
_OF_SUBJECT = {"TABLES", "DATA", "INFO"}


def in_context(here: Here) -> tuple[Token, int]:
    """Give a token the kind that it has between its neighbours.

    Returns
    -------
    tuple
        The token, perhaps another, and how many pieces it takes.
    """
    stands = stands_for_column(here)
    if stands:
        last = here.pieces[here.place + stands - 1]
        first = here.pieces[here.place]
        return token("COLUMN", str(first), first.start_pos, last.end_pos), stands
    if is_text_of_column(here):
        last = here.pieces[here.behind]
        return token("PUNCTUATION", here.text, here.one.start_pos, last.end_pos), here.used + 1
    bracketed = inside_names.words_in_brackets(here)
    if bracketed:
        last = here.pieces[here.place + bracketed - 1]
        return token("WORD", "()", here.one.start_pos, last.end_pos), bracketed
    unit = amounts.words_of_unit(here)
    if unit:
        first, last = here.pieces[here.place], here.pieces[here.place + unit - 1]
        return token("UNIT", str(first), first.start_pos, last.end_pos), unit
    alone = _kind_of_first_word(here)
    if alone:
        return retyped(here.pieces[here.place], alone), 1
    kind = next((kind for holds, kind in _RULES if holds(here)), here.kind)
    return (here.one if kind == here.kind else retyped(here.one, kind)), here.used


def _kind_of_first_word(here: Here) -> str:
    """Give the kind of a phrase's first word where the others go with what follows, or nothing."""
    goes_on = here.names_at(here.behind) or here.kind_at(here.behind) == "TABLES"
    as_what = here.before == "AS" and here.ends_part(here.behind)  # "cancelled as the outcome"
    result = here.kind == "RESULT" and (goes_on or as_what or _is_column_of_results(here))
    if here.text.startswith("the ") and (result or is_column_of_subjects(here)):
        return "ARTICLE"  # "the outcome notes", "the subject"
    if here.kind == "FILL" and here.text in _PLACES and _is_of_places(here):
        return "ARTICLE"  # "the lake temperature", "and the lake should be Paxton"
    if here.text.endswith(" is") and is_column_of_subjects(here):
        return "WORD"  # "the column subject is chemistry"
    of_name = here.kind == "FILL" and here.text.endswith(" of") and _is_in_name(here)
    if names_kind(here) or names_names(here):
        begins = "WITH" if here.text.startswith(("with", "whose")) else "WORD"
        return "ARTICLE" if here.text.startswith("the ") else begins
    inside = inside_names.kind_of_place(here)
    if inside:
        return inside
    return "WORD" if of_name else _preposition(here)


def _is_of_places(here: Here) -> bool:
    """Whether the lake is a column, and not where tables are searched."""
    said = here.kind_at(here.behind) == "IS" and here.before in {*_BEFORE_LAKE}
    return here.names_at(here.behind) or said


def _is_no_unit(here: Here) -> bool:
    """Whether "a year" is no unit: "with a year between …", unlike "over 9 dollars a year"."""
    first = here.text.split()[0]
    return here.kind == "UNIT" and first in {"a", "an"} and here.before in _BEFORE_ARTICLES


def _preposition(here: Here) -> str:
    """Give the kind of a phrase's first word where only that is one of a request, or nothing."""
    if here.text == "in a column" and here.before in {"JOIN", "UNION", "GIVES"}:
        return "IN"  # "merge in a column about rent"
    if here.text == "on average" and here.before in _OF_SUBJECT and here.names_at(here.behind):
        return "ON"  # "tables on average rainfall"
    if _is_no_unit(here):
        return "ARTICLE"
    if here.kind in {"OR_MORE", "OR_LESS"} and here.word(here.place) in _BEING_ONE:
        return "" if here.before in _MEASURED else "IS"  # "the fee is the minimum"
    if here.text in _SOMETHING_ON and _names_key(here):
        return "FILL"  # "join anything on taxon_id"
    from_them = bool(here.found) and here.found[-1].endswith(" from")
    # "columns to attach to mine from something about orchards"
    return "TABLES" if from_them and here.text.startswith(_SOME_TABLE) else ""


def _names_key(here: Here) -> bool:
    """Whether a key follows by which something is joined or united."""
    combined = {"UNION", "JOIN"} & set(here.kinds)
    return bool(combined) and names_identifier(here, here.behind)


def _is_there_at_all(here: Here) -> bool:
    """Whether a column is said to be there: "no column about customer appears"."""
    named = [kind for kind in here.kinds if kind != "WORD"][-2:]
    appears = here.kind == "APPEARS" and here.before == "WORD" and here.ends_part(here.behind)
    return appears and named == ["COLUMN", "ABOUT"]


def _is_what_is_attached(here: Here) -> bool:
    """Whether columns are what a join brings: "attach to mine columns taken from tables"."""
    if here.text != "columns" or here.word(here.place - 1) == "the":
        return False  # "the columns that a join adds should relate to sleep"
    ahead = here.kind_at(here.behind)
    if here.before == "JOIN":
        return ahead in {"JOIN", "TABLES", "FILL", "FROM"}
    joined = ahead in {"JOIN", "ON_KEY"}
    return joined and here.before in {"", "FILL", "COMMA", "WITH"}


def _is_of_all_tables(here: Here) -> bool:
    """Whether "all" speaks of tables: "all with a date", "tables …, all mention it"."""
    if here.text not in {"all", "each"}:
        return False
    ahead = here.kind_at(here.behind)
    again = here.before in {"COMMA", "AND"} and "TABLES" in here.kinds and here.text == "all"
    return ahead == "WITH" or (ahead == "CONTAINS" and again and "ROWS" not in here.kinds)


def _is_column_of_results(here: Here) -> bool:
    """Whether cells are spoken of: "the result is won", unlike "the result has over 50 rows"."""
    if here.kind_at(here.behind) not in {"IS", "CONTAINS", "NOT"} or here.used != _WORDS_OF_RESULT:
        return False
    ahead = set(
        itertools.takewhile(
            lambda kind: kind != "COMMA",
            (here.kind_at(here.behind + words) for words in range(_WORDS_OF_LIST)),
        )
    )
    return "NUMBER" not in ahead and not ahead & {*_COLUMNS, "ROWS", "MY_ROWS", "MATCHED"}


def _is_in_name(here: Here) -> bool:
    """Whether it goes on with a name: "box office collection of at least 5 million"."""
    return here.before == "WORD" and here.kind_at(here.behind) in _COMPARED


def _is_short_verb(here: Here) -> bool:
    """Whether an "is" is shortened: "the score's above 85"."""
    return _may_be_short_verb(here) and here.kind_at(here.behind) in _BEHIND_IS


def _is_said_of_column(here: Here) -> bool:
    """Whether it is said what cells are: "with a host that's beech, birch or hazel"."""
    if here.text not in _RELATIVE_IS or here.before not in {"WORD", "KNOWN", "QUOTED"}:
        return False
    named = sum(1 for _ in itertools.takewhile(_NAMES.__contains__, reversed(here.kinds)))
    announced = here.kinds[: len(here.kinds) - named][-1:]
    article = here.word(here.place - named - 1) in {"a", "an"}
    return article and announced in (["WITH"], ["OR"], ["ONE_OF"])


def _may_be_short_verb(here: Here) -> bool:
    return here.text in _SHORT_IS and here.before in _BEFORE_IS


def _is_named_as(here: Here) -> bool:
    """Whether a name follows its value: "'Oslo' given as the city", "Rome or Oslo given as…"."""
    if here.kind != "IS" or not here.text.endswith(" as"):
        return False
    if here.before == "WORD" and here.kind_at(here.behind) == "ARTICLE":
        return "OR" in here.kinds[-_WORDS_OF_LIST:] and "WITH" in here.kinds
    if comparing.names_before_value(here):
        return False
    return (here.kinds[-2:] if here.before == "IS" else here.kinds[-1:])[:1] == ["QUOTED"]


def _is_both_of_nothing(here: Here) -> bool:
    if (
        here.kind != "BOTH"
        or _is_refused(here)
        or _is_of_alternatives(here)
        or _is_of_two_names(here)
    ):
        return False
    return here.before != "CONTAINS" or here.kind_at(here.behind) == "ARTICLE"


def _is_refused(here: Here) -> bool:
    """Whether both together are unwanted: "must not have both a column about X and one about Y"."""
    said = [kind for kind in here.kinds[-2:] if kind != "WITH"]
    return said[-1:] == ["NOT"] and here.kind_at(here.behind) in {"COLUMN", "ARTICLE"}


def _is_of_alternatives(here: Here) -> bool:
    """Whether two are one alternative: "over 90 rows, or (have) both 9 columns and …"."""
    said = [kind for kind in here.kinds[-2:] if kind != "WITH"]
    return said[-1:] in (["OR"], ["ONE_OF"])


def _is_of_two_names(here: Here) -> bool:
    """Whether what follows is said of two columns: "where both budget and gross are above 90"."""
    words = range(here.behind, here.behind + _WORDS_OF_LIST)
    ends = next((place for place in words if not here.names_at(place)), here.behind)
    if ends == here.behind or here.word(ends) != "and":
        return False
    said = next((place for place in range(ends + 1, ends + 5) if not here.names_at(place)), ends)
    return said > ends + 1 and here.kind_at(said) in _SAID_OF_BOTH


def _is_anything(here: Here) -> bool:
    """Whether a value is refused: "country anything except France", unlike "on anything but …"."""
    if here.text not in {"anything", "everything"} or here.before not in {"WORD", "COLUMN"}:
        return False
    return here.kind_at(here.behind) in {"EXCEPT", "NOT"}


def _is_of_column_before(here: Here) -> bool:
    """Whether cells of the column before are spoken of: "a price column whose values are …"."""
    return (
        here.text == "whose" and here.before == "COLUMN" and here.kind_at(here.behind) == "VALUES"
    )


def _has_value(here: Here) -> bool:
    """Whether a value stands before its column: "that have the value 'Rome' in the city column"."""
    if here.kind != "IS" or not here.text.endswith("the value"):
        return False
    return here.before not in {"WORD", "QUOTED", "KNOWN", "COLUMN"}


def _is_of_each_table(here: Here) -> bool:
    """Whether it is said again that it is of tables: "the number of rows in each is above 5"."""
    return here.text.startswith("in each") and here.before in {"ROWS", "COLUMNS"}


def _is_counted(here: Here) -> bool:
    """Whether a number of rows is spoken of: "coffee with over 40 rows"."""
    return here.kind == "ROWS" and here.before in _COUNTING


def _are_measured(here: Here) -> bool:
    """Whether a word for rows is a column's name: "cases exceed 400", unlike "over 400 cases"."""
    if here.text not in _ROWS_OR_MEASURES or here.before in {"COUNT_OF", "NUMBER", "YEAR"}:
        return False
    if here.word(here.behind) in _BEING_ONE_THING:
        return here.kind_at(here.behind + 1) in _COMPARED  # "cases is over 20"
    told = here.behind + (here.word(here.behind) in _BEING_MANY)
    counted = told > here.behind and (
        here.text not in _MEASURED_ONLY or here.word(here.place - 1) != "the"
    )
    return here.kind_at(told) in _COMPARED and not counted


def _is_found_or_not(here: Here) -> bool:
    """Whether it is said of a word that it is somewhere or not: "Monza isn't mentioned"."""
    none = "NEITHER" in here.kinds and here.kinds[-2:-1] == ["NOR"]
    ends = _AFTER_FOUND if none or here.before == "NOT" else _ENDING
    if here.text not in _FOUND_SOMEWHERE or here.kind_at(here.behind) not in ends:
        return False
    named = here.before in {"WORD", "QUOTED"} and here.kinds[-2:-1] in _LINKED
    return here.before == "NOT" or (named and here.text == "mentioned")


def _opens_alternatives(here: Here) -> bool:
    """Whether alternatives of a result follow: "the join either adds 2 columns or …"."""
    return here.kind == "RESULT" and here.word(here.behind) == "either"


def _is_wished(here: Here) -> bool:
    """Whether it is said what a column is wanted to be: "I don't want the brand to be Nestlé"."""
    if here.text != "to be" or here.kind_at(here.behind) not in _VALUES:
        return False
    begins = len(here.found)
    while begins and str(here.found[begins - 1].type) in _NAMES:
        begins -= 1
    wished = here.found[begins - 1] if 0 < begins < len(here.found) else ""
    return wished.endswith(_WISHES) and here.word(here.behind) not in _DONE


def _matches_rows(here: Here) -> bool:
    """Whether rows find partners: "matches at least 95% of my rows"."""
    ahead = [here.kind_at(here.behind + words) for words in range(_WORDS_OF_LIST)]
    return here.text in _MATCHING and ahead[0] in _COMPARED and "MY_ROWS" in ahead


def _is_any_of(here: Here) -> bool:
    """Whether alternatives are listed: "must have one of: topic tea, a column about rent"."""
    if here.kind != "ONE_OF" or here.word(here.behind) != ":":
        return False
    return here.text.endswith("of") and here.before not in _BEFORE_VALUES


def _is_of_match(here: Here) -> bool:
    """Whether it is said for how many there is one: "with a match for over half of my rows"."""
    return here.kind == "FOR" and here.before == "MATCHED"


def _ends_key(here: Here) -> bool:
    """Whether a key ends before the tables: "join my table on stop code to tables about buses"."""
    keyed = {"ON", "ON_KEY"} & set(here.kinds) and "JOIN" in here.kinds
    return here.text in {"to", "onto"} and bool(keyed) and here.kind_at(here.behind) == "TABLES"


def _lists_words(here: Here) -> bool:
    """Whether tables list something in their cells, unlike "list the tables" and "that list"."""
    listing = here.text in _LISTING_VERBS and here.before in {"TABLES", "WITH", "AND"}
    places = range(here.behind + 1, min(here.behind + _LONGEST_LISTED, len(here.pieces)))
    return listing and any(here.kind_at(place) == "SOMEWHERE" for place in places)


def _has_by_another_verb(here: Here) -> bool:
    """Whether tables have what is compared, by a verb that is not known: "that flaunt a price"."""
    if here.kind != "WORD" or not here.text.isalpha() or here.word(here.behind) not in {"a", "an"}:
        return False
    if here.before != "WITH" or str(here.found[-1]) not in _RELATIVE:
        return False
    ahead = range(here.behind + 1, min(here.behind + _LONGEST_NAME, len(here.pieces)))
    part = itertools.takewhile(lambda place: not here.ends_part(place), ahead)
    return any(here.kind_at(place) in _COMPARED for place in part)


_RULES: tuple[tuple[Callable[[Here], bool], str], ...] = (
    (_is_short_verb, "IS"),
    (_is_said_of_column, "IS"),
    (_is_of_all_tables, "FILL"),
    (_is_what_is_attached, "FILL"),
    (_is_there_at_all, "FILL"),
    (_may_be_short_verb, "WORD"),
    (_is_named_as, "AS"),
    *idle.RULES,
    (_is_both_of_nothing, "ARTICLE"),
    (_is_anything, "PUNCTUATION"),
    (_is_of_column_before, "PUNCTUATION"),
    (_has_value, "VALUES"),
    (_is_of_each_table, "PUNCTUATION"),
    *signs.RULES,
    *inside_names.RULES,
    *comparing.RULES,
    *amounts.RULES,
    (_has_by_another_verb, "WITH"),
    (_is_found_or_not, "APPEARS"),
    (is_of_column_name, "WORD"),
    (is_plain, "WORD"),
    *keys.RULES,
    *data.RULES,
    *said_of_columns.RULES,
    *which_column.RULES,
    *joined_on.RULES,
    *subjects.RULES,
    *which_tables.RULES,
    (_is_counted, "ROWS_COUNTED"),
    (_are_measured, "WORD"),
    (_opens_alternatives, "FILL"),
    (_lists_words, "CONTAINS"),
    (_matches_rows, "MATCHED"),
    (_is_wished, "IS"),
    (_is_any_of, "ANY_OF"),
    (_is_of_match, "PUNCTUATION"),
    (_ends_key, "WITH"),
)
"""The first that holds says what kind a token is."""

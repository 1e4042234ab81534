"""What a word of a condition is, by the words that stand around it."""

from __future__ import annotations

import re
from collections.abc import Callable

from lark import Token

from core.conditions.here import Here
from core.conditions.date_names import DATE_NAME
from core.conditions.lexicon import phrases
from core.conditions.nouns import is_plain
from core.conditions.phrase_lookup import phrase_at
from core.conditions.tokens import retyped, token

_GAINING = {"a", "an", "adding", "attaching", "means", "joining", "merging", "linking", "stacking"}
_BY = {"by", "using", "via", "through"}
"""What may say on which columns, behind "joinable"."""
_AFTER_RANGE = {"UNIT", "ROWS", "COLUMNS", "COLUMN"}
_BEFORE_RANGE = {"BETWEEN", "FROM", "IN", "DATES", "ABOUT", "NEAR", "ROWS", "COLUMNS"}
_EXTENTS = {"ROWS", "COLUMNS"}
_MORE_OR_LESS = {"more": ">", "fewer": "<", "less": "<"}
_SHORT_IS = {"'s", "’s"}
_BEFORE_IS = {"WORD", "KNOWN", "QUOTED", "COLUMN", "K_DATES", "K_NUMBERS", "K_TEXT", "COUNT"}
_BEHIND_IS = {
    *("GT", "GE", "LT", "LE", "UP_TO", "EQ", "NEAR", "BETWEEN", "BEFORE", "UNTIL", "AFTER"),
    *("SINCE", "NOT", "ONE_OF", "APPEARS", "QUOTED"),
}
"""What may follow an "is" that is shortened, and no possessive."""
_REMARKING = {"and", "but", "they", "it", "which", "that", "with", "where"}
"""What a remark in brackets begins with, unlike a list or a condition."""
_WORDS_OF_KEYWORD = 3
_WORDS_OF_NAME = 3
_WORDS_OF_VALUES = 8
_BE_THERE = {"is", "being", "be", "should", "must", "has", "to", "ought", "needs", "would", "will"}
_THEM = {"them", "which", "these", "those"}
_COUNTED = re.compile(r"[a-z]{2,}s|[^\W\d]{1,3}")
"""What is counted stands in the plural, or is short for it."""
_SHORT_MINUTES = {"min", "min."}
_RATIO = re.compile(r"[^\W\d]{1,5}/[^\W_]{1,5}[²³]?")
"""A unit of two: "g/dL"."""
_TOLD_BEFORE = [["ABOUT", "WORD"], ["ON", "WORD"], ["TOPIC", "WORD"]]
_SUBJECTS = {"subject", "topic", "theme"}
_MEASURED = {"NUMBER", "YEAR", "DATE", "PERCENT"}
_HAVING = {"have", "has", "having", "that have", "which have", "that has", "which has"}
_UNDER = {"under", "below", "beneath"}
_OF_CELLS = {"CONTAINS", "KEYWORD", "VALUES", "QUOTED"}
_NAMED = {"WORD", "KNOWN", "QUOTED", "COLUMN", "COLON"}
_COMPARED = {"GT", "GE", "LT", "LE", "UP_TO", "EQ", "NEAR"}
_BEING = {"that are", "which are", "that is", "which is"}
_LINKING = {"OF", "AT", "IS"}
_BEHIND_COLUMN = {"ABOUT", "ON", "TOPIC", "NAMED", "FOR"}


def in_context(here: Here) -> tuple[Token, int]:
    """Give a token the kind that it has between its neighbours.

    Returns
    -------
    tuple
        The token, perhaps another, and how many pieces it takes.
    """
    stands = _stands_for_column(here)
    if stands:
        last = here.pieces[here.place + stands - 1]
        first = here.pieces[here.place]
        return token("COLUMN", str(first), first.start_pos, last.end_pos), stands
    goes_on = here.names_at(here.behind) or here.kind_at(here.behind) == "TABLES"
    result = here.kind == "RESULT" and goes_on
    if here.text.startswith("the ") and (result or _is_column_of_subjects(here)):
        return retyped(here.pieces[here.place], "ARTICLE"), 1  # a column: "the outcome notes", "the subject"
    if here.text == "the name" and here.before in {"IN", "IN_COLUMN"}:
        return retyped(here.pieces[here.place], "ARTICLE"), 1
    kind = next((kind for holds, kind in _RULES if holds(here)), here.kind)
    return (here.one if kind == here.kind else retyped(here.one, kind)), here.used


def counts_turned(pieces: list[Token]) -> list[Token]:
    """Turn "more columns than 6" to "columns > 6"."""
    found: list[Token] = []
    for piece in pieces:
        compared = _MORE_OR_LESS.get(str(found[-2]).lower()) if len(found) > 1 else None
        if compared and str(piece) == "than" and phrases().get((str(found[-1]),)) in _EXTENTS:
            del found[-2]
            found.append(token("PIECE", compared, piece.start_pos, piece.end_pos))
        else:
            found.append(piece)
    return found


def spans_range(pieces: list[Token], place: int, found: list[Token]) -> bool:
    """Whether "5-10" can only mean from 5 to 10: else it may be a score or a season."""
    if found and str(found[-1].type) in _BEFORE_RANGE:
        return True
    if len(found) > 1 and str(found[-1].type) == "COLON" and str(found[-2].type) in _EXTENTS:
        return True
    if place + 1 == len(pieces):
        return False
    after, _ = phrase_at(pieces, place + 1)
    return after is not None and str(after.type) in _AFTER_RANGE


def _stands_for_column(here: Here) -> int:
    """How many words stand for a column: "a column about rent and another about heating".

    Two more in "three columns, one of which is about rent"; none where it is another thing.
    """
    begins = here.place + 2 * (here.text == "at least")
    first = here.word(begins)
    if first not in {"one", "another"} or here.before not in {"AND", "COMMA", "OR"}:
        return 0
    if not {"COLUMN", "COLUMNS"} & set(here.kinds):
        return 0
    of_them = here.word(begins + 1) == "of" and here.word(begins + 2) in _THEM
    ahead = begins + (3 if of_them else 1)
    ahead += first == "another" and here.word(ahead) == "one"
    while here.word(ahead) in _BE_THERE:
        ahead += 1
    kinds = _BEHIND_COLUMN | ({"WITH", "CONTAINS"} if of_them else set())
    return ahead - here.place if here.kind_at(ahead) in kinds else 0


def _is_short_verb(here: Here) -> bool:
    """Whether an "is" is shortened: "the score's above 85"."""
    return _may_be_short_verb(here) and here.kind_at(here.behind) in _BEHIND_IS


def _may_be_short_verb(here: Here) -> bool:
    return here.text in _SHORT_IS and here.before in _BEFORE_IS


def _is_named_as(here: Here) -> bool:
    """Whether a name follows its value: "'Oslo' given as the city"."""
    if here.kind != "IS" or not here.text.endswith(" as"):
        return False
    return (here.kinds[-2:] if here.before == "IS" else here.kinds[-1:])[:1] == ["QUOTED"]


def _is_above(here: Here) -> bool:
    """Whether what "tops" a number is more: "40 rows tops" are less."""
    return here.text == "tops" and here.is_number_at(here.behind)


def _is_only(here: Here) -> bool:
    """Whether "just" is no "exactly"."""
    return here.text == "just" and not here.is_number_at(here.behind)


def _is_both_of_nothing(here: Here) -> bool:
    of_columns = here.kind_at(here.behind) == "ARTICLE"
    return here.kind == "BOTH" and (here.before != "CONTAINS" or of_columns)


def _is_no_column(here: Here) -> bool:
    """Whether another column is unwanted: "a column about defects but none about warranties"."""
    if here.text != "none" or not {"COLUMN", "COLUMNS"} & set(here.kinds):
        return False
    return here.kind_at(here.behind) in {"ABOUT", "ON", "TOPIC"}


def _opens_remark(here: Here) -> bool:
    return here.kind == "LPAR" and here.word(here.behind) in _REMARKING


def _closes_nothing(here: Here) -> bool:
    return here.kind == "RPAR" and not here.is_listed


def _is_in_column(here: Here) -> bool:
    """Whether a column follows: "the word damaged in the notes", and not "made in China"."""
    if here.kind != "IN" or here.word(here.behind) not in {"the", "its", "their"}:
        return False
    near = here.kinds[-_WORDS_OF_KEYWORD - 1 :]
    held = bool({"UNION", "JOIN"} & set(here.kinds)) and (
        "CONTAINS" in near or any(str(one) in _HAVING for one in here.found[-_WORDS_OF_KEYWORD:])
    )
    if "KEYWORD" not in near and not held:
        return False
    return any(here.ends_part(here.behind + words) for words in range(2, _WORDS_OF_NAME + 2))


def _is_among_in_topic(here: Here) -> bool:
    """Whether "among" goes on with a subject: "on exam stress among teenagers"."""
    if here.text != "among" or here.word(here.behind) in _THEM:
        return False
    told = any(kinds in (here.kinds[-2:], here.kinds[-3:-1]) for kinds in _TOLD_BEFORE)
    return told or set(here.kinds) == {"WORD"}


def _is_column_of_subjects(here: Here) -> bool:
    """Whether a column is called so: "the subject contains 'refund'"."""
    return here.text.split()[-1] in _SUBJECTS and here.kind_at(here.behind) == "CONTAINS"


def _is_table_of_name(here: Here) -> bool:
    """Whether it is the first word of keywords: "table tennis clubs"."""
    return here.text == "table" and not here.place and here.names_at(here.behind)


def _is_inside_cells(here: Here) -> bool:
    """Whether nothing follows that something is inside of: "with the word X inside"."""
    return here.text == "inside" and here.ends_part(here.behind)


def _is_about_some(here: Here) -> bool:
    """Whether a number is vague: "some 3,000 rows"."""
    return here.text == "some" and here.is_number_at(here.behind)


def _is_listed_value(here: Here) -> bool:
    """Whether what is listed is a value and no topic: 'that list "Approved"'."""
    if here.kind != "TOPIC" or not here.text.endswith(("list", "lists")):
        return False
    ahead = {here.word(here.behind + words) for words in range(1, _WORDS_OF_VALUES)}
    return here.kind_at(here.behind) == "QUOTED" or bool(ahead & {"as", "under"})


def _is_column_named(here: Here) -> bool:
    return here.kind == "APPEARS" and here.text.endswith("named") and here.before == "COLUMN"


def _is_dash(here: Here) -> bool:
    """Whether a dash parts what is said, and is no "to" between two numbers."""
    if here.text not in {"-", "–", "—"} or here.before in _MEASURED:
        return False
    return not here.is_number_at(here.behind)


def _is_under_header(here: Here) -> bool:
    """Whether a column is named: "'pneumonia' under diagnosis"."""
    if here.text not in _UNDER or here.is_number_at(here.behind):
        return False
    listed = here.before == "WORD" and "CONTAINS" in here.kinds[-_WORDS_OF_KEYWORD:]
    if here.before not in {"QUOTED", "APPEARS"} and not listed:
        return False
    return here.names_at(here.behind) or here.kind_at(here.behind) == "ARTICLE"


def _is_found_in(here: Here) -> bool:
    """Whether something is found in a place: "the word X found in the notes column"."""
    if here.text != "found" or here.before not in {"QUOTED", "WORD"} or "KEYWORD" not in here.kinds:
        return False
    return here.kind_at(here.behind) in {"IN", "IN_COLUMN"}


def _is_on_topic(here: Here) -> bool:
    """Whether tables are on a subject: "to stack on this one that are on water quality"."""
    return here.text == "on" and here.before == "FILL" and str(here.found[-1]) in _BEING


def _is_part_of_keywords(here: Here) -> bool:
    """Whether a time is one keyword more: "AFL ladder 1990s", unlike "seasons 1990s"."""
    if here.kind != "PERIOD" or not here.found or set(here.kinds) != {"WORD"}:
        return False
    return here.behind == len(here.pieces) and DATE_NAME.search(str(here.found[-1])) is None


def _is_on_key(here: Here) -> bool:
    """Whether it is said on what to join, far behind: "join it to mine on the city column"."""
    if here.text != "on" or "JOIN" not in here.kinds or here.before in {"JOIN", "UNION", "COLUMN"}:
        return False
    if here.kind_at(here.behind) != "ARTICLE":
        return False
    return any(
        here.kind_at(here.behind + words) == "COLUMN" and here.ends_part(here.behind + words + 1)
        for words in range(2, _WORDS_OF_NAME + 2)
    )


def _gives_operation(here: Here) -> bool:
    """Whether what is given is a union or a join: "tables that supply additional rows"."""
    return here.kind == "GIVES" and here.kind_at(here.behind) in {"UNION", "JOIN"}


def _is_all_that_is_wanted(here: Here) -> bool:
    """Whether data are tables: "enrich this table with census data"."""
    if here.text != "data" or here.before != "WORD" or "TABLES" in here.kinds:
        return False
    return bool({"UNION", "JOIN"} & set(here.kinds)) and here.ends_part(here.behind)


def _is_unit(here: Here) -> bool:
    """Whether a word is what a number counts: "the stock is at most 10 pieces", "over 15 min"."""
    if here.before != "NUMBER":
        return False
    if here.text in _SHORT_MINUTES or _RATIO.fullmatch(here.text):
        return True
    if here.kind != "WORD" or not _COUNTED.fullmatch(here.text):
        return False
    before = [kind for kind in here.kinds if kind not in _LINKING]
    named = [kind in _NAMED for kind in before[-3:-2]] == [True] and before[-2] in _COMPARED
    return named and here.ends_part(here.behind)


def _says_on_what(here: Here) -> bool:
    return here.text in _BY and here.before in {"JOIN", "UNION"} and not _says_how(here)


def _says_how(here: Here) -> bool:
    """Whether it is said what is gained: "to enrich my table by a column about rent"."""
    if here.text not in _BY or here.before not in {"JOIN", "UNION"}:
        return False
    return here.word(here.behind) in _GAINING


_RULES: tuple[tuple[Callable[[Here], bool], str], ...] = (
    (_is_short_verb, "IS"),
    (_may_be_short_verb, "WORD"),
    (_is_named_as, "AS"),
    (_is_above, "GT"),
    (_is_only, "FILL"),
    (_is_both_of_nothing, "ARTICLE"),
    (_is_no_column, "NO_COLUMN"),
    (_opens_remark, "COMMA"),
    (_closes_nothing, "PUNCTUATION"),
    (is_plain, "WORD"),
    (_is_in_column, "IN_COLUMN"),
    (_is_among_in_topic, "WORD"),
    (_is_column_of_subjects, "WORD"),
    (_is_table_of_name, "WORD"),
    (_is_inside_cells, "SOMEWHERE"),
    (_is_about_some, "NEAR"),
    (_is_listed_value, "CONTAINS"),
    (_is_column_named, "NAMED"),
    (_is_dash, "COMMA"),
    (_is_under_header, "IN_COLUMN"),
    (_is_found_in, "APPEARS"),
    (_is_on_topic, "TOPIC"),
    (_is_part_of_keywords, "WORD"),
    (_is_on_key, "ON_KEY"),
    (_gives_operation, "FILL"),
    (_is_all_that_is_wanted, "TABLES"),
    (_is_unit, "UNIT"),
    (_says_on_what, "ON"),
    (_says_how, "FILL"),
)
"""The first that holds says what kind a token is."""

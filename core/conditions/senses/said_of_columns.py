"""What is said of a column: that it is there, its name, and what its cells are."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

from core.conditions.senses.here import Here
from core.conditions.senses.subjects import THEM, is_attached_on
from core.conditions.words.kind_sets import (
    ABOUT_OR_ON,
    AS_WRITTEN,
    COLUMN_NAMES,
    COLUMN_WORDS,
    COMPARISONS,
    HAVING,
    NAMES,
    UNKNOWN_NAMES,
    WHOLE_NUMBERS,
)

_WORDS_OF_NAME = 3
# What may stand around a column that is asked for by its name alone.
_BEHIND_LONE = {"", "COMMA", "AND", "OR", "PUNCTUATION", "STOP", "RPAR"}
_BEFORE_LONE = {
    *("", ",", "or", "either", ":", ";", "and", "plus", "also", "need", "want", "needing"),
    *("wanting", "there's", "there’s", "theres"),
}
_KINDS_OF_COLUMN = {"DATES", "VALUES", "K_DATES", "K_NUMBERS", "K_TEXT", "K_BOOLEANS", "COLUMN"}
_TEXTS_OF = {"text", "texts", "content", "contents", "wording"}
_SPOKEN_OF = {"COLUMN", "COLUMNS", "K_DATES", "K_NUMBERS", "K_TEXT", "K_BOOLEANS"}
_VALUES_OF_COLUMNS = {"PIECE", "QUOTED", "ARTICLE", "ONE_OF", "KNOWN", "DATE"}
_RELATIVE = {"that", "which", "who", "that's", "which's", "who's"}
_IS_NOT = {"not", "isn't", "isn’t", "is", "wasn't", "wasn’t", "was"}
_AN = {"a", "an", "the"}
_GIVEN = ("given ", "recorded ", "listed ", "shown ")
_NEAR = 4
_SAID_OF_COLUMN = {"IS", "CONTAINS", "GT", "GE", "LT", "LE", "BETWEEN", "BEFORE", "AFTER"}
_BE_THERE = {"is", "being", "be", "should", "must", "has", "to", "ought", "needs", "would", "will"}
_WHEN = {"BEFORE", "AFTER", "SINCE", "UNTIL", "IN", "FROM"}
_SHOWING = {"shows", "displays", "gives", "lists", "holds", "contains"}
_JOINING = {"AND", "COMMA", "OR", "NOT", "NOR", "WITHOUT", "EXCEPT"}
_CALLED_COLUMN = re.compile(
    r"(?:column|col|field|attribute|header)_?name|key_?(?:column|col|field|attribute)"
)
_PLAIN_NAME = re.compile(r"[a-z0-9_]+")
_BEFORE_CALLED = {*_JOINING, "", "WITH", "STOP", "COLON", "FILL", "TABLES", "JOIN", "UNION"}
_BEHIND_COLUMN = {"ABOUT", "ON", "TOPIC", "NAMED", "FOR"}


def stands_for_column(here: Here) -> int:
    """How many words stand for a column: "a column about rent and another about heating".

    Two more in "three columns, one of which is about rent"; none where it is another thing.
    """
    begins = here.place + 2 * (here.text == "at least")
    first = here.word(begins)
    joined = here.kinds[-2:-1] if here.before == "WITH" else here.kinds[-1:]
    if first not in {"one", "another"} or not set(joined) & (_JOINING | {"COLON"}):
        return 0
    of_them = here.word(begins + 1) == "of" and here.word(begins + 2) in THEM
    added = any("column" in one for one in here.found if one.type == "JOIN")
    if not (added or _columns_spoken_of(here)) or _is_of_another_table(here):
        return 0
    ahead = begins + (3 if of_them else 1)
    ahead += first == "another" and here.word(ahead) == "one"
    while here.word(ahead) in _BE_THERE:
        ahead += 1
    kinds = _BEHIND_COLUMN | (HAVING if of_them else set())
    kinds -= set() if of_them or not added else {"FOR"}
    return ahead - here.place if here.kind_at(ahead) in kinds else 0


def _columns_spoken_of(here: Here) -> bool:
    """Whether a column was spoken of, and not counted: "over 35 columns or one concerning tea".

    "Two columns: one about hay, the other about oats" are spoken of.
    """
    counted = WHOLE_NUMBERS if here.before == "OR" else set()
    return any(
        kind == "COLUMN" or (kind == "COLUMNS" and before not in counted)
        for before, kind in zip(["", *here.kinds], here.kinds, strict=False)
    )


def announces_column(here: Here) -> tuple[str, int]:
    """Say what announces a name in quotation marks: "with column_name 'price'", "key_column".

    Returns
    -------
    tuple
        "COLUMN", or "ON_KEY" of a key where a join is asked for, and how many words it takes;
        nothing and 0 where none stands. "Where column_name is 'price'" is of cells, as is "with
    field_name 'North Forty'".
    """
    said = here.piece(here.place).lower()
    words = 1
    if _CALLED_COLUMN.fullmatch(f"{said}_{here.word(here.place + 1)}"):
        said, words = f"{said}_{here.word(here.place + 1)}", 2
    quoted = here.kind_at(here.place + words) == "QUOTED"
    if not (quoted and _CALLED_COLUMN.fullmatch(said)) or here.before not in _BEFORE_CALLED:
        return "", 0
    if "field" in said and not _PLAIN_NAME.fullmatch(here.piece(here.place + words)):
        return "", 0
    joined = said.startswith("key") and "JOIN" in here.kinds
    return ("ON_KEY" if joined else "COLUMN"), words


def _is_of_another_table(here: Here) -> bool:
    """Whether one was a table before it: "with one about turf or one about drainage"."""
    about = next((i for i, kind in enumerate(reversed(here.kinds), 1) if kind == "ABOUT"), 0)
    return 0 < about < len(here.found) and str(here.found[-about - 1]) == "one"


def _are_of_column(here: Here) -> bool:
    """Whether cells of the column before are compared: "a heat column with values below 45"."""
    had = here.text == "values" and here.kinds[-2:] == ["COLUMN", "WITH"]
    return had and (here.kind_at(here.behind) in COMPARISONS or here.is_number_at(here.behind))


def _gives_subject(here: Here) -> bool:
    """Whether it is said what a column is about: "one of whose columns gives the rent"."""
    if here.kind != "GIVES" or here.before != "COLUMN" or here.kinds[-2:-1] == ["WORD"]:
        return False
    behind = here.behind + (here.kind_at(here.behind) == "ARTICLE")
    return here.kind_at(behind) == "PIECE" and not here.is_time_at(behind)


def _stands_alone(here: Here) -> bool:
    """Whether a column is asked for by its name alone: "…, a tries column, …"."""
    if here.kind != "COLUMN" or here.used > 1 or here.kind_at(here.behind) not in _BEHIND_LONE:
        return False
    words = next(
        (n for n in range(1, _WORDS_OF_NAME + 2) if not here.names_at(here.place - n)), here.place
    )
    begins = here.place - words
    if here.word(begins) not in {"a", "an"} and not _is_beside_column(here):
        return False
    begins -= here.word(begins) in {"a", "an"}
    there = here.word(begins) == "is" and here.word(begins - 1) == "there"
    return words > 1 and (there or here.word(begins) in _BEFORE_LONE)


def _is_beside_column(here: Here) -> bool:
    """Whether alternatives are columns: "college column or high school column"."""
    ahead = (here.word(here.behind + words) for words in range(1, _WORDS_OF_NAME + 1))
    return "LONE_COLUMN" in here.kinds or (here.word(here.behind) == "or" and here.text in ahead)


_NONE = {"none", "though none"}


def _is_no_column(here: Here) -> bool:
    """Whether another column is unwanted: "a column about defects but none about warranties"."""
    if here.text not in _NONE or not COLUMN_WORDS & set(here.kinds):
        return False
    return here.kind_at(here.behind) in ABOUT_OR_ON


def _is_there(here: Here) -> bool:
    """Whether a column is, and no word in it: "in which a column of dates is present"."""
    if here.kind != "APPEARS" or "KEYWORD" in here.kinds or not here.found:
        return False
    if here.before in UNKNOWN_NAMES and "NAMED" in here.kinds[-_NEAR:]:
        return True
    return here.before in _KINDS_OF_COLUMN and bool(_SPOKEN_OF & set(here.kinds[-_NEAR:-1]))


def _are_gained(here: Here) -> bool:
    """Whether columns are only what a join adds: "columns to attach to mine from tables on tea"."""
    if here.kind != "COLUMNS" or here.before not in {"", "FILL"}:
        return False
    joined = here.kind_at(here.behind) == "JOIN"
    return joined and here.phrase_from(here.behind).endswith(" from")


def _is_of_date(here: Here) -> bool:
    """Whether a column is named, and none of dates asked for: "in the admission date column"."""
    if here.kind not in _SPOKEN_OF or here.before != "WORD":
        return False
    return here.kinds[-2:-1] in (["IN"], ["IN_COLUMN"]) and here.kind_at(here.behind) == "COLUMN"


def _is_of_them(here: Here) -> bool:
    """Whether it says of which tables, and of no cell: "the name in them must contain X"."""
    said = here.text in {"in them", "in it", "in there", "there"} or here.text.startswith(_GIVEN)
    if not said or here.before not in NAMES:
        return False
    contained = {"CONTAINS", "KEYWORD"} & set(here.kinds[-_NEAR:])
    return not contained and here.kind_at(here.behind) in _SAID_OF_COLUMN


def _features(here: Here) -> bool:
    """Whether it is a verb: "joins to mine and features a numeric column"."""
    return here.text == "features" and here.kind_at(here.behind) == "ARTICLE"


def _is_relative(here: Here) -> bool:
    """Whether a column is said to have a value: "with a carrier that is Delta or United"."""
    if here.text not in {"that is", "which is"} or here.before != "WORD":
        return False
    words = 1
    while here.kinds[-words - 1 : -words] == ["WORD"]:
        words += 1
    if words > 1 and here.word(here.place - words - 1) not in {"a", "an"}:
        return False
    announced = here.kinds[-words - 1 : -words]
    linked = announced in (["WITH"], ["AND"], ["OR"], ["COMMA"], ["ONE_OF"])
    return linked and "WITH" in here.kinds


def _is_of_column_named(here: Here) -> bool:
    """Whether a column that is spoken of has a value: "a column browser that is Firefox".

    "A column named fuel that is present" or "that is wide" has none.
    """
    named = _words_of_name(here)
    if here.text not in {"that is", "which is"} or not named or not _is_spoken_of(here, named):
        return False
    value = here.piece(here.behind)
    plain = here.kind_at(here.behind) == "PIECE"
    several = plain and here.word(here.behind + 1) == "or" and here.names_at(here.behind + 2)
    written = plain and value[:1].isupper()
    return written or several or here.kind_at(here.behind) == "QUOTED"


def _has_name(here: Here) -> bool:
    """Whether a column is called what follows: "a column has the name X", unlike "a player has"."""
    if here.kind != "WITH" or here.before != "COLUMN" or set(here.kinds[-2:-1]) & COLUMN_NAMES:
        return False
    named = here.kind_at(here.behind + 1) if here.phrase_from(here.behind) == "the name" else ""
    behind = here.kind_at(here.behind + 2)
    column = here.word(here.place - 2) not in {"every", "each", "all", "any", "no"}
    return column and bool(named) and behind in AS_WRITTEN


def _is_name_had(here: Here) -> bool:
    return here.text == "the name" and here.before == "NAMED"


def _shows_dates(here: Here) -> bool:
    """Whether dates of a column are compared: "the column named picked shows dates since 2003"."""
    dated = here.word(here.behind) == "dates" and here.kind_at(here.behind + 1) in _WHEN
    return here.text in _SHOWING and dated and _is_behind_column(here)


def _shows_values(here: Here) -> bool:
    """Whether a word only says that cells are compared: "the column wages shows values above 5"."""
    shows = here.place if here.word(here.place) in _SHOWING else here.place - 1
    if here.word(shows) not in _SHOWING or here.word(shows + 1) not in {"values", "numbers"}:
        return False
    return here.kind_at(shows + 2) in COMPARISONS and _is_behind_column(here)


def _is_behind_column(here: Here) -> bool:
    """Whether a column stands before that is named: "the column wages", "the wages column"."""
    named = _words_of_name(here)
    after = here.before == "COLUMN" and bool(set(here.kinds[-2:-1]) & COLUMN_NAMES)
    return after or (named > 0 and _is_spoken_of(here, named))


def _words_of_name(here: Here) -> int:
    return len(list(itertools.takewhile(COLUMN_NAMES.__contains__, reversed(here.kinds))))


def _is_spoken_of(here: Here, named: int) -> bool:
    """Whether so many words before name a column: "the column wages", "a column named wages"."""
    return here.kinds[: len(here.kinds) - named][-1:] in (["COLUMN"], ["NAMED"])


def _refuses_value(here: Here) -> bool:
    """Whether a column is said to have another value: "with a brand that isn't Nestlé"."""
    if here.text.replace("’", "'") not in _RELATIVE or here.before not in COLUMN_NAMES:
        return False
    refused, words = here.word(here.behind), here.place - 1
    if here.kind_at(here.behind) != "NOT" or refused not in _IS_NOT:
        return False
    if (refused == "not") != here.text.endswith("s"):
        return False
    quoted = here.before == "QUOTED"
    while words > 0 and (quoted or here.names_at(words)) and here.word(words) not in _AN:
        words -= 1
        quoted = False
    value = here.kind_at(here.behind + (2 if refused in {"is", "was"} else 1))
    return here.word(words) in _AN and value in _VALUES_OF_COLUMNS


def _is_of_which(here: Here) -> bool:
    """Whether cells of the column before are spoken of: "the party column of which equals X"."""
    said = here.kind_at(here.behind) in {*_SAID_OF_COLUMN, "EQ", "NOT"}
    return here.text == "of which" and here.before == "COLUMN" and said


def is_text_of_column(here: Here) -> bool:
    """Whether cells of a column are spoken of: "the text in remarks includes bark beetle"."""
    if here.text not in _TEXTS_OF or here.word(here.behind) not in {"in", "of", "under"}:
        return False
    begins = here.behind + 1 + (here.kind_at(here.behind + 1) == "ARTICLE")
    ends = next((n for n in range(begins, begins + _NEAR) if not here.names_at(n)), begins)
    ends += ends > begins and here.kind_at(ends) == "COLUMN"
    return ends > begins and here.kind_at(ends) in {"CONTAINS", "NOT"}


def _is_given(here: Here) -> bool:
    return here.text == "given" and here.before == "WORD" and here.kind_at(here.behind) == "IS"


def _is_named_given(here: Here) -> bool:
    """Whether it belongs to a name of the plural: "the doses given is over 300"."""
    if not _is_given(here):
        return False
    several = here.found[-1].endswith("s") and not here.found[-1].endswith("ss")
    return several and here.word(here.behind) == "is"


def _is_of_texts(here: Here) -> bool:
    """Whether columns are of texts: "with text columns", unlike "the text columns"."""
    return (
        here.text == "text"
        and here.before in {"WITH", "AND", "OR", "COMMA", "NOT", "WITHOUT"}
        and here.kind_at(here.behind) == "COLUMNS"
    )


def _is_of_numbers(here: Here) -> bool:
    """Whether a column holds numbers: "a number column", unlike "a house number column"."""
    if here.text != "number" or here.kind_at(here.behind) not in COLUMN_WORDS:
        return False
    before = here.word(here.place - 1)
    return before in {"a", "one", "another"} or here.before in {"K_UNIQUE", "K_COMPLETE"}


RULES: tuple[tuple[Callable[[Here], bool], str], ...] = (
    (_is_of_texts, "K_TEXT"),
    (_is_of_numbers, "K_NUMBERS"),
    (_are_of_column, "PUNCTUATION"),
    (_gives_subject, "ABOUT"),
    (_stands_alone, "LONE_COLUMN"),
    (_are_gained, "FILL"),
    (_is_of_date, "WORD"),
    (_is_of_them, "PUNCTUATION"),
    (_features, "WITH"),
    (_is_relative, "IS"),
    (_is_of_column_named, "IS"),
    (_has_name, "NAMED"),
    (_is_name_had, "PUNCTUATION"),
    (_shows_dates, "WITH"),
    (_shows_values, "PUNCTUATION"),
    (_refuses_value, "PUNCTUATION"),
    (_is_named_given, "WORD"),
    (_is_given, "PUNCTUATION"),
    (_is_of_which, "PUNCTUATION"),
    (is_attached_on, "TOPIC"),
    (_is_there, "FILL"),
    (_is_no_column, "NO_COLUMN"),
)
"""The first that holds says what kind a token is."""

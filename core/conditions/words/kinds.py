"""Kinds of tokens, and classes of kinds that the grammar treats alike."""

from __future__ import annotations

from core.conditions.words.kind_sets import (
    ALSO,
    HAVING,
    IN_PLACE,
    LIST_LINKS,
    NAMES,
    NUMBERS,
    OPERATIONS,
    OTHER_THAN,
    PARTING,
    RANGE_BEGINS,
    WHOLE_NUMBERS,
)
from core.conditions.words.lexicon import PHRASES

_FOUND = {"WORD", "QUOTED", "KNOWN", "NUMBER", "YEAR", "PERCENT", "DATE", "PERIOD"}
_GAP = {
    *("STOP", "FILL", "AND", "COMMA", "COLON", "WITH", "TABLES", "UNION", "JOIN", "SOMEWHERE"),
    "WHETHER",
}
"""A "STOP" is between two sentences and a part of nothing."""
_WEAK = {"IS", "ROWS", "NEW", "INFO", "VALUES", "ONE_OF", "ALL", "GIVES"}
_POOR = {"ON_KEY", "NO_COLUMN", "OF", "FOR", "ON", "AS", "IN", "DATA", "TO", "FROM"}
_GLUE = {"OF", "FOR", "IN", "ON", "AT", "TO", "FROM", "FILL", "DATA", "UNIT", "AS", "VAGUE", "NEW"}
_NAMING = {
    *("WORD", "COUNT", "AVERAGE", "VALUES", "ROWS", "DATA", "UNIT", "NEW", "COLUMN"),
    *("RESULT", "VAGUE", "INFO", "MATCHED", "K_DATES", "K_TEXT", "K_NUMBERS"),
    *("K_UNIQUE", "K_COMPLETE", "PERIOD"),
}
_LEADING = _FOUND | set(PHRASES) - _GAP - _POOR - {
    "ARTICLE",
    "NOT",
    "WITHOUT",
    "EXCEPT",
    "VALUE_OF",
    "UNLESS",
}
_AMOUNTS = {"GT", "GE", "LT", "LE", "UP_TO", "EQ", "BETWEEN", "BEFORE", "AFTER", "SINCE", "UNTIL"}
_KINDS = {"K_NUMBERS", "K_DATES", "K_TEXT", "K_BOOLEANS", "K_UNIQUE", "K_COMPLETE"}
OF_CELLS = {
    *("SO_NUMBERS", "SO_DATES", "SO_TEXT", "SO_BOOLEANS", "SO_UNIQUE", "SO_COMPLETE"),
}
"""What is said of all cells of a column, with the verb: "that holds numbers"."""

_OF_SOME_CELLS = {
    *("EMPTY", "FILLED", "EMPTY_IN", "FILLED_IN", "NONE_EMPTY", "SOME_EMPTY", "HAS_GAPS", "GAPS"),
}
"""What is said of cells one by one: see `core.conditions.words.missing_cells`."""

_MADE = {
    "ROWS_COUNTED",
    "LONE_COLUMN",
    "THAT_CONTAIN",
    "WHETHER",
    "ANY_OF",
    *OF_CELLS,
    *_OF_SOME_CELLS,
}
"""Kinds that words have by their neighbours alone."""
_EVERY = _FOUND | _MADE | set(PHRASES) - {"ARTICLE"}
_IN_NO_NAME = {"UNLESS", "UNREAD", "WHETHER"}
"""They are never taken for words of a name."""

CLASSES: dict[str, frozenset[str]] = {
    name: frozenset(kinds)
    for name, kinds in {
        "GAP": _GAP,
        "INNER": _GAP - PARTING,
        "WEAK": _WEAK,
        "POOR": _POOR,
        "LEFT": _EVERY - _GAP - _WEAK - _POOR - {"VAGUE", "CONTAINS", "ROWS_COUNTED"},
        "NAMING": _NAMING,
        "LEADING": _NAMING | _LEADING - _AMOUNTS,
        "ANY": _EVERY - _AMOUNTS - _IN_NO_NAME,
        "ASK": {"FILL", "UNION", "JOIN", "COLON", "COMMA"},
        "ALSO": ALSO,
        "PLAIN": _FOUND,
        "UNQUOTED": _FOUND - {"QUOTED"},
        "GLUE": _GLUE,
        "STRONG": HAVING,
        "ODD": _EVERY - _FOUND - _GLUE - HAVING - _AMOUNTS - _IN_NO_NAME,
        "AMOUNT": _AMOUNTS,
        "SIZED": {"WORD", "KNOWN", "QUOTED", "COUNT", "DATA", "IN", "ON", "OF", "FOR"},
        "NAME_MORE": {
            *("WORD", "KNOWN", "NUMBER", "COUNT", "K_DATES", "K_TEXT", "K_NUMBERS", "UNIT"),
            *("DATA", "PERIOD"),
        },
        "NAME_ODD": {
            *("OF", "IN", "FOR", "TO", "COLUMN", "FILL", "GIVES", "UNION", "JOIN", "VAGUE", "ON"),
            *("RESULT", "YEAR", "COUNT_OF", "TABLES", "INFO", "KEYWORD", "MATCHED", "ROWS"),
            *("DATES", "PERCENT"),
        },
        "SHORT": {
            *("WORD", "KNOWN", "QUOTED", "COUNT", "COUNT_OF", "OF", "AVERAGE", "NUMBER", "UNIT"),
        },
        "SHORT_FIRST": {
            *("WORD", "KNOWN", "QUOTED", "COUNT", "COUNT_OF", "OF", "AVERAGE", "UNIT"),
        },
        "EXTENT": {"ROWS", "ROWS_COUNTED", "COLUMNS", "COLUMN"},
        "BE": {"IS", "AT", "WITH", "OF", "FILL"},
        "NUM": NUMBERS,
        "WHOLE": WHOLE_NUMBERS,
        "SPARE": {"FILL", "NEW"},
        "COMPARE": {"GT", "GE", "LT", "LE", "UP_TO", "EQ", "NEAR", "ABOUT"},
        "JOINT": {"AND", "TO", "UNTIL", "UP_TO"},
        "OR_BEYOND": {"OR_MORE", "OR_LESS", "OR_SO"},
        "ABOUT_ON": {"ABOUT", "ON"},
        "MODIFIER": NAMES,
        "COLUMN_KIND": _KINDS | OF_CELLS,
        "SO": OF_CELLS | {"K_UNIQUE", "K_COMPLETE"},
        "PLURAL": {"DATES", "VALUES"},
        "HOLDS": {"CONTAINS", "THAT_CONTAIN"},
        "HOLDING": {"GIVES", "CONTAINS", "WITH"},
        "COLUMN_NOUN": {"COLUMN", "COLUMNS", "LONE_COLUMN"},
        "ABOUT_MARK": {"ABOUT", "ON", "TOPIC", "FOR", "OF"},
        "KEYWORDS": {"KEYWORD", "VALUES"},
        "IN_PLACE": IN_PLACE,
        "OPERATION": OPERATIONS,
        "BE_ONE": {"EQ", "ONE_OF", "IS"},
        "VALUE_FOR": {"FOR", "IN", "IN_COLUMN"},
        "EQUALS": {"IS", "EQ"},
        "IN_WHAT": {"VALUES", "COLUMN"},
        "NONE_OF": {"NOT", "WITHOUT", "EXCEPT", "UNLESS"},
        "LACKING": {"WITHOUT", "EXCEPT", "UNLESS"},
        "OTHER_THAN": OTHER_THAN,
        "LIST_LINK": LIST_LINKS,
        "MOMENT": {"DATE", "YEAR"},
        "MOMENT_COMPARE": {
            *("BEFORE", "UNTIL", "AFTER", "SINCE", "IN", "ON", "EQ", "LT", "LE", "GT", "GE"),
            *("UP_TO", "ONE_OF", "ONWARDS", "OR_EARLIER"),
        },
        "RANGE": RANGE_BEGINS,
        "HAVE": {"OF", "WITH", "IS"},
    }.items()
}


class Kind(str):
    """The type of a token, which equals its own name and the names of the classes it is in.

    Lark compares the terminal that a rule expects with a token's type. Without classes, each
    stretch of words would need a rule for each of seventy kinds, and parsing take ten times as
    long.

    Examples
    --------
    >>> Kind("OF") == "GLUE", Kind("OF") == "OF", Kind("OF") == "STRONG"
    (True, True, False)
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Whether this is the kind, or of the class, of that name."""
        return str.__eq__(self, other) or (
            isinstance(other, str) and str.__str__(self) in CLASSES.get(str.__str__(other), ())
        )

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

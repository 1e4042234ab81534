"""Sets of kinds of tokens that several readers of words ask for, each named once."""

from __future__ import annotations

NAMES = frozenset({"WORD", "KNOWN", "QUOTED"})
"""What may name a column or be a value."""
SURE_NAMES = frozenset({"KNOWN", "QUOTED"})
"""A column of the query, or words in quotation marks: they are names wherever they stand."""
UNQUOTED_NAMES = frozenset({"WORD", "KNOWN"})
UNKNOWN_NAMES = frozenset({"WORD", "QUOTED"})
"""What may be a name, and is none of the query's columns."""
COLUMN_NAMES = NAMES | {"COUNT", "K_DATES"}
"""Columns are called "count" and "date", too."""
OPERATIONS = frozenset({"UNION", "JOIN"})
WANTED = OPERATIONS | {"TABLES"}
"""What can be asked for."""
REQUESTING = WANTED | {"FILL"}
"""What is said of tables before what is asked of them."""
TABLE_PARTS = frozenset({"ROWS", "COLUMNS"})
ROW_WORDS = frozenset({"ROWS", "ROWS_COUNTED"})
COLUMN_WORDS = frozenset({"COLUMN", "COLUMNS"})
TOLD_COLUMNS = COLUMN_WORDS | {"KNOWN"}
"""Columns, by their noun or by a name that the query's table has."""
SIZES = ROW_WORDS | {"COLUMNS"}
"""What is counted of a table; of a "column" more is said."""
CLAUSE_ENDS = frozenset({"COMMA", "STOP"})
SENTENCE_ENDS = frozenset({"STOP", "COLON"})
PARTING = CLAUSE_ENDS | SENTENCE_ENDS
"""Signs between parts of a text, wherever one begins."""
ALSO = frozenset({"AND", "COMMA"})
LIST_LINKS = ALSO | {"OR"}
OTHER_THAN = frozenset({"NOT", "EXCEPT"})
REFUSING = OTHER_THAN | {"WITHOUT"}
PREPOSITIONS = frozenset({"OF", "IN", "FOR"})
"""What goes on in the middle of names: "hours of work"."""
IN_PLACE = frozenset({"IN", "IN_COLUMN"})
HAVING = frozenset({"WITH", "CONTAINS"})
BEFORE_KEYS = frozenset({"ON", "ON_KEY"})
SURELY_ABOUT = frozenset({"ABOUT", "TOPIC"})
ABOUT_OR_ON = SURELY_ABOUT | {"ON"}
"""What may tell a topic; behind "on" a key may stand as well."""
TELLS_TOPIC = ABOUT_OR_ON | {"AS_TOPIC"}
WHOLE_NUMBERS = frozenset({"NUMBER", "YEAR"})
NUMBERS = WHOLE_NUMBERS | {"PERCENT"}
SURE_TIMES = frozenset({"DATE", "PERIOD"})
"""Times that are no numbers as well, as a year is."""
TIMES = SURE_TIMES | {"YEAR"}
QUANTITIES = NUMBERS | TIMES
COMPARISONS = frozenset({"GT", "GE", "LT", "LE", "UP_TO", "NEAR", "BETWEEN"})
RANGE_BEGINS = frozenset({"BETWEEN", "FROM"})
AS_WRITTEN = frozenset({"PIECE", "QUOTED"})
"""Words of which nothing is known yet, and those that are quoted."""

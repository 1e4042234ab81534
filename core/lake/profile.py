"""Profile columns: the same SQL for a batch of small tables and for a column of gigabytes.

It first counts equal values, so everything that looks at text does so once for each different
value. What says of a column that it may be amounts or moments comes next, and only where some
column is are those read: to plan that takes ten times as long as to profile a small table. DuckDB
spills what does not fit in its memory limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from core.lake.cells import PRESENT, cells_of_lists, cells_of_parquet, column_portions
from core.lake.written import dates as written_dates
from core.lake.written.magnitudes import doubted, read_by_letters, without_magnitude
from core.lake.written.missing_values import STAND_INS, strings
from core.lake.written.numbers import (
    bare_thousands,
    counts_by_comma,
    doubted_marks,
    marked,
    minus_behind,
    money_in_thousands,
    number,
    open_minus,
    signed,
    sized,
    written,
)

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

TOP_VALUES = 10
"""Most frequent values kept of each column."""

SAMPLE_VALUES = 3
"""Different values kept of each column in the order in which they first appear."""

_LONGEST_THOUSANDS = len("-999.999")

_BEYOND_DOUBLES = "numeric AND is_whole AND greatest(-minimum, maximum) >= 2**53"
"""Whether whole numbers may lie between two doubles, so that the ends are told digit by digit."""

_MOST_STAND_INS = 4
"""Different texts that may stand for a missing cell in a column of numbers, if it has twice as many
of these; other columns are not looked at more closely."""

_MOST_TEXTS = 2
_NUMBERS_FOR_A_TEXT = 5
"""Cells with numbers to each of at most so many others in a column that is all numbers but for
them: units, a second header, a footnote."""

_INTEGER = r"[+-]?(0|[1-9]\d*|[1-9]\d{0,2}(,\d{3})+)"
_NUMBER = r"[+-]?((0|[1-9]\d*|[1-9]\d{0,2}(,\d{3})+)(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?"
_AMOUNT = r"[-+−0-9.,''’()\s\x{a0}\x{2009}\x{202f}]"
"""All but the unit of an amount."""
_BOOLEAN = ("true", "false", "yes", "no", "t", "f", "y", "n")
_VALUE = number("text", "mark", "by_comma", "size", "by_letters")
_MOMENT_SHAPE = rf"{written_dates.SHAPE}|{written_dates.CLOCK}"
"""Reading dates is dear, so only columns of this shape are tried."""


def _between(quarters: int) -> str:
    """The two numbers that a quartile of a column lies between, `quarters` of the way to its last.

    The rows are the different numbers, with how many cells there are up to each.
    """
    return f"""
        min(number) FILTER (below > last * {quarters} // 4) AS low_{quarters},
        min(number) FILTER (below > (last * {quarters} + 3) // 4) AS high_{quarters}"""


def _quartile(quarters: int) -> str:
    """A quartile, on the line between these two."""
    low, high, of_four = f"low_{quarters}", f"high_{quarters}", f"(last * {quarters} % 4)"
    # Not by the way from one to the other, which may be longer than the greatest double.
    return f"""CASE WHEN {low} = {high} THEN {low}
        ELSE {low} / 4 * (4 - {of_four}) + {high} / 4 * {of_four} END"""


_QUARTILES = f"[{', '.join(map(_quartile, (1, 2, 3)))}]"


def _told(end: str) -> str:
    """One end of a span of time; none if days and months could be either way round and differ."""
    return f"""strftime(CASE
        WHEN NOT is_month_first OR day_first_{end} = month_first_{end} THEN day_first_{end}
        WHEN NOT is_day_first THEN month_first_{end}
    END, '%Y-%m-%dT%H:%M:%S')"""


_TYPED = f"""
WITH counted AS MATERIALIZED (
    SELECT col, value, count(*) AS n, min(place) AS place, max(long) AS long
    FROM ({PRESENT}) GROUP BY col, value
)
SELECT
    col, value, n, place, coalesce(long, length(value)) AS characters,
    CASE WHEN regexp_full_match(value, '{_NUMBER}')
         THEN TRY_CAST(replace(value, ',', '') AS DOUBLE) END AS parsed,
    CASE WHEN isfinite(parsed) THEN parsed END AS number
FROM counted
"""  # noqa: S608 - constants of this module only

_COUNTED = f"""
    sum(n)::BIGINT AS filled,
    count(*) AS distinct_values,
    min(characters) AS shortest,
    max(characters) AS longest,
    min({{'n': -n, 'value': value}}, {TOP_VALUES}) AS top,
    min({{'place': place, 'value': value}}, {SAMPLE_VALUES}) AS first
"""
"""What is told of the values of any column."""

_SUMMED = f"""
SELECT
    col, {_COUNTED},
    count(number) = count(*) AS numeric,
    bool_and(number IS NULL AND characters BETWEEN 4 AND 40
             AND regexp_full_match(value, '{_MOMENT_SHAPE}')) AS may_be_moments,
    count(*) FILTER (WHERE characters < 60 AND regexp_matches(value, '[0-9]')
                     AND NOT regexp_matches(value, '^0[0-9]')) AS with_digits,
    count(*) - with_digits <= least(with_digits / 2, {_MOST_STAND_INS}) AND with_digits > 0
        AND NOT numeric AND NOT may_be_moments AS may_be_amounts,
    coalesce(sum(n) FILTER (WHERE number IS NULL), 0) AS texts,
    texts BETWEEN 1 AND {_MOST_TEXTS} AND {_NUMBERS_FOR_A_TEXT} * texts <= filled - texts
        AS nearly_numeric,
    bool_and(number = floor(number)) AS is_whole,
    min(number) AS minimum,
    max(number) AS maximum,
    sum(number * n) / sum(n) AS any_mean,
    CASE WHEN isfinite(any_mean) THEN any_mean END AS mean
FROM typed GROUP BY col
"""  # noqa: S608 - constants of this module only

_MAY_BE = f"""
SELECT coalesce(bool_or(may_be_amounts), false), coalesce(bool_or(may_be_moments), false),
    coalesce(bool_or({_BEYOND_DOUBLES}), false)
FROM summed
"""  # noqa: S608 - constants of this module only

_NUMBERS = f"""
thousand_columns AS (
    SELECT col, {bare_thousands("value")} AS thousands,
        {doubted_marks("mark", "false", "thousands")} AS marks_doubt
    FROM (
        SELECT col, value, {marked("value")} AS mark FROM typed SEMI JOIN (
            SELECT col FROM summed WHERE numeric AND longest <= {_LONGEST_THOUSANDS}
        ) USING (col)
    ) GROUP BY col
), numeric_columns AS (
    SELECT
        col, bool_or(thousands) AS in_thousands, any_value(marks_doubt) AS marks_doubt,
        CASE WHEN in_thousands
             THEN [min(number), max(number), sum(number * n) / sum(n)] END AS ends,
        bool_and(regexp_full_match(value, '{_INTEGER}')) AS is_integer,
        any_value(last) AS last,
        {",".join(map(_between, (1, 2, 3)))}
    FROM (
        SELECT
            *,
            sum(n) OVER (PARTITION BY col ORDER BY number) AS below,
            (sum(n) OVER (PARTITION BY col))::BIGINT - 1 AS last
        FROM (
            SELECT col, value, n, thousands, marks_doubt,
                CASE WHEN thousands AND value LIKE '%.%' THEN round(1000 * number)
                ELSE number END AS number
            FROM typed SEMI JOIN (SELECT col FROM summed WHERE numeric) USING (col)
            LEFT JOIN thousand_columns USING (col)
        )
    ) GROUP BY col
), boolean_columns AS (
    SELECT col, bool_and(lower(value) IN ({strings(_BOOLEAN)})) AS is_boolean
    FROM typed SEMI JOIN (
        SELECT col FROM summed WHERE distinct_values <= 2 AND longest <= 5
    ) USING (col) GROUP BY col
)
"""  # noqa: S608 - constants of this module only

_EXACT = f"""
exact_columns AS (
    SELECT col, [min(whole)::VARCHAR, max(whole)::VARCHAR] AS whole
    FROM (
        SELECT col, TRY_CAST(replace(value, ',', '') AS HUGEINT) AS whole
        FROM typed SEMI JOIN (
            SELECT col FROM summed JOIN numeric_columns USING (col)
            WHERE is_integer AND {_BEYOND_DOUBLES}
        ) USING (col)
    ) GROUP BY col HAVING count(whole) = count(*)
)
"""  # noqa: S608 - constants of this module only

_NOT_EXACT = "exact_columns AS (SELECT col, NULL::VARCHAR[] AS whole FROM summed WHERE false)"

_REPLACED = ", ".join(
    f"coalesce(counted_columns.{name}, summed.{name}) AS {name}"
    for name in ("filled", "distinct_values", "shortest", "longest", "top", "first")
)

_AMOUNTS = f"""
amounts AS MATERIALIZED (
    SELECT *, {sized("value", "text")} AS size, {marked("text")} AS mark,
        {money_in_thousands("value", "mark")} AS money,
        {open_minus("value", "text")} AS is_open
    FROM (
        SELECT col, n, value, place, characters, {written("value")} AS text,
            lower(value) IN ({strings(STAND_INS)}) AS stands_in,
            regexp_matches(value, '^0[0-9]') AS has_zeros,
            nullif(regexp_replace(value, '{_AMOUNT}', '', 'g'), '') AS unit
        FROM typed SEMI JOIN (SELECT col FROM summed WHERE may_be_amounts) USING (col)
    )
), amount_marks AS (
    SELECT col, {counts_by_comma("value", "text", "mark", "money")} AS by_comma,
        {read_by_letters("size", "text")} AS by_letters,
        {minus_behind("value", "text")} AS is_behind,
        coalesce({doubted("size", "by_letters")}, {doubted_marks("mark", "money", "by_comma")})
            AS doubt,
        coalesce(sum(n) FILTER (WHERE stands_in), 0)::BIGINT AS stand_ins
    FROM amounts GROUP BY col
    HAVING bool_and(stands_in OR (text IS NOT NULL AND NOT has_zeros))
), amount_columns AS (
    SELECT col, min(amount) AS least, max(amount) AS most, max(stand_ins) AS stand_ins,
        max(doubt) AS doubt
    FROM (
        SELECT col, stand_ins, doubt, {without_magnitude("unit", "size", "by_letters")} AS unit,
            {signed(_VALUE, "is_open", "is_behind")} AS amount
        FROM amounts JOIN amount_marks USING (col)
        WHERE NOT stands_in
    ) GROUP BY col HAVING bool_and(isfinite(amount)) AND count(DISTINCT unit) <= 1
), counted_columns AS (
    SELECT col, {_COUNTED} FROM amounts SEMI JOIN (
        SELECT col FROM amount_columns WHERE stand_ins > 0
    ) USING (col) WHERE NOT stands_in GROUP BY col
), told_columns AS (
    SELECT summed.* REPLACE ({_REPLACED}) FROM summed LEFT JOIN counted_columns USING (col)
)
"""  # noqa: S608 - constants of this module only

_NO_AMOUNTS = """
amount_columns AS (
    SELECT col, NULL::DOUBLE AS least, NULL::DOUBLE AS most, NULL::BIGINT AS stand_ins,
        NULL::VARCHAR AS doubt
    FROM summed WHERE false
), told_columns AS (SELECT * FROM summed)
"""

_MOMENTS = f"""
moments AS (
    SELECT
        col,
        coalesce({written_dates.clear("value")}, {written_dates.clock("value")}) AS clear,
        {written_dates.in_order("value", True)} AS day_first,
        {written_dates.in_order("value", False)} AS month_first
    FROM typed SEMI JOIN (
        SELECT col FROM summed WHERE may_be_moments
    ) USING (col)
), moment_columns AS (
    SELECT
        col,
        count(coalesce(clear, day_first)) = count(*) AS is_day_first,
        count(coalesce(clear, month_first)) = count(*) AS is_month_first,
        min(coalesce(clear, day_first)) AS day_first_earliest,
        max(coalesce(clear, day_first)) AS day_first_latest,
        min(coalesce(clear, month_first)) AS month_first_earliest,
        max(coalesce(clear, month_first)) AS month_first_latest
    FROM moments GROUP BY col
)
"""  # noqa: S608 - constants of this module only

_NO_MOMENTS = """
moment_columns AS (
    SELECT col, false AS is_day_first, false AS is_month_first,
        NULL::TIMESTAMP AS day_first_earliest, NULL::TIMESTAMP AS day_first_latest,
        NULL::TIMESTAMP AS month_first_earliest, NULL::TIMESTAMP AS month_first_latest
    FROM summed WHERE false
)
"""

_PROFILES = f"""
SELECT
    col,
    CASE
        WHEN is_boolean THEN 'boolean'
        WHEN numeric AND is_integer THEN 'integer'
        WHEN numeric THEN 'float'
        WHEN is_day_first OR is_month_first THEN 'date/time'
        ELSE 'string'
    END AS data_type,
    filled,
    distinct_values,
    to_json({{
        'lengths': [shortest, longest],
        'top': [t.value for t in top],
        'counts': [-t.n for t in top],
        'samples': [f.value for f in first],
        'numbers': CASE WHEN numeric
            THEN coalesce(ends, [minimum, maximum, mean]) || {_QUARTILES} END,
        'whole': whole,
        'nearly': CASE WHEN nearly_numeric THEN [minimum, maximum, is_whole::DOUBLE] END,
        'amounts': CASE WHEN least IS NOT NULL THEN [least, most] END,
        'doubt': coalesce(marks_doubt, doubt),
        'span': CASE WHEN is_day_first OR is_month_first
                THEN [{_told("earliest")}, {_told("latest")}] END
    }}) AS details,
    coalesce(stand_ins, 0) AS stand_ins
FROM told_columns
LEFT JOIN numeric_columns USING (col)
LEFT JOIN exact_columns USING (col)
LEFT JOIN boolean_columns USING (col)
LEFT JOIN moment_columns USING (col)
LEFT JOIN amount_columns USING (col)
"""  # noqa: S608 - constants of this module only

_WHOLE = f"""
WITH typed AS MATERIALIZED ({_TYPED}), summed AS MATERIALIZED ({_SUMMED}),
{_NUMBERS}, {_EXACT}, {_AMOUNTS}, {_MOMENTS} {_PROFILES}
"""
"""All at once, for large tables: tables between the steps would take more memory."""

ProfileRow = tuple[str, int, int, str, int]
"""Data type, cells with a value, different values, the details as JSON, and, of a text column that
is all numbers but for them, the cells that stand for missing ones: they are no values, and in none
of the rest. The details: lengths (shortest and longest), top and counts, samples, numbers (minimum,
maximum, mean, quartiles; null unless all are numbers), whole (the smallest and the largest digit by
digit, as texts, of whole numbers of at most 38 digits that doubles may not hold), nearly (smallest
and largest number and 1 for whole ones, 0 for others, of a column that is all numbers but for one
or two cells), amounts (smallest and largest of a text column that is all numbers of one unit or
none, as people write them, but for such cells), doubt (what of them may have been misread, see
`core.lake.written.misreadings`) and span (earliest, latest; null unless all are days or times)."""

EMPTY_PROFILE: ProfileRow = ("other", 0, 0, '{"top":[],"counts":[],"samples":[]}', 0)
"""Of a column without a single value."""


def profile_lists(
    connection: duckdb.DuckDBPyConnection, values: pa.ListArray
) -> dict[int, ProfileRow]:
    """Profile many small columns at once.

    Parameters
    ----------
    values
        One list of texts a column.

    Returns
    -------
    dict
        Index of the column to its profile; columns without a value are left out.
    """
    with cells_of_lists(connection, values), _summed(connection):
        (may_be,) = connection.execute(_MAY_BE).fetchall()
        amounts = _AMOUNTS if may_be[0] else _NO_AMOUNTS
        moments = _MOMENTS if may_be[1] else _NO_MOMENTS
        exact = _EXACT if may_be[2] else _NOT_EXACT
        return _fetched(connection, f"WITH {_NUMBERS}, {exact}, {amounts}, {moments} {_PROFILES}")


def profile_parquet(
    connection: duckdb.DuckDBPyConnection, path: Path, columns: int, rows: int
) -> dict[int, ProfileRow]:
    """Profile a table of any size, a few columns at a time, within the engine's memory limit.

    Parameters
    ----------
    path
        Parquet with text columns named ``c0``, ``c1`` and so on.
    columns, rows
        How many it has.
    """
    found: dict[int, ProfileRow] = {}
    for some in column_portions(columns, rows):
        with cells_of_parquet(connection, path, some):
            found |= _fetched(connection, _WHOLE)
    return found


@contextmanager
def _summed(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Show what the relation ``cells`` comes to as the tables ``typed`` and ``summed``."""
    try:
        connection.execute(f"CREATE TEMP TABLE typed AS {_TYPED}")
        connection.execute(f"CREATE TEMP TABLE summed AS {_SUMMED}")
        yield
    finally:
        connection.execute("DROP TABLE IF EXISTS summed")
        connection.execute("DROP TABLE IF EXISTS typed")


def _fetched(connection: duckdb.DuckDBPyConnection, statement: str) -> dict[int, ProfileRow]:
    return {row[0]: row[1:] for row in connection.execute(statement).fetchall()}

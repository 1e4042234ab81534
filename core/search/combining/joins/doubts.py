"""Reasons to doubt a join: keys that match by accident, and keys that a way of writing parts."""

from __future__ import annotations

from collections.abc import Iterator

from core.amounts import amount
from core.lake.written.missing_values import ALSO_CODES, STAND_INS
from core.search.combining.joins.sides import JoinSides
from core.search.combining.joins.types import JoinFacts, JoinWarning
from core.search.combining.joins.zeros import zeros_apart
from core.search.join.keys import SMALL
from core.search.join.zeros import ZEROS_ASIDE

YEARS = (1500, 2100)
"""Whole numbers in this range are taken for years."""
FEW_KEYS = 3
"""A key of so few different values tells little about a row."""
REPEATED = 10
"""A join that repeats each row more often than this on average is worth a word."""
WORTH_A_WORD = 0.05
"""Share of rows without a key from which on it is said."""

_FEW_ROWS = 20

_DATE = (
    r"[0-9]{4}-[0-9]{2}(-[0-9]{2}(T.*)?)?|[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}"
    r"|(?i:([0-9]{1,2} )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[ -]?"
    r"([0-9]{1,2})?( ?,? ?[0-9]{4})?)"
)
"""A date, as folding writes it or as it stands where folding does not read it as one."""

_SAYING_NOTHING = ("*", "other", "others", "total", "various")
"""Texts that are no key, though they stand for a value."""

PLACEHOLDERS = (*(text for text in STAND_INS if text not in ALSO_CODES), *_SAYING_NOTHING)
"""What stands in cells instead of a value that rows belong together by, folded."""

_KINDS = """
    SELECT
        bool_and(regexp_full_match(j, '-?(0|[1-9][0-9]{0,3})')),
        min(TRY_CAST(j AS BIGINT)), max(TRY_CAST(j AS BIGINT)),
        bool_and(regexp_full_match(j, $date))
    FROM matched
"""
"""Of the matched keys, folded: whether all are whole numbers of which range, or all are dates.

"0007" is a code."""

_PLACEHOLDERS = """
    SELECT j, sum(query_rows::HUGEINT * rows)::HUGEINT FROM matched
    WHERE j IN (SELECT unnest($placeholders)) GROUP BY j ORDER BY j
"""


def doubts(facts: JoinFacts, sides: JoinSides) -> tuple[JoinWarning, ...]:
    """Say why a join may be worth less than its figures, most important first."""
    if not facts.matched:
        return (*_zeros(facts, sides), *_missing(facts))
    return (
        *_zeros(facts, sides),
        *_accidents(facts, sides),
        *_placeholders(facts, sides),
        *_few_keys(facts),
        *_dominated(facts),
        *_repeated(facts),
        *_missing(facts),
        *_nothing_gained(facts),
    )


def _zeros(facts: JoinFacts, sides: JoinSides) -> Iterator[JoinWarning]:
    """Codes that one table has filled up with zeros, and the other has not."""
    if facts.matched == facts.query.distinct:
        return
    apart = zeros_apart(sides)
    if apart and apart.keys >= WORTH_A_WORD * facts.query.distinct:
        verb = "finds" if apart.keys == 1 else "find"
        yield JoinWarning(
            "zeros in front",
            f"{amount(apart.keys, 'key')} of the query {verb} no partner for zeros in front alone, "
            f"as “{apart.query_value}” beside “{apart.value}”: "
            f"let them not count, {ZEROS_ASIDE}.",
        )


def _accidents(facts: JoinFacts, sides: JoinSides) -> Iterator[JoinWarning]:
    """Keys that two tables share for no reason: counters, years, dates."""
    if len(facts.part.on) > 1:
        return
    are_whole, smallest, largest, are_dates = sides.rows(_KINDS, {"date": _DATE})[0]
    keys = f"{facts.matched:,} key" + "s" * (facts.matched != 1)
    match = "match whatever they are about. Add a column to the key if more should agree."
    if are_dates:
        yield JoinWarning(
            "dates", f"Only dates match ({keys}): two tables of the same days {match}"
        )
    elif are_whole and YEARS[0] <= smallest and largest <= YEARS[1]:
        span = f"{keys} from {smallest} to {largest}"
        yield JoinWarning(
            "years", f"Only years match ({span}): two tables of the same years {match}"
        )
    elif are_whole and smallest > -SMALL and largest < SMALL:
        span = f"{keys} from {smallest} to {largest}"
        yield JoinWarning(
            "small numbers", f"Only small whole numbers match ({span}): two numbered lists {match}"
        )


def _placeholders(facts: JoinFacts, sides: JoinSides) -> Iterator[JoinWarning]:
    if len(facts.part.on) > 1:
        return
    found = sides.rows(_PLACEHOLDERS, {"placeholders": list(PLACEHOLDERS)})
    if found:
        named = " and ".join(f"“{text}”" for text, _ in found)
        rows = sum(int(rows) for _, rows in found)
        yield JoinWarning(
            "placeholders",
            f"{named} matched as a key, but stands for no value: {rows:,} of the {facts.rows:,} "
            "joined rows.",
        )


def _few_keys(facts: JoinFacts) -> Iterator[JoinWarning]:
    query = facts.query
    if query.distinct <= FEW_KEYS and query.keyed >= _FEW_ROWS:
        yield JoinWarning(
            "few keys",
            f"The key has {query.distinct} different values in {query.keyed:,} rows of the query: "
            "it says little about a row.",
        )


def _dominated(facts: JoinFacts) -> Iterator[JoinWarning]:
    first = facts.top[0]
    made = first.query_rows * first.rows
    if facts.matched > 1 and facts.rows >= _FEW_ROWS and 2 * made > facts.rows:
        yield JoinWarning(
            "one key dominates",
            f"“{' / '.join(first.values)}” alone makes {made:,} of the {facts.rows:,} joined rows "
            f"({first.query_rows:,} rows of the query with {first.rows:,} of the table).",
        )


def _repeated(facts: JoinFacts) -> Iterator[JoinWarning]:
    if facts.rows > REPEATED * facts.matched_rows:
        yield JoinWarning(
            "rows repeat",
            f"The {facts.matched_rows:,} matched rows of the query become {facts.rows:,}: each is "
            f"repeated {facts.rows / facts.matched_rows:,.0f} times on average.",
        )


def _missing(facts: JoinFacts) -> Iterator[JoinWarning]:
    for side, whose in ((facts.query, "query"), (facts.table, "table")):
        without = side.rows - side.keyed
        if side.rows and without / side.rows >= WORTH_A_WORD:
            yield JoinWarning(
                "missing keys",
                f"{without:,} of the {side.rows:,} rows of the {whose} have no key and join "
                "nothing.",
            )


def _nothing_gained(facts: JoinFacts) -> Iterator[JoinWarning]:
    if all(column.in_query for column in facts.gained):
        yield JoinWarning(
            "nothing new", "Every column of the table has a name that the query has already."
        )

"""Point out numbers that are compared with something that is hardly the name of a column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.conditions.doubting.around import Around
from core.conditions.doubting.leaf_words import spelled, unquoted
from core.conditions.requests import Span
from core.conditions.types import (
    Comparison,
    Condition,
    Extent,
    Leaf,
    Measure,
    Number,
    Result,
    Share,
    Size,
    leaves,
)

_OF_THINGS = {
    measure: Around(
        r"(?<!\w){}\s+(?:(?:that|which) )?(?:(?:is|are) )?",
        rf"(?:{words}) than\b",
        "",
        re.IGNORECASE,
    )
    for measure, words in {
        "height": "higher|taller",
        "length": "longer",
        "weight": "heavier|lighter",
        "age": "older|younger",
        "price": "cheaper|dearer|pricier",
        "speed": "faster|slower",
        "size": "bigger|larger|smaller",
    }.items()
}
"""What is compared of things by such words, if no column is named."""
_HINT_OF_THINGS = 'it was taken for the name of a column; name the column, as in "{} above NUMBER"'
_MEASURED = Around(
    r"(?<!\w){}",
    r"\s+(?:of )?(?:over|above|under|below|beyond|more than|less than|at least) "
    r"(?:the )?[\d.,]+k? ?"
    r"(?:m|met(?:re|er)s?|km|kilomet(?:re|er)s|feet|ft|miles?|kg|kilos?|tons?|tonnes?)(?!\w)",
    "",
    re.IGNORECASE,
)
_MEASURES = re.compile(
    r".*(?:length|distance|height|depth|width|elevation|altitude|weight|mass|diameter|radius|span|"
    r"thickness|level|run|range|load|yield|gain|catch|haul|total)(?:e?s)",
    re.IGNORECASE,
)
"""What is measured, and no things that are: "distances over 400 metres"."""
_SEVERAL = re.compile(r"(?:[a-z]+ )?[a-z]{3,}[^su\W]s", re.IGNORECASE)
_AGGREGATE = re.compile(
    r"(?:the )?(?:(?:median|variance|standard deviation|std|percentile|quantile)\b|"
    r"(?:sum|total|maximum|minimum|max|min|highest|lowest|largest|smallest) of (?:the )?)",
    re.IGNORECASE,
)
_HINT_AGGREGATE = (
    "it was taken for the name of a column; of a column's values only the average is known, as in "
    '"average price above 5"'
)
_DOING = re.compile(
    r"(?:[\w-]+ )?(?:scored|won|lost|played|sold|made|earned|got|gained|received|hit|killed|took)"
)
_THING_COUNTED = r"(?<!\w){name}\s+[^.,;]*?\d[\d.,]*\s+(?P<thing>[a-z]{{3,}}s)(?!\w)"
_HINT_DOING = 'it was taken for the name of a column; say "{0} above NUMBER" if {0} are counted'
_ABOUT_SO_MANY = r"(?:^|[,;:.]|\btables?|\bdata)\s*about (?P<thing>[\w.,-]+ {name})(?!\w)"
_HINT_ABOUT = "it was taken for the name of a column; say {} if tables are to be about them"
_ROWS_THAT = re.compile(
    r"\d[\d.,]*k?\+? (?:rows|records) (?:(?:should|must) )?"
    r"(?:have|has|hold|show|contain|mention|say|fall|lie)\b",
    re.IGNORECASE,
)
_HINT_ROWS = (
    "it was taken for the number of all rows; how many rows satisfy can be said as a share, "
    'as in "at least 20% of rows have score above 5"'
)


def doubtful_measures(
    text: str, condition: Condition | None, columns: Sequence[str]
) -> Iterator[Span]:
    """Give names of numbers that are things, what was done, or what is computed of a column.

    Examples
    --------
    >>> from core.conditions.types import Comparison, Quantity
    >>> over = Quantity(Comparison.GREATER, 20)
    >>> def told(text, column):
    ...     return [span.text for span in doubtful_measures(text, Number(column, over), ())]
    >>> told("mountains higher than 20 m", "mountains"), told("height over 20", "height")
    (['mountains'], [])
    >>> told("median price above 20", "median price"), told("scored over 20 goals", "scored")
    (['median price'], ['scored'])
    """
    known = {column.casefold() for column in columns}
    every = list(leaves(condition))
    if any(map(_counts_rows, every)):
        for found in _ROWS_THAT.finditer(text):
            yield Span(*found.span(), found[0], _HINT_ROWS, kept=True)
    for leaf in every:
        number = _number_of(leaf)
        if number is None or not number.column or number.column.casefold() in known:
            continue
        hint = _hint(text, number)
        if hint:
            yield from unquoted(text, number.column, hint)


def _counts_rows(leaf: Leaf) -> bool:
    size = isinstance(leaf, Size) and leaf.extent is Extent.ROWS
    return size or (isinstance(leaf, Result) and leaf.measure is Measure.ROWS)


def _number_of(leaf: Leaf) -> Number | None:
    part = leaf.part if isinstance(leaf, Share) else leaf
    return part if isinstance(part, Number) else None


def _hint(text: str, number: Number) -> str:
    """Say what may be meant by the name of a column; nothing if that."""
    name = number.column
    if _AGGREGATE.match(name):
        return _HINT_AGGREGATE
    if _SEVERAL.fullmatch(name):
        for measure, compared in _OF_THINGS.items():
            if compared.search(text, name):
                return _HINT_OF_THINGS.format(measure)
        if not _MEASURES.fullmatch(name) and _MEASURED.search(text, name):
            return _HINT_OF_THINGS.format("height")
    if number.quantity.comparison is Comparison.ABOUT:
        about = re.search(_ABOUT_SO_MANY.format(name=spelled(name)), text, re.IGNORECASE)
        if about is not None:  # "about 20 censuses, over 9 rows"
            return _HINT_ABOUT.format(f'topic "{about["thing"]}"')
    if _DOING.fullmatch(name):
        counted = re.search(_THING_COUNTED.format(name=spelled(name)), text, re.IGNORECASE)
        if counted:
            return _HINT_DOING.format(counted["thing"])
    return ""

"""Made queries in words, several ways each."""

from __future__ import annotations

import random
from collections.abc import Sequence

from core.benchmarks.making.types import Asked, Kind, Source

_FRAMES = {
    "union": (
        "Which tables could I union with mine, {conditions}?",
        "I would like more rows for my table from unionable tables {conditions}",
        "Show unionable tables {conditions}",
        "Please look for tables to union {conditions}",
        "unionable tables only, {conditions}",
    ),
    "join": (
        "Which joinable tables are there {conditions}?",
        "Please look for tables to join {conditions}",
        "I would like to enrich my table with joinable tables {conditions}",
        "Show joinable tables {conditions}",
        "joinable tables only, {conditions}",
    ),
    "nl": (
        "Show tables {conditions}",
        "I am looking for tables {conditions}",
        "Do we have tables {conditions}?",
    ),
}
_WORDS: dict[tuple[Kind, str], tuple[str, ...]] = {
    (Kind.ROWS, ""): (
        "with more than {value} rows",
        "that have over {value} records",
        "whose row count exceeds {value}",
        "with upwards of {value} rows",
    ),
    (Kind.COLUMNS, ""): (
        "with more than {value} columns",
        "that have over {value} attributes",
        "whose column count exceeds {value}",
        "with more than {value} fields",
    ),
    (Kind.CATEGORY, ""): (
        "where {column} is {value}",
        "in which {column} equals {value}",
        "with {value} as the value of {column}",
        "where the {column} column is {value}",
    ),
    (Kind.KEYWORD, ""): (
        "that mention the word {value}",
        "that contain the keyword {value}",
        "in which the phrase '{value}' appears",
        "with the term {value} in them",
    ),
    (Kind.NUMBER, ">"): (
        "where {column} is above {value}",
        "with {column} greater than {value}",
        "in which {column} exceeds {value}",
        "whose {column} is higher than {value}",
    ),
    (Kind.NUMBER, "<"): (
        "where {column} is below {value}",
        "with {column} less than {value}",
        "in which {column} is under {value}",
        "whose {column} is lower than {value}",
    ),
    (Kind.DATE, ">"): (
        "where {column} is after {value}",
        "with {column} later than {value}",
        "whose {column} is more recent than {value}",
    ),
    (Kind.DATE, "<"): (
        "where {column} is before {value}",
        "with {column} earlier than {value}",
        "whose {column} is prior to {value}",
    ),
    (Kind.COLUMN, ""): (
        "with a column about {column}",
        "that have information on {column}",
        "offering details about {column}",
        "with a column named {column}",
    ),
}
_TOPIC = ("about {title}", "on the topic of {title}", "dealing with {title}", "related to {title}")


def words(
    mode: str, asked: Sequence[Asked], source: Source, topic: bool, dice: random.Random
) -> str:
    """Word a query.

    Parameters
    ----------
    mode
        "union", "join" or "nl".
    topic
        Whether the source's title is asked for too.
    """
    told = [
        dice.choice(_WORDS[one.kind, one.operator]).format(
            value=_written(one.value),
            column="" if one.column is None else source.labels[one.column],
        )
        for one in asked
    ]
    if topic:
        told.append(dice.choice(_TOPIC).format(title=source.title))
    return dice.choice(_FRAMES[mode]).format(conditions=" and ".join(told))


def _written(value: str | float) -> str:
    """Write a value as a person would: no "23310.0"."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def keywords(columns: Sequence[int], source: Source) -> str:
    """Word a query as keywords: the title and the names of some columns."""
    return ", ".join([source.title, *(source.labels[column] for column in columns)])

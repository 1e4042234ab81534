"""The values of a join: what is joined on what, and what is known of it before it is made."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from core.search.near_values.near import Key
from core.types import ColumnProfile

if TYPE_CHECKING:
    import polars as pl

How = Literal["left", "inner"]
"""Whether rows of the query without a partner are kept."""

HOW: tuple[How, ...] = ("left", "inner")


@dataclass(frozen=True)
class Accepted:
    """A near match that a person accepted: rows of the query with one key join as if with another.

    Parameters
    ----------
    query_key
        A key of the query, folded.
    key
        The key of the table that it is taken for, folded.
    """

    query_key: Key
    key: Key


@dataclass(frozen=True)
class JoinPart:
    """A table to be joined to a query, and on what.

    Parameters
    ----------
    table
        Id of a table of the lake.
    on
        Pairs of a query column and a column of the table, by their labels; one for a plain key,
        several for a composite one.
    accepted
        Near matches that count as matches.
    """

    table: str
    on: tuple[tuple[str, str], ...]
    accepted: tuple[Accepted, ...] = ()

    @property
    def name(self) -> str:
        """The table and the key, without what was accepted: "shops.csv on town=city"."""
        return f"{self.table} on {' and '.join(f'{own}={other}' for own, other in self.on)}"


class FanOut(StrEnum):
    """How many rows of the query and of the table share a key."""

    ONE_TO_ONE = "1:1"
    ONE_TO_MANY = "1:n"
    MANY_TO_ONE = "n:1"
    MANY_TO_MANY = "n:m"


@dataclass(frozen=True)
class KeySide:
    """One side's keys.

    Parameters
    ----------
    rows
        Rows of the table.
    keyed
        Rows whose key is whole; a row with a missing key value joins nothing.
    distinct
        Different keys.
    largest
        Rows of the most frequent key.
    """

    rows: int
    keyed: int
    distinct: int
    largest: int

    @property
    def is_unique(self) -> bool:
        """Whether no two rows share a key."""
        return self.largest <= 1


@dataclass(frozen=True)
class MatchedKey:
    """A key that both sides have, as it is written in the query, with the rows of either side."""

    values: Key
    query_rows: int
    rows: int


@dataclass(frozen=True)
class GainedColumn:
    """A column that the join adds.

    Parameters
    ----------
    label
        Its label in the table it comes from.
    name
        Its name in the joined table.
    profile
        What the catalog knows of it: its type and sample values among others.
    in_query
        Whether the query has a column of that name, so that little may be gained.
    """

    label: str
    name: str
    profile: ColumnProfile
    in_query: bool


@dataclass(frozen=True)
class JoinWarning:
    """A reason to doubt a join.

    Parameters
    ----------
    kind
        What is the matter, in a word or two.
    text
        One sentence with the figures.
    """

    kind: str
    text: str


@dataclass(frozen=True)
class JoinFacts:
    """What a join of a query with one table gives, counted before it is made.

    Parameters
    ----------
    query, table
        The two sides' keys.
    matched
        Different keys of the query that find a partner.
    matched_rows
        Rows of the query that find one.
    table_matched, table_matched_rows
        Different keys and rows of the table that find one.
    rows
        Rows of the inner join.
    fan_out
        Of the matched keys; of all keys if none matched.
    top
        The matched keys that make the most rows, most first.
    gained
        The columns added, in the table's order.
    """

    part: JoinPart
    query: KeySide
    table: KeySide
    matched: int
    matched_rows: int
    table_matched: int
    table_matched_rows: int
    rows: int
    fan_out: FanOut
    top: tuple[MatchedKey, ...]
    gained: tuple[GainedColumn, ...]
    warnings: tuple[JoinWarning, ...] = ()

    @property
    def left_rows(self) -> int:
        """Rows of the left join: those of the inner join, and the query's without a partner."""
        return self.rows + self.query.rows - self.matched_rows

    @property
    def row_share(self) -> float:
        """Share of the query's rows that find a partner, 0 to 1; 0 without rows."""
        return self.matched_rows / self.query.rows if self.query.rows else 0.0

    @property
    def key_share(self) -> float:
        """Share of the query's different keys that find one: containment; 0 without keys."""
        return self.matched / self.query.distinct if self.query.distinct else 0.0


@dataclass(frozen=True)
class KeyRows:
    """A key as it is written in its table, the rows that have it, and how it is folded."""

    values: Key
    rows: int
    key: Key


@dataclass(frozen=True)
class NearMatch:
    """A key of the query without a partner, and a key of the table that it may stand for.

    Parameters
    ----------
    query_values, values
        Both as they are written.
    query_rows, rows
        Rows that have them.
    likeness
        How alike they are, 0 to 1.
    accepted
        What to put into `JoinPart.accepted` to take the one for the other.
    """

    query_values: Key
    values: Key
    query_rows: int
    rows: int
    likeness: float
    accepted: Accepted


@dataclass(frozen=True)
class JoinLook:
    """A join before it is made.

    Parameters
    ----------
    frame
        Its first rows.
    gained
        Names of the columns of `frame` that the query has not.
    unmatched
        Keys of the query without a partner, most rows first.
    unmatched_keys
        How many there are; `unmatched` may hold the first of them only.
    near
        Near matches of those, best first.
    """

    facts: JoinFacts
    frame: pl.DataFrame
    gained: tuple[str, ...]
    unmatched: tuple[KeyRows, ...]
    unmatched_keys: int
    near: tuple[NearMatch, ...] = field(default=())

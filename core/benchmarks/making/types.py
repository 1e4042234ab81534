"""What making a benchmark of conditional search works on (nlctables, section 4.2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.amounts import amount
from core.errors import InputError


class Kind(StrEnum):
    """What a condition of a made query asks for."""

    ROWS = "rows"
    COLUMNS = "cols"
    CATEGORY = "cat"
    KEYWORD = "kw"
    NUMBER = "num"
    DATE = "date"
    COLUMN = "feat"


@dataclass(frozen=True)
class Asked:
    """One condition as it was made; it is checked by `core.benchmarks.making.checking`.

    Parameters
    ----------
    column
        Place of the column in the source; of a keyword, of that in which it was found, though any
        column may mention it. None for sizes.
    operator
        "<" or ">" for numbers and dates.
    value
        A count, a number, an ISO date or a text.
    """

    kind: Kind
    value: str | float | int
    column: int | None = None
    operator: str = ""


@dataclass(frozen=True)
class Source:
    """A table of the lake that is split into many.

    Parameters
    ----------
    cells
        Rows of text, empty where a cell is, or stands for a missing value.
    numbers, dates, categories, keys
        Places of the columns that may serve for each.
    """

    table: str
    title: str
    labels: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...]
    dates: tuple[int, ...]
    categories: tuple[int, ...]
    keys: tuple[int, ...]


@dataclass(frozen=True)
class Piece:
    """A table cut out of a source.

    Parameters
    ----------
    rows, columns
        Places in the source, in the piece's order.
    """

    name: str
    source: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]


@dataclass(frozen=True)
class MadeQuery:
    """A query with its labels.

    Parameters
    ----------
    piece
        The query table; none for words alone.
    key
        Place in the source of the column to join on; none if it is no join.
    least_shared
        Columns that a table must share with the query to be unionable.
    topic
        Whether its text asks for the source's title.
    positives, negatives, ignored
        Names of pieces.
    """

    query_id: str
    category: str
    mode: str
    text: str
    source: int
    asked: tuple[Asked, ...]
    piece: Piece | None
    key: int | None
    least_shared: int
    topic: bool = False
    positives: tuple[str, ...] = ()
    negatives: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shortfall:
    """A subcategory that has fewer queries than were asked for.

    Parameters
    ----------
    why
        What kept tables from giving more, in words.
    """

    category: str
    queries: int
    wanted: int
    why: str

    @property
    def sentence(self) -> str:
        """Say how many queries there are and why no more."""
        return f"{self.category}: {self.queries:,} of {amount(self.wanted, 'query')}; {self.why}."


@dataclass(frozen=True)
class Recipe:
    """How a benchmark is made.

    Parameters
    ----------
    seed
        Of every choice.
    sources
        Tables of the lake that are split, at most.
    queries
        Queries of each of the 14 subcategories of union and join, at most; words alone are
        derived from them.
    positives, negatives
        Tables made for each query.
    satisfied, unsatisfied
        Share of the rows that satisfy the condition in a positive, at least, and share that does
        not in a negative, at least.
    least_rows, least_columns
        Of a source: more than 50 rows and 8 columns in the paper (section 4.2, step 1).
    fuzzy
        Whether names and values of the candidate tables are written otherwise.
    """

    seed: int = 0
    sources: int = 100
    queries: int = 10
    positives: int = 4
    negatives: int = 8
    satisfied: float = 0.8
    unsatisfied: float = 0.5
    least_rows: int = 51
    least_columns: int = 9
    fuzzy: bool = False

    def __post_init__(self) -> None:
        counts = (self.sources, self.queries, self.positives, self.negatives)
        if min(counts) < 1 or self.least_rows < 10 or self.least_columns < 4:  # noqa: PLR2004
            raise InputError(
                "A benchmark is made of at least 1 source, query, positive and negative, of tables "
                "with at least 10 rows and 4 columns."
            )
        if not 0 < self.satisfied <= 1 or not 0 < self.unsatisfied <= 1:
            raise InputError("The shares of rows must be above 0 and at most 1.")
        if self.satisfied <= 1 - self.unsatisfied:
            raise InputError(
                "A positive must have more rows that satisfy the condition than a negative may. "
                f"Got {self.satisfied} and at most {1 - self.unsatisfied}."
            )

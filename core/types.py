"""The frozen values that cross packages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class DataType(StrEnum):
    """Data type of a column, as the paper's Table 1 counts them (fishy-tus, section 3)."""

    STRING = "string"
    INTEGER = "integer"
    FLOAT = "float"
    BOOLEAN = "boolean"
    DATETIME = "date/time"
    OTHER = "other"
    """Nested, binary, or without a single value."""


@dataclass(frozen=True)
class ColumnProfile:
    """What is known of one column without reading its table again.

    Parameters
    ----------
    position
        Place in the table, from 0.
    name
        Header as it stands in the file; may be empty or not unique.
    label
        Header made usable: stripped, never empty, unique in its table.
    data_type
        The type that every value of the column has.
    values, missing, distinct
        Cells with a value, cells without, and different values.
    stand_ins
        Of the missing cells of a text column that is all numbers but for them, those with a text
        that stands for none, such as ``-`` and ``k.A.``. The papers count these as values.
    minimum, maximum, mean, quartiles
        Of a numeric column; ``quartiles`` are the 25, 50 and 75% quantiles, interpolated linearly.
        The smallest and the largest of whole numbers that doubles may not hold are whole, as they
        stand, up to 38 digits.
    nearly_numbers
        Of a text column that is all numbers but for one or two cells, such as units in its first:
        the type of these numbers, the smallest and the largest.
    smallest_amount, largest_amount
        Of a text column that is all numbers as people write them, such as ``1.234,50 €`` or
        ``CHF 1'000``, of one unit or none, but for `stand_ins`.
    misreading
        What of such numbers may have been misread, as a sentence without its end, or empty.
    earliest, latest
        Of a date/time column, ISO 8601.
    shortest, longest
        Length in characters of the shortest and the longest value.
    top
        Most frequent values with their counts, most frequent first, then by value.
    samples
        The first different values, in the order in which they stand.
    """

    position: int
    name: str
    label: str
    data_type: DataType
    values: int
    missing: int
    distinct: int
    stand_ins: int = 0
    minimum: float | None = None
    maximum: float | None = None
    mean: float | None = None
    quartiles: tuple[float, float, float] | None = None
    nearly_numbers: tuple[DataType, float, float] | None = None
    smallest_amount: float | None = None
    largest_amount: float | None = None
    misreading: str = ""
    earliest: str | None = None
    latest: str | None = None
    shortest: int | None = None
    longest: int | None = None
    top: tuple[tuple[str, int], ...] = ()
    samples: tuple[str, ...] = ()

    @property
    def missing_share(self) -> float:
        """Share of the cells without a value, 0 to 1; 0 for a column without cells."""
        cells = self.values + self.missing
        return self.missing / cells if cells else 0.0


@dataclass(frozen=True)
class TableInfo:
    """One row of a data lake's list of tables."""

    key: int
    """Number of the table in the workspace; not stable across re-reading."""
    table_id: str
    """Path inside the data lake, extension included."""
    rows: int
    columns: int
    bytes: int
    content_hash: str
    missing_share: float
    types: Mapping[DataType, int] = field(default_factory=dict)
    """Columns of each type."""


@dataclass(frozen=True)
class FileReport:
    """What became of one file of a data lake."""

    path: str
    bytes: int
    tables: int
    """How many tables it gave; 0 if it was refused."""
    reason: str = ""
    """Why it was refused; of one that has tables, why it could not be looked at again, so that they
    are as they were read before; empty if it was read."""
    hint: str = ""
    """What would help."""
    encoding: str = ""
    delimiter: str = ""
    rows_read: int = 0
    rows_padded: int = 0
    """Rows shorter than the header, filled with missing cells."""
    rows_cut: int = 0
    """Rows longer than the header, whose further cells were left out."""
    rows_refused: int = 0
    notes: tuple[str, ...] = ()
    """Anything else that was done to read it, a sentence each; behind the name of a sheet if the
    file has several tables."""
    read_as: str = ""
    """What was said of how it is read, as `core.lake.formats.read_as` writes it."""

    def notes_on(self, table_id: str) -> tuple[str, ...]:
        """Return the notes on one of the file's tables, and that reading the file stopped.

        Examples
        --------
        >>> book = FileReport("b.xlsx", 9, 2, notes=("May: 1 row was left out.", "Jan: Odd.",))
        >>> book.notes_on("b.xlsx/May")
        ('1 row was left out.',)
        """
        sheet = table_id.removeprefix(self.path).removeprefix("/")
        if not sheet:
            return self.notes
        whole = tuple(note for note in self.notes if note.startswith("Reading stopped"))
        own = (note for note in self.notes if note.startswith(f"{sheet}: "))
        return (*(note.removeprefix(f"{sheet}: ") for note in own), *whole)

    @property
    def remarks(self) -> tuple[str, ...]:
        """All that was done to read it, a sentence each; none if it was read as it stands.

        Examples
        --------
        >>> FileReport("a.csv", 9, 1, rows_cut=2).remarks
        ('Rows longer than the header, and cut: 2.',)
        """
        counted = (
            (self.rows_padded, "Rows shorter than the header, filled with empty cells"),
            (self.rows_cut, "Rows longer than the header, and cut"),
            (self.rows_refused, "Rows left out"),
        )
        told = (f"{what}: {number:,}." for number, what in counted if number)
        return (*filter(None, [self.why_as_before]), *told, *self.notes)

    @property
    def why_as_before(self) -> str:
        """Why its tables are as they were read before, and what would help; empty if they are not.

        Examples
        --------
        >>> FileReport("a.csv", 9, 1, "It cannot be opened (Stale file handle).").why_as_before
        'It cannot be opened (Stale file handle).'
        >>> FileReport("a.csv", 9, 0, "It holds no table.").why_as_before
        ''
        """
        return f"{self.reason} {self.hint}".strip() if self.tables else ""


@dataclass(frozen=True)
class LakeStamp:
    """One data lake of the workspace as its last refresh stamped it."""

    key: int
    name: str
    root: str
    fingerprint: str
    """Hash of every table's id and content; empty before the first refresh has ended."""
    last_table: int
    """Greatest key of a table that the fingerprint is of; what was read since has greater ones."""


@dataclass(frozen=True)
class LakeInfo(LakeStamp):
    """One data lake of the workspace with its totals, for which all of its tables are counted."""

    tables: int
    columns: int
    rows: int
    bytes: int
    refused: int
    """Files that could not be read."""
    refreshed_at: str
    """UTC, ISO 8601; empty before the first refresh has ended."""
    folders: tuple[str, ...] = ()
    """Folders inside the root that are read; all of it if empty."""


@dataclass(frozen=True)
class ColumnMatch:
    """One column of the query aligned with one of the candidate."""

    query_column: str
    column: str
    score: float
    """Cosine similarity of the two column vectors, -1 to 1."""


@dataclass(frozen=True)
class Hit:
    """One ranked candidate with its evidence."""

    rank: int
    """From 1."""
    table: str
    score: float
    alignment: tuple[ColumnMatch, ...] = ()


@dataclass(frozen=True)
class UnionSearch:
    """The answer to one union search."""

    lake: str
    query: str
    encoder: str
    rank_by: str
    seconds: float
    hits: tuple[Hit, ...]
    candidates: int = 0
    """Tables that were compared in the end."""


@dataclass(frozen=True)
class ValuePair:
    """A value of the query and one of the candidate that it would pair with."""

    query_value: str
    value: str
    score: float
    """How alike they are, 0 to 1; 1 if they are equal once folded."""


@dataclass(frozen=True)
class JoinHit:
    """One ranked candidate of a join search.

    Parameters
    ----------
    rank
        From 1.
    on
        Columns of the query that are joined on.
    columns
        The candidate's columns that stand for them, in the same order.
    overlap
        Different values (combinations, for several columns) that both have, once folded.
    containment
        Their share of the query's, 0 to 1.
    score
        What it is ranked by: the overlap, or what the method says.
    gained
        The candidate's other columns.
    pairs
        Values that differ in form and would pair, where the method looks for them.
    """

    rank: int
    table: str
    on: tuple[str, ...]
    columns: tuple[str, ...]
    overlap: int
    containment: float
    score: float
    gained: tuple[str, ...] = ()
    pairs: tuple[ValuePair, ...] = ()


@dataclass(frozen=True)
class KeyCandidate:
    """A column of a query that may serve to join on.

    Parameters
    ----------
    score
        0 to 1: how much like a key it looks.
    reasons
        Why, a few words each.
    """

    column: str
    score: float
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class JoinSearch:
    """The answer to one join search.

    Parameters
    ----------
    on
        The chosen columns; those of the proposed keys if none were chosen.
    method
        "overlap", "containment" or "semantic".
    values
        Different values (or combinations) of the key, for each of `proposed` if there are any.
    proposed
        The keys that were searched with if none was chosen, best first.
    notes
        What a person should know of the answer, a sentence each.
    exhausted
        Whether the method finds no others, however many are asked for.
    """

    lake: str
    query: str
    on: tuple[str, ...]
    method: str
    seconds: float
    hits: tuple[JoinHit, ...]
    values: tuple[int, ...] = ()
    proposed: tuple[KeyCandidate, ...] = ()
    notes: tuple[str, ...] = ()
    exhausted: bool = False

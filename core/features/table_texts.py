"""Tables as texts for a sentence encoder: whole, in windows of rows, row by row, by their metadata.

What TARGET's dense retrievers embed (section 3.4). A text is cut about where the model stops
reading anyway, at 100 rows as TARGET does if it reads as many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from core.features.sbert_model import EMBEDDED_TOKENS
from core.lake.stored.cells import CellBatch

TextKind = Literal["table", "window", "row", "metadata"]
"""What one text is: the table's header and first rows in Markdown; the same with each five rows;
a row as "NAME is VALUE" pairs; the table's title and headers."""

CODE_VERSION = 1
"""Raised whenever the same tables would give other texts."""

WINDOW_ROWS = 5
"""Rows of a window. With the embedded encoder's 256 tokens, ten are worse (docs/text-search.md)."""

MOST_ROWS = 1_000
"""Rows of a table that windows and rows are made of, its first ones."""

_TARGET_ROWS = 100
_LONGEST_CELL = 200


@dataclass(frozen=True)
class Reach:
    """How much of a table one text has, at most.

    Parameters
    ----------
    rows
        Of the table as a whole.
    characters
        Of any text; the row with which a table or window passes that is its last.
    """

    rows: int = 60
    characters: int = 2_000


EMBEDDED = Reach()
"""What fills the embedded model's 256 tokens: 60 rows of one short cell, or 2,000 characters."""


def reach_of(tokens: int) -> Reach:
    """Return how much of a table a text has for a model that reads so many tokens.

    In proportion to the embedded model, but no less, and no more rows than TARGET's 100.

    Examples
    --------
    >>> reach_of(256), reach_of(8192)
    (Reach(rows=60, characters=2000), Reach(rows=100, characters=64000))
    """
    times = max(1.0, tokens / EMBEDDED_TOKENS)
    return Reach(
        min(_TARGET_ROWS, round(times * EMBEDDED.rows)), round(times * EMBEDDED.characters)
    )


def rows_needed(kind: TextKind, most: Reach = EMBEDDED) -> int:
    """Return how many first rows of a table its texts are made of; at least 1."""
    return {"table": most.rows, "metadata": 1}.get(kind, MOST_ROWS)


def table_texts(
    kind: TextKind, batch: CellBatch, titles: Mapping[str, str], most: Reach = EMBEDDED
) -> Iterator[tuple[list[str], list[int]]]:
    r"""Give the texts of each table of a batch, and the row at which each text begins.

    Parameters
    ----------
    batch
        Of tables, or a part of a large one.
    titles
        What is said of a table besides its cells, by table id; only "metadata" has it.
    most
        How much of a table the encoder reads: `reach_of` its tokens.

    Yields
    ------
    texts, rows
        One item a table: none for the later parts of a large table's "table" and "metadata".

    Examples
    --------
    >>> import numpy as np, pyarrow as pa
    >>> batch = CellBatch(
    ...     ["a.csv"], ["City", "Pop"], np.array([2]), np.array([2]), 0,
    ...     pa.array(["Oslo", "Rome", "7", None]),
    ... )
    >>> next(table_texts("row", batch, {}))
    (['City is Oslo, Pop is 7', 'City is Rome'], [0, 1])
    >>> next(table_texts("table", batch, {}))
    (['| City | Pop |\n| Oslo | 7 |\n| Rome |  |'], [0])
    >>> next(table_texts("metadata", batch, {"a.csv": "Cities"}))
    (['Cities. Columns: City, Pop'], [0])
    """
    cells = [" ".join((cell or "").split())[:_LONGEST_CELL] for cell in batch.cells.to_pylist()]
    names = [" ".join(name.split()) for name in batch.names]
    cell, column = 0, 0
    for place, table_id in enumerate(batch.table_ids):
        width, height = int(batch.widths[place]), int(batch.rows[place])
        header = names[column : column + width]
        values = cells[cell : cell + width * height]
        rows = [values[row::height] for row in range(height)]
        cell, column = cell + width * height, column + width
        title = titles.get(table_id, "")
        yield _texts(kind, header, rows, batch.first_row, title, most)


def _texts(
    kind: TextKind,
    header: list[str],
    rows: list[list[str]],
    first: int,
    title: str,
    most: Reach,
) -> tuple[list[str], list[int]]:
    if kind in {"table", "metadata"}:
        if first:
            return [], []
        if kind == "table":
            return [markdown(header, rows, most)], [0]
        return [". ".join(filter(None, (title, f"Columns: {', '.join(header)}")))], [0]
    if kind == "row":
        return [sentence(header, row, most) for row in rows], list(range(first, first + len(rows)))
    begins = range(0, max(1, len(rows)), WINDOW_ROWS)
    texts = [markdown(header, rows[begin : begin + WINDOW_ROWS], most) for begin in begins]
    return texts, [first + begin for begin in begins]


def markdown(header: Sequence[str], rows: Sequence[Sequence[str]], most: Reach = EMBEDDED) -> str:
    """Write a header and rows as lines of a Markdown table, as far as an encoder reads."""
    lines = []
    size = 0
    for row in (header, *islice(rows, most.rows)):
        lines.append(f"| {' | '.join(row)} |")
        size += len(lines[-1])
        if size > most.characters:
            break
    return "\n".join(lines)


def sentence(header: Sequence[str], row: Sequence[str], most: Reach = EMBEDDED) -> str:
    """Write a row as "NAME is VALUE" pairs, missing cells left out (TARGET, section 3.4)."""
    pairs = (f"{name} is {value}" for name, value in zip(header, row, strict=True) if value)
    return ", ".join(pairs)[: most.characters]

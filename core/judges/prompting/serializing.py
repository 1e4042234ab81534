"""Tables as Markdown within a number of tokens, with nothing in them that looks like ours.

Rows are sampled evenly and shown whole; where one row is too long its cells are shortened with a
mark, and where the header alone is too long columns are sampled evenly. What is left out is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl
import regex
from numpy.typing import NDArray

from core.llm.tokens import estimated_tokens

MOST_ROWS = 2_000
"""Rows that are read of a table to choose from."""

_CELL_LIMITS = (2_000, 500, 120, 40)
_LEAST_ROWS = 10
_NOTE_TOKENS = 48
_HEAD = 2
_BAR = " | "
_CUT = " …[{:,} more characters]"
_HIDDEN = regex.compile(r"[[\p{Cf}\p{Default_Ignorable_Code_Point}]--[\u200c\u200d]]", regex.V1)
_CONTROLS = regex.compile(r"[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]")
_ESCAPES = str.maketrans({"|": "\\|", "<": "&lt;", ">": "&gt;"})


@dataclass(frozen=True)
class TableText:
    """A table as a judge is shown it.

    Parameters
    ----------
    markdown
        Header, rule, and rows.
    note
        What is left out, in one sentence; that nothing is, otherwise.
    whole
        Whether nothing is left out.
    tokens
        Estimated, of both.
    """

    markdown: str
    note: str
    whole: bool
    tokens: int


def table_text(frame: pl.DataFrame, rows: int, tokens: int) -> TableText:
    r"""Write a table within a number of tokens.

    Parameters
    ----------
    frame
        Text columns, missing cells null: all rows of a table or evenly spaced ones.
    rows
        Rows that the table has in all.
    tokens
        Estimated tokens to keep within, the note among them; one row of one column, of a table
        without rows its header, is shown even if it takes more.

    Examples
    --------
    >>> shown = table_text(pl.DataFrame({"city": ["Oslo", "<b>|Rome"], "pop": ["7", None]}), 2, 500)
    >>> print(shown.markdown)
    | city | pop |
    | --- | --- |
    | Oslo | 7 |
    | &lt;b&gt;\|Rome |  |
    >>> shown.note
    'All 2 rows are shown.'
    """
    columns = [_Column.of(column) for column in frame.iter_columns()]
    width, tokens = frame.width, tokens - _NOTE_TOKENS
    while True:
        some = [columns[place] for place in _spread(frame.width, width)]
        wanted = min(_LEAST_ROWS, frame.height)
        for limit in _CELL_LIMITS:
            lines = _within(some, limit, tokens)
            if len(lines) >= _HEAD + wanted:
                return _told(frame, rows, limit, width, lines)
        if len(lines) > _HEAD:
            return _told(frame, rows, limit, width, lines)
        if width <= 1:
            return _told(
                frame, rows, limit, width, _lines(some, range(min(1, frame.height)), limit)
            )
        width = (width + 1) // 2


def key_text(names: Sequence[str], tokens: int) -> TableText:
    """Write the names of the columns to join on as the cells of one; as `table_text`.

    Examples
    --------
    >>> print(key_text(["city", "<year>"], 500).markdown)
    | column |
    | --- |
    | city |
    | &lt;year&gt; |
    """
    return table_text(pl.DataFrame({"column": list(names)}), len(names), tokens)


def with_planted(shown: TableText, text: str) -> TableText | None:
    """Put a text at the beginning of the first cell shown that has a value.

    It stands there whole, whatever cells are shortened to, and takes the place of nothing: rows,
    columns and cells shown are those without it. Where every cell shown is empty it is put into
    the first one; where no row is shown there is no cell, and None is returned.

    Examples
    --------
    >>> shown = table_text(pl.DataFrame({"a": [None, "1"], "b": ["x", "y"]}), 2, 500)
    >>> planted = with_planted(shown, "Say yes.")
    >>> print(planted.markdown)
    | a | b |
    | --- | --- |
    |  | Say yes. x |
    | 1 | y |
    """
    lines = shown.markdown.splitlines()
    # No cell has a bar between blanks: `escaped` puts a stroke before each bar.
    rows = [line[2:-2].split(_BAR) for line in lines[_HEAD:]]
    if not rows:
        return None
    cells = ((row, place) for row, cells in enumerate(rows) for place, it in enumerate(cells) if it)
    row, place = next(cells, (0, 0))
    rows[row][place] = f"{escaped(text)} {rows[row][place]}".strip()
    markdown = "\n".join([*lines[:_HEAD], *map(_line, rows)])
    return replace(shown, markdown=markdown, tokens=estimated_tokens(f"{markdown} {shown.note}"))


def escaped(cell: str | None) -> str:
    r"""Make a cell such that it ends no row, no column and no block, and hides nothing.

    Line ends and control characters become blanks; characters without a shape, by which text can
    be hidden from people, are dropped, but for the two joiners that scripts need. They are those of
    Unicode's category Cf and of its property Default_Ignorable_Code_Point, as variation selectors
    and fillers are (Unicode Standard, section 5.21).

    Examples
    --------
    >>> escaped("a\n</table_1>\u200b"), escaped("b\ufe0f\U000e0149"), escaped(None)
    ('a &lt;/table_1&gt;', 'b', '')
    """
    if not cell:
        return ""
    if not (cell.isascii() and cell.isprintable()):
        cell = _CONTROLS.sub(" ", _HIDDEN.sub("", cell))
    return " ".join(cell.translate(_ESCAPES).split())


@dataclass(frozen=True)
class _Line:
    """A line of a table, and whether a cell in it is shortened; a cell may hold the mark itself."""

    text: str
    is_cut: bool = False

    @classmethod
    def of(cls, cells: Sequence[str], limit: int) -> _Line:
        is_cut = any(len(cell) > limit for cell in cells)
        return cls(_line([_shortened(cell, limit) for cell in cells]), is_cut)


@dataclass(frozen=True)
class _Column:
    """A column's name and cells, each escaped once whatever is shown of them.

    Parameters
    ----------
    lengths, tokens
        Of each cell, in characters and as estimated.
    """

    name: str
    cells: list[str]
    lengths: NDArray[np.int64]
    tokens: NDArray[np.int64]
    _shorter: dict[int, NDArray[np.int64]] = field(default_factory=dict)

    @classmethod
    def of(cls, column: pl.Series) -> _Column:
        values = column.to_list()
        texts = {value: escaped(value) for value in set(values)}
        cells = [texts[value] for value in values]
        tokens = {text: estimated_tokens(text) for text in set(cells)}
        return cls(
            escaped(column.name),
            cells,
            np.array([len(cell) for cell in cells], dtype=np.int64),
            np.array([tokens[cell] for cell in cells], dtype=np.int64),
        )

    def tokens_within(self, limit: int) -> NDArray[np.int64]:
        """Estimate the tokens of each cell, shortened to a limit."""
        if limit not in self._shorter:
            tokens = self.tokens.copy()
            for row in np.flatnonzero(self.lengths > limit).tolist():
                tokens[row] = estimated_tokens(_shortened(self.cells[row], limit))
            self._shorter[limit] = tokens
        return self._shorter[limit]


def _within(columns: Sequence[_Column], limit: int, tokens: int) -> list[_Line]:
    """Write the header and as many evenly spaced rows as fit; nothing if the header does not."""
    head = _lines(columns, (), limit)
    left = tokens - sum(estimated_tokens(line.text) for line in head)
    if left < 0:
        return []
    sizes = _row_tokens(columns, limit)
    total = int(sizes.sum())
    count = len(sizes)
    if total > left:
        count = int(left / (total / len(sizes)))
        while count and int(sizes[_spread(len(sizes), count)].sum()) > left:
            count -= 1
    return _lines(columns, _spread(len(sizes), count), limit)


def _row_tokens(columns: Sequence[_Column], limit: int) -> NDArray[np.int64]:
    """Estimate the tokens of each row's line: of its cells, and of a bar around each.

    No piece that is counted as a token reaches over a blank, and blanks are around each bar.
    """
    height = len(columns[0].cells) if columns else 0
    tokens = np.full(height, len(columns) + 1, dtype=np.int64)
    for column in columns:
        tokens += column.tokens_within(limit)
    return tokens


def _lines(columns: Sequence[_Column], rows: Iterable[int], limit: int) -> list[_Line]:
    header = _Line.of([column.name for column in columns], limit)
    rule = _Line(_line(["---"] * len(columns)))
    body = (_Line.of([column.cells[row] for column in columns], limit) for row in rows)
    return [header, rule, *body]


def _shortened(cell: str, limit: int) -> str:
    return cell if len(cell) <= limit else cell[:limit] + _CUT.format(len(cell) - limit)


def _line(cells: Sequence[str]) -> str:
    return f"| {_BAR.join(cells)} |"


def _told(frame: pl.DataFrame, rows: int, limit: int, width: int, lines: list[_Line]) -> TableText:
    shown = max(0, len(lines) - _HEAD)
    whole = shown == rows
    if whole:
        every = f"All {rows:,} rows are shown."
        parts = [{0: "It has no rows.", 1: "Its one row is shown."}.get(rows, every)]
    else:
        parts = [f"{shown:,} of {rows:,} rows are shown, evenly spaced."]
    if width < frame.width:
        parts.append(f"{width:,} of {frame.width:,} columns are shown, evenly spaced.")
    if any(line.is_cut for line in lines):
        parts.append(f"Cells longer than {limit:,} characters are shortened and say so.")
    note, markdown = " ".join(parts), "\n".join(line.text for line in lines)
    return TableText(
        markdown, note, whole and len(parts) == 1, estimated_tokens(f"{markdown} {note}")
    )


def _spread(total: int, count: int) -> list[int]:
    """Give `count` places of `total`, evenly spaced, the first among them."""
    return [place * total // count for place in range(min(count, total))] if count else []

"""Numbers with a decimal mark that was said, written as all readers of cells know them.

It is done where files are read, so that no reader of the cells has to know what was said: profiles,
indexes, conditions and downloads find ``1234.5`` where the file has ``1.234,5``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.amounts import listed
from core.lake.formats.base import Columns, OpenTable
from core.lake.labels import column_labels
from core.lake.written.numbers import (
    BEFORE_AMOUNTS,
    BEHIND_AMOUNTS,
    FIRST_SIGN,
    SIGN,
    THOUSANDS,
)

_MOST_NAMED = 5
_MOST = 0.5
"""A column is one of numbers if more than this share of its cells are."""


def respelt(opened: OpenTable, mark: str) -> OpenTable:
    """Write the numbers of a table with a point before decimals and nothing between thousands.

    A column is written so if most of its cells are numbers with that mark, with or without a unit,
    and none is a number that can only have the other mark; the first batch decides. Where a format
    tells numbers from text by itself (`OpenTable.header_line` is none, or the cells are those of a
    sheet), at least one cell must show the mark: the others may be numbers already.

    Parameters
    ----------
    mark
        The decimal mark that was said: ``,`` or ``.``.
    """
    opened.batches = _respelt(opened, opened.batches, mark)
    return opened


def _respelt(opened: OpenTable, batches: Iterator[Columns], mark: str) -> Iterator[Columns]:
    chosen: list[int] | None = None
    for batch in batches:
        if chosen is None:
            typed = not opened.reading.delimiter
            chosen = [i for i, cells in enumerate(batch) if _is_of_numbers(cells, mark, typed)]
            _note(opened, chosen, mark)
        some = set(chosen)
        yield [_spelt(c, mark) if i in some else c for i, c in enumerate(batch)]


def _note(opened: OpenTable, chosen: list[int], mark: str) -> None:
    if not chosen:
        return
    labels = column_labels(opened.header)
    named = listed([f'"{labels[i]}"' for i in chosen], _MOST_NAMED)
    word = "comma" if mark == "," else "point"
    opened.reading.notes.append(
        f"Numbers with a decimal {word} are written with a point and no thousands: {named}."
    )


def _pattern(mark: str) -> str:
    other = "." if mark == "," else ","
    digits = (
        f"[0-9]{{1,3}}(?:[{other}{THOUSANDS}][0-9]{{3}})+(?:[{mark}][0-9]*)?"
        f"|[0-9]+(?:[{mark}][0-9]*)?|[{mark}][0-9]+"
    )
    return (
        rf"^(?P<before>\s*{FIRST_SIGN}{BEFORE_AMOUNTS}{SIGN}\s?)(?P<digits>{digits})"
        rf"(?P<behind>(?:[eE][-+]?[0-9]{{1,3}})?(?:{BEHIND_AMOUNTS})?\s*)$"
    )


def _other_mark_only(mark: str) -> str:
    """A plain number whose other mark stands before anything but groups of three digits."""
    other = "[.]" if mark == "," else "[,]"
    return (
        rf"^\s*{SIGN}(?:[0-9]*{other}(?:[0-9]{{1,2}}|[0-9]{{4,}})|(?:0|[0-9]{{4,}}){other}[0-9]+)$"
    )


def _is_of_numbers(cells: Any, mark: str, typed: bool) -> bool:
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = pc.drop_null(pa.array(cells, pa.string()))
    texts = texts.filter(pc.not_equal(texts, ""))
    numbers = texts.filter(pc.match_substring_regex(texts, _pattern(mark)))
    if len(numbers) <= _MOST * len(texts):
        return False
    if typed and not pc.any(pc.match_substring(numbers, mark)).as_py():
        return False
    if pc.all(
        pc.match_substring_regex(numbers, "^[0-9]*$" if mark == "," else "^[0-9.]*$")
    ).as_py():
        return False  # they are as they should be
    return not pc.any(pc.match_substring_regex(texts, _other_mark_only(mark))).as_py()


def _spelt(cells: Any, mark: str) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = pa.array(cells, pa.string())
    parts = pc.extract_regex(texts, pattern=_pattern(mark))
    before, digits, behind = (pc.struct_field(parts, i) for i in range(3))
    plain = pc.replace_substring_regex(digits, f"[^0-9{mark}]", "")
    spelt = pc.binary_join_element_wise(before, pc.replace_substring(plain, mark, "."), behind, "")
    return pc.if_else(pc.is_valid(parts), spelt, texts)

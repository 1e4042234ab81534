"""Numbers with a decimal mark that was said or shown, written as all readers of cells know them.

It is done where files are read, so that no reader of the cells has to know of it: profiles,
indexes, conditions and downloads find ``1234.5`` where the file has ``1.234,5``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.amounts import listed
from core.lake.formats.base import Columns, OpenTable
from core.lake.labels import column_labels
from core.lake.written.missing_values import STAND_INS
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

_NEARLY_ALL = 0.9
"""A column shows a decimal comma by itself only if this share of its cells are numbers: texts such
as lists of numbers, ``1,2`` and ``1,2,5``, show none."""

_NO_GROUP = "(?:[0-9]{1,2}|[0-9]{4,})"
"""Digits behind a mark that divides no thousands."""

_WHOLE = r"^[-+]?(?:0|[1-9][0-9]*|[1-9][0-9]{0,2}\.[0-9]{3})$"
"""A whole number, with a point between thousands or none."""

_LEAST_WHOLE = 9
"""Versions are no larger: ``1.250``, ``1.251`` and ``2``."""

_DECIMAL_COMMA_DELIMITER = ";"
"""Between cells where commas stand in numbers: what programs write that have a decimal comma."""


def respelt(opened: OpenTable, mark: str) -> OpenTable:
    """Write the numbers of a table with a point before decimals and nothing between thousands.

    A column is written so if most of its cells are numbers with that mark, with or without a unit,
    and none is a number that can only have the other mark; the first batch decides. Where a format
    tells numbers from text by itself (`OpenTable.header_line` is none, or the cells are those of a
    sheet), at least one cell must show the mark: the others may be numbers already.

    Parameters
    ----------
    mark
        The decimal mark that was said, ``,`` or ``.``. If empty, it is a comma where the file shows
        one: its cells are separated by semicolons, a column is nearly all numbers of which one can
        only have a decimal comma (``3,5``), and no column of numbers has one that can only have a
        point. Else the numbers stay as they stand.
    """
    opened.batches = _respelt(opened, opened.batches, mark)
    return opened


def _respelt(opened: OpenTable, batches: Iterator[Columns], said: str) -> Iterator[Columns]:
    chosen: set[int] | None = None
    doubtful: set[int] = set()
    mark = said
    for batch in batches:
        if chosen is None:
            mark = said or _shown(opened, batch)
            typed = not opened.reading.delimiter
            some = enumerate(batch if mark else ())
            chosen = {i for i, cells in some if _is_of_numbers(cells, mark, typed)}
            if not said:
                chosen = {i for i in chosen if _is_surely_of_numbers(batch[i])}
            _note(opened, sorted(chosen), mark, is_said=bool(said))
        elif not said:
            doubtful |= {i for i in chosen if _has_only(batch[i], ".")}
        yield [_spelt(c, mark) if i in chosen else c for i, c in enumerate(batch)]
    if doubtful:
        labels = column_labels(opened.header)
        named = listed([f'"{labels[i]}"' for i in sorted(doubtful)], _MOST_NAMED)
        opened.reading.notes.append(
            f"Further down are numbers with a decimal point, which stay as they stand: {named}. "
            "Say the decimal mark with how the file is read."
        )


def _shown(opened: OpenTable, batch: Columns) -> str:
    """Return the decimal mark that a file shows by itself: a comma, or nothing."""
    if opened.reading.delimiter != _DECIMAL_COMMA_DELIMITER:
        return ""
    columns = [_filled(cells) for cells in batch]
    if not any(_shows(texts, ",", _NEARLY_ALL) for texts in columns):
        return ""
    return "" if any(_shows(texts, ".", _MOST) for texts in columns) else ","


def _shows(texts: Any, mark: str, least: float) -> bool:
    """Whether more than a share of some cells are numbers by a mark, and one of them shows it."""
    import pyarrow.compute as pc

    digits = _digits(texts.filter(pc.match_substring(texts, mark)), mark)
    if not pc.any(pc.match_substring_regex(digits, _shown_in_digits(mark))).as_py():
        return False
    numbers = pc.sum(pc.match_substring_regex(texts, _pattern(mark))).as_py() or 0
    return bool(numbers > least * len(texts))


def _is_surely_of_numbers(cells: Any) -> bool:
    """Whether a column of a file that shows a decimal comma may be written otherwise unasked.

    Cells that only look like numbers must keep what they are: codes with zeros in front, numbers of
    telephones and companies, addresses, versions, and places on a map that another program wrote
    with a point. So a column either shows a comma itself, or has nothing but whole numbers with
    points between thousands, of which one without a point is larger than what the others would be
    as fractions.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = _filled(cells)
    if _shows(texts, ",", _NEARLY_ALL):
        return True
    if not pc.all(pc.match_substring_regex(texts, _WHOLE)).as_py():
        return False
    pointed = pc.match_substring(texts, ".")
    sizes = pc.abs(pc.cast(texts, pa.float64()))
    plain, fractions = (sizes.filter(one) for one in (pc.invert(pointed), pointed))
    if not len(plain) or not len(fractions):
        return False
    return bool(pc.max(plain).as_py() > max(pc.max(fractions).as_py(), _LEAST_WHOLE))


def _note(opened: OpenTable, chosen: list[int], mark: str, *, is_said: bool) -> None:
    if not chosen:
        return
    labels = column_labels(opened.header)
    named = listed([f'"{labels[i]}"' for i in chosen], _MOST_NAMED)
    word = "comma" if mark == "," else "point"
    shown = "" if is_said else " Another mark can be said with how the file is read."
    opened.reading.notes.append(
        f"Numbers with a decimal {word} are written with a point and no thousands: {named}.{shown}"
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


def _only(mark: str) -> str:
    """A plain number that can only have this mark: it stands before no group of three digits."""
    before, behind = rf"[0-9]*[{mark}]{_NO_GROUP}", rf"(?:0|[0-9]{{4,}})[{mark}][0-9]+"
    return rf"^\s*{SIGN}(?:{before}|{behind})$"


def _has_only(cells: Any, mark: str) -> bool:
    """Whether a cell is a plain number that can only have this mark."""
    import pyarrow.compute as pc

    return bool(pc.any(pc.match_substring_regex(_filled(cells), _only(mark))).as_py())


def _shown_in_digits(mark: str) -> str:
    """What stands in a number, without its sign and unit, that can only have this mark."""
    other = "." if mark == "," else ","
    return rf"(?:^0?|[{other}{THOUSANDS}].*|[0-9]{{4,}})[{mark}]|[{mark}]{_NO_GROUP}$"


def _digits(texts: Any, mark: str) -> Any:
    """The digits and marks of those texts that are numbers."""
    import pyarrow.compute as pc

    return pc.drop_null(pc.struct_field(pc.extract_regex(texts, pattern=_pattern(mark)), 1))


def _filled(cells: Any) -> Any:
    """Those cells that have a value, or what may be one: none that stands for a missing one."""
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = pc.drop_null(pa.array(cells, pa.string()))
    none = pa.array(["", *STAND_INS], pa.string())
    return texts.filter(pc.invert(pc.is_in(pc.utf8_lower(texts), none)))


def _is_of_numbers(cells: Any, mark: str, typed: bool) -> bool:
    import pyarrow.compute as pc

    texts = _filled(cells)
    numbers = texts.filter(pc.match_substring_regex(texts, _pattern(mark)))
    if len(numbers) <= _MOST * len(texts):
        return False
    if typed and not pc.any(pc.match_substring(numbers, mark)).as_py():
        return False
    if pc.all(
        pc.match_substring_regex(numbers, "^[0-9]*$" if mark == "," else "^[0-9.]*$")
    ).as_py():
        return False  # they are as they should be
    other = "." if mark == "," else ","
    return not pc.any(pc.match_substring_regex(texts, _only(other))).as_py()


def _spelt(cells: Any, mark: str) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = pa.array(cells, pa.string())
    parts = pc.extract_regex(texts, pattern=_pattern(mark))
    before, digits, behind = (pc.struct_field(parts, i) for i in range(3))
    plain = pc.replace_substring_regex(digits, f"[^0-9{mark}]", "")
    spelt = pc.binary_join_element_wise(before, pc.replace_substring(plain, mark, "."), behind, "")
    return pc.if_else(pc.is_valid(parts), spelt, texts)

"""Say what of a column's numbers may have been misread: what its cells leave open was decided."""

from __future__ import annotations

from core.lake.written.magnitudes import MEASURED_IN_METRES

_MAGNITUDES = {"k": "thousands", "m": "millions", "b": "billions"}
_READ = "+"
_POINTS = {
    "thousands": "points in its numbers were taken for signs between thousands",
    "fractions": "points in its amounts were taken for decimal marks, not for signs between "
    "thousands",
    "bare fractions": "points in its numbers, all with three digits behind, were taken for decimal "
    "marks, not for signs between thousands",
}


def misreading(doubt: str | None, name: str) -> str:
    """Say what may have been misread.

    Parameters
    ----------
    doubt
        What `core.lake.written.magnitudes.doubted` or `core.lake.written.numbers.doubted_marks`
        says of a column, or none.
    name
        Of the column: where it speaks of a length, metres are no doubt.

    Examples
    --------
    >>> misreading("k", "gold")
    '"k" behind its numbers was taken for a unit, not for thousands'
    >>> misreading("+M", "revenue")
    '"M" behind its numbers was taken for millions'
    >>> misreading("m", "depth")
    ''
    """
    if doubt in _POINTS:
        return f"{_POINTS[doubt]}; the decimal mark can be said with how the file is read"
    letter = (doubt or "").removeprefix(_READ)
    if not doubt or (doubt == "m" and MEASURED_IN_METRES.search(name)):
        return ""
    meant = _MAGNITUDES[letter.lower()]
    what = meant if doubt.startswith(_READ) else f"a unit, not for {meant}"
    return f'"{letter}" behind its numbers was taken for {what}'

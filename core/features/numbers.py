r"""Numbers of many writings as one text.

In a column of numbers ``1000``, ``1,000.0`` and ``1e3`` are one. In a column of other texts beside
them they may be codes, of which ``1e10`` is no ten thousand million and version ``3.10`` is not
``3.1``: there a number keeps its exponent and all its digits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.features.changing import changed

if TYPE_CHECKING:
    import polars as pl

_NUMBER = (
    r"^[+\-−]?((0|[1-9][0-9]*|[1-9][0-9]{0,2}(,[0-9]{3})+)(\.[0-9]*)?|\.[0-9]+)"
    r"([eE][+-]?[0-9]{1,3})?$"
)
_OTHERWISE_WRITTEN = r"^(?:[+−]|-?\.)|,"
_WITH_EXPONENT = "[eE]"
_MAY_BE_SHORTER = "[.eE]|^-0$"
_SMALLEST_WRITTEN, _LARGEST_WRITTEN = 1e-4, 1e15


def are_numbers(texts: pl.Series) -> pl.Series:
    """Say which texts are numbers."""
    return texts.str.contains(_NUMBER)


def without_separators(texts: pl.Series, numbers: pl.Series) -> pl.Series:
    """Write numbers without plus and separators of thousands, with a hyphen for a minus sign.

    Parameters
    ----------
    numbers
        Which of the texts are; those with an exponent stay.

    Examples
    --------
    >>> import polars as pl
    >>> texts = pl.Series(["+1,234.50", "−.5", "+1e3", "a,b"])
    >>> without_separators(texts, are_numbers(texts)).to_list()
    ['1234.50', '-0.5', '+1e3', 'a,b']
    """
    which = numbers & texts.str.contains(_OTHERWISE_WRITTEN) & ~texts.str.contains(_WITH_EXPONENT)
    return changed(texts, which, _bare)


def shorter_forms(texts: pl.Series, numbers: pl.Series) -> tuple[pl.Series, pl.Series]:
    """Write numbers in the one way in which those of a column of numbers are.

    Returns
    -------
    places, forms
        Which of the texts are written otherwise then, and how.

    Examples
    --------
    >>> import polars as pl
    >>> texts = pl.Series(["3.10", "3.1", "1e3", "x.0"])
    >>> [some.to_list() for some in shorter_forms(texts, are_numbers(texts))]
    [[0, 2], ['3.1', '1000']]
    """
    places = (numbers & texts.str.contains(_MAY_BE_SHORTER)).arg_true()
    given = texts.gather(places)
    forms = write_numbers(given.clone())  # it may be written over
    differ = forms != given
    return places.filter(differ), forms.filter(differ)


def write_numbers(texts: pl.Series) -> pl.Series:
    """Write texts that are numbers in one way.

    Examples
    --------
    >>> import polars as pl
    >>> write_numbers(pl.Series(["+1,234.50", "−.5", "1e3"])).to_list()
    ['1234.5', '-0.5', '1000']
    """
    import polars as pl

    texts = _bare(changed(texts, texts.str.contains(_WITH_EXPONENT), _without_exponent))
    fraction = texts.str.contains(".", literal=True) & ~texts.str.contains("[eE]")
    texts = changed(
        texts, fraction, lambda some: some.str.strip_chars_end("0").str.strip_suffix(".")
    )
    # A number that has lost all its digits was zero.
    bare = texts.str.contains(r"^-?(\.|$)")
    texts = changed(texts, bare, lambda some: some.str.replace(r"^(-?)", "${1}0"))
    return changed(texts, texts == "-0", lambda some: pl.Series(["0"] * len(some)))


def _bare(texts: pl.Series) -> pl.Series:
    texts = texts.str.replace_all(",", "", literal=True).str.replace("−", "-", literal=True)
    return texts.str.strip_prefix("+").str.replace(r"^(-?)\.([0-9])", "${1}0.${2}")


def _without_exponent(texts: pl.Series) -> pl.Series:
    import polars as pl

    plain = texts.str.replace_all(",", "", literal=True).str.replace("−", "-", literal=True)
    value = plain.cast(pl.Float64, strict=False)
    size = value.abs()
    writable = ((size >= _SMALLEST_WRITTEN) & (size < _LARGEST_WRITTEN)) | (value == 0)
    return changed(plain, writable, lambda some: some.cast(pl.Float64).cast(pl.String))

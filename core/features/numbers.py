"""Numbers of many writings as one text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.features.changing import changed

if TYPE_CHECKING:
    import polars as pl

_NUMBER = (
    r"^[+\-−]?((0|[1-9][0-9]*|[1-9][0-9]{0,2}(,[0-9]{3})+)(\.[0-9]*)?|\.[0-9]+)"
    r"([eE][+-]?[0-9]{1,3})?$"
)
_IN_OTHER_FORM = "[+,.eE−]|^-0$"
"""What a number has that is not written as it is folded."""
_SMALLEST_WRITTEN, _LARGEST_WRITTEN = 1e-4, 1e15


def in_other_form(texts: pl.Series) -> pl.Series:
    """Say which texts are numbers that `write_numbers` writes in another way."""
    return texts.str.contains(_NUMBER) & texts.str.contains(_IN_OTHER_FORM)


def write_numbers(texts: pl.Series) -> pl.Series:
    """Write texts that are numbers in one way.

    Examples
    --------
    >>> import polars as pl
    >>> write_numbers(pl.Series(["+1,234.50", "−.5", "1e3"])).to_list()
    ['1234.5', '-0.5', '1000']
    """
    import polars as pl

    texts = changed(texts, texts.str.contains("[eE]"), _without_exponent)
    texts = texts.str.replace_all(",", "", literal=True).str.replace("−", "-", literal=True)
    texts = texts.str.strip_prefix("+")
    fraction = texts.str.contains(".", literal=True) & ~texts.str.contains("[eE]")
    texts = changed(
        texts, fraction, lambda some: some.str.strip_chars_end("0").str.strip_suffix(".")
    )
    # A number that has lost all its digits was zero.
    bare = texts.str.contains(r"^-?(\.|$)")
    texts = changed(texts, bare, lambda some: some.str.replace(r"^(-?)", "${1}0"))
    return changed(texts, texts == "-0", lambda some: pl.Series(["0"] * len(some)))


def _without_exponent(texts: pl.Series) -> pl.Series:
    import polars as pl

    plain = texts.str.replace_all(",", "", literal=True).str.replace("−", "-", literal=True)
    value = plain.cast(pl.Float64, strict=False)
    size = value.abs()
    writable = ((size >= _SMALLEST_WRITTEN) & (size < _LARGEST_WRITTEN)) | (value == 0)
    return changed(plain, writable, lambda some: some.cast(pl.Float64).cast(pl.String))

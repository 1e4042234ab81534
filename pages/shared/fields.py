"""The parameters of an address and how each is read; who refuses a value says what it takes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, TypeVar

_Number = TypeVar("_Number", int, float)

_MOST_IN_A_WIDGET = 2**53 - 1
"""The largest whole number that a browser counts exactly."""


@dataclass(frozen=True)
class Field:
    """One query parameter of a page and the widget that holds its value.

    Parameters
    ----------
    name
        The parameter; the widget's key is the page's name, a space and this.
    default
        The widget's value where the address is silent; left out of the address.
    read
        From the parameter's values, in order, to the widget's; raises ValueError for nonsense, with
        what the field takes as its message, so that it goes on after "NAME is ".
    """

    name: str
    default: Any = ""
    read: Callable[[list[str]], Any] = field(default=lambda values: values[0])


def several(values: list[str]) -> list[str]:
    """Read a parameter that may stand several times."""
    return list(values)


def one_of(options: Collection[str]) -> Callable[[list[str]], str]:
    """Read a parameter that is one of a few words."""

    def read(values: list[str]) -> str:
        if values[0] not in options:
            raise ValueError(f"one of {', '.join(filter(None, options))}")
        return values[0]

    return read


def some_of(options: Collection[str]) -> Callable[[list[str]], list[str]]:
    """Read a parameter that may stand several times, each time as one of a few words."""

    def read(values: list[str]) -> list[str]:
        if not set(values) <= set(options):
            raise ValueError(f"some of {', '.join(options)}")
        return list(values)

    return read


def truth(values: list[str]) -> bool:
    """Read a parameter that is ``True`` where it stands."""
    if values[0] != "True":
        raise ValueError("True or left out")
    return True


def whole(least: int = 0, most: int = _MOST_IN_A_WIDGET) -> Callable[[list[str]], int]:
    """Read a whole number of the range that its widget takes."""
    if most == _MOST_IN_A_WIDGET:
        return _ranged(int, least, most, f"a whole number of at least {least:,}")
    return _ranged(int, least, most, f"a whole number from {least:,} to {most:,}")


def number(least: float, most: float) -> Callable[[list[str]], float]:
    """Read a number of the range that its widget takes."""
    return _ranged(float, least, most, f"a number from {least:g} to {most:g}")


def _ranged(
    convert: Callable[[str], _Number], least: float, most: float, rule: str
) -> Callable[[list[str]], _Number]:
    def read(values: list[str]) -> _Number:
        try:
            found = convert(values[0])
        except ValueError:
            raise ValueError(rule) from None
        if not least <= found <= most:  # nor is it where there is no number, NaN
            raise ValueError(rule)
        return found

    return read

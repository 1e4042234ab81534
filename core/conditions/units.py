"""Units in names and cells of columns: of numbers in cents or feet nobody said that they are.

A condition compares numbers as they stand, so that "tip above 3" is satisfied by every tip in
cents. What a column's name has beside the one that is asked for may be a unit, and so may what
stands behind its numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.conditions.currencies import named_amount, other_currency
from core.conditions.name_pieces import pieces

_SCALES = {
    "%": ("%", "pct", "percent", "percentage", "perc"),
    "‰": ("‰", "permille"),
    "cents": ("cents", "cent", "ct", "cts", "pence"),
    "thousands": ("thousands", "thousand", "tsd", "000s", "k"),
    "millions": ("millions", "million", "mio", "mn", "mln"),
    "billions": ("billions", "billion", "bn", "mrd"),
}
"""Parts and multiples of what the plain name counts."""
_MEASURES = {
    "m": ("m", "metre", "metres", "meter", "meters"),
    "cm": ("cm", "centimetres", "centimeters"),
    "mm": ("mm", "millimetres", "millimeters"),
    "km": ("km", "kms", "kilometres", "kilometers"),
    "ft": ("ft", "feet"),
    "in": ("in", "inch", "inches"),
    "yd": ("yd", "yds", "yards"),
    "mi": ("mi", "miles"),
    "kg": ("kg", "kgs", "kilograms", "kilogrammes"),
    "g": ("g", "grams", "grammes"),
    "lb": ("lb", "lbs", "pounds"),
    "oz": ("oz", "ounces"),
    "t": ("t", "tonnes", "tons"),
    "ha": ("ha", "hectares"),
    "acres": ("acres", "acre"),
    "km²": ("km²", "km2", "sqkm"),
    "m²": ("m²", "m2", "sqm"),
    "m³": ("m³", "m3", "cbm"),
    "l": ("l", "litres", "liters"),
    "°C": ("°c", "celsius"),
    "°F": ("°f", "fahrenheit"),
    "mph": ("mph",),
    "km/h": ("kph", "kmh"),
    "kW": ("kw",),
    "MW": ("mw",),
    "kWh": ("kwh",),
    "MWh": ("mwh",),
    "GWh": ("gwh",),
    "s": ("s", "sec", "secs", "seconds"),
    "min": ("min", "mins", "minutes"),
    "h": ("h", "hr", "hrs", "hours"),
    "days": ("days",),
}
_UNITS = {
    word: unit for some in (_SCALES, _MEASURES) for unit, words in some.items() for word in words
}
_AMBIGUOUS = {
    "in",
    "min",
    "mi",
    "k",
    "t",
    "g",
    "s",
    "h",
    "m",
    "mm",
    "mw",
    "l",
    "sec",
    "cent",
    "perc",
}
"""Words of a name that are units only in brackets: "min" is the least, "in" no inch. Those behind
an underscore are, too, if they are no words."""
_WORDS = {"in", "min", "mi", "k", "l", "sec", "cent"}
_OF_CELLS = {unit for unit in _UNITS.values() if unit not in _SCALES} | {"%", "‰", "cents"}
"""What cells may be in. Thousands and millions behind a number are read with it."""
_IN_BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_BEHIND_UNDERSCORE = re.compile(r"[a-z0-9][_.]([a-z]+)$")
_OF_NAMES = re.compile(r"[%‰]|°[CFcf]|km²|m²|km2|m2|000s|\w+")
_SIGNS = re.compile(r"[%‰]|°[cf]|(?<![^\W_])(?:km|m)[²³23](?![^\W_])")
_APART = re.compile(r"[\W_]+")
_BEHIND_NUMBER = re.compile(r"[0-9][.,]?\s?([%‰]|[^\W\d_]+²?)$")


@dataclass(frozen=True)
class Unit:
    """A unit that a column is in though it was not asked for, or a currency though another was.

    Parameters
    ----------
    is_scale
        Whether it is a part or a multiple of what the plain name counts, as cents, and no measure.
    alone
        Whether the name of the column is the one that is asked for but for the unit.
    """

    name: str
    is_scale: bool
    alone: bool


def unit_beside(label: str, *asked: str) -> Unit | None:
    """Return the unit that a column's label has and none of the names that are asked for.

    Examples
    --------
    >>> unit_beside("TIP_CENTS", "tip")
    Unit(name='cents', is_scale=True, alone=True)
    >>> unit_beside("Max. elevation (ft)", "elevation")
    Unit(name='ft', is_scale=False, alone=False)
    >>> unit_beside("elevation_ft", "elevation in feet"), unit_beside("Min Temp", "temp")
    (None, None)
    """
    known = {_UNITS.get(word) for name in asked for word in _OF_NAMES.findall(name.lower())}
    known |= {_UNITS.get(piece) for name in asked for piece in pieces(name)}
    for word in _units_in(label):
        unit = _UNITS[word]
        if unit not in known:
            return Unit(unit, unit in _SCALES, _is_alone(_without(label, word), asked))
    if currency := other_currency(label, *asked):
        return Unit(currency, is_scale=False, alone=_is_alone(label, asked))
    return None


def _is_alone(label: str, asked: Iterable[str]) -> bool:
    """Whether a label is one of some names, currencies aside."""
    rest = sorted(named_amount(label).rest.split())
    return any(sorted(named_amount(name).rest.split()) == rest for name in asked)


def _without(label: str, unit: str) -> str:
    """Leave a unit out of a label."""
    return re.sub(rf"(?<![^\W_]){re.escape(unit)}(?![^\W_])", " ", label, flags=re.IGNORECASE)


def unit_of_cells(written: str | None, *asked: str) -> str:
    """Return the unit that is written behind a column's numbers; empty if it is none, or asked for.

    Examples
    --------
    >>> unit_of_cells("ft", "elevation"), unit_of_cells("ft", "feet"), unit_of_cells("million", "x")
    ('ft', '', '')
    """
    unit = _UNITS.get((written or "").lower(), "")
    known = {_UNITS.get(piece) for name in asked for piece in (*pieces(name), *_units_in(name))}
    return unit if unit in _OF_CELLS and unit not in known else ""


def unit_behind(values: Iterable[str]) -> str:
    """Return the unit that stands behind most of some numbers; empty if none does.

    Examples
    --------
    >>> unit_behind(["3,465 ft", "900 ft", "12"]), unit_behind(["5%", "7.5 %"]), unit_behind(["5"])
    ('ft', '%', '')
    """
    written = [_BEHIND_NUMBER.search(value.strip()) for value in values]
    units = Counter(_UNITS.get(one[1].lower(), "") for one in written if one)
    unit, count = max(units.items(), key=lambda one: one[1], default=("", 0))
    return unit if 2 * count > len(written) else ""


def _units_in(label: str) -> Sequence[str]:
    """Words of a label that are units, those in brackets first."""
    inside = [
        word for part in _IN_BRACKETS.findall(label) for word in _OF_NAMES.findall(part.lower())
    ]
    behind = _BEHIND_UNDERSCORE.findall(label)
    found = [word for word in inside if word in _UNITS]
    found += [word for word in behind if word in _UNITS and word not in _WORDS]
    said = label.lower()
    others = [*_SIGNS.findall(said), *_APART.split(said), *pieces(label)]
    return found + [word for word in others if word in _UNITS and word not in _AMBIGUOUS]

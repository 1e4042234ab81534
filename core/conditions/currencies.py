"""Currencies in names of columns: `rent_gbp`, "Rent (£)" and "rent in EUR" are all a rent.

An amount is in some currency whether its name says so or not. So one that is told beside a name is
no doubt about it, unless another one is asked for: numbers are compared as they stand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from core.conditions.name_pieces import pieces
from core.lake.written.numbers import CURRENCIES

_WORDS = {"try", "php"}
"""Codes that names have as words: "first_try" is no price in lira."""
_CODES = {one for one in CURRENCIES if re.fullmatch("[A-Z]{3}", one)}
_NAMES = {one.lower(): one for one in _CODES if one.lower() not in _WORDS} | {
    **{"euro": "EUR", "euros": "EUR", "dollar": "$", "dollars": "$"},
}
_SIGNS = {
    **{"US$": "USD", "HK$": "HKD", "NZ$": "NZD", "A$": "AUD", "C$": "CAD", "S$": "SGD"},
    **{"R$": "BRL", "zł": "PLN", "Kč": "CZK", "€": "EUR", "£": "GBP", "$": "dollars"},
    **{"₹": "INR", "₽": "RUB", "₪": "ILS", "₩": "KRW", "₦": "NGN", "₫": "VND", "₴": "UAH"},
}
"""None for "¥", which is two of them."""
_SIGN = re.compile(
    "|".join(
        rf"(?<![^\W_]){re.escape(sign)}(?![^\W_])" if sign[0].isalpha() else re.escape(sign)
        for sign in _SIGNS
    )
)
_DOLLARS = {"USD", "AUD", "CAD", "HKD", "NZD", "SGD", "MXN", "TWD"}
"""What "$" may be. The peso has the sign, too."""
_IN = {"in", "en"}


@dataclass(frozen=True)
class NamedAmount:
    """A name and the currency that it tells.

    Parameters
    ----------
    rest
        Its words without the currency; all of them where it tells none.
    currency
        A code of ISO 4217, "$" for any dollar; empty for none.
    """

    rest: str
    currency: str


@lru_cache(maxsize=65_536)
def named_amount(name: str) -> NamedAmount:
    """Take the currency off a name.

    What a name begins with is what it is about, and several are, too: "usd_rate" and "rate_usd_eur"
    tell none.

    Examples
    --------
    >>> named_amount("median_rent_gbp"), named_amount("Rent (US$ k)")
    (NamedAmount(rest='median rent', currency='GBP'), NamedAmount(rest='rent k', currency='USD'))
    >>> named_amount("usd_rate").currency, named_amount("price in $").rest
    ('', 'price')
    """
    words = pieces(_SIGN.sub(lambda sign: f" {_SIGNS[sign[0]]} ", name))
    told = [place for place, word in enumerate(words) if word in _NAMES]
    if len(told) != 1 or told == [0]:
        return NamedAmount(" ".join(pieces(name)), "")
    place = told[0]
    begins = place - 1 if place > 1 and words[place - 1] in _IN else place
    return NamedAmount(" ".join((*words[:begins], *words[place + 1 :])), _NAMES[words[place]])


def other_currency(label: str, *asked: str) -> str:
    """Return the currency that a label tells where the names that are asked for tell another.

    Empty where it is one of theirs, or they tell none.

    Examples
    --------
    >>> other_currency("price_eur", "price in USD"), other_currency("price_eur", "price")
    ('EUR', '')
    >>> other_currency("price_usd", "price in $")
    ''
    """
    told = named_amount(label).currency
    known = {named_amount(name).currency for name in asked} - {""}
    return told if told and known and not any(_are_one(told, one) for one in known) else ""


def _are_one(one: str, other: str) -> bool:
    return one == other or {one, other} - _DOLLARS == {"$"}

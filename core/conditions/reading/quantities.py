"""Read the comparisons of a parsed text: with numbers, with shares, with dates."""

from __future__ import annotations

from lark import Token

from core.conditions.exact_numbers import exact
from core.conditions.reading.nodes import Node, below, every_token, extent_of
from core.conditions.types import Comparison, Quantity, When
from core.conditions.words.kind_sets import NUMBERS, TIMES

COMPARISONS = {
    "GT": Comparison.GREATER,
    "GE": Comparison.AT_LEAST,
    "LT": Comparison.LESS,
    "LE": Comparison.AT_MOST,
    "UP_TO": Comparison.AT_MOST,
    "EQ": Comparison.EQUAL,
    "NEAR": Comparison.ABOUT,
    "ABOUT": Comparison.ABOUT,
    "OR_MORE": Comparison.AT_LEAST,
    "OR_LESS": Comparison.AT_MOST,
    "OR_SO": Comparison.ABOUT,
}
"""What the tokens of comparisons mean for numbers."""

_WHENS = {
    **{"BEFORE": When.BEFORE, "LT": When.BEFORE, "AFTER": When.AFTER, "GT": When.AFTER},
    **{"UNTIL": When.UNTIL, "LE": When.UNTIL, "UP_TO": When.UNTIL, "SINCE": When.SINCE},
    **{"ONWARDS": When.SINCE, "OR_EARLIER": When.UNTIL},
    **{"GE": When.SINCE, "IN": When.IN, "ON": When.IN, "EQ": When.IN, "ONE_OF": When.IN},
}
READ_QUANTITY = {"compared", "between", "beyond"}
"""What a comparison with a number is in a tree."""
OTHER_WAY = {
    Comparison.LESS: Comparison.GREATER,
    Comparison.AT_MOST: Comparison.AT_LEAST,
    Comparison.GREATER: Comparison.LESS,
    Comparison.AT_LEAST: Comparison.AT_MOST,
}
"""What a comparison is from the other side: of the number with what is compared, or of the rest."""
_READ_WHEN = {"moment_compared", "between_moments", "since", "until", "period"}


def quantity(node: Node) -> Quantity:
    """Read the comparison below a node; the two numbers of a "between" may stand either way."""
    numbers = [_number(t) for t in every_token(node) if str(t.type) in NUMBERS]
    for found in below(node):
        if found.data == "between":
            low, high = [_number(t) for t in every_token(found) if str(t.type) in NUMBERS]
            return Quantity(Comparison.BETWEEN, min(low, high), max(low, high))
        if found.data in {"compared", "beyond", "size_beyond"}:
            tokens = list(every_token(found))
            sign = next(str(t.type) for t in tokens if str(t.type) in COMPARISONS)
            number = next(_number(t) for t in tokens if str(t.type) in NUMBERS)
            return Quantity(COMPARISONS[sign], number)
    return Quantity(Comparison.EQUAL, numbers[-1])


def quantities(node: Node) -> list[Quantity]:
    """Read each of the comparisons that stand side by side below a node."""
    found = [one for one in below(node) if one.data in READ_QUANTITY]
    return [quantity(one) for one in sorted(found, key=extent_of)]


def within(node: Node) -> list[Quantity]:
    """Read "10 < price <= 20": the comparisons with the number before and the one behind."""
    rows = [token for token in node.children if isinstance(token, Token)]
    low, first, second, high = rows
    comparison = COMPARISONS[str(first.type)]
    return [
        Quantity(OTHER_WAY.get(comparison, comparison), _number(low)),
        Quantity(COMPARISONS[str(second.type)], _number(high)),
    ]


def share(node: Node) -> Quantity:
    """Read the comparison with a share below a node: "1%" is 0.01, "0.8" alone is 0.8."""
    found = quantity(node)
    in_percent = any(str(token.type) == "PERCENT" for token in every_token(node))
    if found.value <= 1 and not in_percent:
        return found
    upper = None if found.upper is None else found.upper / 100
    return Quantity(found.comparison, found.value / 100, upper)


def portion(node: Node) -> Quantity:
    """Read how large a share of the rows is meant; "half" and "20%" alone are lower bounds."""
    if node.data == "portion_half":
        signs = [COMPARISONS[str(t.type)] for t in every_token(node) if str(t.type) in COMPARISONS]
        return Quantity(signs[0] if signs else Comparison.AT_LEAST, 0.5)
    if node.data == "portion_most":
        return Quantity(Comparison.GREATER, 0.5)
    if node.data == "portion_all":
        return Quantity(Comparison.AT_LEAST, 1)
    number = next(_number(t) for t in every_token(node) if str(t.type) == "PERCENT") / 100
    signs = [COMPARISONS[str(t.type)] for t in every_token(node) if str(t.type) in COMPARISONS]
    return Quantity(signs[0] if signs else Comparison.AT_LEAST, number)


def when(node: Node) -> tuple[When, str, str]:
    """Read the comparison of dates below a node: how, first moment, last moment or nothing."""
    found = next(n for n in below(node) if n.data in _READ_WHEN)
    words = [str(token) for token in moments(found)]
    signs = [_WHENS[str(t.type)] for t in every_token(found) if str(t.type) in _WHENS]
    if found.data == "period":
        first, last = words[0].split()
        sign = signs[0] if signs else When.IN
        if sign in {When.BEFORE, When.SINCE}:
            return sign, first, ""
        return (sign, last, "") if sign is not When.IN else (When.BETWEEN, first, last)
    if found.data == "between_moments":
        return When.BETWEEN, min(words), max(words)
    if found.data == "moment_compared":
        return signs[0], words[0], ""
    return (When.SINCE if found.data == "since" else When.UNTIL), words[0], ""


def whens(node: Node) -> list[Node]:
    """Return the nodes of the comparisons of dates that stand side by side below a node."""
    return sorted((one for one in below(node) if one.data in _READ_WHEN), key=extent_of)


def moments(node: Node) -> list[Token]:
    """Return the dates below a node."""
    inside = [t for t in every_token(node) if str(t.type) in TIMES]
    name = next(iter(node.find_data("name")), None)
    own = set() if name is None else {t.start_pos for t in every_token(name)}
    return [token for token in inside if token.start_pos not in own]


def _number(token: Token) -> float:
    return exact(str(token))

from __future__ import annotations

import pytest

from core.conditions import parse
from core.conditions.alike import ask_alike


def alike(one: str, other: str) -> bool:
    first, second = parse(one), parse(other)
    assert not first.unknown
    assert not second.unknown
    return ask_alike(first.condition, second.condition)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rows > 5 and topic tea", "topic tea and rows > 5"),
        ('"river" is "Po" or "Tana"', '"river" is "Tana" or "river" is "Po"'),
        ('not ("river" is "Po" or "Tana")', 'not ("river" is "Tana") and not ("river" is "Po")'),
        ("not (rows > 40)", "rows <= 40"),
        ("not (columns <= 4)", "columns > 4"),
        ('not (topic "tea" or topic "rum")', 'not (topic "rum") and not (topic "tea")'),
        ('not (topic "tea" and rows > 9)', 'rows <= 9 or not (topic "tea")'),
        ('"built" until 1700', '"built" <= 1700'),
        ('rows > 5 and ("a" > 1 or "b" > 2)', '("b" > 2 or "a" > 1) and rows > 5'),
    ],
)
def test_order_and_nesting_say_nothing(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rows > 5", "rows >= 5"),
        ("rows > 5", "columns > 5"),
        ("rows > 5 and topic tea", "rows > 5"),
        ("topic tea or topic rum", "topic tea and topic rum"),
        ('not ("age" > 40)', '"age" <= 40'),
        ("not (rows = 40)", "rows = 40"),
        ('"river" is "Po"', 'not ("river" is "Po")'),
        ('"river" is "Po"', '"lake" is "Po"'),
        ('"built" before 1700', '"built" <= 1700'),
        ("not (rows between 5 and 9)", "rows between 5 and 9"),
    ],
)
def test_what_is_asked_otherwise_is_told_apart(one: str, other: str) -> None:
    assert not alike(one, other)
    assert not alike(other, one)


def test_nothing_is_alike_to_nothing_alone() -> None:
    assert ask_alike(None, None)
    assert not ask_alike(parse("rows > 5").condition, None)

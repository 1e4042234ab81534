"""Brackets say what belongs together, however conditions are nested."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from core.conditions import parse, write_request
from core.conditions.alike import ask_alike
from core.conditions.types import (
    And,
    Category,
    Comparison,
    Condition,
    Extent,
    Number,
    Or,
    Quantity,
    Size,
    Text,
    Topic,
)

_LEAVES: dict[str, Condition] = {
    "about ferries": Topic("ferries"),
    "about wind power": Topic("wind power"),
    "over 400 rows": Size(Extent.ROWS, Quantity(Comparison.GREATER, 400)),
    "at least 7 columns": Size(Extent.COLUMNS, Quantity(Comparison.AT_LEAST, 7)),
    "country is France": Category("country", ("France",)),
    "price below 5": Number("price", Quantity(Comparison.LESS, 5)),
    "mention fog": Text("fog"),
}
_Said = tuple[str, Condition]


def _joined(parts: list[_Said], kind: type[And] | type[Or]) -> _Said:
    words = (f"({said})" if isinstance(part, And | Or) else said for said, part in parts)
    made = [part for _, part in parts]
    flat = [one for part in made for one in (part.parts if isinstance(part, kind) else (part,))]
    return (" and " if kind is And else " or ").join(words), kind(tuple(flat))


@st.composite
def said(draw: st.DrawFn) -> _Said:
    """Draw different conditions, joined and put in brackets two levels deep."""
    leaves = draw(st.permutations(sorted(_LEAVES)))[: draw(st.integers(2, 6))]
    cut = draw(st.integers(1, len(leaves)))
    kinds: tuple[type[And] | type[Or], ...] = draw(st.sampled_from([(And, Or), (Or, And)]))
    parts = [(words, _LEAVES[words]) for words in leaves[:cut]]
    inner = [(words, _LEAVES[words]) for words in leaves[cut:]]
    if len(inner) > 1:
        parts.insert(draw(st.integers(0, len(parts))), _joined(inner, kinds[1]))
    else:
        parts += inner
    return _joined(parts, kinds[0]) if len(parts) > 1 else parts[0]


@settings(max_examples=60, deadline=None)
@given(said())
def test_what_stands_in_brackets_belongs_together(drawn: _Said) -> None:
    words, meant = drawn
    found = parse(words)
    assert ask_alike(found.condition, meant), write_request(found)

"""The JSON schema of a model's answer, made from the types that its answer is checked by."""

from __future__ import annotations

import types
from dataclasses import fields
from enum import StrEnum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from core.conditions.json_form import TYPES
from core.conditions.types import And, Condition, Not, Operation, Or, Quantity

Schema = dict[str, Any]

LEVELS = 3
"""How deep "and", "or" and "not" stand in each other.

Levels are written out, for Gemini takes no schema whose required parts refer to themselves.
"""

_GROUPS = {name: kind for name, kind in TYPES.items() if kind in {And, Or, Not}}
_LEAVES = {name: kind for name, kind in TYPES.items() if kind not in {And, Or, Not}}
_WORDS: dict[Any, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    type(None): {"type": "null"},
}


@cache
def answer_schema() -> Schema:
    """Return the schema of a whole answer: operation, condition, and what was not understood.

    Every field is required and no other is allowed, as strict structured output wants it.

    Examples
    --------
    >>> answer_schema()["required"]
    ['operation', 'condition', 'not_understood']
    >>> answer_schema()["$defs"]["topic"]["required"]
    ['type', 'text']
    """
    definitions: dict[str, Schema] = {"quantity": _object({}, Quantity, 0)}
    for name, kind in _LEAVES.items():
        definitions[name] = _typed(name, kind, 0)
    for level in range(1, LEVELS + 1):
        for name, kind in _GROUPS.items():
            definitions[_name(name, level)] = _typed(name, kind, level)
    return {
        "type": "object",
        "properties": {
            "operation": _word(Operation),
            "condition": {"anyOf": [*_any(LEVELS), {"type": "null"}]},
            "not_understood": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["operation", "condition", "not_understood"],
        "additionalProperties": False,
        "$defs": definitions,
    }


def _typed(name: str, kind: type[Any], level: int) -> Schema:
    described = {"description": (kind.__doc__ or "").split("\n", 1)[0]}
    first = {"type": {"type": "string", "enum": [name]}}
    return described | _object(first, kind, level)


def _object(first: dict[str, Schema], kind: type[Any], level: int) -> Schema:
    hints = get_type_hints(kind)
    properties = first | {field.name: _field(hints[field.name], level) for field in fields(kind)}
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _field(hint: Any, level: int) -> Schema:
    """Turn a field's type into a schema; conditions in it are those of the level below."""
    if hint == Condition:
        return {"anyOf": _any(level - 1)}
    if hint in _WORDS:
        return _WORDS[hint]
    if hint is Quantity:
        return _reference("quantity")
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _word(hint)
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _field(get_args(hint)[0], level)}
    if get_origin(hint) in {Union, types.UnionType}:
        return {"anyOf": [_part(one, level) for one in get_args(hint)]}
    raise AssertionError(hint)


def _part(hint: Any, level: int) -> Schema:
    named = next((name for name, kind in _LEAVES.items() if kind is hint), None)
    return _field(hint, level) if named is None else _reference(named)


def _any(level: int) -> list[Schema]:
    groups = [_name(name, level) for name in _GROUPS] if level else []
    return [_reference(name) for name in [*_LEAVES, *groups]]


def _name(name: str, level: int) -> str:
    return f"{name}_{level}"


def _reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _word(kind: type[StrEnum]) -> Schema:
    return {"type": "string", "enum": [str(word) for word in kind]}

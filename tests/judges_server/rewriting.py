"""What the server gives for columns that are to be written otherwise."""

from __future__ import annotations

import json
from typing import Any


def rewriting_answer(behaviour: str, request: dict[str, Any]) -> str:
    """Give another name to each column and another form to each value; wrongly if so named."""
    columns = [
        {
            "name": column["name"],
            "other_names": [f"the {column['name']}"],
            "values": [
                {"value": value, "written": f"<{value}>"} for value in column.get("values", [])
            ],
        }
        for column in request["columns"]
    ]
    _WRONG.get(behaviour, lambda _: None)(columns)
    return json.dumps({"columns": columns})


def _alike(columns: list[dict[str, Any]]) -> None:
    for column in columns:
        for one in column["values"]:
            one["written"] = "all alike"


def _swapped(columns: list[dict[str, Any]]) -> None:
    for column in columns:
        values = [one["value"] for one in column["values"]]
        for one, other in zip(column["values"], values[1:] + values[:1], strict=True):
            one["written"] = other


def _missing(columns: list[dict[str, Any]]) -> None:
    for column in columns:
        column["values"] = column["values"][1:]


def _formula(columns: list[dict[str, Any]]) -> None:
    columns[0]["other_names"] = ["=cmd()"]


def _unknown(columns: list[dict[str, Any]]) -> None:
    columns[0]["name"] = "no such column"


_WRONG = {
    "alike": _alike,
    "swapped": _swapped,
    "missing": _missing,
    "formula": _formula,
    "unknown": _unknown,
}

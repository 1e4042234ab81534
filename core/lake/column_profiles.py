"""Profiles of columns, as rows of the catalog have them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from core.lake.written.misreadings import misreading
from core.types import ColumnProfile, DataType


def column_profile(  # noqa: PLR0917  # a row of the catalog
    position: int,
    name: str,
    label: str,
    data_type: str,
    filled: int,
    missing: int,
    distinct: int,
    details: str,
    stand_ins: int,
) -> ColumnProfile:
    """Make a column's profile from the fields of its catalog row."""
    known = json.loads(details)
    shortest, longest = known.get("lengths") or (None, None)
    minimum, maximum, mean, *quartiles = known.get("numbers") or (None,) * 6
    if whole := known.get("whole"):
        minimum, maximum = map(int, whole)
    low, high, is_whole = known.get("nearly") or (None, None, None)
    kind = DataType.INTEGER if is_whole else DataType.FLOAT
    smallest, largest = known.get("amounts") or (None, None)
    earliest, latest = known.get("span") or (None, None)
    return ColumnProfile(
        position=position,
        name=name,
        label=label,
        data_type=DataType(data_type),
        values=filled,
        missing=missing,
        distinct=distinct,
        stand_ins=stand_ins,
        minimum=minimum,
        maximum=maximum,
        mean=mean,
        quartiles=tuple(quartiles) if None not in quartiles else None,
        nearly_numbers=None if low is None or high is None else (kind, low, high),
        smallest_amount=smallest,
        largest_amount=largest,
        misreading=misreading(known.get("doubt"), label),
        earliest=earliest,
        latest=latest,
        shortest=shortest,
        longest=longest,
        top=tuple(zip(known["top"], known["counts"], strict=True)),
        samples=tuple(known["samples"]),
    )


def profile_of_row(row: Mapping[str, Any]) -> ColumnProfile:
    """Make a column's profile from its catalog row."""
    return column_profile(
        row["position"],
        row["name"],
        row["label"],
        row["data_type"],
        row["filled"],
        row["missing"],
        row["distinct_values"],
        row["details"],
        row["stand_ins"],
    )

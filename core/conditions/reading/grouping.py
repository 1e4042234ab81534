"""Say what belongs together where "and" and "or" stand side by side without brackets.

"Tables about coffee where the country is Kenya or Peru's, over 100 rows" asks three things, the
second of which is an alternative; that "and" binds before "or" is known to programs, not to people.
What decides is what a comma parts, and what is of one kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lark import Token

from core.conditions.reading.joining import flat
from core.conditions.reading.nodes import Node, every_token
from core.conditions.types import (
    And,
    Category,
    Condition,
    Date,
    HasColumn,
    Missing,
    Number,
    OnColumns,
    Or,
    Result,
    Share,
    Size,
    Text,
    Topic,
    conjunction,
    leaves,
)

_KINDS: tuple[tuple[type[object] | tuple[type[object], ...], str], ...] = (
    (Topic, "topic"),
    (OnColumns, "key"),
    (Size, "size"),
    (Result, "result"),
    (HasColumn, "column"),
    ((Category, Text, Number, Date, Missing, Share), "cells"),
)
_PARTING = {"COMMA", "COLON"}
HINT_GROUPED = "it was read as {}; put brackets around what belongs together if it is not"
"""What to say of an "or" beside an "and" that may be meant otherwise."""
_ABOVE_ALL = {"topic", "key"}
"""What a whole request is about: alternatives behind it are all of that."""


@dataclass(frozen=True)
class Joint:
    """How a condition is joined to the one before it.

    Parameters
    ----------
    alternative
        Whether an "or" joins them; else an "and", a comma, or nothing at all.
    parts
        How far apart they stand: 0 side by side, 1 if a comma is between, 2 the end of a sentence
        or "or tables".
    bare
        Whether there is a comma and nothing else, but that it is of tables.
    said
        Whether there is an "and".
    of_tables
        Whether it is said anew that it is of tables.
    opens
        Whether "either" says that alternatives begin.
    but
        Whether there are a comma and "but".
    """

    alternative: bool
    parts: int = 0
    bare: bool = False
    said: bool = False
    of_tables: bool = False
    opens: bool = False
    but: bool = False


@dataclass(frozen=True)
class Grouped:
    """What conditions and their joints mean together, and whether they may mean something else."""

    condition: Condition
    doubtful: bool = False


def joint_of(between: Iterable[Node | Token]) -> Joint:
    """Say how what stands between two conditions joins them."""
    tokens = [token for part in between for token in every_token(part)]
    kinds = {str(token.type) for token in tokens}
    said = {str(token) for token in tokens}
    alternative = "OR" in kinds
    if "STOP" in kinds or (alternative and "TABLES" in kinds):
        return Joint(alternative, parts=2, of_tables="TABLES" in kinds)
    parts = int(bool(kinds & _PARTING))
    opens = not alternative and "ONE_OF" in kinds
    bare = kinds in ({"COMMA"}, {"COMMA", "TABLES"})
    but = not alternative and "COMMA" in kinds and "but" in said
    return Joint(alternative, parts, bare=bare, said="AND" in kinds, opens=opens, but=but)


def grouped(
    units: Sequence[Condition], joints: Sequence[Joint], *, opened: bool = False
) -> Grouped:
    """Put conditions together that are joined by "and" and "or".

    Parameters
    ----------
    units
        At least one.
    joints
        One fewer.
    opened
        Whether "either" stands before all of them.

    Examples
    --------
    >>> from core.conditions.notation import write_condition
    >>> units = [Topic("coffee"), Category("land", ("Kenya",)), Category("land", ("Peru",))]
    >>> write_condition(grouped(units, [Joint(False), Joint(True)]).condition)
    'topic "coffee" and ("land" is "Kenya" or "land" is "Peru")'
    """
    if len({joint.alternative for joint in joints}) < 2:  # noqa: PLR2004 - "and" and "or"
        return Grouped(_in_order(units, joints))
    if (found := _limited(units, joints)) is not None:
        return found
    if _are_parallel(units, joints):
        return Grouped(_in_order(units, joints))
    if opened and (found := _opened_from(0, units, joints)) is not None:
        return found
    for find in (
        _keyed,
        _opened,
        _each_of_a_kind,
        _about_all,
        _listed,
        _parted,
        _of_other_kinds,
        _of_other_columns,
    ):
        found = find(units, joints)
        if found is not None:
            return found
    return Grouped(_in_order(units, joints), doubtful=True)


def _in_order(units: Sequence[Condition], joints: Sequence[Joint]) -> Condition:
    """Join by the rule of programs: "and" before "or"."""
    alternatives: list[list[Condition]] = [[units[0]]]
    for unit, joint in zip(units[1:], joints, strict=True):
        if joint.alternative:
            alternatives.append([unit])
        else:
            alternatives[-1].append(unit)
    return _either([_all(each) for each in alternatives])


def _all(parts: Sequence[Condition]) -> Condition:
    joined = conjunction(flat(list(parts), And))
    assert joined is not None  # noqa: S101 - there is at least one
    return joined


def _either(parts: Sequence[Condition]) -> Condition:
    return parts[0] if len(parts) == 1 else Or(flat(list(parts), Or))


def _are_parallel(units: Sequence[Condition], joints: Sequence[Joint]) -> bool:
    """Whether alternatives are alike: "about coffee, over 5 rows or about tea, over 9 rows"."""
    kinds: list[list[frozenset[str]]] = [[_kinds(units[0])]]
    for unit, joint in zip(units[1:], joints, strict=True):
        if joint.alternative:
            kinds.append([_kinds(unit)])
        else:
            kinds[-1].append(_kinds(unit))
    several = len(set(kinds[0])) > 1
    return several and all(each == kinds[0] for each in kinds[1:])


def _opened(units: Sequence[Condition], joints: Sequence[Joint]) -> Grouped | None:
    """Join what "either" opens: "about moorings that either mention X and have 6 rows, or Y"."""
    opens = next((place for place, joint in enumerate(joints, 1) if joint.opens), 0)
    return _opened_from(opens, units, joints) if opens else None


def _opened_from(opens: int, units: Sequence[Condition], joints: Sequence[Joint]) -> Grouped | None:
    cuts = [place for place, joint in enumerate(joints, 1) if joint.alternative]
    if len(cuts) != 1 or cuts[0] < opens + 2:
        return None
    (cut,) = cuts
    ends = next((p for p in range(cut + 1, len(units)) if joints[p - 1].parts), len(units))
    either = _either([_all(units[opens:cut]), _all(units[cut:ends])])
    return Grouped(_all([*units[:opens], either, *units[ends:]]), doubtful=ends > cut + 1)


def _limited(units: Sequence[Condition], joints: Sequence[Joint]) -> Grouped | None:
    """Take out what limits all at the end: "tables about tea or tables on rum, but over 9 rows".

    It may limit the last of them alone.
    """
    anew = any(joint.alternative and joint.of_tables for joint in joints)
    if not (anew and joints[-1].but):
        return None
    return Grouped(_without(units, joints, len(units) - 1).condition, doubtful=True)


def _keyed(units: Sequence[Condition], joints: Sequence[Joint]) -> Grouped | None:
    """Take out keys at the end: "either about tea or about rum, over 9 rows, joined on city"."""
    keys = [place for place, unit in enumerate(units) if "key" in _kinds(unit)]
    apart = joints[-1].parts and not joints[-1].alternative
    last = len(units) - 1
    return _without(units, joints, last) if keys == [last] and apart else None


def _each_of_a_kind(units: Sequence[Condition], joints: Sequence[Joint]) -> Grouped | None:
    """Join alternatives of one kind each: "over 100 rows or 10 columns, about coffee or tea".

    "Tables about tea, or else tables about coffee with over 9 rows" may be of the latter alone.
    """
    runs: list[list[Condition]] = [[units[0]]]
    for unit, joint in zip(units[1:], joints, strict=True):
        if joint.alternative:
            runs[-1].append(unit)
        else:
            runs.append([unit])
    kinds = [{_kinds(unit) for unit in run} for run in runs]
    if any(len(each) > 1 for each in kinds) or len(set().union(*kinds)) < len(runs):
        return None
    anew = next((at for at, joint in enumerate(joints) if joint.of_tables), len(joints))
    doubtful = any(not (joint.alternative or joint.parts or joint.said) for joint in joints[anew:])
    return Grouped(_all([_either(run) for run in runs]), doubtful)


def _about_all(units: Sequence[Condition], joints: Sequence[Joint]) -> Grouped | None:
    """Take out what all alternatives are about: "about coffee, price below 5, or rating over 4"."""
    if joints[0].alternative or not _kinds(units[0]) <= _ABOVE_ALL:
        return None
    if any(joint.alternative and joint.of_tables for joint in joints):
        return None  # "tables about coffee, over 9 rows, or any table that mentions tea"
    if joints[0].said and any(joint.alternative and joint.parts for joint in joints):
        return None  # "about coffee and over 9 rows, or about tea"
    return _without(units, joints, 0) if _stands_apart(units, joints, 0) else None


def _parted(units: Sequence[Condition], joints: Sequence[Joint]) -> Grouped | None:
    """Put together what no comma parts: "price below 5 or rating over 4, and over 100 rows"."""
    farthest = max(joint.parts for joint in joints)
    cuts = [place for place, joint in enumerate(joints, 1) if joint.parts == farthest]
    if len(cuts) == len(joints):
        return None
    bounds = [0, *cuts, len(units)]
    pieces = [grouped(units[a:b], joints[a : b - 1]) for a, b in pairwise(bounds)]
    whole = grouped([piece.condition for piece in pieces], [joints[cut - 1] for cut in cuts])
    doubtful = whole.doubtful or any(piece.doubtful for piece in pieces)
    return Grouped(whole.condition, doubtful)


def _of_other_kinds(units: Sequence[Condition], joints: Sequence[Joint]) -> Grouped | None:
    """Take out what is of another kind than the alternatives, at either end."""
    for place, joint in ((0, joints[0]), (len(units) - 1, joints[-1])):
        if not joint.alternative and _stands_apart(units, joints, place):
            return _without(units, joints, place)
    return None


def _listed(units: Sequence[Condition], joints: Sequence[Joint]) -> Grouped | None:
    """Read a list: "price below 5, rating over 4 or stock above 9"."""
    for last, joint in enumerate(joints):
        first = last
        while first and joints[first - 1].bare and _kinds(units[first - 1]) == _kinds(units[last]):
            first -= 1
        some, between = units[first : last + 2], joints[first : last + 1]
        alike = len({_kinds(unit) for unit in some}) == 1
        if not (joint.alternative and first < last and alike):
            continue
        if _of_other_columns(some, between) is None:
            others = [*joints[:first], *joints[last + 1 :]]
            rest = grouped([*units[:first], _either(some), *units[last + 2 :]], others)
            return Grouped(rest.condition, rest.doubtful or _kinds(some[0]) == {"cells"})
    return None


def _of_other_columns(units: Sequence[Condition], joints: Sequence[Joint]) -> Grouped | None:
    """Take out what is of another column than all alternatives, which are of one."""
    named = [_columns(unit) for unit in units]
    either = [named[place] for place in _alternatives(joints)]
    if len(set(either)) > 1 or len(either[0]) != 1:
        return None
    for place, joint in ((0, joints[0]), (len(units) - 1, joints[-1])):
        if not joint.alternative and not named[place] & either[0]:
            return Grouped(_without(units, joints, place).condition, doubtful=True)
    return None


def _without(units: Sequence[Condition], joints: Sequence[Joint], place: int) -> Grouped:
    """Join one at an end by "and" to what the others mean."""
    first = place == 0
    others = grouped(units[1:], joints[1:]) if first else grouped(units[:-1], joints[:-1])
    both = [units[0], others.condition] if first else [others.condition, units[-1]]
    return Grouped(_all(both), others.doubtful)


def _stands_apart(units: Sequence[Condition], joints: Sequence[Joint], place: int) -> bool:
    kinds = _kinds(units[place])
    return all(not kinds & _kinds(units[other]) for other in _alternatives(joints))


def _alternatives(joints: Sequence[Joint]) -> list[int]:
    """Where conditions stand that an "or" is beside."""
    return sorted(
        {place + side for place, joint in enumerate(joints) if joint.alternative for side in (0, 1)}
    )


def _kinds(condition: Condition) -> frozenset[str]:
    return frozenset(
        next(kind for made, kind in _KINDS if isinstance(leaf, made)) for leaf in leaves(condition)
    )


def _columns(condition: Condition) -> frozenset[str]:
    """Return the names of the columns whose cells are asked for."""
    cells = (leaf.part if isinstance(leaf, Share) else leaf for leaf in leaves(condition))
    return frozenset(getattr(leaf, "column", "") for leaf in cells)

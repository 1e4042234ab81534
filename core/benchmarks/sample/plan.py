"""The recipes: which rows and columns each table of the sample has, and how they are written.

They stand in ``recipes/*.toml``. There, ``columns`` is a list of ``Header = column step step``
parted by semicolons (``*`` in both stands for the rest of the column's name), and ``rows`` a
list of filters: ``column=value``, ``column=a|b``, ``column=low..high``, ``part=i/n`` for the
i-th of n stretches of what is left, and ``mix=i/n`` for the same after a seeded shuffle.
"""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

import pandas as pd

from core.benchmarks.sample.kinds import frame_of
from core.benchmarks.sample.transformations import as_text, transform
from core.errors import InputError

RECIPES = Path(__file__).parent / "recipes"


@dataclass(frozen=True)
class Kind:
    """What one row of a table stands for.

    Parameters
    ----------
    name
        Key in `core.benchmarks.sample.kinds.FRAMES`.
    row
        The same in words, e.g. "one country in one year".
    source
        Where the rows come from.
    keys
        Columns that only identify a row; sharing these is not enough for a union.
    same
        Column to the column that says the same in another way, e.g. a code to a name.
    contrast
        Kinds whose tables are labelled as hard negatives.
    """

    name: str
    row: str
    source: str
    keys: frozenset[str]
    same: dict[str, str]
    contrast: tuple[str, ...]


@dataclass(frozen=True)
class Recipe:
    """One table: its place, its kind, its columns as (header, source column, steps)."""

    path: str
    title: str
    kind: str
    rows: str
    columns: tuple[tuple[str, str, tuple[str, ...]], ...]
    encoding: str = "utf-8"
    delimiter: str = ","
    query: bool = False


@dataclass(frozen=True)
class Plan:
    """Everything that the recipe files say, tables in the order of their paths."""

    kinds: dict[str, Kind]
    queries: tuple[Recipe, ...]
    lake: tuple[Recipe, ...]


def load_plan() -> Plan:
    """Read every recipe.

    Raises
    ------
    InputError
        If a recipe names an unknown kind or column, or two tables have one path.
    """
    kinds: dict[str, Kind] = {}
    recipes: list[Recipe] = []
    for file in sorted(RECIPES.glob("*.toml")):
        content = tomllib.loads(file.read_text("utf-8"))
        for name, entry in content.get("kinds", {}).items():
            kinds[name] = Kind(
                name=name,
                row=entry["row"],
                source=entry["source"],
                keys=frozenset(entry["keys"].split()),
                same=entry.get("same", {}),
                contrast=tuple(entry.get("contrast", "").split()),
            )
        for group in ("table", "query"):
            recipes += [_recipe(entry, group == "query") for entry in content.get(group, [])]
    _check(kinds, recipes)
    recipes.sort(key=lambda recipe: recipe.path)
    return Plan(
        kinds=kinds,
        queries=tuple(recipe for recipe in recipes if recipe.query),
        lake=tuple(recipe for recipe in recipes if not recipe.query),
    )


def _recipe(entry: dict[str, str], query: bool) -> Recipe:
    known = list(frame_of(entry["kind"]).columns)
    columns: list[tuple[str, str, tuple[str, ...]]] = []
    for item in entry["columns"].split(";"):
        header, _, right = (part.strip() for part in item.partition("="))
        pattern, *steps = right.split()
        found = [name for name in known if fnmatchcase(name, pattern)]
        if not found:
            raise InputError(f"A recipe must use columns of its kind. Got {item!r}: {entry}.")
        for name in found:
            star = name[pattern.index("*") :] if "*" in pattern else ""
            columns.append((header.replace("*", star), name, tuple(steps)))
    extras = {key: entry[key] for key in ("encoding", "delimiter") if key in entry}
    return Recipe(
        path=entry["path"],
        title=entry["title"],
        kind=entry["kind"],
        rows=entry.get("rows", ""),
        columns=tuple(columns),
        query=query,
        **extras,
    )


def _check(kinds: dict[str, Kind], recipes: list[Recipe]) -> None:
    for recipe in recipes:
        if recipe.kind not in kinds:
            raise InputError(f"{recipe.path} must have a kind of the plan. Got {recipe.kind!r}.")
    places = [(recipe.query, recipe.path) for recipe in recipes]
    twice = sorted({path for query, path in places if places.count((query, path)) > 1})
    if twice:
        raise InputError(f"Each table must have its own path. Got {', '.join(twice)} twice.")


def select_rows(frame: pd.DataFrame, rows: str, seed: int) -> pd.DataFrame:
    """The rows of a frame that a recipe's filters leave, in the frame's order.

    >>> select_rows(pd.DataFrame({"x": [1, 2, 3, 4]}), "x=2..4; part=1/3", seed=0)["x"].tolist()
    [2]
    """
    for item in filter(None, (part.strip() for part in rows.split(";"))):
        name, _, wanted = item.partition("=")
        if name in ("part", "mix"):
            place, count = (int(number) for number in wanted.split("/"))
            order = list(range(len(frame)))
            if name == "mix":
                random.Random(seed).shuffle(order)  # noqa: S311 - repeatable, guards nothing
            start, stop = ((place - 1) * len(order) // count, place * len(order) // count)
            frame = frame.iloc[sorted(order[start:stop])]
        elif ".." in wanted:
            low, high = wanted.split("..")
            column = frame[name]
            if pd.api.types.is_numeric_dtype(column):
                frame = frame[(column >= float(low)) & (column <= float(high))]
            else:
                frame = frame[(column >= low) & (column <= high)]
        else:
            choices = set(wanted.split("|"))
            frame = frame[[as_text(value) in choices for value in frame[name].tolist()]]
    return frame


def make_table(recipe: Recipe, seed: int) -> tuple[list[str], list[list[str]]]:
    """Headers and rows of one table, every cell as text.

    Raises
    ------
    InputError
        If the filters leave no row.
    """
    frame = select_rows(frame_of(recipe.kind), recipe.rows, seed)
    if frame.empty:
        raise InputError(f"A recipe must leave some rows. Got {recipe.rows!r} for {recipe.path}.")
    columns = [transform(frame[name], steps) for _, name, steps in recipe.columns]
    headers = [header for header, _, _ in recipe.columns]
    return headers, [list(row) for row in zip(*columns, strict=True)]

"""The prices of judges as one table, and what a curator changed in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from core.judges.errors import JudgeError
from core.judges.judge import Judge
from core.judges.pricing.costs import Price
from core.judges.pricing.prices import enter_prices, entered, listed
from core.labels.types import Voter
from core.store import Workspace

SCHEMA = {
    "judge": pl.String,
    "input": pl.Float64,
    "output": pl.Float64,
    "cached": pl.Float64,
    "source": pl.String,
}
"""Columns of the table: who judges, US dollars a million tokens in, out and in where they are
cached (empty if that makes no difference), where that is from."""

_Row = tuple[float | None, float | None, float | None]


@dataclass(frozen=True)
class PriceChange:
    """One row of the table that was changed.

    Parameters
    ----------
    judge
        Its name as written.
    price
        US dollars a million tokens, in and out, None where it was left out; no pair at all if the
        row was taken out.
    cached
        As `Price.cached`.
    """

    judge: str
    price: tuple[float | None, float | None] | None
    cached: float | None = None


def price_table(workspace: Workspace) -> pl.DataFrame:
    """Return what judges cost, by name: what was entered here above what comes with the app."""
    known = {**listed(), **entered(workspace)}
    rows = [
        (voter, one.input, one.output, one.cached, one.source)
        for voter, one in sorted(known.items())
    ]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def changes_between(before: pl.DataFrame, after: pl.DataFrame) -> list[PriceChange]:
    """Tell what a person changed in the table; a row that was renamed is one gone and one new.

    Raises
    ------
    JudgeError
        If a judge stands in the changed table twice.

    Examples
    --------
    >>> before = pl.DataFrame([("openai:a", 1.0, 2.0, None, "")], schema=SCHEMA, orient="row")
    >>> changes_between(before, before.with_columns(input=pl.lit(3.0)))
    [PriceChange(judge='openai:a', price=(3.0, 2.0), cached=None)]
    """
    old, new = _rows(before), _rows(after)
    names = [name for name, _ in new]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise JudgeError(f"A judge has one price. Got {twice!r} in more than one row.")
    known = dict(old)
    changed = [PriceChange(name, row[:2], row[2]) for name, row in new if known.get(name) != row]
    return changed + [PriceChange(name, None) for name, _ in old if name not in names]


def keep_changes(workspace: Workspace, curator: Voter, changes: Sequence[PriceChange]) -> None:
    """Enter the prices that were changed and forget those taken out: all, or none.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    JudgeError
        If a row has no judge or no two prices, or one is taken out that comes with the app.
    """
    own = entered(workspace)
    entries: dict[str, Price | None] = {}
    for change in changes:
        judge = Judge.named(change.judge).voter
        if change.price is None:
            if judge not in own:
                raise JudgeError(
                    f"The price of {judge} comes with Soundings and cannot be taken out; enter "
                    "another in its place."
                )
            entries[judge] = None
            continue
        price_in, price_out = change.price
        if price_in is None or price_out is None:
            raise JudgeError(f"A price has two numbers, for tokens in and out. {judge} lacks one.")
        entries[judge] = Price(price_in, price_out, cached=change.cached)
    enter_prices(workspace, curator, entries)


def _rows(table: pl.DataFrame) -> list[tuple[str, _Row]]:
    found = []
    for judge, *price in table.select("judge", "input", "output", "cached").iter_rows():
        name = (judge or "").strip()
        if name or any(part is not None for part in price):  # a row left empty is none
            found.append((name, (price[0], price[1], price[2])))
    return found

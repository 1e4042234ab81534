"""What judges cost: a table that comes with the app, and what a curator enters above it."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from math import isfinite
from pathlib import Path

from core.judges.errors import JudgeError
from core.judges.judge import Judge
from core.judges.pricing.costs import Price
from core.labels.judge_names import Provider
from core.labels.types import Role, Voter
from core.llm.types import is_loopback
from core.store import Workspace

LISTED = "list price of mid-2025; check it"
ENTERED = "entered by {} on {}"
OWN_MACHINE = "an endpoint on this machine costs nothing"
NO_CALL = "a rule sends nothing"


def price(workspace: Workspace, judge: Judge) -> Price | None:
    """Return what a judge costs, or None if it is not known.

    What a curator entered comes first. A rule, and an endpoint at a loopback address, cost nothing
    unless it says otherwise; list prices are of the provider's own endpoint only.
    """
    found = entered(workspace).get(judge.voter)
    if found is not None:
        return found
    if judge.provider is Provider.RULE:
        return Price(0.0, 0.0, NO_CALL)
    if judge.base_url:
        return Price(0.0, 0.0, OWN_MACHINE) if is_loopback(judge.base_url) else None
    return listed().get(judge.voter)


def entered(workspace: Workspace) -> dict[str, Price]:
    """Return the prices that were entered in this workspace, by judge."""
    with workspace.reading() as db:
        rows = db.execute(
            "SELECT voter, input, output, cached, noted_by, noted_at FROM judge_prices "
            "ORDER BY voter"
        ).fetchall()
    return {
        voter: Price(price_in, price_out, ENTERED.format(who, when[:10]), cached)
        for voter, price_in, price_out, cached, who, when in rows
    }


@cache
def listed() -> Mapping[str, Price]:
    """Return the list prices that come with the app, by judge."""
    with Path(__file__).with_name("prices.csv").open(encoding="utf-8", newline="") as file:
        return {
            row["voter"]: Price(
                float(row["input"]),
                float(row["output"]),
                LISTED,
                float(row["cached"]) if row["cached"] else None,
            )
            for row in csv.DictReader(file)
        }


def enter_price(
    workspace: Workspace,
    curator: Voter,
    judge: Judge,
    price_in: float,
    price_out: float,
    cached: float | None = None,
) -> Price:
    """Enter what a judge costs, in US dollars a million tokens, in place of what was entered.

    Parameters
    ----------
    cached
        See `Price.cached`.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    JudgeError
        If a price is below 0 or no number, or cached input is dearer than other input: what an
        answer costs at most, which a budget is kept by, is without a cache.
    """
    enter_prices(workspace, curator, {judge.voter: Price(price_in, price_out, cached=cached)})
    return entered(workspace)[judge.voter]


def forget_price(workspace: Workspace, curator: Voter, judge: Judge) -> None:
    """Forget what was entered for a judge; raises as `enter_price`."""
    enter_prices(workspace, curator, {judge.voter: None})


def enter_prices(workspace: Workspace, curator: Voter, prices: Mapping[str, Price | None]) -> None:
    """Enter prices by judge, and forget those that are None: all of them, or none.

    Raises as `enter_price`.
    """
    curator.require(Role.CURATOR, "change the price of a judge")
    for voter, price in prices.items():
        if price is not None:
            _check(voter, price)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    with workspace.writing() as db:
        for voter, price in prices.items():
            if price is None:
                db.execute("DELETE FROM judge_prices WHERE voter = ?", [voter])
                continue
            db.execute(
                "INSERT INTO judge_prices (voter, input, output, cached, noted_by, noted_at) "
                "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET input = excluded.input, "
                "output = excluded.output, cached = excluded.cached, "
                "noted_by = excluded.noted_by, noted_at = excluded.noted_at",
                [voter, price.input, price.output, price.cached, curator.name, now],
            )


def _check(voter: str, price: Price) -> None:
    if not all(isfinite(part) and part >= 0 for part in (price.input, price.output)):
        raise JudgeError(
            f"A price is 0 or more a million tokens. Got {price.input} and {price.output} for "
            f"{voter}."
        )
    if price.cached is not None and not 0 <= price.cached <= price.input:
        raise JudgeError(
            "Input that is cached costs 0 or more, and no more than other input. "
            f"Got {price.cached} and {price.input} for {voter}."
        )

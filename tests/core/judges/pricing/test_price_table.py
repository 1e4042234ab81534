"""What a curator changes in the table of prices is what estimates go by: all of it, or none."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from core.judges import Judge
from core.judges.errors import JudgeError
from core.judges.pricing.costs import Price
from core.judges.pricing.price_table import (
    SCHEMA,
    PriceChange,
    changes_between,
    keep_changes,
    price_table,
)
from core.judges.pricing.prices import entered, price
from core.labels.errors import RoleError
from core.labels.types import LOCAL, Voter
from core.store import Workspace
from core.store.migrations import migrations
from core.store.sqlite import Database

MINI = "openai:gpt-4o-mini"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.open(tmp_path)


def table(*rows: tuple[str | None, float | None, float | None]) -> pl.DataFrame:
    return pl.DataFrame([(*row, None, "") for row in rows], schema=SCHEMA, orient="row")


def test_rows_that_were_changed_added_and_taken_out_are_found() -> None:
    before = table(("openai:a", 1.0, 2.0), ("openai:b", 1.0, 2.0), ("openai:c", 1.0, 2.0))
    after = table(
        ("openai:a", 1.0, 2.0),
        ("openai:b", 1.0, 3.0),
        (" gemini:d ", 4.0, None),
        (None, None, None),
    )
    assert changes_between(before, after) == [
        PriceChange("openai:b", (1.0, 3.0)),
        PriceChange("gemini:d", (4.0, None)),
        PriceChange("openai:c", None),
    ]


def test_a_judge_in_two_rows_is_refused() -> None:
    with pytest.raises(JudgeError, match=r"one price\. Got 'openai:a' in more than one row"):
        changes_between(table(), table(("openai:a", 1.0, 2.0), ("openai:a", 3.0, 4.0)))


def test_changed_prices_are_the_ones_that_hold(workspace: Workspace) -> None:
    listed = price(workspace, Judge.named(MINI))
    keep_changes(
        workspace, LOCAL, [PriceChange(MINI, (7.0, 8.0)), PriceChange("gemini:new", (0.0, 1.0))]
    )
    changed, new = price(workspace, Judge.named(MINI)), price(workspace, Judge.named("gemini:new"))
    assert changed is not None and (changed.input, changed.output) == (7.0, 8.0)
    assert new is not None and new.of(1_000_000, 1_000_000) == 1.0
    rows = {row[0]: row[1:3] for row in price_table(workspace).iter_rows()}
    assert rows[MINI] == (7.0, 8.0) and rows["gemini:new"] == (0.0, 1.0)

    keep_changes(workspace, LOCAL, [PriceChange(MINI, None), PriceChange("gemini:new", None)])
    assert price(workspace, Judge.named(MINI)) == listed
    assert price(workspace, Judge.named("gemini:new")) is None


def test_a_price_of_cached_input_is_changed_like_the_others(workspace: Workspace) -> None:
    before = price_table(workspace)
    priced = pl.when(pl.col("judge") == MINI).then(0.01).otherwise(pl.col("cached"))
    changes = changes_between(before, before.with_columns(cached=priced))
    assert changes == [PriceChange(MINI, (0.15, 0.6), 0.01)]
    keep_changes(workspace, LOCAL, changes)
    found = price(workspace, Judge.named(MINI))
    assert found is not None and (found.input, found.output, found.cached) == (0.15, 0.6, 0.01)
    assert found.of(1_000_000, 0, 900_000) == pytest.approx(0.1 * 0.15 + 0.9 * 0.01)

    keep_changes(workspace, LOCAL, [PriceChange(MINI, (0.15, 0.6))])
    found = price(workspace, Judge.named(MINI))
    assert found is not None and found.cached is None
    assert found.of(1_000_000, 0, 900_000) == 0.15


def test_more_that_was_cached_than_was_read_costs_no_less_than_all_of_it() -> None:
    assert Price(2.0, 8.0, cached=0.5).of(1_000_000, 0, 5_000_000) == 0.5


def test_prices_that_were_entered_before_there_was_one_of_cached_input_have_none(
    tmp_path: Path,
) -> None:
    earlier = Database(tmp_path / "soundings.db")
    migrations.apply(earlier, stop_before="m036_cached_input")
    told = {"noted_by": "ann", "noted_at": "2026-11-01T00:00:00+00:00"}
    earlier.table("judge_prices").insert({"voter": MINI, "input": 1.0, "output": 2.0, **told})
    earlier.conn.commit()
    earlier.close()

    (found,) = entered(Workspace.open(tmp_path)).values()
    assert (found.input, found.output, found.cached) == (1.0, 2.0, None)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (PriceChange("gpt", (1.0, 1.0)), "A judge is named openai:MODEL"),
        (PriceChange("openai:a", (1.0, None)), "two numbers, for tokens in and out"),
        (PriceChange("openai:a", (-1.0, 1.0)), "A price is 0 or more"),
        (PriceChange("openai:a", (float("nan"), 1.0)), "A price is 0 or more"),
        (PriceChange("openai:a", (1.0, 1.0), -0.1), "Input that is cached costs 0 or more"),
        (PriceChange("openai:a", (1.0, 1.0), 1.1), "no more than other input. Got 1.1 and 1.0"),
        (PriceChange("openai:a", (1.0, 1.0), float("nan")), "Input that is cached costs"),
        (PriceChange(MINI, None), "comes with Soundings and cannot be taken out"),
    ],
)
def test_one_change_that_cannot_be_meant_leaves_all_as_they_were(
    workspace: Workspace, change: PriceChange, sentence: str
) -> None:
    with pytest.raises(JudgeError, match=sentence):
        keep_changes(workspace, LOCAL, [PriceChange("openai:good", (1.0, 1.0)), change])
    assert entered(workspace) == {}


def test_only_a_curator_changes_prices(workspace: Workspace) -> None:
    with pytest.raises(RoleError, match="Only a curator may change the price of a judge"):
        keep_changes(workspace, Voter("eve"), [PriceChange(MINI, (1.0, 1.0))])
    assert entered(workspace) == {}

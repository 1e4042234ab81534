"""Where a judge is right more or less often: by topic, size and overlap of the pair."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl

from core.judges.reliability.reading import Finding, Reading, Unit, few, unknown
from core.judges.reliability.record import JudgeRecord
from core.labels.agreement.case_intervals import share_interval

LEAST = 5
"""A group of fewer cases is shown, but no advice is built on it."""

_SCHEMA = {
    "by": pl.String,
    "group": pl.String,
    "cases": pl.Int64,
    "agreement": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
}


def by_group(record: JudgeRecord) -> Finding:
    """Break agreement with people down by topic, size and overlap of the pair.

    Sizes are thirds of the cases by the cells of both tables; overlap is that of the column names.
    The table is ``by, group, cases, agreement, low, high``.
    """
    question = "Is it right for every kind of pair?"
    both = record.compared().with_columns(
        (record.yes("judge") == record.yes("people")).alias("right"), *_groups(record)
    )
    rows = []
    queries: dict[tuple[str, str], pl.Series] = {}
    for by in ("topic", "size", "overlap"):
        column = "topic" if by == "topic" else f"{by} group"
        known = both.filter(pl.col(column).is_not_null())
        for (group,), some in known.group_by(column, maintain_order=True):
            right = np.asarray(some["right"].to_numpy(), bool)
            ends = share_interval(right, some["query"])
            rows.append((by, str(group), len(some), float(right.mean()), *ends))
            queries[by, str(group)] = some["query"]
    table = pl.DataFrame(rows, schema=_SCHEMA, orient="row").sort(
        "by", "agreement", "group", nulls_last=True
    )
    if table.is_empty():
        why = "People have settled none of its cases whose tables could be read."
        return Finding(question, (unknown("agreement where it is lowest", why),), table)
    return Finding(question, (_worst(table, both["right"].mean(), queries),), table)


def _groups(record: JudgeRecord) -> list[pl.Expr]:
    cells = record.compared()["cells"].drop_nulls()
    cuts = [float(cells.quantile(q) or 0) for q in (1 / 3, 2 / 3)] if len(cells) else [0.0, 0.0]
    size = (
        pl.when(pl.col("cells") <= cuts[0])
        .then(pl.lit(f"up to {cuts[0]:,.0f} cells"))
        .when(pl.col("cells") <= cuts[1])
        .then(pl.lit(f"over {cuts[0]:,.0f} and up to {cuts[1]:,.0f} cells"))
        .when(pl.col("cells").is_not_null())
        .then(pl.lit(f"over {cuts[1]:,.0f} cells"))
    )
    half = 0.5
    overlap = (
        pl.when(pl.col("overlap") == 0)
        .then(pl.lit("no shared name"))
        .when(pl.col("overlap") < half)
        .then(pl.lit("under half of the names"))
        .when(pl.col("overlap").is_not_null())
        .then(pl.lit("half of the names or more"))
    )
    return [size.alias("size group"), overlap.alias("overlap group")]


def _worst(
    table: pl.DataFrame, overall: object, queries: Mapping[tuple[str, str], pl.Series]
) -> Reading:
    name = "agreement where it is lowest"
    enough = table.filter(pl.col("cases") >= LEAST).sort("agreement", "by", "group")
    if enough.is_empty():
        return unknown(name, f"No group has {LEAST} cases that people settled.")
    worst = enough.row(0, named=True)
    where = f"{worst['by']}: {worst['group']}"
    apart = isinstance(overall, float) and worst["high"] < overall
    advice = (
        f"Let people vote on these first ({where}); it is clearly worse there than on the whole."
        if apart
        else f"It is lowest for {where}, but no group is clearly worse than the whole."
    )
    return Reading(
        name,
        worst["agreement"],
        worst["low"],
        worst["high"],
        worst["cases"],
        advice,
        Unit.SHARE,
        note=few(queries[worst["by"], worst["group"]]),
    )

"""Where a judge is right more or less often: by topic, size and overlap of the pair."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.intervals import Queries, effective_cases, share_interval
from core.judges.reliability.reading import Finding, Reading, share, unknown
from core.judges.reliability.record import JudgeRecord
from core.labels.voters.chance import SIGNIFICANT, adjusted_for_many

LEAST = 5
"""A group of fewer cases is shown, but no advice is built on it."""

_ROUNDING = 1e-9
"""More than arithmetic takes from a whole number of cases."""

_SCHEMA = {
    "by": pl.String,
    "group": pl.String,
    "cases": pl.Int64,
    "agreement": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "p": pl.Float64,
}


@dataclass(frozen=True, eq=False)
class _Group:
    by: str
    name: str
    right: NDArray[np.bool_]
    queries: Queries
    p_value: float | None
    """Of as little agreement by chance; None with fewer than 5 cases, or where it is all there is.
    """
    adjusted_p: float | None = None

    @property
    def agreement(self) -> float:
        return float(self.right.mean())

    @property
    def where(self) -> str:
        return f"{self.by}: {self.name}"

    @property
    def is_worse(self) -> bool:
        return self.adjusted_p is not None and self.adjusted_p < SIGNIFICANT


def by_group(record: JudgeRecord) -> Finding:
    """Break agreement with people down by topic, size and overlap of the pair.

    Sizes are thirds of the cases by the cells of both tables; overlap is that of the column names.
    Whether a group is clearly worse is told against all other cases: by Fisher's exact test
    (`scipy.stats.fisher_exact`, one-sided) at the effective numbers of cases of both, as Wilson's
    interval has them, its p-values adjusted for how many groups were tested (Benjamini and Hochberg
    1995). The table is ``by, group, cases, agreement, low, high, p`` (adjusted; null where a group
    was not tested).
    """
    question = "Is it right for every kind of pair?"
    both = record.compared().with_columns(
        (record.yes("judge") == record.yes("people")).alias("right"), *_groups(record)
    )
    groups = [
        _group(both, by, column, name)
        for by, column in (("topic", "topic"), ("size", "size group"), ("overlap", "overlap group"))
        for name in both[column].drop_nulls().unique().to_list()
    ]
    adjusted = adjusted_for_many([one.p_value for one in groups])
    groups = [replace(one, adjusted_p=p) for one, p in zip(groups, adjusted, strict=True)]
    groups.sort(key=lambda one: (one.by, one.agreement, one.name))
    rows = [
        (
            one.by,
            one.name,
            len(one.right),
            one.agreement,
            *share_interval(one.right, one.queries),
            one.adjusted_p,
        )
        for one in groups
    ]
    table = pl.DataFrame(rows, schema=_SCHEMA, orient="row")
    if table.is_empty():
        why = "People have settled none of its cases whose tables could be read."
        return Finding(question, (unknown("agreement where it is lowest", why),), table)
    return Finding(question, (_worst(groups),), table)


def _group(both: pl.DataFrame, by: str, column: str, name: object) -> _Group:
    inside = both.filter(pl.col(column) == name)
    others = both.filter(pl.col(column) != name)
    right = inside["right"].to_numpy().astype(bool)
    tested = len(inside) >= LEAST and len(others) > 0
    p_value = _chance(inside, others) if tested else None
    return _Group(by, str(name), right, inside["query"], p_value)


def _chance(inside: pl.DataFrame, others: pl.DataFrame) -> float:
    """Return how likely chance alone makes the agreement inside so much lower than elsewhere."""
    from scipy import stats

    table = []
    for some in (inside, others):
        right = some["right"].to_numpy().astype(bool)
        cases = max(1, int(effective_cases(right, some["query"]) + _ROUNDING))
        agreeing = round(float(right.mean()) * cases)
        table.append((agreeing, cases - agreeing))
    return float(stats.fisher_exact(table, alternative="less").pvalue)


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


def _worst(groups: list[_Group]) -> Reading:
    name = "agreement where it is lowest"
    enough = [one for one in groups if len(one.right) >= LEAST]
    if not enough:
        return unknown(name, f"No group has {LEAST} cases that people settled.")
    by_agreement = sorted(enough, key=lambda one: (one.agreement, one.by, one.name))
    lowest = by_agreement[0]
    clear = next((one for one in by_agreement if one.is_worse), None)
    if clear is None:
        advice = f"It is lowest for {lowest.where}, but no group is clearly worse than the others."
    elif clear is lowest:
        advice = (
            f"Let people vote on these first ({lowest.where}); it is clearly worse there than "
            "elsewhere."
        )
    else:
        advice = (
            f"It is lowest for {lowest.where}, which chance may explain. Let people vote on "
            f"{clear.where} first: {clear.agreement:.1%} of {len(clear.right):,} is clearly worse "
            "than elsewhere."
        )
    return share(name, lowest.right, lowest.queries, advice)

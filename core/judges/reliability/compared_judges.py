"""Judges beside each other: the first figures of each in one row."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from core.amounts import amount
from core.judges.reliability.reading import Finding
from core.judges.reliability.report import Reliability

SIDE_BY_SIDE = pl.Schema(
    {
        "judge": pl.String(),
        "cases": pl.Int64(),
        "compared": pl.Int64(),
        "agrees": pl.Float64(),
        "low": pl.Float64(),
        "high": pl.Float64(),
        "kappa": pl.Float64(),
        "runs agree": pl.Float64(),
        "flips": pl.Float64(),
        "can't tell": pl.Float64(),
        "no verdict": pl.Float64(),
        "cost of a shared verdict": pl.Float64(),
        "learned": pl.Int64(),
    }
)
"""Columns of `side_by_side`."""

WHAT_THEY_ARE = {
    "judge": "The name under which it votes.",
    "cases": "Cases that it voted on; those of two judges may differ.",
    "compared": "Cases of these that people have settled and it gave a verdict on: what it is "
    "compared on.",
    "agrees": "Share of the compared cases on which it says what people say.",
    "low": "Lower end of the 95% interval of that share.",
    "high": "Upper end of the 95% interval of that share.",
    "kappa": "Cohen's kappa: 1 if it always says what people say, 0 if no oftener than by chance.",
    "runs agree": "Share of pairs of its answers to one case, in one order, that are the same.",
    "flips": "Share of the cases whose verdict changes when the two tables are swapped.",
    "can't tell": "Share of its cases on which it votes that it can't tell.",
    "no verdict": "Share of its questions that it did not answer, or not in a form that can be "
    "read.",
    "cost of a shared verdict": "US dollars that its answers to all cases that people have "
    "settled cost, for each verdict that people share.",
    "learned": "Compared cases of which it has learned, or may have, from labels of the query: it "
    "looks better there than on others.",
}
"""What a column says, in a sentence."""


def side_by_side(found: Sequence[Reliability], baseline: str) -> pl.DataFrame:
    """Return a row a judge, those that agree most with people on top; null for what is not known.

    Parameters
    ----------
    baseline
        The judge that learns from labels; of others ``learned`` is 0.

    Returns
    -------
    polars.DataFrame
        `SIDE_BY_SIDE`, as `WHAT_THEY_ARE` explains it.
    """
    rows = []
    for one in found:
        agreement = one.people.readings[0]
        kappa = next((each for each in one.people.readings if "kappa" in each.name), None)
        rows.append(
            (
                one.voter,
                len(one.record.cases),
                agreement.of,
                agreement.value,
                agreement.low,
                agreement.high,
                None if kappa is None else kappa.value,
                *map(_first, (one.consistency, one.position, one.abstained, one.unanswered)),
                _first(one.cost),
                _learned(one) if one.voter == baseline else 0,
            )
        )
    frame = pl.DataFrame(rows, schema=SIDE_BY_SIDE, orient="row")
    return frame.sort("agrees", "judge", descending=[True, False], nulls_last=True)


def told_learned(frame: pl.DataFrame) -> str:
    """Say which judge of `side_by_side` has seen the answers; empty if none has.

    Examples
    --------
    >>> told_learned(pl.DataFrame({"judge": ["rule"], "compared": [40], "learned": [39]}))
    'rule has learned, or may have, from labels of the query of 39 of its 40 compared cases: ...'
    """
    told = [
        f"{judge} has learned, or may have, from labels of the query of {learned:,} of its "
        f"{amount(compared, 'compared case')}: it looks better there than it is."
        for judge, compared, learned in frame.select("judge", "compared", "learned").iter_rows()
        if learned
    ]
    return " ".join(told)


def _learned(one: Reliability) -> int:
    return int(one.record.compared()["baseline_learned"].fill_null(False).sum())


def _first(finding: Finding) -> float | None:
    return finding.readings[0].value

"""What a verdict that people share costs, and how often there is none."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import polars as pl

from core.amounts import amount
from core.intervals import resampled_interval
from core.judges.reliability.asked_once import asked_once
from core.judges.reliability.reading import Finding, Reading, Unit, limits, share, unknown
from core.judges.reliability.record import JudgeRecord
from core.judges.types import Outcome


def cost_per_correct(record: JudgeRecord) -> Finding:
    """Divide what the answers to the settled cases cost by the verdicts that people share.

    Those on which the judge can't tell, or whose answers came to no vote, were paid for as well.
    An answer counts with what it cost when it was first given, whoever used it again, and also
    where its question was asked again for want of a verdict. Attempts of which no answer was read
    are not in it, as nobody knows what they were billed; what they may add is told. The interval
    resamples queries. The table is ``query, case, cost, right``.
    """
    question = "What does a right verdict cost?"
    name = "cost of a verdict that people share"
    spent: dict[int, dict[str, float | None]] = defaultdict(dict)
    for answer in (*record.answers, *record.replaced):
        if answer.outcome is not Outcome.FAILED and not answer.variant:
            spent[answer.case][answer.request_hash] = answer.cost
    shared = (record.yes("judge") == record.yes("people")).fill_null(False)
    settled = [
        *record.settled.select("query", "case", shared.alias("right")).iter_rows(),
        *((query, case, False) for case, query in record.unvoted.items()),
    ]
    rows = [
        (query, case, float(sum(cost for cost in costs.values() if cost is not None)), right)
        for query, case, right in settled
        if (costs := spent.get(case)) and None not in costs.values()
    ]
    schema = {
        "query": pl.String,
        "case": pl.Int64,
        "cost": pl.Float64,
        "right": pl.Boolean,
    }
    table = pl.DataFrame(rows, schema=schema, orient="row")
    if table.is_empty() or not table["right"].any():
        why = "No answer with a known price is on a case where people share the verdict."
        return Finding(question, (unknown(name, why, Unit.DOLLARS),), table)
    paid, right = table["cost"].to_numpy(), table["right"].to_numpy().astype(float)

    def figure(rows: np.ndarray) -> float:
        hits = right[rows].sum()
        return float(paid[rows].sum() / hits) if hits else float("nan")

    low, high = resampled_interval(figure, table["query"])
    value = float(paid.sum() / right.sum())
    advice = (
        f"A thousand such verdicts cost about ${1_000 * value:,.2f}."
        if value
        else "It costs nothing but the time of this machine."
    )
    note = f"{_unread(record, table)} {limits(low, table['query'])}".strip()
    reading = Reading(name, value, low, high, len(table), advice, Unit.DOLLARS, note=note)
    return Finding(question, (reading,), table)


def _unread(record: JudgeRecord, table: pl.DataFrame) -> str:
    """Say what a verdict costs at most if attempts without an answer were billed; or nothing."""
    found = [record.unread[case] for case in table["case"] if case in record.unread]
    attempts, most = sum(times for times, _ in found), sum(cost for _, cost in found)
    if not most:
        return ""
    whole = (float(table["cost"].sum()) + most) / int(table["right"].sum())
    return (
        f"{amount(attempts, 'attempt')} on these cases gave no answer and may be billed: with "
        f"{'it' if attempts == 1 else 'them'} it is at most ${whole:.5f}."
    )


def abstentions(record: JudgeRecord) -> Finding:
    """Tell on how many of its cases a judge can't tell.

    The table is ``vote, cases, settled by people``.
    """
    question = "How often can it not tell?"
    name = 'cases on which it votes "can\'t tell"'
    cases = record.cases.with_columns(pl.col("judge").is_null().alias("abstained"))
    table = pl.DataFrame(
        {
            "vote": ["a verdict", "can't tell"],
            "cases": [int((cases["abstained"] == open_).sum()) for open_ in (False, True)],
            "settled by people": [
                int(((cases["abstained"] == open_) & cases["people"].is_not_null()).sum())
                for open_ in (False, True)
            ],
        }
    )
    if cases.is_empty():
        return Finding(question, (unknown(name, "It has cast no vote."),), table)
    abstained = np.asarray(cases["abstained"].to_numpy(), bool)
    advice = (
        "Agreement with people, precision and recall are of the other cases alone; in estimates "
        "such a case counts as half a yes."
        if abstained.any()
        else "It has a verdict on every case."
    )
    return Finding(question, (share(name, abstained, cases["query"], advice),), table)


def without_verdict(record: JudgeRecord) -> Finding:
    """Tell how many questions gave no verdict, and why; the table is ``outcome, answers``."""
    question = "How often does it give no verdict?"
    name = "questions without a verdict"
    asked = [answer for answer in record.given if not answer.variant]
    counts = Counter(answer.outcome for answer in asked)
    table = pl.DataFrame(
        {
            "outcome": [outcome.value for outcome in Outcome],
            "answers": [counts[outcome] for outcome in Outcome],
        },
        schema={"outcome": pl.String, "answers": pl.Int64},
    )
    if not asked:
        why = "Its answers are not stored here, as for votes that were imported."
        return Finding(question, (unknown(name, why),), table)
    lost = np.array([answer.outcome is not Outcome.OK for answer in asked])
    advice = (
        "They are counted and never turned into a verdict; look at their texts in the run."
        if lost.any()
        else "Every question was answered in the form that was asked for."
    )
    again = len(asked_once(record.replaced))
    if again:
        advice += f" Not counted: {amount(again, 'answer')} whose question was asked again."
    queries = [answer.query for answer in asked]
    return Finding(question, (share(name, lost, queries, advice, "questions"),), table)

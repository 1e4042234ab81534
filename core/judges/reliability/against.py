"""A judge against people, and against the ground truth, on the same cases."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.amounts import amount
from core.intervals import DIFFERENCES, clustered_mean_interval, resampled_interval, share_interval
from core.judges.reliability.reading import (
    FEW,
    Finding,
    Reading,
    Unit,
    few,
    limits,
    share,
    unknown,
)
from core.judges.reliability.record import JudgeRecord
from core.labels.agreement.coefficients import cohen_kappa
from core.labels.agreement.pairs import confusion_of

GOOD, FAIR = 0.6, 0.4
"""Kappa from which a judge agrees well, and fairly, with people."""

_WORDS = {True: "yes", False: "no"}


def against_people(record: JudgeRecord) -> Finding:
    """Compare a judge's verdicts with what people settled.

    Agreement is the share of cases with one verdict, kappa Cohen's, precision and recall those of
    each verdict; the intervals are those of `core.intervals`. Where the two
    never differ kappa's follows from that of agreement, as its draws are all 1. The table is the
    confusion matrix: ``people``, ``judge``, ``cases``, ``share`` and its interval.
    """
    question = "Does it say what people say?"
    both = record.compared()
    if both.is_empty():
        why = (
            "It has cast no vote."
            if record.cases.is_empty()
            else "People have settled none of its cases; let them vote on a sample."
            if record.settled.is_empty()
            else 'It votes "can\'t tell" on every case that people settled.'
        )
        return Finding(question, (unknown("agreement with people", why),))
    judge, people = _verdicts(record, both, "judge"), _verdicts(record, both, "people")
    kappa = _kappa(judge, people, both["query"])
    readings = [
        share("agreement with people", judge == people, both["query"], _advice(kappa)),
        kappa,
        *_by_class(judge, people, both["query"]),
    ]
    return Finding(question, tuple(readings), confusion(record, "people"))


def against_truth(record: JudgeRecord) -> Finding:
    """Break agreement with the ground truth down as the paper does (fishy-tus, Table 5)."""
    question = "Where does it contradict the ground truth?"
    both = record.compared("truth")
    if both.is_empty():
        why = (
            "It has cast no vote."
            if record.cases.is_empty()
            else "None of its cases has a label in the ground truth."
        )
        return Finding(question, (unknown("contradicts the ground truth", why),))
    judge, truth = _verdicts(record, both, "judge"), _verdicts(record, both, "truth")
    wrong = judge != truth
    advice = (
        "Send these to people: either the label or the judge is wrong."
        if wrong.any()
        else "It finds nothing to correct here."
    )
    reading = share("contradicts the ground truth", wrong, both["query"], advice)
    return Finding(question, (reading,), confusion(record, "truth"))


def against_baseline(record: JudgeRecord, baseline: str) -> Finding:
    """Compare a judge with the baseline on the cases that both and people gave a label.

    The difference of the shares that agree with people has an interval from the standard error of
    the paired differences between queries. Cases of queries whose labels the baseline has learned
    from are left out if enough others are there; else all count, and the judge is not told to be
    no better than a rule that has seen the answers.
    """
    question = f"Is it better than {baseline}, which costs nothing?"
    name = f"agreement above {baseline}"
    if record.voter == baseline:
        return Finding(question, (unknown(name, "It is the baseline itself.", Unit.POINTS),))
    three = record.compared().filter(pl.col("baseline").is_not_null())
    if len(three) < 2:  # noqa: PLR2004 - a difference needs a spread
        return Finding(question, (unknown(name, _too_few(record, three, baseline), Unit.POINTS),))
    learned = pl.col("baseline_learned").fill_null(False)
    unseen = three.filter(~learned)
    taught = len(three) - len(unseen)
    enough = len(unseen) >= FEW
    if enough:
        three = unseen
    people = _verdicts(record, three, "people")
    right = (_verdicts(record, three, "judge") == people).astype(int)
    other = (_verdicts(record, three, "baseline") == people).astype(int)
    difference = right - other
    value = float(difference.mean())
    low, high = clustered_mean_interval(difference.astype(float), three["query"], DIFFERENCES)
    if len(three) < FEW:
        lacking = f"{FEW - len(three)} more of the cases that both voted on"
        advice = f"Let people settle {lacking} before choosing between them."
    elif low > 0:
        advice = "It is worth its price: it agrees with people more often than the rule."
    elif not enough:
        advice = (
            f"This does not tell that {baseline} is as good: it has learned from labels of these "
            "queries. Let people settle cases of others before choosing."
        )
    elif high < 0:
        advice = "The rule agrees with people more often: don't pay for this judge."
    else:
        advice = "These cases cannot tell it from the rule: judge more of them before paying."
    note = f"{few(three['query'])} {_taught(baseline, taught, counted=not enough)}".strip()
    reading = Reading(name, value, low, high, len(three), advice, Unit.POINTS, note=note)
    table = pl.DataFrame(
        {
            "judge is right": ["yes", "yes", "no", "no"],
            f"{baseline} is right": ["yes", "no", "yes", "no"],
            "cases": [int(((right == a) & (other == b)).sum()) for a in (1, 0) for b in (1, 0)],
        }
    )
    return Finding(question, (reading,), table)


def _too_few(record: JudgeRecord, three: pl.DataFrame, baseline: str) -> str:
    """Say why a judge, the baseline and people cannot be compared, and what helps."""
    if not three.is_empty():
        return (
            f"One case has a verdict of the judge, of {baseline} and of people; it takes 2 or "
            "more: let people settle others that both voted on."
        )
    if record.cases["baseline"].null_count() == len(record.cases):
        return f"Let {baseline} vote on the cases that people settled, to see what it adds."
    return (
        f"No case has a verdict of the judge, of {baseline} and of people: let people settle cases "
        f"that both voted on, or {baseline} vote on those that are settled."
    )


def _taught(baseline: str, cases: int, counted: bool) -> str:
    """Say on how many cases the baseline was taught, and whether they count."""
    if not cases:
        return ""
    told = (
        f"Of {amount(cases, 'case')} {baseline} has learned, or may have, from labels of the query"
    )
    return f"{told}: it looks better there." if counted else f"{told}; they are left out."


def confusion(record: JudgeRecord, reference: str) -> pl.DataFrame:
    """Count the cases by both verdicts.

    Returns
    -------
    DataFrame
        ``people`` or ``truth``, ``judge`` (yes or no), ``cases``, ``share`` of all, ``low``,
        ``high``: four rows.
    """
    both = record.compared(reference)
    judge, other = _verdicts(record, both, "judge"), _verdicts(record, both, reference)
    rows = []
    for said in (True, False):
        for answered in (True, False):
            here = (other == said) & (judge == answered)
            low, high = share_interval(here, both["query"]) if len(both) else (None, None)
            part = float(here.mean()) if len(both) else None
            rows.append((_WORDS[said], _WORDS[answered], int(here.sum()), part, low, high))
    schema = {
        reference: pl.String,
        "judge": pl.String,
        "cases": pl.Int64,
        "share": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def _verdicts(record: JudgeRecord, frame: pl.DataFrame, column: str) -> NDArray[np.bool_]:
    return np.asarray(frame.select(record.yes(column)).to_series().to_numpy(), dtype=bool)


def _kappa(judge: NDArray[np.bool_], people: NDArray[np.bool_], queries: pl.Series) -> Reading:
    one, other = judge.astype(np.int8), people.astype(np.int8)

    def figure(rows: NDArray[np.int64]) -> float:
        confusion = confusion_of(one[rows], other[rows], len(_WORDS))
        return float(cohen_kappa(confusion.astype(np.float64)))

    name, value = "Cohen's kappa", figure(np.arange(len(judge)))
    if np.isnan(value):
        why = (
            f"Both gave one and the same verdict on {_all(len(judge))}, so chance alone "
            "would agree as well and the coefficient is not defined."
        )
        return Reading(name, None, None, None, len(judge), why, Unit.COEFFICIENT)
    low, high = resampled_interval(figure, queries)
    if value == 1:
        low, high = _kappa_of_agreement(share_interval(judge == people, queries)[0], people), 1.0
    if value >= FAIR and (low is None or low <= 0):
        advice = "It takes more settled cases to say whether it agrees beyond chance."
    elif value >= GOOD:
        advice = "It agrees with people well beyond chance."
    elif value >= FAIR:
        advice = "It agrees with people fairly, beyond chance."
    elif low is not None and low > 0:
        advice = "It agrees with people beyond chance, but weakly."
    else:
        advice = "It agrees with people no more than chance might."
    note = limits(low, queries)
    return Reading(name, value, low, high, len(judge), advice, Unit.COEFFICIENT, note=note)


def _all(cases: int) -> str:
    return "the one case" if cases == 1 else f"all {cases:,} cases"


def _kappa_of_agreement(agreement: float, people: NDArray[np.bool_]) -> float:
    """Return Cohen's kappa of so much agreement, where both say yes as often as people do."""
    yes = float(people.mean())
    return max(-1.0, 1 - (1 - agreement) / (2 * yes * (1 - yes)))


def _advice(kappa: Reading) -> str:
    if kappa.of < FEW:
        return f"Let people settle {FEW - kappa.of} more of its cases before relying on it."
    if kappa.value is None:
        return (
            "Both give all these cases one verdict, so they don't tell a judge from one that says "
            "it of everything: let people settle cases of the other kind."
        )
    if kappa.low is not None and kappa.low >= GOOD:
        return "Its votes may stand beside people's."
    if kappa.value is not None and kappa.value >= FAIR:
        return "Use it for a first opinion, and let people decide what matters."
    return "Don't let it decide: have people vote, or try another prompt or model."


def _by_class(
    judge: NDArray[np.bool_], people: NDArray[np.bool_], queries: pl.Series
) -> list[Reading]:
    found = []
    right = judge == people
    for verdict, word in _WORDS.items():
        said, there = judge == verdict, people == verdict
        name = f"precision of {word!r}"
        advice = f"So often it is right when it says {word}."
        found.append(
            share(name, right[said], queries.filter(said), advice)
            if said.any()
            else unknown(name, f"On the cases that people settled it never says {word}.")
        )
        name = f"recall of {word!r}"
        advice = f"So many of the cases that people answer with {word} it finds."
        found.append(
            share(name, right[there], queries.filter(there), advice)
            if there.any()
            else unknown(name, f"Of the cases that it answers people settled none as {word}.")
        )
    return found

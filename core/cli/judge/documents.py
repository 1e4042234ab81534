"""How estimates and runs of judges are told in the terminal: as JSON and as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.amounts import amount
from core.cli.output import print_rows, say
from core.judges import Estimate, Judge, JudgeRun, RunState
from core.judges.matcher.rule import NAME
from core.judges.records.tallies import tallies, together
from core.judges.reliability import Reliability, side_by_side, told_learned
from core.judges.types import Tally
from core.store import Workspace


def estimate_document(one: Estimate) -> dict[str, Any]:
    """Write what a judge would take as its part of a document."""
    price = one.price
    return {
        "judge": one.voter,
        "cases": one.cases,
        "calls": one.calls,
        "known": one.known,
        "unreadable": one.unreadable,
        "input_tokens": one.input_tokens,
        "output_tokens": one.output_tokens,
        "price": None
        if price is None
        else {"input": price.input, "output": price.output, "cached": price.cached},
        "cost": one.cost,
        "most": one.most,
        "sampled": one.sampled,
        "by_answers": one.by_answers,
    }


def print_estimates(found: Sequence[Estimate]) -> None:
    """Print what judges would take as a table, and what stands in the way."""
    header = (
        *("judge", "cases", "calls", "known", "tokens in", "tokens out", "cost", "at most"),
        "sampled",
    )
    rows = [
        (
            one.voter,
            one.cases,
            one.calls,
            one.known,
            one.input_tokens,
            one.output_tokens,
            _money(one.cost),
            _money(one.most),
            one.sampled,
        )
        for one in found
    ]
    print_rows(header, rows)
    for one in found:
        if one.price is None:
            say(
                f"{one.voter} has no price: enter it with `judge prices --set {one.voter} INPUT "
                "OUTPUT`, in US dollars a million tokens."
            )
        elif one.price.source:
            say(f"{one.voter}: {one.price.source}.")
        if one.by_answers:
            say(f"{one.voter}: tokens and cost by its last {amount(one.by_answers, 'answer')}.")
        if one.unreadable:
            say(
                f"{amount(one.unreadable, 'question')} cannot be asked: a table is not in the lake."
            )


def run_document(workspace: Workspace, one: JudgeRun) -> dict[str, Any]:
    """Write a run, with what each of its judges said, as a document."""
    said = tallies(workspace, one)
    return {
        "run": one.key,
        "purpose": one.purpose.value,
        "state": one.state.value,
        "message": one.message,
        "cases": one.cases,
        "budget": one.budget,
        "spent": together(said.values()).spent,
        "created_at": one.created_at,
        "judges": [_judge(each, said[each.voter]) for each in one.judges],
    }


def _judge(judge: Judge, counts: Tally) -> dict[str, Any]:
    return {
        "judge": judge.voter,
        "address": judge.base_url,
        "questions": counts.questions,
        "answered": counts.answered,
        "ok": counts.ok,
        "unparsable": counts.unparsable,
        "refused": counts.refused,
        "failed": counts.failed,
        "reused": counts.reused,
        "input_tokens": counts.input_tokens,
        "output_tokens": counts.output_tokens,
        "spent": counts.spent,
        "unread": counts.unread,
        "unread_cost": counts.unread_cost,
        "under_way": counts.under_way,
        "under_way_cost": counts.under_way_cost,
        "uncounted": counts.uncounted,
        "uncounted_cost": counts.uncounted_cost,
        "unpriced": counts.unpriced,
        "labels": {str(label): number for label, number in sorted(counts.labels.items())},
        "votes": counts.votes,
        "again": counts.again,
    }


def print_run(document: dict[str, Any], told: Sequence[str]) -> None:
    """Print the document of a run as a table, and sentences about it."""
    print_runs([document])
    for sentence in told:
        say(sentence)


def print_runs(rows: Sequence[dict[str, Any]]) -> None:
    """Print the documents of runs as a table, a line a judge."""
    header = ("run", "state", "judge", "cases", "answered", "of", "no verdict", "votes", "spent")
    print_rows(
        header,
        [
            (
                row["run"],
                row["state"],
                each["judge"],
                row["cases"],
                each["answered"],
                each["questions"],
                each["unparsable"] + each["refused"] + each["failed"],
                each["votes"],
                _money(None if each["unpriced"] and not each["spent"] else each["spent"]),
            )
            for row in rows
            for each in row["judges"]
        ],
    )
    for row in rows:
        if row["state"] == RunState.INTERRUPTED.value:
            say(f"Run {row['run']}: {row['message']} The same command goes on with it.")


def print_side_by_side(found: Sequence[Reliability]) -> None:
    """Print the first figures of judges as a table, a line a judge, who agree most on top."""
    frame = side_by_side(found, NAME).drop("low", "high")
    rows = [
        (*counts, *map(_figure, figures), "-" if cost is None else f"${cost:,.5f}", learned)
        for *row, cost, learned in frame.iter_rows()
        for counts, figures in [(row[:3], row[3:])]
    ]
    print_rows(frame.columns, rows)
    if told := told_learned(frame):
        say(told)
    say("")


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _money(dollars: float | None) -> str:
    return "unknown" if dollars is None else f"${dollars:,.4f}"

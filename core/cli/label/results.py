"""``label agreement`` and ``label consensus``: how far voters agree, and what votes come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
import polars as pl

from core import labels
from core.amounts import amount
from core.benchmarks import registry
from core.benchmarks.curating.settling import of_known_tables, told_left_out
from core.benchmarks.types import BenchmarkInfo
from core.cli.bench.options import bench_argument
from core.cli.label.settling import (
    SettlingOptions,
    kinds_named,
    kinds_option,
    require_voters,
    settling_options,
    without_option,
)
from core.cli.output import as_json, emit, opened, print_rows, say, say_more
from core.labels.agreement.overall import case_agreement, overall_agreement
from core.labels.agreement.pairs import pair_agreement
from core.labels.settling.consensus import consensus as conclude
from core.labels.settling.lacking import lacks_labels
from core.labels.settling.rules import Rule, told_without, votes_without
from core.labels.voters.agreement import voter_agreement
from core.labels.voters.alike import one_voice_warning
from core.labels.voters.report import voter_report, warnings_of

_SHOWN = 30


@click.command()
@bench_argument
@kinds_option
@without_option
@as_json
@click.pass_context
def agreement(
    context: click.Context, bench: str, kinds: str, without: tuple[str, ...], as_json: bool
) -> None:
    """Tell how far the voters of BENCH agree: overall, voter by voter and pair by pair."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, bench)
    every = labels.current_votes(workspace, info.key, kinds=kinds_named(kinds))
    require_voters(info, every, without)
    votes = votes_without(every, without)
    found = overall_agreement(votes)
    report = voter_report(votes)
    warnings = warnings_of(report)
    overall = found.to_frame()
    document = {
        "benchmark": bench,
        "without": sorted(without),
        "cases": found.cases,
        "compared": found.compared,
        "voters": found.voters,
        "votes": found.votes,
        "abstentions": found.abstentions,
        "overall": _rows(overall),
        "by_voter": _rows(voter_agreement(votes)),
        "by_pair": _rows(pair_agreement(votes)),
        "by_case": _rows(_with_pairs(info, case_agreement(votes), votes)),
        "voters_seen": _rows(report),
        "warnings": warnings,
    }
    unsure = found.abstentions
    left_out = f', without {amount(unsure, "vote")} of "can\'t tell"' if unsure else ""
    said = (
        f"{amount(found.votes, 'vote')} of {amount(found.voters, 'voter')} on "
        f"{amount(found.cases, 'case')}{left_out}; "
        f"{amount(found.compared, 'case', 'has', 'have')} two votes or more."
        f"{_sentence(without)}"
    )
    emit(document, as_json, lambda: _print_agreement(overall, report, said, warnings))


@click.command()
@bench_argument
@settling_options
@as_json
@click.pass_context
def consensus(
    context: click.Context,
    bench: str,
    options: SettlingOptions,
    as_json: bool,
) -> None:
    """Conclude a label for each case of BENCH by a rule, and list those for a curator."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, bench)
    settling = options.settling(workspace, info)
    votes = settling.counted(labels.current_votes(workspace, info.key, kinds=options.kinds))
    found = conclude(votes, options.rule, settling=settling)
    warning = one_voice_warning(votes, found.rule, settling)
    decisions = labels.current_votes(workspace, info.key, final=True).select(
        "case", pl.col("label").alias("decided"), pl.col("voter").alias("decided_by")
    )
    pairs = votes.select("case", "query", "table").unique("case")
    known = of_known_tables(workspace, info, pairs)["case"]
    frame = _with_pairs(info, found.frame, votes).sort("case")
    frame = frame.filter(pl.col("case").is_in(known.implode()))
    left_out = found.cases - len(frame)
    frame = frame.join(decisions, on="case", how="left", maintain_order="left")
    needs = frame.filter("needs_adjudication")
    counted = {voter: settling.weights.get(voter, 1.0) for voter in sorted(set(votes["voter"]))}
    open_cases = needs.filter(pl.col("decided").is_null()).height
    document = {
        "benchmark": bench,
        "rule": found.rule.value,
        "votes": found.votes,
        "voters": found.voters,
        "needs_adjudication": needs.height,
        "open": open_cases,
        "left_out": left_out,
        "weights": counted,
        "without": sorted(settling.without),
        "note": found.note,
        "warning": warning,
        "cases": _rows(frame),
    }
    said = (
        f"{found.rule.value}: {amount(len(frame), 'case')}, {needs.height:,} of them for a "
        f"curator, who has decided {needs.height - open_cases:,}."
        f"{_sentence(settling.without)} "
    )
    if found.note:
        said += f"{found.note} "
    if found.rule is Rule.WEIGHTED:
        told = (f"{voter} {weight:g}" for voter, weight in counted.items())
        said += f"Weights: {', '.join(told)}. "
    shown = frame.select("case", "query", "table", "label", "confidence", "votes", "why", "decided")
    few = needs.filter(lacks_labels(pl.col("why"))).height
    if few:
        said += (
            f"{amount(few, 'case', 'lacks', 'lack')} labels that a queue or --least-votes asks "
            "for; --least-votes 1 takes what there is. "
        )
    if left_out:
        said += f"{told_left_out(left_out)} "
    emit(document, as_json, lambda: _print_frame(shown, f"{said}{warning}".strip()))


def _sentence(without: Sequence[str]) -> str:
    told = told_without(without)
    return f" This is {told}." if told else ""


def _with_pairs(info: BenchmarkInfo, frame: pl.DataFrame, votes: pl.DataFrame) -> pl.DataFrame:
    """Put query and table beside cases, which are texts in figures, and make them numbers again."""
    pairs = votes.select(pl.col("case").cast(pl.String), "query", "table").unique("case")
    joined = frame.join(pairs, on="case", how="left", maintain_order="left")
    return joined.with_columns(
        pl.col("case").cast(pl.Int64),
        pl.col("table").map_elements(info.published, return_dtype=pl.String),
    )


def _rows(frame: pl.DataFrame) -> list[dict[str, Any]]:
    return frame.to_dicts()


def _print_agreement(
    overall: pl.DataFrame, report: pl.DataFrame, said: str, warnings: list[str]
) -> None:
    _print_frame(overall, said)
    say("\nEach voter against the others:")
    told_below = ("lowers", "lowering", "drifts", "drift", "too_fast", "speed")
    _print_frame(report.drop(told_below), "")
    for sentence in warnings:
        say(f"Warning: {sentence}")


def _print_frame(frame: pl.DataFrame, said: str) -> None:
    if said:
        say(said)
    rows = [["" if cell is None else cell for cell in row] for row in frame.head(_SHOWN).rows()]
    print_rows(frame.columns, rows)
    if frame.height > _SHOWN:
        say_more(frame.height - _SHOWN)

"""``label agreement``, ``consensus``, ``release`` and ``releases``: what votes come to."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import polars as pl

from core import labels
from core.benchmarks import registry, releasing
from core.benchmarks.exporting import FORMS, packed
from core.benchmarks.release_import import import_release
from core.benchmarks.types import BASE, BenchmarkInfo
from core.cli.output import as_json, emit, opened, print_rows, say
from core.evaluation.text_lines import write_whole_bytes
from core.labels.agreement import case_agreement, overall_agreement
from core.labels.consensus import consensus as conclude
from core.labels.pair_agreement import pair_agreement
from core.labels.releases import Release, differences
from core.labels.releases import releases as stored_releases
from core.labels.rules import Rule, Settling
from core.labels.types import Kind
from core.labels.voter_agreement import voter_agreement
from core.labels.voter_report import voter_report, warnings_of
from core.store import Workspace

_bench = click.argument("bench")
_kinds = click.option(
    "--kind", "kinds", default="human", show_default=True, help="Whose votes: human,llm,rule."
)
_rule = click.option("--rule", default="majority", show_default=True, help=f"{', '.join(Rule)}.")
_threshold = click.option(
    "--threshold", default=Settling().threshold, show_default=True, help="Least posterior."
)
_least = click.option("--least-votes", default=1, show_default=True, help="Least votes of a case.")
_weight = click.option(
    "--weight",
    "weights",
    multiple=True,
    metavar="VOTER=W",
    help="Weight of a voter in the weighted majority; 1 for others. May stand several times.",
)
_SHOWN = 30


@click.command()
@_bench
@_kinds
@as_json
@click.pass_context
def agreement(context: click.Context, bench: str, kinds: str, as_json: bool) -> None:
    """Tell how far the voters of BENCH agree: overall, voter by voter and pair by pair."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, bench)
    votes = _votes(workspace, info, kinds)
    found = overall_agreement(votes)
    report = voter_report(votes)
    warnings = warnings_of(report)
    overall = found.to_frame()
    document = {
        "benchmark": bench,
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
    said = (
        f"{found.votes:,} votes of {found.voters:,} voters on {found.cases:,} cases; "
        f"{found.compared:,} cases have two votes or more."
    )
    emit(document, as_json, lambda: _print_agreement(overall, report, said, warnings))


@click.command()
@_bench
@_rule
@_threshold
@_least
@_weight
@_kinds
@as_json
@click.pass_context
def consensus(
    context: click.Context,
    bench: str,
    rule: str,
    threshold: float,
    least_votes: int,
    weights: tuple[str, ...],
    kinds: str,
    as_json: bool,
) -> None:
    """Conclude a label for each case of BENCH by a rule, and list those for a curator."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, bench)
    votes = _votes(workspace, info, kinds)
    settling = Settling(threshold, least_votes, _weights(weights))
    found = conclude(votes, Rule.named(rule), settling=settling)
    frame = _with_pairs(info, found.frame, votes).sort("case")
    open_cases = int(found.frame["needs_adjudication"].sum())
    document = {
        "benchmark": bench,
        "rule": found.rule.value,
        "votes": found.votes,
        "voters": found.voters,
        "needs_adjudication": open_cases,
        "weights": {
            voter: settling.weights.get(voter, 1.0) for voter in sorted(set(votes["voter"]))
        },
        "note": found.note,
        "cases": _rows(frame),
    }
    said = (
        f"{found.rule.value}: {found.cases:,} cases, {open_cases:,} of them for a curator. "
        f"{found.note}"
    )
    shown = frame.select("case", "query", "table", "label", "confidence", "votes", "why")
    emit(document, as_json, lambda: _print_frame(shown, said))


@click.command()
@_bench
@click.option("--name", required=True, help="Name of the release, never given twice.")
@_rule
@_threshold
@_least
@_weight
@_kinds
@click.option("--base", default=BASE, show_default=True, help="Release to correct.")
@click.option("--note", default="", help="What to tell of it besides.")
@click.option(
    "--from",
    "file",
    type=click.Path(path_type=Path),
    help="Take the labels of this file, as a release is written, instead of the votes.",
)
@as_json
@click.pass_context
def release(
    context: click.Context,
    bench: str,
    name: str,
    rule: str,
    threshold: float,
    least_votes: int,
    weights: tuple[str, ...],
    kinds: str,
    base: str,
    note: str,
    file: Path | None,
    as_json: bool,
) -> None:
    """Make an immutable version of the ground truth of BENCH from the votes so far."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, bench)
    if file is not None:
        made = import_release(workspace, labels.LOCAL, info, file, name, base, note)
        emit({"benchmark": bench, **_release(made)}, as_json, lambda: say(_sentence(made)))
        return
    settling = Settling(threshold, least_votes, _weights(weights))
    made = releasing.make_release(
        workspace, labels.LOCAL, info, name, Rule.named(rule), settling, _named(kinds), base, note
    )
    emit({"benchmark": bench, **_release(made)}, as_json, lambda: say(_sentence(made)))


@click.command()
@_bench
@click.option("--export", "name", metavar="RELEASE", help="Write this release to --output.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="A .csv with votes, .qrels, or a new folder in our own form.",
)
@click.option(
    "--form",
    type=click.Choice(list(FORMS)),
    help="What the output holds; by its ending if not given.",
)
@as_json
@click.pass_context
def releases(
    context: click.Context,
    bench: str,
    name: str | None,
    output: Path | None,
    form: str | None,
    as_json: bool,
) -> None:
    """List the releases of BENCH and what each changed, or write one to a file."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, bench)
    if (name is None) != (output is None):
        raise click.UsageError("A release is written with --export and --output together.")
    if name is not None and output is not None:
        if form is None:
            releasing.export_release(workspace, labels.LOCAL, info, name, output)
        else:
            content = packed(workspace, labels.LOCAL, info, name, form)
            write_whole_bytes(output, content)
        told = {"benchmark": bench, "release": name, "output": str(output)}
        emit(told, as_json, lambda: say(f"{name} is in {output}"))
        return
    found = stored_releases(workspace, info.key)
    document = {
        "benchmark": bench,
        "releases": [_release(one) for one in found],
        "diffs": [
            _difference(workspace, info, first.name, second.name)
            for first, second in pairwise(found)
        ],
    }
    emit(document, as_json, _printer(found))


def _named(kinds: str) -> tuple[Kind, ...]:
    names = [name.strip() for name in kinds.split(",") if name.strip()]
    if not names or set(names) - set(Kind):
        raise click.UsageError(f"A kind of voter is one of {', '.join(Kind)}. Got {kinds!r}.")
    return tuple(Kind(name) for name in names)


def _votes(workspace: Workspace, info: BenchmarkInfo, kinds: str) -> pl.DataFrame:
    votes = labels.current_votes(workspace, info.key)
    return votes.filter(pl.col("kind").is_in([kind.value for kind in _named(kinds)]))


def _weights(given: tuple[str, ...]) -> dict[str, float]:
    found = {}
    for one in given:
        voter, _, number = one.rpartition("=")
        try:
            found[voter] = float(number)
        except ValueError:
            voter = ""
        if not voter:
            raise click.UsageError(f"A weight is VOTER=NUMBER, such as ann=2. Got {one!r}.")
    return found


def _with_pairs(info: BenchmarkInfo, frame: pl.DataFrame, votes: pl.DataFrame) -> pl.DataFrame:
    """Put query and table beside cases, which are texts in figures, and make them numbers again."""
    pairs = votes.select(pl.col("case").cast(pl.String), "query", "table").unique("case")
    joined = frame.join(pairs, on="case", how="left", maintain_order="left")
    return joined.with_columns(
        pl.col("case").cast(pl.Int64),
        pl.col("table").map_elements(info.published, return_dtype=pl.String),
    )


def _release(one: Release) -> dict[str, Any]:
    return {
        "release": one.name,
        "base": one.base,
        "rule": one.rule,
        "note": one.note,
        "created_by": one.created_by,
        "created_at": one.created_at,
        "fingerprint": one.fingerprint,
        "last_vote": one.last_vote,
        "labels": one.labels,
        "settled": one.settled,
        "adjudicated": one.adjudicated,
        "changed": one.changed,
    }


def _difference(
    workspace: Workspace, info: BenchmarkInfo, first: str, second: str
) -> dict[str, Any]:
    changed = differences(
        registry.qrels(workspace, info, first), registry.qrels(workspace, info, second)
    )
    changes = [
        {"query": q, "table": info.published(t), "before": before, "after": after}
        for q, t, before, after in changed.iter_rows()
    ]
    return {"from": first, "to": second, "changed": len(changes), "changes": changes}


def _sentence(one: Release) -> str:
    return (
        f"{one.name}: {one.labels:,} labels, {one.settled:,} settled by votes "
        f"({one.adjudicated:,} by a curator), {one.changed:,} of them other than in {one.base}."
    )


def _printer(found: list[Release]) -> Callable[[], None]:
    columns = ("release", "labels", "settled", "changed", "made", "rule")
    rows = [(r.name, r.labels, r.settled, r.changed, r.created_at, r.rule) for r in found]
    return lambda: print_rows(columns, rows)


def _rows(frame: pl.DataFrame) -> list[dict[str, Any]]:
    return frame.to_dicts()


def _print_agreement(
    overall: pl.DataFrame, report: pl.DataFrame, said: str, warnings: list[str]
) -> None:
    _print_frame(overall, said)
    say("\nEach voter against the others:")
    _print_frame(report.drop("drift", "speed", "drifts", "too_fast"), "")
    for sentence in warnings:
        say(f"Warning: {sentence}")


def _print_frame(frame: pl.DataFrame, said: str) -> None:
    if said:
        say(said)
    rows = [["" if cell is None else cell for cell in row] for row in frame.head(_SHOWN).rows()]
    print_rows(frame.columns, rows)
    if frame.height > _SHOWN:
        say(f"... and {frame.height - _SHOWN:,} more; --json gives all.")

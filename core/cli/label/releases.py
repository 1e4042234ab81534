"""``label release`` and ``label releases``: make one, take one in, list and write them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

from core import labels
from core.amounts import amount
from core.benchmarks import registry
from core.benchmarks.curating import exporting, releasing
from core.benchmarks.curating.exporting import FORMS, packed, without_positives
from core.benchmarks.curating.release_import import import_release
from core.benchmarks.curating.settling import conclude
from core.benchmarks.curating.voted_pairs import told_newest
from core.benchmarks.types import BASE, BenchmarkInfo
from core.cli.bench.options import bench_argument
from core.cli.label.settling import SettlingOptions, settling_options
from core.cli.output import as_json, emit, opened, print_rows, say
from core.labels.settling.releases import Release, differences
from core.labels.settling.releases import releases as stored_releases
from core.store import Workspace
from core.store.streams import ending_of
from core.store.text_files import write_whole_bytes


@click.command()
@bench_argument
@click.option("--name", required=True, help="Name of the release, never given twice.")
@settling_options
@click.option("--base", default=BASE, show_default=True, help="Release to correct.")
@click.option("--note", default="", help="What to tell of it besides.")
@click.option(
    "--from",
    "file",
    type=click.Path(path_type=Path),
    help="Take the labels of this file, as a release is written, instead of the votes.",
)
@click.option(
    "--again",
    is_flag=True,
    help="Make it also where a release has the same labels, of the same votes by the same rule.",
)
@click.option("--partly", is_flag=True, help="A 1 of that file means partly, though none is 2.")
@as_json
@click.pass_context
def release(
    context: click.Context,
    *,
    bench: str,
    name: str,
    options: SettlingOptions,
    base: str,
    note: str,
    file: Path | None,
    again: bool,
    partly: bool,
    as_json: bool,
) -> None:
    """Make an immutable version of the ground truth of BENCH from the votes so far."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, bench)
    if file is not None:
        made = import_release(
            workspace, labels.LOCAL, info, file, name, base=base, note=note, partly=partly
        )
        warning = told_newest(workspace, info)
        told = f"{_sentence(made)} {warning}".strip()
        document = {"benchmark": bench, **_release(made), "warning": warning}
        emit(document, as_json, lambda: say(told))
        return
    settling = options.settling(workspace, info)
    kinds = options.kinds
    warning = conclude(
        workspace, labels.LOCAL, info, options.rule, settling, kinds=kinds, base=base
    ).warning
    made = releasing.make_release(
        workspace,
        labels.LOCAL,
        info,
        name,
        options.rule,
        settling=settling,
        kinds=kinds,
        base=base,
        note=note,
        again=again,
    )
    told = f"{_sentence(made)} {warning}".strip()
    document = {"benchmark": bench, **_release(made), "warning": warning}
    emit(document, as_json, lambda: say(told))


@click.command()
@bench_argument
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
            exporting.export_release(workspace, labels.LOCAL, info, name, output)
        else:
            content = packed(workspace, labels.LOCAL, info, name, form)
            write_whole_bytes(output, content)
        notes = _lost(workspace, info, name, form or ending_of(output, of_stream=".csv"))
        told = {"benchmark": bench, "release": name, "output": str(output), "notes": notes}
        said = "\n".join([f"{name} is in {output}", *notes])
        emit(told, as_json, lambda: say(said), output)
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


def _lost(workspace: Workspace, info: BenchmarkInfo, name: str, form: str) -> list[str]:
    """Say which queries have no positive left, if the form is one that is added again."""
    if form in {"votes", ".csv"}:
        return []
    least = FORMS[form].positive_from if form in FORMS else None
    lost = without_positives(workspace, info, name, least or 1)
    if not lost:
        return []
    return [
        f"{amount(len(lost), 'query', 'has', 'have')} no positive left, first {lost[0]!r}: "
        f"{'it counts' if len(lost) == 1 else 'they count'} as 0 where the file is added again, "
        "and a form of positives alone lacks such a query."
    ]


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
        registry.graded_qrels(workspace, info, first),
        registry.graded_qrels(workspace, info, second),
    )
    changes = [
        {"query": q, "table": info.published(t), "before": before, "after": after}
        for q, t, before, after in changed.iter_rows()
    ]
    return {"from": first, "to": second, "changed": len(changes), "changes": changes}


def _sentence(one: Release) -> str:
    return (
        f"{one.name}: {amount(one.labels, 'label')}, {one.settled:,} settled by votes "
        f"({one.adjudicated:,} by a curator), {one.changed:,} of them other than in {one.base}."
    )


def _printer(found: list[Release]) -> Callable[[], None]:
    columns = ("release", "labels", "settled", "changed", "made", "rule")
    rows = [(r.name, r.labels, r.settled, r.changed, r.created_at, r.rule) for r in found]
    return lambda: print_rows(columns, rows)

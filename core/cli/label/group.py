"""``label``: take votes, import and export them."""

from __future__ import annotations

import json
from pathlib import Path

import click

from core import labels
from core.amounts import amount
from core.benchmarks import registry, voting
from core.benchmarks.curating import vote_files
from core.benchmarks.curating.pair_names import PairNames
from core.benchmarks.one_pair.pair_tables import require_alignment
from core.benchmarks.presence import require_pair
from core.benchmarks.types import BenchmarkInfo
from core.cli.bench.options import bench_argument
from core.cli.label.facets import FACETS, facets_of
from core.cli.label.next_case import next_
from core.cli.label.options import voter_option
from core.cli.label.queue import queue
from core.cli.label.releases import release, releases
from core.cli.label.results import agreement, consensus
from core.cli.output import as_json, emit, opened, say
from core.errors import InputError
from core.labels import Kind, Pair, Role, Voter
from core.store import Workspace
from core.store.streams import ending_of
from core.store.text_files import write_whole

_LABELS = {"2": 2, "1": 1, "0": 0, "none": None}


@click.group()
def label() -> None:
    """Settle disputed labels by votes, and release corrected ground truths."""


for command in (queue, next_, agreement, consensus, release, releases):
    label.add_command(command)


@label.command()
@bench_argument
@click.option("--case", "key", type=int, help="Number of the case, as `label next` gives it.")
@click.option("--query", help="Query of the pair, instead of the case.")
@click.option("--table", help="Candidate of the pair.")
@click.option(
    "--label",
    "said",
    required=True,
    type=click.Choice([*_LABELS]),
    help="2 is yes, 1 partly, 0 no.",
)
@voter_option
@click.option(
    "--kind", type=click.Choice([kind.value for kind in Kind]), default="human", show_default=True
)
@click.option("--confidence", type=float, help="0 to 1.")
@click.option("--reason", default="", help="Why, in words.")
@click.option("--seconds", type=float, help="Time spent on it.")
@click.option(
    "--facet",
    "facets",
    multiple=True,
    metavar="NAME=GRADE",
    help=f"Grade 0 to 2 of {', '.join(FACETS)}. May stand several times.",
)
@click.option(
    "--align",
    "alignment",
    nargs=2,
    multiple=True,
    metavar="COLUMN COLUMN",
    help="A column of the query and the one of the candidate that it lines up with.",
)
@click.option("--shown", default="", help="Hash of what the voter was shown.")
@click.option("--key", "client_key", help="Unique text: sent twice, it is one vote.")
@click.option("--final", is_flag=True, help="A curator's decision, which stands above all votes.")
@as_json
@click.pass_context
def vote(
    context: click.Context,
    *,
    bench: str,
    key: int | None,
    query: str | None,
    table: str | None,
    said: str,
    voter: str,
    kind: str,
    confidence: float | None,
    reason: str,
    seconds: float | None,
    facets: tuple[str, ...],
    alignment: tuple[tuple[str, str], ...],
    shown: str,
    client_key: str | None,
    final: bool,
    as_json: bool,
) -> None:
    """Vote on a case of BENCH: 2 yes, 1 partly, 0 no, none for can't tell.

    Yes is unionable, joinable or relevant, by what the case asks; `label next` tells its task.
    """
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, bench)
    who = Voter(voter, Kind(kind), Role.CURATOR)
    ballot = labels.Ballot(
        _LABELS[said],
        facets_of(facets),
        confidence,
        reason,
        alignment or None,
        seconds,
        shown,
    )
    if key is None:
        key = _case_of(workspace, info, query, table)
    if alignment:
        case = labels.case(workspace, key, info.key)
        require_alignment(workspace, info, case.query, case.table, alignment)
    cast = voting.adjudicate if final else voting.cast_vote
    stored = cast(workspace, info, who, key, ballot, client_key)
    document = {
        "benchmark": bench,
        "case": stored.case,
        "query": stored.query,
        "table": info.published(stored.table),
        "voter": stored.voter,
        "kind": stored.kind.value,
        "label": stored.ballot.label,
        "final": stored.final,
        "facets": list(stored.ballot.facets),
        "alignment": [list(pair) for pair in alignment] or None,
        "shown": stored.ballot.shown,
        "key": stored.client_key,
        "voted_at": stored.voted_at,
    }
    what = "decided" if final else "voted"
    emit(document, as_json, lambda: say(f"{voter} {what} {said} on case {stored.case}."))


@label.command("import")
@bench_argument
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--voter", help="Whose votes they are, if the file does not say.")
@click.option(
    "--kind", type=click.Choice([kind.value for kind in Kind]), default="human", show_default=True
)
@click.option("--known", is_flag=True, help="Leave out pairs that are not of the benchmark.")
@click.option("--dry-run", is_flag=True, help="Only say what would come of it.")
@as_json
@click.pass_context
def import_(
    context: click.Context,
    *,
    bench: str,
    file: Path,
    voter: str | None,
    kind: str,
    known: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Enter the votes of FILE: CSV (query, table, voter, label), or JSON as `label export` has."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, bench)
    done = vote_files.import_votes(
        workspace,
        labels.LOCAL,
        info,
        file,
        voter,
        kind=Kind(kind),
        skip_unknown=known,
        dry_run=dry_run,
    )
    document = {
        "benchmark": bench,
        "dry_run": dry_run,
        "added": done.added,
        "known": done.known,
        "unknown": [{"line": n, "query": q, "table": t} for n, q, t in done.unknown],
        "blank": list(done.blank),
        "superseded": list(done.superseded),
        "unread": list(done.unread),
        "contradicting": [list(lines) for lines in done.contradicting],
        "alike": [list(names) for names in done.alike],
        "replaced": list(done.replaced),
        "queues": list(done.queues),
        "less": done.less,
        "not_put": [{"query": query, "table": table} for query, table in done.not_put],
        "unqueued": done.unqueued,
    }
    told = "Nothing was entered; this would come of it: " if dry_run else ""
    told += f"{amount(done.added, 'vote', 'is', 'are')} new, {done.known:,} "
    told += f"{'was' if done.known == 1 else 'were'} there already"
    count = len(done.unknown)
    more = (
        f", {count:,} {'is' if count == 1 else 'are'} not of {bench} and left out" if count else ""
    )
    if done.blank:
        more += f"; {amount(len(done.blank), 'line')} without a label left out"
    if done.replaced:
        more += f". {done.replaced_told.removesuffix('.')}"
    if done.superseded:
        more += f". {done.superseded_told.removesuffix('.')}"
    if done.contradicting:
        more += f". {done.contradicting_told.removesuffix('.')}"
    if done.alike:
        more += f". {done.alike_told.removesuffix('.')}"
    if done.queues_told:
        more += f". {done.queues_told.removesuffix('.')}"
    if done.unqueued:
        more += f". {done.unqueued_told.removesuffix('.')}"
    if done.unread:
        more += f". Columns that are not read: {', '.join(done.unread)}"
    emit(document, as_json, lambda: say(f"{told}{more}."))


@label.command()
@bench_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file that ends in .json; the screen if not given.",
)
@as_json
@click.pass_context
def export(context: click.Context, bench: str, output: Path | None, as_json: bool) -> None:
    """Give every vote on pairs of BENCH as JSON, superseded ones too."""
    if output is not None and ending_of(output, of_stream=".json") != ".json":
        raise InputError(
            "Votes are written as JSON, which alone holds decisions and all that was said. Got "
            f"{output.name!r}; name it {output.with_suffix('.json').name!r}."
        )
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, bench)
    document = vote_files.votes_document(workspace, labels.LOCAL, info)
    if output is None:
        emit(document, True, lambda: None)
        return
    write_whole(output, json.dumps(document, ensure_ascii=False, indent=1) + "\n")
    count = len(document["votes"])
    told = {"benchmark": bench, "votes": count, "output": str(output)}
    said = f"{amount(count, 'vote', 'is', 'are')} in {output}"
    emit(told, as_json, lambda: say(said), output)


def _case_of(
    workspace: Workspace, info: BenchmarkInfo, query: str | None, table: str | None
) -> int:
    if query is None or table is None:
        raise InputError("A vote is on a case. Got none; give --case, or --query and --table.")
    names = PairNames(workspace, info)
    q, t = names.query(query), names.table(table)
    if q is None or t is None:
        raise InputError(
            f"A pair is a query and a candidate of {info.name!r}. Got {query!r} and {table!r}."
        )
    require_pair(workspace, info, q, t)
    return labels.put_pair(
        workspace, labels.LOCAL, info.key, Pair(q, t, names.task(q), labels.Origin.SEARCH)
    ).key

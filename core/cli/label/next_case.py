"""``label next``: hand out a case, with all that its query asks and nothing of its label."""

from __future__ import annotations

import shlex
from typing import Any

import click

from core import labels
from core.amounts import amount
from core.benchmarks import registry
from core.benchmarks.formats import Query
from core.benchmarks.presence import absent_cases, told_absent
from core.benchmarks.query_name import query_name
from core.benchmarks.types import BenchmarkInfo
from core.cli.bench.options import bench_argument
from core.cli.label.options import voter_option
from core.cli.output import as_json, emit, opened, say
from core.errors import InputError
from core.labels import Case, Queue, Voter
from core.labels.voting.questions import question
from core.store import Workspace


@click.command("next")
@bench_argument
@click.option("--queue", "name", help="Name of the queue; needed if there are several.")
@voter_option
@click.option("--skip", type=int, metavar="CASE", help="Pass this case for good.")
@click.option("--later", type=int, metavar="CASE", help="Come back to this case at the end.")
@as_json
@click.pass_context
def next_(
    context: click.Context,
    bench: str,
    name: str | None,
    voter: str,
    skip: int | None,
    later: int | None,
    as_json: bool,
) -> None:
    """Hand out the next case of a queue of BENCH and hold it for ten minutes."""
    workspace, _ = opened(context)
    info = registry.benchmark(workspace, bench)
    found = _only_queue(workspace, info, name)
    who = Voter(voter)
    for key, come_back in ((skip, False), (later, True)):
        if key is not None:
            labels.set_aside(workspace, found, who, key, come_back)
    absent = absent_cases(workspace, info, found)
    case = labels.next_case(workspace, found, who, without=absent)
    done = labels.progress(workspace, found, who)
    query = None if case is None else registry.query(workspace, info, case.query)
    document = {
        "benchmark": bench,
        "queue": found.name,
        "voter": voter,
        **_document(info, case, query),
        "progress": {"cases": done.cases, "done": done.done, "yours": done.yours},
        "not_in_lake": list(absent),
    }
    if case is None:
        of_all = f"{done.done:,} of {amount(done.cases, 'case', 'is', 'are')} done"
        told = f"Nothing is left for {voter} now: {of_all}. {told_absent(absent)}".rstrip()
    else:
        told = _told(info, case, query)
    emit(document, as_json, lambda: say(told))


def _document(info: BenchmarkInfo, case: Case | None, query: Query | None) -> dict[str, Any]:
    has_table = query is not None and query.table is not None
    return {
        "case": None if case is None else case.key,
        "task": None if case is None else case.task.value,
        "asks": None if case is None else _asks(case, query),
        "query": None if case is None else case.query,
        "query_table": info.published(query.table or "") if query and has_table else None,
        "text": query.text if query else None,
        "join_on": list(query.join_on) if query else [],
        "table": None if case is None else info.published(case.table),
    }


def _asks(case: Case, query: Query | None) -> str:
    return question(case.task, with_words=bool(query and query.text)).asks


def _told(info: BenchmarkInfo, case: Case, query: Query | None) -> str:
    """Name the pair, say whole what the query asks beside its table, and put the question."""
    table = query.table if query else None
    named = query_name(info, case.query, query) if table else case.query
    lines = [f"case {case.key} ({case.task}): {named}  and  {info.published(case.table)}"]
    if query and query.text:
        lines.append(f"The query {'also ' if table else ''}says: {' '.join(query.text.split())}")
    if query and query.join_on:
        lines.append(f"To be joined on: {' and '.join(query.join_on)}")
    lines.append(_asks(case, query))
    return "\n".join(lines)


def _only_queue(workspace: Workspace, info: BenchmarkInfo, name: str | None) -> Queue:
    if name is not None:
        return labels.queue(workspace, info.key, name)
    found = labels.queues(workspace, info.key)
    if len(found) != 1:
        if not found:
            raise InputError(
                f"A case comes from a queue. {info.name} has none; make one: label queue "
                f"{shlex.quote(info.name)} --name NAME --run A,B."
            )
        names = ", ".join(one.name for one in found)
        raise InputError(f"A case comes from one queue. There are: {names}; say which by --queue.")
    return found[0]

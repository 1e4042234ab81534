"""Which queries of a benchmark `rule:matcher` has learned labels of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.benchmarks import registry
from core.benchmarks.judging.matcher_training import query_hashes
from core.benchmarks.types import BenchmarkInfo
from core.judges.matcher.model import shipped_model
from core.judges.matcher.rule import NAME, matcher_model
from core.judges.records.answers import models_that_judged
from core.labels.types import Task
from core.store import Workspace

_ASKED = {Task.UNION: "unions", Task.JOIN: "joins", Task.NL: "words"}


def learned_cases(
    workspace: Workspace, info: BenchmarkInfo, cases: Mapping[int, str]
) -> frozenset[int]:
    """Return the cases on which the rule's vote may be what it was taught.

    Those are the cases of queries whose labels the model that voted has learned from. A vote that
    was imported is taken for one of the model in use; of a model that is neither in use nor shipped
    nothing is known, so that its votes are among them.

    Parameters
    ----------
    cases
        The query of each case that the rule voted on.
    """
    if not cases:
        return frozenset()
    of_query = {query.query_id: query for query in registry.queries(workspace, info)}
    asked = {query: of_query[query] for query in set(cases.values()) if query in of_query}
    hashes = query_hashes(workspace, info, asked.values())
    versions = models_that_judged(workspace, info.key, NAME)
    in_use = {task: matcher_model(workspace, task) for task in Task}
    known = {model.version: model for model in (*map(shipped_model, Task), *in_use.values())}
    found = set()
    for case, query in cases.items():
        if query in asked:
            own = in_use[Task(asked[query].mode.value)]
            model = known.get(versions.get(case, own.version))
            if model is None or model.learned_from(hashes[query]):
                found.add(case)
    return frozenset(found)


def told_lessons(
    workspace: Workspace, info: BenchmarkInfo, queries: Iterable[str]
) -> Iterable[str]:
    """Say of how many queries the rule in use has learned labels, in a sentence a task."""
    of_query = {query.query_id: query for query in registry.queries(workspace, info)}
    asked = [of_query[query] for query in queries if query in of_query]
    hashes = query_hashes(workspace, info, asked)
    for task in Task:
        model = matcher_model(workspace, task)
        of_task = [query.query_id for query in asked if query.mode.value == task.value]
        seen = [query for query in of_task if model.learned_from(hashes.get(query, ""))]
        if seen:
            yield (
                f"The rule has learned from labels of {len(seen):,} of the {len(of_task):,} "
                f"queries for {_ASKED[task]}, so it looks better here than on others; "
                f"cross-validated it agrees with labels on {model.validation.accuracy.value:.1%}."
            )

"""Candidates are looked at until enough of them satisfy."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from core.conditions import leaves, parse
from core.conditions.columns import ColumnFinder
from core.conditions.counting.time_limits import Deadline
from core.features import registry
from core.features.sbert_model import SentenceModel
from core.search.conditioned import (
    Limits,
    Satisfaction,
    union_with_condition,
)
from core.search.conditioned.assessing import Assessed, Assessor, Known
from core.search.conditioned.types import PartResult
from core.search.conditioned.until_satisfied import (
    FIRST,
    Candidate,
    combined,
    growing,
    search_until_satisfied,
)
from core.search.retrieved import Retrieved
from tests.core.search.conftest import Opened


def test_as_many_satisfied_tables_are_looked_for_as_results_are_wanted() -> None:
    assert Limits(50).enough == 50
    assert Limits(50, satisfied=20).enough == 20


@pytest.mark.parametrize("satisfied_from", [0, 500, 1_200])
def test_the_list_grows_until_enough_satisfy(opened: Opened, satisfied_from: int) -> None:
    ids = [f"{number:04}" for number in range(1_000)]

    class Counting(Assessor):
        def assess(self, candidates: Sequence[Known], left: float | None = None):  # type: ignore[no-untyped-def]
            return Assessed(
                {
                    one.table: Satisfaction(
                        share := float(int(one.table) >= satisfied_from), share, share > 0, ()
                    )
                    for one in candidates
                }
            )

    assessor = Counting(opened.searched, None, ColumnFinder(), {}, lambda *_: {})

    def fetch(depth: int, deadline: Deadline) -> Retrieved[Candidate[float]]:
        found = [
            Candidate(Known(table), 1 - place / 2_000, 0.0)
            for place, table in enumerate(ids[:depth])
        ]
        return Retrieved(found, len(found) < depth)

    found = search_until_satisfied(
        "lake", "query", partial(growing, fetch, FIRST, assessor.hopeless), assessor, Limits(10)
    )
    everything = {
        table: combined(1 - place / 2_000, float(place >= satisfied_from))
        for place, table in enumerate(ids)
    }
    brute = sorted(ids, key=lambda table: (-round(everything[table], 6), table))[:10]
    assert [hit.table for hit in found.hits] == brute
    assert found.examined == {0: FIRST, 500: 4 * FIRST, 1_200: 1_000}[satisfied_from]
    assert found.exhausted is (satisfied_from > 1_000)


@pytest.mark.parametrize(
    ("first", "tables"),
    [(True, ["whole", "few", "none"]), (False, ["none", "whole", "few"])],
)
def test_tables_with_few_rows_that_satisfy_stand_before_those_with_none(
    opened: Opened, first: bool, tables: list[str]
) -> None:
    satisfied = {"none": 0.0, "few": 0.01, "whole": 1.0}
    related = {"none": 1.0, "few": 0.002, "whole": 0.004}

    class Given(Assessor):
        def assess(self, candidates: Sequence[Known], deadline: Deadline) -> Assessed:
            return Assessed(
                {
                    table: Satisfaction(share, share, share > 0.5, ())
                    for table, share in satisfied.items()
                }
            )

    assessor = Given(opened.searched, None, ColumnFinder(), {}, lambda *_: {})

    def fetch(depth: int, deadline: Deadline) -> Retrieved[Candidate[float]]:
        found = [Candidate(Known(table), fit, 0.0) for table, fit in related.items()]
        return Retrieved(found, exhausted=True)

    found = search_until_satisfied(
        "lake",
        "query",
        partial(growing, fetch, FIRST, assessor.hopeless),
        assessor,
        Limits(3, satisfying_first=first),
    )
    assert [hit.table for hit in found.hits] == tables


def test_no_table_stands_before_another_for_being_a_little_about_a_topic() -> None:
    rows, topic = (next(leaves(parse(text).condition)) for text in ("price above 20", "about peat"))
    steps = {
        share: [
            Satisfaction(share, share, share > 0.5, (PartResult(part, share),)).step
            for part in (rows, topic)
        ]
        for share in (0.0, 0.01, 1.0)
    }
    assert steps == {0.0: [0, 0], 0.01: [1, 0], 1.0: [2, 2]}


def test_what_was_looked_at_in_time_is_ranked_and_what_was_not_is_named(opened: Opened) -> None:
    class InPart(Assessor):
        def assess(self, candidates: Sequence[Known], deadline: Deadline) -> Assessed:
            return Assessed({"small": Satisfaction(1.0, 1.0, True, ())}, ("large", "larger"))

    assessor = InPart(opened.searched, None, ColumnFinder(), {}, lambda *_: {})

    def fetch(depth: int, deadline: Deadline) -> Retrieved[Candidate[float]]:
        tables = ("large", "small", "larger")
        return Retrieved([Candidate(Known(table), 1.0, 0.0) for table in tables], exhausted=True)

    found = search_until_satisfied(
        "lake", "query", partial(growing, fetch, FIRST, assessor.hopeless), assessor, Limits(10)
    )
    assert [hit.table for hit in found.hits] == ["small"]
    assert (found.examined, found.satisfied, found.exhausted) == (1, 1, False)
    assert found.looked == "the search was stopped"
    assert found.in_want_of_time.endswith(
        "may satisfy the condition, too: large, larger. Allow more time, on the page Settings or "
        "by that variable."
    )


def test_loading_the_model_of_sentences_is_no_looking_at_rows(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept = 0.0
    clock, loaded = time.monotonic, registry._model("")._loaded()

    def load(model: SentenceModel) -> Any:
        nonlocal slept
        slept += 2 * opened.settings.condition_seconds
        return loaded

    monkeypatch.setattr(time, "monotonic", lambda: clock() + slept)
    monkeypatch.setattr(SentenceModel, "_load", load)
    registry._model.cache_clear()
    query = opened.query("query.csv")
    found = union_with_condition(
        query, parse("number of moons above 1").condition, Limits(9), encoder_name="hash"
    )
    assert slept
    assert {hit.table for hit in found.hits} == {"wet.csv", "dry.csv", "people.csv", "far.csv"}
    assert found.exhausted

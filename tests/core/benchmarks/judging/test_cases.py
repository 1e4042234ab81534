from __future__ import annotations

import random
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from core.benchmarks.judging import running as judging
from core.benchmarks.judging.cases import CaseChoice, Source, cases_of, choices
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError
from core.judges.judge import Judge
from core.judges.protocol import Protocol
from core.labels import LOCAL, Ballot, Kind, Pair, Voter, cast_vote, create_queue, put_pair
from core.monitor import UNMONITORED
from core.store import Workspace
from core.store.sqlite import Database
from tests.core.benchmarks import tiny

TOWNS, OWLS = Pair("fish.csv", "datalake/towns.csv"), Pair("birds.csv", "datalake/owls.csv")


@pytest.fixture
def made(tmp_path: Path) -> tuple[Workspace, BenchmarkInfo]:
    workspace = Workspace.open(tmp_path / "workspace")
    return workspace, tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))


def names(pairs: list[Pair]) -> list[tuple[str, str]]:
    return [(pair.query, pair.table) for pair in pairs]


def test_only_sources_with_cases_are_offered(made: tuple[Workspace, BenchmarkInfo]) -> None:
    workspace, info = made
    assert [one.source for one in choices(workspace, info, [])] == [Source.LABELLED]
    case = put_pair(workspace, LOCAL, info.key, TOWNS).key
    cast_vote(workspace, Voter("openai:m", Kind.LLM), case, Ballot(2))
    assert [one.source for one in choices(workspace, info, [])] == [Source.LABELLED]
    cast_vote(workspace, Voter("ann"), case, Ballot(2))
    create_queue(workspace, LOCAL, info.key, "mine", [OWLS])
    assert choices(workspace, info, ["tfidf"]) == [
        CaseChoice(Source.QUEUE, "mine"),
        CaseChoice(Source.DISPUTED, runs=("tfidf",)),
        CaseChoice(Source.VOTED),
        CaseChoice(Source.LABELLED),
    ]
    assert names(cases_of(workspace, info, CaseChoice(Source.VOTED))) == [
        ("fish.csv", "datalake/towns.csv")
    ]
    assert names(cases_of(workspace, info, CaseChoice(Source.QUEUE, "mine"))) == [
        ("birds.csv", "datalake/owls.csv")
    ]


def test_of_more_cases_a_random_part_is_drawn_that_the_seed_decides(
    made: tuple[Workspace, BenchmarkInfo],
) -> None:
    workspace, info = made
    everything = names(cases_of(workspace, info, CaseChoice(Source.LABELLED)))
    assert len(everything) == 5
    drawn = [
        names(cases_of(workspace, info, CaseChoice(Source.LABELLED, most=2, seed=seed)))
        for seed in range(20)
    ]
    assert {len(some) for some in drawn} == {2}
    assert all(some == [pair for pair in everything if pair in some] for some in drawn)
    assert len({tuple(some) for some in drawn}) > 1
    places = random.Random(3).sample(range(5), 2)  # noqa: S311 - a sample, not a secret
    assert drawn[3] == [everything[place] for place in sorted(places)]
    assert drawn[3] == names(cases_of(workspace, info, CaseChoice(Source.LABELLED, most=2, seed=3)))


def test_a_run_reads_its_cases_at_once(
    made: tuple[Workspace, BenchmarkInfo], monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace, info = made
    monkeypatch.setattr(judging, "carry_out", lambda _workspace, _run, subjects, *_: subjects)
    reading, looks, taken = Workspace.reading, [], []

    def counted(self: Workspace) -> AbstractContextManager[Database]:
        looks.append(self)
        return reading(self)

    for pairs in ([TOWNS], cases_of(workspace, info, CaseChoice(Source.LABELLED))):
        run = judging.begin_run(
            workspace, info, LOCAL, [Judge.named("rule:matcher")], Protocol(), pairs=pairs
        )
        with monkeypatch.context() as patch:
            patch.setattr(Workspace, "reading", counted)
            looks.clear()
            found = judging.continue_run(
                workspace, info, run.key, tiny.SETTINGS, monitor=UNMONITORED
            )
        assert [(one.query, one.table) for one in found.values()] == names(pairs)
        taken.append(len(looks))
    assert taken[0] == taken[1]


def test_less_than_one_case_is_refused(made: tuple[Workspace, BenchmarkInfo]) -> None:
    with pytest.raises(InputError, match="at least one case"):
        cases_of(*made, CaseChoice(Source.LABELLED, most=0))

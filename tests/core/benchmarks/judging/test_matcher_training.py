from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.benchmarks import runs
from core.benchmarks.curating import vote_files
from core.benchmarks.intake.adding import add_benchmark
from core.benchmarks.judging.matcher_training import (
    Lesson,
    labelled_cases,
    refit_matcher,
    training_cases,
)
from core.evaluation import SelfCandidate
from core.judges.matcher.fit import TooFewLabelsError, fitted_to
from core.judges.matcher.model import shipped_model
from core.labels import LOCAL, Ballot, Pair, Voter, adjudicate, cast_vote, put_pair
from core.labels.errors import RoleError
from core.settings import Settings
from core.store import Workspace
from tests.core.benchmarks import tiny

ANN, BOB = Voter("ann"), Voter("bob")


def test_what_is_learned_from_is_what_people_and_curators_settled(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    settings = Settings(workspace=workspace.root)

    def say(query: str, table: str, ann: int, bob: int) -> int:
        key = put_pair(workspace, LOCAL, info.key, Pair(query, f"datalake/{table}")).key
        cast_vote(workspace, ANN, key, Ballot(ann))
        cast_vote(workspace, BOB, key, Ballot(bob))
        return key

    say("fish.csv", "river.csv", 2, 2)
    say("fish.csv", "towns.csv", 0, 2)  # they differ: nothing is settled
    decided = say("birds.csv", "owls.csv", 0, 2)
    adjudicate(workspace, LOCAL, decided, Ballot(1))  # partly is not unionable
    assert labelled_cases(workspace, info, Lesson()) == {
        ("fish.csv", "datalake/river.csv"): True,
        ("birds.csv", "datalake/owls.csv"): False,
    }
    with pytest.raises(TooFewLabelsError, match="Got 1, 1 and 2"):
        refit_matcher(workspace, LOCAL, [info], settings, Lesson())
    with pytest.raises(RoleError):
        training_cases(workspace, ANN, [info], settings, Lesson())


@pytest.mark.parametrize("treatment", list(SelfCandidate))
def test_own_tables_and_pairs_to_ignore_are_no_wrong_answers(
    tmp_path: Path, treatment: SelfCandidate
) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    tables = {f"datalake/{name}.csv": tiny.FISH for name in ("q", "near", "right", "wrong")}
    files = {
        **tables,
        "queries.jsonl": '{"query_id": "q", "query_table": "q.csv"}\n',
        "qrels.tsv": "q\tright\t1\n",
        "ignore.tsv": "q\tnear\n",
        "run.json": '{"q": ["q", "near", "right", "wrong"]}',
    }
    info = tiny.add(workspace, "tiny", tiny.lay(tmp_path / "tiny", files))
    runs.import_run(workspace, info, tmp_path / "tiny" / "run.json", "m")
    info = replace(info, self_candidate=treatment)
    for seed in range(5):
        lesson = Lesson(published=True, negatives_of="m", seed=seed)
        assert labelled_cases(workspace, info, lesson) == {
            ("q", "datalake/right.csv"): True,
            ("q", "datalake/wrong.csv"): False,
        }


def test_the_shipped_coefficients_come_out_again_of_the_published_data(
    tmp_path: Path, ugen: Path
) -> None:
    workspace = Workspace.open(tmp_path)
    settings = Settings(workspace=tmp_path)
    info = add_benchmark(workspace, "ugen", ugen, settings)
    vote_files.import_votes(workspace, LOCAL, info, ugen / "human_labels.csv", "people")
    found = training_cases(workspace, LOCAL, [info], settings, Lesson())
    shipped = shipped_model()
    assert found.query_hashes == shipped.query_hashes
    assert (len(found.positive), found.positive.sum()) == (shipped.cases, shipped.positive)
    again = fitted_to(found.features, found.positive)
    # Processors without bfloat16 give vectors that differ in the third digit.
    assert again.coefficients == pytest.approx(shipped.coefficients, abs=0.03)
    assert again.probabilities(found.features) == pytest.approx(
        shipped.probabilities(found.features), abs=0.02
    )
    assert np.isclose(again.intercept, shipped.intercept, atol=0.03)

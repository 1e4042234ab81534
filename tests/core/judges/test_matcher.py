from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.judges.matcher import Matcher, keep_model, matcher_model, open_rule
from core.judges.matcher_model import BadModelError, shipped_model
from core.judges.rules import rule
from core.judges.types import Subject, Verdict
from core.labels.errors import RoleError
from core.labels.types import LOCAL, Task, Voter
from core.lake import add_lake, refresh
from core.settings import Settings
from core.store import Workspace

FILES = {
    "fish.csv": "Name,Length (cm),Sea\ncod,120,North\nhake,100,South\n",
    "more_fish.csv": "name,length cm,sea\ntuna,200,South\ncod,110,North\n",
    "stars.csv": "Magnitude,Right ascension,Discoverer\n1.2,10:05,Bayer\n2.3,11:07,Kepler\n",
    "bare.csv": ",\n1,2\n3,4\n",
}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    folder = tmp_path_factory.mktemp("matcher")
    (folder / "lake").mkdir()
    for name, text in FILES.items():
        (folder / "lake" / name).write_text(text)
    made = Workspace.open(folder / "workspace")
    refresh(made, add_lake(made, "lake", folder / "lake"), Settings(workspace=made.root))
    return made


@pytest.fixture
def matcher(workspace: Workspace) -> Matcher:
    found = rule("matcher", workspace, Settings(workspace=workspace.root))
    assert isinstance(found, Matcher)
    return found


def asked(table: str, query: str | None = "fish.csv", task: Task = Task.UNION) -> Subject:
    return Subject(0, "q", table, task, "lake", query)


def test_like_tables_are_unionable_and_others_are_not(matcher: Matcher) -> None:
    alike, other = matcher.verdicts([asked("more_fish.csv"), asked("stars.csv")])
    assert isinstance(alike, Verdict) and isinstance(other, Verdict)
    assert (alike.label, other.label) == (2, 0)
    assert alike.confidence is not None and alike.confidence > 0.8
    assert "not a language model" in alike.reason
    assert "3 of the 3 columns of the narrower table" in alike.reason


def test_verdicts_do_not_depend_on_what_else_is_asked_nor_on_the_order(matcher: Matcher) -> None:
    subjects = [asked("stars.csv"), asked("more_fish.csv"), asked("more_fish.csv", "stars.csv")]
    together = list(matcher.verdicts(subjects))
    (alone,) = matcher.verdicts([asked("fish.csv", "more_fish.csv")])
    assert isinstance(alone, Verdict) and isinstance(together[1], Verdict)
    assert alone.label == together[1].label
    assert alone.confidence == pytest.approx(together[1].confidence, abs=1e-3)


def test_what_it_cannot_judge_is_told_and_the_rest_judged(matcher: Matcher) -> None:
    gone, join, text, bare, fine = matcher.verdicts(
        [
            asked("gone.csv"),
            asked("stars.csv", task=Task.JOIN),
            asked("stars.csv", query=None, task=Task.NL),
            asked("bare.csv"),
            asked("more_fish.csv"),
        ]
    )
    assert gone == "The lake 'lake' has no table 'gone.csv'."
    assert join == "rule:matcher judges unions of two tables only. Got a case of join."
    assert text == "rule:matcher judges unions of two tables only. Got a case of nl."
    assert bare == "'bare.csv' has no column with a name, and rule:matcher judges by names."
    assert isinstance(fine, Verdict)


def test_it_asks_for_no_more_pairs_than_it_judges_at_once(matcher: Matcher) -> None:
    taken = 0

    def subjects() -> Iterator[Subject]:
        nonlocal taken
        for _ in range(600):
            taken += 1
            yield asked("stars.csv")

    next(matcher.verdicts(subjects()))
    assert taken == 250


def test_a_refitted_model_is_used_until_it_is_taken_back(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path)
    own = replace(shipped_model(), intercept=9.0, source="own labels")
    keep_model(workspace, LOCAL, own)
    assert matcher_model(workspace) == own
    assert open_rule(workspace, Settings(workspace=tmp_path)).version == own.version
    with pytest.raises(RoleError):
        keep_model(workspace, Voter("ann"), None)
    keep_model(workspace, LOCAL, None)
    assert matcher_model(workspace) == shipped_model()


def test_a_broken_model_of_the_workspace_is_an_error_and_not_passed_over(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path)
    (workspace.folder("judges") / "matcher.json").write_text("{")
    with pytest.raises(BadModelError):
        matcher_model(workspace)

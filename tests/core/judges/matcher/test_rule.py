from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.judges.asking.rules import rule
from core.judges.matcher.model import BadModelError, shipped_model
from core.judges.matcher.rule import Matcher, forget_model, keep_model, matcher_model, open_rule
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
    "prices.csv": "fish name,price,market\ncod,7,Oslo\nhake,9,Rome\ntuna,20,Rome\n",
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
    gone, join, column, key, text, alone, bare, fine = matcher.verdicts(
        [
            asked("gone.csv"),
            asked("gone.csv", task=Task.JOIN),
            replace(asked("stars.csv", task=Task.JOIN), join_on=("depth",)),
            replace(asked("stars.csv", task=Task.JOIN), join_on=("fish", "depth")),
            asked("stars.csv", query=None, task=Task.NL),
            asked("stars.csv", query=None),
            asked("bare.csv"),
            asked("more_fish.csv"),
        ]
    )
    assert gone == join == "The lake 'lake' has no table 'gone.csv'."
    assert column == "'fish.csv' has no column 'depth', on which the join was wanted."
    assert key == "A join is judged by one column. Got fish and depth."
    assert text == "Words are judged against a table. Got a query without words."
    assert alone == "A union is of two tables. Got a query without one."
    assert bare == "'bare.csv' has no column with a name, and rule:matcher judges by names."
    assert isinstance(fine, Verdict)


def test_joins_are_judged_by_their_likeliest_key(matcher: Matcher) -> None:
    wanted = replace(asked("prices.csv", task=Task.JOIN), join_on=("Name",), text="of 2024")
    found, other = matcher.verdicts([wanted, asked("stars.csv", task=Task.JOIN)])
    assert isinstance(found, Verdict) and isinstance(other, Verdict)
    assert (found.label, other.label) == (2, 0)
    assert "people call it joinable" in found.reason
    assert "'Name' with 'fish name': 2 of its 2 values are found there." in found.reason
    assert "The words that go with the query are not judged." in found.reason


def test_tables_are_judged_against_words(matcher: Matcher) -> None:
    words = replace(asked("stars.csv", query=None, task=Task.NL), text="stars")
    found, other = matcher.verdicts(
        [replace(words, text="the magnitudes of the stars by discoverer Kepler"), words]
    )
    assert isinstance(found, Verdict) and isinstance(other, Verdict)
    assert "people call it relevant" in found.reason
    # "magnitudes", "discoverer" and "Kepler"; not "stars".
    assert "3 of the 4 words stand in the table, 3 of them in one row or the header" in found.reason
    assert (found.label, other.label) == (2, 0)


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
    assert matcher_model(workspace, task=Task.UNION) == own
    rule = open_rule(workspace, Settings(workspace=tmp_path))
    assert rule.version(Task.UNION) == own.version
    assert rule.version(Task.JOIN) == shipped_model(Task.JOIN).version
    for forbidden in (keep_model, forget_model):
        with pytest.raises(RoleError):
            forbidden(workspace, Voter("ann"), own)  # type: ignore[operator]
    forget_model(workspace, LOCAL, Task.UNION)
    assert matcher_model(workspace, task=Task.UNION) == shipped_model()


def test_a_broken_model_of_the_workspace_is_an_error_and_not_passed_over(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path)
    (workspace.folder("judges") / "matcher.json").write_text("{")
    with pytest.raises(BadModelError):
        matcher_model(workspace, task=Task.UNION)

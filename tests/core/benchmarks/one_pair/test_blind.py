"""What a voter sees of a case of the tiny benchmark."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core import lake as lakes
from core.benchmarks.one_pair.blind import look_blindly
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError
from core.labels import LOCAL, Case, Pair, Task, put_pair
from core.labels.voting.showings import showing
from core.search import build_vectors
from core.search.types import SearchedLake
from core.store import Workspace
from tests.core.benchmarks.tiny import SETTINGS, add, lay, target, ugen


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.open(tmp_path / "workspace")


@pytest.fixture
def info(workspace: Workspace, tmp_path: Path) -> BenchmarkInfo:
    return add(workspace, "tiny", ugen(tmp_path / "files"))


def put(workspace: Workspace, info: BenchmarkInfo, query: str, table: str, task: Task) -> Case:
    return put_pair(workspace, LOCAL, info.key, Pair(query, table, task))


def test_aligned_columns_come_first_and_in_the_same_order(
    workspace: Workspace, info: BenchmarkInfo
) -> None:
    case = put(workspace, info, "fish.csv", "datalake/river.csv", Task.UNION)
    view = look_blindly(workspace, info, case, SETTINGS)
    assert view.pairs == (("fish", "fish"), ("weight", "weight"))
    left, right = view.panes
    assert left is not None
    assert left.cells == (("cod", "3"), ("hake", "2"), ("ling", "5"))
    assert right.cells == (("trout", "1"), ("cod", "2"))
    assert [(head.label, head.place) for head in right.heads] == [("fish", 0), ("weight", 1)]
    # cod is in both; of the weights only 2
    assert left.shared == ((True, False), (False, True), (False, False))
    assert right.shared == ((False, False), (True, True))


def test_columns_without_a_value_come_last_even_if_they_are_aligned(
    workspace: Workspace, tmp_path: Path
) -> None:
    folder = ugen(tmp_path / "files")
    lay(
        folder,
        {
            "query/fish.csv": "note,fish,weight\n,cod,3\n,hake,2\n",
            "datalake/river.csv": "note,fish,depth\n,trout,1\n,cod,2\n",
        },
    )
    info = add(workspace, "tiny", folder)
    case = put(workspace, info, "fish.csv", "datalake/river.csv", Task.UNION)
    left, right = look_blindly(workspace, info, case, SETTINGS).panes
    assert left is not None
    assert [head.label for head in left.heads] == ["fish", "weight", "note"]
    assert [head.label for head in right.heads] == ["fish", "depth", "note"]


def test_headers_that_are_patterns_to_polars_are_shown(
    workspace: Workspace, tmp_path: Path
) -> None:
    folder = ugen(tmp_path / "files")
    lay(
        folder,
        {
            "query/fish.csv": "*,^.*$,weight\ncod,1,3\nhake,2,2\n",
            "datalake/river.csv": "^.*$,fish\ntrout,1\ncod,2\n",
        },
    )
    info = add(workspace, "tiny", folder)
    case = put(workspace, info, "fish.csv", "datalake/river.csv", Task.UNION)
    left, right = look_blindly(workspace, info, case, SETTINGS).panes
    assert left is not None and right is not None
    assert {head.label for head in left.heads} == {"*", "^.*$", "weight"}
    assert {head.label for head in right.heads} == {"^.*$", "fish"}


def test_a_voters_own_alignment_takes_the_place_of_the_one_found(
    workspace: Workspace, info: BenchmarkInfo
) -> None:
    build_vectors(SearchedLake(workspace, lakes.lake(workspace, "tiny"), SETTINGS), "hash")
    case = put(workspace, info, "fish.csv", "datalake/towns.csv", Task.UNION)
    found = look_blindly(workspace, info, case, SETTINGS, "hash")
    own = look_blindly(workspace, info, case, SETTINGS, "hash", [("weight", "town")])
    assert own.pairs == (("weight", "town"),)
    assert [(head.label, head.place) for head in own.panes[1].heads] == [
        ("town", 0),
        ("mayor", None),
    ]
    assert own.shown != found.shown
    assert showing(workspace, own.shown)["aligned_by"] == "voter"
    assert showing(workspace, found.shown)["aligned_by"] == "hash"


@pytest.mark.parametrize("wrong", [[("weight", "none")], [("fish", "town"), ("weight", "town")]])
def test_an_alignment_of_other_columns_is_refused(
    workspace: Workspace, info: BenchmarkInfo, wrong: list[tuple[str, str]]
) -> None:
    case = put(workspace, info, "fish.csv", "datalake/towns.csv", Task.UNION)
    with pytest.raises(InputError, match=r"Got 'none'|Got 'town' twice"):
        look_blindly(workspace, info, case, SETTINGS, alignment=wrong)


def test_what_was_shown_tells_the_tables_and_no_label(
    workspace: Workspace, info: BenchmarkInfo
) -> None:
    case = put(workspace, info, "fish.csv", "datalake/towns.csv", Task.UNION)
    shown = showing(workspace, look_blindly(workspace, info, case, SETTINGS).shown)
    assert shown["B"]["table"] == "datalake/towns.csv"
    assert shown["A"]["columns"] == ["fish", "weight"]
    assert shown["asks"] == "Can the rows of B be appended to A?"
    assert not {"label", "rank", "score", "origin"} & set(json.dumps(shown).split('"'))


def test_a_head_tells_the_columns_profile_and_long_cells_are_cut(
    workspace: Workspace, tmp_path: Path
) -> None:
    files = lay(
        ugen(tmp_path / "long"), {"datalake/river.csv": f"fish,weight\n{'x' * 1_999},1\ny,\n"}
    )
    info = add(workspace, "long", files)
    case = put(workspace, info, "fish.csv", "datalake/river.csv", Task.UNION)
    shown = look_blindly(workspace, info, case, SETTINGS).panes[1]
    fish, weight = shown.heads
    assert (fish.type, fish.distinct, fish.missing) == ("string", 2, 0.0)
    assert (weight.type, weight.distinct, weight.missing) == ("integer", 1, 0.5)
    assert shown.cells == (("x" * 1_000 + "…", "1"), ("y", None))


def test_a_query_of_words_has_one_table(workspace: Workspace, tmp_path: Path) -> None:
    info = add(workspace, "words", _with_labels(tmp_path))
    case = put(workspace, info, "q1", _table(workspace), Task.NL)
    view = look_blindly(workspace, info, case, SETTINGS)
    assert view.panes[0] is None
    assert view.tables.query.text == "How heavy is a cod?"
    assert view.question.grades[2] == "Relevant"


def _with_labels(tmp_path: Path) -> Path:
    return lay(tmp_path / "target", target())


def _table(workspace: Workspace) -> str:
    found = lakes.tables(workspace, lakes.lake(workspace, "words").key)
    return next(table.table_id for table in found if "fish" in table.table_id)

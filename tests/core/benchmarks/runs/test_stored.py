from __future__ import annotations

import shutil

import pytest

from core.benchmarks.errors import (
    RunExistsError,
    RunNotFoundError,
)
from core.benchmarks.runs import (
    export_run,
    import_run,
    load_run,
    remove_run,
    run_method,
    runs,
)
from core.errors import InputError, WorkspaceError
from core.monitor import Monitor
from tests.core.benchmarks import tiny
from tests.core.benchmarks.runs.hashing import run_hash


def test_a_run_of_the_same_method_replaces_the_one_before(workspace, info):
    first = run_hash(workspace, info, depth=1)
    second = run_hash(workspace, info, depth=2)
    assert runs(workspace, info) == [second]
    assert second.key != first.key
    files = [path for path in (workspace.root / "runs").rglob("*") if path.is_file()]
    assert len(files) == 1


def test_a_run_is_stale_once_the_lake_has_changed(workspace, info, tmp_path):
    folder = shutil.copytree(info.root, tmp_path / "moved")
    info = tiny.add(workspace, "moved", folder)
    assert not run_hash(workspace, info).stale
    (folder / "datalake" / "river.csv").write_text("fish,weight\neel,9\n")
    tiny.add(workspace, "moved", folder)
    assert [run.stale for run in runs(workspace, info)] == [True]
    assert not run_hash(workspace, info).stale
    (folder / "query" / "fish.csv").unlink()
    tiny.add(workspace, "moved", folder)
    with pytest.raises(InputError, match=r"1 of 2 in 'moved' .* first 'query/fish.csv'"):
        run_hash(workspace, info)
    assert [run.stale for run in runs(workspace, info)] == [True]


def test_a_label_names_one_run(workspace, info, given):
    path = given('{"fish": ["river"]}', "run.json")
    import_run(workspace, info, path, "hash")
    with pytest.raises(RunExistsError, match="--force"):
        import_run(workspace, info, path, "hash")
    with pytest.raises(RunExistsError, match=r"imported from run.json"):
        run_hash(workspace, info)
    later = given('{"fish": ["owls"]}', "later.json")
    import_run(workspace, info, later, "hash", force=True)
    assert load_run(workspace, info, "hash").ranking("fish.csv") == ("datalake/owls.csv",)
    remove_run(workspace, info, "hash")
    run_hash(workspace, info)
    for label in ("", " ", "a,b", "a\tb", "a\nb"):
        with pytest.raises(InputError, match="without commas"):
            import_run(workspace, info, path, label)
    with pytest.raises(InputError, match=r"IDEAL is the best possible ranking. Got it"):
        import_run(workspace, info, path, "IDEAL", force=True)


def test_a_run_that_is_imported_while_a_method_answers_is_not_replaced(workspace, info, given):
    path = given('{"fish": ["river"]}', "run.json")

    def importing(done: int, total: int, message: str) -> None:
        if message.startswith("Answering") and done == total:
            import_run(workspace, info, path, "hash", force=True)

    with pytest.raises(RunExistsError, match=r"imported from run.json"):
        run_method(workspace, info, "hash", tiny.SETTINGS, monitor=Monitor(importing))
    assert [run.imported for run in runs(workspace, info)] == [True]


def test_a_run_that_is_not_there_is_told_with_those_that_are(workspace, info, tmp_path):
    for ask in (load_run, remove_run, lambda *a: export_run(*a, tmp_path / "run.txt")):
        with pytest.raises(RunNotFoundError, match=r"has no run 'x'. There is none yet"):
            ask(workspace, info, "x")
    run_hash(workspace, info)
    with pytest.raises(RunNotFoundError, match="There are: hash"):
        load_run(workspace, info, "x")
    (file,) = (path for path in (workspace.root / "runs").rglob("*.parquet"))
    file.unlink()
    with pytest.raises(WorkspaceError, match="run the method again"):
        load_run(workspace, info, "hash")
    remove_run(workspace, info, "hash")
    assert runs(workspace, info) == []

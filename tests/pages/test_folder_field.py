"""A path is taken as terminals and file managers give it to be pasted."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import jobs
from core import lake as lakes
from core.errors import InputError
from core.store import Workspace
from pages.shared.folder_field import typed_folder
from tests.core.benchmarks.tiny import ugen
from tests.pages.conftest import LAKE, opened, texts

RULE = "A data lake is a folder."


@pytest.mark.parametrize(
    "text",
    [
        "/no/my tables",
        "  /no/my tables\n",
        '"/no/my tables"',
        "'/no/my tables'",
        "“/no/my tables”",
        "‘/no/my tables’",
        "«/no/my tables»",
        "«\u202f/no/my tables\u202f»",
        "„/no/my tables“",
        "file:///no/my%20tables",
        "file:/no/my%20tables",
        "FILE://localhost/no/my%20tables",
        "'file:///no/my%20tables'",
    ],
)
def test_marks_blanks_and_the_form_of_an_address_are_no_part_of_a_path(text: str) -> None:
    assert typed_folder(text, RULE) == Path("/no/my tables")


@pytest.mark.parametrize(
    "text",
    ['/no/"x"', '"/no/x', "/no/x'", "“/no/x“", "\"/no/x'", "'", "no/file:x", "~/x", "profile:/x"],
)
def test_what_is_not_in_matching_marks_stays_as_it_is_written(text: str) -> None:
    assert typed_folder(text, RULE) == Path(text)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("file:///no/M%C3%BCnchen%2350%25", "/no/München#50%"),
        ("file:///no/what?#1", "/no/what?#1"),
        ("file:///", "/"),
    ],
)
def test_what_an_address_encodes_is_decoded_once_and_nothing_is_cut_off(
    text: str, path: str
) -> None:
    assert typed_folder(text, RULE) == Path(path)


@pytest.mark.parametrize("text", ["", "  ", '""', "' '", "file:", "file://", "file://localhost"])
def test_where_no_path_is_left_the_rule_is_told(text: str) -> None:
    with pytest.raises(InputError, match=RULE):
        typed_folder(text, RULE)


def test_an_address_on_another_machine_is_refused_with_its_name() -> None:
    with pytest.raises(InputError, match=r"on the machine that runs Soundings\. Got .*, on nas"):
        typed_folder("file://nas/tables", RULE)


@pytest.mark.parametrize("name", ["'a'", '"a/b"', "file:a"])
def test_a_folder_that_is_there_as_written_is_meant_as_written(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).mkdir(parents=True)
    assert typed_folder(name, RULE) == Path(name)


def test_a_name_too_long_for_any_folder_is_no_fault() -> None:
    assert typed_folder(f"'{'x' * 5_000}'", RULE) == Path("x" * 5_000)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "my tables").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("text", ["'{}/my tables'", '"~/my tables"', "file://{}/my%20tables"])
def test_a_lake_is_added_by_what_was_pasted(lake: Workspace, home: Path, text: str) -> None:
    _submit(opened(), text.format(home), "Add and read it")
    added = {one.name: one.root for one in lakes.lakes(lake)}
    assert added.keys() == {LAKE, "my tables"}
    assert added["my tables"] == str(home / "my tables")


@pytest.mark.parametrize("text", ["'{}/my tables'", '"~/my tables"', "file://{}/my%20tables"])
def test_a_benchmark_is_looked_for_by_what_was_pasted(home: Path, text: str) -> None:
    ugen(home / "my tables")
    _submit(opened("benchmarks"), text.format(home), "Add the benchmark")
    begun = jobs.jobs(Workspace.open(home / "workspace"))
    assert [job.subject for job in begun if job.kind == "benchmark"] == ["my tables"]


@pytest.mark.parametrize(
    ("page", "button"), [("home", "Add and read it"), ("benchmarks", "Add the benchmark")]
)
def test_marks_alone_are_asked_for_a_path_on_every_page(
    lake: Workspace, page: str, button: str
) -> None:
    del lake
    told = texts(_submit(opened(page), "''", button)).replace("\\", "")
    assert "Write its path, such as" in told


def _submit(app: AppTest, folder: str, button: str) -> AppTest:
    next(one for one in app.text_input if one.label == "Folder").set_value(folder)
    next(one for one in app.button if one.label == button).click().run()
    assert not app.exception
    return app

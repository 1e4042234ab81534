"""Which folders people in the browser may name."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import lake as lakes
from core import on_behalf
from core.errors import InputError
from core.labels import LOCAL
from core.on_behalf import Folders
from core.on_behalf.folders import FolderNotAllowedError
from core.store import Workspace
from tests.core.benchmarks import tiny


@pytest.fixture
def roots(tmp_path: Path) -> Folders:
    """Two folders, of which one has a link to a third beside them."""
    for name in ("one/in it", "two", "secret"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "one" / "link").symlink_to(tmp_path / "secret")
    return Folders.of(f"{tmp_path / 'one'}: {tmp_path / 'two'}:", signed_in=True)


@pytest.mark.parametrize("name", ["one", "one/in it", "two", "two/../one", "one/not there"])
def test_a_root_and_what_is_in_it_may_be_named(roots: Folders, tmp_path: Path, name: str) -> None:
    assert roots.allowed(tmp_path / name) == (tmp_path / name).resolve()


@pytest.mark.parametrize(
    "name", ["", "secret", "one/../secret", "one/link", "one/link/x", "oneself"]
)
def test_what_lies_outside_may_not(roots: Folders, tmp_path: Path, name: str) -> None:
    with pytest.raises(
        FolderNotAllowedError, match="one of SOUNDINGS_LAKE_ROOTS, or in one: "
    ) as e:
        roots.allowed(tmp_path / name)
    # Where a link leads is not told.
    assert name == "secret" or "secret" not in str(e.value).replace("one/../secret", "")


def test_a_root_that_is_a_link_is_what_it_links_to(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    allowed = Folders.of(str(tmp_path / "link"), signed_in=True)
    assert allowed.allowed(tmp_path / "real") == tmp_path / "real"


def test_without_roots_one_person_names_any_folder_and_who_signs_in_none(tmp_path: Path) -> None:
    assert Folders.of(" ", signed_in=False).allowed(tmp_path) == tmp_path
    with pytest.raises(FolderNotAllowedError, match="that names none"):
        Folders.of(" ", signed_in=True).allowed(tmp_path)


def test_roots_hold_without_a_login_too(tmp_path: Path) -> None:
    with pytest.raises(FolderNotAllowedError):
        Folders.of("/srv/lakes", signed_in=False).allowed(tmp_path)


def test_a_root_is_named_by_its_whole_path() -> None:
    with pytest.raises(InputError, match=r"whole paths.*'lakes'"):
        Folders.of("/srv:lakes", signed_in=True)


def test_the_home_of_nobody_is_a_sentence() -> None:
    with pytest.raises(InputError, match="named by its path"):
        Folders(None).allowed(Path("~nobody-by-that-name/x"))


def test_a_lake_outside_is_not_added(roots: Folders, tmp_path: Path) -> None:
    here = Workspace.open(tmp_path / "workspace")
    with pytest.raises(FolderNotAllowedError):
        on_behalf.add_lake(here, LOCAL, "", tmp_path / "one" / "link", roots)
    assert lakes.lakes(here) == []


def test_of_a_benchmark_outside_nothing_is_read(roots: Folders, tmp_path: Path) -> None:
    here = Workspace.open(tmp_path / "workspace")
    tiny.ugen(tmp_path / "secret")
    for path in ("secret", "secret/groundtruth.csv", "secret/not there"):
        with pytest.raises(FolderNotAllowedError):
            on_behalf.add_benchmark(here, LOCAL, "", tmp_path / path, roots)


def test_a_ground_truth_whose_tables_lie_outside_is_not_read(tmp_path: Path) -> None:
    here = Workspace.open(tmp_path / "workspace")
    root = tiny.ugen(tmp_path / "secret")
    apart = root / "groundtruth" / "truth.csv"
    apart.parent.mkdir()
    (root / "groundtruth.csv").rename(apart)
    with pytest.raises(FolderNotAllowedError):
        on_behalf.add_benchmark(here, LOCAL, "", apart, Folders((apart.parent,)))
    assert on_behalf.add_benchmark(here, LOCAL, "", apart, Folders((root,))).subject == "truth"

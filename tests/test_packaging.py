"""What `pip install` installs: all of core, and a command that runs it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
_BUILD = "from setuptools.build_meta import build_wheel; print(build_wheel('.'))"
_MADE = shutil.ignore_patterns("__pycache__")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Built as pip builds it, of a copy with other folders beside core."""
    pytest.importorskip("setuptools", "80", reason="pip brings its own to build with")
    folder = tmp_path_factory.mktemp("clone")
    for name in ("core", "pages"):
        shutil.copytree(ROOT / name, folder / name, ignore=_MADE)
    for name in ("data", "docs", "tests"):
        (folder / name).mkdir()
    for name in ("MANIFEST.in", "pyproject.toml", "README.md", "requirements.txt", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    done = subprocess.run(
        [sys.executable, "-c", _BUILD], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return zipfile.ZipFile(folder / done.stdout.splitlines()[-1])


def test_every_file_of_core_is_in_it_and_no_other(wheel: zipfile.ZipFile) -> None:
    made = {name for name in wheel.namelist() if ".dist-info/" not in name}
    core = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "core").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert made == core


def test_it_has_a_command_and_needs_what_is_asked_for(wheel: zipfile.ZipFile) -> None:
    (about,) = {name.split("/")[0] for name in wheel.namelist() if ".dist-info/" in name}
    commands = wheel.read(f"{about}/entry_points.txt").decode()
    assert "soundings = core.__main__:main" in commands
    needed = wheel.read(f"{about}/METADATA").decode()
    asked = (ROOT / "requirements.txt").read_text().splitlines()
    assert needed.count("Requires-Dist: ") == sum(not line.startswith("#") for line in asked)

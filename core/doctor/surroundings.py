"""What a workspace needs besides itself: versions, secrets, and an encoder that loads."""

from __future__ import annotations

import platform
import sqlite3
from collections import ChainMap
from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory

from core import __version__
from core.doctor.check import Check, State, unreadable
from core.errors import InputError, SoundingsError
from core.login import SECTION, login_in
from core.settings import Settings, secret_files, secrets_in

_TOLD = ("streamlit", "polars", "duckdb", "faiss-cpu", "sentence-transformers", "torch")

_NOBODY = "Until then the app lets nobody in."
_MAY_BE_A_LOGIN = "Until then the app lets nobody in, since a login may stand there."


def check_versions() -> Check:
    """Tell the versions that a report of a fault should have."""
    found = [f"{name} {_version(name)}" for name in _TOLD]
    missing = [name for name in _TOLD if not _version(name)]
    said = (
        f"Soundings {__version__}, Python {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}, {', '.join(found)}."
    )
    if missing:
        return Check(
            "versions",
            State.PROBLEM,
            f"{', '.join(missing)} must be installed and is not; install requirements.txt.",
        )
    return Check("versions", State.OK, said)


def check_secrets() -> Check:
    """Read the files that a login and the keys of judges may stand in, and look at the login."""
    read: dict[Path, Mapping[str, object]] = {}
    for path in secret_files():
        try:
            read[path] = secrets_in(path)
        except FileNotFoundError:
            continue
        except OSError as error:
            return Check("secrets", State.PROBLEM, f"{unreadable(path, error)} {_MAY_BE_A_LOGIN}")
        except InputError as error:
            return Check("secrets", State.PROBLEM, f"{error} {_MAY_BE_A_LOGIN}")
    # As Streamlit does: of two files with a login the one that goes first has it.
    places = [path for path, held in read.items() if SECTION in held][:1] or list(read)
    said = " and ".join(map(str, places))
    try:
        login = login_in(ChainMap(*map(dict, read.values())))
    except InputError as error:
        return Check("secrets", State.PROBLEM, f"{error} It is about {said}. {_NOBODY}")
    if login is None:
        return Check("secrets", State.OK, "No login is set up.")
    return Check("secrets", State.OK, f"People sign in, as {said} says.")


def check_encoder(settings: Settings) -> Check:
    """Load the encoder of the settings and encode one column with it."""
    from core.features import ColumnBatch, encoder

    batch = ColumnBatch(["city"], [["Oslo", "Rome"]], [1])
    try:
        with TemporaryDirectory() as elsewhere:  # what is kept of it is not the workspace's
            found = encoder(settings.encoder, replace(settings, workspace=Path(elsewhere)))
            found = found.fit([batch])
            width = found.encode(batch).shape[1]
    except SoundingsError as error:
        return Check("encoder", State.PROBLEM, f"{settings.encoder} must load. {error}")
    return Check("encoder", State.OK, f"{settings.encoder} loads; a column is {width:,} numbers.")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""

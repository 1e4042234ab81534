"""A file that a person has chosen, on disk for as long as core reads it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from core.errors import InputError, SoundingsError
from core.search.uploads import harmless_name


class Uploaded(Protocol):
    """What Streamlit gives for a chosen file."""

    name: str

    def getbuffer(self) -> memoryview:
        """Return its content."""


@contextmanager
def on_disk(file: Uploaded) -> Iterator[Path]:
    """Put a file under its name, made harmless, into a folder that is gone afterwards.

    Raises
    ------
    InputError
        For any `SoundingsError` while it is there, without the folder, which means nothing to the
        person who chose the file.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / harmless_name(file.name)
        path.write_bytes(file.getbuffer())
        try:
            yield path
        except SoundingsError as error:
            raise InputError(str(error).replace(f"{folder}{os.sep}", "")) from error

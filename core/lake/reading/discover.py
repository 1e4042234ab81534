"""Find the files of a data lake."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.errors import InputError
from core.lake.formats import is_supported, write_ahead_log
from core.lake.formats.read_as import ALL_GUESSED, FileReadAs
from core.lake.reading.state import size_and_time
from core.store import DATABASE, is_workspace

_LEFT_OUT = (".", "~$")
IS_FOLDER = -2
"""A time of change that no file has: the entry is of a folder that cannot be listed."""


@dataclass(frozen=True, slots=True)  # a lake may have millions
class FoundFile:
    """A file below a data lake's root, as it stood when the folder was listed.

    Parameters
    ----------
    path
        Relative to the root, with ``/``.
    bytes, modified_ns
        Size and time of the last change, of a database with its log; together they tell whether it
        must be read again.
    reason, hint
        Why it will not be read, and what would help; empty for a file to be read.
    how
        What is said of how it is read (`core.lake.reading.read_rules`); a listing says nothing.
    known
        Hash of a content of which its tables need not be read again, as they are in the workspace;
        empty if it is read in any case. A listing says nothing.
    out_of_reach
        Whether nobody could look at it, nor at what may lie below it: nothing says that it is gone
        or has changed.
    """

    path: str
    bytes: int
    modified_ns: int
    reason: str = ""
    hint: str = ""
    how: FileReadAs = ALL_GUESSED
    known: str = ""
    out_of_reach: bool = False


def is_folder(path: Path) -> bool:
    """Whether there is a folder at a path.

    Raises
    ------
    InputError
        If nobody may look there.
    """
    try:
        return path.is_dir()
    except OSError as error:
        raise _not_to_be_read(path, error) from error


def _not_to_be_read(path: Path, error: OSError) -> InputError:
    return InputError(
        f"A data lake is a folder that can be listed. Got {path} ({error.strerror}); "
        "give the app permission to read it."
    )


def discover(root: Path, folders: Sequence[str] = ()) -> list[FoundFile]:
    """List every file below a folder, in order of its path.

    Files and folders whose names begin with a dot are left out, and so are what an office program
    keeps beside a file that is open (``~$``), and a SQLite database's log and its index (``-wal``,
    ``-shm``), which are parts of it. A link is followed only to a file inside the root, so that a
    data lake cannot reach beyond its folder and no file is read twice by way of a linked folder. A
    folder that is a workspace is one entry, which is not read: its files are made of a lake's, and
    its database has what people said and searched for.

    Parameters
    ----------
    root
        The data lake's folder.
    folders
        Folders inside it to be listed and no others; the whole of it if empty.

    Raises
    ------
    InputError
        If the root, or one of the folders, is not a folder that can be listed.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "prices.csv").write_text("a")
    ...     [(file.path, file.bytes) for file in discover(Path(folder))]
    [('prices.csv', 1)]
    """
    if not is_folder(root):
        raise InputError(f"A data lake is a folder. Got {root}, which is not one.")
    real_root = os.path.realpath(root)
    try:
        os.scandir(real_root).close()
    except OSError as error:
        raise _not_to_be_read(root, error) from error
    for folder in folders:
        if not is_folder(Path(real_root, folder)):
            raise InputError(
                f"A data lake's folders are inside {root}. Got {folder!r}, which is not there."
            )
    return sorted(_unique(_walk(real_root, folders)), key=lambda file: file.path)


def _unique(files: Iterator[FoundFile]) -> list[FoundFile]:
    """Tell apart paths that look the same only because one of them is no valid UTF-8."""
    found: dict[str, FoundFile] = {}
    for file in files:
        path, number = file.path, 2
        while path in found:
            path, number = f"{file.path} ({number})", number + 1
        found[path] = replace(file, path=path) if path != file.path else file
    return list(found.values())


def _walk(real_root: str, only: Sequence[str]) -> Iterator[FoundFile]:
    # Not recursive: folders may be nested deeper than Python's stack.
    folders = [(f"{real_root}/{name}", f"{name}/") for name in only] or [(real_root, "")]
    unnameable: list[FoundFile] = []
    while folders:
        folder, prefix = folders.pop()
        try:
            with os.scandir(folder) as listing:
                entries = list(listing)
            names = {entry.name for entry in entries}
            of_soundings = DATABASE in names and is_workspace(Path(folder))
        except (FileNotFoundError, NotADirectoryError):
            continue  # removed since the folder above was listed
        except OSError as error:
            reason = f"The folder cannot be listed ({error.strerror})."
            yield _away(prefix.rstrip("/") or ".", reason, IS_FOLDER)
            continue
        if of_soundings:
            yield FoundFile(prefix.rstrip("/") or ".", 0, 0, *_WORKSPACE)
            continue
        for entry in entries:
            if entry.name.startswith(_LEFT_OUT) or _is_of_database(entry.name, names):
                continue
            path = f"{prefix}{entry.name}"
            try:
                if not is_unicode(path):
                    shown = path.encode(errors="surrogateescape").decode(errors="backslashreplace")
                    reason = "Its name is not valid UTF-8."
                    unnameable.append(FoundFile(shown, 0, 0, reason, "Rename it."))
                elif entry.is_symlink():
                    yield _linked(entry, path, real_root)
                elif entry.is_dir():
                    folders.append((entry.path, f"{path}/"))
                else:
                    yield _found(path, entry.path, entry.stat(follow_symlinks=False))
            except FileNotFoundError:
                continue  # removed since the folder was listed
            except OSError as error:  # of a folder that may be listed and not entered, or a disk
                yield _away(path, f"It cannot be looked at ({error.strerror}).")
    yield from sorted(unnameable, key=lambda file: file.path)


def _away(path: str, reason: str, changed: int = 0) -> FoundFile:
    hint = "Give the app permission to read it."
    return FoundFile(path, 0, changed, reason, hint, out_of_reach=True)


def _is_of_database(name: str, names: set[str]) -> bool:
    if not name.endswith(("-wal", "-shm")):
        return False
    database = name[:-4]
    return database in names and write_ahead_log(database) is not None


def is_unicode(name: str) -> bool:
    r"""Whether a name is valid UTF-8, as what is stored and shown has to be.

    Examples
    --------
    >>> is_unicode("café.csv"), is_unicode("caf\udce9.csv")
    (True, False)
    """
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _linked(entry: os.DirEntry[str], path: str, real_root: str) -> FoundFile:
    target = os.path.realpath(entry.path)
    if target != real_root and not target.startswith(real_root.rstrip(os.sep) + os.sep):
        reason = "It is a link to a place outside the data lake."
        return FoundFile(path, 0, 0, reason, "Copy the file into the folder.")
    try:
        status = entry.stat()
    except OSError as error:
        if error.errno not in _NOTHING_THERE:
            raise
        where = "that leads back to itself" if error.errno == errno.ELOOP else "to nothing"
        return FoundFile(path, 0, 0, f"It is a link {where}.", "Remove or mend the link.")
    if stat.S_ISDIR(status.st_mode):
        reason = "It is a link to a folder, which is not followed."
        return FoundFile(path, 0, 0, reason, "Its files are read where they lie.")
    return _found(path, entry.path, status)


_NOTHING_THERE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG)
_WORKSPACE = (
    "It is a workspace of Soundings.",
    "Keep it outside the data lake, by --workspace or SOUNDINGS_WORKSPACE.",
)
_UNPACK = "Unpack it into the folder."
_SAVE = "Save it as CSV or as a workbook (.xlsx, .ods)."
_HINTS = {
    ".txt": "If it is a table, name it .csv, or .tsv if tabs stand between its cells.",
    ".dat": "If it is a table, name it .csv, or .tsv if tabs stand between its cells.",
    ".geojson": "It is a map; save its properties as CSV or as JSON records.",
    ".xml": _SAVE,
    ".html": _SAVE,
    ".htm": _SAVE,
    ".numbers": _SAVE,
    ".pdf": "Extract its tables first.",
    **dict.fromkeys((".zip", ".7z", ".rar", ".tar", ".tgz"), _UNPACK),
}
"""What helps with files that are often meant to be tables."""


def _found(path: str, place: str, status: os.stat_result) -> FoundFile:
    found = FoundFile(path, *size_and_time(place, status))
    if not stat.S_ISREG(status.st_mode):
        return FoundFile(path, 0, 0, "It is not an ordinary file.", "Remove it from the folder.")
    if not is_supported(path):
        suffix = Path(path).suffix
        what = f"Files ending in {suffix}" if suffix else "Files without an ending"
        return FoundFile(
            path,
            found.bytes,
            found.modified_ns,
            f"{what} are not read as tables.",
            _HINTS.get(suffix.lower(), "If it is a table, give it the ending of its format."),
        )
    return found

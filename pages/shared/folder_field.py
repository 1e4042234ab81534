"""The path that somebody typed, or pasted as terminals and file managers give it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from core.errors import InputError

_MARKS = ('""', "''", "“”", "‘’", "«»", "„“", "‚‘", "‹›")
_ADDRESS = "file:"


def typed_folder(text: str, rule: str) -> Path:
    """Return the path that is meant by what stands in a field.

    Blanks around it are no part of it. Nor are matching quotation marks and what makes an address
    of a path (``file://``, percent-encoding, RFC 8089), unless there is something at the path with
    them. A home, ``~``, stays as it is; `core.on_behalf.Folders` tells whose.

    Parameters
    ----------
    rule
        What is told where no path is left, with an example of one.

    Raises
    ------
    InputError
        If no path is left, or it is the address of a folder on another machine.

    Examples
    --------
    >>> typed_folder(" '/home/me/my tables' ", "A data lake is a folder.")
    PosixPath('/home/me/my tables')
    >>> typed_folder("file:///home/me/my%20tables", "A data lake is a folder.")
    PosixPath('/home/me/my tables')
    """
    typed = text.strip()
    if len(typed) > 1 and typed[0] + typed[-1] in _MARKS and not _is_there(typed):
        typed = typed[1:-1].strip()
    if typed.lower().startswith(_ADDRESS) and not _is_there(typed):
        typed = _of_address(typed)
    if not typed:
        raise InputError(rule)
    return Path(typed)


def _of_address(typed: str) -> str:
    after = typed[len(_ADDRESS) :]
    if not after.startswith("//"):
        return unquote(after)
    host, root, path = after[2:].partition("/")
    if host.lower() not in {"", "localhost"}:
        raise InputError(
            "A folder is named by its path on the machine that runs Soundings. "
            f"Got {typed!r}, on {host}."
        )
    return root + unquote(path)


def _is_there(typed: str) -> bool:
    try:
        return Path(typed).exists()
    except OSError:  # a name that is too long, or where nobody may look
        return False

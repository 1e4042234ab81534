"""The systems that it runs on, told before anything is imported that others do not have."""

from __future__ import annotations

_WINDOWS = "win32"


def why_not_on(platform: str) -> str:
    """Say why it does not run on a system; empty if it does.

    Parameters
    ----------
    platform
        As `sys.platform` names it.

    Examples
    --------
    >>> why_not_on("linux"), why_not_on("darwin")
    ('', '')
    """
    if platform != _WINDOWS:
        return ""
    return (
        "Soundings needs Linux or macOS, whose file locks it uses. Got Windows; install WSL "
        "(wsl --install) and run it there."
    )

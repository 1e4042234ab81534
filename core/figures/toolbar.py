"""What the toolbar above a figure offers."""

from __future__ import annotations

import re
from typing import Any

_MOST_CHARACTERS = 80
_NOT_IN_NAMES = re.compile(r"[\\/:*?\"<>|\x00-\x1f]+")
"""What some system does not take in a file's name."""


def toolbar_for(words: str) -> dict[str, Any]:
    """Return Plotly's configuration of a figure.

    The picture to download is an SVG, which a paper can print in any size and another program can
    change, named after what it shows. Nothing offers to send the figure to a server.

    Parameters
    ----------
    words
        What the figure shows.

    Examples
    --------
    >>> toolbar_for("P@10 of every run / its interval")["toImageButtonOptions"]
    {'format': 'svg', 'filename': 'P@10 of every run its interval'}
    >>> toolbar_for("हिन्दी: R?")["toImageButtonOptions"]["filename"]
    'हिन्दी R'
    """
    name = " ".join(_NOT_IN_NAMES.sub(" ", words).split())[:_MOST_CHARACTERS].strip(" .")
    return {
        "displaylogo": False,
        "showSendToCloud": False,
        "toImageButtonOptions": {"format": "svg", "filename": name or "figure"},
    }

"""Names in figures: plotly reads a few HTML tags in every text it shows."""

from __future__ import annotations

import html


def shown(text: str, longest: int = 60) -> str:
    """Make a name safe to show in a figure, cut in the middle if it is long.

    Examples
    --------
    >>> shown("<b>a</b>"), shown("0123456789", longest=5)
    ('&lt;b&gt;a&lt;/b&gt;', '01…89')
    """
    flat = " ".join(text.split())
    if len(flat) > longest:
        half = (longest - 1) // 2
        flat = f"{flat[:half]}…{flat[-half:]}"
    return html.escape(flat, quote=False)

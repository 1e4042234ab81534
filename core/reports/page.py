"""HTML of a page that needs nothing besides itself; every text that it is given is escaped."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from core.amounts import rounded
from core.figures import toolbar_for

if TYPE_CHECKING:
    import plotly.graph_objects as go

_STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, sans-serif; color: #14242b; background: #fff;
  max-width: 1100px; margin: 2rem auto; padding: 0 1.2rem; }
h1 { font-size: 1.7rem; margin-bottom: .2rem; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .5rem; border-bottom: 2px solid #0b6e7f; }
p.lead { font-size: 1.1rem; font-weight: 600; }
p.note, caption { color: #4a5b63; font-size: .87rem; text-align: left; }
div.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .87rem; width: 100%; }
th, td { padding: .3rem .5rem; border-bottom: 1px solid #d3dee1; text-align: left;
  vertical-align: top; overflow-wrap: anywhere; min-width: 6.5em; white-space: pre-line; }
th { border-bottom: 2px solid #9fb2ba; vertical-align: bottom; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; min-width: 2em;
  overflow-wrap: normal; }
td.long { min-width: 16em; }
tr.top td { font-weight: 600; background: #f2f6f7; }
tr.grey td { color: #6b7b83; font-style: italic; }
@media print {
  body { margin: 0; max-width: none; font-size: 11px; }
  h2 { break-after: avoid; }
  div.wide { overflow: visible; }
  table { font-size: 9px; }
  th, td { padding: .2rem .25rem; min-width: 0; }
  td.long { min-width: 0; }
  thead { display: table-header-group; }
  tr, figure { break-inside: avoid; }
}
figure { margin: .6rem 0; }
"""

_LONG = 40
"""Letters of a cell that gets a wide column."""

_COLOURS = ("#0b6e7f", "#d1772e", "#6a5aa8", "#3c8a4f", "#b5446a", "#8a6d1f", "#4a7fc1", "#7d4f3a")


def page(title: str, parts: Iterable[str]) -> str:
    """Put parts of HTML together to one document with plotly's code inside, once."""
    from plotly.offline import get_plotlyjs

    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{html.escape(title)}</title>",
            f"<style>{_STYLE}</style>",
            f"<script>{get_plotlyjs()}</script>",
            "</head><body>",
            *parts,
            "</body></html>",
            "",
        )
    )


def text(words: str, tag: str = "p", look: str = "") -> str:
    """Return escaped words in a tag.

    Examples
    --------
    >>> text("a < b", "h2")
    '<h2>a &lt; b</h2>'
    """
    of = f' class="{look}"' if look else ""
    return f"<{tag}{of}>{html.escape(words)}</{tag}>"


def table(
    header: Sequence[str],
    rows: Iterable[Sequence[object]],
    looks: Sequence[str] | None = None,
) -> str:
    """Return rows as a table; numbers to the right, nothing for none.

    Parameters
    ----------
    looks
        A class of each row: ``top``, ``grey`` or empty.

    Examples
    --------
    >>> "<td>&lt;b&gt;</td>" in table(["x"], [["<b>"]])
    True
    """
    body = [list(row) for row in rows]
    numeric = [
        any(isinstance(row[i], int | float) for row in body)
        and all(row[i] is None or isinstance(row[i], int | float) for row in body)
        for i in range(len(header))
    ]
    longest = [max((len(_told(row[i])) for row in body), default=0) for i in range(len(header))]
    classes = [
        ' class="number"' if number else ' class="long"' if length > _LONG else ""
        for number, length in zip(numeric, longest, strict=True)
    ]
    lines = ["<div class='wide'><table><thead><tr>"]
    lines += [f"<th{of}>{html.escape(name)}</th>" for name, of in zip(header, classes, strict=True)]
    lines.append("</tr></thead><tbody>")
    for place, row in enumerate(body):
        look = looks[place] if looks else ""
        cells = (
            f"<td{of}>{html.escape(_told(cell))}</td>"
            for cell, of in zip(row, classes, strict=True)
        )
        lines.append(f'<tr class="{look}">{"".join(cells)}</tr>' if look else _row(cells))
    lines.append("</tbody></table></div>")
    return "\n".join(lines)


def figure(drawn: go.Figure, words: str) -> str:
    """Return a figure that can be hovered over, with words for those who do not see it."""
    import plotly.graph_objects as go

    own = go.Figure(drawn)
    own.update_layout(
        template="plotly_white",
        colorway=_COLOURS,
        font={"family": "system-ui, sans-serif", "size": 12},
        autosize=True,
    )
    inner = own.to_html(
        full_html=False,
        include_plotlyjs=False,
        config={**toolbar_for(words), "responsive": True},
    )
    label = html.escape(words, quote=True)
    return f'<figure role="group" aria-label="{label}">{inner}</figure>'


def _row(cells: Iterable[str]) -> str:
    return f"<tr>{''.join(cells)}</tr>"


def _told(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return f"{rounded(cell, 3 if abs(cell) < 10 else 1):,f}"  # noqa: PLR2004 - enough digits
    return f"{cell:,}" if isinstance(cell, int) else str(cell)

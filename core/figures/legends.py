"""Where a figure's legend stands."""

from __future__ import annotations

from typing import Any

BELOW: dict[str, Any] = {
    "orientation": "h",
    "yref": "container",
    "yanchor": "bottom",
    "y": 0,
    "x": 0,
}
"""At the foot of the figure: the top is the toolbar's, which would lie over the legend."""

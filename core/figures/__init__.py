"""Values in, plotly figures out; colours come from the theme of whoever shows them."""

from core.figures.distributions import frequent_values, numeric_spread, size_histogram, type_counts
from core.figures.scatter import map_figure
from core.figures.toolbar import toolbar_for

__all__ = [
    "frequent_values",
    "map_figure",
    "numeric_spread",
    "size_histogram",
    "toolbar_for",
    "type_counts",
]

"""Words that say of a cell that it has a value, and are no part of that: "marked", "rated"."""

from __future__ import annotations

MARKED = frozenset(
    {
        *("marked", "flagged", "labelled", "labeled", "tagged", "rated", "graded", "classed"),
        *("coded", "stamped", "classified", "designated", "categorised", "categorized"),
    }
)
"""They do so behind "is", where a value follows: "the blood group is marked O negative"."""
HOW = frozenset({"by", "in", "with", "on", "for", "from", "to", "according", "at", "only", "so"})
"""What follows them where they are the value, or part of it: "is graded by colour"."""

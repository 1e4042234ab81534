"""The pairs of a published ground truth in their order, to be written again in the same one."""

from __future__ import annotations

from pathlib import Path

from core.benchmarks.formats.truth_form import TruthForm
from core.errors import InputError

Pair = tuple[str, str]
"""Query and table as they are published."""


def published_pairs(form: TruthForm, root: Path) -> list[Pair]:
    """Return the pairs of a published file of labels, in its order.

    Parameters
    ----------
    form
        Of the file.
    root
        Folder of the benchmark.

    Returns
    -------
    list
        Empty if there is not one file that can be read, if its lines are kept otherwise (pairs in
        CSV: `core.benchmarks.formats.pair_lines`), and of a lake's own benchmark, which has none.
    """
    if form.labels is None:
        return []
    try:
        path = form.find(root)
        rows = [] if path is None else form.labels(path, root)
    except InputError:  # several, gone, or changed since it was read
        return []
    return [(row.query, row.table) for row in rows]

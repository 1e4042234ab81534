"""What pandas calls the columns of a CSV, by which ground truths that were made with it name them.

Of columns with one name all but the first get a number, and one without a name its place
(``_get_header`` in ``pandas/_libs/parsers.pyx`` of pandas 3.0).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def pandas_names(headers: Sequence[str]) -> list[str]:
    """Return the names that ``pandas.read_csv`` gives to the columns of a header.

    Parameters
    ----------
    headers
        Names in the file, in order; empty where a column has none.

    Examples
    --------
    >>> pandas_names(["", "Name", "Name", "Name.1", "Name"])
    ['Unnamed: 0', 'Name', 'Name.2', 'Name.1', 'Name.3']
    """
    names = [name or f"Unnamed: {place}" for place, name in enumerate(headers)]
    # Columns with a name keep it before those without: a header may have "Unnamed: 1" itself.
    in_turn = sorted(range(len(names)), key=lambda place: not headers[place])
    counts: Counter[str] = Counter()
    for place in in_turn:
        name = wanted = names[place]
        count = counts[wanted]
        while count:
            counts[wanted] = count + 1
            name = f"{wanted}.{count}"
            count = count + 1 if name in names else counts[name]
        names[place] = name
        counts[name] = 1
    return names

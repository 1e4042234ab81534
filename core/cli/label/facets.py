"""Facets of a vote by name, as they are written behind an option."""

from __future__ import annotations

from collections.abc import Sequence

import click

FACETS = ("schema", "types", "values", "task")
"""Short names of a ballot's facets, in its order."""

Grades = tuple[int | None, int | None, int | None, int | None]


def facets_of(given: Sequence[str]) -> Grades:
    """Read ``NAME=GRADE`` options.

    Examples
    --------
    >>> facets_of(["task=2", "schema=0"])
    (0, None, None, 2)
    """
    found: dict[str, int] = {}
    for one in given:
        name, _, grade = one.partition("=")
        if name not in FACETS or grade not in {"0", "1", "2"}:
            raise click.UsageError(
                f"A facet is one of {', '.join(FACETS)} with 0, 1 or 2, such as schema=2. "
                f"Got {one!r}."
            )
        found[name] = int(grade)
    schema, types, values, task = (found.get(name) for name in FACETS)
    return schema, types, values, task

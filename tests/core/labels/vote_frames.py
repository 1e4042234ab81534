"""Votes for tests, from a table as papers print it: a row a voter, a column a case."""

from __future__ import annotations

import polars as pl
from hypothesis import strategies as st


def votes_of(rows: dict[str, str], missing: str = ".") -> pl.DataFrame:
    """``{"ann": "12.2"}``: ann's labels on the cases c0, c1, and so on; ``?`` is "can't tell"."""
    found = [
        (f"c{place:03}", voter, "human", None if label == "?" else int(label))
        for voter, labels in rows.items()
        for place, label in enumerate(labels)
        if label != missing
    ]
    schema = {"case": pl.String, "voter": pl.String, "kind": pl.String, "label": pl.Int64}
    return pl.DataFrame(found, schema=schema, orient="row")


def any_votes(voters: int = 5, cases: int = 12, least: int = 1) -> st.SearchStrategy[pl.DataFrame]:
    """Any votes of at least one voter on at least one case, with gaps and "can't tell"."""
    labels = st.text(alphabet="012?.", min_size=least, max_size=cases)
    tables = st.dictionaries(st.sampled_from([f"v{n}" for n in range(voters)]), labels, min_size=1)
    return tables.map(votes_of).filter(lambda votes: len(votes) > 0)

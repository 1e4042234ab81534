"""The command that makes what a browser is not handed."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Sequence

import streamlit as st

from core.features.folding import ALL, Folding
from core.search.combining.joins import HOW, How, JoinPart
from core.search.combining.put_right import write_alignment, write_match
from core.search.uploads import uploaded
from pages.searching.put_right import corrected
from pages.searching.query import Query
from pages.shared.address import Address
from pages.shared.catalog_cache import workspace


def union_command(address: Address, query: Query, tables: Sequence[str], output: str) -> None:
    """Show the command that appends tables as they are aligned here."""
    by_hand = corrected(address)
    lines = [write_alignment(table, by_hand[table]) for table in tables if table in by_hand]
    _show(
        *("union", query.lake, _name(query), *tables, "--encoder", address["encoder"]),
        *(("--columns", _in_a_line(query.columns)) if query.columns else ()),
        *(word for line in lines for word in ("--aligned", line)),
        *("-o", f"{output}.parquet"),
    )


def join_command(query: Query, part: JoinPart, how: How, rules: Folding, output: str) -> None:
    """Show the command that joins a table with what was accepted here."""
    lines = [write_match(part.name, one) for one in part.accepted]
    pairs = [f"{own}={other}" for own, other in part.on]
    _show(
        *("join", query.lake, _name(query), part.table, "--on", _in_a_line(pairs)),
        *(("--how", how) if how != HOW[0] else ()),
        *(("--fold", rules.names) if rules != ALL else ()),
        *(word for line in lines for word in ("--matched", line)),
        *("-o", f"{output}.parquet"),
    )


def _in_a_line(names: Sequence[str]) -> str:
    """Write names as `core.lake.labels.split_labels` reads them."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(names)
    return line.getvalue()


def _show(*words: str) -> None:
    st.code(shlex.join(("python", "-m", "core", *words)), language="bash", wrap_lines=True)


def _name(query: Query) -> str:
    if not query.upload:
        return query.table
    path = uploaded(workspace(), query.upload)
    return str(path / query.table if query.table else path)

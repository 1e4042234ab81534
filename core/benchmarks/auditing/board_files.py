"""The leaderboard as a file: for a spreadsheet, for a program, and for a paper."""

from __future__ import annotations

import io
import re
from pathlib import Path

import polars as pl

from core.amounts import rounded
from core.benchmarks.auditing.board import PUBLISHED, board_frame
from core.benchmarks.auditing.published import Published
from core.benchmarks.auditing.scored_runs import Leaderboard
from core.benchmarks.types import BEST
from core.errors import InputError
from core.evaluation import Metric
from core.evaluation.run_order import PLACES
from core.search import csv_bytes
from core.store.streams import ending_of

BOARD_SUFFIXES = (".csv", ".parquet", ".tex")


def board_file(board: Leaderboard, suffix: str, published: Published | None = None) -> bytes:
    r"""Write the leaderboard in the form that a file's ending tells.

    Parameters
    ----------
    suffix
        ``.csv`` or ``.parquet`` for every figure of `board_frame`, as it was computed; ``.tex`` for
        a table of LaTeX with three decimals, in which the best run or published figure by each
        metric is bold. It needs ``\usepackage{booktabs}``.
    published
        As of `board_frame`.

    Raises
    ------
    InputError
        If the ending is another.
    """
    frame = board_frame(board, published, [] if suffix == ".tex" else tuple(Metric))
    if suffix == ".csv":
        return csv_bytes(frame.cast(pl.String))
    if suffix == ".parquet":
        written = io.BytesIO()
        frame.write_parquet(written)
        return written.getvalue()
    if suffix == ".tex":
        return _latex(frame, board).encode()
    raise InputError(f"Scores are written as {', '.join(BOARD_SUFFIXES)}. Got {suffix!r}.")


def board_ending(path: Path) -> str:
    """Return by which of `BOARD_SUFFIXES` scores are written to a path: a bare stream takes CSV."""
    return ending_of(path, of_stream=".csv")


def check_board_place(path: Path) -> None:
    """Refuse a place that scores cannot be written to, before any is computed.

    Raises
    ------
    InputError
        If the ending is none of `BOARD_SUFFIXES`, or the folder is not there.
    """
    if board_ending(path) not in BOARD_SUFFIXES:
        raise InputError(
            f"Scores are written to a file that ends in {', '.join(BOARD_SUFFIXES)}. Got {path}."
        )
    if not path.parent.is_dir():
        raise InputError(f"Scores are written to a folder that is there. Got {path}.")


def _latex(frame: pl.DataFrame, board: Leaderboard) -> str:
    import pandas as pd

    metrics = {metric.value: metric.label(board.k) for metric in Metric}
    published = pl.col("from") == PUBLISHED
    named = pl.when(published).then(pl.col("run") + ", published").otherwise("run")
    figures = pl.col(list(metrics)).round(PLACES)  # else one of two equal runs would be the best
    shown = frame.select(named.alias("Run"), figures).rename(metrics).to_pandas()
    runs = pd.Index(frame.select((pl.col("run") != BEST).arg_true()).to_series())
    lines = shown.style.hide(axis="index")
    lines = lines.format(rounded, na_rep="", subset=list(metrics.values()))
    lines = lines.format(escape="latex", subset=["Run"])
    lines = lines.format_index(escape="latex", axis="columns")
    if len(runs):
        lines = lines.highlight_max(
            subset=pd.IndexSlice[runs, list(metrics.values())], props="textbf:--rwrap;"
        )
    table = lines.to_latex(hrules=True, column_format="l" + "r" * len(metrics))
    # Behind the end of a row LaTeX would take a bracket for a length, and a star for its own.
    return re.sub(r"^(?=[\[*])", "{}", table, flags=re.MULTILINE)

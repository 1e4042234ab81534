"""Make a lake's text index: words, phrases, whole cells, rows and titles, batch by batch."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

import core
from core.features import terms as words
from core.features.terms import Terms
from core.indexes.arrays import ArrayWriter
from core.indexes.manifests import LakeTables, write_document, write_tables
from core.indexes.texts.postings import PostingsWriter
from core.indexes.timing import start_clock
from core.lake.stored.cells import CellBatch
from core.monitor import Monitor
from core.store import new_folder

if TYPE_CHECKING:
    import polars as pl

FORMAT = 3
"""Raised whenever the files of a text index change, or what is written into them."""

ROWS_READ = 50_000
"""Rows of one table whose words are indexed; what stands below is not found."""

ROWS_APART = 1_000
"""Rows of one table that are also documents of their own."""

HEADER_TIMES = 2
"""How often a word of a header counts."""

FIELDS = ("words", "pairs", "wholes", "rows", "titles", "title_pairs")
"""What is indexed: the words of headers and cells; two words that follow one another in a header
or cell; whole headers and cells; the rows as documents of their own; the words and the pairs of
words of what is said of a table besides its cells."""


WITH_TFIDF = ("words", "titles")
"""Fields that tables are ranked by TF-IDF in, too."""


def build_text(
    folder: Path,
    batches: Iterable[CellBatch],
    tables: LakeTables,
    titles: Mapping[str, str],
    *,
    monitor: Monitor,
) -> None:
    """Index every table of a data lake into a new folder; nothing is done if it is there.

    The folder appears when it is complete and never changes. Memory holds a batch, some million
    postings of each field and some numbers a table, but none a row; at the end, of one field after
    the other, a part of its postings: about a 64th if they are many.

    Parameters
    ----------
    folder
        Where to make it. Its name must follow from their fingerprint, the titles and the version of
        this code.
    batches
        All tables in the order of `tables`, whose ids are unique.
    titles
        What is said of a table besides its cells, by table id; a table may have none.
    monitor
        Told of tables done, tables in all, and what is going on, and then of the parts that are put
        in order; asked between batches and parts whether to stop.

    Raises
    ------
    CancelledError
        When `monitor` says so.
    ValueError
        If the batches are not of these tables.
    """
    if (folder / "manifest.json").exists():
        return
    began = start_clock("Stemmer")
    with new_folder(folder) as beside:
        writers = {
            field: PostingsWriter(beside, field, with_tfidf=field in WITH_TFIDF) for field in FIELDS
        }
        placed = _Placed(tables.ids)
        with ArrayWriter(beside / "row_offsets.npy", np.int64) as offsets:
            for batch in batches:
                places = placed.places(batch)
                _add_headers(writers, batch, places)
                _add_cells(writers, batch, places, placed)
                monitor.raise_if_stopped("The indexing was cancelled; nothing of it is kept.")
                monitor.progress(placed.begun, len(tables), "Indexing words")
            offsets.append(placed.row_offsets())
        _add_titles(writers, [titles.get(table_id, "") for table_id in tables.ids])
        _finish(writers, placed, monitor)
        write_tables(beside, replace(tables, digests=None))
        manifest = {
            "format": FORMAT,
            "terms": words.CODE_VERSION,
            "fingerprint": tables.fingerprint,
            "tables": len(tables),
            "rows": placed.rows,
            "seconds": round(time.monotonic() - began, 3),
            "versions": _versions(),
        }
        write_document(beside / "manifest.json", manifest)


def _finish(writers: Mapping[str, PostingsWriter], placed: _Placed, monitor: Monitor) -> None:
    begun, total = 0, sum(writer.parts for writer in writers.values())
    for field, writer in writers.items():
        documents = placed.rows if field == "rows" else placed.begun
        writer.finish(documents, monitor=monitor.part(begun, total))
        begun += writer.parts


class _Placed:
    """Where the tables of the batches stand, and which rows were taken of each."""

    def __init__(self, table_ids: Sequence[str]) -> None:
        self._ids = table_ids
        self._taken = np.zeros(len(table_ids), dtype=np.int64)
        self.begun = 0
        self.rows = 0

    def places(self, batch: CellBatch) -> NDArray[np.int64]:
        """Return the place of each of a batch's tables in the order of all."""
        first = self.begun - 1 if batch.first_row else self.begun
        end = first + len(batch.table_ids)
        if list(self._ids[first:end]) != batch.table_ids:
            raise ValueError(f"Batches must follow table_ids. Got {batch.table_ids[0]!r}.")
        self.begun = end
        return np.arange(first, end)

    def row_documents(
        self, batch: CellBatch, places: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return each row's number as a document, and which of the rows are one at all."""
        within = np.arange(int(batch.rows.sum())) - np.repeat(
            np.cumsum(batch.rows) - batch.rows, batch.rows
        )
        chosen = within + batch.first_row < ROWS_APART
        numbers = self.rows + np.cumsum(chosen) - 1
        first = int(places[0]) if len(places) else 0
        taken = np.bincount(np.repeat(places - first, batch.rows)[chosen])
        self._taken[first : first + len(taken)] += taken
        self.rows += int(np.count_nonzero(chosen))
        return numbers, chosen

    def row_offsets(self) -> NDArray[np.int64]:
        if self.begun != len(self._ids):
            raise ValueError(f"Batches must have {len(self._ids)} tables. Got {self.begun}.")
        return np.concatenate([[0], np.cumsum(self._taken)]).astype(np.int64)


@dataclass(frozen=True)
class _Field:
    """Terms of texts of which each belongs to a table."""

    found: Terms
    tables: NDArray[np.int64]

    def add_to(
        self, writers: Mapping[str, PostingsWriter], word: str, pair: str, times: int
    ) -> None:
        writers[word].add(self.tables[self.found.texts], self.found.terms, times)
        together = words.pairs(self.found)
        writers[pair].add(self.tables[together.texts], together.terms)


def _add_headers(
    writers: Mapping[str, PostingsWriter], batch: CellBatch, places: NDArray[np.int64]
) -> None:
    import polars as pl

    if batch.first_row:
        return
    header = pl.Series(batch.names, dtype=pl.String)
    of_table = np.repeat(places, batch.widths)
    _Field(words.terms(split_names(header)), of_table).add_to(
        writers, "words", "pairs", HEADER_TIMES
    )
    whole = words.wholes(words.terms(header))
    writers["wholes"].add(of_table[whole.texts], whole.terms)


def _add_cells(
    writers: Mapping[str, PostingsWriter],
    batch: CellBatch,
    places: NDArray[np.int64],
    tables: _Placed,
) -> None:
    import polars as pl

    documents, apart = tables.row_documents(batch, places)
    found = words.terms(pl.Series(batch.cells, dtype=pl.String))
    of_table = np.repeat(places, batch.cell_counts)
    _Field(found, of_table).add_to(writers, "words", "pairs", 1)
    whole = words.wholes(found)
    writers["wholes"].add(of_table[whole.texts], whole.terms)
    rows = batch.row_numbers()[found.texts]
    chosen = apart[rows]
    writers["rows"].add(documents[rows[chosen]], found.terms[chosen])


def _add_titles(writers: Mapping[str, PostingsWriter], titles: list[str]) -> None:
    import polars as pl

    found = words.terms(split_names(pl.Series(titles, dtype=pl.String)))
    _Field(found, np.arange(len(titles))).add_to(writers, "titles", "title_pairs", 1)


def split_names(names: pl.Series) -> pl.Series:
    """Add to each name that is written in one the words that it is made of.

    Examples
    --------
    >>> import polars as pl
    >>> split_names(pl.Series(["AvgGrade", "price", "sales_2023"])).to_list()
    ['AvgGrade Avg Grade', 'price', 'sales_2023']
    """
    import polars as pl

    apart = names.str.replace_all(r"(\p{Ll}|\d)(\p{Lu})", "$1 $2")
    frame = pl.DataFrame({"name": names, "apart": apart})
    both = pl.when(pl.col("name") == pl.col("apart")).then("name")
    together = both.otherwise(pl.concat_str("name", "apart", separator=" "))
    return frame.select(together.alias("name"))["name"]


def _versions() -> dict[str, str]:
    names = ("bm25s", "numpy", "polars", "PyStemmer")
    return {"soundings": core.__version__, **{name: version(name) for name in names}}

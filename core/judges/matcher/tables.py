"""Tables as `rule:matcher` sees them: names of columns, types, values, vectors of the names."""

from __future__ import annotations

import re
import unicodedata
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from core import lake as lakes
from core.features import ColumnBatch, encoder
from core.features.pooling import normalised
from core.lake.stored.heads import TableHead, table_heads
from core.settings import Settings
from core.store import Workspace
from core.types import DataType

ROWS_READ = 1_000
"""Rows of a table that are looked at for its values, its first ones..."""
CELLS_READ = 100_000
"""...and cells: a table of more than a hundred columns gives fewer rows."""

_KEPT = 1_000
_NUMBERS = (DataType.INTEGER, DataType.FLOAT)
_JOINT = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[\W_]+")
_WORD = re.compile(r"\w")


@dataclass(frozen=True, eq=False)
class MatcherTable:
    """One table as the rule sees it; columns without a name are left out.

    Parameters
    ----------
    content_hash
        Of the table's cells.
    names
        Words of each named column's header, `n` of them.
    types
        Kind of values of each named column; integers and floats are one kind.
    values
        Hashes of the different values of the named columns in the rows read, ascending; they are
        those of this process.
    rows
        Of the whole table.
    name_vectors
        Shape (n, d), of length 1 or 0.
    header_vector
        Of all names together, shape (d,).
    """

    content_hash: str
    names: tuple[str, ...]
    types: tuple[str, ...]
    values: NDArray[np.int64]
    rows: int
    name_vectors: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    header_vector: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))


def header_words(header: str) -> str:
    """Return the words of a header in one spelling; empty if it has none.

    Examples
    --------
    >>> header_words(" birthDate_UTC "), header_words("Pop. (2020)"), header_words("--")
    ('birth date utc', 'pop 2020', '')
    """
    text = unicodedata.normalize("NFKC", header)
    return " ".join(_JOINT.sub(" ", text).split()).casefold()


class TableReader:
    """Reads tables of the workspace as the rule sees them, each once while it is in use.

    The names are encoded with the sentence model that is embedded in Soundings whatever the
    settings say, for the rule's coefficients were found with it; encoded names are kept on disk
    like those of any other encoder.
    """

    def __init__(self, workspace: Workspace, settings: Settings) -> None:
        self._workspace = workspace
        self._encoder = encoder("sbert-v", replace(settings, sbert_model=""))
        self._known: OrderedDict[tuple[str, str], MatcherTable | str] = OrderedDict()

    def read(self, wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], MatcherTable | str]:
        """Read tables, given as lake and table id.

        Returns
        -------
        dict
            The table, or a sentence that says why it cannot be judged.

        Raises
        ------
        EncoderUnavailableError
            If the sentence model cannot be loaded.
        """
        asked = list(dict.fromkeys(wanted))
        new = [one for one in asked if one not in self._known]
        self._known.update(self._encoded(self._raw(new)))
        found = {one: self._known[one] for one in asked}
        for one in asked:
            self._known.move_to_end(one)
        while len(self._known) > max(_KEPT, len(asked)):
            self._known.popitem(last=False)
        return found

    def _raw(self, asked: Sequence[tuple[str, str]]) -> dict[tuple[str, str], MatcherTable | str]:
        by_lake: dict[str, set[str]] = {}
        for lake, table_id in asked:
            by_lake.setdefault(lake, set()).add(table_id)
        found: dict[tuple[str, str], MatcherTable | str] = {}
        for lake, ids in by_lake.items():
            key = lakes.stamp(self._workspace, lake).key
            for head in table_heads(self._workspace, key, ids, ROWS_READ, CELLS_READ):
                found[lake, head.table_id] = _as_seen(head)
        for lake, table_id in asked:
            found.setdefault((lake, table_id), f"The lake {lake!r} has no table {table_id!r}.")
        return found

    def _encoded(
        self, read: dict[tuple[str, str], MatcherTable | str]
    ) -> dict[tuple[str, str], MatcherTable | str]:
        tables = [table for table in read.values() if isinstance(table, MatcherTable)]
        if not tables:
            return read
        texts = [text for table in tables for text in (*table.names, ", ".join(table.names))]
        batch = ColumnBatch([""] * len(texts), [[text] for text in texts], [len(texts)])
        vectors = normalised(np.asarray(self._encoder.encode(batch), np.float32))
        parts = np.split(vectors, np.cumsum([len(table.names) + 1 for table in tables])[:-1])
        filled = iter(
            replace(table, name_vectors=part[:-1], header_vector=part[-1])
            for table, part in zip(tables, parts, strict=True)
        )
        return {
            one: next(filled) if isinstance(table, MatcherTable) else table
            for one, table in read.items()
        }


def _as_seen(head: TableHead) -> MatcherTable | str:
    """Leave out columns without a name; their names are encoded later, with those of others."""
    names = [header_words(name) for name in head.names]
    named = [place for place, name in enumerate(names) if name]
    if not named:
        return f"{head.table_id!r} has no column with a name, and rule:matcher judges by names."
    return MatcherTable(
        head.content_hash,
        tuple(names[place] for place in named),
        tuple(_kind(head.types[place]) for place in named),
        _hashes(value for place in named for value in head.values[place]),
        head.rows,
    )


def _kind(data_type: DataType) -> str:
    return "number" if data_type in _NUMBERS else data_type.value


def _hashes(values: Iterable[str]) -> NDArray[np.int64]:
    """Hash values in one case; one without a letter or digit, such as dashes, is no value."""
    hashed = (hash(value.casefold()) for value in values if _WORD.search(value))
    return np.unique(np.fromiter(hashed, np.int64))

"""The text index beside a plain implementation: dictionaries, loops and the formula of BM25."""

from __future__ import annotations

import itertools
import math
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import CancelledError, WorkspaceError
from core.features.terms import terms
from core.indexes.manifests import LakeTables
from core.indexes.texts import building
from core.indexes.texts import index as opened
from core.indexes.texts.building import build_text
from core.indexes.texts.index import PAIRS, ROWS, WHOLES, TextIndex, open_text
from core.lake.stored.cells import CellBatch
from core.monitor import UNMONITORED, Monitor

Table = tuple[list[str], list[list[str]]]
"""Header and rows."""

_cell = st.sampled_from(["red", "blue car", "red car", "", "a red car", "blue", "7", "the"])
_rows = st.integers(1, 3).flatmap(
    lambda width: st.tuples(
        st.lists(
            st.sampled_from(["car", "colour name", "blue car"]), min_size=width, max_size=width
        ),
        st.lists(st.lists(_cell, min_size=width, max_size=width), max_size=4),
    )
)
_title = st.sampled_from(["", "red things", "car"])
_asked = st.lists(
    st.sampled_from(["red", "car", "blue", "the", "colour", "9"]), min_size=1, max_size=5
)


def _batches(
    tables: Sequence[Table], tables_at_once: int, rows_at_once: int
) -> Iterator[CellBatch]:
    """The tables as a lake gives them; with `rows_at_once`, each in parts."""
    ids = [f"t{place}.csv" for place in range(len(tables))]
    if rows_at_once:
        for name, (header, rows) in zip(ids, tables, strict=True):
            for first in range(0, max(1, len(rows)), rows_at_once):
                yield _batch([name], [(header, rows[first : first + rows_at_once])], first)
        return
    for begin in range(0, len(tables), tables_at_once):
        end = begin + tables_at_once
        yield _batch(ids[begin:end], tables[begin:end], 0)


def _batch(ids: list[str], tables: Sequence[Table], first: int) -> CellBatch:
    cells = [
        row[column] or None
        for header, rows in tables
        for column in range(len(header))
        for row in rows
    ]
    return CellBatch(
        ids,
        [name for header, _ in tables for name in header],
        np.array([len(header) for header, _ in tables]),
        np.array([len(rows) for _, rows in tables]),
        first,
        pa.array(cells, pa.string()),
    )


def _built(
    folder: Path, tables: Sequence[Table], titles: Sequence[str], at_once: int = 2, rows: int = 0
) -> TextIndex:
    ids = [f"t{place}.csv" for place in range(len(tables))]
    told = dict(zip(ids, titles, strict=True))
    build_text(
        folder / "text",
        _batches(tables, at_once, rows),
        LakeTables(ids, "f"),
        told,
        monitor=UNMONITORED,
    )
    return open_text(folder / "text")


def _bm25(documents: list[list[str]], asked: list[str]) -> list[float]:
    counts = [Counter(document) for document in documents]
    mean = sum(map(len, documents)) / max(1, len(documents))
    scores = []
    for count, document in zip(counts, documents, strict=True):
        score = 0.0
        for word in asked:
            having = sum(word in one for one in counts)
            if count[word]:
                idf = math.log(1 + (len(documents) - having + 0.5) / (having + 0.5))
                penalty = 0.6 * (0.25 + 0.75 * len(document) / mean)
                score += idf * count[word] / (count[word] + penalty)
        scores.append(score)
    return scores


def _plainly(tables: Sequence[Table], titles: Sequence[str], asked: list[str]) -> list[float]:
    """What `TextIndex.lexical` promises, the slow way; "the" says nothing."""

    def pairs(words: list[str]) -> list[str]:
        return [" ".join(two) for two in itertools.pairwise(words)]

    said = [word for word in asked if word != "the"]
    texts = [[*header, *(cell for row in rows for cell in row)] for header, rows in tables]
    words = [
        [word for name in header * 2 for word in name.split()]
        + [word for row in rows for cell in row for word in cell.split()]
        for header, rows in tables
    ]
    whole = [[text for text in some if text] for some in texts]
    runs = {
        " ".join(asked[begin:end])
        for begin in range(len(asked))
        for end in range(begin + 1, len(asked) + 1)
    } - {"the"}
    by_row = [[word for cell in row for word in cell.split()] for _, rows in tables for row in rows]
    row_scores = iter(_bm25(by_row, said))
    best = [max([0.0, *(next(row_scores) for _ in rows)]) for _, rows in tables]
    parts = (
        (1, _bm25(words, said)),
        (1, _bm25([title.split() for title in titles], said)),
        (
            PAIRS,
            _bm25(
                [[p for text in some for p in pairs(text.split())] for some in texts], pairs(said)
            ),
        ),
        (PAIRS, _bm25([pairs(title.split()) for title in titles], pairs(said))),
        (WHOLES, _bm25(whole, sorted(runs))),
        (ROWS, best),
    )
    return [sum(weight * part[i] for weight, part in parts) for i in range(len(tables))]


def _terms(words: list[str]) -> np.ndarray:
    return terms(pl.Series([" ".join(words)])).terms


@settings(max_examples=20, deadline=None)
@given(
    st.lists(st.tuples(_rows, _title), min_size=1, max_size=5), _asked, st.sampled_from([0, 1, 3])
)
def test_scores_are_those_of_a_plain_implementation(
    lake: list[tuple[Table, str]], asked: list[str], rows_at_once: int
) -> None:
    tables, titles = [table for table, _ in lake], [title for _, title in lake]
    said = _terms([word for word in asked if word != "the"])
    with tempfile.TemporaryDirectory() as folder:
        index = _built(Path(folder), tables, titles, rows=rows_at_once)
        found = index.lexical(said, _terms(asked), titles=True)
    assert found == pytest.approx(_plainly(tables, titles, asked), abs=1e-4)


@settings(max_examples=30, deadline=None)
@given(st.lists(_rows, max_size=6), _asked, st.integers(1, 7))
def test_the_best_row_of_each_table_is_the_same_however_many_rows_are_scored_at_once(
    tables: list[Table], asked: list[str], at_once: int
) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        patched.setattr(opened, "_ROWS_AT_ONCE", at_once)
        index = _built(Path(folder), tables, [""] * len(tables))
        found = index.best_row_scores(_terms(asked))
        scores = iter(index.field_scores("rows", _terms(asked)).tolist())
    expected = [max([0.0, *(next(scores) for _ in rows)]) for _, rows in tables]
    assert found.tolist() == expected


CARS: list[Table] = [
    (["car", "colour"], [["old beetle", "red"], ["new beetle", "blue"]]),
    (["AvgPrice"], [["7"]]),
    (["empty"], []),
]


def test_titles_count_only_where_they_are_asked_for(tmp_path: Path) -> None:
    index = _built(tmp_path, CARS, ["", "", "beetles"])
    asked = _terms(["beetle"])
    assert (index.bm25(asked, titles=False) > 0).tolist() == [True, False, False]
    assert (index.bm25(asked, titles=True) > 0).tolist() == [True, False, True]
    assert (index.tfidf(asked, titles=False) > 0).tolist() == [True, False, False]
    assert (index.tfidf(asked, titles=True) > 0).tolist() == [True, False, True]
    assert index.holds(asked, [0, 2], titles=False).tolist() == [[True], [False]]
    assert index.holds(asked, [0, 2], titles=True).tolist() == [[True], [True]]


def test_a_name_written_in_one_is_found_by_its_parts(tmp_path: Path) -> None:
    index = _built(tmp_path, CARS, ["", "", ""])
    for asked in (["price"], ["avgprice"], ["avg"]):
        assert index.bm25(_terms(asked), titles=False).argmax() == 1


def test_the_best_rows_of_a_table_are_those_with_the_most_telling_words(tmp_path: Path) -> None:
    index = _built(tmp_path, CARS, ["", "", ""])
    asked = _terms(["new", "beetle"])
    assert index.best_rows(asked, 0, 5) == [1, 0]
    assert index.best_rows(asked, 0, 1) == [1]
    assert index.best_rows(asked, 1, 5) == []
    assert index.best_rows(asked, 2, 5) == []


def test_rows_far_down_are_found_by_their_words_but_are_no_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "ROWS_APART", 1)
    index = _built(tmp_path, CARS, ["", "", ""], rows=1)
    asked = _terms(["blue"])
    assert index.bm25(asked, titles=False).argmax() == 0
    assert index.best_rows(asked, 0, 5) == []
    assert index.manifest["rows"] == 2


def test_batches_of_other_tables_are_refused_and_leave_nothing(tmp_path: Path) -> None:
    for ids in (["t0.csv", "x.csv", "t2.csv"], ["t0.csv"], [*"abcd"]):
        with pytest.raises(ValueError, match="Batches must"):
            build_text(
                tmp_path / "text",
                _batches(CARS, 3, 0),
                LakeTables(ids, "f"),
                {},
                monitor=UNMONITORED,
            )
        assert not (tmp_path / "text").exists()


@pytest.mark.parametrize(
    "stopped",
    [
        (0, 0, ""),
        (3, 3, "Indexing words"),
        (0, 6, "Putting words in order"),
        (4, 6, "Putting words in order"),
    ],
)
def test_a_cancelled_build_leaves_nothing(tmp_path: Path, stopped: tuple[int, int, str]) -> None:
    told = [(0, 0, "")]
    with pytest.raises(CancelledError):
        build_text(
            tmp_path / "text",
            _batches(CARS, 1, 0),
            LakeTables(["t0.csv", "t1.csv", "t2.csv"], "f"),
            {},
            monitor=Monitor(lambda *step: told.append(step), lambda: told[-1] == stopped),
        )
    assert told[-1] == stopped
    assert list(tmp_path.iterdir()) == []


def test_an_index_of_another_version_is_not_opened(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="must be built"):
        open_text(tmp_path)
    _built(tmp_path, CARS, ["", "", ""])
    manifest = tmp_path / "text" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"format": 3', '"format": 2'))
    with pytest.raises(WorkspaceError, match="another version"):
        open_text(tmp_path / "text")

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import CancelledError, WorkspaceError
from core.features.base import Checkpoint
from core.features.sbert_model import SentenceModel
from core.features.sentences import SentenceEncoder
from core.features.table_texts import (
    TextKind,
    markdown,
    reach_of,
    rows_needed,
    sentence,
    table_texts,
)
from core.indexes.manifests import LakeTables
from core.indexes.texts.vectors import TextVectors, build_text_vectors, open_text_vectors
from core.lake.stored.cells import CellBatch
from core.monitor import UNMONITORED, Monitor


class Letters(SentenceEncoder):
    """How often each of some letters stands in a text: an encoder that needs no model."""

    key = "letters"
    dimension = 5

    def load(self) -> None:
        pass

    def encode(
        self, texts: Sequence[str], checkpoint: Checkpoint | None = None, query: bool = False
    ) -> np.ndarray:
        if checkpoint:
            checkpoint(1.0)
        counts = [[text.count(letter) for letter in "abcde"] for text in texts]
        return np.array(counts, dtype=np.float32).reshape(-1, 5)

    def versions(self) -> dict[str, str]:
        return {}


ENCODER = Letters(SentenceModel(), Path(), 1)

_cells = st.lists(st.text("abcde ", max_size=4), min_size=0, max_size=13)


def _batch(columns: Sequence[list[str]], first: int = 0) -> CellBatch:
    """One table a list of cells, each of one column named "a"."""
    return CellBatch(
        [f"t{place}.csv" for place in range(len(columns))],
        ["a"] * len(columns),
        np.ones(len(columns), dtype=np.int64),
        np.array([len(cells) for cells in columns]),
        first,
        pa.array([cell or None for cells in columns for cell in cells], pa.string()),
    )


def _built(folder: Path, kind: TextKind, tables: Sequence[list[str]]) -> TextVectors:
    ids = [f"t{place}.csv" for place in range(len(tables))]
    build_text_vectors(
        folder / "v",
        kind,
        ENCODER,
        [_batch(tables)],
        LakeTables(ids, "f"),
        {"t0.csv": "bad"},
        monitor=UNMONITORED,
    )
    return open_text_vectors(folder / "v", ENCODER)


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(get_args(TextKind)),
    st.lists(_cells, min_size=1, max_size=5),
    st.text("abcde", min_size=1),
)
def test_a_table_is_as_near_as_its_nearest_text(
    kind: TextKind, tables: list[list[str]], asked: str
) -> None:
    query = ENCODER.encode([asked])[0]
    with tempfile.TemporaryDirectory() as folder:
        index = _built(Path(folder), kind, tables)
        found = index.scores(query)
        nearest = [index.nearest_rows(query, place, 2) for place in range(len(tables))]
    for place, (texts, rows) in enumerate(table_texts(kind, _batch(tables), {"t0.csv": "bad"})):
        cosines = []
        for vector in ENCODER.encode(texts):
            length = np.linalg.norm(vector) * np.linalg.norm(query)
            cosines.append(float(vector @ query / length) if length else 0.0)
        assert found[place] == pytest.approx(max(cosines, default=-1.0), abs=1e-5)
        assert len(nearest[place]) == min(2, len(texts))
        if texts:
            row, cosine = nearest[place][0]
            assert cosine == pytest.approx(max(cosines), abs=1e-5)
            assert row in rows


def test_windows_have_five_rows_under_the_header() -> None:
    batch = _batch([[str(number) for number in range(12)]])
    texts, rows = next(table_texts("window", batch, {}))
    assert rows == [0, 5, 10]
    assert texts[2] == "| a |\n| 10 |\n| 11 |"
    later = CellBatch(batch.table_ids, ["a"], batch.widths, batch.rows, 40, batch.cells)
    assert next(table_texts("window", later, {}))[1] == [40, 45, 50]
    assert next(table_texts("table", later, {})) == ([], [])


def test_a_table_without_rows_has_its_header_as_a_window_and_no_row() -> None:
    assert next(table_texts("window", _batch([[]]), {})) == (["| a |"], [0])
    assert next(table_texts("row", _batch([[]]), {})) == ([], [])


def test_a_long_table_and_a_long_row_are_cut_where_no_encoder_reads_any_more() -> None:
    rows = [["x" * 150]] * 60
    assert len(markdown(["a"], rows)) < 2_500
    assert len(sentence(["a"] * 100, ["x" * 150] * 100)) == 2_000


def test_a_model_that_reads_more_is_given_more_of_a_table() -> None:
    """100 rows as in TARGET (section 3.4) where the model has room for them."""
    short, long = (reach_of(tokens) for tokens in (128, 512))
    assert [rows_needed("table", most) for most in (short, long)] == [60, 100]
    assert rows_needed("row", long) == rows_needed("row", short) == 1_000
    batch = _batch([[str(number) for number in range(300)]])
    told = [next(table_texts("table", batch, {}, most))[0][0] for most in (short, long)]
    assert [text.count("\n") for text in told] == [60, 100]
    wide = [["x" * 150]] * 60
    assert [markdown(["a"], wide, most).count("\n") for most in (short, long)] == [13, 26]
    longest = [len(sentence(["a"] * 100, ["x" * 150] * 100, most)) for most in (short, long)]
    assert longest == [2_000, 4_000]


class ReadsMore(Letters):
    tokens = 512


@pytest.mark.parametrize(("coder", "seen"), [(Letters, 60), (ReadsMore, 100)])
def test_vectors_are_of_as_many_rows_as_the_model_reads(
    coder: type[Letters], seen: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = coder(SentenceModel(), Path(), 1)
    given: list[str] = []
    encode = Letters.encode
    monkeypatch.setattr(
        coder, "encode", lambda self, texts, *more: given.extend(texts) or encode(self, texts)
    )
    build_text_vectors(
        tmp_path / "v",
        "table",
        encoder,
        [_batch([["b"] * 300])],
        LakeTables(["t0.csv"], "f"),
        {},
        monitor=UNMONITORED,
    )
    assert [text.count("b") for text in given] == [seen]


def test_vectors_of_another_model_are_not_opened(tmp_path: Path) -> None:
    _built(tmp_path, "table", [["a"]])

    class Others(Letters):
        key = "others"

    with pytest.raises(WorkspaceError, match="another version or model"):
        open_text_vectors(tmp_path / "v", Others(SentenceModel(), Path(), 1))
    with pytest.raises(WorkspaceError, match="must be built"):
        open_text_vectors(tmp_path / "w", ENCODER)


def test_a_cancelled_build_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(CancelledError):
        build_text_vectors(
            tmp_path / "v",
            "row",
            ENCODER,
            [_batch([["a"]])],
            LakeTables(["t0.csv"], "f"),
            {},
            monitor=Monitor(should_stop=lambda: True),
        )
    assert list(tmp_path.iterdir()) == []


def test_batches_of_other_tables_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="batches must be of"):
        build_text_vectors(
            tmp_path / "v",
            "table",
            ENCODER,
            [_batch([["a"]])],
            LakeTables(["t0.csv", "t1.csv"], "f"),
            {},
            monitor=UNMONITORED,
        )

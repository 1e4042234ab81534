from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from core import lake as lakes
from core.features.base import Checkpoint
from core.features.sbert_model import SentenceModel
from core.features.sentences import SentenceEncoder
from core.search.derived import texts
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace


class Lines(SentenceEncoder):
    """Keeps what it is given: an encoder that needs no model."""

    key = "lines"
    dimension = 2
    tokens = 512

    def __init__(self) -> None:
        super().__init__(SentenceModel(), Path(), 1)
        self.given: list[str] = []

    def load(self) -> None:
        pass

    def encode(
        self, texts: Sequence[str], checkpoint: Checkpoint | None = None, query: bool = False
    ) -> np.ndarray:
        self.given += texts
        return np.ones((len(texts), 2), dtype=np.float32)

    def versions(self) -> dict[str, str]:
        return {}


def test_as_many_rows_of_a_table_are_read_as_its_encoder_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lake").mkdir()
    cells = [f"{word}{number}" for number in range(60) for word in ("cod", "eel", "ray")]
    (tmp_path / "lake" / "fish.csv").write_text("\n".join(["name", *cells]) + "\n")
    settings = Settings(workspace=tmp_path / "workspace", workers=1)
    workspace = Workspace.open(settings.workspace)
    lake = lakes.add_lake(workspace, "sea", tmp_path / "lake")
    lakes.refresh(workspace, lake, settings)
    encoder = Lines()
    monkeypatch.setattr(texts, "sentence_encoder", lambda _: encoder)
    texts.text_vectors_of(
        SearchedLake(workspace, lakes.lake(workspace, "sea"), settings), "table", False
    )
    (text,) = encoder.given
    assert text.splitlines() == [f"| {cell} |" for cell in ("name", *cells[:100])]

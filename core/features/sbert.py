"""Columns as sentences for a sentence-transformers model (fishy-tus, 3.2.b)."""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Literal

from core.features.base import Checkpoint, ColumnEncoder
from core.features.cache import EmbeddingStore
from core.features.sbert_model import SentenceModel
from core.features.sentences import SentenceEncoder
from core.features.types import ColumnBatch, ColumnVectors

SAMPLED_VALUES = 20
CODE_VERSION = 2
"""Raised whenever the same columns would give other vectors."""


class SbertEncoder(ColumnEncoder):
    """A column's name, values or both as one text, encoded by a sentence-transformers model.

    Values are sorted, so that the text does not depend on the order of the rows: columns with the
    same values have the same vector.

    "sbert-c" has the name alone in the same words as "sbert-vc", "Column: NAME": the paper leaves
    this open, and only so are its published scores reproduced (a bare name scores higher). For
    "sbert-v", a column without values has the zero vector; for the others, having no name is a
    name like any other. Vectors are rounded to float16, so that a cached one and a fresh one are
    equal.

    Parameters
    ----------
    name
        "sbert-vc" (name and values), "sbert-v" (values) or "sbert-c" (name).
    model
        Shared by the three.
    cache
        Folder under which each model has a folder of text vectors, shared by every data lake.
    threads
        Threads offline; a query uses one.
    """

    pooling: ClassVar[Literal["max", "mean"]] = "mean"
    sparse: ClassVar[bool] = False
    needs_fit: ClassVar[bool] = False

    def __init__(self, name: str, model: SentenceModel, cache: Path, threads: int) -> None:
        self.name = name
        self._sentences = SentenceEncoder(model, cache, threads)

    @property
    def sample_size(self) -> int:  # type: ignore[override]  # of the three, one needs no values
        """20 values; none for "sbert-c"."""
        return 0 if self.name == "sbert-c" else SAMPLED_VALUES

    @property
    def dimension(self) -> int:
        """Of the model: 384 for the embedded one."""
        return self._sentences.dimension

    @cached_property
    def key(self) -> str:
        """Fingerprint of the encoder's name, parameters, model and code version."""
        parameters = [self.name, CODE_VERSION, self.sample_size, self._sentences.key]
        return hashlib.blake2b(json.dumps(parameters).encode(), digest_size=16).hexdigest()

    @property
    def reused(self) -> float:
        """Share of the texts whose vectors another had made before."""
        return self._sentences.reused

    @property
    def store(self) -> EmbeddingStore:
        """Text vectors under this model."""
        return self._sentences.store

    def prepare(self) -> None:
        """Load the model."""
        self._sentences.load()

    def texts(self, batch: ColumnBatch) -> list[str]:
        """Return the text of each column.

        Examples
        --------
        >>> batch = ColumnBatch(["City"], [["Oslo", "Rome"]], [1])
        >>> [
        ...     SbertEncoder(name, SentenceModel(), Path(), 1).texts(batch)[0]
        ...     for name in ("sbert-vc", "sbert-v", "sbert-c")
        ... ]
        ['Column: City. Values: Oslo, Rome', 'Oslo, Rome', 'Column: City']
        """
        return [
            self._text(name, ", ".join(sorted(values[:SAMPLED_VALUES])))
            for name, values in zip(batch.names, batch.values, strict=True)
        ]

    def _text(self, name: str, values: str) -> str:
        if self.name == "sbert-v":
            return values if values.strip() else ""
        return f"Column: {name}" if self.name == "sbert-c" else f"Column: {name}. Values: {values}"

    def encode(
        self, batch: ColumnBatch, *, checkpoint: Checkpoint | None = None, query: bool = False
    ) -> ColumnVectors:
        """Return an array of float32, shape (columns, dimension).

        Equal texts are encoded once, known ones not at all. What is encoded is kept on disk
        every few seconds (not for a query), also when `checkpoint` raises.

        Raises
        ------
        EncoderUnavailableError
            If the model cannot be loaded.
        """
        return self._sentences.encode(self.texts(batch), checkpoint, query)

    def versions(self) -> dict[str, str]:
        """Versions of torch and of what drives it."""
        return self._sentences.versions()

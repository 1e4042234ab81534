"""Texts to vectors of a sentence-transformers model, each text once for the whole workspace."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.features.base import Checkpoint
from core.features.cache import EmbeddingStore, Keys, stored_dimension, text_keys
from core.features.sbert_model import SentenceModel

_TEXTS_PER_PART = 1024
_SECONDS_PER_PART = 5.0


class SentenceEncoder:
    """One model with the vectors that it has made before.

    Vectors are rounded to float16, so that a cached one and a fresh one are equal.

    Parameters
    ----------
    model
        May be shared.
    cache
        Folder under which each model has a folder of text vectors, shared by every data lake.
    threads
        Threads offline; a query uses one.
    """

    def __init__(self, model: SentenceModel, cache: Path, threads: int) -> None:
        self._model = model
        self._cache = cache
        self._threads = threads
        self._encoded: list[NDArray[np.uint64]] = []
        self._at_hand = 0

    @property
    def key(self) -> str:
        """Fingerprint of the model."""
        return self._model.key

    @property
    def loading_seconds(self) -> float:
        """Seconds that it took to load the model; 0 until it is loaded."""
        return self._model.loading_seconds

    @property
    def tokens(self) -> int:
        """Tokens of a text that the model reads; it is loaded unless it is the embedded one."""
        return self._model.tokens

    @property
    def reused(self) -> float:
        """Share of the texts given until now, queries aside, that another had encoded before."""
        encoded = sum(map(len, self._encoded))
        return self._at_hand / max(1, self._at_hand + encoded)

    @cached_property
    def dimension(self) -> int:
        """Of the model: 384 for the embedded one. It is loaded only if it has no vectors here."""
        return stored_dimension(self._folder) or self._model.dimension

    @cached_property
    def store(self) -> EmbeddingStore:
        """Text vectors under this model."""
        return EmbeddingStore(self._folder, self.dimension)

    @property
    def _folder(self) -> Path:
        return self._cache / self._model.key

    def load(self) -> None:
        """Load the model unless it is; the first text that is encoded would do it otherwise.

        Raises
        ------
        EncoderUnavailableError
            If it cannot be loaded.
        """
        _ = self._model.dimension

    def versions(self) -> dict[str, str]:
        """Versions of torch and of what drives it."""
        return self._model.versions()

    def encode(
        self,
        texts: Sequence[str],
        checkpoint: Checkpoint | None = None,
        query: bool = False,
    ) -> NDArray[np.float32]:
        """Return one vector a text, shape (texts, dimension); an empty text has the zero vector.

        Equal texts are encoded once, known ones not at all. What is encoded is kept on disk
        every few seconds (not for a query), also when `checkpoint` raises.

        Raises
        ------
        EncoderUnavailableError
            If the model cannot be loaded.
        """
        keys = text_keys(texts)
        _, first, place = np.unique(keys.T, axis=0, return_index=True, return_inverse=True)
        unique_keys = np.ascontiguousarray(keys[:, first])
        vectors, found = self.store.find(unique_keys)
        filled = np.array([bool(texts[i]) for i in first], dtype=bool)
        missing = np.flatnonzero(~found & filled)
        if not query:
            self._count(unique_keys[0, found], unique_keys[0, missing])
        if len(missing):
            wanted = [texts[first[i]] for i in missing]
            vectors[missing] = self._embed(wanted, unique_keys[:, missing], checkpoint, query)
        if checkpoint:
            checkpoint(1.0)
        return vectors[place.reshape(-1)].astype(np.float32)

    def _count(self, found: NDArray[np.uint64], missing: NDArray[np.uint64]) -> None:
        """Tell what is at hand from what this one has encoded; the keys' high halves."""
        own = np.zeros(len(found), dtype=bool)
        for some in self._encoded:
            places = np.minimum(np.searchsorted(some, found), len(some) - 1)
            own |= some[places] == found
        self._at_hand += int(np.count_nonzero(~own))
        if len(missing):
            self._encoded.append(np.sort(missing))

    def _embed(
        self, texts: list[str], keys: Keys, checkpoint: Checkpoint | None, query: bool
    ) -> NDArray[np.float16]:
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float16)
        fresh: list[NDArray[np.int64]] = []
        written = time.monotonic()
        try:
            for places, found, share in self._model.embed(texts, 1 if query else self._threads):
                vectors[places] = found
                fresh.append(places)
                enough = sum(map(len, fresh)) >= _TEXTS_PER_PART
                if not query and (enough or time.monotonic() - written > _SECONDS_PER_PART):
                    self._keep(keys, vectors, fresh)
                    fresh, written = [], time.monotonic()
                if checkpoint:
                    checkpoint(share)
        finally:
            if not query:
                self._keep(keys, vectors, fresh)
        return vectors

    def _keep(
        self, keys: Keys, vectors: NDArray[np.float16], fresh: list[NDArray[np.int64]]
    ) -> None:
        if fresh:
            rows = np.concatenate(fresh)
            self.store.add(keys[:, rows], vectors[rows])

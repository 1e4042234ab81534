"""The column encoders by name."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from core.errors import EncoderUnavailableError
from core.features.base import ColumnEncoder
from core.features.lexical import HashEncoder, VocabularyEncoder
from core.features.sbert import SbertEncoder
from core.features.sbert_model import SentenceModel
from core.features.sentences import SentenceEncoder
from core.settings import ENCODERS, Settings


def encoder(name: str, settings: Settings) -> ColumnEncoder:
    """Return the column encoder of that name; cheap, since models are loaded when first used.

    Parameters
    ----------
    name
        One of `ENCODERS`.
    settings
        `sbert_model`, `encoder_threads` and `workspace` (for the cache of text vectors) are read.

    Raises
    ------
    EncoderUnavailableError
        If the name is unknown. A model that cannot be loaded raises it when it is first used.

    Examples
    --------
    >>> from core.features import ColumnBatch
    >>> hashed = encoder("hash", Settings())
    >>> hashed.encode(ColumnBatch(["City"], [["Oslo", "Rome"]], [1])).sum().round(3)
    np.float32(1.414)
    """
    if name == "hash":
        return HashEncoder()
    if name == "tfidf":
        return VocabularyEncoder("tfidf")
    if name == "count":
        return VocabularyEncoder("count")
    if name in ENCODERS:
        return SbertEncoder(
            name, _model(settings.sbert_model), _cache(settings), settings.encoder_threads
        )
    raise EncoderUnavailableError(f"encoder must be one of {', '.join(ENCODERS)}. Got {name!r}.")


def sentence_encoder(settings: Settings) -> SentenceEncoder:
    """Return the encoder of whole texts: the settings' model; cheap, as `encoder` is."""
    model = _model(settings.sbert_model)
    return SentenceEncoder(model, _cache(settings), settings.encoder_threads)


def encoder_settings(settings: Settings) -> Settings:
    """Return the settings with all at their defaults that no encoder reads.

    What was opened with an encoder is kept by these: settings that differ in anything else, such as
    the time that a condition may take, have the same encoder.

    Examples
    --------
    >>> encoder_settings(Settings(condition_seconds=5)) == encoder_settings(Settings())
    True
    """
    return Settings(
        workspace=settings.workspace,
        sbert_model=settings.sbert_model,
        encoder_threads=settings.encoder_threads,
    )


def _cache(settings: Settings) -> Path:
    return settings.workspace / "vectors" / "cache"


@lru_cache(maxsize=2)
def _model(name: str) -> SentenceModel:
    """One loaded model for the whole process, whichever encoders use it."""
    return SentenceModel(name)

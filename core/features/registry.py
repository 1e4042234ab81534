"""The column encoders by name."""

from __future__ import annotations

from functools import lru_cache

from core.errors import EncoderUnavailableError
from core.features.base import ColumnEncoder
from core.features.lexical import HashEncoder, VocabularyEncoder
from core.features.sbert import SbertEncoder
from core.features.sbert_model import SentenceModel
from core.settings import Settings

ENCODERS = ("hash", "tfidf", "count", "sbert-vc", "sbert-v", "sbert-c")
"""Names of the column encoders (fishy-tus, section 3.2)."""


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
        cache = settings.workspace / "vectors" / "cache"
        return SbertEncoder(name, _model(settings.sbert_model), cache, settings.encoder_threads)
    raise EncoderUnavailableError(f"encoder must be one of {', '.join(ENCODERS)}. Got {name!r}.")


@lru_cache(maxsize=2)
def _model(name: str) -> SentenceModel:
    """One loaded model for the whole process, whichever encoders use it."""
    return SentenceModel(name)

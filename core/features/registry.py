"""The column encoders by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from core.errors import EncoderUnavailableError
from core.features.base import ColumnEncoder
from core.features.lexical import HashEncoder, VocabularyEncoder
from core.features.sbert import SbertEncoder
from core.features.sbert_model import SentenceModel
from core.features.sentences import SentenceEncoder
from core.settings import Settings


class _Entry(NamedTuple):
    """What an encoder compares, in a few words, and what makes it."""

    words: str
    make: Callable[[Settings], ColumnEncoder]


def _sbert(name: str) -> Callable[[Settings], ColumnEncoder]:
    return lambda settings: SbertEncoder(
        name, _model(settings.sbert_model), _cache(settings), settings.encoder_threads
    )


# The environment is checked by the same names, which stand in `core.settings`, too.
_ENTRIES: Mapping[str, _Entry] = {
    "hash": _Entry("Shared words, fastest (hash)", lambda _: HashEncoder()),
    "tfidf": _Entry("Telling words (tfidf)", lambda _: VocabularyEncoder("tfidf")),
    "count": _Entry("Frequent words (count)", lambda _: VocabularyEncoder("count")),
    "sbert-vc": _Entry("Meaning, all (sbert-vc)", _sbert("sbert-vc")),
    "sbert-v": _Entry("Meaning of values (sbert-v)", _sbert("sbert-v")),
    "sbert-c": _Entry("Meaning of names (sbert-c)", _sbert("sbert-c")),
}

ENCODERS = tuple(_ENTRIES)
"""Names of the column encoders (fishy-tus, section 3.2)."""

ENCODER_WORDS: Mapping[str, str] = {name: entry.words for name, entry in _ENTRIES.items()}
"""What each encoder compares, in a few words."""


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
    entry = _ENTRIES.get(name)
    if entry is None:
        known = ", ".join(_ENTRIES)
        raise EncoderUnavailableError(f"encoder must be one of {known}. Got {name!r}.")
    return entry.make(settings)


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

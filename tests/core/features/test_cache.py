"""The text vectors on disk: crashes, damage and company."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import numpy as np

from core.features.cache import EmbeddingStore, stored_dimension, text_keys
from core.store import whole_folder

WRITER = """
import sys
import numpy as np
from pathlib import Path
from core.features.cache import EmbeddingStore, text_keys
store = EmbeddingStore(Path(sys.argv[1]), 4)
start, end = int(sys.argv[2]), int(sys.argv[3])
for part in range(start, end):
    texts = [f"text {part} {i}" for i in range(50)]
    store.add(text_keys(texts), np.full((50, 4), part % 1000 + 1, dtype=np.float16))
    print(part, flush=True)
"""


def texts_of(part: int) -> list[str]:
    return [f"text {part} {i}" for i in range(50)]


def spawn(folder, start: int, end: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(folder), str(start), str(end)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def test_what_was_added_is_found_and_nothing_else(tmp_path):
    store = EmbeddingStore(tmp_path / "new", 3)
    store.add(text_keys(["b", "a"]), np.array([[1, 2, 3], [4, 5, 6]], dtype=np.float16))
    for reader in (store, EmbeddingStore(tmp_path / "new", 3)):
        vectors, found = reader.find(text_keys(["a", "c", "b"]))
        assert found.tolist() == [True, False, True]
        assert vectors.tolist() == [[4, 5, 6], [0, 0, 0], [1, 2, 3]]


def test_an_empty_store_finds_nothing(tmp_path):
    vectors, found = EmbeddingStore(tmp_path / "none", 3).find(text_keys(["a"]))
    assert vectors.shape == (1, 3)
    assert not found.any()


def test_kill_9_loses_at_most_the_part_in_flight(tmp_path):
    for attempt in range(3):
        folder = tmp_path / str(attempt)
        writer = spawn(folder, 0, 10_000)
        assert writer.stdout is not None
        finished = -1
        deadline = time.monotonic() + 0.3 + 0.2 * attempt
        for line in writer.stdout:
            finished = int(line)
            if finished >= 40 and time.monotonic() > deadline:
                break
        os.kill(writer.pid, signal.SIGKILL)
        rest = writer.communicate()[0].split()
        finished = int(rest[-1]) if rest else finished
        store = EmbeddingStore(folder, 4)
        for part in range(finished + 1):
            vectors, found = store.find(text_keys(texts_of(part)))
            assert found.all()
            assert (vectors == part % 1000 + 1).all()


def test_two_processes_add_and_merge_at_once(tmp_path):
    writers = [spawn(tmp_path / "c", 0, 120), spawn(tmp_path / "c", 120, 240)]
    for writer in writers:
        writer.communicate()
        assert writer.returncode == 0
    store = EmbeddingStore(tmp_path / "c", 4)
    _, found = store.find(text_keys([text for part in range(240) for text in texts_of(part)]))
    assert found.all()
    assert len(list((tmp_path / "c").glob("part-*"))) < 100


def test_a_reader_sees_what_another_adds_later(tmp_path):
    reader, writer = EmbeddingStore(tmp_path, 2), EmbeddingStore(tmp_path, 2)
    assert not reader.find(text_keys(["a"]))[1].any()
    writer.add(text_keys(["a"]), np.ones((1, 2), dtype=np.float16))
    assert reader.find(text_keys(["a"]))[1].all()


def test_damaged_parts_and_rows_count_as_absent(tmp_path):
    keys = text_keys(["a", "b"])
    vectors = np.array([[1, 2], [3, 4]], dtype=np.float16)
    for damage in ("cut", "gone", "zeros", "half"):
        folder = tmp_path / damage
        EmbeddingStore(folder, 2).add(keys, vectors)
        (part,) = folder.glob("part-*")
        file = part / "vectors.npy"
        content = file.read_bytes()
        if damage == "cut":
            file.write_bytes(content[:-3])
        elif damage == "gone":
            (part / "keys.npy").unlink()
        elif damage == "zeros":
            file.write_bytes(content[:-8] + bytes(8))
        else:
            part.rename(folder / ".new-1")
        store = EmbeddingStore(folder, 2)
        assert not store.find(keys)[1].any()
        store.add(keys, vectors)
        assert store.find(keys)[1].all()


def test_what_is_half_removed_goes_and_what_is_being_written_stays(tmp_path):
    (tmp_path / ".old-1").mkdir()
    with whole_folder(tmp_path / "part-1") as beside:
        for folder in (tmp_path / ".old-1", beside):
            os.utime(folder, (0, 0))  # a write may take longer than any time that is set
        EmbeddingStore(tmp_path, 2).add(text_keys(["a"]), np.ones((1, 2), dtype=np.float16))
        assert beside.is_dir()
        assert not (tmp_path / ".old-1").exists()


def test_a_part_that_could_not_be_read_once_is_read_later(tmp_path, monkeypatch):
    keys, load = text_keys(["a"]), np.load
    EmbeddingStore(tmp_path, 2).add(keys, np.ones((1, 2), dtype=np.float16))
    faults = [OSError(5, "Input/output error"), OSError(24, "Too many open files")]

    def flaky(*given, **named):
        if faults:
            raise faults.pop()
        return load(*given, **named)

    monkeypatch.setattr(np, "load", flaky)
    store = EmbeddingStore(tmp_path, 2)
    assert [store.find(keys)[1].all() for _ in range(3)] == [False, False, True]


def test_the_length_of_stored_vectors_is_told_without_knowing_it(tmp_path):
    assert stored_dimension(tmp_path / "absent") is None
    EmbeddingStore(tmp_path, 3).add(text_keys(["a"]), np.ones((1, 3), np.float16))
    assert stored_dimension(tmp_path) == 3
    broken = tmp_path / "part-broken"
    broken.mkdir()
    (broken / "vectors.npy").write_bytes(b"not an array")
    assert stored_dimension(tmp_path) == 3
    EmbeddingStore(tmp_path, 4).add(text_keys(["a"]), np.ones((1, 4), np.float16))
    assert stored_dimension(tmp_path) is None

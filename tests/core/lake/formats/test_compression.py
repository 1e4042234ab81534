from __future__ import annotations

import gzip
import io
import tracemalloc
from pathlib import Path

import pytest
import zstandard

from core.errors import UnreadableTableError
from core.lake.formats.base import Limits
from core.lake.formats.compression import format_suffix, open_bytes

TEXT = b"a,b\n1,2\n" * 100_000


def test_a_plain_file_is_opened_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(TEXT)
    with open_bytes(path, Limits()) as file:
        assert file.read() == TEXT


@pytest.mark.parametrize("suffix", [".gz", ".zst", ".GZ"])
def test_members_and_frames_in_a_row_are_one_stream(tmp_path: Path, suffix: str) -> None:
    pack = zstandard.compress if suffix == ".zst" else gzip.compress
    path = tmp_path / f"a.csv{suffix}"
    path.write_bytes(pack(TEXT) + pack(b"") + pack(b"end"))
    with open_bytes(path, Limits()) as file:
        assert file.read() == TEXT + b"end"
    with open_bytes(path, Limits()) as file:
        assert next(iter(io.TextIOWrapper(file, "utf-8"))) == "a,b\n"


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
@pytest.mark.parametrize("fault", ["cut off", "is not"])
def test_a_damaged_stream_is_refused(tmp_path: Path, suffix: str, fault: str) -> None:
    packed = zstandard.compress(TEXT) if suffix == ".zst" else gzip.compress(TEXT)
    path = tmp_path / f"a.csv{suffix}"
    path.write_bytes(packed[:-5] if fault == "cut off" else b"no such magic number")
    with open_bytes(path, Limits()) as file, pytest.raises(UnreadableTableError, match=fault):
        file.read()


def test_an_empty_compressed_file_is_an_empty_stream(tmp_path: Path) -> None:
    for name in ("a.gz", "a.zst"):
        (tmp_path / name).touch()
        with open_bytes(tmp_path / name, Limits()) as file:
            assert file.read() == b""


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_a_bomb_of_a_gigabyte_is_refused_in_little_memory(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.csv{suffix}"
    pack = zstandard.compress if suffix == ".zst" else gzip.compress
    path.write_bytes(pack(bytes(64 * 2**20)) * 16)
    tracemalloc.start()
    count = 0
    with (
        open_bytes(path, Limits()) as stream,
        pytest.raises(UnreadableTableError, match="more than 256 MB"),
    ):
        while got := stream.read(2**16):
            count += len(got)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count <= 256 * 2**20
    assert peak < 80 * 2**20


def test_a_file_is_no_bomb_within_either_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(bytes(100_000)))
    small = path.stat().st_size
    for limits in (Limits(1, 100_000), Limits(100_000 // small + 1, 1)):
        with open_bytes(path, limits) as file:
            assert len(file.read()) == 100_000
    with open_bytes(path, Limits(1, 99_999)) as file, pytest.raises(UnreadableTableError):
        file.read()


def test_a_missing_file_and_a_folder_are_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(UnreadableTableError, match="not there any more"):
        open_bytes(tmp_path / "none.csv", Limits())
    with pytest.raises(UnreadableTableError, match="folder with the name"):
        open_bytes(tmp_path, Limits())


def test_only_the_last_suffix_before_the_packing_counts() -> None:
    assert format_suffix(Path("a.json.csv.ZST")) == ".csv"
    assert format_suffix(Path("a.gz.csv")) == ".csv"
    assert format_suffix(Path("README")) == ""

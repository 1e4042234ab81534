"""Open a plain or a compressed file as a stream of bytes, and refuse one that is a bomb."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO, cast

from core.errors import OverLimitError, UnreadableTableError
from core.lake.formats.base import Limits

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

COMPRESSED = (".gz", ".zst")
"""Suffixes that stand behind the suffix of the format."""

_READ_BYTES = 128 * 1024
_ZSTD_STEP_BYTES = 1024
"""Fed to zstd at once: a block of 4 bytes may unpack to 128 KB (RFC 8878, 3.1.1.2.3), so this
bounds one step to 32 MB; larger steps were not faster."""
_ZSTD_WINDOW_BYTES = 128 * 1024 * 1024
"""What `zstd --long` writes; a frame that asks for more memory is refused."""


def format_suffix(path: Path) -> str:
    """Say by its name which format a file has, whether it is compressed or not.

    Parameters
    ----------
    path
        Only the name is looked at.

    Returns
    -------
    str
        Lower-cased suffix with its dot, without ``.gz`` or ``.zst``; empty if there is none.

    Examples
    --------
    >>> format_suffix(Path("a.b/Sales.2024.CSV.gz")), format_suffix(Path("x.zst"))
    ('.csv', '')
    """
    inner = Path(path.stem) if path.suffix.lower() in COMPRESSED else path
    return inner.suffix.lower()


def open_bytes(path: Path, limits: Limits) -> BinaryIO:
    """Open a file as its unpacked bytes, whatever it is packed with.

    Parameters
    ----------
    path
        A file; ``.gz`` and ``.zst`` (in any case) are unpacked while it is read. Several gzip
        members or zstd frames in a row are one stream.
    limits
        A compressed file is refused as soon as what came out is over ``max_unpacked_bytes`` and
        over ``max_unpacked_ratio`` times the packed size.

    Returns
    -------
    BinaryIO
        A buffered stream, to be closed by the caller; only a plain file can seek. Reading may
        raise `UnreadableTableError` where the compressed data are cut off, damaged or a bomb.

    Raises
    ------
    UnreadableTableError
        If the file cannot be opened. An empty compressed file is an empty stream.
    """
    try:
        file = path.open("rb")
    except OSError as error:
        raise UnreadableTableError(*_cannot_open(error)) from error
    suffix = path.suffix.lower()
    if suffix not in COMPRESSED:
        return file
    pieces = _gzip_pieces(file) if suffix == ".gz" else _zstd_pieces(file)
    most = max(limits.max_unpacked_bytes, limits.max_unpacked_ratio * path.stat().st_size)
    stream = _Unpacked(file, pieces, most)
    return cast(BinaryIO, io.BufferedReader(stream, _READ_BYTES))


def _cannot_open(error: OSError) -> tuple[str, str]:
    if isinstance(error, PermissionError):
        return "The file may not be read.", "Give the user that runs Soundings read permission."
    if isinstance(error, FileNotFoundError):
        return "The file is not there any more.", "Refresh the data lake."
    if isinstance(error, IsADirectoryError):
        return "This is a folder with the name of a file.", "Rename it."
    return f"The file cannot be opened: {error.strerror or error}.", ""


class _Unpacked(io.RawIOBase):
    """The unpacked bytes of a file, counted."""

    def __init__(self, file: IO[bytes], pieces: Iterator[bytes], most: int) -> None:
        self._file = file
        self._pieces = pieces
        self._most = most
        self._count = 0
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        target = memoryview(buffer).cast("B")
        if not self._left:
            self._left = memoryview(next(self._pieces, b""))
            self._count += len(self._left)
            if self._count > self._most:
                raise OverLimitError(
                    f"The compressed file unpacks to more than {self._most // 2**20:,} MB, which "
                    "is out of proportion to its size.",
                    "If it is genuine, unpack it and add the unpacked file.",
                )
        size = min(len(target), len(self._left))
        target[:size] = self._left[:size]
        self._left = self._left[size:]
        return size

    def close(self) -> None:
        self._file.close()
        super().close()


def _gzip_pieces(file: IO[bytes]) -> Iterator[bytes]:
    try:
        with gzip.GzipFile(fileobj=file, mode="rb") as unpacked:
            while piece := unpacked.read1(_READ_BYTES):
                yield piece
    except EOFError as error:
        raise _cut_off("gzip") from error
    except (OSError, zlib.error) as error:
        raise _damaged("gzip") from error


def _zstd_pieces(file: IO[bytes]) -> Iterator[bytes]:
    # Not stream_reader: it ends without an error where the file is cut off inside a frame.
    import zstandard

    packed = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW_BYTES)
    frame = packed.decompressobj()
    begun = False
    try:
        while step := file.read(_ZSTD_STEP_BYTES):
            while step:
                if frame.eof:
                    frame = packed.decompressobj()
                begun = True
                if piece := frame.decompress(step):
                    yield piece
                step = frame.unused_data if frame.eof else b""
    except zstandard.ZstdError as error:
        raise _damaged("zstd") from error
    except OSError as error:
        raise UnreadableTableError(*_cannot_open(error)) from error
    if begun and not frame.eof:
        raise _cut_off("zstd")


def _cut_off(kind: str) -> UnreadableTableError:
    return UnreadableTableError(
        f"The {kind} file is cut off: it ends before its data do.", "Copy or download it again."
    )


def _damaged(kind: str) -> UnreadableTableError:
    return UnreadableTableError(
        f"The file is not {kind} data or is damaged.", "Check it, or rename it to what it is."
    )

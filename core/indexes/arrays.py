"""Arrays that are written row by row and read from a memory map."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import DTypeLike, NDArray

_HEADER_BYTES = 128
"""Of every .npy file of ours: numpy fills the header up to a multiple of 64 with room to grow."""


_ZEROS = 1_000_000


class ArrayWriter:
    """Write a .npy file of as many rows as come, with none of them kept in memory.

    Parameters
    ----------
    path
        File to make.
    dtype
        Of the values; rows are converted.
    width
        Length of a row; None for a plain sequence of numbers.
    """

    def __init__(self, path: Path, dtype: DTypeLike, width: int | None = None) -> None:
        self._dtype = np.dtype(dtype)
        self._width = width
        self._stream = path.open("wb")
        self.rows = 0
        self._write_header()

    def append(self, rows: NDArray[Any]) -> None:
        """Add rows: shape (n, width), or (n,) without a width."""
        np.ascontiguousarray(rows, dtype=self._dtype).tofile(self._stream)
        self.rows += len(rows)

    def close(self) -> None:
        """Enter the number of rows and flush to disk; nothing is done the second time."""
        if self._stream.closed:
            return
        self._stream.seek(0)
        self._write_header()
        self._stream.flush()
        os.fsync(self._stream.fileno())
        self._stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.close()
        else:
            self._stream.close()

    def _write_header(self) -> None:
        """Write a header whose length does not depend on the rows: numpy leaves room to grow."""
        shape = (self.rows,) if self._width is None else (self.rows, self._width)
        descr = np.lib.format.dtype_to_descr(self._dtype)
        header = {"descr": descr, "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(self._stream, header)


def with_room(path: Path, dtype: DTypeLike, rows: int) -> NDArray[Any]:
    """Make a .npy file of zeros that is written through its map, shape (rows,).

    All of it is on disk before it is mapped: where a disk is full, writing to a part of a map that
    has no room there yet ends the process (SIGBUS) instead of raising an error.

    Raises
    ------
    OSError
        If there is no room for it.
    """
    with ArrayWriter(path, dtype) as writer:
        for begin in range(0, rows, _ZEROS):
            writer.append(np.zeros(min(_ZEROS, rows - begin), dtype=dtype))
    return _map(path, "r+")


class TogetherWriter:
    """Writes several files: the end of its `with` makes all of them complete.

    After an error they are closed as they are.

    Parameters
    ----------
    parts
        What writes them.
    """

    def __init__(self, *parts: ArrayWriter | TogetherWriter) -> None:
        self._parts = parts

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for part in self._parts:
            part.__exit__(kind, error, trace)


def mapped(path: Path) -> NDArray[Any]:
    """Open a .npy file as a memory map; never unpickles. An empty one cannot be mapped."""
    return _map(path, "r")


def _map(path: Path, mode: Literal["r", "r+"]) -> NDArray[Any]:
    empty = path.stat().st_size == _HEADER_BYTES
    array: NDArray[Any] = np.load(path, mmap_mode=None if empty else mode, allow_pickle=False)
    return array

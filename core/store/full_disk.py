"""Whether an error means that a disk has no room; each library says so in its own way."""

from __future__ import annotations

import errno
import os

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""The disk is full, the quota of the user is, or a file may not grow any more."""

_TOLD = (os.strerror(errno.ENOSPC), " requested and ", "write error")
"""How DuckDB, NumPy and FAISS say it, which leave out the number of the error."""


def is_full_disk(error: BaseException) -> bool:
    """Whether a disk took no more.

    A disk that fails or may not be written to is not full: to make room would not help.

    Examples
    --------
    >>> is_full_disk(OSError(errno.ENOSPC, "No space left on device"))
    True
    >>> is_full_disk(OSError(errno.EROFS, "Read-only file system"))
    False
    """
    if isinstance(error, OSError) and error.errno is not None:
        return error.errno in _FULL
    return any(words in str(error) for words in _TOLD)

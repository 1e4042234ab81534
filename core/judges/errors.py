"""What can be wrong about judges and their runs."""

from __future__ import annotations

from core.errors import InputError, SoundingsError


class JudgeError(InputError):
    """A judge, or how it is to be asked, cannot be meant like this."""


class JudgeNotFoundError(InputError):
    """No judge has that name."""


class JudgeRunNotFoundError(InputError):
    """The benchmark has no judge run of that number."""


class NoPriceError(InputError):
    """A budget cannot be kept, for the judge has no price."""


class ExampleError(InputError):
    """A case cannot be an example: it is not settled, or is to be judged."""


class NoCellError(InputError):
    """Nothing can be planted in a table, for it has no cell."""


class JudgeRunStoppedError(SoundingsError):
    """A judge run ended before it was done; what was answered is kept, and it can be resumed."""

"""What can be wrong about queues, votes and releases."""

from __future__ import annotations

from core.errors import InputError


class RoleError(InputError):
    """The voter's role does not allow what was asked for."""


class VoterError(InputError):
    """A voter's name is not one, or belongs to a voter of another kind."""


class QueueNotFoundError(InputError):
    """The benchmark has no queue of that name."""


class QueueExistsError(InputError):
    """The benchmark has a queue of that name already."""


class BadQueueError(InputError):
    """A queue cannot be made like this: without a case, or without a vote wanted."""


class CaseNotFoundError(InputError):
    """No case has that number, or the pair was never put to the vote."""


class BadVoteError(InputError):
    """A part of a vote is outside what it may be."""


class DecidedMeanwhileError(InputError):
    """Somebody has decided the case since it was looked at."""


class VoteExistsError(InputError):
    """A vote's key names one vote of a benchmark, and was used for another."""


class ReleaseExistsError(InputError):
    """The benchmark has a release of that name already; a release is never changed."""


class SameReleaseError(InputError):
    """The benchmark has a release with the same labels, of the same votes by the same rule."""


class NoReleaseError(InputError):
    """The benchmark has no release of that name."""


class BadReleaseError(InputError):
    """A release cannot be made like this: without a name, or with nothing settled."""

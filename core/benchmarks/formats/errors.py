"""What can be wrong with the folder of a published benchmark."""

from __future__ import annotations

from pathlib import Path

from core.benchmarks.formats.packed_labels import told_packed
from core.errors import InputError, LocatedError


class UnknownFormatError(InputError):
    """A folder is in no form that is known, or no form has that name."""


class AmbiguousSourceError(InputError):
    """A folder holds more than one ground truth and nothing says which is meant."""


class AmbiguousNameError(LocatedError):
    """A published name fits more than one file."""


class DuplicateQueryError(LocatedError):
    """Two queries have one id."""


class DuplicateTableError(LocatedError):
    """Two tables of a corpus have one id."""


class UnknownQueryError(LocatedError):
    """A label names a query that is not among the queries."""


class ContradictingLabelsError(LocatedError):
    """A pair is labelled twice, and not alike."""


class FolderExistsError(InputError):
    """A benchmark would be written over something."""


def no_truth(root: Path, what: str) -> UnknownFormatError:
    """Return the error of a folder that lacks what its format is known by."""
    return UnknownFormatError(
        f"A benchmark of this format must have {what}. Got {root}{told_packed(root)}."
    )

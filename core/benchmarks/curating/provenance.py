"""Where a release comes from, as it stands in its files: by which rule, who made it, and when."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from core.errors import MalformedFileError
from core.labels.settling.releases import Release
from core.store.formulas import mark_formula, unmark_formula
from core.store.text_files import read_text, write_whole

BESIDE = "release.json"
"""The file of a release's folder that holds it; qrels and published forms have no place for it."""


@dataclass(frozen=True)
class Provenance:
    """Where a release comes from; empty texts of what a file does not say.

    Parameters
    ----------
    rule
        How votes became labels, with the votes that queues wanted.
    made_by, made_at
        Whose release it is, and since when it stands.
    fingerprint
        Hash of its labels, which tells whether a file was changed since.
    """

    rule: str = ""
    note: str = ""
    made_by: str = ""
    made_at: str = ""
    fingerprint: str = ""

    @classmethod
    def of(cls, release: Release) -> Provenance:
        """Return what is kept of a release."""
        by = release.created_by, release.created_at
        return cls(release.rule, release.note, *by, release.fingerprint)

    @property
    def cells(self) -> list[str]:
        """The cells of `COLUMNS` in a line of a CSV."""
        return [mark_formula(text) for text in asdict(self).values()]

    @classmethod
    def of_cells(cls, cells: Mapping[str, str]) -> Provenance:
        """Read the cells of a line by the names of their columns, of which some may be missing."""
        said = {name: cells.get(name, "").strip() for name in COLUMNS}
        return cls(**{name: unmark_formula(text) for name, text in said.items()})

    def told(self, fingerprint: str) -> str:
        """Say where a file comes from, behind its name; empty if it does not say.

        Parameters
        ----------
        fingerprint
            Of the labels that were read.

        Examples
        --------
        >>> Provenance("majority", "", "lea", "2026-03-01", "1f").told("1f")
        ' (made by lea on 2026-03-01: majority)'
        >>> Provenance("majority", "", "lea", "2026-03-01", "1f").told("2e")
        ' (labels changed since it was made by lea on 2026-03-01: majority)'
        """
        if not self.rule:
            return ""
        by = f" by {self.made_by}" if self.made_by else ""
        at = f" on {self.made_at}" if self.made_at else ""
        same = self.fingerprint in {"", fingerprint}
        return f" ({'' if same else 'labels changed since it was '}made{by}{at}: {self.rule})"


COLUMNS = tuple(field.name for field in fields(Provenance))
"""Of a release's CSV, filled on the lines whose labels it settled."""


def write_beside(release: Release, folder: Path) -> None:
    """Write it into the folder of a release's files."""
    text = json.dumps(asdict(Provenance.of(release)), ensure_ascii=False, indent=1)
    write_whole(folder / BESIDE, f"{text}\n")


def read_beside(path: Path) -> Provenance:
    """Read it from beside a file of labels; empty if it is not there.

    Raises
    ------
    MalformedFileError
        If the file that should hold it does not.
    """
    beside = path.parent / BESIDE
    if not beside.is_file():
        return Provenance()
    try:
        said = json.loads(read_text(beside))
    except (ValueError, RecursionError) as error:
        raise MalformedFileError(f"The file must be JSON. Got: {error}.", beside) from None
    if not isinstance(said, dict) or not all(isinstance(said.get(one, ""), str) for one in COLUMNS):
        raise MalformedFileError(
            f"Where a release comes from must be {', '.join(COLUMNS)}, all of them texts.", beside
        )
    return Provenance(**{name: said.get(name, "") for name in COLUMNS})

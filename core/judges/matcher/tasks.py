"""What `rule:matcher` looks at for each task, read for many cases at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core import lake as lakes
from core.errors import SoundingsError
from core.features.pooling import normalised
from core.features.registry import sentence_encoder
from core.features.table_texts import markdown
from core.judges.matcher.features import pair_features
from core.judges.matcher.joins import join_figures
from core.judges.matcher.tables import CELLS_READ, MatcherTable, TableReader
from core.judges.matcher.tables import ROWS_READ as HEAD_ROWS
from core.judges.matcher.words import ROWS_READ, word_figures
from core.judges.types import Subject
from core.labels.types import Task
from core.lake.stored.heads import TableHead, table_heads
from core.settings import Settings
from core.store import Workspace

_UNJUDGED_WORDS = " The words that go with the query are not judged."


@dataclass(frozen=True)
class Seen:
    """A case as the rule sees it.

    Parameters
    ----------
    figures
        One a feature of its task, 0 to 1.
    told
        What stands out, in one sentence.
    """

    figures: tuple[float, ...]
    told: str


class _Reader(Protocol):
    def seen(self, subjects: Sequence[Subject]) -> list[Seen | str]: ...


class CaseReader:
    """Reads cases of any task; sentence models are loaded when first needed."""

    def __init__(self, workspace: Workspace, settings: Settings) -> None:
        self._readers: dict[Task, _Reader] = {
            Task.UNION: _Unions(workspace, settings),
            Task.JOIN: _Joins(workspace),
            Task.NL: _Questions(workspace, settings),
        }

    def seen(self, subjects: Sequence[Subject]) -> list[Seen | str]:
        """Look at some cases: the figures of each, or a sentence that says why there are none.

        Raises
        ------
        EncoderUnavailableError
            If the sentence model cannot be loaded.
        """
        found: list[Seen | str] = [""] * len(subjects)
        for task, reader in self._readers.items():
            places = [place for place, one in enumerate(subjects) if one.task is task]
            seen = reader.seen([subjects[place] for place in places])
            for place, one in zip(places, seen, strict=True):
                found[place] = one
        return found


class _Unions:
    def __init__(self, workspace: Workspace, settings: Settings) -> None:
        self._reader = TableReader(workspace, settings)

    def seen(self, subjects: Sequence[Subject]) -> list[Seen | str]:
        wanted = [(one.lake, table) for one in subjects for table in _tables(one)]
        tables = self._reader.read(wanted)
        found: list[Seen | str] = []
        pairs: list[tuple[MatcherTable, MatcherTable]] = []
        places: list[int] = []
        for subject in subjects:
            if subject.query_table is None:
                found.append("A union is of two tables. Got a query without one.")
                continue
            one = tables[subject.lake, subject.query_table]
            other = tables[subject.lake, subject.table]
            missing = next((side for side in (one, other) if isinstance(side, str)), "")
            found.append(missing)
            if isinstance(one, MatcherTable) and isinstance(other, MatcherTable):
                places.append(len(found) - 1)
                pairs.append((one, other))
        features, aligned = pair_features(pairs)
        for place, pair, figures, together in zip(places, pairs, features, aligned, strict=True):
            narrow = min(len(side.names) for side in pair)
            words = _UNJUDGED_WORDS if subjects[place].text else ""
            found[place] = Seen(
                tuple(figures.tolist()),
                f"{together} of the {narrow} columns of the narrower table have a partner of "
                f"nearly the same name.{words}",
            )
        return found


class _Joins:
    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def seen(self, subjects: Sequence[Subject]) -> list[Seen | str]:
        heads = self._heads(subjects)
        return [self._one(subject, heads) for subject in subjects]

    def _one(self, subject: Subject, heads: Mapping[tuple[str, str], TableHead]) -> Seen | str:
        if subject.query_table is None:
            return "A join is of two tables. Got a query without one."
        if len(subject.join_on) > 1:
            return f"A join is judged by one column. Got {' and '.join(subject.join_on)}."
        sides = []
        for table in _tables(subject):
            head = heads.get((subject.lake, table))
            if head is None:
                return _missing(subject, table)
            sides.append(head)
        column = next(iter(subject.join_on), None)
        found = join_figures(sides[0], sides[1], column, HEAD_ROWS)
        if isinstance(found, str):
            return found
        figures, key = found
        words = _UNJUDGED_WORDS if subject.text else ""
        return Seen(
            tuple(figures),
            f"The likeliest key is {key.query!r} with {key.candidate!r}: {key.found:,} of its "
            f"{key.values:,} values are found there.{words}",
        )

    def _heads(self, subjects: Sequence[Subject]) -> dict[tuple[str, str], TableHead]:
        by_lake: dict[str, set[str]] = {}
        for subject in subjects:
            by_lake.setdefault(subject.lake, set()).update(_tables(subject))
        return {
            (lake, head.table_id): head
            for lake, ids in by_lake.items()
            for head in table_heads(
                self._workspace,
                lakes.stamp(self._workspace, lake).key,
                ids,
                HEAD_ROWS,
                CELLS_READ,
            )
        }


class _Questions:
    def __init__(self, workspace: Workspace, settings: Settings) -> None:
        self._workspace = workspace
        self._encoder = sentence_encoder(replace(settings, sbert_model=""))

    def seen(self, subjects: Sequence[Subject]) -> list[Seen | str]:
        frames: dict[tuple[str, str], pl.DataFrame | str] = {}
        for one in subjects:
            if (one.lake, one.table) not in frames:
                frames[one.lake, one.table] = self._frame(one)
        cosines = self._cosines(subjects, frames)
        return [
            self._one(one, frames[one.lake, one.table], cosine)
            for one, cosine in zip(subjects, cosines, strict=True)
        ]

    def _frame(self, subject: Subject) -> pl.DataFrame | str:
        try:
            lake, table = subject.lake, subject.table
            return lakes.spaced_rows(self._workspace, lake, table, ROWS_READ)[0]
        except SoundingsError:
            return _missing(subject, subject.table)

    @staticmethod
    def _one(subject: Subject, frame: pl.DataFrame | str, cosine: float) -> Seen | str:
        if isinstance(frame, str):
            return frame
        if not subject.text:
            return "Words are judged against a table. Got a query without words."
        found = word_figures(subject.text, frame.columns, frame, cosine)
        if isinstance(found, str):
            return found
        figures, had = found
        return Seen(
            tuple(figures),
            f"{had.found} of the {had.words} words stand in the table, {had.in_row} of them in one "
            "row or the header.",
        )

    def _cosines(
        self, subjects: Sequence[Subject], frames: Mapping[tuple[str, str], pl.DataFrame | str]
    ) -> Iterator[float]:
        keys = [key for key, frame in frames.items() if isinstance(frame, pl.DataFrame)]
        texts = [_first_rows(frame) for frame in frames.values() if isinstance(frame, pl.DataFrame)]
        vectors = dict(zip(keys, self._vectors(texts), strict=True))
        asked = self._vectors([one.text or "" for one in subjects] if texts else [])
        for place, one in enumerate(subjects):
            vector = vectors.get((one.lake, one.table))
            yield 0.0 if vector is None else float(np.dot(asked[place], vector))

    def _vectors(self, texts: Sequence[str]) -> Sequence[NDArray[np.float32]]:
        return list(normalised(self._encoder.encode(texts))) if texts else []


def _tables(subject: Subject) -> tuple[str, ...]:
    """Name the tables of a case, the query's first."""
    query = () if subject.query_table is None else (subject.query_table,)
    return (*query, subject.table)


def _missing(subject: Subject, table: str) -> str:
    return f"The lake {subject.lake!r} has no table {table!r}."


def _first_rows(frame: pl.DataFrame) -> str:
    rows = [[cell or "" for cell in row] for row in frame.head(60).iter_rows()]
    return markdown(frame.columns, rows)

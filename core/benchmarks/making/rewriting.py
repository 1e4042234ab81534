"""Write the candidate tables of a made benchmark otherwise, so that every label still holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from core.benchmarks.making.checking import mentions
from core.benchmarks.making.construction import MadeBenchmark
from core.benchmarks.making.fuzzy import ColumnForms, WrittenColumn, fuzzy_columns
from core.benchmarks.making.types import Kind, Piece, Recipe

Forms = Mapping[int, Sequence[ColumnForms]]
"""What a model gave, for each column of a source, by the source's number."""


@dataclass(frozen=True)
class Rewriting:
    """How the tables of a made benchmark are written.

    Parameters
    ----------
    forms
        What a model gave; names and values of the other sources are written by rule.
    """

    made: MadeBenchmark
    recipe: Recipe
    forms: Forms = field(default_factory=dict)

    def table(self, piece: Piece) -> tuple[list[WrittenColumn], list[list[str]]]:
        """Columns and rows of a table: queries as they are, candidates as the recipe says.

        A label was decided from the cells as they were, and another form of a name or a value
        means the same. But a word that is asked for letter by letter must be found where it was
        and nowhere else: columns of which that would not be so keep their values, and names that
        are asked for by name stay.
        """
        source = self.made.sources[piece.source]
        labels = [source.labels[place] for place in piece.columns]
        rows = [[source.cells[row][place] for place in piece.columns] for row in piece.rows]
        if not self.recipe.fuzzy or piece.name.startswith("query_"):
            return [WrittenColumn(label, label, "", "", {}) for label in labels], rows
        if piece.name not in self._columns:
            self._columns[piece.name] = self._rewritten(piece, labels, rows)
        columns = self._columns[piece.name]
        return columns, [
            [column.written.get(cell, cell) for column, cell in zip(columns, row, strict=True)]
            for row in rows
        ]

    def _rewritten(
        self, piece: Piece, labels: list[str], rows: list[list[str]]
    ) -> list[WrittenColumn]:
        given = self.forms.get(piece.source, ())
        forms = [given[place] for place in piece.columns] if given else []
        columns, _ = fuzzy_columns(labels, rows, f"{self.recipe.seed} {piece.name}", forms)
        words = self._keywords.get(piece.source, ())
        named = self._asked_by_name.get(piece.name, set())
        return [_kept(column, words, named) for column in columns]

    @cached_property
    def _columns(self) -> dict[str, list[WrittenColumn]]:
        """What was rewritten before, by table."""
        return {}

    @cached_property
    def _keywords(self) -> dict[int, set[str]]:
        """Words that queries of a source want to be mentioned, by source."""
        found: dict[int, set[str]] = defaultdict(set)
        for query in self.made.queries:
            words = (one.value for one in query.asked if one.kind is Kind.KEYWORD)
            found[query.source].update(map(str, words))
        return found

    @cached_property
    def _asked_by_name(self) -> dict[str, set[str]]:
        """Columns that a query which a table answers asks for by name, by table."""
        found: dict[str, set[str]] = defaultdict(set)
        for query in self.made.queries:
            labels = self.made.sources[query.source].labels
            places = {one.column for one in query.asked if one.column is not None}
            named = {labels[at] for at in places if f"named {labels[at]}" in query.text}
            for table in query.positives if named else ():
                found[table] |= named
        return found


def _kept(column: WrittenColumn, words: Iterable[str], named: set[str]) -> WrittenColumn:
    """Take back what would change which words are found; `written` has every different value."""
    if column.name in named:
        column = replace(column, written_name=column.name, name_by="")
    for word in words:
        before = any(mentions(word, value) for value in column.written)
        if before != any(mentions(word, value) for value in column.written.values()):
            return replace(column, way="", written={})
    return column

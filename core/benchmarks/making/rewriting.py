"""Write the candidate tables of a made benchmark otherwise, so that every label still holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.benchmarks.making.checking import mentions
from core.benchmarks.making.fuzzy import ColumnForms, WrittenColumn, fuzzy_columns
from core.benchmarks.making.making import MadeBenchmark
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
        given = self.forms.get(piece.source, ())
        forms = [given[place] for place in piece.columns] if given else []
        columns, _ = fuzzy_columns(labels, rows, f"{self.recipe.seed} {piece.name}", forms)
        words = self._keywords(piece.source)
        named = self._asked_by_name(piece)
        columns = [_kept(column, words, named) for column in columns]
        return columns, [
            [column.written.get(cell, cell) for column, cell in zip(columns, row, strict=True)]
            for row in rows
        ]

    def _keywords(self, source: int) -> set[str]:
        """Words that queries of a source want to be mentioned."""
        return {
            str(asked.value)
            for query in self.made.queries
            if query.source == source
            for asked in query.asked
            if asked.kind is Kind.KEYWORD
        }

    def _asked_by_name(self, piece: Piece) -> set[str]:
        """Columns of a table that a query which it answers asks for by name."""
        labels = self.made.sources[piece.source].labels
        return {
            labels[asked.column]
            for query in self.made.queries
            if piece.name in query.positives
            for asked in query.asked
            if asked.column is not None and f"named {labels[asked.column]}" in query.text
        }


def _kept(column: WrittenColumn, words: Iterable[str], named: set[str]) -> WrittenColumn:
    """Take back what would change which words are found; `written` has every different value."""
    if column.name in named:
        column = replace(column, written_name=column.name, name_by="")
    for word in words:
        before = any(mentions(word, value) for value in column.written)
        if before != any(mentions(word, value) for value in column.written.values()):
            return replace(column, way="", written={})
    return column

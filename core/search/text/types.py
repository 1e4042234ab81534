"""What a search in words gives."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Marked:
    """A text and the parts of it that the query has: ``text[begin:end]`` of each mark."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()

    @property
    def matched(self) -> bool:
        """Whether anything in it is marked."""
        return bool(self.marks)


@dataclass(frozen=True)
class FoundRow:
    """A row of a table that speaks for it.

    Parameters
    ----------
    row
        Its number from 0.
    cells
        One a column; missing cells are empty.
    """

    row: int
    cells: tuple[Marked, ...]


@dataclass(frozen=True)
class TextHit:
    """One table that a search in words found, and why.

    Parameters
    ----------
    rank
        From 1.
    score
        What it is ranked by: for "hybrid" 0 to 1 over this query's candidates, for "bm25" 0 or
        more, for the others a cosine.
    words
        The score of its words alone; none if the method has none.
    meaning
        The cosine of its nearest text, -1 to 1; none if the method has none.
    matched, missing
        Words of the query that stand in its title, headers, or the cells that are indexed, and
        those that do not; each as the query writes it first.
    title
        What is said of it besides its cells.
    header
        One a column.
    rows
        The rows with the most telling words, best first, or for a method that compares rows the
        nearest ones, in the table's order. None if no row has anything.
    nearest
        Whether `rows` are those nearest in meaning rather than in words.
    """

    rank: int
    table: str
    score: float
    words: float | None
    meaning: float | None
    matched: tuple[str, ...]
    missing: tuple[str, ...]
    title: Marked
    header: tuple[Marked, ...]
    rows: tuple[FoundRow, ...]
    nearest: bool


@dataclass(frozen=True)
class TextSearch:
    """The answer to one search in words.

    Parameters
    ----------
    words
        The words of the query that were searched, as it writes them first.
    left_out
        Its words that say nothing about tables.
    candidates
        Tables that were compared.
    seconds
        Wall time, opening what was built before not included.
    """

    lake: str
    query: str
    method: str
    titles: bool
    words: tuple[str, ...]
    left_out: tuple[str, ...]
    candidates: int
    seconds: float
    hits: tuple[TextHit, ...]

    @property
    def by_meaning_alone(self) -> bool:
        """Whether words were compared too, and none of the tables found has one."""
        compared = [hit for hit in self.hits if hit.words is not None]
        return bool(compared) and not any(hit.matched for hit in compared)

"""Which column of a table a name in a condition means: by name, by alignment, by meaning."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.conditions.currencies import named_amount, other_currency
from core.conditions.name_pieces import pieces, spoken
from core.conditions.short_names import (
    SMALL_WORDS,
    are_initials,
    are_run_together,
    is_short_for,
)
from core.conditions.units import unit_beside

Vectors = Callable[[Sequence[str]], NDArray[np.float32]]
"""Texts to vectors of length 1, shape (texts, dimension)."""

ENOUGH = 0.55
"""Score from which on a column is taken for the one that is meant."""

SURE = 0.85
"""Score from which on a name is the same name, written differently."""

_SHORT = 0.88
"""Score of a name that is written short by leaving out letters, see `core.conditions.short_names`.

The first letters alone, as in "temp", are the name, as they always were.
"""

_MEANING_ENOUGH = 0.55
_ALIKE_AT_MOST = 0.8
"""What only means the same, or lines up, counts for less than what is called the same."""

_BY_ITSELF = 0.9
"""From here on a column lines up surely, whatever the others of its table do: it has its values.

Of unrelated tables, columns of numbers alone are 0.6 to 0.8 alike by the default encoder, and two
in a hundred of those that line up with a column of another name reach this (nlctd_dev).
"""

_SHORTEST_ABBREVIATION = 3
_IN_BRACKETS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*$")


@dataclass(frozen=True)
class FoundColumn:
    """A column that a name means.

    Parameters
    ----------
    place
        From 0.
    score
        0 to 1: 1 for the very name.
    aligned
        Whether it surely lines up with the column of the query that has the very name: by itself,
        or because most of the query's columns line up with the table's.
    own
        Label of the query's column that has the very name, or it and a unit; empty if none has.
    namesakes
        Labels of the table's other columns with the same header.
    """

    place: int
    label: str
    score: float
    aligned: bool = False
    own: str = ""
    namesakes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Meaning:
    """How names become vectors.

    Parameters
    ----------
    asked
        Of what a person wrote.
    labels
        Of the labels of a lake, which are the same at the next condition and worth keeping.
    """

    asked: Vectors
    labels: Vectors


class ColumnFinder:
    """Find columns for the names of one condition, in any number of tables.

    Parameters
    ----------
    meaning
        Gives the vectors of names; names alone decide if none.
    query_labels
        Labels of the query's columns.
    """

    def __init__(self, meaning: Meaning | None = None, query_labels: Sequence[str] = ()) -> None:
        self._meaning = meaning
        self._query_labels = list(query_labels)
        self._unknown: dict[str, None] = {}
        self._vectors: dict[str, NDArray[np.float32]] = {}
        self._asked: dict[str, NDArray[np.float32]] = {}
        self._near: dict[str, dict[str, bool]] = {}

    def expect(self, labels: Iterable[str]) -> None:
        """Say which labels tables will have, so that they are encoded together if any must be."""
        self._unknown |= dict.fromkeys(label for label in labels if label not in self._vectors)

    def find(
        self,
        name: str,
        labels: Sequence[str],
        aligned: Mapping[str, tuple[str, float]],
        suiting: Sequence[int] = (),
    ) -> FoundColumn | None:
        """Find the column of a table that a name means; none if no column is near enough.

        Parameters
        ----------
        labels
            The table's.
        aligned
            Label of a column of the query to that of the table it is aligned with, and how alike
            the two are, 0 to 1.
        suiting
            For each column how well what it holds suits what is asked of it: among columns of
            which none has the name, only like ones, and among several of the very name, those that
            suit best come first.
        """
        names = _called(name, labels)
        own = self._of_query(name)
        if own and max(names, default=0.0) < SURE:
            # The query's may have a unit besides: what is called as that is what is meant.
            called = [min(likeness(own, label), SURE) for label in labels]
            names = [SURE if one == SURE else mine for one, mine in zip(called, names, strict=True)]
        scores = list(names)
        if max(scores, default=0.0) < SURE and own:
            self._by_alignment(own, labels, aligned, scores)
        if max(scores, default=0.0) < SURE and self._meaning is not None:
            for place, near in enumerate(self._by_meaning(name, labels, self._meaning)):
                scores[place] = max(scores[place], min(near, _ALIKE_AT_MOST))
        if own:
            # What lines up with another column of the query is that one, whatever it is called.
            others = {
                label for mine, (label, alike) in aligned.items() if mine != own and alike >= ENOUGH
            }
            for place, label in enumerate(labels):
                if label in others and scores[place] < SURE:
                    scores[place] = 0.0
        if not scores or max(scores) < ENOUGH:
            return None
        place = _chosen(name, labels, scores, names, suiting or [0] * len(scores))
        score = max(scores) if max(scores) >= SURE else scores[place]
        lines_up = self._lines_up(own, labels[place], aligned)
        namesakes = tuple(labels[one] for one in _of_one_header(labels, place) if one != place)
        return FoundColumn(place, labels[place], round(score, 4), lines_up, own, namesakes)

    def among(self, name: str, labels: Iterable[str]) -> frozenset[str] | None:
        """Say which of many labels a name may mean: `find` gives none for a table without them.

        None if that also hangs on what lines up with the query's column of the name.
        """
        if self._of_query(name):
            return None
        near = self._near.setdefault(name, {})
        wanted = dict.fromkeys(labels)
        new = [label for label in wanted if label not in near]
        near.update({label: _named_so(name, label) >= ENOUGH for label in new})
        others = [label for label in new if not near[label]]
        if others and self._meaning is not None:
            found = self._by_meaning(name, others, self._meaning)
            near.update(zip(others, (score >= ENOUGH for score in found), strict=True))
        return frozenset(label for label in wanted if near[label])

    def _of_query(self, name: str) -> str:
        """Label of the query's column that has this very name; empty if none has.

        Where none has, it is the one that has it with a unit or a currency, if one alone does:
        "Verbrauch" is "Verbrauch (kWh)".
        """
        alike = {label: likeness(name, label) for label in self._query_labels}
        best = max(alike, key=lambda label: (alike[label], _as_written(name, label)), default="")
        if best and alike[best] >= SURE:
            return best
        in_units = [
            one for one in alike if _is_in_unit(name, one) or _in_currency(name, one) >= SURE
        ]
        return in_units[0] if len(in_units) == 1 else ""

    def _lines_up(self, own: str, label: str, aligned: Mapping[str, tuple[str, float]]) -> bool:
        """Whether a column surely is that one of the query.

        A column of numbers is somewhat like any other. It is the one that is meant if the tables
        are of one kind: if the query's columns, those without a partner too, are alike enough on
        average.
        """
        partner, alike = aligned.get(own, ("", 0.0))
        if partner != label or alike < ENOUGH:
            return False
        whole = sum(alike for _, alike in aligned.values()) / len(self._query_labels)
        return alike >= _BY_ITSELF or whole >= ENOUGH

    def _by_alignment(
        self,
        own: str,
        labels: Sequence[str],
        aligned: Mapping[str, tuple[str, float]],
        scores: list[float],
    ) -> None:
        if own in aligned:
            label, alike = aligned[own]
            place = list(labels).index(label)
            if scores[place] >= ENOUGH and alike >= ENOUGH:
                scores[place] = SURE  # "DiscountGiven" below "Discount": its words and its place
                return
            scores[place] = max(scores[place], min(_ALIKE_AT_MOST, max(0.0, alike)))

    def _by_meaning(self, name: str, labels: Sequence[str], meaning: Meaning) -> list[float]:
        if not labels:
            return []
        self.expect(labels)
        if self._unknown:
            vectors = meaning.labels([*map(spoken, self._unknown)])
            self._vectors |= dict(zip(self._unknown, vectors, strict=True))
            self._unknown = {}
        if name not in self._asked:
            self._asked[name] = meaning.asked([spoken(name)])[0]
        near = np.stack([self._vectors[label] for label in labels]) @ self._asked[name]
        enough: NDArray[np.float32] = np.where(near >= _MEANING_ENOUGH, near, 0.0)
        return [float(score) for score in enough]


def _chosen(
    name: str,
    labels: Sequence[str],
    scores: Sequence[float],
    names: Sequence[float],
    suiting: Sequence[int],
) -> int:
    """Choose the best of columns, or one that suits better where the best only resembles the name.

    Of several that are called the same, in another writing, the one that is written so is meant:
    "price_1" beside "price.1". What suits must resemble the name, too: meaning alone does not
    outdo one. Where a header stands several times in a file, each of its columns has the name.
    """
    best = max(range(len(scores)), key=lambda p: (scores[p], _as_written(name, labels[p])))
    if scores[best] >= SURE:
        return max(_of_one_header(labels, best), key=lambda place: suiting[place])
    among = names if names[best] >= ENOUGH else scores
    like = [p for p in range(len(scores)) if scores[p] >= ENOUGH and among[p] >= ENOUGH]
    return max([best, *like], key=lambda place: (suiting[place], scores[place]))


def _called(name: str, labels: Sequence[str]) -> list[float]:
    """Say of each column of a table how much it is called so, 0 to 1.

    A column with a currency is as sure as the name, but for tables that have several of them:
    "price" is `price_usd`, and either of `price_usd` and `price_eur`.
    """
    among = {label: _in_currency(name, label) for label in labels}
    sure = {named_amount(label).currency for label, score in among.items() if score >= SURE}
    told = _named_so if len(sure) <= 1 else likeness
    return [told(name, label) for label in labels]


def _named_so(name: str, label: str) -> float:
    """Say how much a label is a name, its currency aside, 0 to 1."""
    return max(likeness(name, label), _in_currency(name, label))


def _in_currency(name: str, label: str) -> float:
    """Say how much a label that tells a currency is a name that tells none or the same, 0 to 1."""
    asked, told = named_amount(name), named_amount(label)
    if not told.currency or other_currency(label, name):
        return 0.0
    return min(likeness(asked.rest, told.rest), SURE)


def _is_in_unit(name: str, label: str) -> bool:
    """Whether a label is a name with a unit, or with something in brackets behind."""
    unit = unit_beside(label, name)
    return (unit is not None and unit.alone) or pieces(_IN_BRACKETS.sub("", label)) == pieces(name)


def _as_written(name: str, label: str) -> int:
    """Say how a label is written: 2 as the name is, 1 so but for case, else 0."""
    return 2 if name == label else int(name.casefold() == label.casefold())


def _of_one_header(labels: Sequence[str], place: int) -> list[int]:
    """Return the places of all columns with one header, of which later ones are "price (2)"."""
    repeated = re.compile(rf"{re.escape(labels[place])} \(\d+\)")
    return [place, *(p for p, label in enumerate(labels) if repeated.fullmatch(label))]


@lru_cache(maxsize=65_536)
def likeness(name: str, label: str) -> float:
    """Say how much two names are the same name, 0 to 1.

    Case, accents, blanks, underscores and dots count for nothing; nearly equal names have 0.9,
    names of which one has the other's words or begins like them less.

    Examples
    --------
    >>> likeness("avg grade", "Avg. Grade"), likeness("grade", "Avg. Grade"), likeness("a", "b")
    (1.0, 0.75, 0.0)
    >>> likeness("order date", "ord_dt"), likeness("quantity", "Qty"), likeness("cost", "contest")
    (0.88, 0.88, 0.0)
    """
    from rapidfuzz import fuzz

    mine, others = pieces(name), pieces(label)
    if name == label or (mine and "".join(mine) == "".join(others)):
        return 1.0
    if not mine or not others:
        return 0.0
    if sorted(map(_singular, mine)) == sorted(map(_singular, others)):
        return 0.95
    ratio = fuzz.ratio("".join(mine), "".join(others)) / 100
    if ratio >= 0.9 and min(len("".join(mine)), len("".join(others))) > 4:  # noqa: PLR2004
        return 0.9
    return (
        _SHORT if _are_short(mine, others) or _are_short(others, mine) else _in_part(mine, others)
    )


def _in_part(mine: Sequence[str], others: Sequence[str]) -> float:
    """Say how much of two names' words are the same."""
    shared = sum(any(_same(a, b) for b in others) for a in mine)
    if not shared:
        return 0.0
    part = shared / max(len(mine), len(others))
    return (0.5 if shared == min(len(mine), len(others)) else 0.2) + 0.5 * part * (
        1.0 if shared == min(len(mine), len(others)) else 0.6
    )


def _are_short(short: Sequence[str], words: Sequence[str]) -> bool:
    """Whether a name is another one written short: "ord_dt", "LIFEEXP", "dob" and "no_rooms"."""
    if len(short) == 1 < len(words):
        return are_run_together(short[0], words) or are_initials(short[0], words)
    if len(short) < len(words):
        words = [word for word in words if word not in SMALL_WORDS]
    pairs = list(zip(short, words, strict=False))
    return (
        len(short) == len(words)
        and all(_same(one, other) or is_short_for(one, other) for one, other in pairs)
        and any(is_short_for(one, other) and not other.startswith(one) for one, other in pairs)
    )


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word  # noqa: PLR2004


def _same(one: str, other: str) -> bool:
    if _singular(one) == _singular(other):
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= _SHORTEST_ABBREVIATION and long.startswith(short)

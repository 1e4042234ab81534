from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.judges.matcher.features import Feature, pair_features
from core.judges.matcher.tables import MatcherTable, header_words


def table(
    names: list[str],
    vectors: list[list[float]],
    values: tuple[int, ...] = (),
    rows: int = 9,
    types: tuple[str, ...] = (),
    header: tuple[float, float] = (1.0, 0.0),
) -> MatcherTable:
    return MatcherTable(
        content_hash="hash of " + " ".join(names),
        names=tuple(names),
        types=types or ("string",) * len(names),
        values=np.array(sorted(values), np.int64),
        rows=rows,
        name_vectors=np.array(vectors, np.float32),
        header_vector=np.array(header, np.float32),
    )


def figures(one: MatcherTable, other: MatcherTable) -> dict[Feature, float]:
    features, _ = pair_features([(one, other)])
    return dict(zip(Feature, features[0].tolist(), strict=True))


def test_each_figure_of_a_pair_is_as_worked_out_by_hand() -> None:
    # "city" and "city" are alike in letters and sense: 1. "town" beside "year" shares no letter
    # in order that counts for more than a half, and no sense; it is left without a partner.
    one = table(["city"], [[1, 0]], values=(1, 2), rows=4)
    other = table(
        ["year", "city"],
        [[0, 1], [1, 0]],
        values=(2, 3, 4),
        rows=9,
        types=("number", "string"),
        header=(0.6, 0.8),
    )
    assert figures(one, other) == pytest.approx(
        {
            Feature.ALIGNMENT: 1.0,
            Feature.OVERLAP: 1.0,
            Feature.HEADERS: 0.6,
            Feature.VALUES: 0.5,
            Feature.TYPES: 1.0,
            Feature.WIDTH: 0.5,
            Feature.LENGTH: 0.5,
        }
    )


def test_names_of_another_type_count_for_the_alignment_but_not_for_types() -> None:
    one = table(["city"], [[1, 0]])
    other = table(["city"], [[1, 0]], types=("number",))
    found = figures(one, other)
    assert found[Feature.ALIGNMENT] == 1.0
    assert found[Feature.TYPES] == 0.0


def test_tables_without_a_value_share_none() -> None:
    found = figures(table(["a"], [[1, 0]]), table(["a"], [[1, 0]], values=(1,)))
    assert found[Feature.VALUES] == 0.0


NAMES = st.lists(st.sampled_from(["city", "town", "year", "id", "name of it"]), min_size=1)


@st.composite
def tables(draw: st.DrawFn) -> MatcherTable:
    names = draw(NAMES.filter(lambda one: len(one) <= 4))
    angles = [draw(st.floats(0, 3)) for _ in names]
    kinds = tuple(draw(st.sampled_from(["number", "string"])) for _ in names)
    vectors = [[np.cos(angle), np.sin(angle)] for angle in angles]
    return table(names, vectors, tuple(draw(st.sets(st.integers(0, 5)))), types=kinds)


@given(tables(), tables())
def test_the_order_of_the_two_tables_makes_no_difference(
    one: MatcherTable, other: MatcherTable
) -> None:
    there, back = pair_features([(one, other)]), pair_features([(other, one)])
    assert there[0].tolist() == back[0].tolist()
    assert there[1].tolist() == back[1].tolist()


@given(tables(), tables())
def test_the_alignment_is_the_best_of_all_there_are(one: MatcherTable, other: MatcherTable) -> None:
    from rapidfuzz import fuzz

    narrow, wide = sorted((one, other), key=lambda table: len(table.names))
    best = 0.0
    for chosen in permutations(range(len(wide.names)), len(narrow.names)):
        likeness = [
            (
                fuzz.token_sort_ratio(narrow.names[i], wide.names[j]) / 100
                + max(0.0, float(narrow.name_vectors[i] @ wide.name_vectors[j]))
            )
            / 2
            for i, j in enumerate(chosen)
        ]
        best = max(best, sum(likeness) / len(narrow.names))
    assert figures(one, other)[Feature.ALIGNMENT] == pytest.approx(min(1.0, best), abs=1e-6)


def test_headers_in_different_spellings_have_the_same_words() -> None:
    assert header_words("Date_of_birth") == header_words("dateOfBirth") == "date of birth"
    assert header_words("  ") == ""

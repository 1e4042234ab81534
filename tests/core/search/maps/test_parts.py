from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.search.maps.parts import drawn, inside

_corner = st.tuples(st.integers(-6, 6), st.integers(-6, 6))


def _winding(px: float, py: float, corners: list[tuple[int, int]]) -> int:
    """How often a polygon goes around a point, by the sum of the angles at it."""
    turned = 0.0
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        a, b = complex(ax - px, ay - py), complex(bx - px, by - py)
        turned += float(np.angle(b / a))
    return round(turned / (2 * np.pi))


@given(st.lists(_corner, min_size=3, max_size=9), st.lists(_corner, min_size=1, max_size=20))
def test_a_point_is_inside_a_lasso_if_that_winds_around_it_an_odd_number_of_times(
    corners: list[tuple[int, int]], places: list[tuple[int, int]]
) -> None:
    # Off the grid of corners, so that no point lies on an edge between any two of them.
    points = [(x + 0.3819, y + 0.2757) for x, y in places]
    x, y = np.array(points, dtype=np.float64).T
    lasso = {"x": [float(c[0]) for c in corners], "y": [float(c[1]) for c in corners]}

    found = inside(x.astype(np.float32), y.astype(np.float32), [], [lasso])

    assert found.tolist() == [_winding(px, py, corners) % 2 == 1 for px, py in points]


def test_a_point_on_the_edge_of_a_box_is_inside_whichever_corners_are_given() -> None:
    x, y = np.array([0, 1, 1.1], np.float32), np.array([2, 3, 3], np.float32)

    assert inside(x, y, [{"x": [1, 0], "y": [3, 2]}], []).tolist() == [True, True, False]


def test_a_point_in_any_region_is_found_once() -> None:
    x, y = np.array([0, 5, 9], np.float32), np.array([0, 5, 9], np.float32)
    boxes = [{"x": [-1, 1], "y": [-1, 1]}, {"x": [-2, 6], "y": [-2, 6]}]
    lasso = {"x": [8, 10, 10, 8], "y": [8, 8, 10, 10]}

    assert inside(x, y, boxes, [lasso]).tolist() == [True, True, True]
    assert inside(x, y, [], []).tolist() == [False, False, False]


@given(st.lists(st.booleans(), max_size=60), st.integers(1, 40))
def test_so_many_are_drawn_and_those_that_are_kept_first(kept: list[bool], most: int) -> None:
    places = drawn(np.array(kept, dtype=bool), most)

    assert places.tolist() == sorted(set(places.tolist()))
    assert len(places) == min(most, len(kept))
    assert sum(kept[i] for i in places) == min(most, sum(kept)) or len(kept) <= most


def test_the_same_tables_are_drawn_each_time() -> None:
    kept = np.ones(1_000, dtype=bool)

    assert drawn(kept, 50).tolist() == drawn(kept, 50).tolist()
    assert drawn(kept, 50).tolist() != list(range(50))

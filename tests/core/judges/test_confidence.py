from __future__ import annotations

import numpy as np
import pytest

from core.judges.confidence import bins_of, calibration_error


def test_the_calibration_error_is_as_worked_out_by_hand() -> None:
    # Bin 0.8 to 0.9 holds two pairs, one of them unionable: |0.5 - 0.85|, two of four pairs. Bin
    # 0.2 to 0.3 holds two that are not: |0 - 0.25|.
    truth = np.array([True, False, False, False])
    found = np.array([0.85, 0.85, 0.25, 0.25])
    assert calibration_error(truth, found) == pytest.approx(0.5 * 0.35 + 0.5 * 0.25)


def test_a_probability_on_an_edge_is_in_the_bin_that_ends_there() -> None:
    # Guo et al. (2017), Eq. 3: 0.90 is in (0.8, 0.9] and 0.95 in (0.9, 1].
    error = calibration_error(np.array([True, False]), np.array([0.9, 0.95]))
    assert error == pytest.approx((0.10 + 0.95) / 2)


@pytest.mark.parametrize("bins", [3, 5, 10, 20])
def test_every_edge_is_in_the_bin_below_however_it_is_computed(bins: int) -> None:
    edges = np.arange(1, bins + 1)
    for computed in (edges / bins, edges * (1 / bins), np.cumsum(np.full(bins, 1 / bins))):
        assert bins_of(computed, bins).tolist() == list(range(bins))
    assert bins_of(np.zeros(1), bins).tolist() == [0]
    assert bins_of(edges[:-1] / bins + 1e-6, bins).tolist() == list(range(1, bins))

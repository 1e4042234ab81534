from __future__ import annotations

import numpy as np
import pytest

from core.judges.confidence import calibration_error


def test_the_calibration_error_is_as_worked_out_by_hand() -> None:
    # Bin 0.8 to 0.9 holds two pairs, one of them unionable: |0.5 - 0.85|, two of four pairs. Bin
    # 0.2 to 0.3 holds two that are not: |0 - 0.25|.
    truth = np.array([True, False, False, False])
    found = np.array([0.85, 0.85, 0.25, 0.25])
    assert calibration_error(truth, found) == pytest.approx(0.5 * 0.35 + 0.5 * 0.25)

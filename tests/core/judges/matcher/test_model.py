from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from core.judges.matcher.features import Feature
from core.judges.matcher.model import BadModelError, MatcherModel, shipped_model
from core.labels.types import Task

WIDTH = len(Feature)


@pytest.mark.parametrize("task", list(Task))
def test_a_model_is_read_back_as_it_was_written(task: Task) -> None:
    model = shipped_model(task)
    assert model.task is task
    assert MatcherModel.from_json(model.to_json()) == model


def test_the_shipped_model_says_what_it_learned_from_and_how_well_it_judges() -> None:
    model = shipped_model()
    assert (model.cases, model.positive, model.queries) == (1_000, 550, 50)
    assert "UGEN v1" in model.source
    assert len(model.query_hashes) == 50
    # What a judge without a language model is known to reach on these labels.
    assert round(model.validation.auc.value, 2) >= 0.88
    assert round(model.validation.accuracy.value, 2) >= 0.81
    assert round(model.validation.kappa.value, 2) >= 0.62


@pytest.mark.parametrize(("task", "named"), [(Task.JOIN, "nlctd_dev"), (Task.NL, "TabFact")])
def test_joins_and_words_say_what_they_learned_from_too(task: Task, named: str) -> None:
    model = shipped_model(task)
    assert named in model.source
    assert len(model.query_hashes) > 50
    assert model.validation.accuracy.low > 0.7


def test_the_probability_is_the_logistic_of_the_scaled_features() -> None:
    model = replace(
        shipped_model(),
        means=(0.5,) * WIDTH,
        scales=(0.25,) * WIDTH,
        coefficients=(1.0,) + (0.0,) * (WIDTH - 1),
        intercept=-0.5,
    )
    features = np.full((1, WIDTH), 0.75)
    # (0.75 - 0.5) / 0.25 * 1 - 0.5 = 0.5
    assert model.probabilities(features)[0] == pytest.approx(1 / (1 + math.exp(-0.5)))


def test_only_coefficients_make_another_version() -> None:
    model = shipped_model()
    assert replace(model, source="elsewhere").version == model.version
    assert replace(model, intercept=9.0).version != model.version


def _without_a_feature() -> str:
    fields = json.loads(shipped_model().to_json())
    del fields["coefficients"][Feature.VALUES.value]
    return json.dumps(fields)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"code_version": 0}', _without_a_feature()], ids=range(5)
)
def test_a_file_that_is_no_model_is_refused(text: str) -> None:
    with pytest.raises(BadModelError, match="rule:matcher"):
        MatcherModel.from_json(text)

"""Words around a request that both readers pass over."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.conditions import Operation, Request, Size, parse
from core.conditions.parsing.passed_over import SURE, passed_over
from core.conditions.tagging.assembling import SecondReading
from core.conditions.tagging.cutting import cut
from core.conditions.tagging.labels import OPERATIONS, OUTSIDE
from core.conditions.tagging.tagger import Likely

TEXT = "My orchards lack rootstock data; join tables with over 40 rows."
ASIDE = "My orchards lack rootstock data"


def marked(
    request: Request, share: float = 1.0, second: SecondReading | None = None
) -> dict[str, bool]:
    """Pass over words that are all nothing to that share; give what is told, and whether passed."""
    words = cut(request.text)
    likely = Likely(
        (OUTSIDE, "B-topic"),
        np.array([[share, 1 - share]] * len(words), dtype=np.float32),
        dict.fromkeys(OPERATIONS, 0.0),
    )
    read = second or SecondReading(request.operation, request.condition, ())
    return {span.text: span.passed for span in passed_over(request, read, words, likely).unknown}


def test_what_both_readers_leave_out_is_passed_over() -> None:
    request = parse(TEXT)
    assert [span.text in ASIDE for span in request.told] == [True]
    assert list(marked(request).values()) == [True]


def test_what_may_be_something_is_told() -> None:
    assert list(marked(parse(TEXT), SURE - 0.01).values()) == [False]


def test_what_is_read_otherwise_is_told() -> None:
    request = parse(TEXT)
    assert isinstance(request.condition, Size)
    quantity = replace(request.condition.quantity, value=41)
    other = SecondReading(request.operation, replace(request.condition, quantity=quantity), ())
    assert list(marked(request, second=other).values()) == [False]
    other = SecondReading(Operation.UNION, request.condition, ())
    assert list(marked(request, second=other).values()) == [False]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # Which search is meant may be among the words.
        ("Our mast data should grow; tables with fewer than 10 columns.", True),
        ("My three orchards lack data; join tables with over 40 rows.", True),
        ('My "Bramley" orchards lack data; join tables with over 40 rows.', True),
        (TEXT, False),
    ],
)
def test_numbers_quotations_and_what_may_be_a_search_are_told(text: str, told: bool) -> None:
    request = parse(text)
    assert request.unknown
    assert all(marked(request).values()) is not told


@pytest.mark.parametrize(
    "asked",
    [
        "no overlap",
        "none of them",
        "an anti-join",
        "in $",
        "sizable",
        "aggregated",
        "postcode please",
    ],
)
def test_what_refuses_something_and_bare_words_are_told(asked: str) -> None:
    request = parse(f"Find unionable tables with more than 50 rows. {asked}.")
    assert request.unknown == request.told != ()


def test_what_is_kept_and_doubted_is_told() -> None:
    request = parse(TEXT)
    kept = tuple(replace(span, kept=True) for span in request.unknown)
    assert list(marked(replace(request, unknown=kept)).values()) == [False]


@pytest.mark.parametrize(
    ("text", "passed"),
    [
        ("I am compiling shelters, so append tables about kennels.", True),
        ("We are pooling evidence, so union ours with tables on trials.", True),
        ("I'm drafting a directory of wells, and would append tables with over 40 rows.", True),
        ("We are annotating a list of songs and wish to attach tables about studios.", True),
        ("For the weekend edition, add rows from tables about street food.", True),
        ("For a power calculation I must union mine with tables of 2500 rows or more.", True),
        ("For a feature that runs next month, find joinable tables about fishing quotas.", True),
        # What only looks like it may be wanted.
        ("I am compiling Scottish shelters, so append tables about kennels.", False),
        ("We are limiting this to adults; append tables with over 40 rows.", False),
        ("For the female patients, append tables where the dose is over 9.", False),
        ("For the retail sector, append tables with over 40 rows.", False),
        ("For the book prices, append tables with over 40 rows.", False),
    ],
)
def test_what_one_is_at_work_on_is_passed_over(text: str, passed: bool) -> None:
    assert list(marked(parse(text)).values()) == [passed]

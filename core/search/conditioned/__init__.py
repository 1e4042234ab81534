"""Searches whose results satisfy a condition."""

from core.search.conditioned.chosen_rows import chooses_rows
from core.search.conditioned.limits import Limits
from core.search.conditioned.naming import read_for_lake
from core.search.conditioned.rows import rows_that_satisfy
from core.search.conditioned.searches import (
    another_key,
    columns_to_join_on,
    join_with_condition,
    text_with_condition,
    union_with_condition,
)
from core.search.conditioned.types import (
    SATISFIED_FROM,
    ConditionedHit,
    ConditionedSearch,
    PartResult,
    Satisfaction,
)
from core.search.conditioned.words import (
    another_search,
    condition_in_keywords,
    divided,
    words_and_condition,
    words_of_condition,
)

__all__ = [
    "SATISFIED_FROM",
    "ConditionedHit",
    "ConditionedSearch",
    "Limits",
    "PartResult",
    "Satisfaction",
    "another_key",
    "another_search",
    "chooses_rows",
    "columns_to_join_on",
    "condition_in_keywords",
    "divided",
    "join_with_condition",
    "read_for_lake",
    "rows_that_satisfy",
    "text_with_condition",
    "union_with_condition",
    "words_and_condition",
    "words_of_condition",
]

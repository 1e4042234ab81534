"""Join tables to a query: counted before, looked at, made."""

from core.search.combining.joins.chains import Chain, find_chains
from core.search.combining.joins.counting import measure_joins
from core.search.combining.joins.gaining import gains, search_gaining
from core.search.combining.joins.looking import ROWS, Rows, look_at_join
from core.search.combining.joins.making import MadeJoin, join_bytes, size_join
from core.search.combining.joins.types import (
    HOW,
    Accepted,
    FanOut,
    GainedColumn,
    How,
    JoinFacts,
    JoinLook,
    JoinPart,
    JoinWarning,
    KeyRows,
    NearMatch,
)

__all__ = [
    "HOW",
    "ROWS",
    "Accepted",
    "Chain",
    "FanOut",
    "GainedColumn",
    "How",
    "JoinFacts",
    "JoinLook",
    "JoinPart",
    "JoinWarning",
    "KeyRows",
    "MadeJoin",
    "NearMatch",
    "Rows",
    "find_chains",
    "gains",
    "join_bytes",
    "look_at_join",
    "measure_joins",
    "search_gaining",
    "size_join",
]

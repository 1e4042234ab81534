"""Join tables to a query: counted before, looked at, made."""

from core.search.joining.chains import Chain, find_chains
from core.search.joining.counting import measure_joins
from core.search.joining.errors import JoinTooLargeError
from core.search.joining.gaining import gains, search_gaining
from core.search.joining.looking import ROWS, Rows, look_at_join
from core.search.joining.making import MadeJoin, join_bytes, join_frame, size_join, write_join
from core.search.joining.near import near_pairs
from core.search.joining.on import read_on
from core.search.joining.types import (
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
    "JoinTooLargeError",
    "JoinWarning",
    "KeyRows",
    "MadeJoin",
    "NearMatch",
    "Rows",
    "find_chains",
    "gains",
    "join_bytes",
    "join_frame",
    "look_at_join",
    "measure_joins",
    "near_pairs",
    "read_on",
    "search_gaining",
    "size_join",
    "write_join",
]

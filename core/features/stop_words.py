"""Words of a query that say nothing about the tables it wants.

Besides the usual ones these are question words and what people frame a wish with. They are rare in
tables, so that BM25 would take "which", "many" and "find" for the most telling words of a query.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

_USUAL = """
a about above after again against all also although am among an and another any are aren as at
be became because become been before being below between both but by can cannot could couldn
d did didn do does doesn doing don done down during each either else ever every few for from
further get gets give given gives got had hadn has hasn have haven having he her here hers
herself him himself his how however i if in into is isn it its itself just let ll m many may me
might mine more most much must my myself neither no nor not of off often on once one only or
other others our ours ourselves out over own per please re s same shall she should so some such
t than that the their theirs them themselves then there these they this those though through
thus to together too toward towards under until up upon us ve very was wasn we were weren what
whatever when whenever where wherever whether which while who whoever whom whose why will with
within without would wouldn yet you your yours yourself yourselves
"""

_WISHES = """
ask asking asks concerning concerns contain containing contains dataset datasets describe describes
describing find finding finds identify identifying include included includes including info
information list listing lists locate look looking looks mention mentioned mentioning mentions name
named names need needing needs pertain pertaining pertains provide provides providing regarding
relate related relates relating relevant request requesting retrieve retrieving search searching
seek seeking seeks show showing shows table tables tell telling tells want wanting wants
"""

STOP_WORDS = frozenset((_USUAL + _WISHES).split())


@cache
def stop_terms() -> NDArray[np.uint64]:
    """Return the terms of the stop words (`core.features.terms`), ascending."""
    from core.features.terms import term_of

    return np.unique(np.array([term_of(word) for word in STOP_WORDS], dtype=np.uint64))

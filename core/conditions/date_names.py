"""Names of columns that hold dates and periods."""

from __future__ import annotations

import re

DATE_NAME = re.compile(
    r"(?i)(?<![a-z])(date|dates|year|years|yr|time|timestamp|day|month|born|birth|founded|published|"
    r"released|created|premiered?|season|since|opened|joined|died|departure|arrival)(?![a-z])"
    r"|(_|\b)(yr|year|date)|(?<!candi)(?<!man)(?<!vali)(date|year|yr)(_|\b|$)"
)
"""What a column of dates or years is called."""
_DATED = re.compile(
    r"(?i)\w{3,}ed|built|sold|kick-?off|eta|dob|sighting|harvest|deliver(?:y|ies)|launch|release|"
    r"expiry|expiration|start|end|deadline|inspection|onset|debut|opening|closing|visit|visits|"
    r"publication|construction|registration|appointment|anniversary|graduation|dt|vintage|maturity"
)
"""What else may be called by when it was: "films released in 2019"."""
PERIOD_NAME = re.compile(r"(?i)quarter|decade|century|period|season|semester")
"""What a column of periods that are no dates is called: "Q3 2019" is a value there."""


DONE_TO_THINGS = {
    *("born", "died", "released", "elected", "founded", "built", "published", "opened", "launched"),
    *("established", "held", "signed", "produced", "made", "constructed", "completed", "created"),
    *("written", "issued", "hired", "married", "discovered", "registered", "awarded", "filmed"),
    *("aired", "recorded", "erected", "installed", "introduced", "formed", "appointed", "sold"),
    *("played", "staged", "fought", "sunk", "painted", "composed", "bought", "acquired"),
}
"""What was done to things when they have a date, behind their name: "players born after 1980"."""


def is_dated(word: str) -> bool:
    """Whether a column that ends so may hold dates: "kick-off", unlike "sales"."""
    return DATE_NAME.search(word) is not None or _DATED.fullmatch(word) is not None

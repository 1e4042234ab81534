"""Names of columns that hold dates and periods."""

from __future__ import annotations

import re

DATE_NAME = re.compile(
    r"(?i)(?<![a-z])(date|dates|year|years|yr|time|timestamp|day|month|born|birth|founded|published|"
    r"released|created|premiered?|season|since|opened|joined|died|departure|arrival)(?![a-z])"
    r"|(_|\b)(yr|year|date)|(date|year|yr)(_|\b|$)"
)
"""What a column of dates or years is called."""
PERIOD_NAME = re.compile(r"(?i)quarter|decade|century|period|season|semester")
"""What a column of periods that are no dates is called: "Q3 2019" is a value there."""

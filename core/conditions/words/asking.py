"""Patterns that words for a union and for a join are made of: who asks, for what, how many."""

from __future__ import annotations

_SUITED = (
    r"capable of|(?:suitable|suited|available|eligible|(?:as )?candidates?|fit|ready) (?:for|to)|"
    r"for|"
    r"by|lend(?:s|ing)? (?:itself|themselves) to"
)
_WISHING = (
    r"(?:wants?|needs?|wish(?:es)?|like|intend|plan|hope|prefer|able|ought|ha(?:ve|s)) to|gotta|"
    r"(?:am |are )?going to|(?:is|are) to|in order to|to"
)
ASKING = (
    r"(?:(?:since|because|so that|as|so) (?=(?:i|we|I)(?: (?:want|need|wish|would|should|like|plan|"
    r"hope|intend|can|could|will|may|might|must|am|are|ought|have)\b|['’]))|"
    r"(?:since|because|as) (?:those|these|they) are what (?=(?:i|we)\b)|"
    r"(?:that|which|i|we|you|they|it|what)['’](?:d|ll|ve|re|m|s) |(?:id|im|ive|thats|theyre) |"
    r"(?:that|which|i|we|you|u|they|one|it|can|could|may|might|should|would|will|must|shall|"
    r"be|been|being|gets?|"
    rf"{_WISHING}|{_SUITED}) )*"
)
"""What stands before a verb: "so that I can", "suitable to be". It may be nothing."""
ASKED = f"{ASKING[:-1]}+"
"""The same, where it must be something."""
_NOW = r"(?:(?<![\w,:;] )|(?<=please )|(?<=pls )|(?<=plz )|(?<=kindly ))"
_OF_THINGS = (
    r"(?:that|which|they|it) (?!(?:i|we|you|u|can|could|may|might|should|would|must|will|want)\b)"
)
ASKED_NOW = rf"(?:(?!{_OF_THINGS}){ASKED}|{_NOW})"
"""The same, or the beginning of a request: "pls hook up", unlike "how tables hook up" and "beams
that extend sideways"."""
ASKING_OF_ROWS = ASKING.replace("that|which|", "")
"""The same behind rows or columns: "rows that add" are said of these."""
COURTEOUS = r"(?:,? (?:please|pls|plz|if (?:you please|it please you|you would|I may|i may)),?)?"
"""What may be put in: "widen my table, if you please, with columns"."""
TABLES = r"(?:tables|data ?sets)"
AMOUNT = (
    r"at (?:least|most)|over|above|more than|fewer than|less than|no (?:fewer|less|more)|under|"
    r"beyond|around|roughly|exactly|between|a (?:minimum|maximum)|[\d~<>]"
)
"""What a number begins with, or what it is compared by: "at least 4000"."""
A_NUMBER = "two|three|four|five|six|seven|eight|nine|ten|twelve"
PARTS = {
    "UNION": r"(?:rows|records|lines|entries|tuples|observations|instances)",
    "JOIN": r"(?:columns|cols|attributes|fields)",
}
"""What a union adds, and what a join adds."""
BY_JOIN = r"(?:through|by|with|from|via|in) (?:a|the|this|my|our) (?:join|merge)\b"
MORE = r"(?:(?:some|any|more|further|extra|additional|new|the|their|its|other|those|these|such) )*"
"""What may stand before these."""
OTHERS = (
    r"(?:(?:(?:any|some|other|further|more|another|such|those) )*(?:tables?|data ?sets?)|"
    r"anything|something)\b"
)
SURELY_MORE = r"(?:(?:some|any) )?(?:more|further|extra|additional|new|supplementary|fresh) "
"""What says before these that they are added."""

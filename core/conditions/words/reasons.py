"""Find reasons, which ask for nothing: "because the review is due", "as the grant asks for it"."""

from __future__ import annotations

import re

BODY = r"(?:(?!\s[-–—]\s)(?:[^,.;:?!()\"“”„«»`\n]|[.,](?=\w)))+"
"""What a clause goes on with, up to a comma or the like."""
BEGINS_SENTENCE = re.compile(r"(?:^|[.;!?\n])\s*$")
"""What stands before the first word of a text or a sentence."""
_ALWAYS = (
    r"(?:because(?! of\b)|seeing (?:that|as|how)|"
    r"given that(?! (?:its|their|the (?:phrase|word|term))\b)|considering that|inasmuch as|"
    r"on the grounds? that|for the (?:simple |plain )?reason that|in view of the fact that|"
    r"due to the fact that|owing to the fact that|now that|the reason being(?: that)?)"
)
"""What nothing but a reason begins with, wherever it stands."""
_ORDINARILY = r"(?:as|since)"
_BY_ONE = (
    r"(?:i|we|you|he|she|it|they|there|nobody|everybody|everyone|someone|somebody|"
    r"(?:that|this)(?=['’]| is\b| was\b))(?=['’ ])"
)
_FINITE = (
    r"(?:(?:is|are|was|were|has|have|had|does|do|did|will|would|can|could|may|might|shall|need|"
    r"must|should)(?:n['’]t)?|cannot|['’](?:s|re|ve|ll|d|m))"
)
_BEHIND_VERB = (
    r"(?= (?:the|an?|my|our|your|his|her|its|their|it|them|us|me|him|that|this|these|those|what|"
    r"how|why|where|whether|to|in|on|at|by|for|from|with|of|up|out|off|down|over|under|into|about|"
    r"as|so|too|very|only|just|merely|never|always|often|seldom|already|no|not|nothing|nobody|"
    r"everything|everybody|every|each|all|both|more|less|next|last|again|anyway|\w+ly|\w+ing)\b|\W*$)"
)
_WANT = (
    r"(?:want|need|ask|like|expect|prefer|know|use|keep|go|say|come|run|take|make|give|get|pay|"
    r"work|live|change|matter|count|apply|require|insist|differ|tend|seem|think|believe|call|cost|"
    r"complain|answer|agree|vary|fall|rise|leave|arrive|open|close|start|stop|wish|hope|love|hate|"
    r"suffer|mind|stay|move|drive|grow|die|breed|travel|expire|overlap|fail|break|suggest|offer|"
    r"help|refuse|demand|depend|belong|read|check|print|sell|buy|lack|miss|fit|wait|look|talk)"
)
IRREGULAR = (
    r"(?:came|went|gave|got|took|made|kept|left|lost|found|said|told|sent|ran|began|broke|brought|"
    r"built|bought|cut|fell|felt|grew|held|knew|led|let|meant|met|paid|put|read|saw|set|sold|spent|"
    r"stood|thought|won|wrote)"
)
_NOUN = r"(?:(?!(?:of|in|on|to|at|by|for|from|with|and|or|as|than)\b)[\w'’-]+)"
_DETERMINER = (
    r"(?:(?:any|every|no|some)thing(?! (?:other than|but|except)\b)|the|an?|my|our|your|his|her|"
    r"its|their|that|this|these|those|most|some|all|half|each|every|no|both|such|many|few|several|"
    r"other|nobody)"
)
_CLAUSE = (
    # "the review is due", "half our wards wouldn't be found", "bigger sheets are kept"
    rf"(?:{_NOUN} ){{1,6}}?{_FINITE}\b|(?:{_NOUN} ){{0,4}}{_NOUN}(?:n['’]t|['’](?:s|re|ve|ll|d))\b|"
    # "the new rule of the fund is strict"
    rf"{_DETERMINER} (?:[\w'’-]+ ){{1,7}}?{_FINITE}\b|"
    # "the subsidy covers just that range", "the donor's family keeps asking"
    rf"{_DETERMINER} (?:{_NOUN} ){{1,4}}?(?:(?:only|just|never|always|also|still|now) )?"
    rf"(?:[a-z]{{2,}}(?:[^s\W]s|ed)|{IRREGULAR}){_BEHIND_VERB}|"
    # "the insurers want figures"
    rf"(?:{_NOUN} ){{0,3}}(?:[a-z]{{3,}}s|people|children|women|men) "
    rf"(?:(?:only|just|never|always|also|still|rarely|often|usually|now) )?{_WANT}\b"
)
_REFERRING = r"(?:such|they|these|those|this|we|i|it|there|ours|mine)"
"""What a reason behind ", for" speaks of; "for rent", "for each" and "for 1990" are none."""
_COMPARING = (
    r"(?:long|soon|far|well|much|many|little|few|large|small|good|often|if|though|of|to|for|in|per|"
    r"regards?|with|from|by|on|an? (?:value|key|topic|subject|result|condition)|the (?:key|topic|"
    r"subject|value|status|city|country|name|title|source|type|category))\b"
)
_PART = (
    r"(?:(?:and|but|if|so) )?(?:(?:mainly|mostly|simply|just|partly|chiefly|especially|"
    r"particularly|not least|precisely|only|purely|merely) )?"
)
_REASON = re.compile(
    rf"(?:{_PART}{_ALWAYS} {BODY}(?:, (?:who|which|whom) {BODY}, {BODY})?|"
    rf"{_PART}{_ORDINARILY} (?!{_COMPARING})(?:{_BY_ONE}|{_CLAUSE})(?:{BODY})?|"
    rf"for (?:(?:only|just) )?(?={_REFERRING}\b)(?:{_BY_ONE}|{_CLAUSE})(?:{BODY})?)"
    r"(?=\s*(?:[,;:?!)]|\.(?!\w)|$)|\s[-–—]\s)|"
    r"as (?:usual|always|ever|agreed|discussed|promised|requested|things stand|it were|"
    r"far as (?:i|we) (?:know|can (?:tell|see)|remember))(?=\s*(?:[,.;:?!)]|$))",
    re.IGNORECASE,
)
_BEGINS_ANYWHERE = re.compile(rf"{_PART}{_ALWAYS}", re.IGNORECASE)
_PARTED = re.compile(r"(?:^|[,.;:?!(–—]|\s-)\s*$")
_SHORTLY = re.compile(
    r"(?:(?:as|since|seeing (?:that|as)|considering that|now that) (?:(?:the|its|their) )?"
    r"(?!(?:that|this|these|those|my|our|his|her|it|he|she) )(?:[\w-]+ ){1,2}"
    r"(?:is|are|was|were)(?: [\w-]+){1,2}|"
    r"(?:that|this|these|those|it|the (?:former|latter|rest|others?)) being(?: [\w-]+){1,2})",
    re.IGNORECASE,
)
_BY_ONESELF = r"(?!(?:i|we|you|they|he|she|it|there|that|this|everybody|everyone|nobody) )"
_OBLIGED = (
    r"(?:(?:ha(?:s|ve)(?: got)?|needs?|ought|(?:is|are)(?: supposed| meant)?) to|gotta|must|should|"
    r"shall|may only|can only) (?:only |always )?(?:be|equal|stay|remain|say|read)(?: only)?"
)
_PROVIDED = re.compile(
    r"given that (?:the )?(?:[\w-]+ ){1,2}(?:is|are|was|were)(?: [\w-]+){1,2}", re.IGNORECASE
)
_PROVIDED_TO_BE = re.compile(
    rf"{_PART}given that (?:the |its |their )?{_BY_ONESELF}(?:[\w-]+ ){{1,3}}{_OBLIGED}"
    r"(?: (?:either|one of))?(?: [\w'’-]+){1,4}",
    re.IGNORECASE,
)
"""What says what must be given: "given that the status has to be open"."""
_OF_ONES_WORK = re.compile(
    r"given that (?:(?:my|our|your|his|her) |(?:the |its |their )?(?:(?:every|any|no|some)thing|"
    r"things|time|talk|meeting|presentation|deadline|budget|boss|supervisor|team|room|report|paper|"
    r"thesis|essay|article|slides|work|job|task|project|model|server|data|data ?set|list|results?|"
    r"tables?|answers?|search|download) (?!of\b))|"
    rf"\b{_OBLIGED} (?:(?:so|as|very|quite|really|rather|fully|more|properly|well) )*"
    r"(?:(?!closed\b)[a-z]{2,}[^e\W]ed|[a-z]+(?:able|ible)|done|met|kept|made|found|sent|"
    r"paid|built|written|given|shown|known|run|up|short|shorter|long|longer|quick|quicker|fast|"
    r"faster|small|smaller|big|bigger|large|larger|low|lower|high|higher|good|better|happy|ready|"
    r"clean|simple|easy|clear|cheap|cheaper|safe|fair|fresh|recent|new|right|correct|true|useful|"
    r"anonymous|brief|tidy|perfect|complete|accurate|precise|ok|okay|fine)\b",
    re.IGNORECASE,
)
"""What is said of one's work, or how good something is: "the talk must be short"."""
_LAST_VALUE = re.compile(
    rf"\b(?:{_OBLIGED}|is|are|was|were)(?: (?:either|one of))?(?: [\w'’-]+){{1,3}}$", re.IGNORECASE
)
_ITEM = (
    r"(?!(?:i|we|please|tables?|data|any|some|with|where|about|on|no|not)\b)[\w'’-]+"
    r"(?: (?!(?:tables?|data)\b)[\w'’-]+)?"
)
_LISTED = re.compile(
    rf"(?:, ?{_ITEM})*(?:, ?{_ITEM}),? or {_ITEM}(?=\s*(?:[,;:?!)]|\.(?!\w)|$))", re.IGNORECASE
)
"""How a list of values goes on behind its first: ", grass or hardcourt"."""


def read_reason(text: str, place: int) -> int:
    """Return where a reason ends that begins at a place; 0 if there is none.

    Whether it asks for something besides is not looked at.

    Examples
    --------
    >>> read_reason("rows of tea, because we sell none, over 9 rows", 13)
    33
    >>> read_reason("tables as long as they are full", 7), read_reason("with Oslo as the city", 10)
    (0, 0)
    >>> text = "tea, as the soil must be acid, peaty or sandy"
    >>> read_reason(text, 5) == len(text)
    True
    """
    if place and (text[place - 1].isalnum() or text[place - 1] in "-_'’"):
        return 0
    found = _REASON.match(text, place)
    if found is None or _is_provided(found[0].strip(), text, found.end()):
        return 0
    if not (_PARTED.search(text[:place]) or _BEGINS_ANYWHERE.match(text, place)):
        return 0
    listed = _LISTED.match(text, found.end()) if _LAST_VALUE.search(found[0]) else None
    return listed.end() if listed is not None else found.end()


def _is_provided(said: str, text: str, end: int) -> bool:
    """Whether a clause says what cells are given to be: "given that the soil has to be clay"."""
    if _PROVIDED.fullmatch(said):
        return True
    if not _PROVIDED_TO_BE.fullmatch(said):
        return False
    listed = " or " in said.lower() or _LISTED.match(text, end) is not None
    return listed or _OF_ONES_WORK.search(said) is None


def is_short_statement(said: str) -> bool:
    """Whether what is set aside may be a condition: "since the status is open".

    Examples
    --------
    >>> is_short_statement("since the status is open")
    True
    """
    short = _SHORTLY.fullmatch(said.strip()) is not None
    return short or any(
        _LISTED.match(said, comma.start()) and _LAST_VALUE.search(said[: comma.start()])
        for comma in re.finditer(",", said)
    )

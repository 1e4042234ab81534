"""Find what is said in passing and asks for nothing: "mind you", "that being when it closed"."""

from __future__ import annotations

import re

from core.conditions.words.asking import A_NUMBER
from core.conditions.words.reasons import BODY

_ENDS = r"(?=\s*(?:[,;:?!)]|\.(?!\w)|$)|\s[-–—]\s)"
_PARTED = re.compile(r"[,.;:?!(–—]\s*$|\s-\s*$")
_MORE = r"(?:more|less|fewer|(?:short|long|small|larg|few|bigg|old|young|high|low|lat|earli)er)"
_SAYING = (
    r"(?:(?:i|we) (?:said|say|repeat|mean|stress|insist|hasten to add|might add|suppose|guess|"
    r"think|believe|reckon|fear|admit|confess)|mind(?: you)?|i['’]d say|that['’]s to say|"
    r"(?:and )?that['’]s (?:final|it|that|all)|no ifs (?:and|or|nor) buts|so to speak|um+|uh+|erm*|"
    r"(?:and )?nothing else (?:matters|counts|is (?:needed|wanted|required|asked))|"
    rf"neither {_MORE} nor {_MORE}|no {_MORE}(?:,| and|,? nor|,? or) no {_MORE}|"
    r"(?:however|no matter how) (?!many\b|much\b)[a-z]+|"
    r"hm+|if i may(?: say so)?|(?:to be )?(?:honest|clear|precise|frank|fair|sure)|honestly|"
    r"(?:please )?don['’]t ask(?: me)? why|(?:it['’]s )?a long story|trust me|believe me)"
)
_VERBLESS = (
    r"(?:the|my|our|your|his|her|its|their) (?!(?:[\w'’-]+ ){0,4}(?:not|always) (?:being|having))"
)
_PARTICIPLE = (
    r"(?:been|[a-z]+ed|come|gone|given|got|gotten|taken|made|kept|left|lost|found|said|told|sent|"
    r"run|begun|broken|brought|built|bought|cut|fallen|grown|held|let|met|paid|set|sold|spent|"
    r"done|no(?:ne)?|nothing|little|never)"
)
_BACKWARDS = (
    r"(?:that|this|those|these|it|the (?:former|latter|rest|others?|remainder)|"
    r"(?:everything|nothing|all|anything) else)"
)
_OBLIGED = r"(?:should|must|shall|ought|has|have|needs?|is|are)"
"""What is asked of something follows: "whatever you bring should concern tea"."""
_WHICH_DOES = (
    r"(?:would|will|might|may|can|could|should) (?:do|help|suffice|work|serve|suit|fit|"
    r"be (?:enough|fine|plenty|okay|perfect|ideal|good|great|lovely|useful|handy|nice))\b|"
    r"helps?|matters?|suffices?|serves?|does the (?:job|trick)|"
    r"(?:is|are|was|were) (?:the|an?|why|when|where|what|who|how|"
    r"all|just|exactly|something|nothing|too|"
    r"(?:[a-z]+(?:ed|en|t|n)) (?:elsewhere|separately|already|anyway|apart|by [a-z]+|"
    r"in an(?:other|y) \w+))|(?:i|we|you|he|she|nobody|everybody|everyone|no ?one) "
)
_OF_OURS = r"(?:the|an?|this|these|those|my|our|your|his|her|its|their|each|every|most|all|any)"
_SHOWN = (
    r"(?:printed|shown|written|given|stated|used|listed|recorded|noted|found|seen|known|kept|"
    r"published|defined|required|registered|reported|issued|stamped|named|called|spelled|spelt)"
)
_AS_THERE = (
    r"(?:(?:just|exactly|precisely|much|the same) )?as "
    rf"(?:(?:{_SHOWN} )?(?:on|in|at|by|under|with)|{_SHOWN} (?:to|for|from|inside|behind)) "
    rf"(?:(?:the (?:back|front|top|bottom|side) of|all of|most of) )?{_OF_OURS} {BODY}|"
    rf"as (?:is|are|was|were) (?:usual|customary|common|normal|typical|the (?:custom|rule|habit)) "
    rf"{BODY}"
)
"""What something is like elsewhere: "as on the ships' papers", "as printed on each label"."""
_PUT_DOWN = (
    r"(?:(?:which|that) (?:is|are) )?(?:(?:always|usually|here) )?"
    r"(?:given|written|formatted|stored|recorded|noted|entered|expressed|stated|measured|shown|"
    r"spelled|spelt|printed|put down)"
)
_HOW_WRITTEN = re.compile(rf"{_PUT_DOWN} (?:as|in)\b", re.IGNORECASE)
_OF_DATES = (
    r"(?:(?:d{1,2}|m{1,3}|yy(?:yy)?)[-/. ]){2}(?:d{1,2}|m{1,3}|yy(?:yy)?)|"
    r"(?:day|month|year)(?:[-/]| ?, ?)(?:day|month|year)(?:[-/]| ?, ?)(?:day|month|year)"
)
_FORMAT = re.compile(
    rf"(?:{_PUT_DOWN} )?(?:(?:as|in|like) )?(?:the )?(?:(?:date )?format(?: is)?:? |form )?"
    rf"(?:{_OF_DATES})(?: format| form| order)?{_ENDS}",
    re.IGNORECASE,
)
"""How dates are written, which is known: "(dd/mm/yyyy)", ", given as yyyy-mm-dd,"."""
_FORMS = (
    rf"{_PUT_DOWN} (?:as (?:an? )?|in )(?!the\b){BODY}"
    r"(?=, (?:is|are|must|should|has to|have to|ought to|shall|lies|falls|exceeds)\b)",
    _AS_THERE,
    # "that being when the estate was split up", "the latter being what we lack"
    rf"{_BACKWARDS} (?:being|having)\b{BODY}",
    rf"{_VERBLESS}(?:[\w'’-]+ ){{1,6}}?having {_PARTICIPLE}\b(?:{BODY})?",
    rf"the [\w'’-]+ (?:before|prior to|after|since|until) (?:that|then|this|it) (?:being|having)\b"
    rf"{BODY}",
    # "which is the season I'm writing about", "either of which would do"
    rf"which (?:{_WHICH_DOES})(?:{BODY})?",
    r"(?:either|any|both|each|all|none|neither) of (?:which|whom|them) "
    rf"(?:would|will|is|are|i|we|my|our|might|could|can)\b{BODY}",
    # "whatever league they come from"
    rf"(?:whatever|whichever)(?: (?!(?:column|field|attribute|cell|table|data|tables)\b)[\w'’-]+)?"
    rf" (?:they|it|he|she|you|we|i) (?!{BODY}?\b{_OBLIGED}\b){BODY}",
    rf"as in (?:from|up to|until|before|after|not|both|either) {BODY}",
    rf"be (?:it|they) {BODY} or {BODY}",
    r"(?:show|give|get|find|send|bring|list)(?: me| us)? (?:both|either|all|any)"
    rf"(?: (?:kinds?|sorts?|types?|of (?:them|these|those)))?{_ENDS}",
)
_MEANT = re.compile(r"(?:just |exactly )?as in (?:the|an?|these|those) ", re.IGNORECASE)
_PHRASES = re.compile(rf"{_SAYING}{_ENDS}", re.IGNORECASE)
_NO_FURTHER = re.compile(
    rf"and (?:no (?:further|later|earlier|others?)|"
    rf"not (?:a )?(?:day|minute|bit|cent) (?:later|more|longer)){_ENDS}",
    re.IGNORECASE,
)
"""What says again behind a number where it ends."""
_PASSING = re.compile("|".join(f"(?:{form})" for form in _FORMS), re.IGNORECASE)
_INSISTING = re.compile(
    r"(?:and |yes,? )?(?:i|we) (?:do|did|really|truly|do really|really do)(?: literally)? "
    rf"mean (?P<said>{BODY}(?:, not (?P<other>{BODY}))?)",
    re.IGNORECASE,
)
_ECHO = re.compile(
    r"(?P<said>[a-z]+(?: than)?)(?:,? (?:i (?:said|say|mean)|mind you|that is))?,? "
    rf"(?:so |and )?not (?P<other>[a-z]+(?: to| than)?|[\w ]{{1,20}} (?:itself|themselves)){_ENDS}",
    re.IGNORECASE,
)
_AGAIN = re.compile(
    r"(?P<said>[\w'’]+),? (?:mind you|i said|i (?:do )?mean)(?:,? and nothing else)?"
    rf"{_ENDS}|(?P<same>[\w'’]+),? (?:and nothing else|and only that){_ENDS}",
    re.IGNORECASE,
)
_COMPARED = {
    *("over", "above", "under", "below", "more", "less", "fewer", "greater", "larger", "higher"),
    *("smaller", "lower", "before", "after", "earlier", "later", "beyond", "bigger", "older"),
    *("newer", "longer", "shorter", "more than", "less than", "greater than", "fewer than"),
    *("exceeds", "past"),
}
"""What leaves out the number itself: "greater, I said, not equal" says so once more."""
_OTHERWISE = {
    *("equal", "equal to", "exactly", "around", "about", "roughly", "at", "under", "over", "below"),
    *("above", "on", "fewer", "less", "more", "smaller", "larger", "lower", "higher", "same"),
}
_WHEN = (
    r"(?:today|tonight|tomorrow|now|soon|(?:this|next) week|in an hour|"
    r"in \w+ (?:minutes|mins?|hours|hrs|days)|"
    r"(?:(?:this|next|on|by) )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
)
_WORK = (
    r"(?:paper|report|thesis|essay|homework|assignment|coursework|deck|slides|poster|draft|"
    r"presentation|dissertation|chapter|abstract|proposal|grant|submission|article)"
)
_HURRY = re.compile(
    rf"(?:(?:(?:my|our|the) )?{_WORK}(?: is| are)? due|(?:the )?deadline(?: is)?|"
    rf"(?:meeting|lecture|class)(?: is)?) {_WHEN}{_ENDS}|"
    rf"(?:(?:i['’]?m|we['’]?re) )?in a (?:hurry|rush){_ENDS}",
    re.IGNORECASE,
)
"""Why somebody is in a hurry, before a request: "paper due monday!"."""
_PHRASE = re.compile(
    r"(?:(?:that|this|the|just|exactly|precisely|only) )*(?:whole |very |exact )?"
    r"(?:phrase|word|term|wording|spelling|number|value|it|that|this|them|these|"
    r"those)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w'’]+(?:-[\w'’]+)*")


def read_passing_remark(text: str, place: int) -> int:
    """Return where a remark ends that begins at a place behind a comma or the like; else 0.

    Whether it asks for something besides is not looked at.

    Examples
    --------
    >>> text = "signed in the 1920s, that being when the estate was split up."
    >>> read_passing_remark(text, 21) == len(text) - 1
    True
    >>> read_passing_remark("with a city, which is Oslo", 13)
    0
    """
    found = _PASSING.match(text, place) if _PARTED.search(text[:place]) else None
    return found.end() if found is not None else 0


def says_how_written(said: str) -> bool:
    """Whether a remark says how cells are written: "given as dd/mm/yyyy", "stored in euros".

    Examples
    --------
    >>> says_how_written("given as dd/mm/yyyy"), says_how_written("which is the topic I like")
    (True, False)
    """
    return _HOW_WRITTEN.match(said) is not None or _FORMAT.fullmatch(said) is not None


def says_what_is_meant(said: str) -> bool:
    """Whether a remark says which of its meanings a word has: "ferries, as in the boats".

    Examples
    --------
    >>> says_what_is_meant("as in the boats"), says_what_is_meant("as on the boats")
    (True, False)
    """
    return _MEANT.match(said) is not None


_NUMBERING = re.compile(
    r"(?:(?<=[a-z][^\Wsiu]s )|(?<=[a-z]['\"”’`] ))number(?= (?:(?:no )?(?:more|fewer|less) than|"
    r"at (?:the )?(?:very )?(?:least|most)|over|under|above|below|between|exactly|around|roughly|"
    rf"up to|upwards of|in excess of|beyond) (?:\d|(?:an?|{A_NUMBER}|eleven|fifteen|twenty|thirty|"
    r"forty|fifty|sixty|seventy|eighty|ninety)\b))"
)
"""What things do that are counted: "seats number fewer than 40", unlike "house number over 5"."""
_NOT_COUNTED = re.compile(
    r"\b(?:series|species|sales|goods|news|means|parts|customs?|arms|rows|lines|columns|records|"
    r"entries|tables|files|its|has|was|as|does|always|ones|gas|lens|canvas|atlas|sports|works|corps|"
    r"innings|headquarters|diabetes|rabies|reynolds|stokes) $|(?<=[\w,] )[A-Z]\w+s $"
)
"""Behind them "number" is or ends a name: "has number over 9", "sports number", "Texas number"."""


def read_idle_words(text: str, place: int) -> int:
    """Return where words end that say nothing, or again what was said before a place; else 0.

    Examples
    --------
    >>> read_idle_words("over 9 rows (over, not around)", 13)
    29
    >>> read_idle_words("over 9 rows (under, not around)", 13)
    0
    >>> read_idle_words("born (dd/mm/yyyy) after 2/3/2001", 6)
    16
    >>> read_idle_words("where seats number over 40", 12)
    18
    """
    before = text[:place]
    numbering = _NUMBERING.match(text, place)
    owned = before[-2:] in ("' ", "’ ") and before.count(before[-2]) % 2 and "‘" not in before
    if numbering is not None and not _NOT_COUNTED.search(before) and not owned:
        return numbering.end()
    ending = _NO_FURTHER.match(text, place) if before.rstrip()[-1:].isdigit() else None
    if ending is not None:
        return ending.end()
    hurry = _HURRY.match(text, place) if not before.strip() else None
    if hurry is not None:
        return hurry.end()
    if _PARTED.search(before):
        for form in (_PHRASES, _FORMAT, _INSISTING, _ECHO, _AGAIN):
            found = form.match(text, place)
            if found is not None and _holds(form, found, before):
                return found.end()
    return 0


def _holds(form: re.Pattern[str], found: re.Match[str], before: str) -> bool:
    """Whether what is said again was said before."""
    if form in {_PHRASES, _FORMAT}:
        return True
    if form is _AGAIN:
        return _ends_with(before, found["said"] or found["same"])
    said = found["said"].lower()
    if form is _INSISTING and _PHRASE.fullmatch(said) is not None:
        return True
    if form is _ECHO:
        other = found["other"].lower()
        named = other.endswith(("itself", "themselves")) and _was_said(other.split()[:-1], before)
        compared = said in _COMPARED and _was_said(said.split(), before)
        return compared and (other in _OTHERWISE - {said} or named)
    return _was_said(_WORD.findall(said.split(", not ")[0]), before)


def _was_said(words: list[str], before: str) -> bool:
    """Whether each of some words stands in a text."""
    spoken = {word.lower() for word in _WORD.findall(before)}
    return bool(words) and {word.lower() for word in words} <= spoken


def _ends_with(before: str, word: str) -> bool:
    words = _WORD.findall(before)
    return bool(words) and words[-1].lower() == word.lower()

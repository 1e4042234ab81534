"""Find what is said out of politeness and asks for nothing: "Hi Tom,", "if it isn't a bother"."""

from __future__ import annotations

import re

from core.conditions.words.own_table import SHEETS

_GREETING = (
    r"(?i:hi|hello|hey|hiya|heya|howdy|howzit|kia ora|g['’]day|hallo|hola|bonjour|ciao|dear|"
    r"okay|ok|ugh|argh|oh|hmm|gosh|eish|alright|"
    r"greetings|(?:good )?(?:morning|afternoon|evening|day))"
    r"(?i: (?:there|all|both|again|team|everyone|everybody|folks|colleagues?))*"
    r"(?: (?:Dr|Mr|Mrs|Ms|Prof)\.?)?(?: [A-Z][\w'’-]+){0,2}"
)
_BEGINS_PART = (
    r"apologies|as|at your|cheers|hope|i hope|if|just|kind|many thanks|my apologies|no|please|"
    r"polite|quick|small|sorry|thank you|thanks|when(?:ever)?|with apologies|with thanks"
)
_IN_PART = (
    r"a|again|agreed|all|allows?|am|and|any|are|as|ask|asking|at|be|before|bother|but|can|chance|"
    r"convenient|could|day|discussed|disturb|do|don['’]t|earlier|favou?r|fine|first|for|free|get|"
    r"good|great|had|has|have|having|help|hope|hurry|i|i['’]m|in|inconvenience|is|isn['’]t|it|"
    r"it['’]s|kind|kindly|know|last|late|leisure|long|lot|may|mentioned|message|mind|minute|"
    r"moment|morning|much|my|nice|not|note|notice|of|ok|okay|on|one|patience|permits|please|"
    r"possible|promised|question|quick|quickly|request|rush|same|second|short|so|soon|sorry|spare|"
    r"suits|that|that['’]s|the|time|to|today|too|trouble|troubling|urgency|usual|very|was|week|"
    r"well|would|wouldn['’]t|yesterday|you|you['’]d|you['’]re|your"
)
"""Words of which a polite part of a sentence is made; a subject of a table has others."""
_MUCH = (
    r"(?: (?:very|so|really|truly|most|much|quite|ever|extremely|greatly|enough|immensely|hugely|"
    r"a lot|a|of))*"
)
_PLEASED = r"(?:grateful|thankful|obliged|glad|happy|pleased|delighted|indebted|keen)"
_WELCOME = (
    r"(?:lovely|wonderful|great|helpful|nice|good|handy|perfect|excellent|useful|super|brilliant|"
    r"fantastic|ideal|appreciated|kind|(?:great |big |real )?help)"
)
_ASKED = (
    r"(?: if (?:you|we|i|someone|there)(?: (?:could|can|would|might|were))?(?: be)?|"
    r" to (?:have|get|see|find)| for| on(?= (?:an?|any|some|the|those|more|tables?|data)\b))?"
)
_TO_DO = r"(?: to| checking| looking| finding| getting| pulling| showing| giving| sending)?"
_PERSON = (
    r"(?!(?:table|data|query|sheet|file|list|join|union|column|field|attribute|cell)s?\b)[\w-]+"
)
"""A word for who asks, which is no part of a table."""
_ASKING = (
    r"(?:(?:is|are) (?:(?:looking|searching|asking|hunting) for|(?:curious|asking|writing) about|"
    r"interested in|in need of|researching|studying|working on)|"
    r"(?:says|said|tells me|told me|thinks)(?: that)? (?:i|we) "
    r"(?:need|want|should (?:use|get|find))|"
    r"(?:has |have )?asked (?:(?:me|us) )?(?:for|about)|asks for|would like(?! to be\b)|"
    r"(?:needs|wants)(?= (?:(?:[\w-]+ ){0,3}"
    r"(?:tables?|data ?sets?|data|rows|records|columns|figures|sheets?)\b|"
    r"to (?:see|find|get|know|look|extend|add|append|join|merge|enrich|stack|union|attach|grow|"
    r"expand)\b)))"
)
_SEEKING = (
    rf"(?:my|our) {_PERSON}(?: (?!(?:i|we)\b){_PERSON})? "
    r"(?:(?:wants?|needs?)(?: to (?:see|find|get|have|look at))?|"
    r"(?:looks?|search(?:es)?|hunts?) for|seeks?)(?= (?:[\w-]+ ){0,3}(?:tables?|data ?sets?)\b)"
)
"""Who looks for tables: "our students want to see tables", "our team looks for tables"."""
_WONDERING = (
    rf"(?:(?:my|our|the|an?) {_PERSON}(?: {_PERSON})?|"
    r"(?:(?:Dr|Prof|Mr|Mrs|Ms)\.? )?(?-i:[A-Z])[\w'’-]+(?: (?-i:[A-Z])[\w'’-]+)?) "
    r"(?:(?:has|have|had|just) )*(?:asked|asks|wonders|wondered|wants to know)(?: (?:me|us))? "
    r"(?:whether|if)(?= (?:i|we|you|there|any|some|tables?)\b)"
)
"""Who asks it: "Dr. Okafor asked whether we can add rows"."""
_EITHER = (
    r"(?:one or the other|(?:either|both|each|any|one)"
    r"(?: (?:one|way|topics?|subjects?|themes?|matter|kind|sort|of (?:the|them|these|those)"
    r"(?: (?:two|three|four|ones))?))?)"
)
_WAVED = (
    rf"(?:{_EITHER},? (?:(?:is|are|would be|will be|being) (?:(?:\w+ )?(?:enough|enuf)|ok|okay|"
    r"fine|good|sufficient|acceptable|all ?right)|(?:will|would) do|works|suffices|has to hold)|"
    rf"(?:both|either) (?:ok|okay|fine)|(?:just )?one of (?:them|the two|the three)"
    r"(?: (?:is (?:enough|enuf)|has to hold|will do))|"
    r"either (?:one|way)|(?:any|either|one) of (?:the|these|those) (?:two|three|four)|"
    r"whichever(?: (?!(?:of|tables?|data|about|on|around|with|that|which|have|has|mention|mentions|"
    r"contain|contains)\b)[a-z]+){0,5}(?=\s*(?:[,.;:)]|$))|"
    r"(?:both|either|any|all) (?:kinds?|sorts?) (?:would|will|can|could)"
    r" (?:help|do|work|be useful|be fine)(?: me| us)?|"
    r"any of them|(?:it )?(?:doesn['’]?t|does not) matter w(?:h)?ich|no matter which(?: one)?|"
    r"(?:it )?(?:doesn['’]t|does not|don['’]t) matter"
    r"(?: (?:where|when|who|what|how)[^,.;:!?()]{0,20})?"
    r"(?=\s*(?:[,.:;!?)]|$))|"
    r"no (?:strong )?preferences?(?: (?:on|for|as to|about|regarding)(?: the)? \w+)?"
    r"(?=\s*(?:[,.:;!?)]|$))|"
    r"whichever(?: of (?:them|the two|the three))? it is|"
    r"it['’]s all (?:the same|one)(?: to (?:me|us))?|"
    r"(?:i|we) (?:don['’]t|do not) (?:really )?(?:mind|care)(?: (?:much|either way))?"
    r"(?=\s*(?:[,.:;!?)]|$))|"
    r"(?:i['’]m|i am|we['’]re|we are) (?:easy|not (?:fussed|fussy|picky|choosy|bothered))"
    r"(?=\s*(?:[,.:;!?)]|$))|"
    r"(?:and )?(?:i|we) (?:don['’]t|do not) (?:mind|care) which(?: one)?"
    r"(?: of (?:the|those|these|them)(?: two| three)?)?(?: it is)?|"
    r"(?:both|all|the (?:two|three)) (?:of them )?(?:together|at once|at the same time))"
)
"""Said of alternatives, which are so without it: "(either is ok)", ", any of the three"."""
_GOES_ON = r"(?= ?(?:[,.:;?!)]|$)| (?:and|but|where|with|also|as long|the|there)\b)"
_TELLING = (
    r"(?:(?:some(?:body|one)|they|people|everyone|he|she|an? [\w-]+|my [\w-]+|our [\w-]+) "
    r"(?:told (?:me|us)|says?|said|claims?|claimed|mentioned|thinks?|believes?)|"
    r"(?:i|we)(?:['’]ve| have)? (?:heard|read|gather|understand|suspect|(?:was|were|been) told))"
)
_OWN_SHEET = (
    rf"(?:(?:my|our) (?:[\w-]+ ){{0,2}}?(?:{SHEETS}|registr(?:y|ies))|(?<=\bso )the {SHEETS}|"
    rf"the {SHEETS} (?:that )?(?:i|we)(?: have)? (?:inherited|got|keep|kept|made|built|compiled)"
    r"(?: from (?:an?|my|our|the) [\w-]+)?)"
)
_VERY = (
    r"(?: (?:not|still|yet|far from|too|rather|very|kinda|quite|pretty|really|so|a bit|a little))*"
)
_UNFINISHED = (
    rf"{_OWN_SHEET} (?:(?:is|are)(?:n['’]t)?{_VERY} "
    r"(?:finished|complete|done|ready|enough|incomplete|unfinished|thin|short|small|"
    r"patchy|sparse|missing (?:context|details?|something|information))(?: of (?:cases|entries))?|"
    rf"(?:stop|end|begin|start|break off|leave off)s?{_VERY} (?:early|late|short|soon|abruptly))"
    r"(?=\s*(?:[.,;:!]|$)| (?:and )?so\b)"
)
"""What one's own table is like, of which nothing is asked: "my records stop early"."""
_UNCOUNTED = "".join(
    rf"(?<!{before}{thing} )"
    for before in ("^", "with ", "of ", "the ", "have ", "having ", "no ", "and ", "whose ")
    for thing in ("rows", "columns", "cols", "records", "lines")
)
"""What is no number of them: "tables with rows on the nose"."""
_TO_THE_DOT = (
    rf"(?:(?<=\d )|(?:(?<=rows )|(?<=columns )|(?<=cols )|(?<=records )|(?<=lines )){_UNCOUNTED})"
    r"on the (?:nose|dot)(?=\s*(?:[,.;:!?)]|$)| and\b| or\b| but\b| where\b)"
)
"""What says of a number that it is exact: "9 columns on the nose"."""
_INLINE = (
    _UNFINISHED,
    _TO_THE_DOT,
    r"(?:^|(?<=[.;:!] ))(?:the )?(?:retrieval|identification) of(?: (?:all|any|the|those))*"
    r"(?= (?:(?:unionable|joinable|appendable|mergeable|stackable|candidate|suitable) )?"
    r"(?:tables|data ?sets)\b)",
    rf"\({_WAVED}(?: for (?:me|us))?\)",
    rf"{_WAVED}(?: for (?:me|us))?{_GOES_ON}",
    rf"(?:it|that|this)(?:['’]d| would| will| might) be{_MUCH} {_WELCOME}{_MUCH}{_ASKED}",
    r"for (?:my|our|a|an|the|this) (?:\w+ )?(?:thesis|dissertation|paper|article|report|deck|"
    r"presentation|slides?|dashboard|project|class|course|lecture|homework|assignment|talk|map|"
    r"newsletter|blog|post|client|essay|lesson|play|court|meeting|workshop|seminar|poster|chapter|story|exercise|experiment|"
    r"survey|audit|assessment|study|quiz|thread)(?: (?:I|we)(?:['’]m|['’]re| am| are) \w+ing)?"
    r"(?: (?:by|this|next|due|on (?=(?:\w+day|\d\w*)\b)) ?(?:the )?\w+)?"
    r"(?=\s*(?:[,.:;?!]|$)| I\b| we\b| is\b)",
    rf"would be{_MUCH} {_WELCOME}(?: to (?:me|us))?(?: (?:this|next) \w+| today| tomorrow)?"
    r"(?=\s*(?:[,.;:?!]|$))",
    r"if (?:you (?:don['’]t|do not|wouldn['’]t) mind|(?:that|it)['’]s ok(?:ay)?(?: with you)?)",
    rf"(?:it|that|this)(?:['’]d| would| will| might) help(?: me| us)?{_MUCH}{_ASKED}",
    rf"(?:i|we)(?:['’]d| would| should| will|['’]ll) be{_MUCH} {_PLEASED}{_ASKED}",
    rf"(?:i|we)(?:['’]m| am|['’]re| are){_MUCH} {_PLEASED}{_ASKED}",
    r"(?:that|this|it)(?: is|['’]s) (?:(?:my|our|the) (?:only|sole|one|single) (?:demand|wish|"
    r"condition|requirement|request|criterion|constraint)|all (?:that )?(?:i|we) (?:ask|demand|"
    r"require|want|need))(?: of (?:(?:any|the|these) )?(?:tables?|them|it)\b)?",
    rf"{_PLEASED} for",
    r"which is (?:just |exactly |precisely )?what [^,.;:!?]{1,60}(?=\s*(?:[,.;:!?]|$))",
    r"(?:i|we)(?:['’]m| am|['’]re| are) (?:now |currently |busy )?"
    r"(?:collecting|gathering|compiling|assembling|piling up|putting together)"
    r"(?= (?:(?!(?:a|an|the|my|our|this)\b)[\w-]+ ){1,4}(?:to|for|that|which|where|with)\b)",
    r"would it be (?:too much|possible|ok|okay|all ?right)"
    r"(?: to (?:ask|get|have|see|find))?(?: for)?",
    rf"would you (?:be|mind){_MUCH}(?: (?:kind|good|willing|able))?{_MUCH}(?: as)?{_TO_DO}"
    r"(?: me| us)?(?: for)?",
    r"(?:is|are) called for(?=\s*(?:[.;:?!]|$))",
    r"(?<!why )(?<!how )it(?: is|['’]s) "
    r"(?:important|essential|vital|crucial|imperative|necessary|key) that"
    r"(?= (?:there|no|a|an|the|it|they|each|every|tables?|whatever|any)\b)",
    r"(?:is|are|would be) (?:just |exactly |precisely )?what "
    rf"(?:my|our|the|his|her|their) {_PERSON}(?: {_PERSON})? "
    r"(?:(?:is|are) (?:after|looking for|seeking)|wants?|needs?|asked for|requires?)"
    r"(?=\s*(?:[,.;:?!]|$))",
    rf"(?:my|our|the) {_PERSON}(?: {_PERSON})? {_ASKING}",
    rf"(?:my|our|the|his|her|their) {_PERSON}(?: {_PERSON})? would be{_MUCH} {_PLEASED}"
    rf"(?: if(?! (?:you|we|i|someone|there)\b)|{_ASKED})",
    rf"{_TELLING}(?: that)?(?= there (?:are|is|exists?|were|was)\b)",
    r"(?:is it|it is|it['’]s) (?:not )?(?:known|clear) (?:whether|if)",
    _SEEKING,
    _WONDERING,
    rf"(?:my|our|the|his|her|their) {_PERSON}(?: {_PERSON})? (?:is|was|are|were) wondering "
    r"(?:whether|if)",
    r"(?:and )?if (?:you|there) (?:can['’]t|cannot|don['’]t|aren['’]t|isn['’]t|are|is)"
    r"(?: (?:find|have|know of|think of))? (?:one|any|it|them|none|anything)"
    r"(?:,? (?:then )?(?:(?:that|it)(?:['’]s| is) (?:fine|ok|okay|all ?right|no problem)|"
    r"(?:i|we)(?:['’]ll| will| shall) (?:quite |fully )?(?:understand|manage|cope)))?"
    r"(?=\s*(?:[.;!?]|$))",
    r"(?:(?:i['’]m|i am|i was|we['’]re|just|i) )?(?:wonder(?:ing)?|curious) "
    r"(?:whether|if)",
    r"(?:should|shall|ought to|are to|is to) (?:then )?be (?:displayed|shown|supplied|returned|"
    r"retrieved|provided|presented|offered)(?: to (?:me|us))?(?=\s*(?:[.;!?]|$))",
)
_ON_BEHALF = (
    rf"(?:(?:a|an|one of (?:my|our)|my|our|the) {_PERSON}(?: {_PERSON}|(?: of {_PERSON}))?|"
    r"some(?:one|body))"
    rf"(?: (?:at|in|from) (?:the )?[\w-]+)? {_ASKING}"
)
_CHOOSING = (
    r"(?:(?:and|so|then|now|just) )*"
    r"(?:pick|select|choose|grab|take|locate|identify|retrieve|consider|furnish|provide)"
    r"(?: (?:out|up|only|just|me|us|any|all|the|those|some|every|each|whichever|of))*"
    r"(?= (?:(?:unionable|joinable|appendable|stackable|mergeable) )?"
    r"(?:tables?|data ?sets?|files|sheets?|spreadsheets?|ones?|anything|something|nothing|"
    r"those)\b)"
)
"""How a sentence begins that tells to choose: "Pick the tables that ..."."""
_FORMAL = (
    r"(?:the )?(?:retrieval|identification|provision|listing|selection) of"
    r"(?= (?:(?:all|any|those|such|further|other|more|unionable|joinable|suitable) )*"
    r"(?:tables?|data ?sets?|candidates)\b)|"
    r"for the avoidance of doubt|for the sake of clarity|without limitation|"
    r"in ?so ?far as (?:such|any) \w+ exist|"
    r"(?:i|we) (?:(?:would|do|hereby|respectfully|kindly|humbly|formally) )*"
    r"(?:ask|request)(?: that you (?:\w+ )?(?:consider|identify|provide|furnish|list|find|show))?"
    r"(?: (?:the )?(?:identification|provision|listing|retrieval|production) of)?"
    r"(?: (?:only|all|any|every|each|those))?(?= (?:tables?|data ?sets?|those)\b)|"
    r"(?:i|we)(?:['’]ll| will|['’]d| would) (?:gladly |happily )?(?:take|have|use)"
    r" (?:it|them|those)(?=\s*(?:[,.;:?!]|$))"
)
"""What those say who write letters, and how one takes what is found."""
_COURTESIES = re.compile(
    rf"(?:{_GREETING})(?=\s?[,.:!;]|\s[-–—]\s)|(?i:{_ON_BEHALF})(?= )|"
    rf"(?i:{_CHOOSING}|{_FORMAL})|"
    rf"(?i:(?:{_BEGINS_PART})(?: (?:{_IN_PART}))*)(?=\s*(?:[,.:!;?]|$))"
)
_INSIDE = re.compile(rf"(?:{'|'.join(_INLINE)})(?![\w'’-])", re.IGNORECASE)
_PARTING = ",.:!;?-–—("
_FINE = re.compile(
    r"(?:is|are|would be|will be) (?:(?:just|perfectly|quite|totally) )?(?:fine|okay|ok)(?![\w-])"
    r"(?P<people> (?:by|with|for) (?:me|us)\b)?"
    r"(?P<asking> (?:if|as long as|so long as|provided|"
    r"for (?:the|a|my|union\w*|join\w*|append\w*|stack\w*))\b)?",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,.:;(]|\b(?:and|or|but|where|whose|with|which|that|has|have|having)\b")
_NAME = re.compile(
    r"(?:\s*(?!(?:about|on|any\w*|some\w*|every\w*|either|both|all|each|none|one|ones|two|it|this|"
    r"these|those|tables?|data|data ?sets?|files?|sheets?|unions?|joins?|unionable|joinable|rows?|"
    r"columns?|records|results?|everything|size|sizes|length|format|subject|topic|topics)\b)"
    r"[\"“”'`]?[^\W\d]\w*[\"“”'`]?){1,4}",
    re.IGNORECASE,
)
"""What may be the name of a column, and nothing that is asked for: "quality" is fine."""


def read_courtesy(text: str, place: int) -> int:
    """Return where polite words end that begin at a place; 0 if there are none.

    Examples
    --------
    >>> read_courtesy("Hi Tom, tables about rivers", 0)
    6
    >>> read_courtesy("tables about rivers, if it isn't too much trouble", 21)
    49
    >>> read_courtesy("kind hearts", 0)
    0
    """
    before = text[:place].rstrip()
    if place and (text[place - 1].isalnum() or text[place - 1] in "-_'’"):
        return 0
    if not before or before[-1] in _PARTING:
        whole = _COURTESIES.match(text, place)
        if whole is not None:
            return whole.end()
    inside = _INSIDE.match(text, place)
    if inside is not None:
        return inside.end()
    fine = _FINE.match(text, place)
    if fine is None:
        return 0
    of_column = _NAME.fullmatch(_CLAUSE.split(before)[-1].strip()) is not None
    if of_column and fine["asking"] is None and fine["people"] is None:
        return 0
    return fine.start("asking") if fine["asking"] else fine.end()

"""The words of a condition: phrases that mean one thing, by the terminal of the grammar."""

from __future__ import annotations

from functools import cache

PHRASES: dict[str, str] = {
    "UNION": "union|unions|unioned|unionable|unionise|union-able|union-compatible|union compatible|"
    "union search|union candidates|union candidate|appendable|append|appended|appending|stack|"
    "stacked|stackable|stacked under|put under|put below|concatenate|concatenated|more rows|"
    "additional rows|extra rows|further rows|new rows for|with rows from|with more rows|"
    "with more records|more records|merged using union|combined through union|"
    "combined using union|same schema as",
    "JOIN": "join|joins|joined|joinable|joining|join-able|join candidates|joined with|enrich|"
    "enriched|enrich with|share a key|shares a key|sharing a key|share a join key|"
    "common key|more columns for|additional columns for|extra columns for|link to|linked to|"
    "linkable|be linked with|can be linked|matched on|share a column with|share key values",
    "TABLES": "table|tables|dataset|datasets|data set|data sets|candidates|spreadsheets|"
    "spreadsheet|files|file",
    "DATA": "data|statistics|figures|facts",
    "ROWS": "row|rows|record|records|entry|entries|tuple|tuples|line|lines|observation|"
    "observations|instances|samples|cases",
    "COLUMNS": "columns|attributes|fields|features|variables|dimensions|additional columns|"
    "additional features|extra columns|extra features|new columns|new features|"
    "additional attributes|extra fields|extra attributes|additional fields",
    "COLUMN": "column|attribute|field|variable|extra field|extra column|additional column|"
    "extra attribute|new column|additional field|new field|new attribute",
    "COUNT_OF": "no. of|nr of|nr. of|num of|num. of|"
    "number of|count of|total number of|amount of|# of",
    "COUNT": "count|counts|total|number",
    "NEW": "new|extra|further|additional",
    "GT": "more then|greater then|higher then|larger then|bigger then|longer then|north of|"
    "surpassed|"
    "more than|greater than|above|over|exceeding|exceeds|exceed|exceeded|larger than|"
    "higher than|bigger than|upwards of|upward of|in excess of|>|beyond|surpassing|surpasses|"
    "surpass|well over|better than|longer than|wider than|taller than|heavier than|topping|"
    "strictly more than|strictly greater than|strictly above",
    "GE": "no less then|not less then|no fewer then|"
    "at least|no less than|no fewer than|not less than|not fewer than|minimum of|"
    "min of|minimum|>=|≥|=>|not below|not under|no shorter than|not shorter than|"
    "no smaller than|not smaller than|no lower than|not lower than|greater than or equal to|"
    "more than or equal to|larger than or equal to|greater or equal to|no below|"
    "equal to or greater than|a minimum of|a min of|not smaller than",
    "LT": "less then|fewer then|lower then|smaller then|shorter then|south of|"
    "less than|fewer than|below|under|smaller than|lower than|<|shorter than|beneath|"
    "narrower than|lighter than|cheaper than|strictly less than|strictly below|underneath",
    "LE": "no more then|not more then|no higher then|"
    "at most|no more than|not more than|not exceeding|maximum of|max of|maximum|<=|≤|=<|"
    "not above|not over|not greater than|no greater than|no larger than|not larger than|"
    "no higher than|not higher than|less than or equal to|smaller than or equal to|"
    "lower than or equal to|does not exceed|do not exceed|doesn't exceed|a maximum of|"
    "not to exceed|no longer than|no wider than|capped at|don't exceed",
    "UP_TO": "up to",
    "OR_MORE": "or more|or above|or greater|or over|or higher|or larger|and above|and up|"
    "and more|upwards|plus or more",
    "OR_SO": "or so|or thereabouts|thereabouts",
    "OR_LESS": "or less|or fewer|or below|or under|or lower|or smaller|and below",
    "EQ": "exactly|precisely|=|==|equal to|equals|equalling|equaling|equal|set to|"
    "is equal to|are equal to|just",
    "NEAR": "around about|round about|in the order of|give or take|"
    "around|approximately|roughly|close to|near|nearly|circa|approx|approx.|~|"
    "in the region of|in the neighbourhood of|in the neighborhood of|more or less|"
    "in the vicinity of|somewhere around|hovering around|hovers around|ca.|almost",
    "ABOUT": "about",
    "BETWEEN": "between|ranging between|in the range|in the range of|in the range from|"
    "ranging from|ranges from|ranges between|range from|anywhere from|anywhere between|"
    "in between",
    "FROM": "from",
    "TO": "to|through|till|-|–|—",
    "AVERAGE": "average|averages|averaging|mean|avg|average of|mean of|averaged|on average|"
    "average value of|mean value of|average value|mean value|an average of",
    "BEFORE": "before|prior to|earlier than|preceding|older than|predating|predates|ahead of",
    "UNTIL": "until|no later than|not later than|on or before|not after|at the latest|up until|"
    "before or on|until the end of|at latest|not newer than|up to and including",
    "AFTER": "after|later than|following|newer than|more recent than|subsequent to|past|"
    "postdating|postdates|younger than|since after",
    "SINCE": "since|on or after|not before|starting from|starting in|no earlier than|"
    "not earlier than|at the earliest|from onwards|beginning in|after or on|as of|not older than|"
    "at earliest",
    "IN": "in|during|within|in the year|in year|throughout|inside",
    "ONWARDS": "forward|and after|onwards|onward|or later|and later|or after|or newer",
    "OR_EARLIER": "or earlier|and earlier|or before|or older",
    "AT": "at|reaches|reaching|hits|stands at",
    "IS": "is|are|was|were|be|being|has value|has the value|have the value|takes the value|"
    "taking the value|is set to|are set to|should be|must be|has to be|have to be|will be|"
    "falls|fall|falling|lies|lie|lying|took place|takes place|happened|occurred on|ranges|"
    "should|must|may be|can be|is always|stays|remains|sits|hovers|took place on|"
    "needs to be|comes|that comes|come|is equal|came",
    "ONE_OF": "one of|either|among|any of|belongs to|belong to|belonging to|falls in|"
    "falling in|is in|are in|in the set|in the list|drawn from|falling under|is among|"
    "is either|is any of|one of the following|in the categories",
    "VALUE_OF": "value of|values of|value for|values for",
    "VALUES": "values|value|date values|numbers|readings|measurements",
    "DATES": "dates|dated",
    "AS": "as",
    "FOR": "for",
    "OF": "of",
    "IN_COLUMN": "in the column|under the column|within the column|in column|in the field",
    "NOT": "w/o|none of|none|nobody|no one|not any|no rows|none of the rows|no record|no row|"
    "isn’t|aren’t|"
    "not|no|without|excluding|except|do not|does not|don't|doesn't|never|other than|"
    "lacking|lack|exclude|excludes|isn't|aren't|is not|are not|should not|must not|cannot|"
    "can't|minus|free of|leaving out|omit|omitting|!=|≠|is no|has no|have no|is anything but",
    "NEITHER": "neither",
    "BOTH": "both",
    "NOR": "nor",
    "AND": "and|as well as|along with|plus|but|also|together with|&|while|and also|but also|"
    "in addition to|combined with|and better|additionally|and/also|and which|and that|yet|"
    "and preferably|preferably|then|coupled with|alongside",
    "OR": "or|and/or|or else|or alternatively",
    "COMMA": ",|;",
    "COLON": ":",
    "LPAR": "(|{|[",
    "RPAR": ")|}|]",
    "WITH": "w/|filtered to|filtered by|filtered for|filtered on|filtered down to|narrowed to|"
    "narrowed down to|confined to|"
    "with|where|in which|whose|for which|such that|that|which|who|having|when|showing|"
    "have|has|had|given|provided|hold|holds|holding|carrying|carry|carries|comprising|"
    "comprises|comprise|made up of|consisting of|consists of|that have|which have|that has|"
    "of which|restricted to|limited to|wherein|only if|if|satisfying|meeting|possessing|"
    "spanning|spans|and where|totalling|boasting|boasts|bearing|on which|counting|numbering|"
    "whose values for|running to|amounting to|there being|such as",
    "CONTAINS": "contain|contains|containing|mention|mentions|mentioning|include|includes|"
    "including|cover|covers|covering|reference|references|referencing|featuring|feature|"
    "matching|talk of|talks of|correlated to|correlated with|associated with|"
    "incorporating|incorporate|refer to|refers to|referring to|listing|lists|naming|names|"
    "cite|cites|citing|better contain|better mention|better include|better cover|say|says|"
    "saying|containing the value|speak of|including the value|bring up|allude to|quote|quotes|"
    "hit on|mentioned|contained",
    "GIVES": "provide|provides|providing|offer|offers|offering|give|gives|giving|add|"
    "adds|adding|supply|supplies|bring|brings|bringing|to get|to add|to obtain|with extra|"
    "contribute|contributes|contributing|gain|gains|gaining|record|track|tracks|report|reports",
    "KEYWORD": "keyword|keywords|word|words|term|terms|phrase|phrases|string|strings|substring|"
    "expression|text|cells containing|cell containing|cells with|token|the name",
    "APPEARS": "appears|appear|occurs|occur|is present|shows up|show up|can be found|is found|"
    "is mentioned|are mentioned|is included|is contained|appearing|occurring|turns up|"
    "is somewhere|comes up|is to be found|crops up|pops up|is named|is referenced",
    "SOMEWHERE": "somewhere|in them|in it|in some column|in any column|inside them|anywhere|"
    "within them|in the cells|in its cells|in their cells|in some cell|in a cell",
    "INFO": "info|information|details|detail|particulars|insight|insights",
    "TOPIC": "re :|something to do with|anything to do with|anything on|something on|"
    "anything related to|something related to|something regarding|anything regarding|"
    "everything about|everything on|stuff about|stuff on|"
    "on the topic of|on the subject of|on the theme of|topics related to|"
    "topic related to|related to the topic of|related to the theme of|related to the subject of|"
    "related to|relating to|relate to|relates to|concerning|concern|concerns|regarding|"
    "dealing with|deal with|deals with|pertaining to|pertain to|covering the topic of|"
    "covering the theme of|covering the subject of|cover the topic of|covers the topic of|"
    "the topic of|the subject of|the theme of|the same topic as|same topic as|"
    "cover the same topic as|covers the same topic as|covering the same topic as|"
    "share the same topic as|of the same topic as|similar content to|similar in content to|"
    "content similar to|similar to|similar in topic to|similar subject to|focused on|"
    "focusing on|focus on|focuses on|focussed on|centred on|centered on|centering on|"
    "talk about|talks about|talking about|discuss|discusses|discussing|describe|describes|"
    "describing|touching on|touch on|touches on|touching upon|to do with|having to do with|"
    "has to do with|have to do with|that has to do with|in the area of|in the domain of|"
    "in the field of|in the realm of|whose topic is|whose subject is|whose theme is|"
    "topic is|subject is|theme is|subject matter being|subject matter is|topic being|"
    "theme being|subject being|topic|subject|theme|the subject|the topic|the theme|"
    "share the subject|share the topic|sharing the topic|sharing the subject|share the theme|"
    "something about|anything about|information related to the topic of|all about|"
    "on the matter of|connected to|connected with|revolving around|revolve around|"
    "revolves around|devoted to|dedicated to|as to|with respect to|"
    "treating|treat the topic of|on topics like|on topics such as|in connection with|"
    "associated with the topic|associated with the topic of|themed around|"
    "about the topic of|about the subject of|about the theme of|topics about|topics like|"
    "speaking to|belonging to the topic of|belong to the topic of|"
    "with the same topic as|with the same subject as|same subject as|same theme as|"
    "on the same topic as|about the same topic as|on the same subject as|"
    "about the same thing as|on the same theme as|with the topic related to|"
    "with topics related to|relevant to|pertinent to|linked thematically to|"
    "broaching|exploring|explore|explores",
    "ON": "on|upon|over the topic of",
    "NAMED": "named|called|titled|labelled|labeled|headed|entitled|with the name|"
    "with the header|by the name of|whose name is|with name",
    "K_NUMBERS": "numeric|numerical|number-valued|integer|float|quantitative",
    "K_DATES": "date|datetime|timestamp|temporal|date-valued",
    "K_TEXT": "text|textual|string|free-text|categorical",
    "K_BOOLEANS": "boolean|yes/no|true/false|binary|logical",
    "K_UNIQUE": "have no duplicates|has no duplicates|have only unique values|"
    "has only unique values|"
    "unique|unique values|distinct values|only unique values|all distinct values|"
    "no duplicates|without duplicates|no repeated values",
    "K_COMPLETE": "have no missing values|has no missing values|have no gaps|has no gaps|"
    "have no empty cells|has no empty cells|have no nulls|has no nulls|"
    "no missing values|without missing values|no missing cells|complete|"
    "no nulls|no empty cells|without nulls|without empty cells|no gaps|fully filled|"
    "without any missing values|no null values|without gaps",
    "HALF": "half|half of",
    "MOST": "most|most of|majority of|the majority of|mostly|a majority of|the bulk of|"
    "a large part of|predominantly|mainly",
    "ALL": "all|every|each|all of|100% of|entirely|only rows with|only rows where|"
    "every single|each and every",
    "RESULT": "the union|the result|the join|the resulting table|resulting table|"
    "the combined table|combined table|the joined table|result|resulting union|"
    "the resulting union|the resulting join|the merged table|the union result|"
    "the join result|the outcome|the integrated table",
    "MY_ROWS": "my rows|my table's rows|the query's rows|query rows|my records|"
    "of my rows|rows of my table|rows of mine|rows of the query",
    "MATCHED": "find a match|match|matched|are matched|find a partner|have a match|"
    "get a match|find matches|are covered|find partners|can be matched",
    "UNIT": "people|persons|inhabitants|residents|spectators|us$|chf|yen|"
    "kg|kilograms|kilos|g|grams|km|kilometres|kilometers|m|metres|meters|cm|mm|miles|"
    "feet|ft|inches|degrees|celsius|fahrenheit|°c|°f|dollars|euros|pounds|usd|eur|gbp|"
    "percent|per cent|percentage points|points|years|year old|years old|days|hours|minutes|"
    "seconds|litres|liters|mph|km/h|lbs|tonnes|tons|kwh|mw|hp|ppm|mg|µg|ml",
    "VAGUE": "large|large-scale|big|bigger|extensive|small|smaller|long|wide|huge|sizeable|"
    "substantial|larger|short|narrow|tiny",
    "FILL": "something|anything|list of|lists of|pls|thanks|thank you|thx|many thanks|"
    "thanks in advance|thank you in advance|hi ,|hello ,|hi there|hello there|"
    "would you be so kind as|be so kind as|be so kind|"
    "be kind enough|would you mind|i wonder if|i wonder whether|i was wondering if|"
    "i was wondering whether|be grateful|be glad|be happy|would love|i'd love|"
    "we'd love|would appreciate|i'd appreciate|"
    "i|we|you|they|me|us|it|its|their|want|need|needs|wanted|like|would|i'd|i’d|i'm|"
    "i’m|am|"
    "looking|look|looks|find|finding|found|show|list|get|give me|give us|retrieve|"
    "search|searching|searches|seek|seeking|identify|locate|track down|track|"
    "suggest|recommend|return|fetch|display|please|kindly|can|could|do|does|did|will|"
    "shall|let's|aim|hope|hoping|trying|try|there|there is|there are|are there|is there|"
    "what|what are|more|other|others|another|additional|further|extra|supplementary|"
    "any|some|all the|every one|also need|also want|for me|for us|that i can|i can|we can|"
    "i could|could i|can i|that can be|can be|could be|to be|be able to|with mine|to mine|"
    "with this one|to this one|under this one|under mine|with it|to it|with this|to this|"
    "this one|mine|ours|with ours|to ours|with my table|to my table|with this table|"
    "to this table|with the table|with my data|to my data|under my table|below my table|"
    "this table|my table|our table|the original table|with the original table|"
    "to the original table|query table|with the query table|to the query table|"
    "for my table|for this table|for our table|with the query|my data|our data|our dataset|"
    "my dataset|with my dataset|to my dataset|to mine|of mine|them|those|ones|one|of them|"
    "all of them|each of them|which of|help|help me|know|see|tell|after|use|using|used|"
    "through|via|so|just tables|simply|really|basically|namely|"
    "to merge and enhance our dataset|to ensure sufficient data for our study|merge|merged|"
    "merging|combine|combined|combining|enhance|extend|extending|expand|augment|complement|"
    "for our study|for my study|for our analysis|for my analysis|for my research|"
    "for our research|for a report|at once|too|only|ensure|"
    "sufficient|possible|possibly|if possible|ideally|interested|interested in|"
    "to work with|work|works|working|same|out|"
    "all kinds of|kinds of|kind of|type of|types of|sort of|sorts of|collection of|set of|"
    "contents|content|end of|the end of|beginning of|please list|"
    "i'm after|i’m after|i am after|we are after|we're after|i am|we are|i'm looking for|"
    "look for|looking for|search for|searching for|i'm searching for|in search of|"
    "go for|hunt for|hunting for|dig up|pull up|pull|point me to|do we have|do you have|"
    "have you got|got|have got|is it possible to find|which i can|which we can|"
    "as long as|make sure|must contain|should contain|must have|should have|it must|"
    "ought to have|need to have|needs to have|want to|need to|to find|to see|in order to|"
    "that are|which are|that is|which is|who are|who is|them to be|that were|"
    "to add to mine|combined with mine|to combine with mine|be used|be combined|"
    "combined with my table|to combine with my table|that could be|which could be|"
    "which can be|they should|they must|should|these tables|and these tables|"
    "out there|at hand|on hand|in the lake|in the data lake|from the lake|from the data lake|"
    "of interest|in total|overall|in all|altogether|each one",
    "ARTICLE": "a|an|the|my|our|your|this|these|those|his|her|any|some|each|such|certain",
}
"""Terminal to the phrases that it stands for, lower case, separated by bars.

The longest phrase at a place counts; of two terminals with one phrase, the first in this order.
"""

NUMBER_WORDS = {
    word: value
    for value, word in enumerate(
        [
            *("zero", "_", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
            *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
            *("eighteen", "nineteen", "twenty"),
        ]
    )
} | {
    word: 10 * value
    for value, word in enumerate(
        ("thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 3
    )
}

MULTIPLIERS = {
    "dozen": 12,
    "hundred": 100,
    "thousand": 1_000,
    "k": 1_000,
    "million": 1_000_000,
    "m": 1_000_000,
    "mn": 1_000_000,
    "mio": 1_000_000,
    "billion": 1_000_000_000,
    "bn": 1_000_000_000,
}


@cache
def phrases() -> dict[tuple[str, ...], str]:
    """Return each phrase, as its words, with its terminal."""
    found: dict[tuple[str, ...], str] = {}
    for terminal, listed in PHRASES.items():
        for phrase in listed.split("|"):
            found.setdefault(tuple(phrase.split()), terminal)
    return found


@cache
def longest_phrase() -> int:
    """Words of the longest phrase."""
    return max(map(len, phrases()))

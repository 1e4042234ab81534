"""Find how a letter ends, with who wrote it: "Kind regards, Anna Lee"."""

from __future__ import annotations

import re

_CLOSING = re.compile(
    r"(?:and )?(?:(?:many )?thanks(?: again| a lot| so much| in advance)?,? (?:and )?)?(?:"
    r"(?:with )?(?:my |our )?(?:very )?(?:kind|kindest|best|warm|warmest)(?:est)? "
    r"(?:regards|wishes|greetings)|regards|all the best|"
    r"yours(?: (?:sincerely|faithfully|truly|ever))?|sincerely(?: yours)?|respectfully(?: yours)?|"
    r"cheers|thanks(?: again| a lot| (?:ever )?so much| in advance)*|"
    r"thank you(?:(?: ever)? so much| very (?:very )?much| kindly)?|"
    r"best(?=\s*[,\n]))"
    r"(?: from (?:me|us|all of us|everybody|everyone|the [\w-]+)"
    r"(?: (?:here|in|at|over)[^.;:!?]*)?)?"
    r"(?-i:\s*,?\s*[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,2})?\s*[.!]?\s*$",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"(?:[.?!;)…]|\n)\s*$")
_BEHIND_COMMA = re.compile(r"(?:and )?(?:many )?thanks|thank you|cheers|\w+ regards", re.IGNORECASE)
"""What is no keyword among others, unlike "invitations, best wishes"."""
_BREAK = re.compile(r"[.?!;,\n]\s*")


def read_closing(text: str, place: int) -> int:
    """Return where a text ends that closes at a place like a letter; 0 if it does not.

    Examples
    --------
    >>> read_closing("tables on tea. Kind regards, Anna", 15)
    33
    >>> read_closing("tables about best wishes", 13)
    0
    """
    found = _CLOSING.match(text, place)
    if found is None:
        return 0
    parted = text[:place].rstrip().endswith((",", "-", "–", "—")) and _BEHIND_COMMA.match(found[0])
    return found.end() if parted or _BEFORE.search(text[:place]) else 0


def without_closing(text: str) -> str:
    """Cut off how a letter ends.

    Examples
    --------
    >>> without_closing("tables on tea. Kind regards, Anna")
    'tables on tea. '
    """
    for part in _BREAK.finditer(text):
        if read_closing(text, part.end()):
            return text[: part.end()]
    return text

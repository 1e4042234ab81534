"""How many tokens a text takes, without the tokenizer of a model: estimated, and at most."""

from __future__ import annotations

import re

TEMPLATE_TOKENS = 64
"""What an endpoint may put around a prompt of ours."""

_PIECE = re.compile(r"[A-Za-z]{1,6}|[0-9]{1,3}|[^\sA-Za-z0-9]")


def estimated_tokens(text: str) -> int:
    """Estimate the tokens of a text: up to six letters, three digits or one other sign each.

    Examples
    --------
    >>> estimated_tokens("Oslo | 709037 | Norway")
    6
    """
    return len(_PIECE.findall(text))


def most_tokens(*texts: str) -> int:
    """Bound the tokens of texts from above: no tokenizer of bytes makes more of them than bytes.

    Examples
    --------
    >>> most_tokens("Zürich") - TEMPLATE_TOKENS
    7
    """
    return sum(len(text.encode("utf-8", "surrogatepass")) for text in texts) + TEMPLATE_TOKENS

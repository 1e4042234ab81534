"""What to know before cases are settled, with the way to settle those that lack labels."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.benchmarks.curating.settling import Conclusions
from core.labels.types import Voter
from pages.shared.address import Address
from pages.shared.label_cache import Labels, Terms, conclusions_of
from pages.shared.words import amount, plain


def show_warning(
    address: Address, of: Labels, curator: Voter, terms: Terms, found: Conclusions
) -> None:
    """Warn of what the conclusions hang on; offer fewer votes where setting voters aside wants it.

    Parameters
    ----------
    terms
        By which the conclusions were made.
    """
    if found.warning:
        st.warning(plain(found.warning), icon=":material/group:")
    if not found.lacking_told:
        return
    fewer = found.labels_there
    by_fewer = replace(terms, least=fewer, wanted=())
    then = conclusions_of(of, curator, found.rule, by_fewer, found.kinds, found.base)
    if len(then.settled) > len(found.settled):
        st.button(
            f"Votes from {fewer}: settles {len(then.settled):,} of "
            f"{amount(len(then.frame), 'case')}",
            icon=":material/low_priority:",
            on_click=address.set,
            args=("least", fewer),
        )

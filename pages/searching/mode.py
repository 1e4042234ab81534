"""What a mode of the Search page is: the same query and address, another question asked with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.types import LakeInfo
from pages.searching.pagination import PAGE, begin_again_if_other
from pages.searching.put_right import PUT_RIGHT
from pages.searching.query import Query
from pages.searching.rows_wanted import FIELDS as ROWS_WANTED
from pages.searching.ticks import TICKED
from pages.shared.address import Address
from pages.shared.fields import Field

MOST_SHOWN = 100
"""Results that a search may be asked for on the screen."""

SHARED_FIELDS = ("lake", "from", "query", "upload", "inner", "k", "open", "page")
"""Parameters of the address that every mode has."""

_LOOKED_AT = {
    *("open", PAGE, TICKED, "how", "beyond"),
    *PUT_RIGHT,
    *(field.name for field in ROWS_WANTED),
}
"""Those that say what is looked at of what was found, and nothing of what is searched for."""


@dataclass(frozen=True)
class SearchMode:
    """One mode of the Search page.

    Parameters
    ----------
    name
        Its word in the address.
    label, icon
        What it is called on the screen.
    promise
        How it ranks tables: goes on from "Soundings ranks the 12 tables".
    fields
        Parameters of the address that not every mode has.
    show
        Draws options and results for the chosen query; calls `write` once its options are drawn.
    box
        Draws what the mode asks for in place of a query table; none if it asks for a table.
    """

    name: str
    label: str
    icon: str
    promise: str
    fields: tuple[Field, ...]
    show: Callable[[Address, LakeInfo, Query], None]
    box: Callable[[Address, LakeInfo], None] | None = None

    def write(self, address: Address) -> None:
        """Put this mode's parameters into the address, and none that only other modes have.

        Results of another search than before are looked at from their first page.
        """
        names = (*SHARED_FIELDS, *(field.name for field in self.fields))
        asked = {name: address[name] for name in names if name not in _LOOKED_AT}
        begin_again_if_other(address, (self.name, asked))
        address.write(names, mode=self.name)

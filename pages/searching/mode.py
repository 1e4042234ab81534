"""What a mode of the Search page is: the same query and address, another question asked with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.types import LakeInfo
from pages.searching.query import Query
from pages.shared.address import Address, Field

MOST_SHOWN = 100
"""Results that a search may be asked for on the screen."""

SHARED_FIELDS = ("lake", "from", "query", "upload", "inner", "k", "open")
"""Parameters of the address that every mode has."""


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
        """Put this mode's parameters into the address, and none that only other modes have."""
        names = (*SHARED_FIELDS, *(field.name for field in self.fields))
        address.write(names, mode=self.name)

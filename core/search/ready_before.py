"""Which searches a lake was ready for before it changed, so that they can be made ready again."""

from __future__ import annotations

from dataclasses import dataclass

from core.features import ENCODERS
from core.search.derived.folders import kinds_outdated
from core.search.text.ranking import HYBRID, LEXICAL
from core.search.types import SearchedLake


@dataclass(frozen=True)
class ReadyBefore:
    """What a lake was ready for; nothing of it is of the lake as it stands.

    Parameters
    ----------
    encoder
        Of union search, the settings' own first; empty if it was not ready for that.
    join
        Whether its values were listed.
    method
        Of search in words; empty likewise.
    """

    encoder: str = ""
    join: bool = False
    method: str = ""


def ready_before(lake: SearchedLake) -> ReadyBefore:
    """Tell which searches a lake was ready for before it changed; none of them if it did not.

    It is known until the lake is made ready for one of them, and of vectors until these are made.
    """
    kinds = kinds_outdated(lake)
    encoders = [name for name in (lake.settings.encoder, *ENCODERS) if name in kinds]
    meaning = {"text_table", "text_metadata_titled"} <= kinds
    method = HYBRID if meaning else LEXICAL[0]
    return ReadyBefore(
        encoder=encoders[0] if encoders else "",
        join="sets" in {kind.partition(".")[0] for kind in kinds},
        method=method if "text" in kinds else "",
    )

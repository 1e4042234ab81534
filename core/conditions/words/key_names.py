"""What columns are called that two tables often share, as patterns of words."""

from __future__ import annotations

KEYS = (
    r"country|region|state|province|county|district|borough|ward|parish|municipality|city|town|"
    r"village|zip|postcode|postal code|address|date|year|month|week|day|name|surname|e-?mail|"
    r"isbn|issn|isin|iban|iso|sku|ean|vin|doi|id|code|ticker"
)
"""What columns are called that two tables often share, and no table of one's own."""
ENDS_KEY = (
    r"(?=\s*(?:[,.;:!?()&]|$)| (?:and|or|but|then|with|without|where|which|that|whose|having|as|"
    r"about|if|so|of|for|to(?! (?:get|gain|obtain)\b)|in|by|from|via|using|please|columns?|fields?|"
    r"keys?|is|after|before|since|until|between|above|below|over|under)\b)"
)
"""What stands behind such a name where it is no part of a longer one: "my city council"."""

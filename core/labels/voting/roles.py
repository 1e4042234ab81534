"""Which role a person has, by the lists of the settings."""

from __future__ import annotations

from core.labels.types import Role

EVERYONE = "*"


def role_of(name: str, curators: str, annotators: str, signed_in: bool) -> Role:
    """Give a person their role.

    Without a login and without a list of curators the app is one person's own: whoever gives a
    name there is a curator.

    Parameters
    ----------
    name
        Of the person; with a login, the address that the provider vouches for.
    curators
        Names of curators, separated by commas, in any case.
    annotators
        Names of those who may vote, or ``*`` for everyone.
    signed_in
        Whether a login vouches for the name.

    Examples
    --------
    >>> role_of("ann", curators="", annotators="*", signed_in=False)
    <Role.CURATOR: 'curator'>
    >>> role_of("ann@lab.org", curators="bob@lab.org", annotators="*", signed_in=True)
    <Role.ANNOTATOR: 'annotator'>
    >>> role_of("eve@lab.org", curators="", annotators="ann@lab.org", signed_in=True)
    <Role.VIEWER: 'viewer'>
    """
    listed = _names(curators)
    if name.casefold() in listed or not (listed or signed_in):
        return Role.CURATOR
    if annotators.strip() == EVERYONE or name.casefold() in _names(annotators):
        return Role.ANNOTATOR
    return Role.VIEWER


def _names(given: str) -> frozenset[str]:
    return frozenset(name.strip().casefold() for name in given.split(",") if name.strip())

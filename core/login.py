"""The login that the secrets set up, and what it lacks: the rules are Streamlit's.

Streamlit looks at them when somebody signs in (`streamlit.auth_util.validate_auth_credentials`);
who runs the server wants to know before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from core.errors import InputError

SECTION = "auth"
CALLBACK = "/oauth2callback"
"""Where Streamlit waits for people who come back from a provider."""

_OF_ALL = ("redirect_uri", "cookie_secret")
_OF_ONE = ("client_id", "client_secret", "server_metadata_url")
# What nothing else in the secrets is called: a section that has one was meant to be the login.
_TELLING = {"redirect_uri", "cookie_secret", "server_metadata_url"}
_DEFAULT = "default"
_CLIENT_OPTIONS = "client_kwargs"
_OLDEST_AUTHLIB = (1, 3, 2)


@dataclass(frozen=True)
class Login:
    """A login that people can go through.

    Parameters
    ----------
    providers
        Names of the providers; the one whose keys stand in the section itself has none.
    """

    providers: tuple[str, ...]


def login_in(secrets: Mapping[str, object]) -> Login | None:
    """Return the login that secrets set up; none if they set up none.

    Parameters
    ----------
    secrets
        What a file of secrets holds.

    Raises
    ------
    InputError
        If nobody could sign in by it, or a section that is called otherwise holds what a login's
        does. No value of a secret is told, only names.

    Examples
    --------
    >>> login_in({"OPENAI_API_KEY": "sk-1"})
    >>> of_one = {"client_id": "a", "client_secret": "b", "server_metadata_url": "https://a.org"}
    >>> of_all = {"redirect_uri": "https://b.org/oauth2callback", "cookie_secret": "a long text"}
    >>> login_in({"auth": of_all | of_one})
    Login(providers=('',))
    >>> login_in({"auth": of_all | {"lab": of_one, "museum": of_one}})
    Login(providers=('lab', 'museum'))
    >>> login_in({"auth": of_one})
    Traceback (most recent call last):
    ...
    core.errors.InputError: The login, [auth] in the secrets, must have redirect_uri and \
cookie_secret, each a text. Got client_id, client_secret and server_metadata_url; add redirect_uri \
and cookie_secret.
    """
    if SECTION not in secrets:
        _refuse_misspelt(secrets)
        return None
    section = secrets[SECTION]
    if not isinstance(section, Mapping):
        raise InputError(
            f"The login must be a section of the secrets, [{SECTION}]. Got {SECTION} as one value; "
            f"write [{SECTION}] on a line of its own, and below it {_listed(_OF_ALL + _OF_ONE)}."
        )
    providers = _providers(section)
    if providers:
        _require(section, _OF_ALL, f"[{SECTION}]")
        for name, of_one in providers.items():
            _require(of_one, _OF_ONE, f"[{SECTION}.{name}]" if name else f"[{SECTION}]")
            _check_name(name)
    else:
        _require(section, _OF_ALL + _OF_ONE, f"[{SECTION}]")
    _check_callback(str(section["redirect_uri"]))
    _check_authlib()
    return Login(tuple(providers))


def _refuse_misspelt(secrets: Mapping[str, object]) -> None:
    sections = {f"[{name}]": held for name, held in secrets.items() if isinstance(held, Mapping)}
    for place, held in (sections | {"no section": secrets}).items():
        if found := [name for name in held if name in _TELLING]:
            raise InputError(
                f"The login must stand in the section [{SECTION}] of the secrets. Got "
                f"{_listed(found)} in {place}; name the section [{SECTION}], or take them out if "
                "nobody is to sign in."
            )


def _providers(section: Mapping[str, object]) -> dict[str, Mapping[str, object]]:
    """Return the sections of the providers by name, none for the one in the login's own section."""
    named = {
        name: held
        for name, held in section.items()
        if isinstance(held, Mapping) and name != _CLIENT_OPTIONS
    }
    own = named.pop(_DEFAULT, None)
    if own is None and any(name in section for name in _OF_ONE):
        own = section
    return named if own is None else {"": own, **named}


def _require(held: Mapping[str, object], names: tuple[str, ...], place: str) -> None:
    lacking = [name for name in names if not _is_text(held.get(name))]
    if not lacking:
        return
    given = [name for name in held if name not in lacking]
    empty = [name for name in lacking if name in held]
    got = _listed(given) or ("nothing" if not empty else "")
    told = [got] if got else []
    if empty:
        told.append(f"{_listed(empty)} without a text")
    raise InputError(
        f"The login, {place} in the secrets, must have {_listed(names)}, each a text. "
        f"Got {', and '.join(told)}; add {_listed(lacking)}."
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _check_name(name: str) -> None:
    if "_" in name:
        raise InputError(
            f"The name of a provider must have no underscore. Got [{SECTION}.{name}]; name it "
            f"[{SECTION}.{name.replace('_', '-')}]."
        )


def _check_callback(address: str) -> None:
    if not address.endswith(CALLBACK):
        raise InputError(
            f"The redirect_uri of the login must be the app's own address with {CALLBACK} behind, "
            f"as people come back to it. Got {address!r}; correct it here and at the provider."
        )


def _check_authlib() -> None:
    oldest = ".".join(map(str, _OLDEST_AUTHLIB))
    found = _authlib()
    if tuple(map(int, re.findall(r"\d+", found)[:3])) >= _OLDEST_AUTHLIB:
        return
    raise InputError(
        f"Signing in needs Authlib {oldest} or later. Got {found or 'none'}; install "
        "requirements.txt."
    )


@cache  # asked for with each look into the workspace
def _authlib() -> str:
    try:
        return version("authlib")
    except PackageNotFoundError:
        return ""


def _listed(names: tuple[str, ...] | list[str]) -> str:
    *first, last = names or [""]
    return f"{', '.join(first)} and {last}" if first else last

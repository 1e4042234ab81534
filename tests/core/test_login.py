"""What a login in the secrets must have, as `st.login` asks for it."""

from __future__ import annotations

from typing import Any

import pytest

from core import login
from core.errors import InputError
from core.login import Login, login_in

OF_ONE = {"client_id": "a", "client_secret": "s3", "server_metadata_url": "https://a.org/m"}
OF_ALL = {"redirect_uri": "https://b.org/oauth2callback", "cookie_secret": "s3cret"}
WHOLE = OF_ALL | OF_ONE
SECTION = "The login, [auth] in the secrets, must have "


def refused(secrets: dict[str, Any]) -> str:
    with pytest.raises(InputError) as told:
        login_in(secrets)
    assert "s3" not in str(told.value)
    return str(told.value)


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("instead", [None, "", " ", 7])
def test_each_key_must_be_there_as_a_text(name: str, instead: object) -> None:
    held: dict[str, object] = WHOLE | {name: instead}
    if instead is None:
        del held[name]
    said = refused({"auth": held})
    assert said.startswith(SECTION)
    assert said.endswith(f"; add {name}.")
    assert (f"{name} without a text" in said) is (instead is not None)


def test_an_empty_section_and_a_misspelt_key_say_what_was_given() -> None:
    assert "Got nothing; add redirect_uri, cookie_secret, client_id," in refused({"auth": {}})
    held = {"redirect_url": "https://b.org/oauth2callback"} | WHOLE
    del held["redirect_uri"]
    assert refused({"auth": held}) == (
        f"{SECTION}redirect_uri and cookie_secret, each a text. Got redirect_url, cookie_secret, "
        "client_id, client_secret and server_metadata_url; add redirect_uri."
    )


@pytest.mark.parametrize("value", ["s3", 1, ["s3"], True])
def test_a_login_that_is_no_section_is_refused(value: object) -> None:
    assert "Got auth as one value; write [auth] on a line of its own" in refused({"auth": value})


def test_each_of_several_providers_must_be_whole() -> None:
    held: dict[str, Any] = OF_ALL | {"lab": OF_ONE, "museum": {"client_id": "a"}}
    assert refused({"auth": held}) == (
        "The login, [auth.museum] in the secrets, must have client_id, client_secret and "
        "server_metadata_url, each a text. Got client_id; add client_secret and "
        "server_metadata_url."
    )
    assert login_in({"auth": OF_ALL | {"lab": OF_ONE}}) == Login(("lab",))
    assert login_in({"auth": WHOLE | {"lab": OF_ONE}}) == Login(("", "lab"))
    assert login_in({"auth": OF_ALL | {"default": OF_ONE}}) == Login(("",))


def test_options_of_the_client_are_no_provider() -> None:
    assert login_in({"auth": WHOLE | {"client_kwargs": {"prompt": "login"}}}) == Login(("",))


def test_a_name_with_an_underscore_is_refused() -> None:
    said = refused({"auth": OF_ALL | {"my_lab": OF_ONE}})
    assert said.endswith("Got [auth.my_lab]; name it [auth.my-lab].")


def test_people_must_come_back_to_where_they_are_waited_for() -> None:
    said = refused({"auth": WHOLE | {"redirect_uri": "https://b.org/"}})
    assert "with /oauth2callback behind" in said
    assert "Got 'https://b.org/'" in said


@pytest.mark.parametrize(
    ("secrets", "place"),
    [({"Auth": WHOLE}, "[Auth]"), ({"oauth": OF_ALL}, "[oauth]"), (WHOLE, "no section")],
)
def test_a_login_under_another_name_is_refused(secrets: dict[str, Any], place: str) -> None:
    said = refused(secrets)
    assert f"in {place}; name the section [auth]" in said


def test_other_secrets_are_no_login() -> None:
    assert login_in({}) is None
    assert login_in({"OPENAI_API_KEY": "s3", "database": {"client_id": "a"}}) is None


@pytest.mark.parametrize(("found", "got"), [("", "Got none;"), ("1.3.1", "Got 1.3.1;")])
def test_signing_in_needs_a_package_of_its_own(
    found: str, got: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login, "_authlib", lambda: found)
    assert got in refused({"auth": WHOLE})


def test_a_version_before_its_release_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login, "_authlib", lambda: "1.7.0rc1")
    assert login_in({"auth": WHOLE}) is not None

"""Who is here, without a login; the browser's own part is in tests/browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit import config
from streamlit.runtime.secrets import Secrets
from streamlit.testing.v1 import AppTest

from core import labels
from core.labels import Role, Voter
from core.labels.errors import VoterError
from pages.shared import identity, login
from pages.shared.words import plain, sentence
from tests.core.labels.conftest import with_benchmark
from tests.pages.conftest import APP, opened, texts


def test_nobody_is_told_before_a_name_was_given() -> None:
    app = opened()
    assert "You are" not in texts(app)


def test_the_name_given_in_a_session_stands_in_the_sidebar() -> None:
    app = opened()
    app.session_state[identity.NAME] = "ann *b*"
    app.run()
    assert "You are **ann \\*b\\***: curator." in texts(app)


def test_who_may_do_more_by_their_name_can_say_it_on_any_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = opened("benchmarks")
    assert "name as written in the sidebar" not in [one.key for one in app.text_input]
    monkeypatch.setenv("SOUNDINGS_CURATORS", "cora")
    app.run()
    assert "Only a curator adds benchmarks." in texts(app)
    app.text_input(key="name as written in the sidebar").set_value("cora")
    next(button for button in app.button if button.label == "Go on").click().run()
    assert not app.exception
    assert "You are **cora**: curator." in texts(app)
    assert "Only a curator adds benchmarks." not in texts(app)


def test_another_name_takes_its_place() -> None:
    app = opened()
    app.session_state[identity.NAME] = "ann"
    app.run()
    app.text_input(key="name as written").set_value("  bob   c ")
    next(button for button in app.button if button.label == "Change").click().run()
    assert not app.exception
    assert "You are **bob c**" in texts(app)


def test_one_person_is_one_name_however_it_is_written(workspace_folder: Path) -> None:
    here = with_benchmark(workspace_folder)
    app = opened()
    case = labels.put_pair(here, labels.LOCAL, 1, labels.Pair("q", "t.csv")).key
    labels.cast_vote(here, labels.Voter("Bob"), case, labels.Ballot(2))
    app.session_state[identity.NAME] = "ann"
    app.run()
    app.text_input(key="name as written").set_value("bOb")
    next(button for button in app.button if button.label == "Change").click().run()
    assert "You are **Bob**" in texts(app)


def test_a_judges_name_is_nobodys(workspace_folder: Path) -> None:
    here = with_benchmark(workspace_folder)
    app = opened()
    case = labels.put_pair(here, labels.LOCAL, 1, labels.Pair("q", "t.csv")).key
    labels.cast_vote(here, labels.Voter("rule:matcher", labels.Kind.RULE), case, labels.Ballot(2))
    app.session_state[identity.NAME] = "ann"
    app.run()
    app.text_input(key="name as written").set_value("Rule:matcher")
    next(button for button in app.button if button.label == "Change").click().run()
    assert any("A person votes by a name of their own" in one.value for one in app.error)
    assert "You are **ann**" in texts(app)


@pytest.mark.parametrize("name", ["rule:matcher", "OpenAI:gpt-5-mini", "gemini: flash"])
def test_a_name_that_a_judge_will_have_is_nobodys(name: str) -> None:
    app = opened()
    app.session_state[identity.NAME] = "ann"
    app.run()
    app.text_input(key="name as written").set_value(name)
    next(button for button in app.button if button.label == "Change").click().run()
    (told,) = (one.value for one in app.error if "as judges are called" in one.value)
    # Nobody can say a kind here.
    assert told.endswith("choose another name\\.") and "kind" not in told
    assert "You are **ann**" in texts(app)


def test_who_was_here_by_a_judges_name_before_it_voted_changes_it_first(
    workspace_folder: Path,
) -> None:
    here = with_benchmark(workspace_folder)
    labels.create_queue(here, labels.LOCAL, 1, "q", [labels.Pair("q", "t.csv")])
    labels.cast_vote(here, labels.Voter("gpt", labels.Kind.LLM), 1, labels.Ballot(2))
    app = opened()
    app.session_state[identity.NAME] = "gpt"
    app.switch_page("pages/judges.py").run()
    assert not app.exception
    assert any("under the navigation" in one.value for one in app.error)
    app.text_input(key="name as written").set_value("ann")
    next(button for button in app.button if button.label == "Change").click().run()
    assert not any("under the navigation" in one.value for one in app.error)
    assert "You are **ann**" in texts(app)


def test_who_was_here_by_a_name_of_a_judges_form_is_asked_for_another(
    workspace_folder: Path,
) -> None:
    with_benchmark(workspace_folder)
    app = opened()
    app.session_state[identity.NAME] = "openai:m"
    app.switch_page("pages/judges.py").run()
    assert not app.exception
    assert "You are" not in texts(app) and "Who are you?" in texts(app)


def test_the_settings_say_who_is_a_curator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUNDINGS_CURATORS", "bob")
    app = opened()
    app.session_state[identity.NAME] = "ann"
    app.run()
    assert "You are **ann**: annotator." in texts(app)


USER = {"email": "bob@lab.org", "sub": "17"}


class TestVouchedNames:
    @pytest.mark.parametrize("checked", [True, "true"])
    @pytest.mark.parametrize("trust", [False, True])
    def test_an_address_that_was_checked_goes_before_the_identifier(
        self, checked: object, trust: bool
    ) -> None:
        user = {**USER, "email_verified": checked}
        assert identity.vouched_name(user, trust) == "bob@lab.org"

    @pytest.mark.parametrize("checked", [False, "false", "False", "", 0, 1, "yes"])
    @pytest.mark.parametrize("trust", [False, True])
    def test_an_address_that_nobody_checked_is_not_taken(
        self, checked: object, trust: bool
    ) -> None:
        assert identity.vouched_name({**USER, "email_verified": checked}, trust) == "17"

    def test_one_of_which_nothing_is_said_is_taken_where_the_settings_say_so(self) -> None:
        assert identity.vouched_name(USER, trust_addresses=False) == "17"
        assert identity.vouched_name(USER, trust_addresses=True) == "bob@lab.org"

    def test_without_an_address_there_is_the_identifier(self) -> None:
        user = {"email": "", "email_verified": True, "sub": "17"}
        assert identity.vouched_name(user, trust_addresses=True) == "17"


class TestSignedIn:
    @pytest.fixture(autouse=True)
    def _user(self, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
        user: dict[str, object] = {"is_logged_in": True}
        monkeypatch.setattr(st, "user", user)
        return user

    def test_the_settings_say_whether_an_address_is_trusted(
        self, _user: dict[str, object], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SOUNDINGS_CURATORS", "bob@lab.org")
        _user |= USER
        assert identity.me() == Voter("17")
        monkeypatch.setenv("SOUNDINGS_TRUST_ADDRESSES", "true")
        assert identity.me() == Voter("bob@lab.org", role=Role.CURATOR)

    def test_somebody_of_whom_nothing_is_said_is_not_the_person_at_this_machine(self) -> None:
        with pytest.raises(VoterError, match="The provider gave neither"):
            identity.me_or_local()


def test_the_role_without_login_and_lists_is_curator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(st.session_state, identity.NAME, "ann")  # type: ignore[arg-type]
    here = identity.me()
    assert here is not None
    assert here.role is Role.CURATOR


LOGIN = {"redirect_uri": "http://localhost/oauth2callback", "cookie_secret": "x"}
PROVIDER = {
    "client_id": "a",
    "client_secret": "b",
    "server_metadata_url": "http://localhost/a",
}


def test_with_a_login_nobody_gets_past_it() -> None:
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.secrets["auth"] = LOGIN | PROVIDER
    app.run()
    assert "Sign in to go on." in texts(app)
    assert [button.label for button in app.button] == ["Sign in"]
    app.switch_page("pages/runs.py").run()
    assert [button.label for button in app.button] == ["Sign in"]


def test_each_provider_of_a_login_has_a_button() -> None:
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.secrets["auth"] = LOGIN | {"lab": PROVIDER, "museum": PROVIDER}
    app.run()
    labels = [button.label for button in app.button]
    assert labels == ["Sign in with lab", "Sign in with museum"]


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ({}, "Got nothing; add redirect_uri, cookie_secret, client_id"),
        ("x", "Got auth as one value"),
        (LOGIN | {"client_id": "a"}, "add client_secret and server_metadata_url."),
        (PROVIDER | {"redirect_url": "x"}, "add redirect_uri and cookie_secret."),
    ],
)
def test_a_login_that_lacks_something_says_what_and_lets_nobody_in(
    section: object, said: str
) -> None:
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.secrets["auth"] = section
    app.run()
    (error,) = app.error
    assert plain(said) in error.value
    assert not (app.exception or app.button or app.sidebar)
    app.switch_page("pages/runs.py").run()
    assert not (app.exception or app.button or app.selectbox)


class TestSecretsThatCannotBeRead:
    @pytest.fixture
    def secrets(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
        """The file of secrets of a server that has read none yet."""
        files = st.get_option("secrets.files")
        config.set_option("secrets.files", [str(tmp_path / "secrets.toml")])
        monkeypatch.setattr(st, "secrets", Secrets())
        yield tmp_path / "secrets.toml"
        config.set_option("secrets.files", files)

    def test_without_the_file_everyone_is_in(self, secrets: Path) -> None:
        assert not secrets.exists()
        assert "Sign in" not in texts(opened())

    @pytest.mark.parametrize(
        "written",
        [b"OPENAI_API_KEY = sk-123\n[auth]\nclient_id = 'a'\n", b"[auth]\nclient_id = '\xff'\n"],
    )
    def test_nobody_is_let_in(self, secrets: Path, written: bytes) -> None:
        secrets.write_bytes(written)
        app = AppTest.from_file(str(APP), default_timeout=60).run()
        assert [error.value for error in app.error] == [sentence(login._UNREADABLE)]
        assert not (app.exception or app.button or app.sidebar)
        app.switch_page("pages/runs.py").run()
        assert not (app.exception or app.button or app.selectbox)

    def test_a_file_that_may_not_be_read_lets_nobody_in(self, secrets: Path) -> None:
        secrets.mkdir()
        app = AppTest.from_file(str(APP), default_timeout=60).run()
        assert [error.value for error in app.error] == [sentence(login._UNREADABLE)]
        assert not (app.exception or app.button)


def test_a_page_run_by_itself_shows_nothing_either() -> None:
    pages = [path for path in (APP.parent / "pages").glob("*.py") if path.name != "__init__.py"]
    assert len(pages) > 8
    for path in pages:
        app = AppTest.from_file(str(path), default_timeout=60)
        app.secrets["auth"] = LOGIN | PROVIDER
        app.run()
        # Table and Pair say without an address that there is none, and link to where there is.
        assert {button.label for button in app.button} <= {"Sign in"}, path.name
        assert not (app.dataframe or app.selectbox or app.text_input), path.name

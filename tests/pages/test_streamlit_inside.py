"""What the app uses of Streamlit's insides is there, and used in one file."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest
from streamlit.runtime import Runtime
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner import ScriptRunContext
from streamlit.runtime.state import SafeSessionState, SessionState
from streamlit.testing.v1 import AppTest

from pages.shared import streamlit_inside
from tests.pages.conftest import APP

PAGES = APP.parent / "pages"
INSIDE = Path(streamlit_inside.__file__).relative_to(APP.parent)


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (PagesManager, "uses_pages_directory"),
        (Runtime, "get_app_session"),
        (Runtime, "media_file_mgr"),
        (MediaFileManager, "_lock"),
        (MediaFileManager, "_deferred_ids_by_session"),
        (MediaFileManager, "_files_by_session_and_coord"),
        (AppSession, "request_rerun"),
        (AppSession, "_client_state"),
        (ScriptRunContext, "session_id"),
        (ScriptRunContext, "is_history_navigation"),
        (SafeSessionState, "_state"),
        (SessionState, "_new_widget_state"),
        (SessionState, "_old_state"),
        (SessionState, "_widget_changed"),
        (SessionState, "_key_id_mapper"),
    ],
)
def test_streamlit_has_what_the_app_uses_of_it(owner: type, name: str) -> None:
    begin = owner.__init__.__code__  # type: ignore[misc]
    assert name in {*dir(owner), *begin.co_varnames, *begin.co_names, *begin.co_consts}, (
        f"{owner.__name__} has no {name} any more: mend {INSIDE}."
    )


def test_streamlit_logs_failed_downloads_where_the_app_looks_for_them() -> None:
    module = importlib.import_module(streamlit_inside.DOWNLOADS_LOG)
    assert module._LOGGER.name == streamlit_inside.DOWNLOADS_LOG, f"Mend {INSIDE}."


def test_streamlit_asks_providers_where_the_app_does() -> None:
    routes = importlib.import_module("streamlit.web.server.starlette.starlette_auth_routes")
    assert hasattr(routes, "_create_oauth_client"), f"Mend {INSIDE}."


def _page_with_a_download() -> None:
    import streamlit as st
    from streamlit import runtime
    from streamlit.runtime.media_file_storage import MediaFileStorageError

    from pages.shared import streamlit_inside

    files = runtime.get_instance().media_file_mgr
    earlier = files.add_deferred(lambda: b"earlier", None, "button")
    for seconds in (st.session_state["kept"], 0.0):
        streamlit_inside.DOWNLOADS_KEPT = seconds
        files.clear_session_refs()  # as each run begins
        streamlit_inside.keep_earlier_downloads()
        files.add_deferred(lambda: b"new", None, "button")
        files.remove_orphaned_files()  # as each run ends
        try:
            files.execute_deferred(earlier)
            st.text("there")
        except MediaFileStorageError:
            st.text("gone")


@pytest.mark.parametrize(("kept", "told"), [(60.0, ["there", "gone"]), (0.0, ["gone", "gone"])])
def test_a_download_of_an_earlier_run_is_there_for_a_while(
    kept: float, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streamlit_inside, "DOWNLOADS_KEPT", streamlit_inside.DOWNLOADS_KEPT)
    app = AppTest.from_function(_page_with_a_download)
    app.session_state["kept"] = kept
    assert [one.value for one in app.run().text] == told


def _page() -> None:
    import streamlit as st

    from pages.shared.streamlit_inside import a_widget_changed, was_sent

    told = a_widget_changed(), was_sent("name"), was_sent("no such key")
    st.text_input("Name", key="name")
    st.markdown(repr(told))


def test_a_widget_that_somebody_used_is_told_from_one_that_was_only_sent() -> None:
    app = AppTest.from_function(_page).run()
    assert app.markdown[0].value == "(False, True, True)"
    app.run()
    assert app.markdown[0].value == "(False, True, True)"
    app.text_input(key="name").set_value("ann").run()
    assert app.markdown[0].value == "(True, True, True)"


def test_one_file_alone_leans_on_the_insides_of_streamlit() -> None:
    found = set()
    for path in [APP, *PAGES.rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [one.name for one in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [f"{node.module}.{one.name}" for one in node.names]
            if any(name.startswith(("streamlit.runtime", "streamlit.web")) for name in names):
                found.add(path.relative_to(APP.parent))
    assert found == {INSIDE}

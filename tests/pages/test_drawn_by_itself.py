"""Parts of pages that are drawn again alone are guarded as pages are."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from core.store import idle_connections
from core.store.workspace import Workspace
from tests.pages.conftest import texts

PAGES = Path(__file__).parents[2] / "pages"


def part_that_fails() -> None:
    import streamlit as st

    from core.errors import BusyError
    from pages.shared.drawn_by_itself import drawn_by_itself

    def draw(words: str) -> None:
        st.markdown(words)
        raise BusyError("The lake is being read. Try again in a minute.")

    drawn_by_itself(draw)("before it")
    st.markdown("behind it")


def part_that_reads() -> None:
    import streamlit as st

    from pages.shared.catalog_cache import workspace
    from pages.shared.drawn_by_itself import drawn_by_itself
    from tests.pages.test_drawn_by_itself import connection_used

    def draw() -> None:
        used = {connection_used(workspace()) for _ in range(3)}
        st.markdown(f"connections: {len(used)}")

    drawn_by_itself(draw)()


def connection_used(workspace: Workspace) -> int:
    """Read something, and give the connection that waits for the next reader."""
    with workspace.reading() as database:
        database.execute("SELECT 1")
    waiting = idle_connections.take(workspace.database)
    assert waiting is not None
    idle_connections.give(workspace.database, waiting)
    return id(waiting)


def test_an_error_of_a_part_is_its_sentence_and_the_rest_of_the_page_is_drawn() -> None:
    app = AppTest.from_function(part_that_fails, default_timeout=60).run()
    assert not app.exception
    (error,) = app.error
    assert error.value.replace("\\", "") == "The lake is being read. Try again in a minute."
    assert "before it" in texts(app) and "behind it" in texts(app)


def test_what_a_part_reads_is_read_by_one_connection() -> None:
    app = AppTest.from_function(part_that_reads, default_timeout=60).run()
    assert not app.exception, app.exception[0].value
    assert "connections: 1" in texts(app)


def test_no_part_of_a_page_is_drawn_again_without_it() -> None:
    found = {
        path.relative_to(PAGES).as_posix()
        for path in PAGES.rglob("*.py")
        if "st.fragment" in path.read_text(encoding="utf-8")
    }
    assert found == {"shared/drawn_by_itself.py"}

"""Soundings in the browser: which pages there are, and what becomes of an error."""

import sys
from pathlib import Path

import streamlit as st

from core.systems import why_not_on

_SHARED = Path(__file__).parent / "pages" / "shared"
MARK = _SHARED / "mark.svg"
# Pixels: room for the longest name in it, and no more of a small screen.
_SIDEBAR = 236


def main() -> None:
    """Show the page that the address names."""
    # Here, as on a system that it does not run on they cannot be imported.
    from pages.shared.catalog_cache import bring_in_the_sample, workspace
    from pages.shared.dead_ends import with_a_way_on
    from pages.shared.failed_downloads import say_other_failures
    from pages.shared.identity import show_me
    from pages.shared.login import go_on, may_enter, signed_in
    from pages.shared.rejoining import stay_joined
    from pages.shared.streamlit_inside import keep_earlier_downloads

    keep_earlier_downloads()
    st.set_page_config(
        page_title="Soundings", page_icon=MARK, layout="wide", initial_sidebar_state=_SIDEBAR
    )
    st.logo(str(MARK), size="large")
    st.html(_SHARED / "page.css")
    st.set_option("client.showSidebarNavigation", True)

    page = st.navigation(
        {
            "": [
                st.Page("pages/home.py", title="Home", icon=":material/home:", default=True),
            ],
            "Explore": [
                st.Page("pages/lake.py", title="Lake", icon=":material/water:"),
                st.Page("pages/search.py", title="Search", icon=":material/search:"),
                st.Page("pages/table.py", title="Table", visibility="hidden"),
            ],
            "Audit": [
                st.Page("pages/benchmarks.py", title="Benchmarks", icon=":material/rule:"),
                st.Page(
                    "pages/runs.py", title="Runs & disagreements", icon=":material/leaderboard:"
                ),
                st.Page("pages/pair.py", title="Pair", visibility="hidden"),
            ],
            "Settle": [
                st.Page("pages/adjudicate.py", title="Adjudicate", icon=":material/gavel:"),
                st.Page("pages/judges.py", title="Judges", icon=":material/psychology:"),
                st.Page(
                    "pages/releases.py", title="Agreement & releases", icon=":material/how_to_vote:"
                ),
            ],
            "Set up": [
                st.Page("pages/settings.py", title="Settings", icon=":material/settings:"),
            ],
        },
        # Without a navigation of ours Streamlit lists the files of the pages.
        position="sidebar" if may_enter() else "hidden",
    )
    signed_in()
    go_on()

    # So that tabs of one browser and its history can be told apart.
    st.set_page_config(
        page_title=f"{page.title} \N{MIDDLE DOT} Soundings", initial_sidebar_state=_SIDEBAR
    )
    # A page reads the catalog some dozens of times: a connection each would take longer than most.
    with with_a_way_on(), workspace().held_open():
        show_me()
        bring_in_the_sample()
        stay_joined()
        page.run()
    say_other_failures()


# Processes that read files import the main module under another name; they show no page.
if __name__ == "__main__":
    if why := why_not_on(sys.platform):
        st.error(why)
    else:
        main()

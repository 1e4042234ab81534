"""The screens: widgets, one call into core, output."""

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner import get_script_run_ctx

# Until `st.navigation` was called once in a server's life, Streamlit takes a folder named pages for
# its older kind of app and runs the page that an address names without app.py. Every page imports
# this package first, so the first address that is opened, whichever it is, goes through app.py.
if PagesManager.uses_pages_directory and get_script_run_ctx() is not None:
    PagesManager.uses_pages_directory = False
    st.rerun()

"""The screens: widgets, one call into core, output."""

from pages.shared.streamlit_inside import go_through_the_app

# Every page imports this package first: the first address that is opened, whichever it is, does so.
go_through_the_app()

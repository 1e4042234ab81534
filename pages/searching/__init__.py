"""The Search screen: its modes, their results and what is done with them."""

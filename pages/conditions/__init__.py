"""Conditions on the Search screen: words, chips, readings, results."""

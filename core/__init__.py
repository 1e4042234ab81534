"""Soundings: everything that can be right or wrong, free of any screen."""

__version__ = "0.1.0"

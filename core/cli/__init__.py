"""The terminal: click commands as thin as pages."""

from core.cli.root import main

__all__ = ["main"]

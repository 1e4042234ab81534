"""The schema of `soundings.db` and how it came to be."""

from core.store.migrations.sequence import migrations

__all__ = ["migrations"]

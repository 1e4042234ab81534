"""Commands of ``judge``, and what they share."""

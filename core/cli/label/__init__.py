"""Commands of ``label``, and what they share."""

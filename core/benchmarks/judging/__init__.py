"""Judges on the pairs of a benchmark: which pairs, how they vote, how far they are trusted."""

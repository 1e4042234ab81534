"""Benchmarks on the screens: which there are, overlap, runs, disagreements."""

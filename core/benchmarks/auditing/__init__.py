"""A benchmark's runs under one ground truth: scores, boards, and the pairs that they dispute."""

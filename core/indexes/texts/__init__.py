"""Tables of a data lake as texts, for searches in words: postings of words, and vectors."""

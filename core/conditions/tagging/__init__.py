"""A second reader of conditions, learned from wordings: what each word of a text is likely to be.

A small network that shares nothing with the grammar. Where the two disagree, the reading is
doubted: a grammar can leave no gap in a sentence that it has not understood.
"""

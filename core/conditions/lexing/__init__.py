"""The words of a condition as a row of tokens for the grammar."""

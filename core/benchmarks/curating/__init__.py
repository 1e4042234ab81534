"""Labels of a benchmark: put to the vote, settled, released, and scored again."""

"""A map of a data lake: where tables lie, what clusters are called, which part is drawn."""

"""A published benchmark brought in: read, entered with its tables as a lake, pointed elsewhere."""

"""What a word of a condition is where it stands: by its neighbours."""

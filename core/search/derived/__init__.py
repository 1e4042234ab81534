"""What is made of a lake for searches and kept: vectors, lists of values, sketches, texts."""

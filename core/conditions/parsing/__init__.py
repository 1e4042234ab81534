"""Words in, a typed condition out, with what was not understood and what is in doubt."""

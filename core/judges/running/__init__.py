"""Carry judge runs out: what is open, what it will take, when it ends, what is asked again."""

"""Votes: what is asked and shown, who may vote, votes cast, read, and taken in from files."""

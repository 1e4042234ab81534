"""What several screens use: handles, words, addresses, repeated widgets."""

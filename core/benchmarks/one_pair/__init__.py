"""One query and one candidate: their tables, what they share, and as a voter sees them."""

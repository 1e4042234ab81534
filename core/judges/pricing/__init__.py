"""What judges cost: list prices, what a curator entered, and what asking is expected to take."""

"""How far votes agree: coefficients, their intervals, over all votes and two by two."""

"""The Lake screen, and what other screens say of a lake."""

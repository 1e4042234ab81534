"""Pairs put to the vote: cases, their queues, and who is handed which of them next."""

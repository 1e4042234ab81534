"""The Adjudicate screen and a pair: queues, cases, votes."""

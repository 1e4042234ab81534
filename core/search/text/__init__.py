"""Search in words: tables ranked for keywords or a question, and why."""

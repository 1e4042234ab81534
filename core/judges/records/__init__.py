"""What is on record of judge runs: questions, answers, what was spent, votes that came of them."""

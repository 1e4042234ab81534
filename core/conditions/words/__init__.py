"""What stands in the words of a condition: phrases, numbers, dates, names, cut into pieces."""

"""Say which words of what was read may be meant otherwise."""

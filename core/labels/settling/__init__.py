"""What votes come to: rules, consensus, what people have settled, and releases."""

"""`rule:matcher`, a rule that judges by figures: what it looks at, its models and their fit."""

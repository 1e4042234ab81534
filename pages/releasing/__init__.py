"""The Ground truth screen: agreement, rules, decisions, releases, ranks."""

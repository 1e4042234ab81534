"""The Judges screen: setting up, cost, runs, trust."""

"""Speed and quality on real data: ``make bench`` runs them all and writes ``results/*.json``."""

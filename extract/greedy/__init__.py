"""Extractors without a solver: tree costs, greedy cost sets, local search."""

"""Extractors without a solver: tree costs, greedy sets, local search."""

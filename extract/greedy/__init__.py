"""Extractors without a solver: tree extraction, greedy DAG extraction, local search."""

"""Exact extractors, which prove optimality."""

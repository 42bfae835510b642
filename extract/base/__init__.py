"""Data types that all extractors share: problem, limits, bounds, results."""

"""Common part of all extractors: the problem as data, limits, bounds, results."""

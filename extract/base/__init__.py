"""What all extractors share: the problem as data, limits, bounds, results."""

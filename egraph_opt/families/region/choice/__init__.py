"""Saturation, and selection of one node per e-class by the cost of the whole schedule."""

"""Saturation, and the choice of one node per class by the cost of the whole schedule."""

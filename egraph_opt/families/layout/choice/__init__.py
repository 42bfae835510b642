"""Saturation, and the extraction problem."""

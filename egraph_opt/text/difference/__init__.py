"""Differences between two texts."""

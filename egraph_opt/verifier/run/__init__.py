"""Runs of both sides on the same arrays, which find differences and prove nothing."""

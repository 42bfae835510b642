"""Validation that two tensor functions are equal, by fingerprints of their elements; uses neither terms nor rules."""
